"""What is found out once and kept as a file of the cache, and directories that go with their block."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp
from typing import TypeVar

import msgspec

from hashcop.machine.cache import use

T = TypeVar("T")


def kept(note: Path, type: type[T], find: Callable[[], T]) -> T:
    """What a file says, or what is found and then written there as a whole."""
    if use(note):
        return msgspec.json.decode(note.read_bytes(), type=type)
    found = find()
    temporary = note.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    temporary.write_bytes(msgspec.json.encode(found))
    temporary.replace(note)
    return found


@contextmanager
def scratch(cache: Path) -> Iterator[Path]:
    """A directory that the sandbox can read, and that goes with the block."""
    work = Path(mkdtemp(dir=cache, prefix="work-"))
    work.chmod(0o755)
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)
