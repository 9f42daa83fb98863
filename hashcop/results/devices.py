"""Devices: bits a second, cycles of the device, and how far that is from what its machine code and its units allow."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hashcop.data.records import Counts, Device, Mix, Peak
from hashcop.results import many
from hashcop.results.estimates import is_portable
from hashcop.results.launches import Launch
from hashcop.results.many import LONG, Spe
from hashcop.results.operations import FREE, split
from hashcop.results.quartiles import Quartiles
from hashcop.results.summary import Hash, Implementation, Machine, Target

PLATFORM = "device"
PROCESSOR = "opencl-cpu"  # a target that says whether kernels are right, and nothing of speed
CUDA = "cuda"
STUDY = 43_520  # messages of a launch of the study of 2010
WANTED = 65_536  # messages, which rows are about where they were timed
# Of a multiprocessor of compute capability 9.0, for each clock: NVIDIA's white paper of the H100. What a device did is
# taken instead, where that is known.
RATES = {"logic": 64.0, "multiply": 64.0, "shared": 32.0, "both": 128.0}
STATIC = Device(
    key="", target="", interface=CUDA, name="H100 SXM", version="sm_90", units=132, clock=1980
)
REGISTERS, UNIT_OF_REGISTERS, WARP, MOST_RESIDENT = 65_536, 8, 32, 2048  # of a multiprocessor
# The operation of a peak that each class of counted operations is held against; others are `logic`.
_WORK = {
    **dict.fromkeys(("add", "sub", "csub", "compare"), "add"),
    **dict.fromkeys(("rotate", "shift"), "rotate"),
    **dict.fromkeys(("mul", "div"), "multiply"),
    "lookup": "shared",
}


def peak(device: Device, work: str) -> float:
    """Operations of a kind for each clock and unit: as measured, or as documented; 0 where neither is known."""
    found = next((one.rate for one in device.peaks if one.work == work), 0.0)
    return found or (RATES.get(work, 0.0) if device.interface == CUDA else 0.0)


@dataclass(frozen=True)
class Bound:
    """What a device can't exceed: Gb/s, and which of its parts says so.

    `is_of_operations`: it is the sum over single operations, which may be exceeded where a device does two in one.
    """

    gigabits: float
    by: str
    is_of_operations: bool = False


def _gigabits(size: int, clocks: float, device: Device, clock: float) -> float:
    """`clocks` are those that a unit takes for `size` bytes, `clock` cycles in a nanosecond."""
    return 8 * size / clocks * device.units * clock if clocks > 0 else 0.0


def bound_of_mix(mix: Mix, device: Device, clock: float) -> Bound | None:
    """The bound of machine code: each pipe takes its instructions, and all of them have to be issued."""
    parts = {
        "ALU": (mix.alu, "logic"),
        "IMAD": (mix.multiplier, "multiply"),
        "shared": (mix.words, "shared"),
        "issue": (mix.alu + mix.multiplier + mix.words, "both"),
    }
    clocks = {
        name: number / peak(device, work)
        for name, (number, work) in parts.items()
        if peak(device, work) > 0
    }
    slowest = max(clocks, key=lambda name: clocks[name], default="")
    found = _gigabits(mix.bytes, clocks.get(slowest, 0.0), device, clock)
    return Bound(found, slowest) if found else None


def bound_of_operations(records: Iterable[Counts], device: Device, clock: float) -> Bound | None:
    """The bound of counted operations: of the portable implementation that comes cheapest."""
    found = [
        _gigabits(one.bytes, clocks, device, clock)
        for one in records
        if one.bytes and is_portable(one) and (clocks := _clocks(one.operations, device)) > 0
    ]
    return Bound(max(found), "operations", is_of_operations=True) if found else None


def _clocks(operations: Mapping[str, int], device: Device) -> float:
    """Clocks of a unit for operations, one after the other; 0 where a rate is not known."""
    total = 0.0
    for name, number in operations.items():
        kind, bits = split(name)
        if kind in FREE:
            continue
        rate = peak(device, _WORK.get(kind, "logic"))
        if rate <= 0:
            return 0.0
        total += number * (2 if bits == 64 else 1) / rate
    return total


def resident(mix: Mix, local: int) -> int:
    """Work-items that a multiprocessor of compute capability 9.0 holds at once, as their registers allow."""
    units = -(-max(mix.registers, 1) // UNIT_OF_REGISTERS)
    items = REGISTERS // (units * UNIT_OF_REGISTERS * WARP) * WARP
    return min(MOST_RESIDENT, items // local * local if local else items)


@dataclass(frozen=True)
class Row:
    """A hash on a device: launches of so many messages of a length (bytes), by the fastest kernel.

    `gigabits` are Gb/s, `clock` cycles in a nanosecond. `as_study` is the launch that the study had, and `copied` the
    Gb/s with copies there and back.
    """

    hash: str
    implementation: Implementation
    messages: int
    length: int
    launch: Launch
    units: int
    bound: Bound | None
    mix: Mix | None
    study: Spe | None
    as_study: Quartiles | None
    copied: Quartiles | None

    @property
    def gigabits(self) -> Quartiles:
        """Gb/s of the whole device."""
        return gigabits(self.launch, self.length)

    @property
    def clock(self) -> float:
        """Cycles in a nanosecond."""
        return self.launch.clock

    @property
    def cycles(self) -> float:
        """Cycles of the device for each byte."""
        return self.launch.nanoseconds.median * self.clock / self.length

    @property
    def per_unit(self) -> float:
        """Bytes for each clock of a unit; 0 where the units are not known."""
        return 1 / (self.cycles * self.units) if self.units and self.cycles else 0.0

    @property
    def share(self) -> float | None:
        """The part of the bound that was reached."""
        return self.gigabits.median / self.bound.gigabits if self.bound else None

    @property
    def options(self) -> tuple[str, ...]:
        """The best option set."""
        return self.implementation.winner.options if self.implementation.winner else ()

    @property
    def local(self) -> int:
        """Work-items of a group; 0 where that is not known."""
        said = [o.removeprefix("local=") for o in self.options if o.startswith("local=")]
        return int(said[-1]) if said and said[-1].isdecimal() else 0


def gigabits(launch: Launch, length: int) -> Quartiles:
    """Gb/s of launches of messages of a length (bytes)."""
    taken = launch.nanoseconds
    return Quartiles(
        *(8 * length / ns if ns > 0 else 0.0 for ns in (taken.high, taken.median, taken.low))
    )


def by_messages(one: Implementation, variant: str = "") -> dict[int, dict[int, Launch]]:
    """The launches of a kernel by the number of their messages, then by length (bytes)."""
    return {some.messages: some.by_length for some in one.launches if some.variant == variant}


def _place(found: Mapping[int, Mapping[int, Launch]]) -> tuple[int, int] | None:
    """Which launch stands for all: the longest messages, as many as wanted or else the most."""
    messages = WANTED if WANTED in found else max(found, default=0)
    lengths = [n for n in found.get(messages, ()) if n]
    return (messages, max(lengths)) if lengths else None


def best(hash: Hash) -> tuple[Implementation, int, int] | None:
    """The fastest kernel of a hash, and the messages and length (bytes) that say so; None where none was timed."""
    found = []
    for one in hash.many:
        launches = by_messages(one)
        place = _place(launches)
        if place:
            found.append((launches[place[0]][place[1]].nanoseconds.median / place[1], one, *place))
    return min(found, key=lambda row: row[0])[1:] if found else None


def row(hash: Hash, machine: Machine, target: Target) -> Row | None:
    """The line of a hash on a device."""
    found = best(hash)
    if found is None:
        return None
    one, messages, length = found
    launches = by_messages(one)
    launch = launches[messages][length]
    device = device_of(machine, target.name)
    mix = mix_of(machine, hash.name, one.name, device.version if device else "")
    bound = None
    if device and target.name == CUDA and mix:
        bound = bound_of_mix(mix, device, launch.clock)
    elif device and target.name != PROCESSOR:
        counts = (record for record in machine.counts if record.hash == hash.name)
        bound = bound_of_operations(counts, device, launch.clock)
    studied = launches.get(STUDY, {}).get(LONG)
    copied = _copied(one, length)
    return Row(
        hash=hash.name,
        implementation=one,
        messages=messages,
        length=length,
        launch=launch,
        units=device.units if device else 0,
        bound=bound,
        mix=mix,
        study=many.spe(hash.name),
        as_study=gigabits(studied, LONG) if studied else None,
        copied=copied,
    )


def _copied(one: Implementation, length: int) -> Quartiles | None:
    for some in one.launches:
        if some.variant == "with copies" and length in some.by_length:
            return gigabits(some.by_length[length], length)
    return None


def rows(machine: Machine, target: Target) -> tuple[Row, ...]:
    """All hashes of a target, the fastest first."""
    found = (row(hash, machine, target) for hash in target.hashes)
    return tuple(sorted((one for one in found if one), key=lambda one: -one.gigabits.median))


def device_of(machine: Machine, target: str) -> Device | None:
    """The device that a target is; None where the data do not say."""
    return next((one for one in machine.devices if one.target == target), None)


def about(machine: Machine, target: str) -> str:
    """The device's name, and that it is a processor where it is one."""
    device = device_of(machine, target)
    name = device.name if device else target
    return f"{name} (CPU device)" if target == PROCESSOR else name


