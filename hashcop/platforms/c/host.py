"""What a built program needs that is hosted by something else than the kernel: a JVM, say.

It is written beside the program when that is built, so that whoever runs it need not know.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

import msgspec

from hashcop.machine import seccomp
from hashcop.machine.sandbox import Limits

FILE = "host.json"


class Host(msgspec.Struct, frozen=True):
    """What a program gets beside what others get.

    `readable`: directories and files. `data`: bytes that it may write to, in place of a limit of its address space.
    `processes`: threads. `scratch`: whether it has a directory of its own to write to, as long as it runs.
    """

    readable: tuple[str, ...]
    data: int
    processes: int
    scratch: bool = False

    @property
    def kind(self) -> str:
        """The filter of system calls (hashcop/machine/seccomp.py): a driver with devices of its own needs the most."""
        if not self.scratch:
            return seccomp.HOSTED
        has_devices = any(Path(path).is_relative_to("/dev") for path in self.readable)
        return seccomp.DRIVEN_BY_DEVICE if has_devices else seccomp.DRIVEN

    @contextmanager
    def room(self, program: Path) -> Iterator[tuple[Path, ...]]:
        """The directories that a program may write to while it runs."""
        if not self.scratch:
            yield ()
            return
        made = Path(mkdtemp(dir=program.parents[1], prefix="scratch-"))
        try:
            yield (made,)
        finally:
            shutil.rmtree(made, ignore_errors=True)

    def limits(self, of: Limits) -> Limits:
        """The limits of other programs, changed."""
        return replace(of, data=self.data, processes=self.processes)


def write(
    directory: Path, readable: Sequence[Path], data: int, processes: int, *, scratch: bool = False
) -> None:
    """Write it beside a program that is in a directory."""
    host = Host(tuple(map(str, readable)), data, processes, scratch)
    (directory / FILE).write_bytes(msgspec.json.encode(host))


@lru_cache(maxsize=1024)
def host_of(program: Path) -> Host | None:
    """What is written beside a program; None for the many that have nothing there."""
    try:
        content = (program.parent / FILE).read_bytes()
    except OSError:
        return None
    return msgspec.json.decode(content, type=Host)
