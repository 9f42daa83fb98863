"""Tables that something disturbed, taken again: what disturbed them may have ended since."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from hashcop.results import samples
from hashcop.results.samples import Sample

T = TypeVar("T")
Taken = Sequence[Sample]


def take_again(
    disturbed: Sequence[tuple[T, Taken]],
    measure: Callable[[T, Sequence[int]], list[Sample] | str | None],
    keep: Callable[[T, list[Sample]], None],
) -> None:
    """Measure what was disturbed, one after the other and from the first again, until all of it is quiet.

    `disturbed` says what was measured and what came of it. `measure` takes that and lengths (bytes) and returns what
    comes of it now, the reason where it misbehaves, which ends it, or None where there is no time left, which ends all.
    `keep` is told what is quieter than all before.
    """
    while disturbed:
        still: list[tuple[T, Taken]] = []
        for what, before in disturbed:
            found = measure(what, samples.lengths_of(before))
            if found is None:
                return
            if isinstance(found, str):
                continue
            best: Taken = before
            if samples.quiet_part(found) > samples.quiet_part(before):
                keep(what, found)
                best = found
            if not samples.are_quiet(best):
                still.append((what, best))
        disturbed = still
