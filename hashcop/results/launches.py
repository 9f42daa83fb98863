"""How long a device took for its launches, by its own clock, and how fast that clock ran."""

from collections.abc import Iterable, Sequence
from statistics import median

from msgspec import Struct

from hashcop.data.records import Sample
from hashcop.results.quartiles import Quartiles, quartiles
from hashcop.results.samples import cycles_per_tick


class Launch(Struct, frozen=True, array_like=True):
    """Nanoseconds of a message, and cycles of the device in a nanosecond meanwhile."""

    nanoseconds: Quartiles
    clock: float


class Launches(Struct, frozen=True, array_like=True):
    """Launches of so many messages, by their length (bytes); `variant` of an experiment, empty for none."""

    variant: str
    messages: int
    by_length: dict[int, Launch]


def launches(samples: Sequence[Sample], messages: int) -> dict[int, Launch]:
    """All timings of each length, of samples whose ticks are nanoseconds."""
    timings: dict[int, list[float]] = {}
    clocks: dict[int, list[float]] = {}
    for sample in samples:
        rows = iter(sample.rows)
        for batch in sample.batches:
            for _ in range(batch.rows):
                length, calls, *ticks = next(rows)
                each = calls * messages
                timings.setdefault(length, []).extend(tick / each for tick in ticks)
                clocks.setdefault(length, []).append(cycles_per_tick(batch))
    return {n: Launch(quartiles(timings[n]), median(clocks[n])) for n in sorted(timings)}


def of_code(
    found: Iterable[tuple[tuple[str, str, int, int], Launch]], code: str
) -> tuple[Launches, ...]:
    """Those of a machine code, from all by code, variant, messages and length."""
    sorted_by: dict[tuple[str, int], dict[int, Launch]] = {}
    for (of, variant, messages, length), one in sorted(found, key=lambda item: item[0]):
        if of == code:
            sorted_by.setdefault((variant, messages), {})[length] = one
    return tuple(Launches(*place, some) for place, some in sorted_by.items())
