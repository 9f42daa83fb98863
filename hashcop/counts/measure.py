"""The counts of one implementation: its program is run, and the counters become operations for one block."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hashcop.counts.build import NotCounted, Program
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program as programs
from hashcop.platforms.c.program import Limit

LONGEST = 4096
FROM = 1024  # bytes: from here on a block costs the same each time
MOST_BLOCK = 1536  # bytes: SHA-3's largest is 168, BLAKE3's chunk 1024
WITHOUT_BLOCK = 1024  # bytes that are counted where there is no block
START = 2048  # the shorter one of the two messages whose difference counts
MOST = 2**63 - 1
LIMIT = Limit(call=60, all=60)  # seconds
ANSWERS = 24  # known answers that are compared


@dataclass(frozen=True)
class Counted:
    """The fields of a `count` record that the run decides."""

    block: int
    bytes: int
    operations: dict[str, int]
    vectors: dict[str, int]
    control: int
    tables: tuple[int, ...]
    by_length: tuple[tuple[int, int], ...]


def counted(sandbox: Sandbox, made: Program, known: Mapping[int, str]) -> Counted:
    """Run a program with counters. `known` are digests in hex by length. Raises NotCounted."""
    _compare(sandbox, made, known)
    sums = _sums(_asked(sandbox, made, "sums", [0, LONGEST]))
    block = block_of(sums)
    span = block or WITHOUT_BLOCK
    short, long = _counters(sandbox, made, [START, START + span])
    executed = [after - before for before, after in zip(short, long, strict=True)]
    every = made.facts.blocks
    tables = {name for n, one in zip(executed, every, strict=True) if n for name in one.tables}
    sizes = sorted((made.facts.tables.get(name, 0) for name in tables), reverse=True)
    return Counted(
        block,
        span,
        _total(executed, [one.operations for one in every]),
        _total(executed, [one.vectors for one in every]),
        _total(executed, [{"control": one.control} for one in every]).get("control", 0),
        tuple(size for size in sizes if size),
        changes(sums),
    )


def block_of(sums: Sequence[int]) -> int:
    """The least step above 1 that always costs the same, between 1024 and the longest message; 0 if there is none."""
    last = len(sums) - 1
    for step in range(2, MOST_BLOCK + 1):
        first = sums[FROM + step] - sums[FROM]
        if first and all(sums[n + step] - sums[n] == first for n in range(FROM, last - step + 1)):
            return step
    return 0


def changes(sums: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """(length, sum) where the sum is another one than that of the length before."""
    pairs = enumerate(sums)
    return tuple((n, one) for n, one in pairs if n == 0 or one != sums[n - 1])


def _total(executed: Sequence[int], each: Sequence[Mapping[str, int]]) -> dict[str, int]:
    whole: Counter[str] = Counter()
    for times, one in zip(executed, each, strict=True):
        for name, number in one.items() if times else ():
            whole[name] += times * number
    if any(not 0 <= number <= MOST for number in whole.values()):
        raise NotCounted("its counters hold numbers that no execution gives")
    return {name: number for name, number in sorted(whole.items()) if number}


def _asked(
    sandbox: Sandbox, made: Program, verb: str, words: Sequence[int]
) -> list[tuple[str, ...]]:
    """The lines of an answer. Raises NotCounted."""
    said = programs.ask(sandbox, made.path, verb, [made.output_bytes, *words], LIMIT)
    if said.problem:
        raise NotCounted(f"the program with counters {said.problem}")
    return list(said.lines)


def _numbers(words: Sequence[str]) -> list[int]:
    if not all(word.isdecimal() and len(word) <= 20 for word in words):
        raise NotCounted("the program with counters answered with something else than numbers")
    return [int(word) for word in words]


def _sums(lines: Sequence[Sequence[str]]) -> list[int]:
    found: list[int] = []
    for line in lines:
        numbers = _numbers(line[1:])
        if line[0] != "sums" or not numbers or numbers[0] != len(found):
            raise NotCounted("the program with counters answered something else")
        found += numbers[1:]
    if len(found) != LONGEST + 1 or max(found) > MOST:
        raise NotCounted("the program with counters did not answer for each length")
    return found


def _counters(sandbox: Sandbox, made: Program, lengths: Sequence[int]) -> list[list[int]]:
    lines = [_numbers(line[1:]) for line in _asked(sandbox, made, "counters", lengths)]
    if [line[:1] for line in lines] != [[length] for length in lengths]:
        raise NotCounted("the program with counters answered something else")
    if any(len(line) != len(made.facts.blocks) + 1 for line in lines):
        raise NotCounted("the program with counters has other counters")
    return [line[1:] for line in lines]


def _compare(sandbox: Sandbox, made: Program, known: Mapping[int, str]) -> None:
    """Raise NotCounted where a digest is not the known one: what is counted is not the hash."""
    lengths = sorted(length for length in known if length <= LONGEST)[-ANSWERS:]
    if not lengths:
        return
    for line in _asked(sandbox, made, "digests", lengths):
        is_digest = line[0] == "digest" and len(line) == 3
        length, digest = (int(line[1]), line[2]) if is_digest else (-1, "")
        if known.get(length, "")[: len(digest)] != digest or not digest:
            raise NotCounted(f"with counters it gives another digest for {length} bytes")
