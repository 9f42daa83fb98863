"""Tar files that say one thing and are another, or have what no submission may have."""

import io
import tarfile

from tests.submissions.hostile import MIB, X, add
from tests.submissions.made_archives import (
    API,
    BASE,
    CODE,
    END,
    GNU,
    GOOD,
    block,
    extended,
    member,
    padded,
    tar,
)


# Tar
def kind(name: str, reason: str, letter: bytes, target: bytes = b"") -> None:
    path = f"{BASE}/evil.h"
    add(f"tar: {name}", reason, path, tar(block(path, 0, letter, target=target)))


kind("symbolic link out", "is a symbolic link", b"2", b"../../../../etc/passwd")
kind("symbolic link within", "./do pack puts", b"2", b"hash.c")
kind("hard link", "is a hard link", b"1", f"{BASE}/hash.c".encode())
kind("hard link out", "is a hard link", b"1", b"/etc/shadow")
kind("character device", "is a device", b"3")
kind("block device", "is a device", b"4")
kind("named pipe", "is a named pipe", b"6")
kind("contiguous file", "is a contiguous file", b"7")
kind("sparse file", "is a sparse file", b"S")
kind("volume", "is the label of a volume", b"V")
kind("multi-volume", "is a part of a file", b"M")
kind("unknown kind", "is of an unknown kind", b"Z")
kind("file with a target", "has the target of a link", b"0", b"/etc/passwd")
add(
    "tar: link as a directory",
    "is a symbolic link",
    "crypto_hash/sha256/x",
    block("crypto_hash/sha256/x", 0, b"2", target=b"/tmp")
    + tar(member("crypto_hash/sha256/x/api.h", API)),
)
add(
    "tar: long target",
    "is a symbolic link",
    "././@LongLink",
    tar(member("././@LongLink", b"/etc/passwd\0", b"K", magic=GNU)),
)
for bit, mode in (("set-uid", 0o4755), ("set-gid", 0o2755), ("sticky", 0o1755)):
    add(f"tar: {bit}", f"has the {bit} bit", X, tar(member(X, b"x", mode=mode)))
add(
    "tar: sticky directory",
    "has the sticky bit",
    f"{BASE}/s/",
    tar(block(f"{BASE}/s/", 0, b"5", mode=0o1777)),
)
add(
    "tar: mode of a device",
    "permissions that are no octal number of a file",
    X,
    tar(member(X, b"x", mode=0o60644)),
)
add(
    "tar: directory with contents",
    "is a directory with contents",
    f"{BASE}/s/",
    tar(member(f"{BASE}/s/", b"x", b"5")),
)
add(
    "tar: file named as a directory",
    "is a file with the name of a directory",
    f"{X}/",
    tar(member(f"{X}/", b"x")),
)
add(
    "tar: file and directory",
    "is both a file and a directory",
    f"{BASE}/hash.c/",
    tar(block(f"{BASE}/hash.c/", 0, b"5")),
)
add(
    "tar: directory and file",
    "is both a file and a directory",
    X,
    tar(block(f"{X}/", 0, b"5"), member(X, b"x")),
)
add(
    "tar: directory by dots",
    "leads out",
    "crypto_hash/../../x/",
    tar(block("crypto_hash/../../x/", 0, b"5")),
)
add(
    "tar: base-256 size",
    "size that is no octal number",
    X,
    tar(block(X, b"\x80" + bytes(10) + b"\1"), padded(b"x")),
)
add("tar: negative size", "size that is no octal number", X, tar(block(X, b"\xff" * 12)))
add("tar: minus size", "size that is no octal number", X, tar(block(X, b"-0000000001")))
add("tar: empty size", "size that is no octal number", X, tar(block(X, b"")))
add("tar: huge size", "a file may have 4 MiB", X, tar(block(X, 8**11 - 1)))
add("tar: size beyond the end", "is cut short", X, tar(block(X, 4096)))
add("tar: before 1970", "before 1970 or after 2106", X, tar(member(X, b"x", mtime=b"\xff" * 12)))
add("tar: year 2242", "before 1970 or after 2106", X, tar(member(X, b"x", mtime=8**11 - 1)))
add("tar: wrong checksum", "has a wrong checksum", "", tar(block(X, checksum=1)))
add("tar: no checksum", "has a wrong checksum", "", tar(block(X)[:148] + bytes(8) + block(X)[156:]))
add("tar: of version 7", "is none of ustar's", "", tar(block(X, magic=bytes(8))))
add("tar: text behind a name", "has text behind a name's end", "", tar(block(b"a\0../../x")))
add(
    "tar: fields of GNU's backups",
    "incremental backup",
    X,
    tar(block(X, magic=GNU, prefix=b"00000000000")),
)
for key in (
    "path",
    "linkpath",
    "size",
    "GNU.sparse.name",
    "SCHILY.xattr.user.x",
    "SCHILY.acl.access",
    "hdrcharset",
):
    add(
        f"tar: pax {key}",
        f"that changes it: {key}",
        "PaxHeaders/x",
        tar(extended([(key, "1")]), member(X, b"x")),
    )
    add(
        f"tar: pax {key} for all",
        f"that changes it: {key}",
        "PaxHeaders/x",
        tar(extended([(key, "1")], b"g"), member(X, b"x")),
    )
