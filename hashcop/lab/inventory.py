"""The inventory, lab.toml: what can't be detected on a machine. `./do doctor` reports the rest."""

import json
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from hashcop.machine.identity import NAME, PAGES

FILE = "lab.toml"
MOST = 10_000  # machines
TIME, GPU, TOOL = "time", "gpu", "tool:"
TOOLS = ("yosys",)
RUNS = (TIME, GPU, *(TOOL + one for one in TOOLS))
PLATFORM = re.compile(r"[a-z]{1,32}")
TAG = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}")
RANGE = re.compile(r"\{(\d+)\.\.(\d+)\}")
HOME = re.compile(r"[A-Za-z0-9.-]+:\d{1,5}|\[[0-9a-fA-F:]+\]:\d{1,5}")
PORT = 4222


class InventoryError(Exception):
    """The inventory is not valid. The message names the place and the reason."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The table [lab]. `home`: the address that machines connect to, HOST:PORT; empty for loopback. `engine`: what
    starts the workers."""

    home: str = ""
    engine: Literal["nats", "slurm"] = "nats"
    partition: str = ""  # of Slurm's


class Machine(
    Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, rename={"besides": "with"}
):
    """A machine of the lab.

    `ssh`: destination for ssh. `runs`: `time` and `gpu` are measurements, `tool:NAME` takes jobs from the queue of that
    tool, which all machines with it share. `besides` (`with` in the file): platforms to measure besides C. `tags`
    select machines in `--to`; `power` is a command that power-cycles the machine. With Slurm, `slurm` is the name of
    the node (by default the machine's), and `features` are required of the node.
    """

    name: str = ""
    ssh: str = ""
    runs: tuple[str, ...] = (TIME,)
    besides: tuple[str, ...] = ()
    profile: str = "default"
    tags: tuple[str, ...] = ()
    power: str = ""
    slurm: str = ""
    features: tuple[str, ...] = ()

    @property
    def node(self) -> str:
        """The name of its Slurm node."""
        return self.slurm or self.name

    @property
    def times(self) -> bool:
        """Whether it measures the tree."""
        return TIME in self.runs or GPU in self.runs

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools whose shared queues it takes jobs from."""
        return tuple(one.removeprefix(TOOL) for one in self.runs if one.startswith(TOOL))

    def is_meant(self, words: frozenset[str]) -> bool:
        """Whether a set of names and tags selects it; the empty set selects every machine."""
        return not words or self.name in words or not words.isdisjoint(self.tags)


class Inventory(Struct, frozen=True):
    """A lab: its settings, and its machines by name, in the order of the file."""

    settings: Settings = Settings()
    machines: Mapping[str, Machine] = {}

    @property
    def queues(self) -> dict[str, tuple[str, ...]]:
        """The shared queues that each machine may take jobs from, by machine."""
        return {name: one.tools for name, one in self.machines.items()}

    def meant(self, words: frozenset[str]) -> tuple[Machine, ...]:
        """The machines that names and tags select; no words select all. Raises InventoryError for an unknown word."""
        known = {*self.machines, *(tag for one in self.machines.values() for tag in one.tags)}
        for word in sorted(words - known):
            raise InventoryError(f"no machine is called {word}, or has such a tag")
        return tuple(one for one in self.machines.values() if one.is_meant(words))


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    lab: Settings = Settings()
    defaults: dict[str, Any] = {}
    machine: dict[str, dict[str, Any]] = {}


def read(path: Path) -> Inventory:
    """Read an inventory. Raises InventoryError, and FileNotFoundError if there is no file."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text()), _File)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InventoryError(f"{path.name}: {error}") from None
    home = found.lab.home
    if home and not HOME.fullmatch(home):
        raise InventoryError(f"{path.name}: home is HOST:PORT, such as lab.example.org:{PORT}")
    machines: dict[str, Machine] = {}
    for pattern, fields in found.machine.items():
        for name in _names(path, pattern):
            if name in machines:
                raise InventoryError(f"{path.name}: there are two machines {name}")
            machines[name] = _machine(path, name, found.defaults | fields)
            if len(machines) > MOST:
                raise InventoryError(f"{path.name}: over {MOST} machines")
    return Inventory(found.lab, machines)


def append(path: Path, name: str, ssh: str) -> Inventory:
    """Append a machine to an inventory. Raises InventoryError, and then leaves the file as it was."""
    before = path.read_text() if path.exists() else ""
    if not before:
        before = (
            f'# The machines of the lab.\n\n[lab]\n# home = "HOST:{PORT}"  # where machines dial\n'
        )
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_text(
            f"{before.rstrip()}\n\n[machine.{json.dumps(name)}]\nssh = {json.dumps(ssh)}\n"
        )
        found = read(draft)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return found


def _names(path: Path, pattern: str) -> Iterator[str]:
    """Expand `rack{01..40}`: numbers of equal width, in order."""
    found = RANGE.search(pattern)
    if not found:
        yield pattern
        return
    first, last = found[1], found[2]
    if len(first) != len(last) or int(first) > int(last) or int(last) - int(first) >= MOST:
        raise InventoryError(f"{path.name}: [machine.{pattern!r}]: a range is {{01..40}}")
    for number in range(int(first), int(last) + 1):
        name = f"{pattern[: found.start()]}{number:0{len(first)}}{pattern[found.end() :]}"
        yield from _names(path, name)


def _machine(path: Path, name: str, fields: Mapping[str, Any]) -> Machine:
    where = f"{path.name}: [machine.{name}]"
    try:
        one = msgspec.convert({"ssh": name} | dict(fields) | {"name": name}, Machine)
    except msgspec.ValidationError as error:
        raise InventoryError(f"{where}: {error}") from None
    if not NAME.fullmatch(name) or "." in name or name == PAGES:
        raise InventoryError(f"{where}: a name is up to 64 letters, digits, '-' and '_'")
    for word in one.runs:
        if word not in RUNS:
            raise InventoryError(f"{where}: runs has {word!r}; there are {', '.join(RUNS)}")
    for word in one.besides:
        if not PLATFORM.fullmatch(word):
            raise InventoryError(f"{where}: with has {word!r}, which is no platform")
    try:
        shlex.split(one.power)
    except ValueError as error:
        raise InventoryError(f"{where}: power: {error}") from None
    for tag in one.tags:
        if not TAG.fullmatch(tag):
            raise InventoryError(f"{where}: the tag {tag!r} is no word")
    return one
