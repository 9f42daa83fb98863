"""Zip files: the directory at the end and what stands before each member must say the same, and leave no gaps."""

import datetime
import io
import stat
import struct
import zipfile
import zlib

from hashcop.submissions import names
from hashcop.submissions.found import IS_LINK, Found
from hashcop.submissions.limits import LONGEST_PATH, MOST_HEADERS
from hashcop.submissions.refused import Refused
from hashcop.submissions.tar import check_mode

END = struct.Struct("<4s4H2LH")
LOCAL = struct.Struct("<4s5H3L2H")
ENCRYPTED, STREAMED, UTF8 = 1 << 0, 1 << 3, 1 << 11
COMPRESSION_LEVEL = 3 << 1
UNIX = 3
# Kinds of extra fields that only have times and owners.
MEANINGLESS = frozenset({0x5455, 0x7875, 0x7855, 0x5855, 0x000A})
ZIP64, UNICODE_PATH = 0x0001, 0x7075
MOST_EXTRA = 256
IS_ANOTHER = "has one {} in front of its contents and another in the directory at the end"


def read(data: bytes, found: Found) -> None:
    """Add the members of a zip file. Raises Refused."""
    begin = _check_end(data)
    try:
        members = zipfile.ZipFile(io.BytesIO(data)).infolist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
        raise Refused(f"is damaged: {error}") from None
    place = 0
    for member in sorted(members, key=lambda one: one.header_offset):
        found.header()
        _check(member)
        content_at = _check_local(data, member, place)
        place = content_at + member.compress_size
        if place > begin:
            raise Refused("has contents that reach beyond the members", member.orig_filename)
        if member.is_dir():
            _check_directory(member)
            found.directory(member.orig_filename)
        else:
            found.room(member.file_size, member.orig_filename)
            found.file(member.orig_filename, _content(data[content_at:place], member))
        place += _descriptor(data, place, member)
    if place != begin:
        raise Refused(f"has {begin - place:,} bytes that belong to no member")


def _check_end(data: bytes) -> int:
    """Where the directory begins. Raises Refused unless the file ends with it, and it is as large as it says."""
    if len(data) < END.size or not data.endswith(b"\0\0") or data[-22:-18] != b"PK\x05\x06":
        raise Refused("is cut short, or has a comment or other bytes at its end")
    _, disk, first, here, entries, size, begin, _ = END.unpack(data[-22:])
    if disk or first or here != entries:
        raise Refused("is one of several volumes")
    if 0xFFFF in (here, entries) or 0xFFFFFFFF in (size, begin):
        raise Refused("is a zip64 file, which no submission needs")
    if entries > MOST_HEADERS or size > MOST_HEADERS * (46 + LONGEST_PATH + MOST_EXTRA):
        raise Refused(f"has more than {MOST_HEADERS} entries")
    if begin + size != len(data) - END.size:
        raise Refused("has a directory that is not where its end says")
    walked, place = 0, begin
    while place < begin + size:
        if data[place : place + 4] != b"PK\x01\x02":
            raise Refused("is damaged: its directory has bytes that belong to no member")
        place += 46 + sum(struct.unpack("<3H", data[place + 28 : place + 34].ljust(6, b"\0")))
        walked += 1
    if walked != entries or place != begin + size:
        raise Refused(f"has {walked} members in its directory, and says {entries}")
    return int(begin)


def _check(member: zipfile.ZipInfo) -> None:
    """Raise Refused for what the directory says of a member."""
    name = member.orig_filename
    names.plain(name)  # first, since zipfile ends names at a NUL
    if member.flag_bits & ENCRYPTED:
        raise Refused("is encrypted", name)
    if member.flag_bits & ~(STREAMED | UTF8 | COMPRESSION_LEVEL):
        raise Refused(f"has unknown flags (0x{member.flag_bits:04x})", name)
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused(f"is compressed by method {member.compress_type}, and not by deflate", name)
    if member.comment or member.volume:
        raise Refused("has a comment, or is in another volume", name)
    _check_extra(member.extra, name)
    try:
        datetime.datetime(*member.date_time)
    except ValueError:
        if member.date_time != (1980, 0, 0, 0, 0, 0):  # without a time
            raise Refused("has a time of change that does not exist", name) from None
    mode = member.external_attr >> 16
    if member.create_system == UNIX and mode:
        if stat.S_ISLNK(mode):
            raise Refused(IS_LINK.format("symbolic"), name)
        if stat.S_IFMT(mode) not in (0, stat.S_IFDIR if member.is_dir() else stat.S_IFREG):
            raise Refused("is neither a file nor a directory", name)
        check_mode(mode, name)


