"""Java on a machine: the study of 2012 beside today's figures, C beside Java, and a page for each JVM."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from hashcop.results import java_study
from hashcop.results.hosted import FIRST_COUNTS
from hashcop.results.java_study import Row, per_byte
from hashcop.results.on_jvms import OnJvm, firsts_on, on_jvms
from hashcop.results.summary import RACE_LENGTH, Machine, Target
from reports.folder import File
from reports.kept import machine as kept
from reports.kept.machine import Head
from reports.site import addresses
from reports.site.environment import Site, page
from reports.then_chart import then_chart

PLATFORM = "jvm"
KINDS = ("the study", "ours today", "sphlib then", "sphlib today")


def targets(head: Head) -> tuple[Target, ...]:
    """The targets of the JVM that have results."""
    return tuple(one for one in head.timed if one.platform == PLATFORM)


class JavaPages:
    """The pages of Java on a machine: they need all builds of all hashes."""

    def __init__(self, site: Site, head: Head) -> None:
        self._site, self._head = site, head
        self.group = f"java {head.name}"
        self.key = site.key(head.stable, *(part.digest for part in head.parts))

    @cached_property
    def _machine(self) -> Machine:
        return kept.whole(self._head)

    @cached_property
    def _on_jvms(self) -> dict[str, dict[str, tuple[OnJvm, ...]]]:
        return {
            target.name: on_jvms(self._machine, target.name, RACE_LENGTH)
            for target in targets(self._head)
        }

    def files(self) -> Iterator[File]:
        """All files of the group."""
        if not targets(self._head):
            return
        yield File(addresses.java(self._head.name), self.key, self._page)
        for target, jvms in self._on_jvms.items():
            for jvm, rows in jvms.items():
                name = addresses.jvm(self._head.name, target, jvm)
                yield File(name, self.key, partial(self._jvm, target, jvm, rows))

    def _page(self) -> bytes:
        machine = self._machine
        every = {one.name: java_study.rows(machine, one.name) for one in targets(self._head)}
        return page(
            self._site,
            "java.html",
            addresses.java(machine.name),
            newest=machine.measured[1] if machine.measured else "",
            machine=machine,
            studies={
                name: (rows, _chart([row for row in rows if row.study]))
                for name, rows in every.items()
                if rows
            },
            jvms=self._on_jvms,
            per_byte=per_byte,
        )

    def _jvm(self, target: str, jvm: str, rows: tuple[OnJvm, ...]) -> bytes:
        machine = self._machine
        said = next((c for c in machine.compilers if c.command == jvm), None)
        return page(
            self._site,
            "jvm.html",
            addresses.jvm(machine.name, target, jvm),
            newest=machine.measured[1] if machine.measured else "",
            machine=machine,
            target=target,
            jvm=jvm,
            said=said,
            rows=rows,
            counts=FIRST_COUNTS,
            firsts=firsts_on(machine, target, jvm),
            others=[other for other in self._on_jvms[target] if other != jvm],
        )


def _chart(rows: Sequence[Row]) -> object:
    """The study's figures 1 and 2, or 4 and 5, with today's."""
    shown = []
    for row in rows:
        figures = {
            "the study": row.study,
            "ours today": per_byte(row.ours),
            "sphlib then": row.sphlib_then,
            "sphlib today": per_byte(row.sphlib),
        }
        marks = {kind: value for kind, value in figures.items() if value}
        shown.append((f"{row.function}-{row.bits}", marks))
    return then_chart(shown, KINDS)
