"""What each JVM of a machine is worth: races by the JVM, and the first calls on it."""

from collections.abc import Iterator
from dataclasses import dataclass

from hashcop.results.hosted import First
from hashcop.results.summary import Implementation, Machine

ELSEWHERE = "compilers elsewhere"  # the way in which first calls are compared


@dataclass(frozen=True, slots=True)
class OnJvm:
    """An implementation on one JVM: its best option set there, cycles/byte at 1536 bytes of its races, and the best of
    all JVMs.
    """

    hash: str
    implementation: str
    options: tuple[str, ...]
    per_byte: float
    ratio: float


@dataclass(frozen=True, slots=True)
class FirstOnJvm:
    """The first calls of an implementation on one JVM, at one length, with the JVM's compilers on other cores."""

    hash: str
    implementation: str
    first: First


def on_jvms(machine: Machine, target: str, length: int) -> dict[str, tuple[OnJvm, ...]]:
    """What raced on each JVM of a target, by the JVM's name; `length` (bytes) is that of races."""
    found: dict[str, list[OnJvm]] = {}
    for hash, one in _implementations(machine, target):
        best: dict[str, tuple[float, tuple[str, ...]]] = {}
        for code in one.codes:
            for words in code.option_sets if code.race and code.is_right else ():
                raced = (code.race or 0.0) / length, tuple(words)
                best[words[0]] = min(best.get(words[0], raced), raced)
        least = min((cost for cost, _ in best.values()), default=0.0)
        for jvm, (cost, options) in best.items():
            row = OnJvm(hash, one.name, options, cost, cost / least)
            found.setdefault(jvm, []).append(row)
    return {jvm: tuple(found[jvm]) for jvm in sorted(found)}


def firsts_on(machine: Machine, target: str, jvm: str) -> tuple[FirstOnJvm, ...]:
    """All first calls that were timed on a JVM of a target."""
    return tuple(
        FirstOnJvm(hash, one.name, first)
        for hash, one in _implementations(machine, target)
        for first in one.firsts
        if first.options[0] == jvm and first.variant == ELSEWHERE
    )


def _implementations(machine: Machine, target: str) -> Iterator[tuple[str, Implementation]]:
    """All of a target, with the names of their hashes."""
    for each in machine.targets:
        for hash in each.hashes if each.name == target else ():
            for one in hash.implementations:
                yield hash.name, one
