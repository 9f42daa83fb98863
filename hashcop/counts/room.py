"""What `./do count` does: which implementations are counted, what is known of them, and the records of the others."""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import msgspec

from hashcop.counts import build, measure, structure
from hashcop.counts.build import Counting, NotCounted, Part, Primitive
from hashcop.counts.wheel import Wheel
from hashcop.data.keys import digest
from hashcop.data.records import OPERATION, Counts
from hashcop.data.store import Store
from hashcop.machine.cache import Cache, use
from hashcop.machine.commands import stop_all
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.source import Source
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Group

METHOD = 1  # to be raised when the same code gives other counts than before
PLATFORM = "c"  # whose implementations are counted
WITH_AES = "aes"  # what is counted though it is not portable: only its code shows rounds of AES


@dataclass(frozen=True)
class Outcome:
    """What came of one implementation on one ABI: its record, or why there is none. `is_new`: counted just now."""

    group: Group
    record: Counts | None
    why: str = ""
    is_new: bool = False


def wanted(groups: Sequence[Group]) -> list[Group]:
    """Of everything in a tree: what is portable and C, and not in a library; and what has instructions for AES."""
    found = []
    for group in groups:
        source = Source(group.implementation)
        if group.implementation.platform != PLATFORM or build.is_of_library(source):
            continue
        if source.architectures is None or (WITH_AES in source.features and not group.skip):
            found.append(group)
    return found


def first_target(groups: Sequence[Group]) -> list[Group]:
    """The groups of this machine's first ABI."""
    first = next((group.target.name for group in groups), "")
    return [group for group in groups if group.target.name == first]


class Room:
    """Counts implementations, each at most once."""

    def __init__(
        self, lane: CLane, wheel: Wheel, cache: Cache, store: Store, primitive: Primitive
    ) -> None:
        """`primitive` finds the functions that implementations need."""
        self.lane = lane
        self.wheel = wheel
        self.cache = cache
        self.store = store
        self.primitive = primitive
        self.directory = store.directory / "work" / "counts"

    @property
    def method(self) -> str:
        """As the data have it."""
        return f"{METHOD}, llvmlite {self.wheel.version}"

    def run(self, groups: Sequence[Group], done: Callable[[Outcome], None]) -> list[Outcome]:
        """Count all groups on all cores. `done` hears of each as it is done; the outcomes are in the groups' order."""
        shutil.rmtree(self.directory, ignore_errors=True)
        workers = len(os.sched_getaffinity(0))
        pool = ThreadPoolExecutor(workers)
        try:
            futures = {pool.submit(self._outcome, one, n): n for n, one in enumerate(groups)}
            found = {}
            for future in as_completed(futures):
                found[futures[future]] = outcome = future.result()
                if outcome.record and self.store.find(Counts, outcome.record.key) is None:
                    self.store.record([outcome.record])
                done(outcome)
        except BaseException:
            stop_all()
            pool.shutdown(cancel_futures=True)
            raise
        pool.shutdown()
        shutil.rmtree(self.directory, ignore_errors=True)
        return [found[n] for n in range(len(groups))]

    def _outcome(self, group: Group, number: int) -> Outcome:
        try:
            if group.skip:
                raise NotCounted(group.skip)
            target = cast(Target, group.target)
            if target.emulator:
                raise NotCounted("what an emulator runs is not counted")
            parts = build.parts_of(group.implementation, self.primitive)
            key = self._key(group, target, parts)
            known = self.store.find(Counts, key) or self._kept(key)
            if known:
                return Outcome(group, known)
            made = self._counted(group, target, parts, key, self.directory / str(number))
        except NotCounted as error:
            return Outcome(group, None, str(error))
        self.cache.write(self._name(key), msgspec.json.encode(made).decode())
        return Outcome(group, made, is_new=True)

    def _key(self, group: Group, target: Target, parts: list[Part]) -> str:
        how = build.option_set(self.lane, target, Source(parts[0].implementation))
        return digest(
            *("count", self.method, build.own_digest(), target.name, how.identity, *how.words),
            build.sources_of(parts),
            structure.read(group.function.directory),
        )

    def _name(self, key: str) -> str:
        return f"outcomes/{key[:2]}/count-{key[2:]}"

    def _kept(self, key: str) -> Counts | None:
        file = self.cache.directory / self._name(key)
        if not use(file):
            return None
        try:
            return msgspec.json.decode(file.read_bytes(), type=Counts)
        except (OSError, msgspec.MsgspecError):
            return None  # the machine died while it was written

    def _counted(
        self, group: Group, target: Target, parts: list[Part], key: str, directory: Path
    ) -> Counts:
        """The record. Raises NotCounted."""
        try:
            made = Counting(self.lane, target, parts, directory).counted(self.wheel)
            is_hash = group.implementation.operation == OPERATION
            known = group.function.known_answers() if is_hash else {}
            found = measure.counted(self.lane.sandbox, made, known)
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        how = build.option_set(self.lane, target, Source(group.implementation))
        versions = {one.command: one.version for one in self.lane.toolchain.compilers}
        return Counts(
            key=key,
            platform=self.lane.platform,
            target=target.name,
            hash=group.function.name,
            implementation=group.implementation.name,
            security=group.implementation.security,
            sources=group.implementation.digest(),
            block=found.block,
            bytes=found.bytes,
            operations=found.operations,
            vectors=found.vectors,
            control=found.control,
            tables=found.tables,
            structure=structure.read(group.function.directory),
            by_length=found.by_length,
            method=self.method,
            compiler=versions.get(how.compiler, how.command),
            subroutines=made.subroutines,
        )


def failures(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[str]]]:
    """(why, implementations) of all that is not counted, each reason once."""
    whys: dict[str, list[str]] = {}
    for one in outcomes:
        if one.record is None:
            name = f"{one.group.function.name}/{one.group.implementation.name}"
            whys.setdefault(one.why, []).append(name)
    yield from whys.items()
