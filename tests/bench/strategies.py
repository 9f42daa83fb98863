"""What each strategy of the study of 2012 is worth in Java today: `make bench-jvm-strategies`.

    python -m tests.bench.strategies [FUNCTION...] [--java 'java-25 -Xint']... [--pairs N] [--bench DIR]

Each function is a plain port with switches (tests/bench/strategies). For each strategy two ratios of times are
measured: the port with it to the port, and the final form with it to the final form without it. A round is one process
of each variant, in random order; a ratio is of two processes of one round, and its interval is that of the median of
all rounds. Every variant is checked before it is timed. Variants with the same bytecode are timed once. DIR keeps a
line for each process, so that a run that was ended goes on there; the matrix is printed at the end, and is in
DIR/strategies.md.
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from statistics import median

from hashcop.data.lengths import RACE, SLOPE, Schedule
from hashcop.data.records import OPERATION, Hosted, Sample
from hashcop.engine import plan, selection, session, tree
from hashcop.engine.settings import Settings
from hashcop.platforms.door import Group, Lane, OptionSet, Patience, Timer
from hashcop.platforms.jvm.classes import LONGEST, read
from hashcop.platforms.registry import named
from hashcop.results import samples
from tests.bench.strategies_matrix import Row, report
from tests.bench.strategies_sources import Case, Macros, cases, functions, title

TARGET = "jvm-amd64"
JAVA = ("java-25", "java-17")
PAIRS = 15
SCHEDULE = Schedule(processes=1, warmup=3, timings=15, steps=1000)
LENGTHS = (RACE, *SLOPE)
SECONDS = 100  # that a call may take, in a check
PATIENCE = 600  # seconds, of all timings
CHECK = ("kat.tsv", "checksumbig", "checksumsmall")  # files of a hash


class Kept:
    """The lines of all processes so far."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.rows: list[Row] = []
        if file.is_file():
            for line in file.read_text().splitlines(keepends=True):
                try:
                    self.rows.append(Row.parse(line))
                except ValueError:  # the end of a run that was killed
                    continue
            file.write_text("".join(row.line() for row in self.rows))

    def add(self, row: Row) -> None:
        """One more."""
        self.rows.append(row)
        with self.file.open("a") as file:
            file.write(row.line())

    def of(self, java: str, source: str) -> list[Row]:
        """Of a variant on a JVM."""
        return [row for row in self.rows if row.java == java and row.source == source]


@dataclass(frozen=True)
class Variant:
    """A source to be built."""

    case: Case
    macros: Macros
    text: str

    @property
    def source(self) -> str:
        """A hash of it."""
        return sha256(self.text.encode()).hexdigest()[:16]

    @property
    def name(self) -> str:
        """Of its directory."""
        return f"java-{title(self.macros).replace('=', '-')}"


@dataclass(frozen=True)
class Ready:
    """A variant that is built for a JVM."""

    variant: Variant
    group: Group
    artifact: Path
    code: str
    longest: int

    def row(self, java: str, round: int, sample: Sample | None = None) -> Row:
        """Its line."""
        case = self.variant.case
        race, slope = figures(sample) if sample else (0.0, 0.0)
        jvm = sample.jvm if sample else None
        return Row(
            java=java,
            function=case.function,
            bits=case.bits,
            macros=title(self.variant.macros),
            source=self.variant.source,
            code=self.code,
            round=round,
            race=round_to(race),
            long=round_to(slope),
            longest=self.longest,
            compiled=compiled_size(jvm) if jvm else 0,
            steady=int(jvm is not None and jvm.steady),
        )


def round_to(value: float) -> float:
    """Enough digits for a file."""
    return float(f"{value:.6g}")


def figures(sample: Sample) -> tuple[float, float]:
    """Cycles/byte at 1536 bytes, and of long messages."""
    found = samples.together([sample])
    at = {length: median(samples.undisturbed(each)) for length, each in found.items()}
    short, long = SLOPE
    return at[RACE] / RACE, (at[long] - at[short]) / (long - short)


def compiled_size(jvm: Hosted) -> int:
    """Bytes of the code of the highest level of each of the implementation's methods."""
    highest: dict[str, tuple[int, int]] = {}
    for one in jvm.code:
        if one.method.startswith("Hash."):
            highest[one.method] = max(highest.get(one.method, (0, 0)), (one.level, one.bytes))
    return sum(size for _, size in highest.values())


def variants_of(case: Case) -> list[Variant]:
    """All of them, preprocessed."""
    with ThreadPoolExecutor() as pool:
        every = list(case.variants())
        texts = list(pool.map(case.source, every))
    return [Variant(case, macros, text) for macros, text in zip(every, texts, strict=True)]


def plant(where: Path, variants: Sequence[Variant]) -> None:
    """A tree with an implementation for each variant."""
    for one in variants:
        function = where / OPERATION / one.case.hash
        (function / one.name).mkdir(parents=True, exist_ok=True)
        (function / one.name / "Hash.java").write_text(one.text)
        for name in CHECK:
            (function / name).write_bytes(one.case.known_answers().with_name(name).read_bytes())


