"""Which devices work here: what the tool said that asks drivers, kept as long as nothing went wrong."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from hashcop.data.keys import digest
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Finished
from hashcop.platforms.device import devices, tools
from hashcop.platforms.device.devices import Device
from hashcop.platforms.device.room import Room
from hashcop.platforms.door import Place

KEPT = "devices-{}.json"


def hidden() -> str:
    """What kernels may not use unless the operator says so; empty where there is nothing."""
    names = [str(node) for node in devices.nodes()]
    return f"kernels may use {', '.join(names[:3])} only with --device" if names else ""


def find(place: Place, room: Room) -> tuple[tuple[Device, ...], tuple[str, ...]]:
    """The devices, and in words what can't be used although it is here. What went wrong is tried again next time."""
    state = digest(
        room.directory.name,
        place.sandbox.state,
        *(f"{file}{file.stat().st_mtime_ns}" for file in sorted(tools.VENDORS.glob("*"))),
        room.digest,
    )
    note = place.found("device") / KEPT.format(state)
    if use(note):
        return msgspec.json.decode(note.read_bytes(), type=tuple[Device, ...]), ()
    with room.scratch() as scratch:
        done = place.sandbox.run(
            [str(room.tool), "list"],
            directory=room.tool.parent,
            limits=devices.LIMITS,
            readable=[room.tool.parent, *room.readable],
            writable=[Path(scratch)],
        )
    found = tuple(dict.fromkeys(devices.parse(done.output)))
    problems = tuple(_problems(place, done))
    if found and not problems:
        note.write_bytes(msgspec.json.encode(found))
    return found, problems


def _problems(place: Place, done: Finished) -> Iterator[str]:
    """Why what is here can't be used. A driver whose devices are hidden is not expected to work."""
    if done.timed_out or done.exceeded or done.status:
        status = f"ended with status {done.status}"
        how = "did not end" if done.timed_out else done.exceeded or status
        last = (done.output.strip().splitlines() or [""])[-1][:200]
        yield f"the tool that asks devices' drivers {how}" + (f": {last}" if last else "")
    has_nodes = devices.nvidias()
    for failure in devices.failures(done.output):
        is_hidden = has_nodes and not place.devices
        if failure.interface != "cuda" or (not is_hidden and (failure.is_here or has_nodes)):
            yield str(failure)


def forget(place: Place) -> None:
    """Ask the drivers again next time."""
    for file in place.found("device").glob(KEPT.format("*")):
        file.unlink(missing_ok=True)
