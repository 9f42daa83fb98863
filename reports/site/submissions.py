"""What strangers sent to the operators of machines, as the page about it shows it."""

from collections.abc import Sequence
from dataclasses import dataclass

from hashcop.data.records import Examined, Submission
from reports.kept.machine import Head
from reports.site import addresses


@dataclass(frozen=True)
class Row:
    """A submission to the operator of a machine. `pages` has the page of each result that is in the tree now."""

    machine: str
    record: Submission
    pages: dict[Examined, str]

    @property
    def place(self) -> str:
        """What follows the `#` in the address."""
        return addresses.submission(self.machine, self.record.id)


def of(heads: Sequence[Head]) -> list[Row]:
    """The submissions of all machines, the newest first."""
    found = [
        Row(head.name, one, _pages(head, one)) for head in heads for one in head.machine.submissions
    ]
    return sorted(found, key=lambda row: (row.record.time, row.record.id), reverse=True)


def _pages(head: Head, record: Submission) -> dict[Examined, str]:
    """The pages of what was accepted and measured since."""
    accepted = {path.split("/", 1)[-1] for path in record.accepted}
    names = {path.partition("/")[2] for path in accepted}
    found: dict[Examined, str] = {}
    for one in record.implementations:
        # Of a single implementation that was accepted under another name, that name counts.
        name = next(iter(names)) if len(names) == 1 else one.implementation
        there = (
            each.name == name and f"{one.hash}/{name}" in accepted
            for part in head.of(one.target)
            if part.hash == one.hash
            for each in part.implementations
        )
        if any(there):
            found[one] = addresses.implementation(head.name, one.target, one.hash, name)
    return found
