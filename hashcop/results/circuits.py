"""Circuits: what was placed and routed of each, and what follows: throughput, area, and their ratio.

Clocks are in MHz, throughput in Mbit/s of long messages, areas in the unit of the family.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median

from msgspec import Struct

from hashcop.data import records
from hashcop.data.records import Build, Check, Clocks, Design, Placed, Words
from hashcop.results.newest import Newest, Stamp
from hashcop.results.quartiles import Quartiles, quartiles

PLATFORM = "rtl"
PADDING, MEMORIES = "padding", "memory"  # experiments
OTHER = {PADDING: "without", MEMORIES: "memories and multipliers"}  # their second variants
Name = tuple[str, str, str]  # family, hash, implementation
# What the field calls the functions, and the sizes of their digests (bits).
FUNCTIONS = {
    "sha256": ("SHA-2", 256),
    "sha512": ("SHA-2", 512),
    "blake256": ("BLAKE", 256),
    "blake512": ("BLAKE", 512),
    "groestl256": ("Grøstl", 256),
    "groestl512": ("Grøstl", 512),
    "round3jh256": ("JH", 256),
    "round3jh512": ("JH", 512),
    "keccakc512": ("Keccak", 256),
    "keccakc1024": ("Keccak", 512),
    "skein512256": ("Skein", 256),
    "skein512512": ("Skein", 512),
}
REFERENCE = "SHA-2"
SIZES = (256, 512)


class Trial(Struct, frozen=True):
    """A placement with the option set that it was of."""

    options: Words
    placed: Placed


class Circuit(Struct, frozen=True):
    """A circuit on a family, as its newest build makes it.

    `placed` are the seeds of the winner among its builds, in order; `trials` all that were placed, whatever the option
    set. `forms` are what experiments placed, by experiment. `reason`: why there is no figure.
    """

    family: str
    hash: str
    name: str
    design: Design
    sources: str
    object: str = ""
    options: Words = ()
    reason: str = ""
    implementors: Words = ()
    netlist: dict[str, float] = {}
    check: Check | None = None
    placed: tuple[Placed, ...] = ()
    trials: tuple[Trial, ...] = ()
    forms: dict[str, tuple[Placed, ...]] = {}
    time: str = ""

    @property
    def clocks(self) -> Clocks | None:
        """How many clocks it takes; None where it is not right."""
        return self.check.clocks if self.check else None

    @property
    def wants_memories(self) -> bool:
        """Whether it was written for embedded memories."""
        return self.design.memories == "allowed"

    @property
    def kind(self) -> str:
        """Its architecture, and that it has memories if so."""
        return f"{self.design.architecture}{', memories' if self.wants_memories else ''}"

    @property
    def is_single(self) -> bool:
        """Whether one message is in flight."""
        return self.design.streams == 1

    @property
    def function(self) -> str:
        """What the field calls its hash."""
        return FUNCTIONS.get(self.hash, (self.hash, 0))[0]

    @property
    def bits(self) -> int:
        """The size of the digest."""
        return 8 * self.check.output_bytes if self.check else FUNCTIONS.get(self.hash, ("", 0))[1]

    @property
    def unit(self) -> str:
        """The unit of its area."""
        some = self.placed[0].area if self.placed else self.netlist
        return next(iter(some), "")

    @property
    def area(self) -> float:
        """The median area of its seeds; of its netlist where nothing is placed."""
        of_seeds = [one.area[self.unit] for one in self.placed]
        return median(of_seeds) if of_seeds else self.netlist.get(self.unit, 0.0)

    @property
    def clock(self) -> Quartiles | None:
        """MHz over the seeds."""
        return quartiles([one.clock for one in self.placed]) if self.placed else None

    @property
    def throughput(self) -> Quartiles | None:
        """Mbit/s of long messages, over the seeds."""
        if not self.placed or not self._bits_per_clock:
            return None
        return quartiles([self.throughput_of(one) for one in self.placed])

    @property
    def ratio(self) -> Quartiles | None:
        """Mbit/s for each unit of area, over the seeds."""
        if not self.placed or not self._bits_per_clock:
            return None
        return quartiles([self._ratio(one) for one in self.placed])

    @property
    def best(self) -> Trial | None:
        """Of all that was placed the one of the highest ratio."""
        every = [*self.trials, *(Trial(self.options, one) for one in self.placed)]
        return max(every, key=lambda one: self._ratio(one.placed), default=None)

    @property
    def best_ratio(self) -> float:
        """Its Mbit/s for each unit; 0 where nothing was placed."""
        return self._ratio(self.best.placed) if self.best else 0.0

    @property
    def best_throughput(self) -> float:
        """Mbit/s of that placement."""
        return self.throughput_of(self.best.placed) if self.best else 0.0

    def throughput_of(self, placed: Placed) -> float:
        """Mbit/s of a placement."""
        return placed.clock * self._bits_per_clock

    def _ratio(self, placed: Placed) -> float:
        area = placed.area.get(self.unit, 0.0)
        return placed.clock * self._bits_per_clock / area if area > 0 else 0.0

    @property
    def _bits_per_clock(self) -> float:
        clocks = self.clocks
        return 8 * clocks.size / clocks.block if clocks and clocks.block and clocks.size else 0.0

    @property
    def command(self) -> str:
        """What places it again."""
        return f"./do rtl {self.hash}/{self.name} --abi {self.family}"


class Recorded:
    """What was recorded of circuits on one machine."""

    def __init__(self) -> None:
        self.builds: dict[Name, list[tuple[Stamp, Build]]] = {}
        self.checks: Newest[tuple[Name, str], Check] = Newest()
        self.wins: dict[Name, list[tuple[Stamp, str]]] = {}
        # By seed, with the time: a build and a seed give one placement, whatever run asked for it.
        self.seeds: dict[tuple[Name, str], Newest[int, tuple[str, Placed]]] = {}
        self.trials: dict[tuple[Name, str], dict[str, Trial]] = {}
        self.forms: Newest[tuple[Name, str, str], tuple[Placed, ...]] = Newest()

    def take(self, record: records.About, stamp: Stamp) -> None:
        """Take in a record about a circuit."""
        name = record.target, record.hash, record.implementation
        match record:
            case records.Build():
                self.builds.setdefault(name, []).append((stamp, record))
            case records.Check():
                self.checks.put((name, record.object), stamp, record)
            case records.Winner():
                self.wins.setdefault(name, []).append((stamp, record.object))
            case records.Timings():
                seeds = self.seeds.setdefault((name, record.object), Newest())
                for placed in _placed(record.samples):
                    seeds.put(placed.seed, stamp, (record.time, placed))
            case records.Trial():
                trials = self.trials.setdefault((name, record.object), {})
                for placed in _placed(record.samples):
                    trials[record.key] = Trial(record.options, placed)
            case records.Effect():
                key = name, record.object, f"{record.effect}: {record.variant}"
                self.forms.put(key, stamp, _placed(record.samples))

    def merge(self, other: "Recorded") -> None:
        """Take in what another one has."""
        for name, some in other.builds.items():
            self.builds.setdefault(name, []).extend(some)
        for name, wins in other.wins.items():
            self.wins.setdefault(name, []).extend(wins)
        self.checks.merge(other.checks)
        for key, seeds in other.seeds.items():
            self.seeds.setdefault(key, Newest()).merge(seeds)
        self.forms.merge(other.forms)
        for key, trials in other.trials.items():
            self.trials.setdefault(key, {}).update(trials)

    def circuits(self) -> Iterator[Circuit]:
        """All of them, by family, hash and name."""
        for name in sorted(self.builds):
            yield self._circuit(name)

    def _circuit(self, name: Name) -> Circuit:
        builds = [build for _, build in sorted(self.builds[name], key=lambda one: one[0])]
        newest = builds[-1]
        current = {b.object: b for b in builds if b.sources == newest.sources and b.outcome == "ok"}
        wins = [code for _, code in sorted(self.wins.get(name, ()), key=lambda one: one[0])]
        placed = [code for code in wins if code in current and (name, code) in self.seeds]
        code = placed[-1] if placed else next(reversed(current), "")
        build = current.get(code, newest)
        check = self.checks.get((name, code))
        wrong = check.reason if check and check.outcome != "right" else ""
        seeds = dict(self.seeds.get((name, code), Newest()).items())
        trials = [one for other in current for one in self.trials.get((name, other), {}).values()]
        return Circuit(
            *name,
            design=build.design or Design(),
            sources=build.sources,
            object=code,
            options=build.options,
            reason=wrong or ("" if code else newest.reason),
            implementors=build.implementors,
            netlist=build.area,
            check=check if not wrong else None,
            placed=tuple(seeds[seed][1] for seed in sorted(seeds)) if not wrong else (),
            trials=tuple(trials) if not wrong else (),
            forms={
                form: found
                for (of, object_, form), found in self.forms.items()
                if (of, object_) == (name, code)
            },
            time=max((time for time, _ in seeds.values()), default=""),
        )


def _placed(samples: Iterable[records.Sample]) -> tuple[Placed, ...]:
    """One for each seed."""
    found = {one.placed.seed: one.placed for one in samples if one.placed}
    return tuple(found[seed] for seed in sorted(found))


class Rank(Struct, frozen=True):
    """A function's place: its best circuit, and the ratio as a multiple of SHA-2's.

    `median_place` is the place by medians over seeds, where `circuit` is the best by the best of all trials.
    """

    place: int
    function: str
    circuit: Circuit
    normalised: float
    median_place: int


def ranking(circuits: Iterable[Circuit], bits: int, *, single: bool) -> tuple[Rank, ...]:
    """Functions by the best ratio of their circuits; of equals the smaller first. `single`: one message in flight.

    The study's way: of each function the best of all trials. SHA-2 is its 1, where it was placed.
    """
    wanted = [
        one
        for one in circuits
        if one.hash in FUNCTIONS
        and one.bits == bits
        and one.best
        and (one.is_single or not single)
        and not one.wants_memories
    ]
    best: dict[str, Circuit] = {}
    medians: dict[str, float] = {}
    for one in wanted:
        known = best.get(one.function)
        if known is None or (one.best_ratio, -one.area) > (known.best_ratio, -known.area):
            best[one.function] = one
        if one.ratio:
            medians[one.function] = max(medians.get(one.function, 0.0), one.ratio.median)
    ordered = sorted(best, key=lambda name: (-best[name].best_ratio, best[name].area))
    by_median = sorted(medians, key=lambda name: -medians[name])
    reference = best[REFERENCE].best_ratio if REFERENCE in best else 0.0
    return tuple(
        Rank(
            place=place,
            function=name,
            circuit=best[name],
            normalised=best[name].best_ratio / reference if reference else 0.0,
            median_place=by_median.index(name) + 1,
        )
        for place, name in enumerate(ordered, 1)
    )


class Change(Struct, frozen=True):
    """A circuit in two forms: medians of throughput, area and ratio of each."""

    circuit: Circuit
    before: tuple[float, float, float]
    after: tuple[float, float, float]
    memories: float = 0
    multipliers: float = 0

    def percent(self, which: int) -> float:
        """How much more the second form has: of 0 throughput, 1 area, 2 ratio."""
        return 100 * (self.after[which] / self.before[which] - 1) if self.before[which] else 0.0


def changes(circuits: Iterable[Circuit], experiment: str) -> tuple[Change, ...]:
    """What an experiment changed: with `padding` from no padding unit to one, with `memory` from none to some.

    A circuit that was written for memories is held against the one of its architecture that was not. Seeds are those
    that both forms have.
    """
    every = tuple(circuits)
    found = []
    for one in every:
        basic: Circuit | None = one
        before, after = one.placed, one.forms.get(f"{experiment}: {OTHER[experiment]}", ())
        if experiment == PADDING:
            before, after = after, before
        elif one.wants_memories:
            basic, after = _without_memories(one, every), one.placed
            before = basic.placed if basic else ()
        before, after = _of_seeds(before, after), _of_seeds(after, before)
        if basic and before and after:
            found.append(
                Change(
                    one,
                    _figures(basic, before),
                    _figures(one, after),
                    memories=median(placed.area.get("BRAM", 0) for placed in after),
                    multipliers=median(placed.area.get("DSP", 0) for placed in after),
                )
            )
    return tuple(found)


def _of_seeds(placed: Iterable[Placed], like: Iterable[Placed]) -> tuple[Placed, ...]:
    """Those whose seeds others have, too: so that a change is none of seeds."""
    seeds = {one.seed for one in like}
    return tuple(one for one in placed if one.seed in seeds)


def _without_memories(one: Circuit, every: Iterable[Circuit]) -> Circuit | None:
    """The circuit of the same architecture that was not written for memories."""
    same = (
        other
        for other in every
        if (other.family, other.hash, other.design.architecture)
        == (one.family, one.hash, one.design.architecture)
    )
    return next((other for other in same if not other.wants_memories), None)


def _figures(one: Circuit, placed: Sequence[Placed]) -> tuple[float, float, float]:
    throughput = median(one.throughput_of(p) for p in placed)
    area = median(p.area.get(one.unit, 0.0) for p in placed)
    return throughput, area, throughput / area if area else 0.0


def effective(one: Circuit, length: int) -> float:
    """The throughput of a message of so many bytes as a part of that of long ones (the study's RET), by simulation."""
    clocks = one.clocks
    if not clocks or not clocks.block or not clocks.size or not length:
        return 0.0
    taken = clocks_of(one, length)
    per_message = clocks.block * clocks.streams if clocks.streams > 1 else clocks.block
    return length / taken / (clocks.size / per_message)


def clocks_of(one: Circuit, length: int) -> int:
    """Clocks of a message of so many bytes, alone in the circuit; 0 where that is not known."""
    latency = one.clocks.latency if one.clocks else ()
    return next((number for start, number in reversed(latency) if start <= length), 0)


def by_family(circuits: Iterable[Circuit]) -> Mapping[str, tuple[Circuit, ...]]:
    """Circuits of each family, by hash and name."""
    found: dict[str, list[Circuit]] = {}
    for one in sorted(circuits, key=lambda one: (one.family, one.hash, one.name)):
        found.setdefault(one.family, []).append(one)
    return {name: tuple(some) for name, some in found.items()}