class Bench:
    """Builds, checks and times variants on one lane."""

    def __init__(self, lane: Lane, kept: Kept, work: Path) -> None:
        self.lane = lane
        self.kept = kept
        self.work = work
        self.timer: Timer = lane.timer(lane.core, Patience(PATIENCE))

    def run(self, case: Case, java: str, pairs: int) -> None:
        """All rounds of a function on a JVM that are not there yet."""
        variants = {one.source: one for one in variants_of(case)}.values()
        numbers = range(pairs)
        left = [
            one
            for one in variants
            if not {-1, *numbers} <= self._rounds(java, one.source)
            and not self._is_left_out(java, one)
        ]
        if not left:
            return
        ready = self._built(java, left)
        for number in numbers:
            order = [one for one in ready if number not in self._rounds(java, one.variant.source)]
            random.Random(f"{case.hash} {number}").shuffle(order)
            self._round(java, number, order)
            print(f"{case.hash} on {java}: round {number + 1} of {pairs}", flush=True)

    def _rounds(self, java: str, source: str) -> set[int]:
        return {row.round for row in self.kept.of(java, source)}

    def _is_left_out(self, java: str, one: Variant) -> bool:
        """Its method is too long for a JVM to compile, as is known from a run before."""
        return any(row.longest > LONGEST for row in self.kept.of(java, one.source))

    def _built(self, java: str, variants: Sequence[Variant]) -> list[Ready]:
        """Built and checked, each bytecode once."""
        where = self.work / "tree"
        plant(where, variants)
        hash = variants[0].case.hash
        functions = tree.walk(where, named(["jvm"]))
        chosen = selection.parse([hash], functions)
        groups = {
            group.implementation.name: group
            for group in plan.make(functions, chosen, {"jvm": self.lane}, [TARGET])
        }

        def build(one: Variant) -> Ready:
            return self._build(java, one, groups[one.name])

        with ThreadPoolExecutor(2) as pool:
            ready = list(pool.map(build, variants))
            right = {row.code for row in self.kept.rows if row.java == java and row.round < 0}
            timed = [one for one in ready if one.longest <= LONGEST]
            new = {one.code: one for one in timed if one.code not in right}
            list(pool.map(lambda one: self._check(java, one), new.values()))
        for one in ready:
            if -1 not in self._rounds(java, one.variant.source):
                self.kept.add(one.row(java, -1))
        return timed

    def _build(self, java: str, one: Variant, group: Group) -> Ready:
        chosen = self.lane.with_options(group, java)
        if chosen is None:
            sys.exit(f"no JVM here is called {java.split()[0]}")
        workshop = self.lane.workshop(chosen, self.work / f"{one.case.hash}-{one.source}")
        try:
            made = workshop.build(chosen.option_sets[0])
        finally:
            workshop.close()
        if made.artifact is None:
            sys.exit(f"{one.case.hash} {title(one.macros)}: {made.outcome.reason}")
        own = read((made.artifact.parent / "classes" / "Hash.class").read_bytes())
        return Ready(one, chosen, made.artifact, made.outcome.object, max(own.methods.values()))

    def _check(self, java: str, one: Ready) -> None:
        option_set: OptionSet = one.group.option_sets[0]
        verdict = self.lane.check(one.group, option_set, one.artifact, SECONDS)
        if verdict.outcome != "right" or not verdict.known_answers:
            case, name = one.variant.case, title(one.variant.macros)
            sys.exit(f"{case.hash} {name}: {verdict.outcome}: {verdict.reason}")
        self.kept.add(one.row(java, -1))

    def _round(self, java: str, number: int, order: Sequence[Ready]) -> None:
        found = {row.code: row for row in self.kept.rows if (row.java, row.round) == (java, number)}
        for one in order:
            same = found.get(one.code)
            if same is None:
                sample = self.timer.time(
                    one.artifact, LENGTHS, SCHEDULE, one.group.target, seed=number, group=one.group
                )
                if isinstance(sample, str):
                    sys.exit(f"{one.variant.case.hash} {title(one.variant.macros)}: {sample}")
                row = found[one.code] = one.row(java, number, sample)
            else:
                row = replace(same, macros=title(one.variant.macros), source=one.variant.source)
            self.kept.add(row)


def rows_now(kept: Kept, chosen: Sequence[Case]) -> Iterator[Row]:
    """Those of the sources as they are now. Two sets of strategies can be one source."""
    of: dict[str, list[Row]] = {}
    for row in kept.rows:
        of.setdefault(row.source, []).append(row)
    for case in chosen:
        for one in variants_of(case):
            for row in of.get(one.source, ()):
                yield replace(row, macros=title(one.macros))


def main(words: Sequence[str]) -> int:
    """See above."""
    parser = argparse.ArgumentParser(prog="make bench-jvm-strategies")
    parser.add_argument(
        "functions",
        nargs="*",
        metavar="FUNCTION",
        help=f"{', '.join(functions())}, or one size: keccak-256",
    )
    parser.add_argument("--java", action="append", help="a JVM, with flags; may be given again")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="0: only build and check")
    parser.add_argument("--bench", type=Path, help="where results are kept")
    parser.add_argument("--report", action="store_true", help="measure nothing")
    asked = parser.parse_args(words)
    try:
        chosen = cases(asked.functions)
    except KeyError as error:
        parser.error(f"no function is called {error}")
    javas = asked.java or JAVA
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        bench: Path = asked.bench or work
        bench.mkdir(parents=True, exist_ok=True)
        kept = Kept(bench / "strategies.tsv")
        if not asked.report:
            settings = Settings(bench=work, cache=bench / "cache", targets=(TARGET,))
            cache = session.open_cache(settings)
            stack.callback(cache.close)
            _, lanes = session.open_lanes(named(["jvm"]), settings, cache.directory, print)
            one = Bench(lanes.of["jvm"], kept, work)
            for case in chosen:
                for java in javas:
                    one.run(case, java, asked.pairs)
        text = report(list(rows_now(kept, chosen)), chosen, javas)
        (bench / "strategies.md").write_text(text)
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
