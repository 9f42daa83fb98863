"""The devices of a machine: bits a second, the part of what they allow, and the study of 2010 beside it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from hashcop.data import records
from hashcop.results import devices
from hashcop.results.devices import Row
from hashcop.results.many import LONG
from hashcop.results.summary import RACE_LENGTH, Machine, Target
from reports.counts_chart import counts_chart
from reports.folder import File
from reports.kept import machine as kept
from reports.kept.machine import Head
from reports.site import addresses
from reports.site.environment import Site, page


@dataclass(frozen=True)
class Shown:
    """A device with its hashes, and its graphs: Gb/s by messages in flight of `length` bytes, and by length."""

    target: Target
    device: records.Device | None
    rows: tuple[Row, ...]
    length: int
    over_messages: Markup
    over_length: Markup

    @property
    def is_processor(self) -> bool:
        """Whether it says only whether kernels are right."""
        return self.target.name == devices.PROCESSOR

    @property
    def has_bounds(self) -> bool:
        """Whether any kernel has one."""
        return any(row.bound for row in self.rows)


def has_page(head: Head) -> bool:
    """Whether there is anything about devices."""
    return bool(head.machine.mixes) or any(t.platform == devices.PLATFORM for t in head.timed)


class DevicePages:
    """The page of a machine's devices: it needs all hashes of theirs."""

    def __init__(self, site: Site, head: Head) -> None:
        self._site, self._head = site, head
        self.group = f"devices {head.name}"
        self._targets = [one for one in head.timed if one.platform == devices.PLATFORM]
        parts = (part for target in self._targets for part in head.of(target.name))
        counts = (one.key for one in head.machine.counts)
        self.key = site.key(head.stable, *(part.digest for part in parts), *counts)

    def files(self) -> Iterator[File]:
        """All files of the group."""
        if has_page(self._head):
            yield File(addresses.devices(self._head.name), self.key, self._page)

    @cached_property
    def _machine(self) -> Machine:
        """With the hashes of its devices alone: those of processors may be thousands."""
        return kept.whole(self._head, self._targets)

    def _page(self) -> bytes:
        machine = self._machine
        shown = [self._shown(one) for one in machine.targets if one.hashes]
        is_measured = any(one.rows and not one.is_processor for one in shown)
        return page(
            self._site,
            "devices.html",
            addresses.devices(machine.name),
            newest=machine.measured[1] if machine.measured else "",
            machine=machine,
            shown=[one for one in shown if one.rows],
            static=() if is_measured else tuple(devices.static(machine.mixes)),
            model=devices.STATIC,
            devices=devices,
        )

    def _shown(self, target: Target) -> Shown:
        rows = devices.rows(self._machine, target)
        length = LONG if any(row.length == LONG for row in rows) else RACE_LENGTH
        return Shown(
            target=target,
            device=devices.device_of(self._machine, target.name),
            rows=rows,
            length=length,
            over_messages=_chart(
                {row.hash: devices.by_count(row, length) for row in rows},
                "number of messages in flight",
                "{} messages",
            ),
            over_length=_chart(
                {row.hash: devices.by_length(row) for row in rows}, "length", "{} bytes"
            ),
        )


def _chart(lines: dict[str, dict[int, float]], what: str, one: str) -> Markup:
    # The study's number stands beside a power of two.
    counts: Sequence[int] = sorted({n for line in lines.values() for n in line} - {devices.STUDY})
    drawn = {name: line for name, line in lines.items() if line}
    return counts_chart(drawn, what=what, one=one, marked=counts, unit="Gb/s")
