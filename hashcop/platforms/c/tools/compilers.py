"""The tables of compilers/c/: families of compilers with their option sets, ABIs, libraries, sanitizers."""

import itertools
import platform
import tomllib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hashcop import ROOT

ROOM = ROOT / "compilers" / "c"

Choice = tuple[str, ...]  # one entry of each axis, as the file has it: "-c -d" is one entry


@dataclass(frozen=True)
class Sets:
    """Option sets: every combination of one entry from each axis.

    `abis` empty: for all ABIs. `every_version`: with each installed version of the compiler, not only with the first.
    """

    profiles: tuple[str, ...]
    languages: tuple[str, ...]
    axes: tuple[tuple[str, ...], ...]
    abis: tuple[str, ...] = ()
    every_version: bool = False

    @property
    def choices(self) -> Iterator[Choice]:
        """All combinations, in order."""
        return itertools.product(*self.axes)


@dataclass(frozen=True)
class Family:
    """A compiler: its commands for C and C++, Debian's packages of them, and its option sets.

    `versions` is the name of other versions' commands, with a star for the version (`gcc-*`); `cxx_versions` the same
    for C++. `cross` is the command that builds for another processor, with {command} and {triple} in it. All may be
    empty.
    """

    command: str
    cxx: str
    package: str
    cxx_package: str
    sets: tuple[Sets, ...]
    versions: str = ""
    cxx_versions: str = ""
    cross: str = ""

    def _wanted(self, profile: str, abi: str, is_first: bool) -> Iterator[Sets]:
        """The sets of a profile; `abi` empty: those of every ABI."""
        for sets in self.sets:
            serves = not (abi and sets.abis) or abi in sets.abis
            if profile in sets.profiles and serves and (is_first or sets.every_version):
                yield sets

    def flags(
        self,
        profile: str,
        *,
        is_cxx: bool = False,
        abi: str = "",
        is_first: bool = True,
        refused: Collection[str] = (),
    ) -> tuple[tuple[str, ...], ...]:
        """The flags of each option set of a profile, in order, each once; none with an entry that is `refused`.

        `is_first`: for the first installed version of the family.
        """
        language = "c++" if is_cxx else "c"
        found: dict[tuple[str, ...], None] = {}
        for sets in self._wanted(profile, abi, is_first):
            for choice in sets.choices if language in sets.languages else ():
                if refused and not set(refused).isdisjoint(choice):
                    continue
                found.setdefault(tuple(" ".join(choice).split()))
        return tuple(found)

    def entries(self, profile: str, abi: str, *, is_first: bool) -> dict[str, bool]:
        """Each entry of an axis that a profile uses, and whether only C++ uses it."""
        found: dict[str, bool] = {}
        for sets in self._wanted(profile, abi, is_first):
            for entry in itertools.chain.from_iterable(sets.axes):
                found[entry] = found.get(entry, True) and "c" not in sets.languages
        return {entry: only_cxx for entry, only_cxx in found.items() if entry}

    def crossed(self, command: str, triple: str) -> tuple[str, tuple[str, ...]]:
        """One of its commands, and the flags that it needs, to build for another processor."""
        words = self.cross.format(command=command, triple=triple).split()
        return words[0], tuple(words[1:])


@dataclass(frozen=True)
class Emulation:
    """How programs of an ABI are built and run on another processor.

    `triple` is its name in the names of compilers and binutils, `emulator` the words before a program, `native` the
    flags in place of -march=native, `packages` are Debian's.
    """

    triple: str
    emulator: tuple[str, ...]
    native: tuple[str, ...]
    packages: tuple[str, ...]


@dataclass(frozen=True)
class Abi:
    """An ABI: the processors that run it, and the flags that produce it, to be tried in order.

    `condition` holds in the preprocessor for this ABI alone. `elsewhere` is how other processors build and run it;
    None if they can't.
    """

    name: str
    processors: tuple[str, ...]
    flags: tuple[tuple[str, ...], ...]
    package: str
    elsewhere: Emulation | None = None
    condition: str = "1"

    @property
    def is_ours(self) -> bool:
        """Whether this processor runs it."""
        return platform.machine() in self.processors


@dataclass(frozen=True)
class Library:
    """A library that implementations may need, known by the headers that they include.

    `headers` are the beginnings of their names. `compile` are the flags that find headers outside the usual place.
    `offered`: it is also linked with implementations that lack a name, as SUPERCOP does. `package` is Debian's, or
    empty; `advice` says how to get it.
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
    """A sanitizer and the compilers that have it. `foreign`: it can judge code that they did not compile."""

    name: str
    compilers: tuple[str, ...]
    foreign: bool
    flags: tuple[str, ...]


def _axis(axis: list[str] | str, values: dict[str, list[str]]) -> tuple[str, ...]:
    """An axis as a file has it: a list, or the name of one of its `values`."""
    return tuple(values[axis] if isinstance(axis, str) else axis)


def _family(data: dict[str, Any]) -> Family:
    values = data.get("values", {})
    sets = [
        Sets(
            tuple(group["profiles"]),
            tuple(group.get("languages", ("c", "c++"))),
            tuple(_axis(axis, values) for axis in group["axes"]),
            tuple(group.get("abis", ())),
            group.get("every_version", False),
        )
        for group in data["sets"]
    ]
    return Family(
        data["command"],
        data["cxx"],
        data["package"],
        data["cxx_package"],
        tuple(sets),
        data.get("versions", ""),
        data.get("cxx_versions", ""),
        data.get("cross", ""),
    )


@cache
def families(room: Path = ROOM) -> tuple[Family, ...]:
    """Every compiler that compilers/c/ describes: a file with `sets` is one. gcc comes first: most systems have it."""
    files = sorted(room.glob("*.toml"), key=lambda file: (file.stem != "gcc", file.stem))
    tables = (tomllib.loads(file.read_text()) for file in files)
    return tuple(_family(table) for table in tables if "sets" in table)


@cache
def instructions(room: Path = ROOM) -> dict[str, str]:
    """The instructions that a compiler uses, by its macros; in the words of /proc/cpuinfo."""
    tables = tomllib.loads((room / "instructions.toml").read_text())
    return {macro: word for table in tables.values() for macro, word in table.items()}


def profiles(room: Path = ROOM) -> tuple[str, ...]:
    """The names of all profiles."""
    return tuple(
        sorted({name for family in families(room) for s in family.sets for name in s.profiles})
    )


@cache
def abis(room: Path = ROOM) -> tuple[Abi, ...]:
    """Every ABI that compilers/c/ describes, in the order of the file."""
    data = tomllib.loads((room / "abis.toml").read_text())
    return tuple(
        Abi(
            name,
            tuple(row["processors"]),
            tuple(tuple(flags.split()) for flags in row["flags"]),
            row.get("package", ""),
            _emulation(row["elsewhere"]) if "elsewhere" in row else None,
            row["is"],
        )
        for name, row in data.items()
    )


def _emulation(row: dict[str, str]) -> Emulation:
    rest = (tuple(row[name].split()) for name in ("emulator", "native", "packages"))
    return Emulation(row["triple"], *rest)


@cache
def libraries(room: Path = ROOM) -> tuple[Library, ...]:
    """Every library that compilers/c/ describes."""
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
    """Every sanitizer that compilers/c/ describes."""
    data = tomllib.loads((room / "sanitizers.toml").read_text())
    return tuple(
        Sanitizer(name, tuple(row["compilers"]), row["foreign"], tuple(row["flags"].split()))
        for name, row in data.items()
    )
