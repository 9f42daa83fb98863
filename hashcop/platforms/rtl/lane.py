"""Circuits at work on this machine: door.Lane, made of the other modules of this package."""

import dataclasses
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import cast

import msgspec

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.data.lengths import Lengths, Schedule
from hashcop.data.records import Counter, Quiet
from hashcop.machine.cache import use
from hashcop.platforms import door
from hashcop.platforms.door import (
    Described,
    Group,
    OptionRow,
    Patience,
    Place,
    Plan,
    Quantity,
    Target,
    Unavailable,
    Variant,
    Verdict,
)
from hashcop.platforms.implementation import Implementation, TreeError
from hashcop.platforms.rtl import build, design, families, netlists, timing, tools
from hashcop.platforms.rtl.build import Shop
from hashcop.platforms.rtl.families import Family, OptionSet
from hashcop.platforms.rtl.room import NoSimulator, open_room
from hashcop.platforms.rtl.timing import LENGTH, SEEDS, Timer

USUAL = "ecp5"  # the family where none is named
SIMULATION = "simulation"  # the one that needs no synthesis
AREA_TIME = Quantity("area_time", "area x ns", is_of_machine=False)
# Trials of one build: seeds scatter by some percent, and each takes a minute.
MOST_TRIALS = 3
QUICK = "quick"  # the profile whose netlists are not simulated
PROFILES = Path(__file__).with_name("chosen.toml")
ONE = Schedule(processes=1, warmup=0, timings=1, steps=0)


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many seeds a profile has, and the circuits of a run without a selection; empty for all."""

    seeds: int = SEEDS
    circuits: tuple[str, ...] = ()


def chosen(profile: str) -> Chosen:
    """What a profile is about."""
    return _profiles().get(profile, Chosen())


@cache
def _profiles() -> dict[str, Chosen]:
    return msgspec.toml.decode(PROFILES.read_bytes(), type=dict[str, Chosen])


def open_lane(place: Place) -> "RtlLane":
    """Find out what works here. Raises Unavailable."""
    if not tools.has_verilator():
        raise Unavailable(
            f"no simulator of circuits is here, so they are left out; {tools.HOW_VERILATOR}"
        )
    cache = place.found("rtl")
    try:
        room = open_room(place.sandbox, cache)
    except NoSimulator as error:
        raise Unavailable(f"circuits can't be simulated here: {error}") from None
    return RtlLane(place, Shop(place.sandbox, room, cache, place.cache / "programs" / "rtl"))


class RtlLane:
    """See door.Lane."""

    platform = "rtl"
    quantity = AREA_TIME

    def __init__(self, place: Place, shop: Shop) -> None:
        self.place = place
        self.shop = shop
        self.missing: dict[str, str] = {}
        self.targets = tuple(self._targets())
        if not self.targets:
            raise Unavailable("; ".join(dict.fromkeys(self.missing.values())))

    def _targets(self) -> Iterator[Target]:
        """The families that are asked for; the usual one where none is."""
        wanted = self.place.targets or (USUAL if tools.has_synthesis() else SIMULATION,)
        for one in families.families():
            why = tools.missing(one)
            if why:
                self.missing[one.name] = why
            elif one.name in wanted:
                counter = Counter(
                    name="placement",
                    counts=f"area ({one.unit}) times nanoseconds",
                    core_cycles=None,
                    reason="a circuit is placed, not timed",
                )
                yield Target(name=one.name, counter=counter, is_timed=one.is_timed)

    @property
    def lengths(self) -> Lengths:
        """See door.Lane: each seed is a process."""
        seeds = chosen(self.place.profile).seeds
        return Lengths(
            race=LENGTH,
            table=(LENGTH,),
            coarse=(),
            full=(),
            trial=ONE,
            for_table=dataclasses.replace(ONE, processes=seeds, most=seeds),
            most_trials=min(MOST_TRIALS, seeds),
        )

    @property
    def core(self) -> int:
        """See door.Lane."""
        return self.place.cores[0]

    def described(self) -> Described:
        """See door.Lane: a family is no part of the machine."""
        return Described(
            compilers=tuple(map(_tool, self._families())),
        )

    def _families(self) -> list[Family]:
        return [cast(Family, families.family(target.name)) for target in self.targets]

    def notices(self) -> Sequence[str]:
        """See door.Lane."""
        if tools.has_synthesis() or self.place.targets:
            return ()
        return (f"no synthesis is here, so circuits are only simulated: {tools.HOW}",)

    def plan(self, implementation: Implementation, target: Target) -> Plan:
        """See door.Lane."""
        if implementation.problem:
            return Plan(skip=implementation.problem)
        try:
            own = design.read(implementation.directory)
        except TreeError as error:
            return Plan(skip=str(error))
        one = cast(Family, families.family(target.name))
        if own.memories == "allowed" and one.synthesis and not one.placed.get("BRAM"):
            return Plan(skip=f"wants embedded memories, which {one.name} has not")
        wanted = chosen(self.place.profile).circuits
        is_left = bool(wanted) and f"{implementation.hash}/{implementation.name}" not in wanted
        return Plan(tuple(families.of(one, self.place.profile)), is_left=is_left)

    def can_serve(self, implementation: Implementation) -> bool:
        """See door.Lane: a circuit is no subroutine."""
        return False

    def with_options(self, group: Group, words: str) -> Group | None:
        """See door.Lane."""
        chosen = families.typed(cast(Family, families.family(group.target.name)), words)
        return dataclasses.replace(group, option_sets=(chosen,)) if chosen else None

    def option_rows(self) -> Sequence[OptionRow]:
        """See door.Lane."""
        return [
            OptionRow(
                target=one.name,
                tool=_tool(one),
                sets={"Verilog": tuple(families.of(one, self.place.profile))},
                refused={},
            )
            for one in self._families()
        ]

    def key(self, group: Group, option_set: door.OptionSet, sources: str) -> str:
        """See door.Lane."""
        return build.key(group, cast(OptionSet, option_set), sources, self.shop.room)

    def surroundings(self, group: Group) -> str:
        """See door.Lane."""
        return digest(self.place.sandbox.state, self.shop.room.directory.name, self.shop.programs)

    def artifact(self, code: str) -> Path:
        """See door.Lane."""
        return self.shop.artifact(code)

    def is_kept(self, group: Group, code: str) -> bool:
        """See door.Lane: it names the directory of the circuit, whose other forms are made of it."""
        artifact = self.artifact(code)
        return use(artifact) and build.read(artifact).directory == str(
            group.implementation.directory
        )

    def version(self, implementation: Implementation) -> str:
        """See door.Lane: circuits say none."""
        return ""

    def workshop(self, group: Group, directory: Path) -> build.Workshop:
        """See door.Lane."""
        return build.Workshop(self.shop, group, directory)

    def check_key(self, group: Group, code: str, seconds: int) -> str:
        """See door.Lane."""
        is_thorough = self.place.profile != QUICK
        return digest("rtl check", netlists.RECIPE * is_thorough, code, self.shop.room.digest)

    def check(
        self, group: Group, option_set: door.OptionSet, artifact: Path, seconds: int
    ) -> Verdict:
        """See door.Lane: what the simulation said, and whether the netlist does the same."""
        verdict = build.read(artifact).verdict
        if verdict.outcome != "right":
            return verdict
        is_thorough = self.place.profile != QUICK
        why = netlists.differs(self.shop, group, cast(OptionSet, option_set)) if is_thorough else ""
        return _refused(verdict, why) if why else verdict

    def ruler(self, target: Target) -> str:
        """See door.Lane."""
        one = cast(Family, families.family(target.name))
        return digest("placed", timing.RULES, timing.LENGTH, one.place, tools.identity(one))

    def timer(self, core: int, patience: Patience) -> Timer:
        """See door.Lane."""
        profile = self.place.profile
        # Of several option sets one wins, and the others get no more seeds.
        wanted = {
            one.name: chosen(profile).seeds
            for one in self._families()
            if len(one.flags(profile)) == 1
        }
        return Timer(self.shop, len(os.sched_getaffinity(0)), wanted=wanted)

    def quietness(self, core: int) -> Quiet | None:
        """See door.Lane: nothing is timed."""
        return None

    def on_core(self, core: int) -> "RtlLane | None":
        """See door.Lane: cores make no difference."""
        return self

    def seconds_of(
        self, target: Target, cycles_per_byte: float, lengths: Sequence[int], schedule: Schedule
    ) -> float:
        """See door.Lane: all cores place."""
        return timing.SECONDS * schedule.processes / len(os.sched_getaffinity(0))

    @property
    def paces(self) -> Mapping[str, float]:
        """See door.KnowsPaces."""
        return {
            "build": 40.0,
            "check": 40.0,
            "race": timing.SECONDS / 2,
            "table": timing.SECONDS * SEEDS / 2,
        }

    def variants(self, effect: str, target: Target) -> Iterator[Variant]:
        """See door.Lane."""
        schedule = self.lengths.for_table
        if effect == "padding":
            yield Variant("with padding unit", schedule, timing.AS_IT_IS)
            yield Variant("without", schedule, timing.Variant(pad=False))
        else:
            yield Variant("logic alone", schedule, timing.Variant(embedded=False))
            yield Variant("memories and multipliers", schedule, timing.Variant(embedded=True))

    def is_of_each_compiler(self, effect: str) -> bool:
        """See door.Lane."""
        return False

    def examined(self, variant: Variant, target: Target, core: int) -> Variant | None:
        """See door.Lane."""
        return variant

    def forget(self) -> None:
        """See door.Lane: nothing was found out that may change."""


def _tool(one: Family) -> records.Compiler:
    return records.Compiler(one.command, "", tools.identity(one))


def _refused(verdict: Verdict, why: str) -> Verdict:
    """The verdict on a circuit whose netlist is wrong."""
    return Verdict(
        outcome="wrong",
        reason=why,
        known_answers=verdict.known_answers,
        output_bytes=verdict.output_bytes,
    )
