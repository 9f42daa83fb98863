"""What was measured, as immutable summaries: machines, their targets, hashes, implementations and machine codes.

Where a record says all there is to say (a build, a check, a winner, a counter), the summary holds that record.
Units are those of the data: cycles as the target's counter counts them, lengths in bytes.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from hashcop.data import lengths
from hashcop.data.records import (
    UNKNOWN_OBJECT,
    Audit,
    Build,
    Check,
    Compiler,
    Conditions,
    Counter,
    Counts,
    Device,
    Judgement,
    Mix,
    Run,
    Signature,
    Size,
    Submission,
    Timecop,
    Winner,
    Words,
)
from hashcop.results import doubt
from hashcop.results.agreement import Agreement, Opinion, compare
from hashcop.results.certainty import Interval
from hashcop.results.circuits import Circuit
from hashcop.results.disturbed import Disturbed, judgements
from hashcop.results.hosted import First, Hosted
from hashcop.results.launches import Launches
from hashcop.results.quartiles import Quartiles

Column = int | Literal["long", "slope"]

LONG: Literal["long"] = "long"
SLOPE: Literal["slope"] = "slope"
LENGTHS = lengths.TABLE
COLUMNS: tuple[Column, ...] = (*LENGTHS, LONG)
RACE_LENGTH = lengths.RACE
SLOPE_LENGTHS = lengths.SLOPE
STEADY_LENGTHS = lengths.STEADY
CONSTANT_TIME = "constbranchindex"  # the claim, in the field `security`
WHERE_SHOWN = 2  # places in the sources that break it


def broken_claim(timecop: Timecop) -> str:
    """How a machine code breaks its claim of constant time, by a check of ours; empty where it does not."""
    if timecop.outcome != "fail" or not timecop.tool:
        return ""
    where = ", ".join(timecop.where[:WHERE_SHOWN])
    more = len(timecop.where) - WHERE_SHOWN
    return f"claims constant time, but {where}{f' and {more} more' if more > 0 else ''}"


def is_known(code: str) -> bool:
    """Whether the `object` of a record is a hash of machine code, and not a stand-in for one."""
    return not code.startswith(UNKNOWN_OBJECT)


@dataclass(frozen=True, slots=True)
class Code:
    """A machine code, and all option sets that produce it.

    `race` is the median (cycles for 1536 bytes) of the `trials` timings that count in a race; None before the first.
    `timecop` is the check for constant time, ours or SUPERCOP's; None if none ran. `audit` says whether its timings
    may be true; None before its first.
    """

    object: str
    option_sets: tuple[Words, ...]
    text_bytes: int
    check: Check | None
    race: float | None
    trials: int
    timecop: Timecop | None = None
    audit: Audit | None = None

    @property
    def is_known(self) -> bool:
        """Whether the data have the machine code itself, and not only that it was built."""
        return is_known(self.object)

    @property
    def is_right(self) -> bool:
        """Whether it passed its check."""
        return self.check is not None and self.check.outcome == "right"

    @property
    def is_wrong(self) -> bool:
        """Whether it failed its check."""
        return self.check is not None and self.check.outcome != "right"


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure a median is.

    `interval` (in the unit of the median) holds it; it follows from `medians`, those of the processes that count.
    `disturbed` of all `processes` could not be had quiet. `chance` is the probability that the median is off by more
    than 1 %, and `cause` the likely reason if it is. `bias`: by what part of it the median is likely to be off in one
    direction. `layout` is the standard deviation of processes that differ by nothing but their addresses, as a part of
    the median; None if too few were quiet.
    """

    interval: Interval
    medians: tuple[float, ...]
    processes: int
    disturbed: int
    chance: float
    cause: str
    bias: float = 0.0
    layout: float | None = None

    @property
    def quiet(self) -> int:
        """How many processes nothing disturbed."""
        return self.processes - self.disturbed

    @property
    def doubt(self) -> str:
        """Why the median is marked, in words; empty if it is not."""
        return doubt.in_words(self.chance, self.cause, self.quiet, self.processes)


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant of an experiment on a winner: quartiles (cycles of one call) by length (bytes).

    `base` is the curve of the experiment's first variant, which the others are compared with. `disturbed`: something
    disturbed most of the timings.
    """

    effect: str
    variant: str
    curve: Mapping[int, Quartiles]
    base: Mapping[int, Quartiles]
    disturbed: bool = False

    def ratio(self, length: int = RACE_LENGTH) -> float | None:
        """The median as a multiple of the base's median, at a length (bytes)."""
        mine, theirs = self.curve.get(length), self.base.get(length)
        return mine.median / theirs.median if mine and theirs and theirs.median > 0 else None


