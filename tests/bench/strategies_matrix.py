"""The matrix of strategies and functions, in Markdown, from the rows of tests/bench/strategies.py."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import median

from hashcop.platforms.jvm.classes import LONGEST
from hashcop.results.certainty import CONFIDENCE, Interval, interval
from tests.bench.strategies_sources import (
    PORT,
    Case,
    Macros,
    marks,
    meaningless,
    title,
)

LEAST = 0.01  # an effect that is smaller does not count
TOO_LONG, NEEDED, NOT_YET = "too long", "needed", "not yet"
COLUMNS = {"long": "long messages", "race": "1536 bytes"}


@dataclass(frozen=True)
class Row:
    """What a process told, or in round -1 that a variant is right. A line of the file, with a tab between its fields.

    `source` is a hash of the source, `code` one of bytecode and JVM. `race` is in cycles/byte at 1536 bytes, `long` the
    slope. `longest` is the largest method's bytecode, `compiled` the JVM's code of all methods; both in bytes.
    """

    java: str
    function: str
    bits: int
    macros: str
    source: str
    code: str
    round: int
    race: float
    long: float
    longest: int
    compiled: int
    steady: int

    def line(self) -> str:
        """As the file has it."""
        return "\t".join(str(getattr(self, one.name)) for one in fields(self)) + "\n"

    @classmethod
    def parse(cls, line: str) -> "Row":
        """A line of the file. Raises ValueError."""
        words = line.rstrip("\n").split("\t")
        types = [one.type if isinstance(one.type, type) else str for one in fields(cls)]
        if len(words) != len(types) or not line.endswith("\n"):
            raise ValueError(line)
        return cls(*(kind(word) for kind, word in zip(types, words, strict=True)))


@dataclass(frozen=True)
class Ratio:
    """A variant's time with a strategy, as a multiple of that without: median of the rounds, and its interval."""

    middle: float
    sure: Interval

    @property
    def helps(self) -> bool:
        """Surely, and by more than LEAST."""
        return self.sure.high < 1 and self.middle < 1 - LEAST

    @property
    def harms(self) -> bool:
        """The same the other way."""
        return self.sure.low > 1 and self.middle > 1 + LEAST

    def __str__(self) -> str:
        return f"{self.middle:.2f} ({self.sure.low:.2f}–{self.sure.high:.2f})"


class Figures:
    """The rows of one JVM."""

    def __init__(self, rows: Iterable[Row], java: str, column: str) -> None:
        self.column = column
        self.java = java
        self.of: dict[tuple[str, int, str], dict[int, float]] = {}
        self.longest: dict[tuple[str, int, str], int] = {}
        self.compiled: dict[tuple[str, int, str], list[int]] = {}
        self.code: dict[tuple[str, int, str], str] = {}
        self.unsteady = self.processes = 0
        for row in rows:
            if row.java != java:
                continue
            variant = row.function, row.bits, row.macros
            self.longest[variant], self.code[variant] = row.longest, row.code
            if row.round < 0:
                continue
            self.of.setdefault(variant, {})[row.round] = getattr(row, column)
            self.compiled.setdefault(variant, []).append(row.compiled)
            self.processes += 1
            self.unsteady += not row.steady

    def variant(self, case: Case, macros: Macros) -> tuple[str, int, str]:
        """Its key."""
        return case.function, case.bits, title(macros)

    def per_byte(self, case: Case, macros: Macros) -> float:
        """The median of all rounds; 0 without any."""
        found = self.of.get(self.variant(case, macros), {})
        return median(found.values()) if found else 0.0

    def ratio(self, case: Case, pair: tuple[Macros, Macros]) -> Ratio | str:
        """Of the first to the second; or why there is none."""
        keys = [self.variant(case, macros) for macros in pair]
        if self.longest.get(keys[0], 0) > LONGEST:
            return TOO_LONG
        if self.longest.get(keys[1], 0) > LONGEST:
            return NEEDED
        ours, theirs = (self.of.get(key, {}) for key in keys)
        both = sorted(ours.keys() & theirs.keys())
        if not both:
            return NOT_YET
        if self.code[keys[0]] == self.code[keys[1]]:
            return "same code"
        ratios = [ours[n] / theirs[n] for n in both]
        return Ratio(median(ratios), interval(ratios))

    def sizes(self, case: Case, macros: Macros) -> str:
        """Bytes of the longest method, and of the JVM's code."""
        key = self.variant(case, macros)
        compiled = median(self.compiled.get(key, [0]))
        return f"{self.longest.get(key, 0)} / {compiled:.0f}"


