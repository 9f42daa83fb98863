"""How fast and how large a circuit is: what other platforms time, placement and routing finds out here.

A process is a seed of the placer's. What is compared is area times time, of a length of long messages: the less, the
better, so that the best build is the one of the highest throughput for its area.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import msgspec

from hashcop.data.keys import digest
from hashcop.data.lengths import Schedule
from hashcop.data.records import Batch, Placed, Sample
from hashcop.platforms import door
from hashcop.platforms.door import Group
from hashcop.platforms.rtl import build, design, families, place, synthesize, tools
from hashcop.platforms.rtl.build import Artifact, Shop
from hashcop.platforms.rtl.families import Family, OptionSet
from hashcop.platforms.rtl.kept import kept
from hashcop.platforms.rtl.place import NotPlaced

LENGTH = 65536  # bytes: long
SEEDS = 5
SECONDS = 90  # of a placement on a core, for estimates only
RULES = 1  # part of the key of what is recorded: to be raised when the same placements make another figure
INSTEAD = 100  # seed n + INSTEAD is tried where seed n is not routed


@dataclass(frozen=True)
class Variant:
    """A circuit in another form.

    `pad`: with its padding unit; `embedded`: whether memories and multipliers may be used, or None: as its design says.
    """

    pad: bool = True
    embedded: bool | None = None


AS_IT_IS = Variant()


class Found(msgspec.Struct, frozen=True):
    """What came of a placement: either, or why there is none."""

    placed: Placed | None = None
    why: str = ""


class Timer:
    """See door.Timer."""

    def __init__(
        self,
        shop: Shop,
        cores: int,
        run: Callable[..., Found] | None = None,
        wanted: Mapping[str, int] | None = None,
    ) -> None:
        """`cores`: placements at once; `wanted`, by family: seeds of each circuit that will be asked for sometime."""
        self.shop = shop
        self.cores = cores
        self.wanted = wanted or {}
        self._run = run or self._found
        self._pool = ThreadPoolExecutor(cores)
        self._begun: dict[str, Future[Found]] = {}

    def time(
        self,
        artifact: Path,
        lengths: Sequence[int],
        schedule: Schedule,
        target: door.Target,
        *,
        seed: int = 0,
        seconds: float = 0,
        effect: object = None,
        group: Group | None = None,
    ) -> Sample | str:
        """See door.Timer. While a placement runs, those of the next seeds do on the other cores.

        Where a seed is not routed, another one is tried in its place.
        """
        known = build.read(artifact)
        if known.verdict.outcome != "right":
            return known.verdict.reason
        variant = _distinct(effect, known) if isinstance(effect, Variant) else AS_IT_IS
        one = cast(Family, families.family(known.family))
        if one.has_seeds:
            asked = min(max(schedule.processes, schedule.most), seed + self.cores)
            for number in range(seed, max(asked, self.wanted.get(one.name, 0))):
                self._begin(artifact, known, variant, number)
        found = self._begin(artifact, known, variant, seed).result()
        placed = found.placed
        if placed is None and one.has_seeds:
            # Some seeds of a circuit that is hard to route are: that is told, and hides no figure.
            other = self._begin(artifact, known, variant, seed + INSTEAD).result().placed
            placed = other and msgspec.structs.replace(other, unrouted=(seed + 1,))
        return _sample(placed, one, known, lengths) if placed else found.why

    def _begin(
        self, artifact: Path, known: Artifact, variant: Variant, seed: int
    ) -> "Future[Found]":
        name = digest(artifact, variant, seed)
        if name not in self._begun:
            self._begun[name] = self._pool.submit(self._run, artifact, known, variant, seed)
        return self._begun[name]

    def _found(self, artifact: Path, known: Artifact, variant: Variant, seed: int) -> Found:
        """What comes of a seed, from 0; what came of it before, if that is known."""
        one = cast(Family, families.family(known.family))
        option_set = families.made(one, known.option_set)
        number = seed + 1 if one.has_seeds else 0
        # Circuits of one netlist are placed once. That of a variant is not made yet.
        what = known.netlist if variant == AS_IT_IS else artifact.parent.name
        words = option_set.placement_words(one.usual)
        key = digest(
            *("placed", place.RECIPE, what, one.name, *one.place, *words, variant, number),
            tools.identity(one),
        )
        return kept(
            self.shop.cache / f"placed-{key}.json",
            Found,
            lambda: self._placed(artifact, known, variant, one, option_set, number),
        )

    def _placed(
        self,
        artifact: Path,
        known: Artifact,
        variant: Variant,
        one: Family,
        option_set: OptionSet,
        number: int,
    ) -> Found:
        shop = self.shop
        try:
            with shop.scratch() as work:
                netlist, area = place.netlist_of(artifact), known.area
                own = design.read(Path(known.directory))
                if variant != AS_IT_IS:
                    made = self._netlist(known, variant, one, option_set, own, work)
                    if made.digest == known.netlist:  # it made no difference
                        return self._found(artifact, known, AS_IT_IS, max(number - 1, 0))
                    netlist, area = made.file, dict(made.area)
                placer = shop.placer(one)
                if one.liberty:
                    return Found(placer.analyse(netlist, area))
                pins = self._pins(one, option_set, own)
                return Found(placer.place(option_set, netlist, number, pins))
        except (NotPlaced, synthesize.NoNetlist) as error:
            return Found(why=str(error))

    def _netlist(
        self,
        known: Artifact,
        variant: Variant,
        one: Family,
        option_set: OptionSet,
        own: design.Design,
        work: Path,
    ) -> synthesize.Netlist:
        files = synthesize.files_of(own, Path(known.directory), self.shop.room.sources)
        parameters = own.all_parameters(pads=variant.pad)
        made = self.shop.synthesis(one, option_set)
        return made.netlist(own, files, work, parameters, embedded=variant.embedded)

    def _pins(self, one: Family, option_set: OptionSet, own: design.Design) -> dict[str, float]:
        """What pins.sv itself takes for a bus of this width and so many streams."""
        shop = self.shop
        text = (shop.room.sources / synthesize.EMPTY).read_bytes()

        def find() -> dict[str, float]:
            with shop.scratch() as work:
                texts = {synthesize.EMPTY: text}
                empty = shop.synthesis(one, option_set).netlist(own, texts, work, {})
                return dict(shop.placer(one).place(option_set, empty.file, 1).area)

        words = own.w, own.streams, own.memories, one, option_set.words, tools.identity(one)
        key = digest("pins", place.RECIPE, synthesize.RECIPE, shop.room.digest, *words)
        return kept(shop.cache / f"pins-{key}.json", dict[str, float], find)


def _distinct(variant: Variant, known: Artifact) -> Variant:
    """A variant, or AS_IT_IS if it asks for what the design says: its netlist is there already."""
    own = design.read(Path(known.directory))
    is_same = variant.pad and variant.embedded == (own.memories == "allowed")
    return AS_IT_IS if is_same else variant


def _sample(placed: Placed, one: Family, known: Artifact, lengths: Sequence[int]) -> Sample:
    """Nanoseconds times area, of each length."""
    per_byte = clocks_per_byte(known) * 1000 / placed.clock * placed.area[one.unit]
    return Sample(
        reading=0,
        zero=0,
        probe=1,
        width=0,
        batches=(Batch(len(lengths), 1, 1, 0, 1, 0, 0),),
        rows=tuple((length, 1, round(per_byte * length)) for length in lengths),
        placed=placed,
    )


def clocks_per_byte(known: Artifact) -> float:
    """Clocks for a byte of long messages."""
    clocks = known.verdict.clocks
    assert clocks
    if clocks.block and clocks.size:
        return clocks.block / clocks.size
    # The hash's padding is not known here: the slope of the second half.
    first = next(number for length, number in reversed(clocks.latency) if length <= 2048)
    return (clocks.latency[-1][1] - first) / 2048
