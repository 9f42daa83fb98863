"""Devices of this machine at work: door.Lane, made of the other modules of this package and of C's tools."""

import dataclasses
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import cast

import msgspec

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.data.lengths import Lengths, Schedule
from hashcop.data.records import Quiet
from hashcop.machine.cache import use
from hashcop.platforms import door
from hashcop.platforms.c import check, quietness
from hashcop.platforms.c.effects import NO_EFFECT
from hashcop.platforms.c.firsts import Firsts
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.lane import open_lane as open_c
from hashcop.platforms.device import (
    CPU,
    CUDA,
    TARGETS,
    build,
    devices,
    found,
    machine_code,
    nvrtc,
    options,
    peaks,
    timing,
    tools,
)
from hashcop.platforms.device.devices import Device
from hashcop.platforms.device.lengths import LENGTHS, LENGTHS_OF_PROCESSORS
from hashcop.platforms.device.room import Room, RoomError, open_room
from hashcop.platforms.device.source import Source
from hashcop.platforms.device.target import STEP, Target, target_of
from hashcop.platforms.device.timing import Copies, Timer
from hashcop.platforms.device.witness import Witnesses
from hashcop.platforms.door import (
    CYCLES,
    Described,
    Fact,
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

HOW = "on Debian: apt-get install ocl-icd-libopencl1 pocl-opencl-icd"
NO_CUDA = "there is no driver of NVIDIA's here: libcuda.so.1"
NO_OPTIMIZATION = "-cl-opt-disable"
# What tells a wrong kernel from a right one that a driver's compiler makes another program of.
TO_BLAME = f"if it is right with {NO_OPTIMIZATION}, the driver's compiler is to blame"
# A device works for one process at a time, and a check has so much time: of many at once each would check less. While
# one waits for the device, another one makes messages.
CHECKS_AT_ONCE = 2
PROCESSORS_RATE = 1e9  # cycles per second of all cores of a processor together, for estimates only


def open_lane(place: Place) -> "DeviceLane":
    """Find the devices that work here, or read what was found before. Raises Unavailable if there is none."""
    is_shown = place.devices and devices.nvidias()
    if not (tools.has_loader() or tools.has_cuda() or is_shown):
        raise Unavailable(f"no device is here, so kernels are left out; {HOW}")
    beside = open_c(dataclasses.replace(place, targets=(), profile="quick", sanitized=False))
    target = beside.targets[0]
    try:
        nodes = tuple(devices.nodes()) if place.devices else ()
        room = open_room(place.sandbox, place.found("device"), beside.toolchain, target, nodes)
    except RoomError as error:
        raise Unavailable(str(error)) from None
    every, problems = found.find(place, room)
    if not every:
        hidden = "" if place.devices else found.hidden()
        why = hidden or "\n".join(problems)
        raise Unavailable(why or f"no device is here, so kernels are left out; {HOW}")
    return DeviceLane(place, beside, room, every, problems)


# Of all cores of a device together: each of some hundred reads no more than a processor's core.
OF_DEVICES = dataclasses.replace(CYCLES, most_bytes=1 << 20)


class DeviceLane:
    """See door.Lane."""

    platform = "device"
    quantity = OF_DEVICES

    def __init__(
        self,
        place: Place,
        c: CLane,
        room: Room,
        every: tuple[Device, ...],
        problems: tuple[str, ...] = (),
    ) -> None:
        """`c`: C at work on this machine, whose compilers and witnesses are used.

        `every` device, and `problems`: see found.find.
        """
        self.place = place
        self.sandbox = place.sandbox
        self.c = c
        self.room = room
        self.found = every
        self.problems = problems
        self.programs = place.cache / "programs" / "device"
        self.targets = tuple(self._targets())
        self.witnesses = Witnesses(c, c.place)
        self._turns = threading.Semaphore(CHECKS_AT_ONCE)
        self._firsts = Firsts()

    def _targets(self) -> Iterator[Target]:
        """The first device of each kind; the processor only where there is no other, or where it is asked for."""
        own = self.c.targets[0]
        is_alone = all(one.target == CPU for one in self.found)
        for name in TARGETS:
            of_kind = tuple(one for one in self.found if one.target == name)
            is_wanted = name != CPU or is_alone or CPU in self.place.targets
            if of_kind and is_wanted:
                first = of_kind[0]
                # Other drivers may make the same device out of it.
                same = first, *(one for one in of_kind[1:] if one.maker != first.maker)
                yield target_of(own, same, self.room)

    @property
    def missing(self) -> Mapping[str, str]:
        """See door.Lane."""
        if any(target.name == CUDA for target in self.targets):
            return {}
        if not tools.has_cuda():
            return {CUDA: NO_CUDA}
        return {CUDA: "; ".join(self.notices()) or "NVIDIA's driver has no device"}

    @property
    def lengths(self) -> Lengths:
        """See door.Lane."""
        is_processor = all(target.name == CPU for target in self.targets)
        return LENGTHS_OF_PROCESSORS if is_processor else LENGTHS

    @property
    def core(self) -> int:
        """See door.Lane."""
        return self.c.core

    def described(self) -> Described:
        """See door.Lane."""
        return Described(
            counter={target.name: target.counter for target in self.targets},
            targets={target.name: "ok" for target in self.targets} | dict(self.missing),
            compilers=tuple(_tool(one) for target in self.targets for one in target.devices),
        )

    def notices(self) -> Sequence[str]:
        """See door.Lane."""
        hidden = "" if self.place.devices else found.hidden()
        return (*([hidden] if hidden else []), *self.problems)

    def plan(self, implementation: Implementation, target: door.Target) -> Plan:
        """See door.Lane."""
        if implementation.problem:
            return Plan(skip=implementation.problem)
        source, own = Source(implementation), cast(Target, target)
        every = tuple(
            one
            for device in own.devices
            for one in options.of(device, self.place.profile, source.locals)
        )
        why = options.skip_reason(source, own.name, every)
        if not why and own.name == "cuda" and nvrtc.library() is None:
            why = f"NVRTC is not here: {nvrtc.HOW}"
        return Plan(skip=why) if why else Plan(every)

    def can_serve(self, implementation: Implementation) -> bool:
        """See door.Lane: a kernel is no subroutine."""
        return False

    def with_options(self, group: Group, words: str) -> Group | None:
        """See door.Lane."""
        chosen = options.typed(cast(Target, group.target).devices, words)
        return dataclasses.replace(group, option_sets=(chosen,)) if chosen else None

    def option_rows(self) -> Sequence[OptionRow]:
        """See door.Lane."""
        return [
            OptionRow(
                target=target.name,
                tool=_tool(device),
                sets={"kernels": tuple(options.of(device, self.place.profile))},
                refused={},
            )
            for target in self.targets
            for device in target.devices
            if not self.place.targets or target.name in self.place.targets
        ]

    def key(self, group: Group, option_set: door.OptionSet, sources: str) -> str:
        """See door.Lane."""
        return build.key(group, cast(options.OptionSet, option_set), sources)

    def surroundings(self, group: Group) -> str:
        """See door.Lane."""
        return digest(self.sandbox.state, self.room.directory.name, self.programs)

    def artifact(self, code: str) -> Path:
        """See door.Lane."""
        return build.artifact_of(self.programs, code, self.room)

    def is_kept(self, group: Group, code: str) -> bool:
        """See door.Lane."""
        return use(self.artifact(code))

    def version(self, implementation: Implementation) -> str:
        """See door.Lane: kernels say none."""
        return ""

    def workshop(self, group: Group, directory: Path) -> build.Workshop:
        """See door.Lane."""
        return build.Workshop(group, self.sandbox, directory, self.programs)

    def facts(self, groups: Sequence[Group]) -> Sequence[Fact]:
        """See door.FindsFacts: what devices do at most, and what kernels' machine code has for a block."""
        targets = {group.target.name: cast(Target, group.target) for group in groups}
        wanted = dict.fromkeys(group.implementation for group in groups)
        cuda = targets.get("cuda")
        architecture = cuda.devices[0].version if cuda else machine_code.ARCHITECTURE
        return [
            *(self._fact_of_device(target) for target in targets.values()),
            *(fact for one in wanted if (fact := self._fact_of_kernel(one, architecture)).key),
        ]

    def _fact_of_device(self, target: Target) -> Fact:
        device = target.devices[0]
        key = digest("device", peaks.METHOD, msgspec.json.encode(device).decode(), self.room.digest)

        def find() -> records.Device:
            return records.Device(
                key=key,
                target=target.name,
                interface=device.interface,
                name=device.name,
                maker=device.maker,
                driver=f"{device.interface_version}, driver {device.driver}",
                version=device.version,
                units=device.units,
                clock=device.clock,
                memory=device.memory,
                peaks=tuple(peaks.peaks(self.sandbox, self.room, device)),
            )

        return Fact(records.Device, key, f"finding out what {device.name} does at most", find)

    def _fact_of_kernel(self, one: Implementation, architecture: str) -> Fact:
        """Of a kernel that says what its block is; nothing is found without NVRTC and nvdisasm."""

        def find() -> records.Mix | str:
            try:
                return machine_code.mix(self.sandbox, self.room, one, architecture)
            except machine_code.NoMix as error:
                return str(error)

        key = machine_code.key(one, architecture)
        return Fact(records.Mix, key, f"{one.path}: counting instructions", find)

    def get_ready(self, group: Group) -> None:
        """See door.GetsReady: a witness of the answers of what is timed."""
        self.witnesses.of(group)

    def check_key(self, group: Group, code: str, seconds: int) -> str:
        """See door.Lane."""
        others = self.witnesses.names(group)
        return digest(
            "device",
            self.room.digest,
            check.key(Job(group), code, self.c.toolchain, seconds, others),
        )

    def check(
        self, group: Group, option_set: door.OptionSet, artifact: Path, seconds: int
    ) -> Verdict:
        """See door.Lane. Builds of an implementation for a target are checked thoroughly until one is right."""
        one = group.implementation.directory, group.target.name

        def judged(is_thorough: bool) -> Verdict:
            job, seed = Job(group), self.witnesses.seed
            asked = job, option_set, artifact, self.sandbox, seconds, seed
            with nullcontext() if group.target.name == CPU else self._turns:
                answered = check.ask(*asked, is_thorough=is_thorough)
            found = check.judge(job, artifact, answered, seed, self.witnesses.every(group))
            own = cast(options.OptionSet, option_set)
            is_optimized = own.device.interface == "opencl" and NO_OPTIMIZATION not in own.flags
            if found.outcome == "wrong" and is_optimized:
                return msgspec.structs.replace(found, reason=f"{found.reason}; {TO_BLAME}")
            return found

        return self._firsts.check(one, judged)

    def ruler(self, target: door.Target) -> str:
        """See door.Lane."""
        return f"{self.room.digest} {target.counter.name}"

    def seconds_of(
        self,
        target: door.Target,
        cycles_per_byte: float,
        lengths: Sequence[int],
        schedule: Schedule,
    ) -> float:
        """See door.Lane."""
        device = cast(Target, target).devices[0]
        rate = PROCESSORS_RATE if device.target == CPU else max(device.clock, 1) * 1e6
        least = schedule.steps * STEP / 1e9
        return timing.seconds_of(rate, cycles_per_byte, lengths, schedule, least)

    def timer(self, core: int, patience: Patience) -> Timer:
        """See door.Lane."""
        return Timer(self.sandbox, core, patience, self.witnesses.of)

    def quietness(self, core: int) -> Quiet | None:
        """See door.Lane."""
        return quietness.attempt(self.sandbox, self.targets[0].harness, core)

    def on_core(self, core: int) -> "DeviceLane | None":
        """See door.Lane: the processor's cores make no difference to a device's clock."""
        if core == self.core:
            return self
        moved = self.c.on_core(core)
        return (
            DeviceLane(self.place, moved, self.room, self.found, self.problems) if moved else None
        )

    def variants(self, effect: str, target: door.Target) -> Iterator[Variant]:
        """See door.Lane: the kernel alone, and with what it costs to have the messages and digests copied."""
        schedule = self.lengths.for_table
        yield Variant("kernel alone", schedule, NO_EFFECT)
        yield Variant("with copies", schedule, Copies())

    def is_of_each_compiler(self, effect: str) -> bool:
        """See door.Lane."""
        return False

    def examined(self, variant: Variant, target: door.Target, core: int) -> Variant | None:
        """See door.Lane."""
        return variant

    def forget(self) -> None:
        """See door.Lane."""
        found.forget(self.place)
        self.c.forget()


def _tool(device: Device) -> records.Compiler:
    return records.Compiler(
        device.command,
        device.label,
        f"{device.label}: {device.interface_version}, driver {device.driver}",
    )