def strategies_of(cases: Sequence[Case]) -> list[str]:
    """All of them, values together, in the order of the file."""
    every = dict.fromkeys(one for case in cases for one in case.strategies)
    turns = [one for one in every if one.startswith("UNROLL")]
    return [
        *sorted(turns, key=lambda one: (len(one), one)),
        *(one for one in every if one not in turns),
    ]


def named(strategy: str, function: str) -> bool:
    """Whether the study names it for the function: of unrolling, the partial one; of rotations, OR."""
    if strategy == "UNROLL=ALL":
        return False
    name = strategy.partition("=")[0]
    of_study = "=" not in strategy or name == "UNROLL" or strategy == "ROTATE=OR"
    return of_study and function in marks().get(name, [])


def star(strategy: str, case: Case) -> str:
    """Says so in a table."""
    return " \\*" if named(strategy, case.function) else ""


def effect(port: Ratio | str, final: Ratio | str) -> str:
    """What a strategy does for a function, in a word."""
    if NOT_YET in (port, final):
        return NOT_YET
    in_port = isinstance(port, Ratio) and port.helps
    in_final = final == NEEDED or (isinstance(final, Ratio) and final.helps)
    if isinstance(final, Ratio) and final.harms:
        return "port, not final" if in_port else "harms"
    if in_port or in_final:
        return "both" if in_port and in_final else "port" if in_port else "final"
    if TOO_LONG in (port, final):
        return TOO_LONG
    return "harms port" if isinstance(port, Ratio) and port.harms else "none"


VERDICTS = """\
A strategy *helps* if the interval of the ratio is wholly below 1 and the ratio is below 0.99, and *harms* if the
interval is wholly above 1 and the ratio is above 1.01. For a function and size it is

- **both**: it helps the port and the final form
- **port**, **final**: it helps only that one
- **none**: it helps neither
- **harms**: the final form is slower with it; **port, not final**: and the port is faster
- **harms port**: the port is slower with it, and the final form neither faster nor slower
- **too long**: with it a method has more than 8000 bytes of bytecode, and HotSpot does not compile it; **needed**: so
  it is without it

The verdict goes by the functions for which the study names the strategy, or, if it names it for none, by all that have
it. **Still true**: at least half of them are *both*. **In the final form**: at least half are *both* or *final*. **The
JIT's by now**, or another strategy's: it helps the port of at least half, but not the final form. **In part**: it helps
some. Otherwise **no longer**, if the study names it, and **never here**, if not. *True* is said of strategies that the
study does not name.
"""


