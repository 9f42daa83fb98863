"""The tables of compilers/c/: families of compilers with their option sets, ABIs, libraries, sanitizers.

What reads them raises OptionFileError for a table that can't be used.
"""

import itertools
import math
import platform
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from hashcop import ROOT
from hashcop.platforms.door import OptionFileError

ROOM = ROOT / "compilers" / "c"

Row = TypeVar("Row")
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


# The files, as msgspec reads them. What no file may have is an error: a word with a slip would change what is built.

Text = Annotated[str, msgspec.Meta(pattern=r"^[^\x00-\x1f\x7f]*\Z")]
Names = tuple[Text, ...]
Language = Literal["c", "c++"]
MOST_SETS = 100_000  # combinations of the axes of one of the [[sets]]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a file."""


class _SetsRow(_Row, frozen=True):
    profiles: Names
    axes: tuple[Names | Text, ...]
    languages: tuple[Language, ...] = ("c", "c++")
    abis: Names = ()
    every_version: bool = False

    def sets(self, values: dict[str, Names]) -> Sets:
        for axis in self.axes:
            if isinstance(axis, str) and axis not in values:
                raise ValueError(f"an axis is {axis!r}, and [values] has no such list")
        axes = tuple(values[axis] if isinstance(axis, str) else axis for axis in self.axes)
        if math.prod(map(len, axes)) > MOST_SETS:
            raise ValueError(f"one of the [[sets]] has over {MOST_SETS} combinations")
        return Sets(self.profiles, self.languages, axes, self.abis, self.every_version)


class _FamilyFile(_Row, frozen=True):
    command: Text
    cxx: Text
    package: Text
    cxx_package: Text
    sets: tuple[_SetsRow, ...]
    values: dict[Text, Names] = {}
    versions: Text = ""
    cxx_versions: Text = ""
    cross: Text = ""

    def family(self) -> Family:
        family = Family(
            *(self.command, self.cxx, self.package, self.cxx_package),
            tuple(row.sets(self.values) for row in self.sets),
            *(self.versions, self.cxx_versions, self.cross),
        )
        if not self.command.strip():
            raise ValueError("`command` is empty")
        try:
            family.crossed("gcc", "triple") if self.cross else None
        except (ValueError, LookupError, AttributeError):
            raise ValueError("`cross` may have {command} and {triple}, and no more") from None
        return family


class _EmulationRow(_Row, frozen=True):
    triple: Text
    emulator: Text
    native: Text
    packages: Text

    def emulation(self) -> Emulation:
        if not self.emulator.strip():
            raise ValueError("`emulator` is empty")
        rest = (tuple(words.split()) for words in (self.emulator, self.native, self.packages))
        return Emulation(self.triple, *rest)


class _AbiRow(_Row, frozen=True):
    processors: Names
    flags: Names
    condition: Text = msgspec.field(name="is")
    package: Text = ""
    elsewhere: _EmulationRow | None = None

    def abi(self, name: str) -> Abi:
        flags = tuple(tuple(words.split()) for words in self.flags)
        elsewhere = self.elsewhere.emulation() if self.elsewhere else None
        return Abi(name, self.processors, flags, self.package, elsewhere, self.condition)


class _LibraryRow(_Row, frozen=True):
    headers: Names
    probe: Text
    link: Names
    compile: Names = ()
    language: Language = "c"
    offered: bool = False
    package: Text = ""
    advice: Text = ""

    def library(self, name: str) -> Library:
        if not (self.package or self.advice):
            raise ValueError(f"{name} has neither `package` nor `advice`")
        return Library(
            *(name, self.headers, self.probe, self.compile, self.link),
            *(self.language == "c++", self.offered, self.package),
            f"Debian: {self.package}" if self.package else self.advice,
        )


class _SanitizerRow(_Row, frozen=True):
    compilers: Names
    foreign: bool
    flags: Text

    def sanitizer(self, name: str) -> Sanitizer:
        return Sanitizer(name, self.compilers, self.foreign, tuple(self.flags.split()))


@contextmanager
def _blamed(file: Path) -> Iterator[None]:
    try:
        yield
    except (ValueError, OSError, RecursionError) as error:
        raise OptionFileError(f"{file}: {error}") from None


def _rows(file: Path, row: type[Row]) -> dict[str, Row]:
    """The tables of a file, by their names."""
    with _blamed(file):
        return msgspec.toml.decode(file.read_bytes(), type=dict[Text, row])  # type: ignore[valid-type]


@cache
def families(room: Path = ROOM) -> tuple[Family, ...]:
    """Every compiler that compilers/c/ describes: a file with `sets` is one. gcc comes first: most systems have it."""
    files = sorted(room.glob("*.toml"), key=lambda file: (file.stem != "gcc", file.stem))
    return tuple(family for file in files if (family := _family(file)))


def _family(file: Path) -> Family | None:
    with _blamed(file):
        table = msgspec.toml.decode(file.read_bytes())
        return msgspec.convert(table, _FamilyFile).family() if "sets" in table else None


@cache
def instructions(room: Path = ROOM) -> dict[str, str]:
    """The instructions that a compiler uses, by its macros; in the words of /proc/cpuinfo."""
    tables = _rows(room / "instructions.toml", dict[Text, Text])
    return {macro: word for table in tables.values() for macro, word in table.items()}


def profiles(room: Path = ROOM) -> tuple[str, ...]:
    """The names of all profiles."""
    return tuple(
        sorted({name for family in families(room) for s in family.sets for name in s.profiles})
    )


@cache
def abis(room: Path = ROOM) -> tuple[Abi, ...]:
    """Every ABI that compilers/c/ describes, in the order of the file."""
    file = room / "abis.toml"
    with _blamed(file):
        return tuple(row.abi(name) for name, row in _rows(file, _AbiRow).items())


@cache
def libraries(room: Path = ROOM) -> tuple[Library, ...]:
    """Every library that compilers/c/ describes."""
    file = room / "libraries.toml"
    with _blamed(file):
        return tuple(row.library(name) for name, row in _rows(file, _LibraryRow).items())


@cache
def sanitizers(room: Path = ROOM) -> tuple[Sanitizer, ...]:
    """Every sanitizer that compilers/c/ describes."""
    rows = _rows(room / "sanitizers.toml", _SanitizerRow)
    return tuple(row.sanitizer(name) for name, row in rows.items())
