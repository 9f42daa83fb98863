"""The processes of this machine."""

import contextlib
import os
from pathlib import Path


def naming(word: str) -> list[str]:
    """The command lines that have a word in them, but for that of this process."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        # Not as a pattern with the file's name: that asks for the file, of a process that may end meanwhile.
        with contextlib.suppress(OSError):
            line = os.fsdecode((process / "cmdline").read_bytes()).replace("\0", " ")
            if word in line and process.name != str(os.getpid()):
                found.append(line)
    return found


def below(parent: int) -> list[int]:
    """The processes that descend from one, in no order."""
    children: dict[int, list[int]] = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            of = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(of, []).append(int(process.name))
    found, left = [], [parent]
    while left:
        found += (some := children.get(left.pop(), []))
        left += some
    return found
