"""What kernels need of the harness: the program that takes messages to a device, and the tool that asks drivers.

Made once, and kept.
"""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hashcop.data.keys import digest
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.hosting import PROGRAM as PROGRAM
from hashcop.platforms.c.hosting import HostedRoom
from hashcop.platforms.c.hosting import RoomError as RoomError
from hashcop.platforms.c.tools import toolchain
from hashcop.platforms.device import devices

TOOL = "tool"


@dataclass(frozen=True)
class Room(HostedRoom):
    """The harness for devices. `nodes` are the files by which processes reach devices, where these may be used."""

    nodes: tuple[Path, ...] = ()

    host = "hosted.o"
    about = "the harness for devices"
    operation = "crypto_hashmany"

    @property
    def readable(self) -> list[Path]:
        """What the sandbox shows to a driver, beside the system's files."""
        return [*devices.readable(), *self.nodes]

    @property
    def tool(self) -> Path:
        """The tool that asks drivers: measure/device/tool.c."""
        return self.directory / TOOL

    def scratch(self) -> "TemporaryDirectory[str]":
        """A directory for what a driver writes, which goes with the block."""
        place = self.directory.parent
        return TemporaryDirectory(dir=place, prefix="scratch-", ignore_cleanup_errors=True)


def open_room(
    sandbox: Sandbox,
    cache: Path,
    found: toolchain.Toolchain,
    target: toolchain.Target,
    nodes: tuple[Path, ...] = (),
) -> Room:
    """The harness for devices, by the first compiler for a target of C. Raises RoomError."""
    compiler = found.compilers_for(target)[0]
    sources, name = toolchain.copy_sources(cache, "measure/device")
    state = digest(name, found.harness_digest, compiler.identity, target.name)
    flags = target.flags[compiler.command]
    directory = cache / f"room-{state}"
    own = digest(name, found.harness_digest, *map(str, nodes))
    room = Room(sandbox, directory, own, compiler, flags, sources, nodes)
    if not use(directory):
        with room.making() as work:
            room.succeed(room.make("measure/device/Makefile"), work, [room.sources])
    return room
