"""What was measured, as immutable records: machines, their ABIs, hashes, implementations and builds.

Everything is in the units of the data file: cycles as the machine's counter counts them, lengths in bytes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from hashcop.data import lengths
from hashcop.data.store import UNKNOWN_OBJECT
from hashcop.results.agreement import Agreement, Opinion, compare
from hashcop.results.certainty import Interval
from hashcop.results.quartiles import Quartiles

Options = tuple[str, ...]
Column = int | Literal["long"]

LONG: Literal["long"] = "long"
LENGTHS = lengths.TABLE
COLUMNS: tuple[Column, ...] = (*LENGTHS, LONG)
RACE_LENGTH = lengths.RACE
SLOPE_LENGTHS = lengths.LONG


@dataclass(frozen=True, slots=True)
class Rejected:
    """A counter that the machine has or might have, and why it is not used."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Counter:
    """Where an ABI's cycles come from, and whether they are the core's: None where that is not known.

    `ticks_per_second` and `resolution` (ticks) are 0 where not known; `cost` and `noise` (ticks) are
    None there, since a coarse counter's are 0.
    """

    name: str
    counts: str
    core_cycles: bool | None
    ticks_per_second: float
    resolution: float
    cost: float | None = None
    noise: float | None = None
    reason: str = ""
    others: tuple[Rejected, ...] = ()


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler that the machine has, and what it says of itself."""

    command: str
    path: str
    version: str


@dataclass(frozen=True, slots=True)
class Build:
    """One implementation compiled with one option set. `object` is empty where no machine code came out.

    `said` is what the compiler printed. `said_as` is the key of the fact that has it, where its own has not; without
    that fact `said` is empty.
    """

    options: Options
    outcome: str
    reason: str
    said: tuple[str, ...]
    object: str
    sources: str
    version: str
    security: str
    text_bytes: int
    notes: tuple[str, ...] = ()
    subroutines: tuple[str, ...] = ()
    implementors: tuple[str, ...] = ()
    said_as: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a machine code is right and behaves. `expected` compares its checksums with the hash's own.

    `findings` is what it does wrong all the same. `checksums` (small and big) and `digests` (by length in
    bytes) are what it computed, where nothing is known to compare with.
    """

    passed: bool
    reason: str
    expected: str
    known_answers: int
    options: Options
    output_bytes: int = 0
    findings: tuple[str, ...] = ()
    checksums: tuple[str, str] | None = None
    digests: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A machine code, and all option sets that produce it.

    `race` is the median (cycles for 1536 bytes) of the `trials` timings that count in a race; None before its first.
    `timecop` is the outcome of SUPERCOP's check for constant time: pass, fail or error; empty where none ran.
    """

    object: str
    option_sets: tuple[Options, ...]
    text_bytes: int
    check: Check | None
    race: float | None
    trials: int
    timecop: str = ""

    @property
    def is_known(self) -> bool:
        """Whether the data tells the machine code itself, and not only that it was built."""
        return not self.object.startswith(UNKNOWN_OBJECT)


@dataclass(frozen=True, slots=True)
class Winner:
    """The machine code that won the race of an implementation. `cycles` is its median for 1536 bytes.

    `rivals` is how many distinct builds raced, itself included, `is_sure` whether it is within 1 % of the best of them;
    None where that was not recorded.
    """

    object: str
    options: Options
    cycles: float | None
    rivals: int | None = None
    is_sure: bool | None = None

    @property
    def is_known(self) -> bool:
        """Whether the data tells the machine code, as SUPERCOP's does not."""
        return not self.object.startswith(UNKNOWN_OBJECT)


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure a median is. `interval` (cycles of one call) holds it, by the `medians` of those of its
    `processes` that count.

    `disturbed` counts those of them that could not be had quiet, `unrest` is the likely reason why quartiles lie far
    apart, and `doubtful` says that a call of known duration read wrong beside.
    """

    interval: Interval
    medians: tuple[float, ...]
    processes: int
    disturbed: int
    unrest: str
    doubtful: bool


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of an experiment on a winner: quartiles (cycles of one call) by length (bytes).

    `base` is the variant that it is held against: the first of its experiment. `disturbed`: most of it could not be
    had quiet.
    """

    effect: str
    variant: str
    curve: Mapping[int, Quartiles]
    base: Mapping[int, Quartiles]
    disturbed: bool = False

    def ratio(self, length: int = RACE_LENGTH) -> float | None:
        """How many times the median of the base, at a length (bytes)."""
        mine, theirs = self.curve.get(length), self.base.get(length)
        return mine.median / theirs.median if mine and theirs and theirs.median > 0 else None


