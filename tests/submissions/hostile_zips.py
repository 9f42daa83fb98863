"""Zip files that say one thing and are another, or have what no submission may have."""

import os
import struct

from tests.submissions.hostile import X, add
from tests.submissions.made_archives import API, BASE, Zipped, deflated, zipped


# Zip
def zip_with(name: str, reason: str, who: str = X, **fields: object) -> None:
    given = {"name": X, "content": b"x\n", **fields}
    add(f"zip: {name}", reason, who, zipped([Zipped(**given)]))  # type: ignore[arg-type]


zip_with("symbolic link", "is a symbolic link", attributes=0o120777 << 16, content=b"/etc/passwd")
zip_with("device", "is neither a file nor a directory", attributes=0o020666 << 16)
zip_with("set-uid", "has the set-uid bit", attributes=0o104755 << 16)
zip_with("encrypted", "is encrypted", flags=1)
zip_with("strongly encrypted", "is encrypted", flags=0x41)
zip_with("masked", "has unknown flags", flags=1 << 13)
zip_with("bzip2", "method 12", method=12, packed=b"BZh")
zip_with("LZMA", "method 14", method=14, packed=b"x")
zip_with("deflate64", "method 9", method=9, packed=b"x")
zip_with("comment", "has a comment", comment=b"x")
zip_with("no such day", "that does not exist", time=(0, 0x5BFF))
zip_with("no such minute", "that does not exist", time=(0xFFFF, 0x5A21))
zip_with("zip64", "zip64 sizes", extra=struct.pack("<HHQQ", 1, 16, 1, 1))
zip_with("second name", "second name", extra=struct.pack("<HHBL", 0x7075, 7, 1, 0) + b"/x")
zip_with("AES", "extra field that may change it (0x9901)", extra=struct.pack("<HH", 0x9901, 0))
zip_with("extra field too long", "is damaged", "", extra=struct.pack("<HH", 0x5455, 99))
zip_with("extra field cut short", "not well formed", extra=b"UT")
zip_with("large extra field", "extra fields of", extra=struct.pack("<HH", 0x5455, 300) + bytes(300))
zip_with("another local name", "has one name in front", local_name=b"../../evil")
zip_with("another local size", "has one size or checksum in front", local_size=1)
zip_with("another local method", "has one method in front", local_method=0)
zip_with("wrong checksum", "its checksum is wrong", crc=1)
zip_with("smaller than it says", "has another size", size=100)
zip_with("larger than it says", "has another size", size=1)
zip_with(
    "cut short", "is cut short", packed=deflated(os.urandom(99).hex().encode())[:-20], size=198
)
zip_with("damaged", "is damaged", packed=b"\xff\xff\xff")
zip_with(
    "bytes behind the data",
    "bytes behind the end of its compressed data",
    packed=deflated(b"x\n") + b"y",
)
zip_with(
    "descriptor that lies",
    "has one size or checksum in front",
    flags=8,
    behind=b"PK\7\x08" + bytes(12),
)
zip_with("bytes before a member", "has bytes before it", before=b"hidden")
zip_with("overlap", "overlaps another member", offset=0)
zip_with("offset beyond the end", "has bytes before it", offset=10**6)
add(
    "zip: same data twice",
    "overlaps another member",
    X,
    zipped([Zipped(X, API, offset=0, local_name=f"{BASE}/api.h".encode())]),
)
add(
    "zip: name with a NUL",
    "has control characters",
    f"{X}\\x00.txt",
    zipped([Zipped(f"{X}\0.txt", b"x")]),
)
add(
    "zip: directory with contents",
    "is a directory with contents",
    f"{BASE}/s/",
    zipped([Zipped(f"{BASE}/s/", b"xyz", attributes=0o40755 << 16)]),
)
add("zip: comment of the file", "has a comment", "", zipped([], comment=b"hello"))
add("zip: bytes behind it", "has a comment or other bytes at its end", "", zipped([]) + b"\0\0x")
add("zip: bytes in front", "is none of .tar", "", b"#!/bin/sh\n" + zipped([]))
add(
    "zip: gap before the directory", "bytes that belong to no member", "", zipped([], gap=b"hidden")
)
add("zip: more entries than there are", "and says 3", "", zipped([], entries=3))
add("zip: fewer entries than there are", "and says 1", "", zipped([], entries=1))
add("zip: directory elsewhere", "not where its end says", "", zipped([], begin=0))
add("zip: zip64 count", "is a zip64 file", "", zipped([], entries=0xFFFF))
add("zip: zip64 place", "is a zip64 file", "", zipped([], begin=0xFFFFFFFF))
add("zip: cut short", "is cut short", "", zipped([])[:-30])
add("zip: nothing in it", "is empty", "", zipped([], good=False))
add("zip: no name", "has an empty name", "", zipped([Zipped("", b"x")]))
add("zip: only a NUL", "has control characters", "\\x00", zipped([Zipped("\0", b"x")]))
