"""Copying the data of a machine home, in pieces of bytes that each fit at exactly one position.

The data.jsonl of a machine is authoritative and only grows. A piece carries its offset and the digest of all bytes
before it. A receiver at another position takes nothing and answers with its own position. Pieces may therefore be lost,
duplicated or late. Home answers after the piece is on the disk.

Pieces are bytes, because lines of half a megabyte exist. Lines are never deduplicated by `key`, because a table that is
measured again has the same key.
"""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from hashcop.data.lines import Implausible, LineError, Lines
from hashcop.data.locks import try_lock
from hashcop.data.printable import printable
from hashcop.data.store import FILE, StoreBusy

MOST = 256 * 1024  # bytes of a piece
LONGEST = 64 << 20  # bytes of a line
LONGEST_NAME = 100  # characters that are shown of a name
EMPTY = hashlib.sha256().hexdigest()


class Position(Struct, frozen=True):
    """A prefix of a file: its length in bytes and its SHA-256 in hex."""

    offset: int = 0
    digest: str = EMPTY


class Piece(Struct, frozen=True):
    """Bytes of a file, which follow those of `at`. `digest`: the SHA-256 of `content`, in hex."""

    at: Position
    content: bytes
    digest: str


class Have(Struct, frozen=True):
    """The answer to a piece: the position on the disk. `why`: the reason why home takes no more; empty if it does."""

    position: Position
    why: str = ""


class Spoilt(Exception):
    """A piece does not hold data of its sender. The message has the reason in one line."""


class _Hash(Protocol):
    def update(self, data: bytes, /) -> None: ...
    def copy(self) -> "_Hash": ...
    def hexdigest(self) -> str: ...


def piece(at: Position, content: bytes) -> Piece:
    """A piece of a file, from there on."""
    return Piece(at, content, hashlib.sha256(content).hexdigest())


class Reader:
    """Reads a growing file and hashes each byte once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._state: _Hash = hashlib.sha256()
        self._offset = 0

    @property
    def position(self) -> Position:
        """How far it was read."""
        return Position(self._offset, self._state.hexdigest())

    def seek(self, offset: int) -> Position:
        """Read on to an offset, or from the beginning to one that lies before; as far as the file goes."""
        if offset < self._offset:
            self._state, self._offset = hashlib.sha256(), 0
        for content in self._read(offset - self._offset):
            self.take(content)
        return self.position

    def end(self) -> Position:
        """Read on to the end of the last whole line."""
        return self.seek(whole(self.path))

    def pieces(self, to: int) -> Iterator[Piece]:
        """What lies between here and an offset."""
        while self._offset < to:
            content = next(self._read(min(MOST, to - self._offset)), b"")
            if not content:
                return
            one = piece(self.position, content)
            self.take(content)
            yield one

    def _read(self, count: int) -> Iterator[bytes]:
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            file.seek(self._offset)
            while count > 0 and (content := file.read(min(MOST, count))):
                yield content
                count -= len(content)

    def take(self, content: bytes) -> None:
        """Advance over bytes at the current position that the caller has read."""
        self._state.update(content)
        self._offset += len(content)


def whole(path: Path) -> int:
    """The end of the last complete line of a file; the bytes after it are being written, or were torn."""
    try:
        with path.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            while end > 0:
                begin = max(0, end - MOST)
                file.seek(begin)
                at = file.read(end - begin).rfind(b"\n")
                if at >= 0:
                    return begin + at + 1
                end = begin
    except FileNotFoundError:
        return 0
    return 0


class Copy:
    """Home's copy of a machine's data, locked until it is closed. Readers skip a torn last line.

    Each complete line is validated as a record of that machine. The caller syncs the file to the disk.
    """

    def __init__(self, directory: Path, machine: str) -> None:
        """Read what is there. Raises Spoilt, and StoreBusy while a run writes to the file."""
        self.path = directory / FILE
        self.machine = machine
        directory.mkdir(parents=True, exist_ok=True)
        self._file = self.path.open("ab")
        if not try_lock(self._file):
            self._file.close()
            raise StoreBusy(str(self.path))
        self._reader = Reader(self.path)
        self._lines = Lines()
        end = whole(self.path)
        size = self._file.tell()
        if size - end > LONGEST:
            raise Spoilt(f"its last line has over {LONGEST} bytes")
        self._reader.seek(size)
        self._begun = _between(self.path, end, size)

    @property
    def position(self) -> Position:
        """How much there is."""
        return self._reader.position

    def take(self, one: Piece) -> bool:
        """Append a piece, if it fits here. Raises Spoilt, and then nothing of it was written."""
        if one.at != self.position or hashlib.sha256(one.content).hexdigest() != one.digest:
            return False
        *lines, begun = (self._begun + one.content).split(b"\n")
        if len(begun) > LONGEST:
            raise Spoilt(f"a line has over {LONGEST} bytes")
        for line in lines:
            self._judge(line)
        self._file.write(one.content)
        self._file.flush()
        self._reader.take(one.content)
        self._begun = begun
        return True

    def _judge(self, line: bytes) -> None:
        try:
            owner = msgspec.json.decode(line, type=_Owned).machine
            self._lines.decode(line)
        except Implausible:
            return  # readers leave it out, and say so
        except (LineError, msgspec.MsgspecError) as error:
            raise Spoilt(f"a line is no record: {error}") from None
        if owner != self.machine:
            raise Spoilt(f"a line is of the machine {printable(owner[:LONGEST_NAME])}")

    def piece(self, offset: int) -> Piece | None:
        """The piece at an offset; None at the end of the file."""
        if offset >= self.position.offset:
            return None
        reader = Reader(self.path)
        reader.seek(offset)
        return next(reader.pieces(self.position.offset), None)

    def digest_at(self, offset: int) -> str:
        """The digest of the first bytes; empty where there are not so many."""
        at = Reader(self.path).seek(offset) if offset <= self.position.offset else None
        return at.digest if at else ""

    def close(self) -> None:
        """Release the file."""
        self._file.close()


class _Owned(Struct):
    machine: str


def _between(path: Path, begin: int, end: int) -> bytes:
    with path.open("rb") as file:
        file.seek(begin)
        return file.read(end - begin)


def united(ours: bytes, theirs: bytes) -> bytes:
    """All complete lines of both files: ours unchanged, then the lines of theirs that ours lacks."""
    known = set(ours.splitlines(keepends=True))
    return ours + b"".join(
        line
        for line in theirs.splitlines(keepends=True)
        if line not in known and line.endswith(b"\n")
    )
