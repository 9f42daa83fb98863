"""The verdict and the figures of what `./do HASH/IMPLEMENTATION` has just measured, as plain text.

80 columns, and colours only on a terminal. A long line stays one line: a terminal folds it, and a filter behind a pipe
gets it whole.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from hashcop.data.printable import printable
from hashcop.data.records import Winner
from hashcop.results import builds, constant_time
from hashcop.results import machines as about
from hashcop.results import ranking as compare
from hashcop.results.comparison import Comparison
from hashcop.results.laggards import laggards
from hashcop.results.long_messages import why_missing
from hashcop.results.model import load
from hashcop.results.ranking import extremes
from hashcop.results.summary import (
    COLUMNS,
    CONSTANT_TIME,
    LONG,
    RACE_LENGTH,
    SLOPE_LENGTHS,
    Column,
    Hash,
    Implementation,
    Machine,
    Target,
)
from hashcop.results.verdict import Verdict, verdict
from reports import audits, counting, format, marks

Selection = Sequence[tuple[str, str | None]]
Wanted = frozenset[tuple[str, str | None]]

_STYLES = {
    "right": "bold green",
    "marked": "bold yellow",
    "wrong": "bold red",
    "disputed": "bold red",
    "not built": "bold red",
}
_WIDTH = 8
_NAMES = 80 - 2 - _WIDTH * len(COLUMNS)
_OTHERS = 12
_SAID = 12
_LEGEND = "? in doubt: may well be off by more than 1 %; ?? probably is"


def summary(
    data_files: Iterable[Path], selection: Selection, console: Console, *, in_ticks: bool = False
) -> None:
    """Print what the data have of each selected (hash, implementation), on every machine and target.

    An implementation gets its verdict, its cycles/byte with quartiles, its best options, and its rank among the others.
    None for the implementation means the whole hash: a table of its implementations, or a line for each hash if several
    are selected. An empty selection is all hashes.
    `in_ticks`: figures are of the counters' own ticks.
    Raises hashcop.data.files.DataError for files that can't be read as data.
    """
    printer = _Printer(console)
    shown: set[tuple[str, str | None]] = set()
    machines = load(data_files, in_ticks=in_ticks, hashes={hash for hash, _ in selection})
    wanted = frozenset(selection)
    for machine in machines:
        for target in machine.targets:
            if target.hashes:
                place = f"{machine.name}, {target.name}" if len(machines) > 1 else target.name
                shown |= _Page(printer, machine, target, place).tell(wanted)
    for notice in about.notices(machines):
        printer.line(notice)
    for hash_name, implementation in selection:
        if (hash_name, implementation) not in shown:
            what = f"{hash_name}/{implementation}" if implementation else hash_name
            printer.line(f"{what}: nothing is recorded yet")


def comparison(found: Comparison, console: Console) -> None:
    """Print a comparison: a line for each length."""
    printer = _Printer(console)
    printer.line(f"A  {found.first}")
    printer.line(f"B  {found.second}")
    printer.line(f"   on {found.target}, cycles/byte")
    printer.line(
        f"{'bytes':>6}{'A':>10}{'B':>10}{'B/A':>8}  between, and with which confidence", "dim"
    )
    for row in found.rows:
        low, high, sure = row.interval.low, row.interval.high, row.interval.confidence
        faster = (
            ("B" if row.ratio < 1 else "A") + " is faster" if row.is_real else "no sure difference"
        )
        cells = [
            f"{cost / row.bytes:.2f}{marks.sign(why, chance, marks.IN_TERMINALS)}"
            for cost, why, chance in zip(
                (row.first, row.second), row.doubts, row.chances, strict=True
            )
        ]
        printer.line(
            f"{row.length:>6} {cells[0]:>9} {cells[1]:>9}{row.ratio:>8.4f}"
            f"  {low:.4f} to {high:.4f} ({sure:.0%}): {faster}",
            "bold" if row.is_real else "",
        )
    for name, which in (("A", 0), ("B", 1)):
        for why, columns in _by_doubt((row.length, row.doubts[which]) for row in found.rows):
            printer.line(f"  {name} {_where(columns)}: {why}")
    printer.line()


class _Printer:
    """Prints strangers' text: nothing in it is taken for markup, or obeyed by a terminal."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def line(self, text: str = "", style: str = "") -> None:
        self.pieces((text, style))

    def pieces(self, *pieces: tuple[str, str]) -> None:
        encoding = self._console.encoding
        clean = [(printable(text, encoding), style) for text, style in pieces]
        self._console.print(Text.assemble(*clean), soft_wrap=True, highlight=False)


