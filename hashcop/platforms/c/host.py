"""What a built program needs that is hosted by something else than the kernel: a JVM, say.

It is written beside the program when that is built, so that whoever runs it need not know.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec

from hashcop.machine.sandbox import Limits

FILE = "host.json"


class Host(msgspec.Struct, frozen=True):
    """What a program gets beside what others get.

    `readable`: directories and files. `data`: bytes that it may write to, in place of a limit of its address space.
    `processes`: threads.
    """

    readable: tuple[str, ...]
    data: int
    processes: int

    def limits(self, of: Limits) -> Limits:
        """The limits of other programs, changed."""
        return replace(of, data=self.data, processes=self.processes)


def write(directory: Path, readable: Sequence[Path], data: int, processes: int) -> None:
    """Write it beside a program that is in a directory."""
    host = Host(tuple(map(str, readable)), data, processes)
    (directory / FILE).write_bytes(msgspec.json.encode(host))


@lru_cache(maxsize=1024)
def host_of(program: Path) -> Host | None:
    """What is written beside a program; None for the many that have nothing there."""
    try:
        content = (program.parent / FILE).read_bytes()
    except OSError:
        return None
    return msgspec.json.decode(content, type=Host)
