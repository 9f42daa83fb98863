"""The quietest core: every candidate is tried. Timings run on the one that is chosen."""

import contextlib
import dataclasses
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from hashcop.data.records import Quiet
from hashcop.machine import processor
from hashcop.machine.linux import HERE

MOST = 32  # cores that are tried
CLEARLY = 0.005  # of the time: smaller differences are chance
BUSY = 0.25  # of a logical processor's time: from here on its core is taken to be shared
FRESH = 3600  # seconds
KEPT = "quiet.json"  # in the cache: how quiet all cores were


def candidates(cores: tuple[int, ...], root: Path = HERE) -> tuple[int, ...]:
    """The cores that are tried: all of a few; of many, some from all over the machine that share no core."""
    few = cores if len(cores) <= MOST else processor.firsts(cores, root)
    return processor.spread(few, MOST)


def choose(
    tried: Sequence[Quiet],
    busy: Mapping[int, float],
    last: int | None = None,
    root: Path = HERE,
) -> int:
    """The quietest of the cores that were tried. The `last` one chosen is kept unless another is clearly quieter.

    `busy`: the part of the time (0 to 1) that each logical processor was busy. Among equals an idle core is preferred,
    then the first thread of a core, then the highest number, since the first processors take most interrupts.
    """
    least = min(one.lost for one in tried)
    near = [one.processor for one in tried if not is_clearly_more(one.lost, least)]
    quiet = [core for core in near if not is_on_busy_core(core, busy, root)] or near
    if last in quiet:
        return last
    first = set(processor.firsts(tuple(quiet), root))
    return max(quiet, key=lambda core: (core in first, core))


def is_clearly_more(lost: float, least: float) -> bool:
    """Whether a core loses so much more than another that it can't be chance."""
    return lost > least + CLEARLY and lost > 2 * least


def is_on_busy_core(number: int, busy: Mapping[int, float], root: Path = HERE) -> bool:
    """Whether other programs run on the core of a logical processor."""
    together = (number, *processor.siblings(number, root))
    return any(busy.get(one, 0) > BUSY for one in together)


@dataclass(frozen=True)
class Choice:
    """The chosen core, and how quiet each was that it was chosen from; `when` in seconds since 1970."""

    pinned: int
    tried: tuple[Quiet, ...]
    when: float

    @property
    def own(self) -> Quiet | None:
        """How quiet the chosen core was."""
        return next((one for one in self.tried if one.processor == self.pinned), None)

    def keep(self, cache: Path) -> None:
        """Write it into the cache, if it can be written to: the next run looks again otherwise."""
        temporary = cache / f"{KEPT}.{os.getpid()}"
        with contextlib.suppress(OSError):
            cache.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(msgspec.json.encode(self))
            temporary.rename(cache / KEPT)


def kept(cache: Path) -> Choice | None:
    """What the cache has, however old; None if it has nothing that can be read."""
    try:
        return msgspec.json.decode((cache / KEPT).read_bytes(), type=Choice)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


def find(
    attempts: Callable[[int], Quiet | None],
    cores: tuple[int, ...],
    busy: Mapping[int, float],
    before: Choice | None,
    *,
    anew: bool = False,
    root: Path = HERE,
) -> Choice:
    """Choose the core that timings run on. `attempts` tries a logical processor; None where that does not work.

    The choice of `before` holds for an hour as long as its core is as quiet as it was, unless `anew`. If no attempt
    works, the core is the one with the highest number, since the first take most interrupts.
    """
    last = before.pinned if before and before.pinned in cores else None
    if before and last is not None and 0 <= time.time() - before.when < FRESH and not anew:
        again, then = attempts(last), before.own
        is_quiet = again and then and not is_clearly_more(again.lost, then.lost)
        if again and is_quiet and not is_on_busy_core(last, busy, root):
            others = [one for one in before.tried if one.processor != last]
            return dataclasses.replace(before, tried=_sorted([*others, again]))
    numbers = {*candidates(cores, root), *([last] if last is not None else [])}
    tried = _sorted(one for core in sorted(numbers) if (one := attempts(core)))
    pinned = choose(tried, busy, last, root) if tried else max(cores)
    return Choice(pinned, tried, time.time())


def _sorted(tried: Iterable[Quiet]) -> tuple[Quiet, ...]:
    return tuple(sorted(tried, key=lambda one: one.processor))
