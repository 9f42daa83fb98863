"""What calling native code from Java costs: `make bench-jvm-native`.

    python -m tests.bench.jvm_native [--rounds N] [--java JVM] [--bench DIR]

Grøstl-256 with AES instructions is called in the ten ways of crypto_hash/groestl256/java-*, once a
message; and once a block, with padding in Java. The overhead of a way is its time less that of the
same machine code called from C. A message of Grøstl takes so long that its time is known to five
cycles only if it is short. So each way also calls a function that reads the message and does next
to nothing with it (tests/bench/native/xor32); beside it are calls whose messages are in native
memory already, and empty calls.

A round has a process of each, in an order of its own. Tables in Markdown are printed, with the
median over rounds and its confidence interval; of each mode, where processes have several, such as
one for each place in memory that an array can have. The exit status is 1 if an interval is wider than
5 % of the overhead and than 5 cycles: those with the short function, those of Grøstl for messages
of 0 and 64 bytes, and that of a block. As long as one is, there are more rounds, at most --rounds.
Leave the machine alone meanwhile: a round takes half a minute or more. A run that was stopped goes on
from the rounds in DIR.
"""

import argparse
import dataclasses
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import cast

import msgspec

from hashcop.data.lengths import SLOPE, Schedule
from hashcop.data.records import Sample
from hashcop.engine import session
from hashcop.engine.settings import Settings
from hashcop.engine.timing import shuffled
from hashcop.platforms.door import Group, OptionSet, Patience, Timer
from hashcop.platforms.jvm.lane import JvmLane
from hashcop.platforms.jvm.native import Natives
from hashcop.platforms.registry import named
from hashcop.results import certainty, samples
from tests.bench.jvm_truth import TARGET, built, groups_of
from tests.bench.place import HERE, ROOT

HASH, C, C_BLOCKS, SHORT = "groestl256", "aesni", "aesni-by-block", "xor32"
BLOCK = 64  # bytes
WAYS = (
    "jni-critical",
    "jni-region",
    "jni-elements",
    "jni-direct",
    "jni-address",
    "ffm-native",
    "ffm-critical",
    "ffm-heap-once",
    "ffm-heap-each",
    "ffm-copy",
)
THERE = ("jni-direct-there", "jni-address-there", "ffm-native-there", "ffm-critical-there")
NOTHING = ("jni-nothing", "ffm-nothing", "ffm-critical-nothing")
BLOCKS = "jni-critical-blocks"
AT = (0, 64, 576, 1536)  # bytes
JUDGED_AT = (0, 64)  # with Grøstl
LENGTHS = (*AT, *SLOPE)
SCHEDULE = Schedule(processes=1, warmup=3, timings=31, steps=2000)
C_PROCESSES = 3  # a round
LEAST, MOST = 15, 45  # rounds
PART, CYCLES = 0.05, 5  # of the overhead, and of a call: the widest interval
STUDY = 3.1  # cycles/byte: C. Hanser, Performance of the SHA-3 candidates in Java, 2012
# In the implementation in C: all full blocks at once, and one after the other.
AT_ONCE = "compress(h, in, full);"
ONE_BY_ONE = (
    "for (unsigned long long i = 0; i < full; ++i)\n            a_block(h, in + i * BLOCK_BYTES);"
)
INCLUDED = '#include "permutations.h"\n'
A_BLOCK = (
    "\n__attribute__((noinline)) static void a_block(unsigned char *h, const unsigned char *in) {\n"
    "    compress(h, in, 1);\n}\n"
)

Figures = dict[int, float]  # cycles of a call, by bytes
Round = dict[str, Figures]


class Unchecked(Natives):
    """Native code that is no hash."""

    def refuse_wrong(self, own: Group, program: Path, code: str, size: int) -> None:
        """See Natives: whatever it is, it is what is to be timed."""


@dataclass(frozen=True)
class Entry:
    """A build that is timed, in so many processes a round."""

    name: str
    group: Group
    artifact: Path
    timer: Timer
    processes: int = 1


def short(way: str) -> str:
    """The name of a way that calls the short function."""
    return f"{SHORT}-{way}"


def make_tree(bench: Path) -> Path:
    """The hash, what only this bench has, and C that takes one block at a time, in a tree."""
    tree = bench / "tree"
    own = tree / "crypto_hash" / HASH
    shutil.copytree(ROOT / "crypto_hash" / HASH, own)
    shutil.copytree(HERE / "native", own, dirs_exist_ok=True)
    for way in WAYS:
        shutil.copytree(own / f"java-{way}", own / f"java-{short(way)}")
        (own / f"java-{short(way)}" / "native").write_text(SHORT)
    shutil.copytree(own / C, own / C_BLOCKS)
    source = own / C_BLOCKS / "hash.c"
    text = source.read_text()
    if AT_ONCE not in text or INCLUDED not in text:
        sys.exit(f"{HASH}/{C}/hash.c has another form than this bench expects")
    source.write_text(text.replace(INCLUDED, INCLUDED + A_BLOCK).replace(AT_ONCE, ONE_BY_ONE))
    return tree


