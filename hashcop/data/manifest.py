"""What of a data file is signed: a list with a digest of each line, and what differs from it.

    hashcop-data 1
    lines 12345
    bytes 61234567
    sha256 <digest of all these lines together>
    <digest of line 1: the first 128 bits of its SHA-256, in hex>
    ...

Lines are only ever appended, so a list is of the first lines of a file, and stays true when others follow. The digest
of the whole tells quickly that nothing has changed; those of lines tell what has.
"""

import hashlib
import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import msgspec

VERSION = "hashcop-data 1"
MOST = 64 << 20  # bytes of a list: two million lines
NAMED = 20  # changes that are told; of others only the number
_DIGEST = 16  # bytes
_PIECE = 1 << 20
_HEAD = re.compile(
    rb"%b\nlines ([0-9]{1,7})\nbytes ([0-9]{1,15})\nsha256 ([0-9a-f]{64})\n" % VERSION.encode()
)


@dataclass(frozen=True)
class Manifest:
    """What a list says: how many bytes are signed, their digest, and the digest of each line."""

    size: int
    whole: bytes
    digests: tuple[bytes, ...]

    def encode(self) -> bytes:
        """The text of the list."""
        head = (
            f"{VERSION}\nlines {len(self.digests)}\nbytes {self.size}\nsha256 {self.whole.hex()}\n"
        )
        return (head + "".join(f"{one.hex()}\n" for one in self.digests)).encode()


@dataclass(frozen=True)
class Change:
    """A line that is not as it was signed.

    `how` is `changed`, `inserted`, `moved` or `removed`. `line` is its number in the file; of one that was removed the
    number that it had. `about` is what the line now says that it is about: kind, hash and implementation.
    """

    how: str
    line: int
    about: str = ""


@dataclass(frozen=True)
class Compared:
    """A data file beside its list: how many lines are signed, how many follow them, and what differs.

    `changes` has the first NAMED of `differing` ones.
    """

    lines: int
    after: int
    differing: int = 0
    changes: tuple[Change, ...] = ()


def decode(raw: bytes) -> Manifest:
    """The list of a text. Raises ValueError for a text that is none: it may be anybody's."""
    head = _HEAD.match(raw)
    if head is None or len(raw) > MOST:
        raise ValueError(
            f"it does not begin as a list of version {VERSION.rpartition(' ')[2]} does"
        )
    count, rest = int(head[1]), raw[head.end() :]
    if not re.fullmatch(rb"(?:[0-9a-f]{32}\n)*", rest) or len(rest) != 33 * count:
        raise ValueError(f"it has not one digest for each of {count} lines")
    digests = tuple(bytes.fromhex(line.decode()) for line in rest.split())
    return Manifest(int(head[2]), bytes.fromhex(head[3].decode()), digests)


def of_file(path: Path) -> Manifest:
    """The list of all whole lines that a file has at this moment. Raises OSError, and ValueError for too many."""
    state, size, digests = hashlib.sha256(), 0, []
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                state.update(line)
                size += len(line)
                digests.append(_digest(line))
    if 33 * len(digests) + 200 > MOST:
        raise ValueError(f"{len(digests):,} lines are too many for one list")
    return Manifest(size, state.digest(), tuple(digests))


def compare(path: Path, signed: Manifest) -> Compared:
    """What of a file is not as it was signed. Raises OSError."""
    lines = len(signed.digests)
    with path.open("rb") as file:
        if _whole(file, signed.size) == signed.whole:
            return Compared(lines, sum(piece.count(b"\n") for piece in _pieces(file)))
        file.seek(0)
        now = [_digest(line) for line in file if line.endswith(b"\n")]
    changes, after = _changes(signed.digests, now)
    named = _about(path, changes[:NAMED])
    return Compared(lines, after, len(changes), tuple(named))


def _digest(line: bytes) -> bytes:
    return hashlib.sha256(line).digest()[:_DIGEST]


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        yield piece


def _whole(file: BinaryIO, size: int) -> bytes:
    """The digest of the first bytes of a file."""
    state = hashlib.sha256()
    while size > 0 and (piece := file.read(min(size, _PIECE))):
        state.update(piece)
        size -= len(piece)
    return state.digest()


def _changes(signed: Sequence[bytes], now: Sequence[bytes]) -> tuple[list[Change], int]:
    """What differs, in the order of lines; and how many lines follow what is signed.

    As many lines as possible are taken for those that stand as they were signed. Between two of these, a new line in
    the place of one that is gone is a change of that line.
    """
    places: dict[bytes, deque[int]] = {}
    for number, digest in enumerate(signed):
        places.setdefault(digest, deque()).append(number)
    # Of each line now: which line it was; None for a new one.
    was = [found.popleft() if (found := places.get(digest)) else None for digest in now]
    standing = _longest_rising(was)
    gone = set(range(len(signed))).difference(one for one in was if one is not None)
    changes: list[Change] = []
    last_was, last_now = -1, -1
    for place in [*standing, len(now)]:
        is_end = place == len(now)
        next_was = len(signed) if is_end else was[place] or 0
        missing = deque(n for n in range(last_was + 1, next_was) if n in gone)
        for line in range(last_now + 1, place):
            if was[line] is not None:
                changes.append(Change("moved", line + 1))
            elif missing:
                missing.popleft()
                changes.append(Change("changed", line + 1))
            elif is_end:
                after = len(now) - line - sum(one is not None for one in was[line:])
                changes += [
                    Change("moved", n + 1) for n in range(line, place) if was[n] is not None
                ]
                return changes, after
            else:
                changes.append(Change("inserted", line + 1))
        changes += [Change("removed", number + 1) for number in missing]
        last_was, last_now = next_was, place
    return changes, 0


def _longest_rising(numbers: Sequence[int | None]) -> list[int]:
    """The places of a longest rising part of some numbers, of which each is there once."""
    ends: list[int] = []  # the lowest number that a rising part of each length ends with
    where: list[int] = []  # and its place
    before: dict[int, int] = {}
    for place, number in enumerate(numbers):
        if number is None:
            continue
        length = bisect_left(ends, number)
        if length:
            before[place] = where[length - 1]
        ends[length : length + 1] = [number]
        where[length : length + 1] = [place]
    found = where[-1:]
    while found and found[-1] in before:
        found.append(before[found[-1]])
    return found[::-1]


class _Named(msgspec.Struct):
    """What a line is about."""

    kind: str = ""
    hash: str = ""
    implementation: str = ""


_NAMED = msgspec.json.Decoder(_Named)


def _about(path: Path, changes: Iterable[Change]) -> list[Change]:
    """Changes with what their lines say that they are about."""
    wanted = {one.line for one in changes if one.how != "removed"}
    told: dict[int, str] = {}
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if number in wanted:
                told[number] = _told(line)
    return [
        one if one.how == "removed" else Change(one.how, one.line, told.get(one.line, ""))
        for one in changes
    ]


def _told(line: bytes) -> str:
    try:
        found = _NAMED.decode(line)
    except (ValueError, RecursionError):
        return "no record"
    name = "/".join(part for part in (found.hash, found.implementation) if part)
    return " ".join(part[:100] for part in (found.kind, name) if part)
