"""The JVM at work on this machine: door.Lane, made of the other modules of this package and of C's tools."""

import dataclasses
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.data.lengths import Lengths, Schedule
from hashcop.data.records import Quiet
from hashcop.machine.cache import use
from hashcop.platforms import door
from hashcop.platforms.c import check, quietness
from hashcop.platforms.c import effects as effects_of_c
from hashcop.platforms.c.firsts import Firsts
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.lane import open_lane as open_c
from hashcop.platforms.door import (
    CYCLES,
    Described,
    Group,
    OptionRow,
    Patience,
    Place,
    Plan,
    Unavailable,
    Variant,
    Verdict,
)
from hashcop.platforms.implementation import Implementation
from hashcop.platforms.jvm import build, effects, jars, machines, options, timing
from hashcop.platforms.jvm.machines import Jvm
from hashcop.platforms.jvm.native import Natives
from hashcop.platforms.jvm.options import OptionSets
from hashcop.platforms.jvm.room import Room, RoomError, open_room
from hashcop.platforms.jvm.source import Source
from hashcop.platforms.jvm.target import PREFIX, Target, target_of
from hashcop.platforms.jvm.timing import Timer
from hashcop.platforms.jvm.witness import Witnesses

HOW = "on Debian: apt-get install openjdk-17-jdk-headless"
BITS = {"amd64": 64, "x86": 32, "aarch64": 64}  # of the addresses of ABIs that JVMs are for
LENGTHS = Lengths(
    trial=Schedule(processes=1, warmup=3, timings=15, steps=500),
    for_table=Schedule(processes=15, warmup=3, timings=15, steps=1000, most=45),
    for_curve=Schedule(processes=3, warmup=1, timings=5, steps=250, most=4),
)


def open_lane(place: Place) -> "JvmLane":
    """Find the JVMs that work here, or read what was found before. Raises Unavailable if there is none."""
    if not machines.homes(place.libraries):
        raise Unavailable(f"no JVM is here, so implementations in Java are left out; {HOW}")
    cache = place.found("jvm")
    jvms = machines.find(place.sandbox, cache, place.libraries)
    if not any(jvm.has_compiler for jvm in jvms):
        raise Unavailable(
            f"no Java compiler works here, so implementations in Java are left out; {HOW}"
        )
    wanted = tuple(name.removeprefix(PREFIX) for name in place.targets if name.startswith(PREFIX))
    beside = open_c(dataclasses.replace(place, targets=wanted, profile="quick", sanitized=False))
    return JvmLane(place, beside, jvms)