def verdict(effects: Mapping[tuple[str, int], str], strategy: str) -> str:
    """See VERDICTS. `effects` is by function and size."""
    ours = {key: one for key, one in effects.items() if named(strategy, key[0])}
    judged = [one for one in (ours or effects).values() if one != NOT_YET]
    if not judged:
        return NOT_YET

    def half(*words: str) -> bool:
        return 2 * sum(one in words for one in judged) >= len(judged)

    if half("both"):
        return "still true" if ours else "true"
    if half("both", "final"):
        return "in the final form"
    if half("both", "port", "port, not final"):
        return "the JIT's by now"
    if any(one in ("both", "final", "port", "port, not final") for one in judged):
        return "in part"
    return "no longer" if ours else "never here"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lines of a Markdown table."""
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' for _ in head)} |"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def _heads(cases: Sequence[Case]) -> list[str]:
    return [f"{case.name}-{case.bits}" for case in cases]


def _ratios(figures: Figures, cases: Sequence[Case], which: int) -> Iterator[list[str]]:
    for strategy in strategies_of(cases):
        cells = []
        for case in cases:
            has = strategy in case.strategies
            found = figures.ratio(case, case.pairs(strategy)[which]) if has else "–"
            cells.append(f"{found}{star(strategy, case) if has else ''}")
        yield [strategy, *cells]


def _verdicts(figures: Figures, cases: Sequence[Case]) -> Iterator[list[str]]:
    """Of the values of UNROLL, the best partial one has the verdict."""
    for strategy in strategies_of(cases):
        own = [case for case in cases if strategy in case.strategies]
        effects = {(case.function, case.bits): _effect(figures, case, [strategy]) for case in own}
        is_value = strategy.startswith("UNROLL")
        yield _verdict_row(strategy, effects, cases, "" if is_value else verdict(effects, strategy))
        if strategy == "UNROLL=ALL":
            best = {
                (case.function, case.bits): _effect(figures, case, _partial(case)) for case in cases
            }
            yield _verdict_row("UNROLL, best of 2 to 24", best, cases, verdict(best, "UNROLL=2"))


def _partial(case: Case) -> list[str]:
    return [one for one in case.strategies if one.startswith("UNROLL") and one != "UNROLL=ALL"]


def _effect(figures: Figures, case: Case, strategies: Sequence[str]) -> str:
    """Of the best of some strategies, for the port and for the final form."""
    pairs = zip(*(case.pairs(one) for one in strategies), strict=True)
    return effect(*(_best([figures.ratio(case, pair) for pair in each]) for each in pairs))


def _best(found: Sequence[Ratio | str]) -> Ratio | str:
    if NOT_YET in found:
        return NOT_YET
    ratios = [one for one in found if isinstance(one, Ratio)]
    return min(ratios, key=lambda one: one.middle) if ratios else found[0]


def _verdict_row(
    name: str, effects: Mapping[tuple[str, int], str], cases: Sequence[Case], said: str
) -> list[str]:
    keys = {case: (case.function, case.bits) for case in cases}
    strategy = name.partition(",")[0]
    cells = [
        effects[key] + star(strategy, case) if key in effects else "–" for case, key in keys.items()
    ]
    return [name, *cells, said]


def _speeds(figures: Figures, cases: Sequence[Case]) -> Iterator[list[str]]:
    for case in cases:
        port, final = figures.per_byte(case, PORT), figures.per_byte(case, case.final)
        if not port or not final:
            continue
        before, after = case.study
        yield [
            f"{case.name}-{case.bits}",
            f"{port:.1f}",
            f"{final:.1f}",
            f"{port / final:.2f}",
            f"{before:g}" if before else "–",
            f"{after:g}",
            f"{before / after:.2f}" if before else "–",
            figures.sizes(case, PORT),
            figures.sizes(case, case.final),
        ]


def _sizes(figures: Figures, cases: Sequence[Case]) -> Iterator[list[str]]:
    for strategy in strategies_of(cases):
        cells = []
        for case in cases:
            pairs = case.pairs(strategy) if strategy in case.strategies else ()
            cells.append(", ".join(figures.sizes(case, pair[0]) for pair in pairs) or "–")
        yield [strategy, *cells]


def _said(figures: Figures) -> Iterator[str]:
    counts = sorted({len(found) for found in figures.of.values()})
    sure = interval([float(n) for n in range(counts[0])]).confidence
    rounds = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else str(counts[0])
    few = "" if sure >= CONFIDENCE else ", so that verdicts are provisional"
    yield f"Rounds: {rounds}. An interval of {counts[0]} has {100 * sure:.0f} % confidence{few}."
    yield f"{figures.unsteady} of {figures.processes} processes were still compiling when they were timed."


SPEEDS = (
    "function",
    "port",
    "final",
    "factor",
    "study: port",
    "final",
    "factor",
    "bytes: port",
    "bytes: final",
)


def report(rows: Sequence[Row], cases: Sequence[Case], javas: Sequence[str]) -> str:
    """All of it."""
    lines: list[str] = []
    for java in javas:
        figures = Figures(rows, java, "long")
        if not figures.processes:
            continue
        heads = ("strategy", *_heads(cases))
        lines += [f"## {java}", "", *_said(figures), ""]
        lines += ["### From port to final form, cycles/byte of long messages", ""]
        lines += [
            "Bytes: of the longest method's bytecode, and of the JVM's code of all methods.",
            "",
        ]
        lines += table(SPEEDS, _speeds(figures, cases))
        lines += ["### Verdicts", ""]
        lines += table((*heads, "verdict"), _verdicts(figures, cases))
        for column, words in COLUMNS.items():
            own = Figures(rows, java, column)
            lines += [f"### Port with the strategy / port, {words}", ""]
            lines += table(heads, _ratios(own, cases, 0))
            lines += [f"### Final form with the strategy / without, {words}", ""]
            lines += table(heads, _ratios(own, cases, 1))
        lines += [
            "### Bytes of the longest method / of the JVM's code: port with it, final with it",
            "",
        ]
        lines += table(heads, _sizes(figures, cases))
    lines += [
        "## How to read it",
        "",
        VERDICTS,
        "",
        "\\* the study names it for this function.",
        "",
    ]
    for case in cases:
        if case.bits == 256:
            lines += [
                f"- {case.name}: {one}: {why}" for one, why in meaningless(case.function).items()
            ]
    return "\n".join(lines) + "\n"