@dataclass(frozen=True, slots=True)
class Implementation:
    """One implementation under one ABI, as its newest builds make it.

    `curve` has the quartiles (cycles of one call) of the winner for each measured length (bytes);
    `long` is what a byte of a long message costs (cycles/byte). `codes` are fastest first.
    `measured` are the times of the oldest and the newest point of the curve.
    """

    name: str
    builds: tuple[Build, ...]
    codes: tuple[Code, ...]
    winner: Winner | None
    curve: Mapping[int, Quartiles]
    long: Quartiles | None
    measured: tuple[str, str] | None
    certainty: Mapping[int, Certainty] = field(default_factory=dict)
    effects: tuple[Variant, ...] = ()

    def per_byte(self, column: Column) -> Quartiles | None:
        """Cycles/byte at a length (bytes) or `LONG`; None where not measured, and for no bytes at all."""
        if column == LONG:
            return self.long
        found = self.curve.get(column)
        return found / column if found and column else None

    def experiments(self) -> dict[str, list[Variant]]:
        """Effect -> its variants, the one first that the others are held against."""
        found: dict[str, list[Variant]] = {}
        for variant in self.effects:
            found.setdefault(variant.effect, []).append(variant)
        return found

    def doubt(self, column: Column) -> str:
        """What speaks against a figure, in words; empty where nothing does."""
        if column == LONG:
            return next((why for length in SLOPE_LENGTHS if (why := self.doubt(length))), "")
        sure = self.certainty.get(column)
        if sure is None:
            return ""
        if sure.doubtful:
            return "a call of known duration read wrong beside it: the calibration is in doubt"
        if sure.unrest:
            return f"quartiles lie apart: {sure.unrest}"
        if 2 * sure.disturbed > sure.processes:
            return f"something disturbed {sure.disturbed} of {sure.processes} processes"
        return ""

    @property
    def newest(self) -> Build:
        """A build that stands for what all builds share: sources, version, security, output size."""
        told = [build for build in self.builds if build.object]
        return (told or self.builds)[0]

    @property
    def same_code(self) -> tuple[Options, ...]:
        """The other option sets whose machine code is the winner's."""
        won = self.winner
        codes = [code for code in self.codes if won and code.object == won.object]
        return tuple(o for code in codes for o in code.option_sets if won and o != won.options)

    @property
    def troubled(self) -> tuple[Build, ...]:
        """The builds that failed or were skipped."""
        return tuple(build for build in self.builds if not build.object)

    @property
    def warned(self) -> tuple[Build, ...]:
        """The builds that succeeded, and of which the compiler said something all the same."""
        return tuple(b for b in self.builds if b.object and (b.said or b.said_as))

    @property
    def output_bytes(self) -> int:
        """Length of the digest; 0 where no check told it."""
        return max((code.check.output_bytes for code in self.codes if code.check), default=0)

    @property
    def findings(self) -> tuple[str, ...]:
        """What its machine codes that passed their check do wrong all the same, each once."""
        checks = [code.check for code in self.codes if code.check and code.check.passed]
        return tuple(dict.fromkeys(text for check in checks for text in check.findings))

    @property
    def notes(self) -> tuple[str, ...]:
        """What its builds do that is no fault and good to know, each once."""
        return tuple(dict.fromkeys(text for build in self.builds for text in build.notes))

    @property
    def refused(self) -> tuple[Code, ...]:
        """The machine codes that failed their check."""
        return tuple(code for code in self.codes if code.check and not code.check.passed)


@dataclass(frozen=True, slots=True)
class Hash:
    """A hash function under one ABI of one machine, its implementations fastest first."""

    name: str
    implementations: tuple[Implementation, ...]
    description: str = ""
    designers: tuple[str, ...] = ()

    @property
    def agreement(self) -> Agreement | None:
        """Who computes the same function; None where its checksums are known, or nothing is right."""
        return compare(
            Opinion(one.name, code.check.checksums, dict(code.check.digests))
            for one in self.implementations
            for code in one.codes
            if code.check and code.check.passed and code.check.checksums
        )


@dataclass(frozen=True, slots=True)
class Abi:
    """An ABI of a machine. `status` is "ok", why it is not available, or empty where nothing told.

    `cycles_per_tick` is what the counter's ticks were scaled by, over all calibrations; None where figures are as
    counted. `emulator` is what ran its programs where the processor does not: they are checked, and never timed.
    """

    name: str
    status: str
    counter: Counter | None
    hashes: tuple[Hash, ...]
    measured: tuple[str, str] | None
    cycles_per_tick: Quartiles | None = None
    emulator: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was found of one thing that measuring depends on. `state` is good, bad or unknown; `why` it matters."""

    name: str
    state: str
    found: str
    why: str


@dataclass(frozen=True, slots=True)
class Quiet:
    """How quiet a logical processor was: parts of the time (0 to 1) lost to others, and by which chains scatter."""

    processor: int
    lost: float
    scatter: float


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a machine was like when it last timed anything."""

    time: str
    judgements: tuple[Judgement, ...]
    quiet: tuple[Quiet, ...]

    @property
    def bad(self) -> tuple[Judgement, ...]:
        """What is to be mended."""
        return tuple(one for one in self.judgements if one.state == "bad")


@dataclass(frozen=True, slots=True)
class Machine:
    """A computer that took measurements. What its files don't tell is empty, or 0.

    `hashcop` or `supercop` is the version of the program that took them. `core_kind` is which of a hybrid processor's
    cores it measured on.
    """

    name: str
    processor: str
    cores: int
    pinned: int | None
    memory: int
    kernel: str
    system: str
    sandbox: str
    hashcop: str
    supercop: str
    compilers: tuple[Compiler, ...]
    abis: tuple[Abi, ...]
    core_kind: str = ""
    conditions: Conditions | None = None

    @property
    def measured(self) -> tuple[str, str] | None:
        """When the oldest and the newest of its measurements were taken."""
        spans = [abi.measured for abi in self.abis if abi.measured]
        return (min(a for a, _ in spans), max(b for _, b in spans)) if spans else None


def span(times: Iterable[str]) -> tuple[str, str] | None:
    """The first and the last of some times; None of none."""
    found = sorted(times)
    return (found[0], found[-1]) if found else None
