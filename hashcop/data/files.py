"""Data files in, records out: ours of every version and SUPERCOP's, plain or gzipped."""

import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from hashcop.data.lines import Lines
from hashcop.data.records import Record
from hashcop.data.supercop.reading import Reader

_LINES = Lines()


class DataError(Exception):
    """A data file can't be read. Says which file, at which line, and why."""


def read(path: Path, left_out: "Counter[str] | None" = None) -> Iterator[Record]:
    """Yield the records of one data file: of lines of ours in their order, of SUPERCOP's as they become complete.

    A file may hold both. Lines of ours that are of an unknown kind are passed over, and so are unknown fields.
    `left_out` counts the lines of SUPERCOP's that no record is made of, by what they are.
    A last line of ours without its line end was torn by a dying machine and is passed over.

    Raises DataError for a line that is not a record, for a field of a wrong type, for a later version of the format
    and for a gzipped file that ends too early; OSError for a file that can't be opened.
    """
    others = Reader(Counter() if left_out is None else left_out)
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, 1):
                try:
                    yield from _records(line, others)
                except ValueError as error:
                    raise DataError(f"{path}:{number}: {error}") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{path}: can't be unpacked to its end: {error}") from None
    yield from others.end()


def _records(line: bytes, others: Reader) -> Iterator[Record]:
    """What is known once this line is read. Raises ValueError."""
    if not line.lstrip(b" \t").startswith(b"{"):
        yield from others.take(line)
    elif line.endswith(b"\n"):
        record: Record | None = _LINES.decode(line)
        if record is not None:
            yield record


def is_ours(path: Path) -> bool:
    """Whether a data file is in our format, by its first line. An empty file is."""
    with _opened(path) as file:
        return file.readline(1 << 16).lstrip(b" \t")[:1] in (b"{", b"")


def _opened(path: Path) -> BinaryIO:
    """The content of a file, whether it is gzipped or not."""
    with path.open("rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
    return cast(BinaryIO, gzip.open(path)) if is_packed else path.open("rb")
