"""Data files whose numbers were forged: any number that the format allows, in any place that has one."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

from hashcop.data.lines import Implausible, LineError, Lines
from tests.support.made_data import HASHES, Clock, Fact, Maker, line, machine, whole

NUMBERS = (
    *(0, -1, 1, 2, -(10**6), 10**6, 2**31, 2**53, 2**62, 2**63 - 1, -(2**63)),
    *(0.0, -0.0, 1e-320, 1e-9, -1e-3, 0.5, 0.999, 1e9, -1e9, 1e18, 1e150, -1e308, 1.7e308),
)
_LINES = Lines()
_LENGTHS = (0, 8, 576, 1536, 2048, 4096)


def facts() -> list[Fact]:
    """A machine with two implementations of a hash, and with what else has numbers."""
    clock, found = Clock(), [machine()]
    cost, factors = HASHES["sha256"]
    for name, factor in list(factors.items())[:2]:
        m = Maker(clock, "amd64", "sha256", name, cost, factor, count=9)
        made = list(whole(m, _LENGTHS))
        found += [one for one in made if one["kind"] != "build"] + made[:2]
        found += [m.cycles(["gcc"], 1536), m.effect("cold", "warm", {1536: [700, 710]})]
    told: Fact = {"machine": "made", "time": "2026-02-01T00:00:00Z"}
    quiet = [{"processor": 3, "lost": 0.01, "scatter": 0.02, "chain": 30.0}]
    found.append(
        {"kind": "conditions", **told, "key": "c", "quiet": quiet, "counters": {"busy": 3}}
    )
    spent: Fact = {"spent": {"build": 3.0}, "units": {"build": 3}}
    found.append(
        {"kind": "run", **told, "key": "r", "stage": "all", "groups": 2, "seconds": 5.0, **spent}
    )
    found.append({"kind": "search", **told, "key": "s", "search": "x", "builds": 1, "of": 2})
    found[-1]["seconds"] = 2.5
    return found


def _places(value: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all numbers in a fact."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield above
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _places(part, (*above, name))
    elif isinstance(value, list | tuple):
        for number, part in enumerate(value):
            yield from _places(part, (*above, number))


def _put(fact: Any, place: Sequence[Any], number: float) -> None:
    for step in place[:-1]:
        fact = fact[step]
    fact[place[-1]] = number


def forged(original: Sequence[Fact], chance: random.Random, most: int = 12) -> str:
    """A data file of these facts, in which the numbers of some are others, as far as the format allows."""
    lines = list(map(line, original))
    for _ in range(chance.randint(1, most)):
        at = chance.randrange(len(lines))
        fact: Fact = json.loads(lines[at])
        number, where = chance.choice(NUMBERS), chance.choice(list(fact))
        places = [place for place in _places(fact) if place[0] == where]
        for place in chance.sample(places, min(len(places), chance.choice((1, 1, 5, 500)))):
            _put(fact, place, number)
        if _is_of_the_format(line(fact)):
            lines[at] = line(fact)
    return "".join(lines)


def _is_of_the_format(text: str) -> bool:
    try:
        _LINES.decode(text.encode())
    except Implausible:
        return True
    except LineError:
        return False
    return True
