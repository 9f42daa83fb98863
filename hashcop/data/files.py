"""Data files in, records out: ours of every version and SUPERCOP's, plain or gzipped."""

import gzip
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from hashcop.data import plausible
from hashcop.data.lines import Implausible, Lines
from hashcop.data.records import Record
from hashcop.data.supercop.reading import Reader

_LINES = Lines()


class DataError(Exception):
    """A data file can't be read. Says which file, at which line, and why."""


def read(path: Path, left_out: "Counter[str] | None" = None) -> Iterator[Record]:
    """Yield the records of one data file: of lines of ours in their order, of SUPERCOP's as they become complete.

    A file may hold both. Lines of ours that are of an unknown kind are passed over, and so are unknown fields.
    `left_out` counts the lines that no record is made of, by what they are: lines of SUPERCOP's that mean nothing here,
    and implausible lines, of which the first is named.
    A last line of ours without its line end was torn by a dying machine and is passed over.

    Raises DataError for a line that is not a record, for a field of a wrong type, for a later version of the format
    and for a gzipped file that ends too early; OSError for a file that can't be opened.
    """
    counts = Counter() if left_out is None else left_out
    others, implausible, number = Reader(counts), _Implausible(path, counts), 0
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, 1):
                try:
                    yield from _records(line, others, implausible, number)
                except Implausible as error:
                    implausible.note(number, str(error))
                except ValueError as error:
                    raise DataError(f"{path}:{number}: {error}") from None
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise DataError(f"{path}: can't be unpacked to its end: {error}") from None
    yield from implausible.without(others.end(), number)


class _Implausible:
    """Leaves out records of one file whose numbers can't be, and counts them under the first."""

    def __init__(self, path: Path, counts: "Counter[str]") -> None:
        self._path = path
        self._counts = counts
        self._first = ""

    def note(self, number: int, why: str) -> None:
        """Count the line of that number, which is left out."""
        self._first = self._first or f"implausible lines, such as {self._path}:{number}: {why}"
        self._counts[self._first] += 1

    def without(self, found: Iterable[Record], number: int) -> Iterator[Record]:
        """The records that are plausible, of those that are complete at the line of that number."""
        for record in found:
            why = plausible.why_not(record)
            if why:
                self.note(number, why)
            else:
                yield record


def _records(
    line: bytes, others: Reader, implausible: _Implausible, number: int
) -> Iterator[Record]:
    """What is known once this line is read. Raises ValueError."""
    if not line.lstrip(b" \t").startswith(b"{"):
        yield from implausible.without(others.take(line), number)
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