def build_c(lane: JvmLane, group: Group, name: str, timer: Timer, bench: Path) -> Entry:
    """Code in C, built as that which a group in Java calls."""
    like = lane.natives.group_of(group)
    directory = like.implementation.directory.with_name(name)
    one = dataclasses.replace(like.implementation, name=name, directory=directory)
    own = dataclasses.replace(like, implementation=one, security=one.security)
    return Entry(name, own, built(own, own.option_sets[0], bench), timer, C_PROCESSES)


def entries(lane: JvmLane, bench: Path, jvm: str) -> Iterator[Entry]:
    """All that is timed. `jvm`: the newest if it is empty."""
    patience = Patience(600)
    timer, c_timer = lane.timer(lane.core, patience), lane.c.timer(lane.core, patience)
    tree, some = make_tree(bench), None
    for way in (*WAYS, BLOCKS, *map(short, WAYS), *THERE, *NOTHING):
        (group,) = groups_of(lane, tree, f"{HASH}/java-{way}")
        one = chosen(group, jvm)
        if one is None:
            print(f"{way} is left out: {group.skip or f'not for {jvm}'}", file=sys.stderr)
            continue
        yield Entry(way, group, built(group, one, bench), timer)
        some = group
    for name in (C, C_BLOCKS, SHORT) if some else ():
        assert some is not None  # the loop ends at once otherwise
        yield build_c(lane, some, name, c_timer, bench)


def chosen(group: Group, jvm: str) -> OptionSet | None:
    """The option set of a JVM; None where the implementation is not for it."""
    return next((one for one in group.option_sets if jvm in ("", one.command)), None)


def figures(found: Sequence[Sample]) -> Figures:
    """The median cycles of a call, by length, of some processes."""
    timings: dict[int, list[float]] = {}
    for sample in found:
        for length, some, _ in samples.cycles(sample):
            timings.setdefault(length, []).append(median(some))
    return {length: median(some) for length, some in timings.items()}


def one_round(every: Sequence[Entry], number: int) -> Round:
    """All processes of a round, in an order of its own."""
    order = [one for one in every for _ in range(one.processes)]
    random.Random(number).shuffle(order)
    found: dict[str, list[Sample]] = {}
    for place, one in enumerate(order):
        lengths = shuffled(LENGTHS, number + place)
        said = one.timer.time(one.artifact, lengths, SCHEDULE, one.group.target, seed=number)
        if isinstance(said, str):
            sys.exit(f"{one.name}: {said}")
        found.setdefault(one.name, []).append(said)
    return {name: figures(some) for name, some in found.items()}


