"""Data lines about circuits, with clocks and areas that are made up."""

from collections.abc import Iterator
from typing import Any

from tests.support.made_data import Fact, machine

ABOUT = {"platform": "rtl", "machine": "made", "time": "2026-01-01T00:00:01Z"}


def circuit(
    hash: str,
    kind: str = "x1",
    *,
    clocks: float = 65,
    size: int = 64,
    megahertz: tuple[float, ...] = (98.0, 100.0, 104.0),
    area: float = 2000,
    streams: int = 1,
    family: str = "ecp5",
    unit: str = "LUT4",
    output: int = 32,
    without_padding: float = 0,
    memories: float = 0,
    wants_memories: bool = False,
    reason: str = "",
    placed: bool = True,
) -> Iterator[Fact]:
    """All lines of a circuit: its build, check, and placements with seeds from 1.

    `without_padding`, `memories`: areas in experiments. `wants_memories`: it was written for them.
    `reason`: why it is wrong.
    """
    name = f"rtl/{kind.lower().translate(str.maketrans('', '', '()/ '))}"
    name += "-ram" if wants_memories else ""
    about: Fact = {**ABOUT, "target": family, "hash": hash, "implementation": name}
    made: Fact = {**about, "object": f"{hash}-{name}", "options": ["synth", "-flag"]}
    design = {"architecture": kind, "streams": streams, "device": "a device", "tools": "some tools"}
    design |= {"memories": "allowed"} if wants_memories else {}
    areas = {unit: area, "FF": area / 2, "BRAM": 3 if wants_memories else 0, "DSP": 0}
    yield {
        **made,
        "kind": "build",
        "key": f"b {hash} {name} {family}",
        "outcome": "ok",
        "sources": "5" * 32,
        "area": areas,
        "design": design,
        "implementors": ["Somebody"],
    }
    each = clocks * streams
    told: dict[str, Any] = {
        "block": clocks,
        "streams": streams,
        "size": size,
        "blocks": [round(each * n) + 11 for n in range(1, 21)],
        "latency": [
            [max(0, n * size - 9), round(each * (n + 1)) + 11] for n in range(4096 // size + 1)
        ],
    }
    check: Fact = {
        **made,
        "kind": "check",
        "key": f"c {hash} {name} {family}",
        "outcome": "wrong" if reason else "right",
    }
    check |= {
        "reason": reason,
        "known_answers": 319,
        "fresh": 96,
        "witness": f"crypto_hash/{hash}/ref",
        "output_bytes": output,
    }
    yield check if reason else {**check, "clocks": told}
    if reason or not placed:
        return
    yield {
        **made,
        "kind": "winner",
        "key": f"w {hash} {name} {family}",
        "quantity": "area_time",
        "bytes": 65536,
        "median": 1.0,
        "trials": 1,
    }
    timings: Fact = {
        "quantity": "area_time",
        "series": f"s {hash} {name} {family}",
        "bytes": [65536],
    }
    samples = [_sample(seed, clock, areas) for seed, clock in enumerate(megahertz, 1)]
    yield {
        **made,
        **timings,
        "kind": "timings",
        "key": f"t {hash} {name} {family}",
        "samples": samples,
    }
    for effect, variant, changed in (
        ("padding", "without", without_padding),
        ("memory", "memories and multipliers", memories),
    ):
        if changed:
            other = {**areas, unit: changed, "BRAM": 3 if effect == "memory" else 0}
            some = [_sample(seed, clock, other) for seed, clock in enumerate(megahertz, 1)]
            yield {
                **made,
                "kind": "effect",
                "key": f"e {hash} {name} {effect}",
                "effect": effect,
                "variant": variant,
                "bytes": [65536],
                "samples": some,
            }


def _sample(seed: int, clock: float, area: dict[str, float]) -> dict[str, Any]:
    placed = {
        "seed": seed,
        "clock": clock,
        "area": area,
        "critical": ["core.a", "core.b", "4.00", "6.00"],
    }
    ticks = round(1000 * area[next(iter(area))] / clock)
    return {
        "reading": 0,
        "zero": 0,
        "probe": 1,
        "width": 0,
        "batches": [[1, 1, 1, 0, 1, 0, 0]],
        "rows": [[65536, 1, ticks]],
        "placed": placed,
    }


def finalists() -> list[Fact]:
    """A machine with six functions on ECP5, three of them in cells, one with its area alone, and one that is wrong."""
    facts = [machine()]
    for some in (
        circuit("sha256", without_padding=1800),
        circuit("keccakc512", clocks=24, size=136, area=5000, memories=5100),
        circuit("round3jh256", "x1 (OTF)", clocks=43, area=6000),
        circuit("groestl256", "x1 (P/Q)", clocks=21, area=7300),
        circuit("groestl256", "x1 (P/Q)", clocks=21, area=3650, wants_memories=True),
        circuit("skein512512", "x4", clocks=19, area=5600, output=64, placed=False),
        circuit("blake256", "/2(h)", clocks=29, area=4000, megahertz=(30.0,)),
        circuit("skein512256", "x4", clocks=19, area=4900, megahertz=(25.0, 26.0)),
        circuit(
            "keccakc512", "x1-PPL2", clocks=24, size=136, area=6000, streams=2, megahertz=(190.0,)
        ),
        circuit("sha512", size=128, clocks=81, area=4000, output=64),
        circuit("blake512", "x1", reason="gave a wrong digest for a message of 0 bytes"),
        *(
            circuit(
                hash,
                kind,
                clocks=clocks,
                size=size,
                area=area,
                family="osu018",
                unit="GE",
                megahertz=(mhz,),
            )
            for hash, kind, clocks, size, area, mhz in (
                ("sha256", "x1", 65, 64, 12000, 110.0),
                ("keccakc512", "x1", 24, 136, 30000, 250.0),
                ("round3jh256", "x1 (OTF)", 43, 64, 31000, 100.0),
            )
        ),
        circuit("sha256", family="virtex6", unit="LUT6", area=1600, placed=False),
    ):
        facts += some
    return facts
