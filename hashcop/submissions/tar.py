"""Tar files, header by header.

Why not Python's tarfile: it passes over headers that are wrong, takes any end for the end, and merges what extensions
say into what headers say. Here every block is accounted for, so that no other program finds other members in the file.
"""

import re
import stat
from collections.abc import Iterator

from hashcop.submissions.found import IS_LINK, Found
from hashcop.submissions.refused import Refused

BLOCK = 512
NOTHING = bytes(BLOCK)
USTAR, GNU = b"ustar\x0000", b"ustar  \0"
LATEST = (1 << 32) - 1  # seconds: the year 2106
MOST_EXTENSION = 4096  # bytes of a header's extension
# Of extended headers, what changes neither name nor contents.
MEANINGLESS = re.compile(
    r"mtime|atime|ctime|comment|uid|gid|uname|gname|LIBARCHIVE\.creationtime|SCHILY\.(dev|ino|nlink)"
)
KINDS = {
    b"3": "a device",
    b"4": "a device",
    b"6": "a named pipe",
    b"7": "a contiguous file",
    b"S": "a sparse file",
    b"M": "a part of a file in several volumes",
    b"V": "the label of a volume",
    b"D": "a list of an incremental backup",
}
LINKS = {b"1": "hard", b"2": "symbolic", b"K": "symbolic"}


class _Header:
    """One block: fields as they are written, and no more than that."""

    def __init__(self, block: bytes, place: int) -> None:
        self.block = block
        self.place = place
        self.kind = block[156:157]
        self.is_gnu = block[257:265] == GNU
        self._check()
        self.name = self._name()

    def _check(self) -> None:
        block, where = self.block, f"the header at byte {self.place:,}"
        if self.block[257:265] not in (USTAR, GNU):
            raise Refused(f"is no tar file: {where} is none of ustar's")
        total = sum(block) - sum(block[148:156]) + 8 * ord(" ")
        if self._number(148, 156) != total:
            raise Refused(f"is damaged: {where} has a wrong checksum")

    def _text(self, begin: int, end: int) -> str:
        raw, _, rest = self.block[begin:end].partition(b"\0")
        if rest.strip(b"\0"):
            raise Refused(
                f"is damaged: the header at byte {self.place:,} has text behind a name's end"
            )
        try:
            return raw.decode()
        except UnicodeDecodeError:
            raise Refused("has a name that is not UTF-8", repr(raw)[2:-1]) from None

    def _name(self) -> str:
        name = self._text(0, 100)
        if self.is_gnu:
            if self.block[345:].strip(b"\0"):
                raise Refused("has fields of an incremental backup in its header", name)
            return name
        prefix = self._text(345, 500)
        return f"{prefix}/{name}" if prefix else name

    def _number(self, begin: int, end: int) -> int | None:
        """An octal number; None for what is none."""
        text = self.block[begin:end].rstrip(b" \0").lstrip(b" ")
        return int(text, 8) if re.fullmatch(rb"[0-7]+", text) else None

    def size(self, member: str) -> int:
        size = self._number(124, 136)
        if size is None:
            raise Refused("has a size that is no octal number", member)
        return size

    def check_plain(self, member: str) -> None:
        """Raise Refused for what neither a file nor a directory may have."""
        if self.kind in LINKS:
            raise Refused(IS_LINK.format(LINKS[self.kind]), member)
        if self.kind not in (b"0", b"\0", b"5"):
            what = KINDS.get(self.kind, f"of an unknown kind ({self.kind!r})")
            raise Refused(f"is {what}: only files and directories are taken", member)
        if self.block[157:257].strip(b"\0"):
            raise Refused("has the target of a link, and is none", member)
        mode, mtime = self._number(100, 108), self._number(136, 148)
        if mode is None or stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise Refused("has permissions that are no octal number of a file", member)
        check_mode(mode, member)
        if mtime is None or mtime > LATEST:
            raise Refused("has a time of change before 1970 or after 2106", member)


