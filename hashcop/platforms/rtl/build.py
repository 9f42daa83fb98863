"""How a circuit becomes a build: it is simulated, and if it is right, synthesized for a family."""

import contextlib
import os
import shutil
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import cast

import msgspec

from hashcop.data.keys import digest
from hashcop.data.records import Design as DesignRecord
from hashcop.data.said import shorten
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms import door
from hashcop.platforms.door import Built, Group, Outcome, Verdict
from hashcop.platforms.implementation import HashFunction
from hashcop.platforms.rtl import design, padding, place, simulate, synthesize, tools, witness
from hashcop.platforms.rtl.design import Design
from hashcop.platforms.rtl.families import Family, OptionSet, family
from hashcop.platforms.rtl.kept import kept, scratch
from hashcop.platforms.rtl.place import Placer
from hashcop.platforms.rtl.room import NoSimulator, Room
from hashcop.platforms.rtl.synthesize import NoNetlist, Synthesis

RECIPE = (
    1  # part of every build's key: to be raised when this module makes other builds than before
)
PROGRAM = "program"  # what an artifact is called: here it describes the netlist beside it


class Artifact(msgspec.Struct, frozen=True):
    """What is known of a build: whether the circuit is right, and what its netlist was made of."""

    verdict: Verdict
    family: str
    option_set: tuple[str, ...]
    directory: str
    parameters: dict[str, int]
    netlist: str = ""  # its hash; empty where the circuit is wrong, and was not synthesized
    area: dict[str, float] = {}


def read(artifact: Path) -> Artifact:
    """What is known of a build."""
    return msgspec.json.decode(artifact.read_bytes(), type=Artifact)


def key(group: Group, option_set: OptionSet, sources: str, room: Room) -> str:
    """The key of a build: a hash of everything that it depends on."""
    own = cast(Family, family(group.target.name))
    return digest(
        *("rtl build", RECIPE, simulate.RECIPE, synthesize.RECIPE),
        *(group.implementation.path, sources, msgspec.json.encode(own).decode(), *option_set.words),
        *(room.digest, tools.identity(own), sorted(group.function.known_answers().items())),
    )


@dataclass(frozen=True)
class Shop:
    """What all builds are made with. `cache`: the platform's own directory; `programs`: where artifacts are."""

    sandbox: Sandbox
    room: Room
    cache: Path
    programs: Path

    def scratch(self) -> AbstractContextManager[Path]:
        """A directory that goes with the block."""
        return scratch(self.cache)

    def synthesis(self, family: Family, option_set: OptionSet) -> Synthesis:
        """What makes the netlists of a family with an option set."""
        return Synthesis(self.sandbox, self.room.sources, family, option_set)

    def placer(self, family: Family) -> Placer:
        """What places the netlists of a family."""
        return Placer(self.sandbox, self.cache, family)

    def artifact(self, code: str) -> Path:
        """Where the artifact of an `object` is kept."""
        return self.programs / code / PROGRAM


class Workshop:
    """The builds of one group."""

    def __init__(self, shop: Shop, group: Group, directory: Path) -> None:
        """`directory` is removed when it is closed."""
        self.shop = shop
        self.group = group
        self.directory = directory
        self.family = cast(Family, family(group.target.name))
        self._lock = threading.Lock()

    def close(self) -> None:
        """Remove what is left."""
        shutil.rmtree(self.directory, ignore_errors=True)

    @cached_property
    def _design(self) -> Design:
        return design.read(self.group.implementation.directory)

    @cached_property
    def _files(self) -> dict[str, bytes]:
        return synthesize.files_of(
            self._design, self.group.implementation.directory, self.shop.room.sources
        )

    def build(self, option_set: door.OptionSet) -> Built:
        """See door.Workshop."""
        one = cast(OptionSet, option_set)
        try:
            with self._lock:
                verdict, key = judged(self.shop, self.group.function, self._design, self._files)
        except NoSimulator as error:
            return _failed(str(error))
        if verdict.outcome != "right" or not self.family.synthesis:
            return self._placed(one, verdict, digest("simulated", key, self.family.name), None)
        try:
            with self.shop.scratch() as work:
                parameters = self._design.all_parameters()
                made = self.shop.synthesis(self.family, one)
                netlist = made.netlist(self._design, self._files, work, parameters)
                why = too_large(self.family, netlist.area)
                if why:
                    return _failed(why)
                words = one.placement_words(self.family.usual)
                code = digest(
                    "netlist", key, self.family.name, netlist.digest, *words, place.RECIPE
                )
                return self._placed(one, verdict, code, netlist)
        except NoNetlist as error:
            return _failed(str(error), error.said)

    def _placed(
        self, one: OptionSet, verdict: Verdict, code: str, netlist: synthesize.Netlist | None
    ) -> Built:
        """Put everything that is known into the artifact's directory."""
        artifact = self.shop.artifact(code)
        known = Artifact(
            verdict=verdict,
            family=self.family.name,
            option_set=one.flags,
            directory=str(self.group.implementation.directory),
            parameters=self._design.all_parameters(),
            netlist=netlist.digest if netlist else "",
            area=dict(netlist.area) if netlist else {},
        )
        if not use(artifact):
            work = artifact.parent.with_name(f"{code}.{os.getpid()}-{threading.get_ident()}")
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            (work / PROGRAM).write_bytes(msgspec.json.encode(known))
            for file in netlist.file.parent.glob("netlist.*") if netlist else ():
                shutil.copy(file, work / file.name)
            work.chmod(0o755)
            for file in work.iterdir():
                file.chmod(0o644)
            with contextlib.suppress(OSError):  # another thread or process was first
                work.rename(artifact.parent)
            shutil.rmtree(work, ignore_errors=True)
        outcome = Outcome(outcome="ok", object=code, area=known.area, design=self._described())
        return Built(outcome, artifact)

    def _described(self) -> DesignRecord:
        own = self._design
        return DesignRecord(
            architecture=own.kind or self.group.implementation.name,
            streams=own.streams,
            width=own.w,
            memories=own.memories,
            device=self.family.device,
            tools=tools.identity(self.family),
        )


def too_large(one: Family, area: Mapping[str, float]) -> str:
    """Why a netlist does not fit a family's device; empty where it does."""
    for unit, most in one.capacity.items():
        if area.get(unit, 0) > most:
            return f"needs {area[unit]:,.0f} {unit}, and the device has {most:,}"
    return ""


def judged(
    shop: Shop, function: HashFunction, own: Design, files: Mapping[str, bytes]
) -> tuple[Verdict, str]:
    """The verdict of the simulation, and its key; simulated once, whatever the family. Raises NoSimulator."""
    known = function.known_answers()
    one = witness.candidate(function)
    key = digest(
        *simulate.key_of(shop.room, own, files, known), function.name, one.digest() if one else ""
    )

    def find() -> Verdict:
        fresh = witness.fresh(shop.sandbox, shop.cache, shop.room.sources, function)
        how = padding.of(function.name)
        with shop.scratch() as work:
            return simulate.verdict(shop.room, own, files, known, how, fresh, work)

    return kept(shop.cache / f"verdict-{key}.json", Verdict, find), key


def _failed(reason: str, said: str = "") -> Built:
    return Built(Outcome(outcome="failed", reason=reason, said=tuple(shorten(said))), None)
