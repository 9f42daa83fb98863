"""A toy platform: the smallest that the door lets in, and the example of docs/adding-a-platform.md.

An implementation is a directory with a file hash.toy that says which function of Python's hashlib it is, and what it
costs:

    digest = "sha256"
    cost = 7.5          ticks per byte, with the option -fast

It is built by copying the file, checked with the known answers of the hash, and timed by a made-up clock.
"""

import hashlib
import json
import shutil
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashcop.data.keys import digest
from hashcop.data.lengths import REPEATED, Lengths, Schedule
from hashcop.data.records import Batch, Compiler, Counter, Quiet, Sample
from hashcop.machine.packages import Tool
from hashcop.platforms.door import (
    Built,
    Described,
    Elsewhere,
    Group,
    OptionRow,
    OptionSet,
    Outcome,
    Patience,
    Place,
    Plan,
    Quantity,
    Target,
    Timer,
    Variant,
    Verdict,
)
from hashcop.platforms.implementation import Implementation

FILE = "hash.toy"
TICKS = Quantity("ticks", "ticks")
CLOCK = Counter(name="toy-clock", counts="made-up ticks", core_cycles=None, ticks_per_second=1e9)
TARGETS = (Target(name="toybox", counter=CLOCK),)
FACTORS = {"-fast": 1.0, "-slow": 2.0}  # by option: times the cost


def _said(directory: Path) -> dict[str, Any]:
    return tomllib.loads((directory / FILE).read_text())


class ToyPlatform:
    """What is known without opening anything."""

    name = "toy"
    operation = "crypto_hash"
    is_usual = True
    effects: tuple[str, ...] = ()

    def claims(self, names: frozenset[str]) -> bool:
        return FILE in names

    def language(self, implementation: Implementation) -> str:
        return "toy"

    def architectures(self, implementation: Implementation) -> frozenset[str] | None:
        return None

    def target_names(self) -> Sequence[str]:
        return [target.name for target in TARGETS]

    def profiles(self) -> Sequence[str]:
        return ["default", "quick"]

    def tools(self) -> Sequence[Tool]:
        return []

    def directories(self) -> Sequence[Path]:
        return []

    def elsewhere(self) -> Sequence[Elsewhere]:
        return []

    def open(self, place: Place) -> "ToyLane":
        return ToyLane(place.cache, max(place.cores), place.profile)


@dataclass
class ToyLane:
    """The toy at work."""

    cache: Path
    core: int
    profile: str
    platform = "toy"
    quantity = TICKS
    targets = TARGETS
    missing: dict[str, str] | None = None
    lengths = Lengths(coarse=(0, 64, 1536, 4096), full=(0, 64, 1536, 4096))

    def __post_init__(self) -> None:
        self.missing = {}

    def described(self) -> Described:
        tool = Compiler(command="toy", path="", version="toy 1.0")
        return Described({"toybox": CLOCK}, {"toybox": "ok"}, {}, (tool,))

    def notices(self) -> Sequence[str]:
        return []

    def _option_sets(self) -> tuple[OptionSet, ...]:
        flags = list(FACTORS)[: 1 if self.profile == "quick" else None]
        return tuple(OptionSet(command="toy", flags=(flag,)) for flag in flags)

    def plan(self, implementation: Implementation, target: Target) -> Plan:
        return Plan(self._option_sets())

    def can_serve(self, implementation: Implementation) -> bool:
        return False

    def with_options(self, group: Group, words: str) -> Group | None:
        return None

    def option_rows(self) -> Sequence[OptionRow]:
        tool = Compiler(command="toy", version="toy 1.0")
        return [OptionRow("toybox", tool, {"toy": self._option_sets()}, {})]

    def key(self, group: Group, option_set: OptionSet, sources: str) -> str:
        return digest("toy", group.implementation.path, sources, *option_set.words)

    def surroundings(self, group: Group) -> str:
        return ""

    def artifact(self, code: str) -> Path:
        return self.cache / "programs" / "toy" / code / "program"

    def is_kept(self, group: Group, code: str) -> bool:
        return self.artifact(code).is_file()

    def version(self, implementation: Implementation) -> str:
        return ""

    def workshop(self, group: Group, directory: Path) -> "ToyWorkshop":
        return ToyWorkshop(self, group)

    def check_key(self, group: Group, code: str, seconds: int) -> str:
        return digest("toy check", code, *sorted(group.function.known_answers().items()))

    def check(self, group: Group, option_set: OptionSet, artifact: Path, seconds: int) -> Verdict:
        program, answers = json.loads(artifact.read_text()), group.function.known_answers()
        for length, expected in answers.items():
            if length > REPEATED:
                continue
            message = bytes(i % 251 for i in range(length))
            if hashlib.new(program["digest"], message).hexdigest() != expected:
                reason = f"wrong digest of a message of {length} bytes"
                return Verdict(outcome="wrong", reason=reason, expected="mismatch")
        return Verdict(outcome="right", expected="match", known_answers=len(answers))

    def ruler(self, target: Target) -> str:
        return "toy-clock"

    def timer(self, core: int, patience: Patience) -> Timer:
        return ToyTimer()

    def quietness(self, core: int) -> Quiet | None:
        return None

    def on_core(self, core: int) -> "ToyLane | None":
        return ToyLane(self.cache, core, self.profile)

    def seconds_of(
        self, target: Target, cycles_per_byte: float, lengths: Sequence[int], schedule: Schedule
    ) -> float:
        return 0.0

    def variants(self, effect: str, target: Target) -> Iterator[Variant]:
        return iter(())

    def is_of_each_compiler(self, effect: str) -> bool:
        return False

    def examined(self, variant: Variant, target: Target, core: int) -> Variant | None:
        return variant

    def forget(self) -> None:
        """Nothing was found out."""


@dataclass
class ToyWorkshop:
    """Copies what is said into a program."""

    lane: ToyLane
    group: Group

    def build(self, option_set: OptionSet) -> Built:
        said = _said(self.group.implementation.directory)
        if said.get("digest") not in hashlib.algorithms_available:
            return Built(Outcome(outcome="failed", reason="hashlib has no such function"), None)
        program = {"digest": said["digest"], "cost": said["cost"] * FACTORS[option_set.flags[0]]}
        code = digest("toy code", self.group.implementation.path, *program.values())
        artifact = self.lane.artifact(code)
        shutil.rmtree(artifact.parent, ignore_errors=True)
        artifact.parent.mkdir(parents=True)
        artifact.write_text(json.dumps(program))
        return Built(Outcome(outcome="ok", object=code), artifact)

    def close(self) -> None:
        """Nothing is left beside the artifacts."""


class ToyTimer:
    """A clock that always says the same."""

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
        cost = json.loads(artifact.read_text())["cost"]
        rows = tuple((n, 1, *[round(100 + cost * n)] * schedule.timings) for n in lengths)
        return Sample(0.0, 0.0, 1.0, 0.0, (Batch(len(rows), 1.0, 1.0, 0.0, 1, 0, 0),), rows)


PLATFORM = ToyPlatform()
