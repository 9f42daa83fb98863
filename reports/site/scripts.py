"""Data for the scripts of the pages, each file a call of `hashcop.take`: a page from the disk fetches nothing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hashcop.results.blocks import blocks_of
from hashcop.results.processors import in_short, maker
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
    """The medians of the measured implementations of a hash, fastest first."""
    timed = measured(hash)
    looks = for_lines([one.name for one in timed])
    known = blocks_of(timed)
    longest = max((max(one.curve) for one in timed), default=0)
    steps = range(known.second, longest, known.bytes)[:_MOST_STEPS] if known else ()
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
                "lengths": deltas(one.curve),
                "median": _tenths(q.median for q in one.curve.values()),
                "doubt": doubts(one),
            }
            for one, look in zip(timed, looks, strict=True)
        ],
    }


def doubts(one: Implementation) -> dict[str, str]:
    """The lengths (bytes) of a curve whose figures are in doubt, and why: `probably wrong` begins what is."""
    return {str(n): why for n in one.curve if (why := one.doubt(n))}


def more(hash: Hash) -> dict[str, Any]:
    """The quartiles of the same, and the medians of the processes at the lengths of the tables."""
    return {one.name: _more(one) for one in measured(hash)}


def _more(one: Implementation) -> dict[str, Any]:
    return {
        "low": _tenths(q.low for q in one.curve.values()),
        "high": _tenths(q.high for q in one.curve.values()),
        "processes": {
            str(n): [round(m, 2) for m in one.certainty[n].medians]
            for n in LENGTHS
            if n in one.certainty
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
