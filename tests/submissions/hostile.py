"""What a hostile submission is, and how the corpus lists it."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.submissions.made_archives import API, BASE, CODE, Zipped, member, tar, zipped

MIB = 1 << 20
X = f"{BASE}/evil.h"


@dataclass(frozen=True)
class Hostile:
    """`make` gives the bytes of a file, or fills a directory; `member` is empty if the whole file is to blame."""

    reason: str
    member: str
    make: Callable[[], bytes] | None = None
    fill: Callable[[Path], None] | None = None

    def write(self, at: Path) -> Path:
        if self.make:
            at.write_bytes(self.make())
        elif self.fill:
            place = at / BASE
            place.mkdir(parents=True)
            (place / "api.h").write_bytes(API)
            (place / "hash.c").write_bytes(CODE)
            self.fill(place)
        return at


HOSTILE: dict[str, Hostile] = {}


def add(name: str, reason: str, who: str, make: Callable[[], bytes] | bytes) -> None:
    given = make
    HOSTILE[name] = Hostile(reason, who, (lambda: given) if isinstance(given, bytes) else given)


def fill(name: str, reason: str, who: str, into: Callable[[Path], None]) -> None:
    HOSTILE[name] = Hostile(reason, who, fill=into)


def named(name: str, reason: str, path: str | bytes, shown: str | None = None) -> None:
    """A file of that path, in a tar file and in a zip file."""
    text = path if isinstance(path, str) else ""
    seen = text if shown is None else shown
    add(f"tar: {name}", reason, seen, lambda: tar(member(path, b"x\n")))
    flags = 0 if isinstance(path, bytes) or path.isascii() else 1 << 11
    add(f"zip: {name}", reason, seen, lambda: zipped([Zipped(path, b"x\n", flags=flags)]))


def holding(name: str, reason: str, content: bytes, path: str = X) -> None:
    add(f"contents: {name}", reason, path, lambda: tar(member(path, content)))
