"""Submissions that are large, or become large, and compressed data that are damaged."""

import gzip
import hashlib
import lzma
import os
import zlib
from collections.abc import Callable

import zstandard

from tests.submissions.hostile import MIB, X, add
from tests.submissions.made_archives import (
    API,
    BASE,
    END,
    Zipped,
    block,
    extended,
    member,
    tar,
    zipped,
)


# Sizes and bombs
def zeros(make: Callable[[bytes], bytes], count: int) -> bytes:
    content = bytes(count)
    return make(block(X, count) + content + END)


def many(count: int, of: Callable[[int], bytes]) -> bytes:
    return tar(*(of(number) for number in range(count)))


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=3, write_checksum=True).compress(data)


def gzip_bomb() -> bytes:
    state = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join(state.compress(bytes(MIB)) for _ in range(80)) + state.flush()


def zstd_bomb() -> bytes:
    """Blocks of one repeated byte: 4 bytes for 128 KiB each."""
    head = b"\x28\xb5\x2f\xfd\0\x58"  # a window of 2 MiB
    return head + ((1 << 17 << 3 | 1 << 1).to_bytes(3, "little") + b"\0") * 500_000


def zstd_window() -> bytes:
    return b"\x28\xb5\x2f\xfd\0" + bytes([(31 - 10) << 3]) + b"\1\0\0"


def repeated_lines(size: int) -> bytes:
    """Text that shrinks to a fiftieth."""
    digests = (hashlib.sha256(b"%d" % number).hexdigest().encode() for number in range(1400))
    return b"".join((digest + b"\n") * 50 for digest in digests)[:size]


LARGE = "becomes more than 200 times as large"
add("bomb: gzip of 80 MB", LARGE, "", gzip_bomb)
add("bomb: xz", LARGE, "", lambda: lzma.compress(bytes(50 * MIB), preset=0))
add("bomb: zstd of 60 GB", "is more than", "", zstd_bomb)
add("bomb: zstd of one member", LARGE, "", lambda: zeros(zstd, 3 * MIB))
add("bomb: zstd with a window of 2 GB", "window of more than 64 MiB", "", zstd_window)
add("bomb: zip", "a file may have 4 MiB", X, lambda: zipped([Zipped(X, bytes(16 * MIB))]))
add(
    "bomb: zip that says little",
    "has another size",
    X,
    lambda: zipped([Zipped(X, bytes(16 * MIB), size=10)]),
)
add(
    "large: file",
    "has more than 20 MiB",
    "",
    lambda: tar(*(member(f"{BASE}/x{n}", bytes(4 * MIB)) for n in range(6))),
)
add("large: member", "a file may have 4 MiB", X, lambda: tar(member(X, b"x" * (4 * MIB + 1))))
add(
    "large: all members",
    "is more than 32 MiB",
    f"{BASE}/x8.h",
    lambda: gzip.compress(
        tar(*(member(f"{BASE}/x{n}.h", repeated_lines(4 * MIB - 64)) for n in range(9))), 1
    ),
)
add(
    "large: files",
    "has more than 1000 files",
    "",
    lambda: many(1000, lambda n: member(f"{BASE}/x{n}.h")),
)
add(
    "large: directories",
    "has more than 4000 entries",
    "",
    lambda: many(4000, lambda n: member(f"{BASE}/x{n}/", b"", b"5")),
)
add(
    "large: extensions",
    "has more than 4000 entries",
    "",
    lambda: many(4000, lambda n: extended([], b"g")),
)
add(
    "large: implementations",
    "has more than 100 implementations",
    "",
    lambda: many(101, lambda n: member(f"crypto_hash/sha256/x{n}/api.h", API)),
)
add(
    "large: zip entries",
    "has more than 4000 entries",
    "",
    lambda: zipped([Zipped(f"{BASE}/x{n}.h") for n in range(4001)]),
)

# Compressed streams
GZ, XZ, ZST = gzip.compress(tar()), lzma.compress(tar()), zstd(tar())
for name, data in (("gz", GZ), ("xz", XZ), ("zst", ZST)):
    add(f"{name}: cut short", "is cut short: the compressed data do not end", "", data[:-9])
    add(f"{name}: bytes behind it", "behind the end of the compressed data", "", data + b"x")
    add(f"{name}: two streams", "behind the end of the compressed data", "", data + data)
    add(
        f"{name}: damaged",
        "is damaged",
        "",
        data[: len(data) // 2] + b"\xff\x13\x37\0" + data[len(data) // 2 + 4 :],
    )
add("gz: wrong checksum", "is damaged", "", GZ[:-8] + b"\1\2\3\4" + GZ[-4:])
add("gz: wrong length", "is damaged", "", GZ[:-4] + b"\1\2\3\4")
add("gz: of something else", "is cut short", "", gzip.compress(b"hello\n"))
add(
    "gz: of a zip file",
    "is none of ustar's",
    "",
    gzip.compress(zipped([Zipped(X, os.urandom(999).hex().encode())])),
)
add("not an archive", "is none of .tar", "", b"#!/bin/sh\nid\n")
add("7z", "is none of .tar", "", b"7z\xbc\xaf\x27\x1c" + bytes(100))
add("bz2", "is none of .tar", "", b"BZh91AY&SY" + bytes(100))
add("nothing", "is empty", "", b"")
add("skippable frame", "is none of .tar", "", b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + ZST)
