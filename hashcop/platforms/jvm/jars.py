"""Libraries in Java: compilers/jvm/jars.toml, and where each is on this machine."""

import contextlib
import hashlib
import os
import threading
import zipfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from hashcop import ROOT
from hashcop.platforms.door import OptionFileError

TABLE = ROOT / "compilers" / "jvm" / "jars.toml"
GOT = ROOT / ".venv" / "jars"  # by bootstrap.py
HOW = "python3 bootstrap.py --jars"
OWN = "jvm"  # among the operator's libraries


class Jar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the table. `native` is a library for 64-bit Linux within the jar; `properties` are set for it.

    `tool` names what needs it, where that is no implementation.
    """

    artifact: str
    sha256: str
    licence: str
    native: str = ""
    properties: dict[str, str] = {}
    tool: str = ""

    @property
    def version(self) -> str:
        """The version that its coordinates name."""
        return self.artifact.split(":")[2]

    @property
    def file(self) -> str:
        """What it is called as a file."""
        parts = self.artifact.split(":")
        return "-".join([parts[1], parts[2], *parts[4:]]) + ".jar"


@cache
def rows(table: Path = TABLE) -> dict[str, Jar]:
    """The rows by name. Raises OptionFileError."""
    try:
        return msgspec.toml.decode(table.read_bytes(), type=dict[str, Jar])
    except (OSError, ValueError) as error:
        raise OptionFileError(f"{table}: {error}") from None


def place_of(jar: Jar, libraries: Path) -> Path | None:
    """The file of a jar that has the SHA-256 of its row; None where there is none."""
    for place in (GOT / jar.file, libraries / OWN / jar.file):
        with contextlib.suppress(OSError):
            state = place.stat()
            if _sha256(place, state.st_size, state.st_mtime_ns) == jar.sha256:
                return place
    return None


@cache
def _sha256(file: Path, _size: int, _changed: int) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def unpacked(jar: Jar, place: Path, cache_: Path) -> Path | None:
    """The directory with the native library of a jar; None for a jar without one."""
    if not jar.native:
        return None
    directory = cache_ / f"native-{jar.sha256[:16]}"
    library = directory / Path(jar.native).name
    if not library.is_file():
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
        draft = directory / f"draft.{os.getpid()}-{threading.get_ident()}"
        with zipfile.ZipFile(place) as archive:
            draft.write_bytes(archive.read(jar.native))
        draft.chmod(0o755)
        draft.rename(library)
    os.utime(directory)
    return directory


def of_tool(tool: str, libraries: Path) -> tuple[Path, ...]:
    """The jars of a tool; none where one of them is not there."""
    found = [place_of(jar, libraries) for jar in rows().values() if jar.tool == tool]
    return tuple(place for place in found if place) if all(found) else ()


def version_of(tool: str) -> str:
    """The version of a tool's jars."""
    return next((jar.version for jar in rows().values() if jar.tool == tool), "")


def missing(names: Iterable[str], libraries: Path) -> str:
    """Why an implementation that names jars can't be built; empty where all are there."""
    for name in names:
        jar = rows().get(name)
        if jar is None:
            return f"needs the jar {name}, which compilers/jvm/jars.toml does not have"
        if place_of(jar, libraries) is None:
            return f"needs {name} {jar.version} ({HOW})"
    return ""
