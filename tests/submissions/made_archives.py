"""Archives byte by byte: what no archiver makes can be made too."""

import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

BASE = "crypto_hash/sha256/mine"
API = b"#define CRYPTO_BYTES 32\n"
CODE = b"int crypto_hash(unsigned char *o, const unsigned char *i, unsigned long long n) { return 0; }\n"
USTAR, GNU = b"ustar\x0000", b"ustar  \0"


def octal(number: int, width: int) -> bytes:
    return b"%0*o\0" % (width - 1, number)


def block(
    name: str | bytes,
    size: int | bytes = 0,
    kind: bytes = b"0",
    *,
    mode: int | bytes = 0o644,
    mtime: int | bytes = 0,
    target: bytes = b"",
    magic: bytes = USTAR,
    prefix: bytes = b"",
    tail: bytes = b"",
    checksum: int | None = None,
) -> bytes:
    """The header of a member of a tar file. Numbers may be given as the bytes of their fields."""
    raw = name.encode() if isinstance(name, str) else name

    def field(value: int | bytes, width: int) -> bytes:
        return value.ljust(width, b"\0") if isinstance(value, bytes) else octal(value, width)

    head = raw.ljust(100, b"\0") + field(mode, 8) + octal(0, 8) * 2
    head += field(size, 12) + field(mtime, 12)
    rest = kind + target.ljust(100, b"\0") + magic + bytes(64) + octal(0, 8) * 2
    rest += prefix.ljust(155, b"\0") + tail.ljust(12, b"\0")
    total = sum(head) + sum(rest) + 8 * ord(" ") if checksum is None else checksum
    return head + b"%06o\0 " % total + rest


def padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % 512)


def member(name: str | bytes, content: bytes = b"", kind: bytes = b"0", **fields: object) -> bytes:
    """A header with its contents."""
    size = fields.pop("size", len(content))
    return block(name, size, kind, **fields) + padded(content)  # type: ignore[arg-type]


def extended(records: Iterable[tuple[str, str]], kind: bytes = b"x") -> bytes:
    """An extended header of pax."""
    return member("PaxHeaders/x", b"".join(record(*one) for one in records), kind)


def record(key: str, value: str) -> bytes:
    body = f" {key}={value}\n".encode()
    length = len(body) + len(str(len(body)))
    length = len(body) + len(str(length))
    return str(length).encode() + body


GOOD = member(f"{BASE}/api.h", API) + member(f"{BASE}/hash.c", CODE)
END = bytes(1024)


def tar(*members: bytes) -> bytes:
    """A tar file of a good implementation and `members`."""
    return GOOD + b"".join(members) + END


@dataclass(frozen=True)
class Zipped:
    """A member of a zip file. `told` are fields that its local header tells otherwise."""

    name: str | bytes
    content: bytes = b""
    method: int = 8
    flags: int = 0
    crc: int | None = None
    size: int | None = None
    packed: bytes | None = None
    time: tuple[int, int] = (0, 0x5A21)  # of day, date
    attributes: int = 0o100644 << 16
    system: int = 3
    extra: bytes = b""
    comment: bytes = b""
    local_name: bytes | None = None
    local_size: int | None = None
    local_method: int | None = None
    offset: int | None = None
    behind: bytes = b""
    before: bytes = b""

    @property
    def raw(self) -> bytes:
        return self.name.encode() if isinstance(self.name, str) else self.name

    @property
    def data(self) -> bytes:
        if self.packed is not None:
            return self.packed
        return deflated(self.content) if self.method == 8 else self.content


def deflated(content: bytes) -> bytes:
    state = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return state.compress(content) + state.flush()


def zipped(
    members: Sequence[Zipped],
    *,
    good: bool = True,
    comment: bytes = b"",
    entries: int | None = None,
    begin: int | None = None,
    gap: bytes = b"",
) -> bytes:
    """A zip file of a good implementation and `members`."""
    first = [Zipped(f"{BASE}/api.h", API), Zipped(f"{BASE}/hash.c", CODE)] if good else []
    body, directory = b"", b""
    every = [*first, *members]
    for one in every:
        body += one.before
        offset = len(body) if one.offset is None else one.offset
        crc = zlib.crc32(one.content) if one.crc is None else one.crc
        size = len(one.content) if one.size is None else one.size
        local = one.raw if one.local_name is None else one.local_name
        local_size = size if one.local_size is None else one.local_size
        method = one.method if one.local_method is None else one.local_method
        sizes = (crc, len(one.data), local_size) if not one.flags & 8 else (0, 0, 0)
        shared = (one.flags, one.method, *one.time)
        body += struct.pack("<4s5H", b"PK\3\4", 20, one.flags, method, *one.time)
        body += struct.pack("<3L2H", *sizes, len(local), len(one.extra)) + local + one.extra
        body += one.data + one.behind
        directory += struct.pack("<4sBBH4H", b"PK\1\2", 20, one.system, 20, *shared)
        directory += struct.pack("<3L", crc, len(one.data), size)
        directory += struct.pack("<3H", len(one.raw), len(one.extra), len(one.comment))
        directory += struct.pack("<2H2L", 0, 0, one.attributes, offset)
        directory += one.raw + one.extra + one.comment
    count = len(every) if entries is None else entries
    at = len(body + gap) if begin is None else begin
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(directory), at, len(comment))
    return body + gap + directory + end + comment
