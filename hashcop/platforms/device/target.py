"""Targets of devices: the first device of each kind. They are C's first target with another name and clock."""

from dataclasses import dataclass, fields

from hashcop.data.records import Counter
from hashcop.platforms.c.tools import toolchain
from hashcop.platforms.device.devices import Device
from hashcop.platforms.device.room import Room

STEP = 1000  # nanoseconds: events of some drivers move in steps of half of that
EVENTS = "device-events"


@dataclass(frozen=True, kw_only=True)
class Target(toolchain.Target):
    """A device. `beside` is the target of C whose programs answer what is right; `devices` are its compilers'."""

    beside: toolchain.Target
    devices: tuple[Device, ...]
    room: Room


def target_of(beside: toolchain.Target, found: tuple[Device, ...], room: Room) -> Target:
    """The target of devices that are one device, by several drivers perhaps."""
    own = {one.name: getattr(beside, one.name) for one in fields(beside)}
    clock = "measured" if found[0].interface == "cuda" else "the highest that the driver names"
    counter = Counter(
        name=EVENTS,
        counts=f"nanoseconds of the device's own clock; cycles are of {clock}",
        core_cycles=False,
        ticks_per_second=1e9,
        resolution=STEP,
        cost=0,
        noise=0,
        reason="the only one of the device that its driver gives",
    )
    changed = {"name": found[0].target, "counter": counter}
    return Target(**own | changed, beside=beside, devices=found, room=room)
