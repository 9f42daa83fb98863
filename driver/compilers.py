"""What implementations are built with: the data of compilers/, read and made into option sets."""

import itertools
import platform
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOM = Path(__file__).resolve().parent.parent / "compilers"
NOT_FAMILIES = ("abis.toml", "libraries.toml", "sanitizers.toml")


@dataclass(frozen=True)
class Sets:
    """Option sets that are wanted together: for which profiles, and for C, C++ or both."""

    profiles: tuple[str, ...]
    languages: tuple[str, ...]
    flags: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Family:
    """A compiler: its commands for C and C++, Debian's packages of them, and its option sets by profile.

    `cross` is how a command is called to build for another processor, with {command} and {triple} in it.
    """

    command: str
    cxx: str
    package: str
    cxx_package: str
    sets: tuple[Sets, ...]
    cross: str = ""

    def flags(self, profile: str, *, is_cxx: bool = False) -> tuple[tuple[str, ...], ...]:
        """The flags of each option set of a profile, in order, none twice."""
        language = "c++" if is_cxx else "c"
        found = [s for s in self.sets if profile in s.profiles and language in s.languages]
        return tuple(dict.fromkeys(flags for sets in found for flags in sets.flags))

    def crossed(self, command: str, triple: str) -> tuple[str, tuple[str, ...]]:
        """One of its commands, and the flags that it needs, to build for another processor."""
        words = self.cross.format(command=command, triple=triple).split()
        return words[0], tuple(words[1:])


@dataclass(frozen=True)
class Emulation:
    """How programs of an ABI are built and run on another processor.

    `triple` names it for compilers and binutils, `emulator` is what stands before a program, `native` the flags in the
    place of -march=native, `packages` are Debian's.
    """

    triple: str
    emulator: tuple[str, ...]
    native: tuple[str, ...]
    packages: tuple[str, ...]


@dataclass(frozen=True)
class Abi:
    """An ABI: the processors that run it, and the flags to be tried, in order, to produce it.

    `elsewhere` is how it is had on other processors; None where it is not.
    """

    name: str
    processors: tuple[str, ...]
    flags: tuple[tuple[str, ...], ...]
    package: str
    elsewhere: Emulation | None = None

    @property
    def is_ours(self) -> bool:
        """Whether this processor runs it."""
        return platform.machine() in self.processors


@dataclass(frozen=True)
class Library:
    """A library that implementations may need, known by the headers they include.

    `headers` are how their names begin. `compile` is what finds them where they lie in a place of their own.
    `offered`: as SUPERCOP does, it is linked with what lacks a name, too. `package` is Debian's, or empty.
    """

    name: str
    headers: tuple[str, ...]
    probe: str
    compile: tuple[str, ...]
    link: tuple[str, ...]
    is_cxx: bool
    offered: bool
    package: str
    advice: str


@dataclass(frozen=True)
class Sanitizer:
    """A sanitizer, the compilers that have it, and whether it can judge what has code that it did not compile."""

    name: str
    compilers: tuple[str, ...]
    foreign: bool
    flags: tuple[str, ...]


def _product(axes: list[list[str]]) -> list[tuple[str, ...]]:
    return [tuple(" ".join(choice).split()) for choice in itertools.product(*axes)]


def _family(file: Path) -> Family:
    data = tomllib.loads(file.read_text())
    sets = [
        Sets(
            tuple(group["profiles"]),
            tuple(group.get("languages", ("c", "c++"))),
            tuple(_product(group["axes"])),
        )
        for group in data["sets"]
    ]
    packages = data["package"], data["cxx_package"]
    return Family(data["command"], data["cxx"], *packages, tuple(sets), data.get("cross", ""))


def families(room: Path = ROOM) -> tuple[Family, ...]:
    """Every compiler that compilers/ describes. gcc comes first: it is the one that is there."""
    files = [file for file in room.glob("*.toml") if file.name not in NOT_FAMILIES]
    return tuple(_family(file) for file in sorted(files, key=lambda f: (f.stem != "gcc", f.stem)))


def profiles(room: Path = ROOM) -> tuple[str, ...]:
    """The names of all profiles."""
    return tuple(
        sorted({name for family in families(room) for s in family.sets for name in s.profiles})
    )


def abis(room: Path = ROOM) -> tuple[Abi, ...]:
    """Every ABI that compilers/ describes, in the order of the file."""
    data = tomllib.loads((room / "abis.toml").read_text())
    return tuple(
        Abi(
            name,
            tuple(row["processors"]),
            tuple(tuple(flags.split()) for flags in row["flags"]),
            row.get("package", ""),
            _emulation(row["elsewhere"]) if "elsewhere" in row else None,
        )
        for name, row in data.items()
    )


def _emulation(row: dict[str, str]) -> Emulation:
    rest = (tuple(row[name].split()) for name in ("emulator", "native", "packages"))
    return Emulation(row["triple"], *rest)


def libraries(room: Path = ROOM) -> tuple[Library, ...]:
    """Every library that compilers/ describes."""
    data = tomllib.loads((room / "libraries.toml").read_text())
    return tuple(
        Library(
            name,
            tuple(row["headers"]),
            row["probe"],
            tuple(row.get("compile", ())),
            tuple(row["link"]),
            row.get("language") == "c++",
            row.get("offered", False),
            row.get("package", ""),
            f"Debian: {row['package']}" if "package" in row else row["advice"],
        )
        for name, row in data.items()
    )


@cache
def sanitizers(room: Path = ROOM) -> tuple[Sanitizer, ...]:
    """Every sanitizer that compilers/ describes."""
    data = tomllib.loads((room / "sanitizers.toml").read_text())
    return tuple(
        Sanitizer(name, tuple(row["compilers"]), row["foreign"], tuple(row["flags"].split()))
        for name, row in data.items()
    )