class Past(Struct, frozen=True, array_like=True):
    """A measurement at 1536 bytes of a machine code that an implementation has or had.

    `quartiles` and `medians` are in cycles of one call. `medians` are those of the processes that count; empty if the
    data do not say which process took a timing. `sources` and `options` are those of its build; empty if no build is
    recorded. `doubt` is the reason to doubt the median, and `chance` how likely it is off by more than 1 %.
    """

    time: str
    object: str
    sources: str
    options: Words
    quartiles: Quartiles
    medians: tuple[float, ...]
    doubt: str = ""
    chance: float = math.nan


class Era(Struct, frozen=True, array_like=True):
    """What a machine measured with, from a time on, as far as its data say."""

    time: str
    processor: str
    kernel: str
    microcode: str
    compilers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Implementation:
    """One implementation on one target, as its newest builds make it.

    `curve` has the quartiles (cycles of one call) of the winner for each measured length (bytes);
    `long` is what a byte of a long message costs (cycles/byte), and `long_certainty` (cycles/byte) how sure that is. It
    was measured with a message of `long_bytes`; if they are 0, it is the `slope` between the SLOPE_LENGTHS.
    `codes` are fastest first. The `median` of the `winner` is that of all trials known now. `measured` are the times of
    the oldest and the newest point of its curves. `keys` has the `key` of the record behind the figure of each table
    length. `history` is oldest first. `many` has curves by the number of messages that a call hashes: cycles for each
    message. `unsettled` says why points of the curve have no timing that can be trusted. `firsts` and `hosted` are of
    implementations that a JVM runs, `launches` of those that a device does.
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
    keys: Mapping[int, str] = field(default_factory=dict)
    long_certainty: Certainty | None = None
    history: tuple[Past, ...] = ()
    many: Mapping[int, Mapping[int, Quartiles]] = field(default_factory=dict)
    firsts: tuple[First, ...] = ()
    hosted: Hosted | None = None
    launches: tuple[Launches, ...] = ()
    unsettled: Mapping[int, str] = field(default_factory=dict)
    long_bytes: int = 0
    slope: Quartiles | None = None
    slope_certainty: Certainty | None = None

    def per_byte(self, column: Column) -> Quartiles | None:
        """Cycles/byte at a length (bytes), `LONG` or `SLOPE`; None if that is not measured, and for 0 bytes."""
        if column == LONG:
            return self.long
        if column == SLOPE:
            return self.slope
        found = self.curve.get(column)
        return found / column if found and column else None

    @property
    def settled(self) -> dict[int, Quartiles]:
        """The curve without the points that have no timing that can be trusted."""
        return {n: figure for n, figure in self.curve.items() if n not in self.unsettled}

    def experiments(self) -> dict[str, list[Variant]]:
        """Effect -> its variants, the one first that the others are compared with."""
        found: dict[str, list[Variant]] = {}
        for variant in self.effects:
            found.setdefault(variant.effect, []).append(variant)
        return found

    def sure(self, column: Column) -> Certainty | None:
        """How sure the figure at a length (bytes), for `LONG` or `SLOPE` is; None if that is not known."""
        if column == LONG:
            return self.long_certainty
        return self.slope_certainty if column == SLOPE else self.certainty.get(column)

    def doubt(self, column: Column) -> str:
        """The reason to doubt a figure, in words; empty if there is none."""
        if sure := self.sure(column):
            return sure.doubt
        if column == LONG:  # of which no process is known: of its ends some may be
            return next((why for length in SLOPE_LENGTHS if (why := self.doubt(length))), "")
        return self.unsettled.get(column, "") if isinstance(column, int) else ""

    @property
    def newest(self) -> Build:
        """A build that stands for what all builds share: sources, version, security, authors."""
        made = [build for build in self.builds if build.object]
        return (made or self.builds)[0]

    @property
    def same_code(self) -> tuple[Words, ...]:
        """The other option sets whose machine code is the winner's."""
        won = self.winner
        codes = [code for code in self.codes if won and code.object == won.object]
        return tuple(o for code in codes for o in code.option_sets if won and o != won.options)

    @property
    def size(self) -> Size | None:
        """The sizes of the winner's objects; None if no race was won, or the data have none."""
        won = self.winner
        return next((b.size for b in self.builds if won and b.object == won.object), None)

    @property
    def troubled(self) -> tuple[Build, ...]:
        """The builds that failed or were skipped."""
        return tuple(build for build in self.builds if not build.object)

    @property
    def warned(self) -> tuple[Build, ...]:
        """The builds that succeeded although the compiler printed something."""
        return tuple(b for b in self.builds if b.object and (b.said or b.said_as))

    @property
    def output_bytes(self) -> int:
        """Length of the digest; 0 if no check recorded it."""
        return max((code.check.output_bytes for code in self.codes if code.check), default=0)

    @property
    def findings(self) -> tuple[str, ...]:
        """What was found wrong with machine codes that passed their check, each finding once."""
        right = [code for code in self.codes if code.is_right]
        found = [text for code in right if code.check for text in code.check.findings]
        found += [code.audit.doubt for code in right if code.audit]
        if self.newest.security == CONSTANT_TIME:
            found += [broken_claim(code.timecop) for code in right if code.timecop]
        return tuple(dict.fromkeys(text for text in found if text))

    @property
    def notes(self) -> tuple[str, ...]:
        """What is good to know of its builds and is no fault, each note once."""
        return tuple(dict.fromkeys(text for build in self.builds for text in build.notes))

    @property
    def refused(self) -> tuple[Code, ...]:
        """The machine codes that failed their check."""
        return tuple(code for code in self.codes if code.is_wrong)

    @property
    def is_disputed(self) -> bool:
        """Whether another implementation has other digests than it, or the hash is in such a dispute."""
        return any(code.check.outcome == "disputed" for code in self.refused if code.check)