@dataclass(frozen=True)
class Mode:
    """The median over some rounds of a figure, with its interval."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True)
class Cell:
    """A figure over rounds: its modes, the lowest first. `cycles`: as wide as an interval may be in any case."""

    modes: tuple[Mode, ...]
    cycles: float
    digits: int

    @property
    def is_wide(self) -> bool:
        """Whether the interval of a mode is too wide."""
        return any(
            one.high - one.low > max(PART * abs(one.middle), self.cycles) for one in self.modes
        )

    def __str__(self) -> str:
        return " or ".join(map(self._text, self.modes))

    def _text(self, one: Mode) -> str:
        low, middle, high = (f"{x:.{self.digits}f}" for x in (one.low, one.middle, one.high))
        return f"{middle} [{low}, {high}]"


def cell(
    values: Sequence[float], cycles: float = CYCLES, digits: int = 0, *, has_modes: bool = True
) -> Cell:
    """The values of all rounds as a figure.

    Where the interval of all is too wide, it may have several modes, since processes differ by where memory and code
    happened to lie: some values are followed by none that an interval around them may reach, and each mode has a sixth
    of the rounds or more.
    """
    ordered = sorted(values)
    whole = Cell((_mode(ordered),), cycles, digits)
    if not (has_modes and whole.is_wide):
        return whole
    groups, few = [[ordered[0]]], len(ordered) / 6
    for place, (before, after) in enumerate(pairwise(ordered), 1):
        is_apart = after - before > max(PART * abs(before), cycles)
        if is_apart and len(groups[-1]) >= few and len(ordered) - place >= few:
            groups.append([])
        groups[-1].append(after)
    return Cell(tuple(map(_mode, groups)), cycles, digits)


def _mode(values: Sequence[float]) -> Mode:
    around = certainty.interval(values)
    return Mode(median(values), around.low, around.high)


def long(one: Figures) -> float:
    """Cycles/byte of long messages."""
    low, high = SLOPE
    return (one[high] - one[low]) / (high - low)


@dataclass(frozen=True)
class Results:
    """All rounds. `known`: what was timed in them."""

    rounds: list[Round]

    @property
    def known(self) -> set[str]:
        """The names of what was timed."""
        return set(self.rounds[0])

    def at(self, name: str, length: int, base: str = "", digits: int = 0) -> Cell:
        """Cycles of a call; beyond those of code in C, if that is named."""
        own = (one[name][length] - (one[base][length] if base else 0) for one in self.rounds)
        is_judged = base != C or length in JUDGED_AT
        return cell(list(own), digits=digits, has_modes=is_judged)

    def long(self, name: str, base: str = "", digits: int = 3) -> Cell:
        """The same in cycles/byte of long messages: differences of two lengths, whose modes mix."""
        own = (long(one[name]) - (long(one[base]) if base else 0) for one in self.rounds)
        return cell(list(own), CYCLES / (SLOPE[1] - SLOPE[0]), digits, has_modes=False)

    @property
    def a_block(self) -> Cell:
        """Cycles that a block takes longer from Java than from C."""
        return cell([BLOCK * (long(one[BLOCKS]) - long(one[C_BLOCKS])) for one in self.rounds])

    def wide(self) -> Iterator[str]:
        """The intervals that are too wide."""
        for way in WAYS:
            if way not in self.known:
                continue
            cells = {f"at {n} bytes": self.at(way, n, C) for n in JUDGED_AT}
            name = short(way)
            cells |= {f"at {n} bytes with {SHORT}": self.at(name, n, SHORT) for n in AT}
            cells[f"long messages with {SHORT}"] = self.long(name, SHORT)
            yield from (f"{way}, {where}: {one}" for where, one in cells.items() if one.is_wide)
        if self.a_block.is_wide:
            yield f"a block: {self.a_block}"

    def print_table(self, base: str, names: dict[str, str]) -> None:
        """The overhead of ways against code in C. `names`: of rows, to what is in them."""
        lengths = " | ".join(f"{n} bytes" for n in AT)
        print(f"| {base} | {lengths} | long, cycles/byte |\n| --- |{' ---: |' * (len(AT) + 1)}")
        cells = [self.at(base, n) for n in AT]
        print(f"| from C: all of the call | {' | '.join(map(str, cells))} | {self.long(base)} |")
        for row, name in names.items():
            if name in self.known:
                cells = [self.at(name, n, base) for n in AT]
                print(f"| {row} | {' | '.join(map(str, cells))} | {self.long(name, base)} |")
        print()

    def print_rest(self) -> None:
        """Empty calls, and calls once a block."""
        print("| | cycles |\n| --- | ---: |")
        for name in NOTHING:
            if name in self.known:
                print(f"| {name} | {self.at(name, 0, digits=1)} |")
        print("\n| once a block | long, cycles/byte |\n| --- | ---: |")
        print(f"| C, all blocks at once | {self.long(C, digits=2)} |")
        print(f"| C, one block at a time | {self.long(C_BLOCKS, digits=2)} |")
        print(f"| Java, one block at a time | {self.long(BLOCKS, digits=2)} |")
        print(f"| more than C, one block at a time | {self.long(BLOCKS, C_BLOCKS, 2)} |")
        print(f"| more than C, all blocks at once | {self.long(BLOCKS, C, 2)} |")
        print("| the study of 2012 | " + f"{STUDY} |")
        print(
            f"\nA block: {self.a_block} cycles more from Java; in the study {STUDY * BLOCK:.0f}.\n"
        )


def measured(every: Sequence[Entry], most: int, file: Path) -> Results:
    """As many rounds as are needed, with those that are in a file already, of which it has all."""
    names = {one.name for one in every}
    lines = file.read_bytes().splitlines() if file.exists() else []
    rounds = [one for line in lines if set(one := msgspec.json.decode(line, type=Round)) == names]
    while len(rounds) < LEAST or any(Results(rounds).wide()):
        if len(rounds) >= most:
            break
        rounds.append(one_round(every, len(rounds)))
        with file.open("ab") as kept:
            kept.write(msgspec.json.encode(rounds[-1]) + b"\n")
        print(f"round {len(rounds)}", file=sys.stderr)
    return Results(rounds)


def main(words: list[str]) -> int:
    """See above."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=MOST)
    parser.add_argument("--java", default="", help="java-17, say; by default the newest")
    parser.add_argument("--bench", type=Path)
    said = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as directory:
        bench = Path(directory)
        place = said.bench or bench
        place.mkdir(parents=True, exist_ok=True)
        settings = Settings(bench=bench, cache=place / "cache", targets=(TARGET,))
        kept = session.open_cache(settings)
        _, lanes = session.open_lanes(named(["jvm"]), settings, kept.directory, print)
        lane = cast(JvmLane, lanes.of["jvm"])
        lane.natives = Unchecked(lane.c, lane.compilers[0])
        every = list(entries(lane, bench, said.java))
        jvm = said.java or every[0].group.option_sets[0].command
        results = measured(every, said.rounds, place / f"native-{jvm}.jsonl")
    print(f"{jvm}, {len(results.rounds)} rounds: cycles of a call beyond those in C\n")
    results.print_table(C, {way: way for way in WAYS})
    results.print_table(SHORT, {way: short(way) for way in WAYS} | {way: way for way in THERE})
    results.print_rest()
    wide = list(results.wide())
    for one in wide:
        print(f"too wide: {one}")
    return 1 if wide else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
