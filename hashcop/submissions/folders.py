"""A directory as a submission: read by descriptors, so that nobody who changes it meanwhile leads us elsewhere."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from hashcop.submissions.found import IS_LINK, Found
from hashcop.submissions.limits import DEEPEST
from hashcop.submissions.refused import Refused
from hashcop.submissions.tar import check_mode

KINDS = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFBLK: "a device",
    stat.S_IFCHR: "a device",
}
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
CHANGES = "changes while it is read"


def read(directory: int, found: Found, prefix: str = "", depth: int = 0) -> None:
    """Add what is in a directory, given as a descriptor. Raises Refused, and OSError."""
    if depth > DEEPEST:
        raise Refused(f"lies deeper than {DEEPEST} names", prefix)
    with os.scandir(directory) as entries:
        listed = []
        for entry in entries:
            found.header()
            listed.append(entry.name)
    for name in sorted(listed):
        path = prefix + name
        before = os.stat(name, dir_fd=directory, follow_symlinks=False)
        _check_kind(before.st_mode, path)
        is_directory = stat.S_ISDIR(before.st_mode)
        if is_directory:
            found.directory(path)
        else:
            found.room(before.st_size, path)
        with _opened(name, directory, before, path) as opened:
            if is_directory:
                read(opened, found, f"{path}/", depth + 1)
            else:
                found.file(path, _content(opened, before, path))


def _check_kind(mode: int, path: str) -> None:
    if stat.S_ISLNK(mode):
        raise Refused(IS_LINK.format("symbolic"), path)
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        what = KINDS.get(stat.S_IFMT(mode), "of an unknown kind")
        raise Refused(f"is {what}: only files and directories are taken", path)
    check_mode(mode, path)


@contextmanager
def _opened(name: str, directory: int, before: os.stat_result, path: str) -> Iterator[int]:
    """The descriptor of what was looked at before. Raises Refused if it is something else by now."""
    try:
        descriptor = os.open(name, _FLAGS, dir_fd=directory)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ELOOP):  # gone, or a link by now
            raise Refused(CHANGES, path) from None
        raise Refused(f"can't be read: {error.strerror}", path) from None
    try:
        if not os.path.samestat(before, os.fstat(descriptor)):
            raise Refused(CHANGES, path)
        yield descriptor
    finally:
        os.close(descriptor)


def _content(descriptor: int, before: os.stat_result, path: str) -> bytes:
    content = read_up_to(descriptor, before.st_size + 1)
    after = os.fstat(descriptor)
    if len(content) != before.st_size or after.st_mtime_ns != before.st_mtime_ns:
        raise Refused(CHANGES, path)
    return content


def read_up_to(descriptor: int, most: int) -> bytes:
    """What is in a file, and no more than `most` bytes of it."""
    pieces, left = [], most
    while left and (piece := os.read(descriptor, min(left, 1 << 20))):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
