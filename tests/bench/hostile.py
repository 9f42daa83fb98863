"""Hostile trees: whether honest code comes out right beside cheats, and cheats do not.

    make bench-hostile
    make bench-hostile TREES='endless slow' KEEP=DIR

Runs each tree of tests/support/hostile_trees.py with one option set for each compiler, and judges by the records that
the run wrote. A tree with a hash that this repository does not have is run without a reference first: honest code must
not be called wrong. If the hash is disputed then, the tree is run again with an honest implementation as `--reference`.

Exit status 1: honest code was condemned, something whose digests are wrong came out right, or a run showed a traceback
or did not end. What got a table with figures that its honest base has not is listed.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hashcop import ROOT
from hashcop.data import files
from hashcop.data.records import Audit, Build, Check, Sample, Timings
from hashcop.results import samples
from hashcop.results.verdict import DISPUTED, MARKED, NOT_BUILT, RIGHT, UNCHECKED, WRONG, of_check
from tests.support import hostile_trees
from tests.support.hostile_trees import Member, Room, Tree
from tests.support.strangers import FOUND

LENGTH = 1536  # bytes, of the figures that are compared
GAIN = 1.1  # times as fast as the honest code that it was made of: less is no gain
LONGEST = 600  # seconds that a run may take
WAITS = "waiting for another"  # what a run says while it has to
WITHIN = 20  # seconds in which an interrupted run has to end
OPTIONS = ("--profile", "quick", "--abi", "amd64", "--patience", "0", "--no-pages")
About = tuple[str, str, str]  # operation, hash, implementation


@dataclass
class Found:
    """What is recorded of an implementation. By machine code: the last check, samples, and the last audit.

    What is wrong with one subroutine is built with another one: only builds with the last ones count.
    """

    checks: dict[str, Check] = field(default_factory=dict)
    samples: dict[str, list[Sample]] = field(default_factory=lambda: defaultdict(list))
    audits: dict[str, Audit] = field(default_factory=dict)
    failed: str = ""  # why a build did
    subroutines: tuple[str, ...] = ()  # of its last build

    def add(self, record: Build | Check | Timings | Audit) -> None:
        """Take in a record of it, later than all before."""
        if isinstance(record, Build):
            self._built(record)
        elif isinstance(record, Check):
            self.checks[record.object] = record
        elif isinstance(record, Audit):
            self.audits[record.object] = record
        elif LENGTH in record.bytes:
            self.samples[record.object] = list(record.samples)

    def _built(self, record: Build) -> None:
        if record.outcome == "failed":
            self.failed = record.reason
        if record.subroutines != self.subroutines:
            self.subroutines = record.subroutines
            self.checks, self.audits, self.failed = {}, {}, ""

    @property
    def words(self) -> set[str]:
        """The verdicts on its machine codes."""
        found = {of_check(check) for check in self.checks.values()}
        return found or {NOT_BUILT if self.failed else UNCHECKED}

    @property
    def why(self) -> str:
        """What was said against it."""
        said = [text for one in self.checks.values() for text in (one.reason, *one.findings)]
        said += [one.doubt for one in self.audits.values()]
        return next((text for text in (*said, self.failed) if text), "")

    @property
    def is_contradicted(self) -> bool:
        """Whether the clock outside contradicts its timings."""
        return any(one.verdict == "contradicted" for one in self.audits.values())

    @property
    def cycles(self) -> float | None:
        """The cycles of its fastest table at LENGTH that nothing was said against; None where there is none."""
        found = [
            samples.median_at(taken, LENGTH)
            for code, taken in self.samples.items()
            if code in self.checks and of_check(self.checks[code]) == RIGHT
            if code not in self.audits or self.audits[code].verdict != "contradicted"
        ]
        return min(found, default=None)


def read_found(file: Path) -> dict[About, Found]:
    """What a data file says of each implementation; nothing if there is no file."""
    found: defaultdict[About, Found] = defaultdict(Found)
    for record in files.read(file) if file.exists() else ():
        if isinstance(record, Build | Check | Timings | Audit):
            found[record.operation, record.hash, record.implementation].add(record)
    return found


@dataclass(frozen=True)
class Ended:
    """How a run ended. `text`: all that it printed."""

    text: str
    hung: bool

    @property
    def traceback(self) -> str:
        """The last line of a traceback; empty where there is none."""
        _, begun, rest = self.text.partition("Traceback (most recent call last)")
        return (
            next((line for line in rest.splitlines()[1:] if line[:1].strip()), "?") if begun else ""
        )


def _await(process: subprocess.Popen[bytes], file: Path) -> bool:
    """Wait for a run to end, LONGEST seconds without those in which it waits for another. Whether it ended."""
    used = 0.0
    while process.poll() is None:
        begun = time.monotonic()
        time.sleep(0.2)
        last = file.read_text(errors="replace").rstrip().rpartition("\n")[2]
        used += 0 if last.startswith(WAITS) else time.monotonic() - begun
        if used > LONGEST:
            return False
    return True


def _run(words: Sequence[str], file: Path) -> Ended:
    """`./do run` with these words; what it prints goes to a file."""
    with file.open("ab") as output:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "hashcop", "run", *words],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        is_over = False
        try:
            is_over = _await(process, file)
        finally:
            if not is_over:
                _end(process)
    return Ended(file.read_text(errors="replace"), not is_over)


def _end(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGINT)
    try:
        process.wait(WITHIN)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@dataclass
class Told:
    """What came of trees: honest code that was condemned, hostile code that got away, and runs that went wrong."""

    condemned: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)  # although its digests are wrong
    gains: list[str] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)
    hung: list[str] = field(default_factory=list)

    def add(self, other: "Told") -> None:
        """Take in what came of another tree."""
        for name, words in vars(other).items():
            getattr(self, name).extend(words)

    @property
    def is_failure(self) -> bool:
        """Whether anything happened that must not."""
        return any((self.condemned, self.right, self.tracebacks, self.hung))

    def lines(self) -> Iterator[str]:
        """All of it, in words."""
        yield from (f"honest, and condemned: {one}" for one in self.condemned)
        yield from (f"wrong, and came out right: {one}" for one in self.right)
        yield from (f"got a table: {one}" for one in self.gains)
        yield from (f"traceback: {one}" for one in self.tracebacks)
        yield from (f"did not end: {one}" for one in self.hung)


def _costs(room: Room, found: dict[About, Found]) -> dict[str, float]:
    """The cycles of the honest implementations of a room that have a table, by what they are made of; fastest first."""
    costs: dict[str, float] = {}
    for member in room.members:
        cycles = found[room.operation, room.hash, member.name].cycles
        if member.stranger.name == "honest" and cycles is not None:
            costs[member.base] = min(cycles, costs.get(member.base, cycles))
    return dict(sorted(costs.items(), key=lambda item: item[1]))


def _condemned(found: Found, *, decided: bool) -> str:
    """What an honest implementation was condemned for; empty where it was not.

    `decided`: somebody knows which digests of its hash are right, so it has to have a table.
    """
    bad = found.words & {WRONG, MARKED, NOT_BUILT}
    if bad or found.is_contradicted:
        return f"{', '.join(sorted(bad)) or 'contradicted'}: {found.why}"
    if not decided or found.cycles is not None:
        return ""
    return f"no table, {', '.join(sorted(found.words))}: {found.why}"


def _look_at(where: str, member: Member, found: Found, costs: dict[str, float], told: Told) -> None:
    cycles = found.cycles
    if cycles is None:
        return
    honest = costs.get(member.base) or next(iter(costs.values()), 0.0)
    gain = f"{honest / cycles:.2f} times as fast" if cycles > 0 else f"{cycles:.0f} cycles"
    words = f"{where} ({member.stranger.does}): {gain} as {member.base}"
    if member.stranger.must == FOUND:
        told.right.append(words)
    elif cycles <= 0 or honest / cycles > GAIN:
        told.gains.append(words)


def judge(tree: Tree, found: dict[About, Found], *, decided: bool) -> Told:
    """What came of a tree: of hashes, since subroutines are judged by what calls them.

    `decided`: every hash of the tree is one of this repository, has a reference, or is undisputed."""
    told = Told()
    for room in tree.rooms:
        if room.operation != "crypto_hash":
            continue
        costs = _costs(room, found)
        for member in room.members:
            one = found[room.operation, room.hash, member.name]
            where = f"{tree.name} {room.hash}/{member.name}"
            if not member.is_honest:
                _look_at(where, member, one, costs, told)
            elif why := _condemned(one, decided=decided or room.is_known):
                told.condemned.append(f"{where}: {why}")
    return told


def _disputed(tree: Tree, found: dict[About, Found]) -> list[Room]:
    return [
        room
        for room in tree.rooms
        if any(DISPUTED in found[room.operation, room.hash, one.name].words for one in room.members)
    ]


def _try(tree: Tree, place: Path, cache: Path) -> tuple[Told, str]:
    """Run a tree, and once more with references if a hash that this repository does not have is disputed."""
    where, bench, output = place / "tree", place / "bench", place / "output"
    hostile_trees.write(tree, where)
    words = [*OPTIONS, "--tree", str(where), "--bench", str(bench), "--cache", str(cache)]
    words += ["--time-limit", str(tree.seconds), "--machine", "this"]
    ended = _run(words, output)
    found = read_found(bench / "this" / "data.jsonl")
    disputed = [room for room in _disputed(tree, found) if not room.is_known]
    told = judge(tree, found, decided=not disputed)
    if disputed and not ended.hung:
        references = [word for room in disputed for word in ("--reference", room.reference)]
        ended = _run([*words, *references], output)
        told = judge(tree, read_found(bench / "this" / "data.jsonl"), decided=True)
    told.tracebacks += [f"{tree.name}: {ended.traceback}"] * bool(ended.traceback)
    told.hung += [tree.name] * ended.hung
    return told, ", ".join(f"{room.hash} was disputed" for room in disputed)


def _summary(tried: int, told: Told, seconds: float) -> str:
    rows = (
        ("trees tried", tried),
        ("honest implementations condemned", len(told.condemned)),
        ("implementations with wrong digests that came out right", len(told.right)),
        ("cheats that got a table", len(told.gains)),
        ("tracebacks", len(told.tracebacks)),
        ("runs that did not end", len(told.hung)),
        ("seconds", round(seconds)),
    )
    return "\n".join(f"{name}: {number}" for name, number in rows)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("trees", nargs="*", metavar="TREE", help="only these")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep trees and results there")
    given = parser.parse_args()
    unknown = set(given.trees) - {tree.name for tree in hostile_trees.ALL}
    if unknown:
        parser.error(f"no tree is called {', '.join(sorted(unknown))}")
    return given


def main() -> None:
    """Print what the module says, each tree as soon as it is done."""
    given = _arguments()
    chosen = [tree for tree in hostile_trees.ALL if not given.trees or tree.name in given.trees]
    every, begun = Told(), time.monotonic()
    with TemporaryDirectory(dir="/var/tmp") as name:
        home = Path(name)
        home.chmod(0o755)
        for number, tree in enumerate(chosen, 1):
            place = (given.keep or home) / tree.name
            place.mkdir(parents=True)
            start = time.monotonic()
            told, note = _try(tree, place, home / "cache")
            words = f"{tree.name}: {time.monotonic() - start:.0f} s{', ' if note else ''}{note}"
            print("\n    ".join([f"[{number}/{len(chosen)}] {words}", *told.lines()]), flush=True)
            every.add(told)
    print(_summary(len(chosen), every, time.monotonic() - begun))
    raise SystemExit(every.is_failure)


if __name__ == "__main__":
    main()
