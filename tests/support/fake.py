"""A platform that is made up: it builds, checks and times nothing, in no time, and does as each implementation says.

An implementation is a directory with a file hash.fake (TOML), in which all is optional:

    cost = 10.0                 cycles per byte
    block = 64                  bytes that it works on at a time, so that its cost has steps
    factors = {"-b" = 2.0}      how many times the cost, by a flag
    fails = ["-b"]              flags with which it does not build
    wrong = ["-b"]              flags with which it is wrong
    finding = "..."             what it does wrong although its check passes
    differs = "crypto_hash/h/i" the implementation that has other digests in its check
    argues = "crypto_hash/h/i"  the implementation that has other digests while it is timed
    crashes = {"-a" = 40}       the length (bytes) at which it crashes when it is timed, by a flag
    same = true                 all option sets give the same machine code
    skip = "..."                why it is not built
    needs = ["crypto_core/x"]   subroutines
    spoils = "check"            when what it is linked with is wrong: in its check, or when it is timed (`time`)

The lane calls `event` before everything that it does, so that a test can count, wait, or die there.
"""

import io
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from hashcop.data.files import read
from hashcop.data.keys import digest
from hashcop.data.lengths import Lengths, Schedule
from hashcop.data.records import Batch, Counter, Quiet, Record, Sample
from hashcop.data.store import Store
from hashcop.engine import plan, references, selection, tree
from hashcop.engine.experiments import Experiments
from hashcop.engine.prepare import Prepared
from hashcop.engine.progress import Display
from hashcop.engine.session import Session, Work
from hashcop.engine.settings import Settings
from hashcop.engine.site import Lanes
from hashcop.machine.cache import Cache, CacheError
from hashcop.machine.packages import Tool
from hashcop.machine.processor import kind
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.door import (
    CYCLES,
    Built,
    CounterLost,
    Described,
    Disputed,
    Elsewhere,
    Group,
    Need,
    OptionRow,
    OptionSet,
    Outcome,
    Patience,
    Place,
    Plan,
    Subroutine,
    Target,
    Timer,
    Variant,
    Verdict,
)
from hashcop.platforms.implementation import Implementation

TICKS = Counter(name="made-up", counts="cycles", core_cycles=True, ticks_per_second=1e9)
ALPHA = Target(name="alpha", counter=TICKS)
BETA = Target(name="beta", counter=TICKS)
PAPER = Target(name="paper", counter=TICKS, is_timed=False)
FLAGS = ("-a", "-b", "-c")
LENGTHS = Lengths(
    race=64,
    table=(8, 64),
    coarse=tuple(range(0, 65, 8)),
    full=tuple(range(65)),
    trial=Schedule(processes=1, warmup=0, timings=3, steps=0),
    for_table=Schedule(processes=3, warmup=1, timings=3, steps=0),
    for_curve=Schedule(processes=2, warmup=0, timings=2, steps=0),
)
Event = Callable[[str, str], None]


class Killed(BaseException):
    """What a test raises in an event: the process is gone."""


def no_event(_kind: str, _about: str) -> None:
    """Nothing happens."""


def said_in(implementation: Implementation) -> dict[str, Any]:
    """What an implementation says of itself."""
    return tomllib.loads((implementation.directory / "hash.fake").read_text())


def sample(
    ticks: Mapping[int, float], schedule: Schedule, order: Sequence[int], *, width: float = 4.0
) -> Sample:
    """A process that timed each length (bytes) at so many ticks, which are cycles."""
    rows = tuple((n, 1, *[round(ticks[n])] * schedule.timings) for n in order)
    batch = Batch(len(rows), 1.0, 1.0, width, 1, 0, 0)
    return Sample(0.0, 0.0, 1.0, 4.0, (batch,), rows)


