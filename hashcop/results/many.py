"""Many messages at once: what a core gains when it hashes them side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from hashcop.results.quartiles import Quartiles
from hashcop.results.ranking import fastest_at
from hashcop.results.summary import RACE_LENGTH, Hash, Implementation
from hashcop.results.verdict import verdict

SINGLE = "single"  # the implementation that hashes one message after the other
MOST = 64  # messages, which all implementations are compared at
LONG = 25_600  # bytes: what bounds are stated for
TREE = 64  # bytes: two digests, or a short signature's message


class Spe(Struct, frozen=True):
    """Figures of the study of 2010, and what the function's version differs in; empty for nothing.

    `spe`: of the Cell's SPE in cycles/byte. `gpu`: Gb/s of a GPU; `gpu_estimated` what they estimated, in Gb/s, and
    `gpu_compression` the cycles/byte of its compression function alone. 0 where it has no such figure.
    """

    spe: float
    gpu: float = 0.0
    gpu_estimated: float = 0.0
    gpu_compression: float = 0.0
    version: str = ""


@cache
def _spe() -> dict[str, Spe]:
    text = Path(__file__).with_suffix(".toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Spe])


def spe(hash: str) -> Spe | None:
    """The study's figure of a hash; None where it has none."""
    return _spe().get(hash)


@dataclass(frozen=True)
class Row:
    """An implementation at one length: cycles/byte by how many messages a call hashes.

    `ratio` is how many times faster than one message after the other it is, with MOST messages; `share` is the part of
    its speed that the bound allows, for messages of LONG bytes. None where something is not measured.
    """

    name: str
    lanes: int
    cells: dict[int, Quartiles]
    ratio: float | None
    bound: float | None
    share: float | None

    @property
    def at_most(self) -> Quartiles | None:
        """Cycles/byte with MOST messages."""
        return self.cells.get(MOST)


@dataclass(frozen=True)
class Table:
    """All implementations of a hash at one length (bytes), the fastest with MOST messages first.

    `base`: cycles/byte of one message after the other, and `by` which implementation took them.
    """

    length: int
    counts: tuple[int, ...]
    rows: tuple[Row, ...]
    base: Quartiles | None
    by: str


def _per_byte(one: Implementation, messages: int, length: int) -> Quartiles | None:
    curve = one.curve if messages == 1 else one.many.get(messages, {})
    found = curve.get(length)
    return found / length if found and length else None


def _base(hash: Hash, length: int) -> tuple[Quartiles | None, str]:
    """One message after the other: of the same run, or else what the fastest takes for a single one."""
    single = next((one for one in hash.many if one.name == SINGLE), None)
    found = _per_byte(single, MOST, length) if single else None
    if found:
        return found, SINGLE
    best = fastest_at(hash, length)
    return (best.per_byte(length), best.name) if best else (None, "")


def table(hash: Hash, length: int) -> Table:
    """What is known of many messages of a length (bytes)."""
    base, by = _base(hash, length)
    rows = [_row(one, length, base) for one in hash.many if one.curve or one.many]
    counts = sorted({count for row in rows for count in row.cells})
    ordered = sorted(rows, key=lambda row: row.at_most.median if row.at_most else float("inf"))
    return Table(length, tuple(counts), tuple(row for row in ordered if row.cells), base, by)


def _row(one: Implementation, length: int, base: Quartiles | None) -> Row:
    counts = (1, *one.many)
    found = {count: _per_byte(one, count, length) for count in counts}
    cells = {count: figure for count, figure in found.items() if figure}
    most, long = cells.get(MOST), _per_byte(one, MOST, LONG)
    won = one.winner
    bound = won.bound if won else None
    return Row(
        name=one.name,
        lanes=won.lanes if won else 0,
        cells=cells,
        ratio=base.median / most.median if base and most else None,
        bound=bound,
        share=bound / long.median if bound and long else None,
    )


def is_bounded(hash: Hash) -> bool:
    """Whether any implementation states a bound for this processor."""
    return any(one.winner is not None and one.winner.bound is not None for one in hash.many)


def lengths(hash: Hash) -> list[int]:
    """The lengths (bytes) that were timed."""
    curves = (curve for one in hash.many for curve in (one.curve, *one.many.values()))
    return sorted({length for curve in curves for length in curve})


def tables(hash: Hash) -> list[Table]:
    """One for each length."""
    found = (table(hash, length) for length in lengths(hash))
    return [one for one in found if one.rows]


@dataclass(frozen=True)
class Best:
    """A hash in a line: its fastest with MOST messages of RACE_LENGTH bytes, and one message after the other."""

    hash: str
    one: float
    row: Row

    @property
    def best_count(self) -> int:
        """With how many messages it is fastest."""
        return min(self.row.cells, key=lambda count: (self.row.cells[count].median, count))

    @property
    def at_most(self) -> float:
        """Cycles/byte of the fastest."""
        return self.row.cells[MOST].median


def best(hash: Hash) -> Best | None:
    """The line of a hash; None where many messages were not timed."""
    found = table(hash, RACE_LENGTH)
    row = next((one for one in found.rows if one.at_most and one.name != SINGLE), None)
    return Best(hash.name, found.base.median, row) if row and found.base else None


def overtakes(lines: Sequence[Best], other: str = "sha256") -> frozenset[str]:
    """The hashes that are slower than another one, message by message, and faster with many at once."""
    known = next((line for line in lines if line.hash == other), None)
    if known is None:
        return frozenset()
    found = (line for line in lines if line.one > known.one and line.at_most < known.at_most)
    return frozenset(line.hash for line in found)


def wrong(hash: Hash) -> list[tuple[str, str, str]]:
    """Implementations that have no figures: name, verdict in a word, and why."""
    bare = (one for one in hash.many if not (one.curve or one.many))
    found = ((one.name, verdict(one)) for one in bare)
    return [(name, judged.word, judged.why) for name, judged in found]


def ranked(hashes: Iterable[Best]) -> Sequence[Best]:
    """Fastest first."""
    return sorted(hashes, key=lambda one: one.at_most)
