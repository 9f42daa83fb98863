"""What was recorded, sorted by machine, target, hash and implementation: the step between records and summaries."""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from hashcop.data import records
from hashcop.data.records import Audit, Build, Check, Words
from hashcop.results import circuits
from hashcop.results.disturbed import Disturbed
from hashcop.results.doubt import is_doubted
from hashcop.results.hosted import First, Process
from hashcop.results.launches import Launch
from hashcop.results.newest import Newest, Stamp
from hashcop.results.quartiles import Quartiles
from hashcop.results.race import Timing
from hashcop.results.samples import Processes, is_enough
from hashcop.results.summary import Certainty

K = TypeVar("K")
L = TypeVar("L")
V = TypeVar("V")
Name = tuple[str, str, str]  # target, hash, implementation
Curve = dict[int, Quartiles]
Trial = tuple[Sequence[float], Timing]  # all timings, and what they come to
Tried = tuple[Curve, bool]  # a variant of an experiment, and whether most of it was disturbed


@dataclass(frozen=True, slots=True)
class Point:
    """What is known of a length of the tables. `processes` are kept for the lengths that a slope is made of."""

    key: str
    processes: Processes
    certainty: Certainty | None

    @property
    def is_disturbed(self) -> bool:
        """Whether its figure is in doubt, and too few of its processes were quiet to tell."""
        sure = self.certainty
        return (
            sure is not None
            and is_doubted(sure.chance)
            and not is_enough(sure.quiet, sure.processes)
        )


@dataclass(frozen=True, slots=True)
class Measured:
    """The figures of a record: quartiles (cycles of a call) by length (bytes), and `points` for the tables' lengths.

    `unsettled` says by length why a curve has no timing there that can be trusted; None for what is no curve.
    """

    stamp: Stamp
    lengths: Sequence[int]
    quartiles: Sequence[Quartiles]
    points: dict[int, Point]
    unsettled: Mapping[int, str] | None = None

    @property
    def is_curve(self) -> bool:
        """Whether it has many lengths of few processes: tables know better what they have."""
        return self.unsettled is not None

    @property
    def time(self) -> str:
        """When it was taken."""
        return self.stamp[0]


@dataclass(frozen=True, slots=True)
class Taken:
    """A machine code's measurement at 1536 bytes. `certainty` is how sure its median is, as far as that is known."""

    time: str
    object: str
    quartiles: Quartiles
    certainty: Certainty | None


class Timed:
    """Trials by machine code and key, and measurements by machine code.

    `taken` has by key all measurements at 1536 bytes.
    """

    __slots__ = ("measured", "taken", "trials")

    def __init__(self) -> None:
        self.trials: dict[str, dict[str, Trial]] = {}
        self.measured: dict[str, list[Measured]] = {}
        self.taken: Newest[str, Taken] = Newest()

    def merge(self, other: "Timed") -> None:
        """Take in what another one has."""
        for code, trials in other.trials.items():
            self.trials.setdefault(code, {}).update(trials)
        for code, found in other.measured.items():
            self.measured.setdefault(code, []).extend(found)
        self.taken.merge(other.taken)


def _merge(mine: dict[K, Newest[L, V]], others: dict[K, Newest[L, V]]) -> None:
    for key, found in others.items():
        mine.setdefault(key, Newest()).merge(found)


class Made(NamedTuple):
    """A build that succeeded: when, of which sources, and with which option set."""

    time: str
    sources: str
    options: Words