add(
    "tar: pax with a wrong length",
    "not well formed",
    "p",
    tar(member("p", b"99 mtime=1\n", b"x"), member(X, b"x")),
)
add(
    "tar: pax without a length",
    "not well formed",
    "p",
    tar(member("p", b"mtime=1\n", b"x"), member(X, b"x")),
)
add(
    "tar: pax of 1 MiB",
    "extended header of",
    "p",
    tar(member("p", b"1" * MIB, b"x"), member(X, b"x")),
)
add(
    "tar: pax twice",
    "two extensions",
    "PaxHeaders/x",
    tar(extended([]), extended([]), member(X, b"x")),
)
add("tar: pax of nothing", "extension of no member", "", tar(extended([("mtime", "1")])))
add(
    "tar: long name with another",
    "has two names",
    f"{BASE}/other.h",
    tar(
        member("././@LongLink", f"{BASE}/other.h\0".encode(), b"L", magic=GNU),
        member(X, b"x", magic=GNU),
    ),
)
add(
    "tar: long name with a NUL",
    "empty or has a NUL",
    f"{X}\\x00/y",
    tar(member("L", f"{X}\0/y\0".encode(), b"L")),
)
add(
    "tar: long name of nothing",
    "extension of no member",
    "",
    tar(member("L", f"{X}\0".encode(), b"L")),
)
add(
    "tar: long name",
    "name of more than 100",
    f"{BASE}/{'x' * 101}",
    tar(member("L", f"{BASE}/{'x' * 101}\0".encode(), b"L"), member(f"{BASE}/{'x' * 76}", b"x")),
)
add(
    "tar: long path",
    "path of more than 240",
    "x/" * 121 + "y",
    tar(member("L", ("x/" * 121 + "y\0").encode(), b"L"), member("x/" * 50, b"x")),
)
add("tar: no end", "is cut short", "", GOOD)
add("tar: one empty block at the end", "is cut short", "", GOOD + bytes(512))
add("tar: half a header", "is cut short", "", GOOD + block(X)[:300])
add("tar: empty block within", "before its end", "", GOOD + bytes(512) + tar())
add("tar: another behind the end", "more behind the end", "", tar() + tar(member(X, b"x")))
add("tar: bytes behind the end", "more behind the end", "", tar() + b"#!/bin/sh\n")
add("tar: padding that is not empty", "belong to no file", X, tar(block(X, 1) + b"x" * 512))
add("tar: nothing in it", "is empty", "", member("crypto_hash/", b"", b"5") + END)
add("tar: no api.h", "has no implementation", "", member(f"{BASE}/hash.c", CODE) + END)
add(
    "tar: api.h of a hash",
    "beside the implementations",
    "crypto_hash/sha256/api.h",
    member("crypto_hash/sha256/api.h", API) + END,
)


def by_python() -> bytes:
    """What Python's own tarfile makes of a link and a device."""
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w") as archive:
        one = tarfile.TarInfo(X)
        one.type, one.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(one)
    return output.getvalue()


add("tar: link by Python", "is a symbolic link", X, by_python)
