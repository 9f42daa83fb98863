"""A submission as a file or a directory: looked at without writing anything, and unpacked into quarantine.

Nothing is read twice: a file is taken into memory whole, and what is unpacked is what was looked at.
"""

import hashlib
import os
import shutil
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hashcop.submissions import folders, streams, tar, zips
from hashcop.submissions.found import Found
from hashcop.submissions.limits import MOST_FILE
from hashcop.submissions.refused import Refused

__all__ = ("Inspected", "Member", "Refused", "against_tree", "inspect", "inspect_bytes", "unpack")

CHANGED = "is not what was inspected: it has changed since"


@dataclass(frozen=True)
class Member:
    """A file of a submission: where it goes below the tree, its size in bytes, and the hash of its contents."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Inspected:
    """What is in a submission that may be unpacked.

    `file_sha256` is of the file as it came; for a directory, of its members' paths and contents.
    `format` is tar, tar.gz, tar.xz, tar.zst, zip or directory. `implementations` are paths such as
    crypto_hash/sha256/mine. `bytes` counts the members' contents.
    """

    file_sha256: str
    format: str
    members: tuple[Member, ...]
    implementations: tuple[str, ...]
    bytes: int


def inspect(file: Path) -> Inspected:
    """What is in an archive or a directory. Nothing is written. Raises Refused, and OSError if it can't be read."""
    return _read(file)[0]


def inspect_bytes(data: bytes) -> Inspected:
    """What is in an archive that is not in a file yet. Raises Refused."""
    return _read_bytes(data)[0]


def unpack(file: Path, inspected: Inspected, into: Path) -> None:
    """Write the tree of a submission below `into`, which must not exist: directories 0700, files 0644.

    Raises Refused if the file is no longer what was inspected, and OSError; then `into` is not there.
    """
    now, files = _read(file)
    if now != inspected:
        raise Refused(CHANGED)
    into.mkdir(mode=0o700)
    try:
        _write(files, into)
    except BaseException:
        shutil.rmtree(into)
        raise


def _read(file: Path) -> tuple[Inspected, Mapping[str, bytes]]:
    """What is in a submission, and the contents of its members by path."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        about = os.fstat(descriptor)
        found = Found()
        if stat.S_ISDIR(about.st_mode):
            folders.read(descriptor, found)
            return _inspected("", "directory", found), found.files
        if not stat.S_ISREG(about.st_mode):
            raise Refused("is neither a file nor a directory")
        data = folders.read_up_to(descriptor, MOST_FILE + 1)
    finally:
        os.close(descriptor)
    return _read_bytes(data)


def _read_bytes(data: bytes) -> tuple[Inspected, Mapping[str, bytes]]:
    if len(data) > MOST_FILE:
        raise Refused(f"has more than {MOST_FILE >> 20} MiB")
    found = Found()
    name = _format(data)
    if name == "zip":
        zips.read(data, found)
    else:
        tar.read(data if name == "tar" else streams.unpacked(data, name), found)
    return _inspected(hashlib.sha256(data).hexdigest(), name, found), found.files


def _format(data: bytes) -> str:
    """By what is in the file, whatever its name."""
    for magic, name in streams.MAGIC.items():
        if data.startswith(magic):
            return name
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if data[257:262] == b"ustar":
        return "tar"
    if not data:
        raise Refused("is empty")
    raise Refused("is none of .tar, .tar.gz, .tar.xz, .tar.zst and .zip")


def _inspected(file_sha256: str, name: str, found: Found) -> Inspected:
    implementations = found.implementations()
    members = tuple(
        Member(path, len(content), hashlib.sha256(content).hexdigest())
        for path, content in sorted(found.files.items())
    )
    listed = "".join(f"{one.path}\0{one.size}\0{one.sha256}\n" for one in members)
    return Inspected(
        file_sha256=file_sha256 or hashlib.sha256(listed.encode()).hexdigest(),
        format=name,
        members=members,
        implementations=implementations,
        bytes=found.bytes,
    )


def _write(files: Mapping[str, bytes], into: Path) -> None:
    """Each directory is opened in the one above it, so that no link is followed."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    opened = {"": os.open(into, flags)}
    try:
        os.fchmod(opened[""], 0o700)
        for path, content in files.items():
            above, name = "", ""
            for name in path.split("/")[:-1]:
                below = f"{above}/{name}" if above else name
                if below not in opened:
                    os.mkdir(name, 0o700, dir_fd=opened[above])
                    opened[below] = os.open(name, flags, dir_fd=opened[above])
                above = below
            _write_file(path.rpartition("/")[2], content, opened[above])
    finally:
        for descriptor in opened.values():
            os.close(descriptor)


def _write_file(name: str, content: bytes, directory: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(name, flags, 0o644, dir_fd=directory), "wb") as file:
        file.write(content)
        os.fchmod(file.fileno(), 0o644)  # whatever the umask


def against_tree(unpacked: Path, tree: Path) -> None:
    """Compare a submission with what `tree` says of the same hashes.

    Raises Refused if api.h is not plain macros, or if CRYPTO_BYTES or a checksum differs from the tree's.
    """
    from hashcop.submissions.comparison import (
        compare,  # loads platforms, which looking at archives does without
    )

    compare(unpacked, tree)
