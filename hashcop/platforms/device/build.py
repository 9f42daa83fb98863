"""How a kernel becomes a build: the driver's program of its text, and the program of C that takes messages to it."""

import contextlib
import os
import shutil
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from hashcop.data.keys import digest
from hashcop.data.records import Size
from hashcop.data.said import first_error, shorten
from hashcop.machine.cache import use
from hashcop.machine.sandbox import MIB, Sandbox
from hashcop.platforms import door
from hashcop.platforms.c import host
from hashcop.platforms.device import devices, nvrtc
from hashcop.platforms.device.devices import LIMITS, Device
from hashcop.platforms.device.options import OptionSet
from hashcop.platforms.device.room import PROGRAM, Room, RoomError
from hashcop.platforms.device.source import Source
from hashcop.platforms.device.target import Target
from hashcop.platforms.device.text import TextError
from hashcop.platforms.door import Built, Group, Outcome

RECIPE = (
    1  # part of every build's key: to be raised when this module makes other builds than before
)
DEVICE_FILE, KERNEL_FILE = "device", "kernel.bin"  # beside the program: measure/device/host.c
MADE = Path("made", KERNEL_FILE)
DATA = 8192 * MIB  # bytes that the program may write to: drivers map what devices read
THREADS = 256


def key(group: Group, option_set: OptionSet, sources: str) -> str:
    """The key of a build: a hash of everything that it depends on."""
    target = cast(Target, group.target)
    return digest(
        *("device build", RECIPE, group.implementation.path, sources, group.target.name),
        *(_identity(option_set.device), *option_set.words, target.room.digest),
    )


def _identity(device: Device) -> str:
    """Words that change with a device's compiler."""
    own = nvrtc.identity() if device.interface == "cuda" else ""
    fields = device.label, device.interface_version, device.driver, device.version
    return digest(*fields, own)


class Workshop:
    """The builds of one group."""

    def __init__(self, group: Group, sandbox: Sandbox, directory: Path, programs: Path) -> None:
        """`directory` is removed when it is closed."""
        self.group = group
        self.sandbox = sandbox
        self.directory = directory
        self.programs = programs
        self.source = Source(group.implementation)
        self.room = cast(Target, group.target).room

    def close(self) -> None:
        """Remove what is left."""
        shutil.rmtree(self.directory, ignore_errors=True)

    def build(self, option_set: door.OptionSet) -> Built:
        """See door.Workshop. Drivers don't show machine code: the same text with the same flags is the same build."""
        one = cast(OptionSet, option_set)
        try:
            text = self.source.text(one.device.interface)
        except TextError as error:
            return _failed(str(error))
        code = digest("device", RECIPE, text, _identity(one.device), *one.words)
        artifact = artifact_of(self.programs, code, self.room)
        said, size = "", 0
        if use(artifact):
            size = artifact.with_name(KERNEL_FILE).stat().st_size
        else:
            work = self.directory / str(threading.get_ident())
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            work.chmod(0o755)
            words = one.device, text, one.compiler_flags, one.local
            reason, said = compile_text(self.sandbox, self.room, *words, work)
            if reason:
                return _failed(reason, said)
            try:
                size = self._place(artifact, one, work)
            except RoomError as error:
                return _failed(str(error))
        outcome = Outcome(
            outcome="ok", said=tuple(shorten(said)), object=code, size=Size(text=size)
        )
        return Built(outcome, artifact)

    def _place(self, artifact: Path, one: OptionSet, made: Path) -> int:
        """Put everything that runs into the artifact's directory; bytes of the kernel's program. Raises RoomError."""
        work = artifact.parent.with_name(
            f"{artifact.parent.name}.{os.getpid()}-{threading.get_ident()}"
        )
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        shutil.copy(self.room.program(self.source.size), work / PROGRAM)
        shutil.copy(made / MADE, work / KERNEL_FILE)
        size = (work / KERNEL_FILE).stat().st_size
        said = {
            "interface": one.device.interface,
            "device": one.device.label,
            "program": KERNEL_FILE,
            "local": one.local,
        }
        lines = "".join(f"{name} {value}\n" for name, value in said.items())
        (work / DEVICE_FILE).write_text(lines)
        host.write(work, self.room.readable, DATA, THREADS, scratch=True)
        work.chmod(0o755)
        for file in work.iterdir():
            file.chmod(0o755 if file.name == PROGRAM else 0o644)
        with contextlib.suppress(OSError):  # another thread or process was first
            work.rename(artifact.parent)
        shutil.rmtree(work, ignore_errors=True)
        return size


def compile_text(
    sandbox: Sandbox,
    room: Room,
    device: Device,
    text: str,
    flags: Sequence[str],
    local: int,
    work: Path,
) -> tuple[str, str]:
    """Why a text has no program, in words, or empty; and what the driver printed.

    The program is for groups of `local` work-items. It is the file MADE in `work`, which must be there.
    """
    source = work / "kernel.txt"
    source.write_text(text)
    source.chmod(0o644)
    made = (work / MADE).parent
    made.mkdir(exist_ok=True)
    name, beside, environment = device.label, list(room.readable), list[str]()
    if device.interface == "cuda":
        library = nvrtc.library()
        if library is None:
            return f"NVRTC is not here: {nvrtc.HOW}", ""
        name, flags = str(library), (f"--gpu-architecture={device.version}", *flags)
        # NVRTC calls cuInit of the driver, which may take seconds, and makes the same program if that fails. So it
        # gets no device.
        environment = ["env", f"LD_LIBRARY_PATH={library.parent}", "CUDA_VISIBLE_DEVICES="]
        beside = [*devices.readable(), library.parent]
    words = [str(room.tool), "build", device.interface, name, str(source), " ".join(flags)]
    done = sandbox.run(
        [*environment, *words, str(local), str(work / MADE)],
        directory=made,
        limits=LIMITS,
        readable=[room.directory, work, *beside],
        writable=[made],
    )
    said = done.output.replace(f"{work}/", "")
    if done.exceeded or done.timed_out:
        return f"the compiler {done.exceeded or 'did not end'}", said
    if done.status or not (work / MADE).is_file():
        return first_error(said), said
    return "", said


def artifact_of(programs: Path, code: str, room: Room) -> Path:
    """Where the program of an `object` is kept."""
    return programs / f"{code}-{room.digest[:16]}" / PROGRAM


def _failed(reason: str, said: str = "") -> Built:
    return Built(Outcome(outcome="failed", reason=reason, said=tuple(shorten(said))), None)