def _check_extra(extra: bytes, name: str) -> None:
    if len(extra) > MOST_EXTRA:
        raise Refused(f"has extra fields of {len(extra):,} bytes", name)
    while extra:
        if len(extra) < 4:
            raise Refused("has extra fields that are not well formed", name)
        kind, size = struct.unpack("<HH", extra[:4])
        if kind == ZIP64:
            raise Refused("has zip64 sizes, which no submission needs", name)
        if kind == UNICODE_PATH:
            raise Refused("has a second name in an extra field", name)
        if kind not in MEANINGLESS or 4 + size > len(extra):
            raise Refused(f"has an extra field that may change it (0x{kind:04x})", name)
        extra = extra[4 + size :]


def _check_local(data: bytes, member: zipfile.ZipInfo, place: int) -> int:
    """Where a member's contents begin. Raises Refused unless its local header is at `place`, and says the same."""
    name = member.orig_filename
    if member.header_offset != place:
        less = member.header_offset < place
        raise Refused(
            "overlaps another member" if less else "has bytes before it that belong to no member",
            name,
        )
    end = place + LOCAL.size
    if end > len(data):
        raise Refused("is cut short", name)
    magic, _, flags, method, _, _, crc, packed, size, named, extra = LOCAL.unpack(data[place:end])
    if magic != b"PK\x03\x04":
        raise Refused("has no header in front of its contents", name)
    raw = data[end : end + named]
    _check_extra(data[end + named : end + named + extra], name)
    told = (crc, packed, size)
    streamed = bool(flags & STREAMED) and not any(told)
    for what, same in (
        ("name", raw.decode("utf-8" if flags & UTF8 else "cp437", "replace") == name),
        ("set of flags", flags == member.flag_bits),
        ("method", method == member.compress_type),
        (
            "size or checksum",
            streamed or told == (member.CRC, member.compress_size, member.file_size),
        ),
    ):
        if not same:
            raise Refused(IS_ANOTHER.format(what), name)
    return end + int(named) + int(extra)


def _check_directory(member: zipfile.ZipInfo) -> None:
    if member.file_size or member.CRC:
        raise Refused("is a directory with contents", member.orig_filename)
    if member.compress_size > 2:  # what deflate makes of nothing
        raise Refused("is a directory with contents", member.orig_filename)


def _content(packed: bytes, member: zipfile.ZipInfo) -> bytes:
    name, content = member.orig_filename, packed
    if member.compress_type == zipfile.ZIP_DEFLATED:
        state = zlib.decompressobj(-zlib.MAX_WBITS)
        try:
            content = state.decompress(packed, member.file_size + 1)
        except zlib.error as error:
            raise Refused(f"is damaged: {error}", name) from None
        if not state.eof and len(content) <= member.file_size:
            raise Refused("is cut short: the compressed data do not end", name)
        if state.unused_data:
            raise Refused("has bytes behind the end of its compressed data", name)
    if len(content) != member.file_size:
        raise Refused(f"has another size than the {member.file_size:,} bytes that it says", name)
    if zlib.crc32(content) != member.CRC:
        raise Refused("is damaged: its checksum is wrong", name)
    return content


def _descriptor(data: bytes, place: int, member: zipfile.ZipInfo) -> int:
    """The size of what stands behind a streamed member and repeats what the directory says of it."""
    if not member.flag_bits & STREAMED:
        return 0
    told = struct.pack("<3L", member.CRC, member.compress_size, member.file_size)
    for descriptor in (b"PK\x07\x08" + told, told):
        if data.startswith(descriptor, place):
            return len(descriptor)
    raise Refused(IS_ANOTHER.format("size or checksum"), member.orig_filename)
