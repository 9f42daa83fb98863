"""Families of devices, from compilers/rtl/: their tools, option sets, and what their cells count as."""

import itertools
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from hashcop import ROOT
from hashcop.platforms import door
from hashcop.platforms.door import OptionFileError

SIMULATOR = "verilator"
ROOM = ROOT / "compilers" / "rtl"
PLACER = "sta"  # what stands for the timing analysis of cells, where others have a placer
PLACEMENT = ("freq", "placer", "router")  # words for what places
WORDS = (*PLACEMENT, "adders")  # before a `=`: what no synthesis gets


class Sets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Option sets of some profiles: every combination of one entry from each axis."""

    profiles: tuple[str, ...]
    axes: tuple[tuple[str, ...], ...]


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A family of devices. See compilers/rtl/ecp5.toml.

    `unit` is that of areas. `cells` has by unit how much each cell of a netlist counts; `placed` which of nextpnr's
    counts are a unit. `capacity`: of the device. `files`: what `place` names besides the netlist, texts by name.
    `models`: of the cells, for simulation, in Yosys's own directory. Of standard cells `liberty` is the library, `gate`
    the cell whose area is the unit, `driving` the one that drives inputs, `load` (pF) that of outputs.
    """

    name: str = ""
    device: str
    unit: str
    synthesis: str
    place: tuple[str, ...]
    usual: str
    plain: str
    cells: dict[str, dict[str, int]]
    placed: dict[str, tuple[str, ...]]
    capacity: dict[str, int]
    sets: tuple[Sets, ...]
    models: str = ""
    files: dict[str, str] = {}
    liberty: str = ""
    gate: str = ""
    driving: str = ""
    load: float = 0

    @property
    def command(self) -> str:
        """What the data call the tool that builds."""
        return self.synthesis.split()[0] if self.synthesis else SIMULATOR

    @property
    def is_timed(self) -> bool:
        """Whether anything says how fast a circuit is."""
        return bool(self.place)

    @property
    def has_seeds(self) -> bool:
        """Whether a placement is one of many."""
        return self.is_timed and not self.liberty

    def flags(self, profile: str) -> tuple[tuple[str, ...], ...]:
        """The flags of each option set of a profile, each once."""
        found: dict[tuple[str, ...], None] = {}
        for sets in self.sets:
            for choice in itertools.product(*sets.axes) if profile in sets.profiles else ():
                found.setdefault(tuple(" ".join(choice).split()))
        return tuple(found)


@dataclass(frozen=True, kw_only=True)
class OptionSet(door.OptionSet):
    """Flags of the synthesis, and words for what places."""

    @property
    def synthesis(self) -> tuple[str, ...]:
        """What the synthesis is told."""
        return tuple(flag for flag in self.flags if "=" not in flag)

    def word(self, name: str, otherwise: str) -> str:
        """What the placer is told by a word; `otherwise` has the words of the family."""
        said = dict(flag.split("=", 1) for flag in (*otherwise.split(), *self.flags) if "=" in flag)
        return said.get(name, "")

    def placement_words(self, otherwise: str) -> tuple[str, ...]:
        """What a placement depends on besides the netlist."""
        return tuple(self.word(name, otherwise) for name in PLACEMENT)


@cache
def families() -> tuple[Family, ...]:
    """All of them; the first by name is the one that is used where none is named."""
    return tuple(_family(file) for file in sorted(ROOM.glob("*.toml")))


def family(name: str) -> Family | None:
    """The family of a name; None where there is none."""
    return next((one for one in families() if one.name == name), None)


def _family(file: Path) -> Family:
    try:
        table = tomllib.loads(file.read_text())
        return msgspec.convert({"name": file.stem, **table}, Family)
    except (OSError, ValueError) as error:
        raise OptionFileError(f"{file}: {error}") from None


def profiles() -> tuple[str, ...]:
    """The names of all profiles."""
    return tuple(
        sorted({name for one in families() for sets in one.sets for name in sets.profiles})
    )


def of(one: Family, profile: str) -> Iterator[OptionSet]:
    """The option sets of a profile."""
    return (made(one, flags) for flags in one.flags(profile))


def made(one: Family, flags: tuple[str, ...]) -> OptionSet:
    """An option set of these flags."""
    return OptionSet(command=one.command, flags=flags, family=one.name)


def typed(one: Family, words: str) -> OptionSet | None:
    """An option set as typed, `synth_ecp5 -nowidelut freq=80`; None where the family has no such tool, or word."""
    try:
        command, *flags = shlex.split(words) or [""]
    except ValueError:  # a quote that is not closed
        return None
    named = [flag.split("=", 1)[0] for flag in flags if "=" in flag]
    is_known = all(name in WORDS for name in named) and all(
        flag.startswith("-") for flag in flags if "=" not in flag
    )
    return made(one, tuple(flags)) if command == one.command and is_known else None