class Subject:
    """What was recorded of one implementation on one target.

    `said` is what compilers printed, by the key of the build that has it. `counted` has the timings that are not
    calibrated. `many` has calibrated ones by the number of messages of a call. `made` has by machine code a build of
    each of its sources, also of those that are no longer there. `launches` are those of devices, by machine code,
    variant of an experiment (empty for none), messages and length.
    """

    __slots__ = (
        "audits",
        "builds",
        "calibrated",
        "checks",
        "counted",
        "effects",
        "firsts",
        "hosted",
        "launches",
        "made",
        "many",
        "said",
        "timecops",
        "winners",
    )

    def __init__(self) -> None:
        self.builds: Newest[Words, Build] = Newest()
        self.said: dict[str, Words] = {}
        self.made: dict[str, tuple[Made, ...]] = {}
        self.checks: Newest[str, Check] = Newest()
        self.audits: Newest[str, Audit] = Newest()
        self.timecops: Newest[str, records.Timecop] = Newest()
        self.winners: Newest[str, records.Winner] = Newest()
        self.effects: dict[str, Newest[tuple[str, str], Tried]] = {}
        self.firsts: dict[str, Newest[tuple[str, str], First]] = {}
        self.hosted: Newest[str, tuple[Process, ...]] = Newest()
        self.launches: Newest[tuple[str, str, int, int], Launch] = Newest()
        self.calibrated = Timed()
        self.counted = Timed()
        self.many: dict[int, Timed] = {}

    def of_messages(self, messages: int) -> Timed:
        """The calibrated timings of calls that hash so many messages."""
        if messages == 1:
            return self.calibrated
        return self.many.setdefault(messages, Timed())

    def note_made(self, code: str, one: Made) -> None:
        """Take in a build of a machine code, unless there is an older one of the same sources."""
        known = self.made.get(code, ())
        same = next((held for held in known if held.sources == one.sources), None)
        if same is None or one.time < same.time:
            self.made[code] = tuple(sorted({*known, one} - {same}))

    def merge(self, other: "Subject") -> None:
        """Take in what another one has."""
        self.said |= other.said
        for code, builds in other.made.items():
            for one in builds:
                self.note_made(code, one)
        self.builds.merge(other.builds)
        self.checks.merge(other.checks)
        self.audits.merge(other.audits)
        self.timecops.merge(other.timecops)
        self.winners.merge(other.winners)
        self.calibrated.merge(other.calibrated)
        self.counted.merge(other.counted)
        for messages, timed in other.many.items():
            self.of_messages(messages).merge(timed)
        _merge(self.effects, other.effects)
        _merge(self.firsts, other.firsts)
        self.hosted.merge(other.hosted)
        self.launches.merge(other.launches)


class Recorded:
    """What was recorded of one machine.

    `platforms` and `scales`, the cycles per tick of all calibrations, are by target. `many` are implementations that
    hash many messages at once, and `circuits` have no cycles. `disturbed` has by the key of a record of timings its
    time, and what disturbed its processes.
    """

    def __init__(self) -> None:
        self.machines: list[records.Machine] = []
        self.conditions: list[records.Conditions] = []
        self.runs: list[records.Run] = []
        self.submissions: Newest[str, records.Submission] = Newest()
        self.counts: Newest[tuple[str, ...], records.Counts] = Newest()
        self.devices: Newest[str, records.Device] = Newest()
        self.mixes: Newest[tuple[str, ...], records.Mix] = Newest()
        self.hashes: Newest[str, records.Hash] = Newest()
        self.platforms: dict[str, str] = {}
        self.scales: dict[str, array[float]] = {}
        self.subjects: dict[Name, Subject] = {}
        self.many: dict[Name, Subject] = {}
        self.circuits = circuits.Recorded()
        self.disturbed: Newest[str, tuple[str, Disturbed]] = Newest()

    def merge(self, other: "Recorded") -> None:
        """Take in what another one has, and own it."""
        self.machines += other.machines
        self.conditions += other.conditions
        self.runs += other.runs
        self.submissions.merge(other.submissions)
        self.counts.merge(other.counts)
        self.devices.merge(other.devices)
        self.mixes.merge(other.mixes)
        self.circuits.merge(other.circuits)
        self.disturbed.merge(other.disturbed)
        self.hashes.merge(other.hashes)
        self.platforms |= other.platforms
        for target, scales in other.scales.items():
            self.scales.setdefault(target, array("d")).extend(scales)
        for mine, theirs in ((self.subjects, other.subjects), (self.many, other.many)):
            for name, subject in theirs.items():
                if name in mine:
                    mine[name].merge(subject)
                else:
                    mine[name] = subject