@dataclass
class FakeTimer:
    """Answers at once. `disturbed`: how many of the next processes share their core with others."""

    lane: "FakeLane"
    core: int
    patience: Patience

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
        lane, program = self.lane, json.loads(artifact.read_text())
        lane.event("time", f"{program['name']} {' '.join(map(str, lengths))}")
        lane.asked.append((program["name"], self.core, seed, effect, target.counter.name))
        if lane.lost:
            raise CounterLost("the counter made-up works no more")
        if program["crashes"] in lengths:
            return f"crashed at {program['crashes']} bytes"
        if program["argues"]:
            return Disputed(f"gave other digests than {program['argues']}", program["argues"])
        slower = 1.0 + (float(effect) if isinstance(effect, int | float) else 0.0)
        block = program["block"]
        if schedule == lane.lengths.trial:
            slower *= program["lucky"]  # its trials make it faster than it is
        lane.disturbed, busy = max(lane.disturbed - 1, 0), lane.disturbed > 0
        slower *= 1.5 if busy else 1.0
        ticks = {n: (10 + n // block * block) * program["cost"] * slower for n in lengths}
        return sample(ticks, schedule, lengths, width=2.0 if busy else 4.0)


@dataclass
class FakeWorkshop:
    """Where a group is built."""

    lane: "FakeLane"
    group: Group
    directory: Path

    def build(self, option_set: OptionSet) -> Built:
        group, said = self.group, said_in(self.group.implementation)
        name = f"{group.function.name}/{group.implementation.name}"
        self.lane.event("build", f"{name} {' '.join(option_set.words)}")
        if set(option_set.flags) & set(said.get("fails", ())):
            return Built(Outcome(outcome="failed", reason="error: no", said=("error: no",)), None)
        factors, crashes = said.get("factors", {}), said.get("crashes", {})
        cost = said.get("cost", 10.0)
        for flag in option_set.flags:
            cost *= factors.get(flag, 1.0)
        flags = option_set.flags
        spoiled = {said_in(one.implementation).get("spoils") for one in group.subroutines}
        program = {
            "name": name,
            "cost": cost,
            "block": said.get("block", 1),
            "wrong": "check" in spoiled or bool(set(option_set.flags) & set(said.get("wrong", ()))),
            "finding": said.get("finding", ""),
            "differs": said.get("differs", ""),
            "argues": said.get("argues", ""),
            "lucky": next((f for flag, f in said.get("lucky", {}).items() if flag in flags), 1.0),
            "crashes": 64
            if "time" in spoiled
            else next((crashes[f] for f in flags if f in crashes), None),
            "of": [one.code for one in group.subroutines],
            "options": [] if said.get("same") else list(option_set.words),
        }
        code = digest("code", group.target.name, json.dumps(program))
        artifact = self.lane.artifact(code)
        try:
            artifact.parent.mkdir(parents=True, exist_ok=True)
            artifact.write_text(json.dumps(program))
        except OSError as error:
            artifact.unlink(missing_ok=True)
            raise CacheError(f"{artifact}: {error.strerror}") from None
        return Built(Outcome(outcome="ok", object=code), artifact)

    def close(self) -> None:
        self.lane.event("close", self.group.implementation.name)


@dataclass
class FakeLane:
    """The made-up platform at work. `core` is the logical processor that its counter was examined on."""

    cache: Path
    targets: tuple[Target, ...] = (ALPHA, BETA)
    event: Event = no_event
    core: int = 0
    lengths: Lengths = LENGTHS
    platform: str = "fake"
    missing: Mapping[str, str] = field(default_factory=dict)
    around: str = ""
    disturbed: int = 0
    lost: bool = False
    compilers: tuple[str, ...] = ("fakec",)
    asked: list[tuple[str, int, int, object, str]] = field(default_factory=list)
    quantity = CYCLES

    def described(self) -> Described:
        return Described(
            counter={t.name: t.counter for t in self.targets},
            targets={t.name: "ok" for t in self.targets},
        )

    def notices(self) -> Sequence[str]:
        return [f"the target {name} is skipped: {why}" for name, why in self.missing.items()]

    def plan(self, implementation: Implementation, target: Target) -> Plan:
        said = said_in(implementation)
        sets = tuple(
            OptionSet(command=one, flags=(flag,)) for one in self.compilers for flag in FLAGS
        )
        needs = tuple(Need(*need.split("/")) for need in said.get("needs", ()))
        return Plan(sets, needs, said.get("skip", ""), is_left=bool(said.get("left")))

    def can_serve(self, implementation: Implementation) -> bool:
        return said_in(implementation).get("serves") is not False

    def with_options(self, group: Group, words: str) -> Group | None:
        command, *flags = words.split()
        sets = (OptionSet(command=command, flags=tuple(flags)),)
        return replace(group, option_sets=sets) if command == "fakec" else None

    def option_rows(self) -> Sequence[OptionRow]:
        return []

    def key(self, group: Group, option_set: OptionSet, sources: str) -> str:
        codes = [one.code for one in group.subroutines]
        where = group.implementation.path, group.target.name, group.security
        return digest("build", *where, sources, *option_set.words, *codes)

    def surroundings(self, group: Group) -> str:
        return self.around

    def artifact(self, code: str) -> Path:
        return self.cache / "programs" / "fake" / code / "program"

    def is_kept(self, group: Group, code: str) -> bool:
        return self.artifact(code).is_file()

    def version(self, implementation: Implementation) -> str:
        return ""

    def workshop(self, group: Group, directory: Path) -> FakeWorkshop:
        return FakeWorkshop(self, group, directory)

    def check_key(self, group: Group, code: str, seconds: int) -> str:
        return digest("check", code, seconds)

    def check(self, group: Group, option_set: OptionSet, artifact: Path, seconds: int) -> Verdict:
        program = json.loads(artifact.read_text())
        self.event("check", f"{program['name']} {' '.join(option_set.words)}")
        if program["wrong"]:
            return Verdict(outcome="wrong", reason="wrong digest", expected="mismatch")
        if program["differs"] and group.implementation not in group.function.believed:
            reason = f"gave another digest than {program['differs']}"
            if group.function.believed:
                return Verdict(outcome="wrong", reason=reason)
            return Verdict(outcome="disputed", reason=reason, disagrees_with=program["differs"])
        findings = (program["finding"],) if program["finding"] else ()
        return Verdict(outcome="right", findings=findings, expected="match", known_answers=3)

    def ruler(self, target: Target) -> str:
        return f"fake {target.counter.name}"

    def timer(self, core: int, patience: Patience) -> Timer:
        return FakeTimer(self, core, patience)

    def quietness(self, core: int) -> Quiet | None:
        return Quiet(processor=core, lost=0.001, scatter=0.01, chain=4600)

    def on_core(self, core: int) -> "FakeLane | None":
        self.core = core
        return self

    def seconds_of(
        self, target: Target, cycles_per_byte: float, lengths: Sequence[int], schedule: Schedule
    ) -> float:
        return 0.001 * len(lengths)

    def examined(self, variant: Variant, target: Target, core: int) -> Variant | None:
        return None if variant.name in self.missing else variant

    def is_of_each_compiler(self, effect: str) -> bool:
        return effect == "each"

    def variants(self, effect: str, target: Target) -> Iterator[Variant]:
        """`slow`: as it is, and 50 % slower; `beside`: alone, and two copies; `other`: another counter."""
        plain = Schedule(processes=2, warmup=0, timings=2, steps=0)
        yield Variant("as it is", plain)
        if effect == "slow":
            yield Variant("slower", plain, effect=0.5)
        elif effect == "beside":
            yield Variant("two copies", plain, copies=2)
        elif effect == "other":
            clock = replace(target, counter=Counter(name="clock", core_cycles=False))
            yield Variant("clock", plain, target=clock)

    def forget(self) -> None:
        self.event("forget", "")


@dataclass
class FakePlatform:
    """The made-up platform."""

    name: str = "fake"
    operation = "crypto_hash"
    is_usual = True
    effects = ("slow", "beside", "other")

    def claims(self, names: frozenset[str]) -> bool:
        return "hash.fake" in names

    def language(self, implementation: Implementation) -> str:
        return "TOML"

    def architectures(self, implementation: Implementation) -> frozenset[str] | None:
        return None

    def target_names(self) -> Sequence[str]:
        return ["alpha", "beta", "paper"]

    def profiles(self) -> Sequence[str]:
        return ["default", "quick"]

    def tools(self) -> Sequence[Tool]:
        return []

    def directories(self) -> Sequence[Path]:
        return []

    def elsewhere(self) -> Sequence[Elsewhere]:
        return []

    def open(self, place: Place) -> FakeLane:
        return FakeLane(place.cache)


PLATFORM = FakePlatform()


class Engine:
    """The whole engine on a made-up tree: what it records, prints, and asks of its lane."""

    def __init__(self, place: Path, files: Mapping[str, str] | None = None) -> None:
        """`files`: texts of hash.fake by HASH/IMPLEMENTATION, or by OPERATION/PRIMITIVE/IMPLEMENTATION."""
        self.place = place
        self.tree = place / "tree"
        (self.tree / "crypto_hash").mkdir(parents=True, exist_ok=True)
        for name, text in (files or {}).items():
            self.write(name, text)
        self.events: list[tuple[str, str]] = []
        self.lane = FakeLane(place / "cache", event=self._event)
        self.on_event: Event = no_event
        self.said = io.StringIO()
        self.settings = Settings(patience=0, exhaustive=True)

    def _event(self, kind: str, about: str) -> None:
        self.events.append((kind, about))
        self.on_event(kind, about)

    def count(self, kind: str) -> int:
        """How often the lane did something: build, check, time."""
        return sum(one == kind for one, _ in self.events)

    def write(self, name: str, text: str) -> Path:
        """An implementation, new or edited."""
        below = name if name.startswith("crypto_") else f"crypto_hash/{name}"
        file = self.tree / below / "hash.fake"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    @property
    def file(self) -> Path:
        """The data file."""
        return self.place / "bench" / "m" / "data.jsonl"

    def records(self) -> list[Record]:
        """Everything recorded."""
        return list(read(self.file)) if self.file.exists() else []

    def of(self, kind: type[Any]) -> list[Any]:
        """Everything recorded of a kind."""
        return [one for one in self.records() if isinstance(one, kind)]

    def lines(self) -> list[bytes]:
        """The whole lines of the data file."""
        content = self.file.read_bytes() if self.file.exists() else b""
        return [line for line in content.splitlines(keepends=True) if line.endswith(b"\n")]

    def open(self, *words: str, **settings: Any) -> Session:
        """A session on this machine with the made-up platform alone."""
        functions = tree.walk(self.tree, [PLATFORM])
        chosen = selection.parse(words, functions)
        lanes = Lanes({"fake": self.lane})
        store, all_settings = (
            Store(self.file.parent, "m"),
            replace(self.settings, words=words, **settings),
        )
        functions = references.named(all_settings.references, functions, store.directory)
        return Session(
            settings=all_settings,
            sandbox=Sandbox("none", (), ()),
            lanes=lanes,
            store=store,
            cache=Cache(self.place / "cache"),
            kind=kind(),
            tree=self.tree,
            platforms=(PLATFORM,),
            groups=plan.make(functions, chosen, lanes.of),
        )

    def display(self) -> Display:
        """Where the engine prints; `said` has it."""
        return Display(Console(file=self.said, width=500))

    def work(
        self, act: Callable[[Work], Any], *words: str, effects: Sequence[str] = (), **settings: Any
    ) -> Any:
        """What `act` makes of the work of a session, which is closed whatever happens."""
        session, display = self.open(*words, **settings), self.display()
        try:
            work = session.begin(display)
            result = act(work)
            if effects:
                experiments = Experiments(session.store, display, work.site, work.races.preparation)
                experiments.run(work.run.measured, effects)
            work.site.leave()
            return result
        finally:
            session.close()

    def run(self, *words: str, full: bool = False, **settings: Any) -> list[Prepared]:
        """A whole run: build, check, race, measure."""

        def act(work: Work) -> list[Prepared]:
            work.races.answers(work.groups)
            return work.run.in_turns(work.groups, work.way, full_curves=full, is_asked=True)

        result: list[Prepared] = self.work(act, *words, **settings)
        return result


def subroutine_words(records: Sequence[Any]) -> set[str]:
    """The subroutines named in builds."""
    return {words for build in records for words in build.subroutines}


__all__ = ["ALPHA", "BETA", "PAPER", "Engine", "FakeLane", "FakePlatform", "Killed", "Subroutine"]
