"""Directories with what no submission may have."""

import os
import socket
from pathlib import Path

from tests.submissions.hostile import X, fill
from tests.submissions.made_archives import BASE


# Directories
def a_socket(place: Path) -> None:
    here = Path.cwd()
    os.chdir(place)  # names of sockets are short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind("s.h")
    finally:
        os.chdir(here)


fill(
    "directory: link out",
    "is a symbolic link",
    X,
    lambda d: (d / "evil.h").symlink_to("/etc/passwd"),
)
fill(
    "directory: link within", "is a symbolic link", X, lambda d: (d / "evil.h").symlink_to("hash.c")
)
fill(
    "directory: link that leads nowhere",
    "is a symbolic link",
    X,
    lambda d: (d / "evil.h").symlink_to("x"),
)
fill(
    "directory: link in a circle",
    "is a symbolic link",
    f"{BASE}/up",
    lambda d: (d / "up").symlink_to(".."),
)
fill("directory: named pipe", "is a named pipe", X, lambda d: os.mkfifo(d / "evil.h"))
fill("directory: socket", "is a socket", f"{BASE}/s.h", a_socket)
fill(
    "directory: set-uid",
    "has the set-uid bit",
    f"{BASE}/hash.c",
    lambda d: (d / "hash.c").chmod(0o4755),
)
fill("directory: sticky", "has the sticky bit", BASE, lambda d: d.chmod(0o1755))
fill("directory: hidden", "begins with a dot", f"{BASE}/.git", lambda d: (d / ".git").mkdir())
fill(
    "directory: object",
    "is compiled code",
    f"{BASE}/x.h",
    lambda d: (d / "x.h").write_bytes(b"\x7fELF\0") and None,
)
fill(
    "directory: large",
    "a file may have 4 MiB",
    X,
    lambda d: os.truncate(os.open(d / "evil.h", os.O_CREAT | os.O_WRONLY), 1 << 40),
)
fill(
    "directory: not UTF-8",
    "is not UTF-8",
    f"{BASE}/\\udcff.h",
    lambda d: Path(os.fsdecode(os.fsencode(d) + b"/\xff.h")).touch(),
)
fill(
    "directory: case",
    "only in upper and lower case",
    f"{BASE}/hash.c",
    lambda d: (d / "Hash.c").touch(),
)
