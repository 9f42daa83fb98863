"""What inside/run.py wrote of the blocks of a program: read as a stranger's words, whose code ran beside it."""

import re
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

MOST_BYTES = 64 << 20  # of a file
MOST_NAMES = 400  # of operations
NAME = re.compile(r"[a-z][a-z0-9]{0,47}")
Small = Annotated[int, Meta(ge=0, le=2**40)]


class Block(Struct, frozen=True):
    """What one execution of a block does. `tables` are names in `Facts.tables`."""

    operations: dict[str, Small]
    vectors: dict[str, Small]
    tables: list[str]
    control: Small


class Facts(Struct, frozen=True):
    """The blocks, in the order of their counters, and the bytes of each table."""

    blocks: list[Block]
    tables: dict[str, Small]


def read(file: Path) -> Facts:
    """What a file has. Raises OSError and ValueError."""
    if file.stat().st_size > MOST_BYTES:
        raise ValueError("there is too much of it")
    found = msgspec.json.decode(file.read_bytes(), type=Facts)
    names = {name for one in found.blocks for name in (*one.operations, *one.vectors)}
    if len(names) > MOST_NAMES or not all(map(NAME.fullmatch, names)):
        raise ValueError("operations have names that none has")
    return found
