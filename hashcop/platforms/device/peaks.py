"""What a device does at most of each kind of operation: measure/device/peak.cl, by the harness's tool."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from hashcop.data.records import Peak
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.device import build
from hashcop.platforms.device.devices import LIMITS, Device
from hashcop.platforms.device.room import Room
from hashcop.platforms.device.source import HEADERS
from hashcop.platforms.device.text import whole

METHOD = 1  # to be raised when the same device gives other rates than before
# In the order of their numbers in peak.cl. OpenCL has no operation that permutes bytes.
WORK = ("add", "logic", "rotate", "permute", "multiply", "wide", "shared", "both")
NOT_IN_OPENCL = frozenset(("permute",))
OPERATIONS = 8 * 16  # of a turn: CHAINS and STEPS of peak.cl
LOCAL = 256  # work-items of a group
ITEMS = 4 * 2048  # work-items of a unit: several times as many as it holds


def peaks(sandbox: Sandbox, room: Room, device: Device) -> Iterator[Peak]:
    """The rates that were measured; a kind that can't be is left out. Whoever calls lets nothing else run."""
    parts = [whole(HEADERS / "crypto_device.h", HEADERS), whole(HEADERS / "peak.cl", HEADERS)]
    if device.interface == "cuda":
        parts.append(whole(HEADERS / "clock.h", HEADERS))
    for number, work in enumerate(WORK):
        if device.interface == "opencl" and work in NOT_IN_OPENCL:
            continue
        text = "\n".join((f"#define PEAK {number}", *parts))
        with room.scratch() as place:
            found = _peak(sandbox, room, device, text, Path(place))
        if found:
            turns, clock = found
            rate = turns * OPERATIONS / clock / max(device.units, 1)
            yield Peak(work, float(f"{rate:.5g}"), float(f"{clock:.5g}"))


def _peak(
    sandbox: Sandbox, room: Room, device: Device, text: str, place: Path
) -> tuple[float, float] | None:
    """Turns in a nanosecond, and cycles in one."""
    place.chmod(0o755)
    flags = ("-cl-std=CL1.2",) if device.interface == "opencl" else ()
    why, _ = build.compile_text(sandbox, room, device, text, flags, LOCAL, place)
    if why:
        return None
    program = place / "program"
    shutil.copy(place / build.MADE, program)
    items = ITEMS * max(device.units, 1)
    words = [str(room.tool), "peak", device.interface, device.label, str(program)]
    done = sandbox.run(
        [*words, str(items), str(LOCAL)],
        directory=program.parent,
        limits=LIMITS,
        readable=[room.directory, place, *room.readable],
        writable=[(place / build.MADE).parent],
    )
    for line in done.output.splitlines():
        match line.split():
            case ["peak", turns, clock]:
                try:
                    rates = float(turns), float(clock)
                except ValueError:
                    return None
                return rates if min(rates) > 0 else None
    return None