@dataclass(frozen=True, slots=True)
class Hash:
    """A hash function on one target of one machine, its implementations fastest first.

    `many` are implementations that hash many messages at once.
    """

    name: str
    implementations: tuple[Implementation, ...]
    description: str = ""
    designers: Words = ()
    many: tuple[Implementation, ...] = ()

    @property
    def agreement(self) -> Agreement | None:
        """Which implementations compute the same function; None if the checksums are known, or nothing is right."""
        return compare(
            Opinion(one.name, (check.checksumsmall, check.checksumbig), dict(check.digests))
            for one in self.implementations
            for code in one.codes
            if (check := code.check) and code.is_right and _has_own_checksums(check)
        )


def _has_own_checksums(check: Check) -> bool:
    """Whether a check computed both checksums and there was nothing to compare them with."""
    return check.expected == "unknown" and bool(check.checksumsmall and check.checksumbig)


@dataclass(frozen=True, slots=True)
class Target:
    """A target of a machine, such as an ABI.

    `status` is "ok", why it is not available, or empty if the data do not say.
    `cycles_per_tick` is what the counter's ticks were scaled by, over all calibrations; None if figures are as
    counted. `emulator` ran its programs if the processor does not: they are checked, and never timed.
    """

    name: str
    platform: str
    status: str
    counter: Counter | None
    hashes: tuple[Hash, ...]
    measured: tuple[str, str] | None
    cycles_per_tick: Quartiles | None = None
    emulator: str = ""


@dataclass(frozen=True, slots=True)
class Machine:
    """A computer that took measurements. What the data do not say is empty, or 0.

    `name` is its own among all machines that were loaded together; `recorded_name` is what the data call it, and
    `identity` tells it from others that they call so. `hashcop` or `supercop` is the version of the program that took
    the measurements. `core_kind` is which of a hybrid processor's cores it measured on. `run` is how far its last run
    has come. `eras` are oldest first, and `submissions` newest first. `counts` are without `by_length`. `devices` has
    one for each target that is a device, and `mixes` what is known of the machine code of kernels. `circuits` are by
    family, hash and name. `disturbed` is what disturbed the timings of the newest run.
    """

    name: str
    recorded_name: str
    identity: str
    processor: str
    design: str
    signature: Signature | None
    cores: int
    pinned: int | None
    memory: int
    kernel: str
    system: str
    sandbox: str
    hashcop: str
    supercop: str
    compilers: tuple[Compiler, ...]
    targets: tuple[Target, ...]
    core_kind: str = ""
    microcode: str = ""
    hypervisor: str = ""
    conditions: Conditions | None = None
    run: Run | None = None
    eras: tuple[Era, ...] = ()
    submissions: tuple[Submission, ...] = ()
    counts: tuple[Counts, ...] = ()
    devices: tuple[Device, ...] = ()
    mixes: tuple[Mix, ...] = ()
    circuits: tuple[Circuit, ...] = ()
    disturbed: Disturbed | None = None

    @property
    def measured(self) -> tuple[str, str] | None:
        """When the oldest and the newest of its measurements were taken."""
        spans = [target.measured for target in self.targets if target.measured]
        return (min(a for a, _ in spans), max(b for _, b in spans)) if spans else None

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """The conditions: as the timings of the newest run tell them, and otherwise as they were last seen."""
        return judgements(self.conditions.judgements, self.disturbed) if self.conditions else ()

    @property
    def to_mend(self) -> tuple[Judgement, ...]:
        """The conditions that are bad."""
        return tuple(one for one in self.judgements if one.state == "bad")


def span(times: Iterable[str]) -> tuple[str, str] | None:
    """The first and the last of some times; None if there are none."""
    found = sorted(times)
    return (found[0], found[-1]) if found else None
