"""What is kept of one machine: its head, its hashes each on its own, and its figures as a table.

A reader of a head needs no hash, and a reader of a hash no other. The figures are Parquet, which DuckDB reads of a
thousand machines at once.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hashcop.data.records import Words
from hashcop.results import doubt
from hashcop.results.builds import Count, count
from hashcop.results.circuits import Circuit
from hashcop.results.devices import Best as BestOfDevice
from hashcop.results.devices import in_short
from hashcop.results.many import Best
from hashcop.results.many import best as best_of_many
from hashcop.results.packing import pack, unpack
from hashcop.results.ranking import measured
from hashcop.results.summary import SLOPE, Hash, Machine, Target
from hashcop.results.verdict import verdict
from reports.kept import tables
from reports.kept.figures import DOUBT, Figure, figures

HEAD, PARTS, FIGURES = "head", "hashes", "figures.parquet"


@dataclass(frozen=True, slots=True)
class Judged:
    """An implementation and the verdict on it, in a word and a sentence."""

    name: str
    word: str
    why: str


@dataclass(frozen=True, slots=True)
class Part:
    """A hash on a target: where it is kept, what it is digested to, and what is told of it in a line.

    `findings` are what the checks found wrong with implementations that are right, by their names: the first of each.
    `disagrees`: its implementations compute different functions, and nothing tells which is right. `many` is what the
    core does with many messages at once, if that was timed, and `device` what a device does.
    """

    target: str
    hash: str
    implementations: tuple[Judged, ...]
    description: str
    designers: Words
    findings: dict[str, str] = field(hash=False)
    disagrees: bool
    offset: int
    size: int
    digest: str
    many: Best | None = field(default=None, hash=False)
    device: BestOfDevice | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Tally:
    """A target in numbers.

    How many implementations have which verdict, how many builds there are, how many `figures` there are and how many of
    them are `doubted`, for which `causes` (the most frequent first), and how many are probably `wrong`.
    """

    verdicts: dict[str, int]
    builds: Count
    figures: int
    doubted: int
    causes: dict[str, int]
    wrong: int = 0

    @property
    def is_doubted(self) -> bool:
        """Whether most figures are in doubt: then one sentence says so before all of them."""
        return 2 * self.doubted > self.figures


@dataclass(frozen=True, slots=True)
class Head:
    """A machine without its hashes, and what is told of them in a line.

    `directory` is where it was read from, and where the rest is. `digest` is over all that is kept of the machine,
    `stable` over what the pages of a single hash show of it. `files` are the data files that it was read from.
    """

    machine: Machine
    parts: tuple[Part, ...]
    tallies: dict[str, Tally]
    digest: str
    stable: str
    directory: str
    files: tuple[str, ...]

    @property
    def name(self) -> str:
        """The machine's name, which no other one has."""
        return self.machine.name

    @property
    def timed(self) -> tuple[Target, ...]:
        """The targets that have results and are not emulated."""
        named = {part.target for part in self.parts}
        return tuple(t for t in self.machine.targets if t.name in named and not t.emulator)

    @property
    def targets(self) -> tuple[Target, ...]:
        """The targets that have results."""
        named = {part.target for part in self.parts}
        return tuple(t for t in self.machine.targets if t.name in named)

    def target(self, name: str) -> Target:
        """A target by its name, without its hashes."""
        return next(one for one in self.machine.targets if one.name == name)

    @property
    def circuits(self) -> tuple[Circuit, ...]:
        """The circuits that have a throughput."""
        return tuple(one for one in self.machine.circuits if one.throughput)

    @property
    def hashes(self) -> frozenset[str]:
        """The hashes that have results."""
        names = (part.hash for part in self.parts)
        return frozenset([*names, *(circuit.hash for circuit in self.circuits)])

    @property
    def newest(self) -> str:
        """The time of the newest figure; empty if there is none."""
        timed = self.machine.measured
        return max([timed[1] if timed else "", *(one.time for one in self.circuits)])

    def of(self, target: str) -> tuple[Part, ...]:
        """The hashes of a target."""
        return tuple(part for part in self.parts if part.target == target)