class JvmLane:
    """See door.Lane."""

    platform = "jvm"
    quantity = CYCLES
    lengths = LENGTHS

    def __init__(self, place: Place, c: CLane, jvms: tuple[Jvm, ...]) -> None:
        """`c`: C at work on this machine, whose compilers and counters are used."""
        self.place = place
        self.sandbox = place.sandbox
        self.c = c
        self.jvms = jvms
        self.cache = place.found("jvm")
        self.compilers = tuple(jvm for jvm in jvms if jvm.has_compiler)
        self.programs = place.cache / "programs" / "jvm"
        self.missing: dict[str, str] = {}
        self.targets = tuple(self._targets())
        if not self.targets:
            raise Unavailable("; ".join(self.missing.values()))
        self.sets = OptionSets(self.sandbox, self.cache, place.profile, jvms)
        self.witnesses = Witnesses(c, c.place)
        self.natives = Natives(c, self.compilers[0])
        self._firsts = Firsts()

    def _targets(self) -> Iterator[Target]:
        for beside in self.c.targets:
            if beside.emulator or beside.name not in BITS:
                continue
            fitting = tuple(jvm for jvm in self.jvms if jvm.bits == BITS[beside.name])
            name = PREFIX + beside.name
            if not fitting:
                self.missing[name] = f"no JVM of {BITS[beside.name]} bits is here"
                continue
            try:
                yield target_of(beside, fitting, self._room(beside))
            except RoomError as error:
                self.missing[name] = str(error)

    def _room(self, beside: "door.Target") -> Room:
        own = next(one for one in self.c.targets if one.name == beside.name)
        return open_room(self.sandbox, self.cache, self.c.toolchain, own, self.compilers[0])

    @property
    def core(self) -> int:
        """See door.Lane."""
        return self.c.core

    def described(self) -> Described:
        """See door.Lane."""
        return Described(
            counter={target.name: target.counter for target in self.targets},
            targets={target.name: "ok" for target in self.targets} | self.missing,
            compilers=tuple(map(_tool, self.jvms)),
        )

    def notices(self) -> Sequence[str]:
        """See door.Lane."""
        return ()

    def plan(self, implementation: Implementation, target: door.Target) -> Plan:
        """See door.Lane."""
        if implementation.problem:
            return Plan(skip=implementation.problem)
        source, own = Source(implementation), cast(Target, target)
        if source.architectures is not None and target.name not in source.architectures:
            return Plan(skip=f"for {', '.join(sorted(source.architectures))} only")
        why = jars.missing(source.jars, self.place.libraries)
        every = self.sets.of(own.jvms, own.name)
        why = why or options.skip_reason(source, own.jvms, every)
        why = why or self.natives.skip_reason(implementation, own)
        if why:
            return Plan(skip=why)
        return Plan(tuple(one for one in every if options.fits(source, one.jvm)))

    def can_serve(self, implementation: Implementation) -> bool:
        """See door.Lane: nothing in Java is a subroutine."""
        return False

    def with_options(self, group: Group, words: str) -> Group | None:
        """See door.Lane."""
        chosen = self.sets.typed(cast(Target, group.target).jvms, words)
        return dataclasses.replace(group, option_sets=(chosen,)) if chosen else None

    def option_rows(self) -> Sequence[OptionRow]:
        """See door.Lane."""
        return [
            OptionRow(
                target=target.name,
                tool=_tool(jvm),
                sets={
                    "Java": tuple(
                        one for one in self.sets.of(target.jvms, target.name) if one.jvm == jvm
                    )
                },
                refused=self.sets.refused(jvm, target.name),
            )
            for target in self.targets
            for jvm in target.jvms
            if not self.place.targets or target.name in self.place.targets
        ]

    def key(self, group: Group, option_set: door.OptionSet, sources: str) -> str:
        """See door.Lane."""
        one = cast(options.OptionSet, option_set)
        return build.key(group, one, sources, cast(Target, group.target).room, self.natives)

    def surroundings(self, group: Group) -> str:
        """See door.Lane."""
        room = cast(Target, group.target).room
        own = self.sandbox.state, room.directory.name, self.programs
        return digest(*own, *self.natives.surroundings(group))

    def artifact(self, code: str) -> Path:
        """See door.Lane."""
        return build.artifact_of(self.programs, code, self.targets[0].room)

    def is_kept(self, group: Group, code: str) -> bool:
        """See door.Lane: the program names its directory, which may have been another one when it was made."""
        artifact = self.artifact(code)
        file = artifact.with_name(build.JVM_FILE)
        return use(artifact) and file.is_file() and str(artifact.parent) in file.read_text()

    def version(self, implementation: Implementation) -> str:
        """See door.Lane: that of the library that it calls."""
        rows = jars.rows()
        known = [rows[name].version for name in Source(implementation).jars if name in rows]
        return ", ".join(known)

    def workshop(self, group: Group, directory: Path) -> build.Workshop:
        """See door.Lane."""
        room = cast(Target, group.target).room
        rest = self.compilers, self.sandbox, directory, self.programs, self.place.libraries
        return build.Workshop(group, room, *rest, self.natives)

    def get_ready(self, group: Group) -> None:
        """See door.GetsReady: a witness of the answers of what is timed."""
        self.witnesses.of(group)

    def check_key(self, group: Group, code: str, seconds: int) -> str:
        """See door.Lane."""
        others, room = self.witnesses.names(group), cast(Target, group.target).room
        return digest(
            "jvm", room.digest, check.key(Job(group), code, self.c.toolchain, seconds, others)
        )

    def check(
        self, group: Group, option_set: door.OptionSet, artifact: Path, seconds: int
    ) -> Verdict:
        """See door.Lane. Builds of an implementation for a target are checked thoroughly until one is right."""
        one = group.implementation.directory, group.target.name

        def judged(is_thorough: bool) -> Verdict:
            job, seed = Job(group), self.witnesses.seed
            asked = job, option_set, artifact, self.sandbox, seconds, seed
            answered = check.ask(*asked, is_thorough=is_thorough)
            return check.judge(job, artifact, answered, seed, self.witnesses.every(group))

        return self._firsts.check(one, judged)

    def ruler(self, target: door.Target) -> str:
        """See door.Lane."""
        return f"{cast(Target, target).room.digest} {target.counter.name}"

    def seconds_of(
        self,
        target: door.Target,
        cycles_per_byte: float,
        lengths: Sequence[int],
        schedule: Schedule,
    ) -> float:
        """See door.Lane."""
        return timing.seconds_of(target.counter, cycles_per_byte, lengths, schedule)

    def timer(self, core: int, patience: Patience) -> Timer:
        """See door.Lane."""
        return Timer(self.sandbox, core, patience, self.witnesses.of)

    def quietness(self, core: int) -> Quiet | None:
        """See door.Lane."""
        return quietness.attempt(self.sandbox, self.targets[0].harness, core)

    def on_core(self, core: int) -> "JvmLane | None":
        """See door.Lane."""
        if core == self.core:
            return self
        moved = self.c.on_core(core)
        return JvmLane(self.place, moved, self.jvms) if moved else None

    def variants(self, effect: str, target: door.Target) -> Iterator[Variant]:
        """See door.Lane."""
        return effects.variants(effect, cast(Target, target), len(os.sched_getaffinity(0)))

    def is_of_each_compiler(self, effect: str) -> bool:
        """See door.Lane: what a JVM does at first is a property of the JVM."""
        return effect == effects.FIRST

    def examined(self, variant: Variant, target: door.Target, core: int) -> Variant | None:
        """See door.Lane."""
        if variant.target is None:
            return variant
        return effects_of_c.examined(variant, self.sandbox, cast(Target, target), core)

    def forget(self) -> None:
        """See door.Lane."""
        for file in self.cache.glob("*.json"):
            file.unlink(missing_ok=True)
        self.c.forget()


def _tool(jvm: Jvm) -> records.Compiler:
    return records.Compiler(jvm.command, str(jvm.home), f"{jvm.vendor} {jvm.version}")
