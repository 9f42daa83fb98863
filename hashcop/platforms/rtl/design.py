"""What an implementation says of its circuit: the file design.toml (docs/explanations/circuits.md).

The names outside `[rtl]` are those of the variant description of CERG's LWC package; of ours are `w`, `streams`,
`shell`, `kind` and `memories`.
"""

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeVar

from hashcop.platforms.implementation import TreeError

T = TypeVar("T")
DESIGN = "design.toml"
TOP = "crypto_hash"
SHELL, PINS = "shell.sv", "pins.sv"  # of measure/rtl
WIDTHS = (32, 64)
MOST_STREAMS = 32
SOURCE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*\.(?:sv|v)")
PARAMETER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,40}")
KIND = re.compile(r"[A-Za-z0-9/()+ -]{1,40}")
MEMORIES = ("none", "allowed")
PADDING = ("parameter", "always", "never")


@dataclass(frozen=True)
class Design:
    """A circuit: its files, in order, and what it is.

    `w`: bits of a word of its bus. `streams`: messages in flight. `parameters` are those of its top module. `kind` is
    its architecture in the study's notation, such as x1 or /2(h). `memories`: whether it may have embedded ones.
    `padding`: whether it pads, which is said by the parameter PAD (1 or 0) where there is one.
    """

    name: str
    sources: tuple[str, ...]
    w: int
    streams: int = 1
    shell: bool = True
    kind: str = ""
    memories: str = "none"
    padding: str = "parameter"
    parameters: dict[str, int] = field(default_factory=dict)

    @property
    def is_pipelined(self) -> bool:
        """Whether several messages are in flight."""
        return self.streams > 1

    @property
    def pads(self) -> bool:
        """Whether it pads as it is usually built."""
        return self.padding != "never"

    @property
    def pads_or_not(self) -> tuple[bool, ...]:
        """How it can be built: with its padding unit and without, or in one of these ways alone."""
        return (True, False) if self.padding == "parameter" else (self.pads,)

    def all_parameters(self, *, pads: bool = True) -> dict[str, int]:
        """Its parameters, with PAD where it has that."""
        own = {"PAD": int(pads)} if self.padding == "parameter" else {}
        return {**self.parameters, **own}


def read(directory: Path) -> Design:
    """The design of a directory; raises TreeError with what is wrong."""
    return _read(directory / DESIGN)


@cache
def _read(file: Path) -> Design:
    try:
        said = tomllib.loads(file.read_text())
    except (OSError, UnicodeDecodeError) as error:
        raise TreeError(f"{DESIGN} can't be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise TreeError(f"{DESIGN}: {error}") from None
    rtl = said.get("rtl")
    if not isinstance(rtl, dict):
        raise TreeError(f"{DESIGN} has no [rtl]")
    known = {"sources", "top", "w", "streams", "shell", "kind", "memories", "padding", "parameters"}
    for name in rtl:
        if name not in known:
            raise TreeError(f"{DESIGN}: [rtl] has no {name!r}; it has {', '.join(sorted(known))}")
    if rtl.get("top", TOP) != TOP:
        raise TreeError(f"{DESIGN}: the top module is called {TOP}")
    design = Design(
        name=str(said.get("name", ""))[:80],
        sources=_sources(rtl.get("sources")),
        w=_among(rtl, "w", 64, WIDTHS),
        streams=_number(rtl, "streams", 1, MOST_STREAMS),
        shell=_flag(rtl, "shell", default=True),
        kind=_kind(rtl.get("kind", "")),
        memories=_among(rtl, "memories", "none", MEMORIES),
        padding=_among(rtl, "padding", "parameter", PADDING),
        parameters=_parameters(rtl.get("parameters", {})),
    )
    for source in design.sources:
        if not (file.parent / source).is_file():
            raise TreeError(f"{DESIGN} names {source}, which is not there")
        if source == PINS or (design.shell and source == SHELL):
            raise TreeError(
                f"{DESIGN}: {source} is the name of a file of Hashcop's, which is read beside it"
            )
    return design


def _sources(said: object) -> tuple[str, ...]:
    if not isinstance(said, list) or not said:
        raise TreeError(f"{DESIGN}: sources is no list of files")
    for name in said:
        if not isinstance(name, str) or not SOURCE.fullmatch(name):
            raise TreeError(f"{DESIGN}: {name!r} is not the name of a file of Verilog (.sv or .v)")
    return tuple(said)


def _among(rtl: dict[str, object], name: str, otherwise: T, values: tuple[T, ...]) -> T:
    said = rtl.get(name, otherwise)
    if said not in values or isinstance(said, bool):
        raise TreeError(f"{DESIGN}: {name} is {said!r}, not {' or '.join(map(str, values))}")
    return said


def _number(rtl: dict[str, object], name: str, otherwise: int, most: int) -> int:
    said = rtl.get(name, otherwise)
    if not isinstance(said, int) or isinstance(said, bool) or not 1 <= said <= most:
        raise TreeError(f"{DESIGN}: {name} is {said!r}, not a number from 1 to {most}")
    return said


def _flag(rtl: dict[str, object], name: str, *, default: bool) -> bool:
    said = rtl.get(name, default)
    if not isinstance(said, bool):
        raise TreeError(f"{DESIGN}: {name} is {said!r}, not true or false")
    return said


def _kind(said: object) -> str:
    if not isinstance(said, str) or (said and not KIND.fullmatch(said)):
        raise TreeError(f"{DESIGN}: kind {said!r} is not such as x1, /2(h) or x4-PPL2")
    return said


def _parameters(said: object) -> dict[str, int]:
    if not isinstance(said, dict):
        raise TreeError(f"{DESIGN}: parameters is no table")
    for name, value in said.items():
        if not PARAMETER.fullmatch(name) or name == "PAD":
            raise TreeError(f"{DESIGN}: {name!r} can't be a parameter here")
        if not isinstance(value, int) or isinstance(value, bool) or not -(2**31) <= value < 2**31:
            raise TreeError(f"{DESIGN}: the parameter {name} is {value!r}, not a 32-bit integer")
    return dict(said)