def keep(machine: Machine, directory: Path, files: Sequence[str]) -> None:
    """Write what is kept of a machine into an existing directory."""
    parts: list[Part] = []
    offset = 0
    with (directory / PARTS).open("wb") as file:
        for target in machine.targets:
            for hash in target.hashes:
                raw = pack(hash)
                file.write(raw)
                parts.append(_part(machine, target, hash, offset, raw))
                offset += len(raw)
    rows = list(figures(machine))
    tables.write(rows, directory / FIGURES)
    bare = replace(machine, targets=tuple(replace(one, hashes=()) for one in machine.targets))
    timeless = (replace(one, measured=None, cycles_per_tick=None) for one in bare.targets)
    lasting = replace(
        bare,
        targets=tuple(timeless),
        conditions=None,
        run=None,
        eras=(),
        submissions=(),
        counts=(),
        disturbed=None,
    )
    head = Head(
        machine=bare,
        parts=tuple(parts),
        tallies={target.name: _tally(target, rows) for target in machine.targets if target.hashes},
        digest=_digest(pack(bare), *(part.digest.encode() for part in parts)),
        stable=_digest(pack(lasting)),
        directory="",
        files=tuple(files),
    )
    (directory / HEAD).write_bytes(pack(head))


def _part(machine: Machine, target: Target, hash: Hash, offset: int, raw: bytes) -> Part:
    agreement = hash.agreement
    judged = ((one.name, verdict(one)) for one in hash.implementations)
    return Part(
        target=target.name,
        hash=hash.name,
        implementations=tuple(Judged(name, found.word, found.why) for name, found in judged),
        description=hash.description,
        designers=hash.designers,
        findings={one.name: one.findings[0] for one in measured(hash) if one.findings},
        disagrees=agreement is not None and not agreement.is_unanimous,
        offset=offset,
        size=len(raw),
        digest=hashlib.sha256(raw).hexdigest(),
        many=best_of_many(hash),
        device=in_short(hash, machine, target),
    )


def _digest(*raws: bytes) -> str:
    state = hashlib.sha256()
    for raw in raws:
        state.update(raw)
    return state.hexdigest()


def _tally(target: Target, rows: Sequence[Figure]) -> Tally:
    every = [one for hash in target.hashes for one in hash.implementations]
    mine = [
        row for row in rows if row.target == target.name and row.is_measured and row.length != SLOPE
    ]
    causes = Counter(doubt.kind(row.cause) for row in mine if row.state == DOUBT)
    return Tally(
        verdicts=dict(Counter(verdict(one).word for one in every)),
        builds=count(build for one in every for build in one.builds),
        figures=len(mine),
        doubted=causes.total(),
        causes=dict(causes.most_common()),
        wrong=sum(row.is_probably_wrong for row in mine),
    )


def head(directory: Path) -> Head:
    """The head that is kept in a directory."""
    return replace(unpack((directory / HEAD).read_bytes(), Head), directory=str(directory))


def hash_of(head: Head, part: Part) -> Hash:
    """A hash of a machine, with its implementations."""
    with (Path(head.directory) / PARTS).open("rb") as file:
        file.seek(part.offset)
        return unpack(file.read(part.size), Hash)


def whole(head: Head, targets: Sequence[Target] | None = None) -> Machine:
    """The machine with all its hashes, or with those of some targets."""
    wanted = None if targets is None else {one.name for one in targets}
    found: dict[str, list[Hash]] = {}
    for part in head.parts:
        if wanted is None or part.target in wanted:
            found.setdefault(part.target, []).append(hash_of(head, part))
    filled = (replace(one, hashes=tuple(found.get(one.name, ()))) for one in head.machine.targets)
    return replace(head.machine, targets=tuple(filled))


def rows(head: Head) -> list[Figure]:
    """The figures of a machine."""
    return list(tables.read(Path(head.directory) / FIGURES))