class _Page:
    """What is printed of one machine and target."""

    def __init__(self, printer: _Printer, machine: Machine, target: Target, place: str) -> None:
        self._print = printer
        self._machine, self._target, self._place = machine, target, place
        self._is_marked = False  # whether the sign of a figure has to be explained

    def tell(self, selection: Wanted) -> set[tuple[str, str | None]]:
        """Print the selected ones that are here; returns which they were."""
        whole = [
            hash for hash in self._target.hashes if not selection or (hash.name, None) in selection
        ]
        found = list(self._found(selection))
        for hash, one in found:
            self._implementation(hash, one)
        if len(whole) == 1 and selection:
            self._hash(whole[0])
        elif whole:
            self._hashes(whole)
        if whole or found:
            self._counter()
        return {(hash.name, None) for hash in whole} | {
            (hash.name, one.name) for hash, one in found
        }

    def _found(self, selection: Wanted) -> Iterator[tuple[Hash, Implementation]]:
        for hash in self._target.hashes:
            for one in hash.implementations:
                if (hash.name, one.name) in selection:
                    yield hash, one

    def _implementation(self, hash: Hash, one: Implementation) -> None:
        self._print.pieces((f"{hash.name}/{one.name}", "bold"), (f" on {self._place}", ""))
        self._verdict(verdict(one))
        self._failures(one)
        if one.newest.security == CONSTANT_TIME or constant_time.mark(one):
            self._print.line(f"  constant time: {constant_time.in_words(one)}")
        if one.winner:
            self._winner(one, one.winner)
        elif any(code.is_right for code in one.codes):
            self._print.line("  not timed" if self._target.emulator else "  not timed yet")
        if one.curve:
            self._figures(hash.name, one)
        self._stands(hash, one)
        self._print.line()

    def _verdict(self, found: Verdict) -> None:
        style = _STYLES.get(found.word, "bold")
        self._print.pieces(("  ", ""), (found.word, style), (f": {found.why}", ""))

    def _failures(self, one: Implementation) -> None:
        """The options that it failed with, and what the compiler printed; the verdict has the rest."""
        if one.refused:
            how = "in dispute" if one.is_disputed else "failed with"
            self._print.line(f"  {how}: {format.options(one.refused[0].option_sets[0])}")
        failed = [build for build in one.troubled if build.outcome == "failed"]
        if not failed:
            return
        if one.codes:
            of = format.count(builds.count(one.builds).tried, "build")
            self._print.line(f"  {len(failed)} of {of} failed, the first: {failed[0].reason}")
            return
        self._print.line(f"  failed with: {format.options(failed[0].options)}")
        for said in failed[0].said[:_SAID]:
            self._print.line(f"    {said}", "dim")

    def _winner(self, one: Implementation, winner: Winner) -> None:
        """The best options, and the race median while nothing is measured."""
        same = len(one.same_code)
        also = f"  ({format.count(same, 'other option set')}: same machine code)" if same else ""
        self._print.line(f"  best options: {format.options(winner.options)}{also}")
        for times, code in laggards(one):
            slow = format.options(code.option_sets[0])
            self._print.line(f"  {format.ratio(times)} times as slow as that: {slow}")
        if cost := format.cost(one.size, winner.stack):
            self._print.line(f"  {cost}")
        if audit := audits.audit_of(one):
            self._print.line(f"  audit: {audits.in_words(audit)}")
        if not one.curve and winner.median:
            race = format.per_byte(winner.median / RACE_LENGTH)
            self._print.line(
                f"  not measured yet; in the race {race} cycles/byte at {RACE_LENGTH} bytes"
            )

    def _figures(self, hash: str, one: Implementation) -> None:
        self._print.line()
        self._head("cycles/byte at")
        found = [one.per_byte(column) for column in COLUMNS]
        for name, point in (("25 %", "low"), ("median", "median"), ("75 %", "high")):
            values = [getattr(figure, point) if figure else None for figure in found]
            is_median = name == "median"
            self._row(name, values, "bold" if is_median else "", _signs(one) if is_median else ())
        self._sure(one)
        self._long(hash, one)
        self._effects(one)

    def _sure(self, one: Implementation) -> None:
        """Half the width of each median's confidence interval, and the reasons to doubt figures."""
        if not one.certainty:
            return
        cells = []
        for column in COLUMNS:
            sure, figure = one.sure(column), one.per_byte(column)
            middle = figure.median * (column if isinstance(column, int) else 1) if figure else 0
            width = (
                (sure.interval.high - sure.interval.low) / 2 / middle if sure and middle else None
            )
            cells.append("-" if width is None else f"{width:.2%}")
        self._print.line(
            f"  {'sure to':<{_NAMES}}" + "".join(f"{c:>{_WIDTH}}" for c in cells), "dim"
        )
        layouts = [sure.layout if (sure := one.sure(column)) else None for column in COLUMNS]
        if any(found is not None for found in layouts):
            cells = ["-" if found is None else f"{found:.2%}" for found in layouts]
            self._print.line(
                f"  {'layout ±':<{_NAMES}}" + "".join(f"{c:>{_WIDTH}}" for c in cells), "dim"
            )
        shown = (c for c in COLUMNS if one.per_byte(c) or c in one.curve)
        for why, columns in _by_doubt((column, one.doubt(column)) for column in shown):
            self._print.line(f"  {_where(columns)}: {why}")

    def _long(self, hash: str, one: Implementation) -> None:
        """What `long` of a tree hash is of, or why there is none; that of others is the slope."""
        if one.long_bytes:
            self._print.line(f"  long: a message of {one.long_bytes:,} bytes", "dim")
        elif one.slope and one.long is None:
            self._print.line(f"  no figure for long: {why_missing(hash)}", "dim")
        if one.slope and one.slope is not one.long:
            short, long = SLOPE_LENGTHS
            per_byte = format.per_byte(one.slope.median)
            self._print.line(f"  slope from {short} to {long} bytes: {per_byte} cycles/byte", "dim")

    def _effects(self, one: Implementation) -> None:
        """The variants of each experiment; of many, the first, the fastest and the slowest."""
        for effect, variants in one.experiments().items():
            self._print.line()
            self._head(f"{effect}: cycles/byte")
            for variant in extremes(variants):
                curve = variant.curve
                per_byte = [
                    curve[n].median / n if isinstance(n, int) and n in curve else None
                    for n in COLUMNS
                ]
                self._row(variant.variant, per_byte)

    def _head(self, what: str) -> None:
        columns = "".join(f"{format.column(column):>{_WIDTH}}" for column in COLUMNS)
        self._print.line(f"  {what:<{_NAMES}}{columns}", "dim")

    def _row(
        self,
        name: str,
        values: Sequence[float | None],
        style: str = "",
        signs: Sequence[str] = (),
    ) -> None:
        """A name and its cycles/byte, each with its sign. A name too long for its column gets a line of its own."""
        name = printable(name)
        if len(name) > _NAMES:
            self._print.line(f"  {name}", style)
            name = ""
        cells = (
            "-" if value is None else f"{format.per_byte(value)}{sign}"
            for value, sign in zip(values, signs or [""] * len(values), strict=True)
        )
        self._print.line(
            f"  {name:<{_NAMES}}" + "".join(f"{cell:>{_WIDTH}}" for cell in cells), style
        )
        self._is_marked |= any(signs)

    def _stands(self, hash: Hash, one: Implementation) -> None:
        """The rank among the hash's implementations, and a table of the others."""
        others = [other for other in compare.measured(hash) if other.name != one.name]
        self._print.line()
        if not others:
            self._print.line(
                f"  no other implementation of {hash.name} is measured yet: ./do {hash.name}"
            )
        else:
            if rank := _rank(hash, one):
                self._print.line(f"  {rank}")
            self._print.line("  medians of the others:")
            self._medians(others)

    def _medians(self, implementations: Sequence[Implementation]) -> None:
        for other in implementations[:_OTHERS]:
            self._row(other.name, _median(other), signs=_signs(other))
        if len(implementations) > _OTHERS:
            self._print.line(f"  and {len(implementations) - _OTHERS} slower ones")

    def _hash(self, hash: Hash) -> None:
        """A line for each implementation of a hash."""
        self._print.pieces((hash.name, "bold"), (f" on {self._place}: medians, fastest first", ""))
        timed = compare.measured(hash)
        if timed:
            self._head("cycles/byte at")
            self._medians(timed)
            self._print.line(f"  best options of {timed[0].name}: {_best_options(timed[0])}")
        for one in hash.implementations:
            if one not in timed or one.refused or one.findings:
                found = verdict(one)
                self._print.line(f"  {one.name}: {found.word}: {found.why}")
        self._print.line()

    def _hashes(self, hashes: Sequence[Hash]) -> None:
        """A line for each hash, fastest first, and the hashes without a figure."""
        title = f"{self._place}: medians of each hash's fastest implementation at each length"
        self._print.line(title, "bold")
        timed = [hash for hash in hashes if compare.measured(hash)]
        if timed:
            self._head("cycles/byte at")
        for hash in sorted(timed, key=_speed):
            self._fastest(hash)
        silent = [hash.name for hash in hashes if hash not in timed]
        if silent:
            self._print.line(f"  without a figure: {', '.join(silent)}")
        self._print.line()

    def _fastest(self, hash: Hash) -> None:
        """The figures of a hash, and whose they are where it is not that of 1536 bytes."""
        usual = compare.measured(hash)[0].name
        bests = {column: compare.fastest_at(hash, column) for column in COLUMNS}
        figures = (one.per_byte(column) if one else None for column, one in bests.items())
        self._row(
            f"{hash.name}/{usual}",
            [figure.median if figure else None for figure in figures],
            signs=[
                marks.of(one, column, marks.IN_TERMINALS) if one else ""
                for column, one in bests.items()
            ],
        )
        others: dict[str, list[str]] = {}
        for column, best in bests.items():
            if best and best.name != usual:
                others.setdefault(best.name, []).append(format.column(column))
        for name, columns in others.items():
            self._print.line(f"    at {', '.join(columns)}: {name}", "dim")

    def _counter(self) -> None:
        if self._is_marked:
            self._print.line(f"  {_LEGEND}", "dim")
        self._print.line(f"  {counting.in_a_line(self._target)}", "dim")
        self._print.line()


