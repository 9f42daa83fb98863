"""The door: everything that the engine asks of a platform, and all that a platform is told.

A platform is a package below hashcop/platforms/ that has an object `PLATFORM`. The engine finds it there by itself;
docs/adding-a-platform.md leads through what is to be written. Platforms know nothing of each other and of the engine.
All of it is one file, so that the whole contract can be read at once.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, runtime_checkable

from msgspec import Struct

from hashcop.data.lengths import Lengths, Schedule
from hashcop.data.records import (
    Clocks,
    Compiler,
    Counter,
    Design,
    Keyed,
    Quiet,
    Sample,
    Size,
    Words,
)
from hashcop.machine.packages import Tool
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.implementation import HashFunction, Implementation

EMULATED = "emulated"  # stands for the names of all targets that are checked and never timed


class Unavailable(Exception):
    """A platform does not work here at all; says what is missing."""


class OptionFileError(Exception):
    """A file of compilers/ can't be used. Says which, and why."""


class Disputed(str):
    """What a build is said to have done wrong by another implementation, where nobody knows which of the two is right.

    `other` is the path of that implementation in the tree.
    """

    __slots__ = ("other",)
    other: str

    def __new__(cls, text: str, other: str) -> "Disputed":
        made = super().__new__(cls, text)
        made.other = other
        return made


class CounterLost(Exception):
    """What timings are taken with worked when the machine was examined, and works no more. Says why."""


@dataclass(frozen=True)
class Quantity:
    """What a platform measures of a message; the less, the better. `name` is the field `quantity` of records.

    `is_of_machine`: it is another one on another machine, and while the machine does other work. `most_bytes`: what can
    be read of messages in one unit of it, at most; 0 where nothing limits that. Timings that claim more are forged.
    """

    name: str
    unit: str
    is_of_machine: bool = True
    most_bytes: int = 0


# No core reads more than 256 bytes in a cycle: those with the widest registers read two or three of 64.
CYCLES = Quantity("cycles", "cycles", most_bytes=256)


@dataclass(frozen=True, kw_only=True)
class Target:
    """Where a platform runs builds: an ABI, a JVM, a device.

    `counter` is what timings are in. One that is not timed is only checked, as an emulator's is.
    """

    name: str
    counter: Counter
    is_timed: bool = True


@dataclass(frozen=True, kw_only=True)
class OptionSet:
    """A tool with its flags. `command` is what the data call the tool, `family` what it has in common with others."""

    command: str
    flags: tuple[str, ...]
    family: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """As the data have it."""
        return (*self.command.split(), *self.flags)


@dataclass(frozen=True)
class Need:
    """A subroutine that an implementation asks for. `is_public`: for inputs that are no secret."""

    operation: str
    primitive: str
    is_public: bool = False


@dataclass(frozen=True)
class Subroutine:
    """What an implementation gets for a need: a build of another implementation, by its machine code `code`.

    `artifact` is that build's, `sources` a hash of its files.
    """

    need: Need
    implementation: Implementation
    security: str
    options: Words
    sources: str
    code: str
    artifact: Path

    @property
    def words(self) -> str:
        """As the data have it."""
        return " ".join([self.implementation.path, *self.options])


@dataclass(frozen=True)
class Plan:
    """What an implementation is to be built with for a target, and what it needs before; or why it is skipped.

    `is_left`: nothing is done about it unless something is selected.
    """

    option_sets: tuple[OptionSet, ...] = ()
    needs: tuple[Need, ...] = ()
    skip: str = ""
    is_left: bool = False


@dataclass(frozen=True, eq=False)
class Group:
    """The builds of one implementation for one target.

    `skip` says why it is not built at all; empty otherwise. `named`: selected by name, so that it gets every length.
    `needs` are met by the `subroutines` before it is built. `is_subroutine`: it is built for what needs it.
    """

    lane: "Lane"
    function: HashFunction
    implementation: Implementation
    target: Target
    option_sets: tuple[OptionSet, ...]
    skip: str
    named: bool
    security: str
    needs: tuple[Need, ...] = ()
    subroutines: tuple[Subroutine, ...] = ()
    is_subroutine: bool = False