def mix_of(machine: Machine, hash: str, implementation: str, architecture: str) -> Mix | None:
    """What is known of a kernel's machine code for an architecture."""
    return next(
        (
            one
            for one in machine.mixes
            if (one.hash, one.implementation, one.architecture)
            == (hash, implementation, architecture)
        ),
        None,
    )


@dataclass(frozen=True)
class Static:
    """What a kernel's machine code allows on a device that nothing was measured on."""

    mix: Mix
    bound: Bound
    study: Spe | None

    @property
    def times(self) -> float | None:
        """The bound as a multiple of what the study measured."""
        return self.bound.gigabits / self.study.gpu if self.study and self.study.gpu else None


def static(mixes: Sequence[Mix], device: Device = STATIC) -> Iterator[Static]:
    """A line for each kernel that was compiled for the architecture of a device, by name."""
    for mix in sorted(mixes, key=lambda one: (one.hash, one.implementation)):
        bound = bound_of_mix(mix, device, device.clock / 1e3)
        if mix.architecture == device.version and bound:
            yield Static(mix, bound, many.spe(mix.hash))


def by_count(one: Row, length: int) -> dict[int, float]:
    """Gb/s by the number of messages in flight, at a length (bytes)."""
    return {
        messages: gigabits(by_length[length], length).median
        for messages, by_length in sorted(by_messages(one.implementation).items())
        if length in by_length
    }


def by_length(one: Row) -> dict[int, float]:
    """Gb/s by length (bytes), with the messages of the row."""
    found = by_messages(one.implementation)[one.messages]
    return {
        length: gigabits(launch, length).median
        for length, launch in sorted(found.items())
        if length
    }


@dataclass(frozen=True)
class Best:
    """A hash on a device in a line, for pages that have many: Gb/s, and cycles of the device for each byte."""

    device: str
    is_processor: bool
    implementation: str
    messages: int
    length: int
    gigabits: Quartiles
    cycles: float


def in_short(hash: Hash, machine: Machine, target: Target) -> Best | None:
    """The line of a hash on a target; None where that is no device, or nothing was timed."""
    found = row(hash, machine, target) if target.platform == PLATFORM else None
    if found is None:
        return None
    device = device_of(machine, target.name)
    return Best(
        device=device.name if device else target.name,
        is_processor=target.name == PROCESSOR,
        implementation=found.implementation.name,
        messages=found.messages,
        length=found.length,
        gigabits=found.gigabits,
        cycles=found.cycles,
    )


def rate(one: Peak, device: Device) -> float:
    """Operations a second of the whole device, at the clock that ran."""
    return one.rate * device.units * one.clock * 1e9