def check_mode(mode: int, member: str) -> None:
    """Raise Refused for permissions that do more than permit."""
    for bit, name in (
        (stat.S_ISUID, "set-uid"),
        (stat.S_ISGID, "set-gid"),
        (stat.S_ISVTX, "sticky"),
    ):
        if mode & bit:
            raise Refused(f"has the {name} bit", member)


class _Reader:
    """Blocks in their order."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def block(self) -> bytes:
        return self.content(BLOCK, "")

    def content(self, size: int, member: str) -> bytes:
        """So many bytes, and the zeros up to the next block."""
        begin, end = self.place, self.place + size
        self.place = end + -size % BLOCK
        if self.place > len(self.data):
            raise Refused("is cut short: the tar file ends before its end is marked", member)
        if self.data[end : self.place].strip(b"\0"):
            raise Refused("is followed by bytes that belong to no file", member)
        return self.data[begin:end]

    def end(self) -> None:
        """Behind one empty block there must be another, and nothing else."""
        if self.block() != NOTHING:
            raise Refused(f"has an empty block at byte {self.place - 2 * BLOCK:,}, before its end")
        rest = memoryview(self.data)[self.place :]
        if len(rest) % BLOCK or any(rest):
            raise Refused("has more behind the end of the tar file")


def read(data: bytes, found: Found) -> None:
    """Add the members of a tar file. Raises Refused."""
    reader, long_name = _Reader(data), ""
    is_extended = False
    for header in _headers(reader, found):
        member = long_name or header.name
        size = header.size(member)
        if header.kind in (b"L", b"x", b"g"):
            if (header.kind == b"L" and long_name) or (header.kind == b"x" and is_extended):
                raise Refused("has two extensions of the same kind", member)
            content = _extension(reader, size, member)
            if header.kind == b"L":
                long_name = _long_name(content)
            else:
                _check_extended(content, member)
                is_extended = is_extended or header.kind == b"x"
            continue
        header.check_plain(member)
        if long_name and not long_name.startswith(header.name):
            raise Refused(f"has two names: the other is {header.name}", long_name)
        _member(header, member, size, reader, found)
        long_name, is_extended = "", False
    if long_name or is_extended:
        raise Refused("ends with an extension of no member")


def _headers(reader: _Reader, found: Found) -> Iterator[_Header]:
    """Up to the marked end."""
    while True:
        place = reader.place
        block = reader.block()
        if block == NOTHING:
            reader.end()
            return
        found.header()
        yield _Header(block, place)


def _member(header: _Header, member: str, size: int, reader: _Reader, found: Found) -> None:
    if header.kind == b"5":
        if size:
            raise Refused("is a directory with contents", member)
        found.directory(member)
    elif member.endswith("/"):
        raise Refused("is a file with the name of a directory", member)
    else:
        found.room(size, member)
        found.file(member, reader.content(size, member))


def _extension(reader: _Reader, size: int, member: str) -> bytes:
    if size > MOST_EXTENSION:
        raise Refused(f"has an extended header of {size:,} bytes", member)
    return reader.content(size, member)


def _long_name(content: bytes) -> str:
    """What GNU tar writes before a member with a long name."""
    raw = content.removesuffix(b"\0")
    try:
        name = raw.decode()
    except UnicodeDecodeError:
        raise Refused("has a name that is not UTF-8", repr(raw)[2:-1]) from None
    if not name or "\0" in name:
        raise Refused("has a long name that is empty or has a NUL", name)
    return name


def _check_extended(content: bytes, member: str) -> None:
    """Raise Refused for records of an extended header that change what a member is, or are not well formed."""
    while content:
        found = re.match(rb"([1-9][0-9]{0,3}) ([^=]+)=", content)
        length = int(found[1]) if found else 0
        if not found or length > len(content) or content[length - 1 : length] != b"\n":
            raise Refused("has an extended header that is not well formed", member)
        key = found[2].decode(errors="backslashreplace")
        if not MEANINGLESS.fullmatch(key):
            raise Refused(f"has an extended header that changes it: {key}", member)
        content = content[length:]