class Outcome(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a build: fields of a `build` record (hashcop/data/records.py)."""

    outcome: str  # ok, failed
    reason: str = ""
    said: Words = ()
    object: str = ""
    size: Size | None = None
    notes: Words = ()
    area: dict[str, float] = {}
    design: Design | None = None


@dataclass(frozen=True)
class Built:
    """An outcome, and the artifact where it is ok: a file named `program` in a directory of its own."""

    outcome: Outcome
    artifact: Path | None


class Verdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a check: fields of a `check` record (hashcop/data/records.py)."""

    outcome: str  # right, wrong, disputed
    reason: str = ""
    disagrees_with: str = ""
    findings: Words = ()
    expected: str = ""
    checksumsmall: str = ""
    checksumbig: str = ""
    known_answers: int = 0
    longest: int = 0
    fresh: int = 0
    witness: str = ""
    output_bytes: int = 0
    digests: dict[str, str] = {}
    emulator: str = ""
    clocks: Clocks | None = None


@dataclass(frozen=True)
class Variant:
    """One way of timing in an experiment: `name` as the data have it, and `effect`, which only the platform knows.

    `copies` run at once, each on a core of its own. `target` is another counter's. `lengths` (bytes) are those of the
    tables where there are none.
    """

    name: str
    schedule: Schedule
    effect: object = None
    copies: int = 1
    target: Target | None = None
    lengths: tuple[int, ...] = ()


@dataclass(frozen=True)
class Described:
    """What a lane has to say for the `machine` record, by target where it is of one."""

    counter: Mapping[str, Counter] = field(default_factory=dict)
    targets: Mapping[str, str] = field(default_factory=dict)  # "ok", or why it is not available
    emulators: Mapping[str, str] = field(default_factory=dict)
    compilers: tuple[Compiler, ...] = ()


@dataclass(frozen=True)
class Elsewhere:
    """A target of other machines that can be checked here once what is `missing` is installed from `packages`."""

    target: str
    emulator: str
    tools: tuple[str, ...]
    missing: tuple[str, ...]
    packages: tuple[str, ...]


@dataclass(frozen=True)
class OptionRow:
    """The option sets of one tool for one target, by language, and the flags that it has to do without here."""

    target: str
    tool: Compiler
    sets: Mapping[str, tuple[OptionSet, ...]]
    refused: Mapping[str, str]


class Patience:
    """Seconds that a run may lose to whatever disturbs its timings, altogether.

    `reserve` of them are not for waiting, but for measuring again what was disturbed.
    """

    def __init__(self, seconds: float, reserve: float = 0) -> None:
        self.left = seconds
        self.reserve = reserve
        self.waited = 0.0  # seconds
        self._is_kept = False

    def spend(self, seconds: float, leaving: float = 0) -> bool:
        """Take so much of it; False, and nothing is taken, where less than `leaving` would be left."""
        if seconds > self.left - leaving:
            return False
        self.left -= seconds
        return True

    @contextmanager
    def kept(self) -> Iterator[None]:
        """In this block nobody waits: no conclusion depends on the timings that are taken there."""
        before, self._is_kept = self._is_kept, True
        try:
            yield
        finally:
            self._is_kept = before

    def wait(self, seconds: float) -> bool:
        """Let so much time pass; False, and none does, where less than the reserve would be left."""
        if self._is_kept or not self.spend(seconds, leaving=self.reserve):
            return False
        begun = time.monotonic()
        time.sleep(seconds)
        self.waited += time.monotonic() - begun
        return True


@dataclass(frozen=True)
class Place:
    """Where a lane works: the sandbox, its part of the cache, the logical processors that timings may run on.

    `libraries` is where the operator may have put some, `targets` are the names that were asked for (none: this
    machine's own), `profile` the option sets; `exhaustive`: all of them are wanted, even if they can't matter.
    `sanitized` builds are checked with sanitizers and never timed. `long_messages`: checks include messages
    longer than memory. `devices`: what runs may use the files of devices, such as /dev/nvidia0. `say` tells
    people what takes long.
    """

    sandbox: Sandbox
    cache: Path
    cores: tuple[int, ...]
    libraries: Path
    targets: tuple[str, ...] = ()
    profile: str = "default"
    exhaustive: bool = False
    sanitized: bool = False
    long_messages: bool = False
    devices: bool = False
    say: Callable[[str], None] = lambda _: None

    def found(self, platform: str) -> Path:
        """Where a platform keeps what it found out about the machine. Entries unused for long are removed."""
        return self.cache / "found" / platform


class Workshop(Protocol):
    """Where the builds of one group are made; may be asked by several threads at once."""

    def build(self, option_set: OptionSet) -> Built:
        """Make one build. An artifact of the same machine code that is there already serves too."""
        ...

    def close(self) -> None:
        """Remove what is left beside the artifacts."""
        ...


class Timer(Protocol):
    """Where timings are taken. Whoever calls sees to it that nothing else of ours runs."""

    def time(
        self,
        artifact: Path,
        lengths: Sequence[int],
        schedule: Schedule,
        target: Target,
        *,
        seed: int = 0,
        seconds: float = 0,
        effect: object = None,
        group: Group | None = None,
    ) -> Sample | str:
        """Timings of each length (bytes), in that order, by one process; or what went wrong.

        A call hashes as many messages of the length as the schedule says.

        `seed` is the number of the process, whose messages are others than those of any other. `seconds`: how long it
        should take. `group` is that of the build: with it a platform can compare what the build answers while it is
        timed with what other implementations answer. Raises CounterLost.
        """
        ...


class Lane(Protocol):
    """A platform at work on this machine."""

    @property
    def platform(self) -> str:
        """The platform's name."""
        ...

    @property
    def quantity(self) -> Quantity:
        """What is raced and measured."""
        ...

    @property
    def targets(self) -> tuple[Target, ...]:
        """Where it can run builds here."""
        ...

    @property
    def missing(self) -> Mapping[str, str]:
        """Of targets that might be expected here and are not: why."""
        ...

    @property
    def lengths(self) -> Lengths:
        """Which lengths are timed, and how often."""
        ...

    def described(self) -> Described:
        """For the `machine` record."""
        ...

    def notices(self) -> Sequence[str]:
        """What people should know before a run: targets and option sets that are left out."""
        ...

    def plan(self, implementation: Implementation, target: Target) -> Plan:
        """What it is to be built with. Starts no process."""
        ...

    def can_serve(self, implementation: Implementation) -> bool:
        """Whether builds of an implementation can be subroutines of any other."""
        ...

    def with_options(self, group: Group, words: str) -> Group | None:
        """The group with an option set as typed in place of its own; None where no tool of the target begins so."""
        ...

    def option_rows(self) -> Sequence[OptionRow]:
        """The option sets of the profile."""
        ...

    def key(self, group: Group, option_set: OptionSet, sources: str) -> str:
        """A hash of everything that a build depends on. `sources`: a hash of the implementation's files."""
        ...

    def surroundings(self, group: Group) -> str:
        """What builds and checks depend on that is not in their keys: what is installed beside, the sandbox."""
        ...

    def artifact(self, code: str) -> Path:
        """Where the artifact of machine code is kept."""
        ...

    def is_kept(self, group: Group, code: str) -> bool:
        """Whether all that is wanted of a build is there already."""
        ...

    def version(self, implementation: Implementation) -> str:
        """The version that an implementation says it is; empty where it says none."""
        ...

    def workshop(self, group: Group, directory: Path) -> Workshop:
        """Where a group is built. `directory` is its own, and goes when the workshop is closed."""
        ...

    def check_key(self, group: Group, code: str, seconds: int) -> str:
        """A hash of everything that the check of machine code depends on."""
        ...

    def check(self, group: Group, option_set: OptionSet, artifact: Path, seconds: int) -> Verdict:
        """Whether a build is right and behaves. `seconds`: how long one call may take."""
        ...

    def ruler(self, target: Target) -> str:
        """What timings are taken with, for their keys: the harness, and the counter that they are in."""
        ...

    def timer(self, core: int, patience: Patience) -> Timer:
        """What times on a logical processor."""
        ...

    def quietness(self, core: int) -> Quiet | None:
        """How quiet a logical processor is at this moment; None where that can't be found out."""
        ...

    def on_core(self, core: int) -> "Lane | None":
        """The lane with its counters examined on another logical processor.

        None where another counter is better there, or none works: timings would be of another unit.
        """
        ...

    @property
    def core(self) -> int:
        """The logical processor that counters were examined on."""
        ...

    def seconds_of(
        self, target: Target, cycles_per_byte: float, lengths: Sequence[int], schedule: Schedule
    ) -> float:
        """An estimate of how long all processes of a schedule take, in seconds."""
        ...

    def variants(self, effect: str, target: Target) -> Iterator[Variant]:
        """The variants of an experiment, the first of them the one that the others are held against.

        Starts no process. A variant with a `target` of its own may not work: it must be `examined` before it is timed.
        """
        ...

    def is_of_each_compiler(self, effect: str) -> bool:
        """Whether an experiment is done with the first option set of each compiler, and not with the winner."""
        ...

    def examined(self, variant: Variant, target: Target, core: int) -> Variant | None:
        """A variant as it can be timed on a logical processor; None if it does not work there."""
        ...

    def forget(self) -> None:
        """Let everything be tried again: what was found out about the machine holds no more."""
        ...


@runtime_checkable
class KnowsPaces(Protocol):
    """What a lane may have besides: where its stages take nothing like the time that others take."""

    @property
    def paces(self) -> Mapping[str, float]:
        """Seconds for each unit of a stage (hashcop/engine/spent.py), until the first run has told."""
        ...


@runtime_checkable
class Borrows(Protocol):
    """What a lane may have besides: where subroutines are of another platform."""

    @property
    def lender(self) -> Lane:
        """The lane that builds and races the subroutines."""
        ...


@runtime_checkable
class GetsReady(Protocol):
    """What a lane may have besides: where what is timed is compared with something that takes its time to be made."""

    def get_ready(self, group: Group) -> None:
        """Make what the timings of a group need. May be asked by several threads at once, when nothing is timed."""
        ...


@dataclass(frozen=True)
class Fact:
    """Something that a platform finds out, if it is not recorded yet, and that is no build, check or timing.

    `find` returns a record of the `kind`, with the `key`, or why there is none. Nothing else of ours runs meanwhile.
    """

    kind: type[Keyed]
    key: str
    title: str
    find: Callable[[], Keyed | str]


@runtime_checkable
class FindsFacts(Protocol):
    """What a lane may have besides: where figures need more to be judged than what `described` tells for nothing."""

    def facts(self, groups: Sequence[Group]) -> Sequence[Fact]:
        """What there is to be known of a lane, and of some groups of it. Starts no process."""
        ...


@runtime_checkable
class KnowsInstructions(Protocol):
    """What a lane may have besides: platforms whose artifacts hold no machine code have nothing to tell."""

    def instructions(self, group: Group, artifact: Path) -> Words:
        """The instruction sets that a build uses, beyond those that every processor of its target has.

        Empty if there are none, or if they can't be found out. May be asked by several threads at once.
        """
        ...


@runtime_checkable
class KnowsStack(Protocol):
    """What a lane may have besides: platforms whose code has no stack of its own have nothing to tell."""

    def stack(self, group: Group, artifact: Path) -> int | None:
        """The most bytes of stack that a call takes, with all that it calls; None if that can't be found out.

        May be asked by several threads at once.
        """
        ...


@runtime_checkable
class LinksAgain(Protocol):
    """What a lane may have besides: where the place of code in memory is the linker's."""

    def layouts(self, group: Group, artifact: Path) -> Sequence[Path]:
        """Artifacts of the same machine code that lies at other places, the one that was built first."""
        ...


class CodeFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of machine code: fields of a `winner` record (hashcop/data/records.py)."""

    instructions: Words = ()
    stack: int | None = None


def facts_of(group: Group, artifact: Path) -> CodeFacts:
    """What the lane of a build can tell of its machine code."""
    lane = group.lane
    return CodeFacts(
        instructions=lane.instructions(group, artifact)
        if isinstance(lane, KnowsInstructions)
        else (),
        stack=lane.stack(group, artifact) if isinstance(lane, KnowsStack) else None,
    )


def is_complete(group: Group, facts: CodeFacts) -> bool:
    """Whether a lane told all that it may be able to tell."""
    lane = group.lane
    has_sets = bool(facts.instructions) or not isinstance(lane, KnowsInstructions)
    return has_sets and (facts.stack is not None or not isinstance(lane, KnowsStack))


class Audited(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of an audit: fields of an `audit` record (hashcop/data/records.py)."""

    bytes: int
    calls: int
    inside: float
    outside: float
    witness: str = ""
    doubt: str = ""
    deviation: float = 0.0
    tolerance: float = 0.0
    verdict: str = ""
    reason: str = ""
    turns: int = 0
    quiet: int = 0
    runner_up: str = ""


@dataclass(frozen=True)
class Peer:
    """A build of another implementation of the same hash on the same target, which is right and was audited itself."""

    group: Group
    artifact: Path


@dataclass(frozen=True)
class Rival:
    """A build of another implementation of the same hash on the same target, and the cycles of a call by length."""

    group: Group
    artifact: Path
    claimed: Mapping[int, float]


@dataclass(frozen=True)
class AuditPlan:
    """How an audit is made.

    Other work on the machine may make true timings doubtful. An audit that `is_patient` then tries again after seconds.
    One that is not returns what it found, which is to be settled later by a patient one. What `leads` its hash is
    audited more strictly, beside the `runner_up` if there is one. `slack`: by what part timings may be off by their own
    doubt, by length (bytes).
    """

    is_patient: bool = True
    leads: bool = False
    runner_up: Rival | None = None
    slack: Mapping[int, float] = field(default_factory=dict)


@runtime_checkable
class Audits(Protocol):
    """What a lane may have besides: where timings are taken in the process of the stranger's code."""

    def audit(
        self,
        timer: Timer,
        group: Group,
        artifact: Path,
        claimed: Mapping[int, float],
        peer: Peer | None = None,
        plan: AuditPlan | None = None,
    ) -> Audited | str:
        """Whether timings are true, by a clock that the code can't reach; or how it misbehaved.

        `claimed` has the cycles of one call by length (bytes), as they were timed. `peer`, the fastest, may say what
        the right answers are: the lane's own witness takes many times as long. Whoever calls sees to it that nothing
        else of ours runs.
        """
        ...


class ConstantTime(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of a run on secret messages: fields of a `timecop` record (hashcop/data/records.py)."""

    outcome: str  # pass, fail, error
    said: Words = ()
    tool: str = ""
    bytes: tuple[int, ...] = ()
    where: Words = ()
    made: Words = ()


@runtime_checkable
class KnowsConstantTime(Protocol):
    """What a lane may have besides: where it can watch which branches and addresses depend on a message."""

    def constant_time_key(self, group: Group, code: str) -> str:
        """A hash of everything that the verdict on machine code depends on."""
        ...

    def constant_time_lacks(self, group: Group) -> str:
        """The tool without which no build of a group can be judged here, and how to get it; empty if it can be."""
        ...

    def constant_time(
        self, group: Group, option_set: OptionSet, artifact: Path, directory: Path
    ) -> ConstantTime:
        """Whether a build's branches and addresses depend on its message.

        `directory` is its own, and whoever calls removes it. May be asked by several threads at once.
        """
        ...


class Platform(Protocol):
    """A way to run implementations. Nothing here starts a process, unless it says so."""

    @property
    def name(self) -> str:
        """The field `platform` of every record."""
        ...

    @property
    def operation(self) -> str:
        """The directory of a tree that has its implementations: `crypto_hash`, or that of another operation."""
        ...

    @property
    def is_usual(self) -> bool:
        """Whether a run includes it without being asked to."""
        ...

    @property
    def effects(self) -> tuple[str, ...]:
        """The experiments that it has."""
        ...

    def claims(self, names: frozenset[str]) -> bool:
        """Whether a directory with files of these names is an implementation of this platform."""
        ...

    def language(self, implementation: Implementation) -> str:
        """What an implementation is written in."""
        ...

    def architectures(self, implementation: Implementation) -> frozenset[str] | None:
        """The targets that an implementation is for; None for all."""
        ...

    def target_names(self) -> Sequence[str]:
        """Every target that the platform knows of, here or elsewhere."""
        ...

    def profiles(self) -> Sequence[str]:
        """The names of its sets of option sets; `default` and `quick` are among them."""
        ...

    def tools(self) -> Sequence[Tool]:
        """What of the system it needs or can make use of."""
        ...

    def directories(self) -> Sequence[Path]:
        """Directories outside the system's own that its tools live in: the sandbox must show them."""
        ...

    def elsewhere(self) -> Sequence[Elsewhere]:
        """Targets of other machines, and what they want here. Asks tools for their versions."""
        ...

    def open(self, place: Place) -> Lane:
        """Find out what works here, or read what was found before. Raises Unavailable."""
        ...
