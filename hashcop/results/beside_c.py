"""A hash in Java beside the same hash in C, on one machine."""

from collections.abc import Iterator
from dataclasses import dataclass

from hashcop.results.ranking import measured
from hashcop.results.summary import RACE_LENGTH, Hash, Implementation

PREFIX = "jvm-"  # of a target: what follows is the target of C that it is beside
OWN = ("java-opt", "java-vector")  # how names of our implementations begin
NATIVE = ("java-jni", "java-ffm")  # and of those that call C
PORTABLE = ("ref", "opt")  # and those in C that have neither intrinsics nor assembly


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the comparison: what it stands for, and the implementation that does."""

    what: str
    implementation: Implementation

    def ratio(self, other: "Row", length: int) -> float | None:
        """Its cycles as a multiple of another's, at a length (bytes)."""
        mine, theirs = (one.implementation.curve.get(length) for one in (self, other))
        return mine.median / theirs.median if mine and theirs and theirs.median > 0 else None


def _fastest(found: list[Implementation]) -> Implementation | None:
    raced = [one for one in found if RACE_LENGTH in one.curve]
    return min(raced, key=lambda one: one.curve[RACE_LENGTH].median, default=None)


def rows(c: Hash | None, java: Hash) -> tuple[Row, ...]:
    """The fastest in C, the fastest in portable C, our fastest in Java, and each library in Java.

    Empty where C or Java was not measured.
    """
    in_c, in_java = list(measured(c)) if c else [], list(measured(java))
    if not in_c or not in_java:
        return ()
    return tuple(_rows(in_c, in_java))


def _rows(in_c: list[Implementation], in_java: list[Implementation]) -> Iterator[Row]:
    fastest = _fastest(in_c)
    portable = _fastest([one for one in in_c if one.name.startswith(PORTABLE)])
    own = _fastest([one for one in in_java if one.name.startswith(OWN)])
    if fastest:
        yield Row("C, the fastest", fastest)
    if portable and portable is not fastest:
        yield Row("C, the fastest that is portable", portable)
    if own:
        yield Row("Java, our fastest", own)
    others = [one for one in in_java if not one.name.startswith(OWN) and RACE_LENGTH in one.curve]
    for one in sorted(others, key=lambda one: one.curve[RACE_LENGTH].median):
        is_native = one.name.startswith(NATIVE)
        yield Row("C, called from Java" if is_native else "Java, a library", one)
