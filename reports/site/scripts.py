"""Data for the scripts of the pages, each file a call of `hashcop.take`: a page from the disk fetches nothing."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hashcop.results.blocks import blocks_of
from hashcop.results.certainty import CONFIDENCE
from hashcop.results.long_messages import without_long
from hashcop.results.margins import margin
from hashcop.results.processors import in_short, maker
from hashcop.results.quartiles import Quartiles
from hashcop.results.ranking import measured
from hashcop.results.summary import LENGTHS, Hash, Implementation
from reports import format
from reports.colours import for_lines
from reports.kept.across import Cell
from reports.kept.figures import MEASURED
from reports.kept.machine import Head
from reports.site import addresses, fitness

_MOST_STEPS = 200


def take(name: str, value: Any) -> bytes:
    """A script that gives a name its value. It holds nothing that could end a script or a line of one."""
    return f"hashcop.take({_json(name)}, {_json(value)});\n".encode()


def _json(value: Any) -> str:
    text = json.dumps(value, separators=(",", ":"))  # ASCII: U+2028 and U+2029 are escaped
    return text.replace("<", "\\u003c")


def deltas(values: Iterable[int]) -> list[int]:
    """The first value, and then the differences."""
    found, before = [], 0
    for value in values:
        found.append(value - before)
        before = value
    return found


def _tenths(values: Iterable[float]) -> list[int]:
    return deltas(round(10 * value) for value in values)


def curves(machine: str, target: str, hash: Hash) -> dict[str, Any]:
    """The medians of the measured implementations of a hash, fastest first.

    `unsettled` are the lengths (bytes) whose timings can't be trusted, with the costs `unsure`; no line joins them.
    """
    timed = measured(hash)
    looks = for_lines([one.name for one in timed])
    known = blocks_of(hash.name, timed)
    every = [without_long(hash.name, one.settled) for one in timed]
    longest = max((max(curve, default=0) for curve in every), default=0)
    steps = known.begins(longest - 1)[:_MOST_STEPS] if known else ()
    return {
        "title": f"{hash.name} on {machine}, {target}",
        "page": addresses.hash_on(machine, target, hash.name),
        "block": known.bytes if known else 0,
        "steps": list(steps),
        "series": [
            {
                "id": addresses.series(machine, target, hash.name, one.name),
                "name": one.name,
                "page": addresses.implementation(machine, target, hash.name, one.name),
                "colour": look.colour,
                "dash": look.dash,
                "lengths": deltas(curve),
                "median": _tenths(q.median for q in curve.values()),
                "unsettled": deltas(one.unsettled),
                "unsure": _tenths(one.curve[n].median for n in one.unsettled),
                "doubt": doubts(one),
                "reasons": _reasons(one),
            }
            for one, curve, look in zip(timed, every, looks, strict=True)
        ],
    }


def doubts(one: Implementation) -> dict[str, str]:
    """The lengths (bytes) of a curve whose figures are in doubt, and why: `probably wrong` begins what is."""
    return {str(n): why for n in one.settled if (why := one.doubt(n))}


def _reasons(one: Implementation) -> dict[str, list[int]]:
    """Why lengths are not settled: by reason, the lengths (bytes)."""
    found: dict[str, list[int]] = {}
    for length, why in one.unsettled.items():
        found.setdefault(why, []).append(length)
    return {why: deltas(lengths) for why, lengths in found.items()}


def more(hash: Hash) -> dict[str, Any]:
    """The quartiles of the same, and how sure the medians at the lengths of the tables are."""
    return {one.name: _more(one, without_long(hash.name, one.settled)) for one in measured(hash)}


def _more(one: Implementation, curve: Mapping[int, Quartiles]) -> dict[str, Any]:
    return {
        "low": _tenths(q.low for q in curve.values()),
        "high": _tenths(q.high for q in curve.values()),
        "margins": {
            str(n): [round(part, 6) for part in (found.low, found.high, found.normal)]
            for n in LENGTHS
            if (found := margin(one, n, CONFIDENCE)) and math.isfinite(found.low)
        },
    }


def index(named: Mapping[str, Mapping[str, Sequence[str]]], machine: str) -> dict[str, Any]:
    """What can be compared of a machine: the implementations of each hash of each target."""
    return {
        target: {
            hash: {
                "data": addresses.script(addresses.series(machine, target, hash)),
                "take": addresses.series(machine, target, hash),
                "implementations": list(implementations),
            }
            for hash, implementations in hashes.items()
        }
        for target, hashes in named.items()
    }


def matrix(cells: Iterable[Cell]) -> dict[str, Any]:
    """The cells of one column: a row for each machine and target, a place for each hash; empty where it has no data."""
    texts: dict[tuple[str, str], dict[str, str]] = {}
    for cell in cells:
        text = cell.state
        if text in MEASURED:
            text = format.value(cell.value, cell.least, cell.most) + cell.sign
        texts.setdefault((cell.machine, cell.target), {})[cell.hash] = text
    hashes = sorted({hash for of in texts.values() for hash in of})
    return {
        "hashes": hashes,
        "rows": [
            [addresses.ranked(machine, target), [of.get(hash, "") for hash in hashes]]
            for (machine, target), of in sorted(texts.items())
        ],
    }


def machines(heads: Iterable[Head]) -> bytes:
    """The machines that scripts choose from: objects, which the script makes of short rows, for they may be many."""
    rows = [_machine(head) for head in heads]
    one, target = "MACHINE", "TARGET"
    pages = {
        "page": addresses.machine(one),
        "index": addresses.script(f"{one}/index"),
    }
    tables = {
        "page": addresses.target(one, target),
        "ranking": addresses.script(addresses.ranked(one, target)),
        "take": addresses.ranked(one, target),
    }
    return (
        f"hashcop.take('machines', {_json(rows)}"
        ".map(([name, key, processor, maker, design, date, fit, targets]) => "
        f"({{name, key, processor, maker, design, date, fit, {_filled(pages)}, "
        f"targets: targets.map(([name, platform, target]) => ({{name, platform, {_filled(tables)}}}))"
        "})));\n"
    ).encode()


def _filled(patterns: Mapping[str, str]) -> str:
    """Fields of an object in a script: addresses with the names of a machine and a target put in."""
    texts = {
        field: pattern.replace("MACHINE", "${key}").replace("TARGET", "${target}")
        for field, pattern in patterns.items()
    }
    return ", ".join(f"{field}: `{text}`" for field, text in texts.items())


def _machine(head: Head) -> list[Any]:
    machine = head.machine
    return [
        head.name,
        addresses.safe(head.name),
        in_short(machine) or machine.processor,
        maker(machine.signature),
        machine.design,
        machine.measured[1][:10] if machine.measured else "",
        fitness.is_fit(head),
        [[one.name, one.platform or "c", addresses.safe(one.name)] for one in head.timed],
    ]