def _median(one: Implementation) -> list[float | None]:
    return [figure.median if (figure := one.per_byte(column)) else None for column in COLUMNS]


def _signs(one: Implementation) -> list[str]:
    return [marks.of(one, column, marks.IN_TERMINALS) for column in COLUMNS]


def _by_doubt(figures: Iterable[tuple[Column, str]]) -> list[tuple[str, list[Column]]]:
    """What speaks against some figures, each with their columns."""
    found: dict[str, list[Column]] = {}
    for column, why in figures:
        if why:
            found.setdefault(why, []).append(column)
    return list(found.items())


def _where(columns: Sequence[Column]) -> str:
    """'at 64, 1536 bytes and for long messages'"""
    lengths = [str(column) for column in columns if column != LONG]
    where = [f"at {', '.join(lengths)} bytes"] if lengths else []
    return " and ".join([*where, *(["for long messages"] if LONG in columns else [])])


def _best_options(one: Implementation) -> str:
    return format.options(one.winner.options) if one.winner else ""


def _speed(hash: Hash) -> tuple[bool, float, str]:
    """For sorting: by the median at 1536 bytes; hashes without one stand last."""
    best = compare.fastest_at(hash, RACE_LENGTH)
    figure = best.per_byte(RACE_LENGTH) if best else None
    return figure is None, figure.median if figure else 0, hash.name


def _rank(hash: Hash, one: Implementation) -> str:
    """'rank 2-3 of 5 at 1536 bytes, 1.02 (0.998 to 1.04) times the fastest', or nothing if it has no rank."""
    found = compare.standings(hash, RACE_LENGTH)
    standing = next((each for each in found if each.implementation is one), None)
    if standing is None:
        return ""
    of = f"of {len(found)} at {RACE_LENGTH} bytes"
    if standing.last == 1:
        return f"fastest {of}"
    rank = f"rank {format.rank(standing.rank, standing.last, '-')} {of}"
    relative = standing.relative
    if relative is None or relative.interval is None:
        return f"{rank}, the lowest median" if standing is found[0] else rank
    low, high = format.bound(relative.interval.low), format.bound(relative.interval.high)
    return f"{rank}, {format.ratio(relative.ratio)} ({low} to {high}) times the fastest"
