"""The hostile programs of tests/hostile/, as a tree; and what a run must leave as it was."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
HOSTILE = HERE / "hostile"
HONEST = HERE / "bad" / "crypto_hash" / "fnv1a64"
NAME = "hostile-4713"  # in what programs try to leave behind
OUTSIDE = ("/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/dev/mqueue")


def names(room: str) -> list[str]:
    """The programs of a room: build, start or run."""
    return sorted(file.stem for file in (HOSTILE / room).iterdir())


def tree(place: Path) -> Path:
    """A tree of them all, each an implementation, and of an honest one, in `place`."""
    function = place / "crypto_hash" / "fnv1a64"
    function.mkdir(parents=True)
    for name in ("checksumsmall", "checksumbig", "kat.tsv"):
        (function / name).write_bytes((HONEST / name).read_bytes())
    files = [(f"{file.parent.name}-{file.stem}", file) for file in HOSTILE.glob("*/*.*")]
    for name, file in [*files, ("ref", HONEST / "ref" / "hash.c")]:
        own = function / name
        own.mkdir()
        (own / f"hash{file.suffix}").write_bytes(file.read_bytes())
        for shared in (HONEST / "ref" / "api.h", HONEST / "ref" / "fnv1a.h", HOSTILE / "hostile.h"):
            (own / shared.name).write_bytes(shared.read_bytes())
    return place


def _lines(path: str) -> list[str]:
    with contextlib.suppress(OSError):
        return Path(path).read_text(errors="replace").splitlines()
    return []


def _files(places: Iterator[Path]) -> Iterator[tuple[str, int, int]]:
    for path in places:
        with contextlib.suppress(OSError):
            status = path.lstat()
            yield str(path), status.st_mode, status.st_size


@dataclass(frozen=True)
class Surroundings:
    """What is outside a sandbox: files, and what else a program could leave behind."""

    files: frozenset[tuple[str, int, int]]
    left: tuple[str, ...]


def surroundings(*directories: Path) -> Surroundings:
    """All files below directories, and whatever has the NAME of what programs try to leave behind."""
    files = frozenset(_files(path for place in directories for path in place.rglob("*")))
    left = [line for line in (*_lines("/proc/keys"), *_lines("/proc/net/unix")) if NAME in line]
    for kind in ("shm", "msg", "sem"):
        left += [line for line in _lines(f"/proc/sysvipc/{kind}") if line.split()[:1] == ["4713"]]
    for place in OUTSIDE:
        with contextlib.suppress(OSError):
            left += [str(path) for path in Path(place).iterdir() if NAME in path.name]
    return Surroundings(files, tuple(left))
