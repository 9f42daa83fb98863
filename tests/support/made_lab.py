"""Makes the data of a whole lab: files as large as those of real machines, the same every time, in seconds.

    .venv/bin/python -m tests.support.made_lab full > /tmp/full.jsonl       60 MB: tables, curves, races
    .venv/bin/python -m tests.support.made_lab tables > /tmp/tables.jsonl   tables only

The shares of the lines in a file are those of a default run of the shipped tree: for each hash a curve of every length
by one implementation and of about 130 lengths by the others, 80 trials, tables of 15 processes. Raw data of a thousand
machines would be 60 GB, so `keep` writes their summaries as a store has them, made from those of a few.
"""

import hashlib
import os
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from hashcop.data.lengths import RACE, TABLE, USUAL
from hashcop.data.records import Signature
from hashcop.results import hashes, processors
from hashcop.results.packing import pack
from hashcop.results.summary import Machine
from reports.kept import machine as kept
from reports.kept import tables
from reports.kept.machine import Head
from reports.kept.store import Set, Store, stamps_of
from tests.support import made_data
from tests.support.made_data import CALLS, CYCLES_PER_TICK, READING, ZERO, Clock, Cost, Fact, Maker

HASHES = 60
TARGET = "amd64"
# By name: the cycles of a block as a multiple of the hash's own.
IMPLEMENTATIONS = {"ref": 2.4, "opt64": 1.35, "sse41": 1.1, "avx2": 1.0, "x86-asm": 0.93}
FULL = USUAL.full
SPARSE = tuple(sorted({*range(0, 4097, 33), *TABLE}))
OPTION_SETS, CODES, TRIALS = 40, 20, 4  # option sets, the codes that they give, trials of each
TOGETHER = 7  # rows of a batch
WIDTH = 4.7
DISTURBED = 0.02  # of the batches
BASES = 4  # machines that the summaries of all others are made from

Cycles = NDArray[np.float64]


def names(count: int = HASHES) -> list[str]:
    """The hashes of the lab: the first of those that tables know by name."""
    return list(hashes.known()[:count])


def number(*parts: object) -> int:
    """A number that depends on nothing but the parts."""
    return int(made_data.digest(*parts)[:12], 16)


@dataclass(frozen=True)
class Made:
    """One implementation on one machine: its facts, and its costs by length."""

    maker: Maker
    options: Sequence[list[str]]

    @property
    def _fate(self) -> str:
        """What became of it: few are wrong, not built, or unsteady, so that their figures are in doubt."""
        maker = self.maker
        place = number(maker.machine, maker.hash, maker.implementation, "fate") % 30
        return {0: "wrong", 1: "not built", 2: "unsteady"}.get(place, "")

    def facts(self, curve: Sequence[int], codes: int, trials: int) -> Iterator[Fact]:
        """Builds, checks, a race of so many codes and trials of each, the table, and a curve if it has lengths."""
        maker, rng = self.maker, self._rng("race")
        if self._fate == "not built":
            said = ["hash.c:7:2: error: unknown type name '__m256i'", "1 error generated."]
            yield from (maker.failed(options, said[0], said) for options in self.options)
            return
        every = [self.options[n % codes] for n in range(len(self.options))]
        for options, same in zip(self.options, every, strict=True):
            told = {} if options == same else {"same_as": same}
            yield maker.build(options, object=self._object(same), **told)
        sound = self.options[:codes]
        if self._fate == "wrong":
            reason = "known answer at 64 bytes: expected d41d8cd9, got 000000ff"
            for options in sound:
                code = self._object(options)
                yield maker.check(options, object=code, outcome="wrong", reason=reason)
            return
        for options in sound:
            yield maker.check(options, object=self._object(options))
        slower = 1 + 0.06 * np.arange(codes)
        for round in range(1, trials + 1):
            timed = self._cycles(rng, np.full(codes, RACE), 15) * slower[:, None]
            for options, cycles in zip(sound, timed, strict=True):
                yield self._trial(rng, options, round, cycles[None, :])
        yield maker.winner(sound[0], float(self._cost(np.array([RACE]))[0]), codes) | {
            "object": self._object(sound[0])
        }
        yield self._timings("table", TABLE, 15, 15)
        if curve:
            yield self._timings("curve", curve, 3, 5)

    def _object(self, options: list[str]) -> str:
        maker = self.maker
        return made_data.digest("object", maker.hash, maker.implementation, options)

    def _rng(self, what: str) -> np.random.Generator:
        maker = self.maker
        return np.random.default_rng(number(maker.machine, maker.hash, maker.implementation, what))

    def _cost(self, lengths: NDArray[np.int64]) -> Cycles:
        """As Cost.of, of many lengths."""
        cost = self.maker.cost
        blocks = np.maximum(1, (lengths + cost.padding + cost.block - 1) // cost.block)
        found: Cycles = 40 + self.maker.factor * (cost.call + blocks * cost.block_cycles)
        return found

    def _cycles(self, rng: np.random.Generator, lengths: NDArray[np.int64], count: int) -> Cycles:
        """So many timings of each length: they scatter upwards, and the whole process by a little."""
        shape = len(lengths), count
        scatter = 0.02 if self._fate == "unsteady" else 0.0015
        upwards = 1 + rng.exponential(0.002, shape) + scatter * rng.standard_normal()
        found: Cycles = self._cost(lengths)[:, None] * upwards + rng.exponential(3, shape)
        return found

    def _trial(
        self, rng: np.random.Generator, options: list[str], round: int, cycles: Cycles
    ) -> Fact:
        found: Fact = {"options": options, "object": self._object(options), "bytes": RACE}
        found |= {"quantity": "cycles", "round": round}
        found["samples"] = [_sample(rng, np.array([RACE]), cycles)]
        return self.maker.fact("trial", found["object"], round, **found)

    def _timings(self, what: str, lengths: Sequence[int], processes: int, count: int) -> Fact:
        rng, every = self._rng(what), np.array(lengths)
        code = self._object(self.options[0])
        found: Fact = {"object": code, "series": made_data.digest(what, code)}
        found |= {"quantity": "cycles", "warmup": 3, "bytes": list(lengths)}
        found["samples"] = [
            _sample(rng, every, self._cycles(rng, every, count)) for _ in range(processes)
        ]
        return self.maker.fact("timings", code, what, **found)


def _sample(rng: np.random.Generator, lengths: NDArray[np.int64], cycles: Cycles) -> Fact:
    """A process that timed each length at so many cycles, in an order of its own."""
    order = rng.permutation(len(lengths))
    ticks = np.rint((cycles[order] + ZERO) * CALLS / CYCLES_PER_TICK + READING).astype(np.int64)
    rows = np.column_stack((lengths[order], np.full(len(order), CALLS), ticks))
    return {
        "reading": READING,
        "zero": ZERO,
        "probe": round(1 + 0.002 * rng.standard_normal(), 5),
        "width": WIDTH,
        "batches": _batches(rng, len(order)),
        "rows": rows.tolist(),
    }


def _batches(rng: np.random.Generator, rows: int) -> list[list[float]]:
    count = -(-rows // TOGETHER)
    scales = np.round(CYCLES_PER_TICK * (1 + 2e-4 * rng.standard_normal(count + 1)), 9)
    shared = rng.random(count) < DISTURBED
    widths = np.round(WIDTH * (1 - 0.2 * shared + 0.0005 * rng.standard_normal(count)), 4)
    sizes = [min(TOGETHER, rows - n) for n in range(0, rows, TOGETHER)]
    return [
        [size, before, after, width, 1, 0, 0]
        for size, before, after, width in zip(
            sizes, scales[:-1].tolist(), scales[1:].tolist(), widths.tolist(), strict=True
        )
    ]


def option_sets(count: int) -> list[list[str]]:
    """Two compilers with flags, as a plan has them."""
    every = [
        [cc, level, arch, *more, "-fwrapv"]
        for more in ([], ["-fomit-frame-pointer"], ["-funroll-loops"])
        for arch in ("-march=native", "-march=nocona", "-march=k8")
        for level in ("-O3", "-O2", "-Os", "-O1", "-Ofast")
        for cc in ("gcc", "clang")
    ]
    return every[:count]


def full(name: str = "full", count: int = HASHES) -> Iterator[Fact]:
    """All facts of a machine that ran to its end: 60 MB."""
    return _facts(name, count, OPTION_SETS, CODES, TRIALS)


def tables_only(name: str = "tables", count: int = HASHES) -> Iterator[Fact]:
    """All facts of a machine without curves and races: 5 MB."""
    return _facts(name, count, 2, 1, 0)


def _facts(name: str, count: int, option_set_count: int, codes: int, trials: int) -> Iterator[Fact]:
    clock, options = Clock(), option_sets(option_set_count)
    yield _machine(name)
    yield _conditions(name)
    for hash in names(count):
        block = hashes.facts(hash).block or 64
        cost = Cost(60 + number(hash, "call") % 90, block * (2 + number(hash) % 23), block, 9)
        fastest = sorted(IMPLEMENTATIONS)[number(name, hash) % 3]
        for implementation, factor in IMPLEMENTATIONS.items():
            factor *= 0.9 + number(name, hash, implementation) % 100 / 500
            maker = Maker(clock, TARGET, hash, implementation, cost, factor, name)
            curve = FULL if implementation == fastest else SPARSE
            yield from Made(maker, options).facts(curve if trials else (), codes, trials)


def _machine(name: str) -> Fact:
    told = processor(number(name, "processor"))
    fact = made_data.machine(name, identity=made_data.digest(name)[:16], **told)
    fact["counter"] = {TARGET: fact["counter"][TARGET]}
    fact["targets"] = {TARGET: "ok"}
    return fact


def _conditions(name: str) -> Fact:
    judgements = [
        {"name": "turbo", "state": "good", "found": "off"},
        {"name": "load", "state": "good", "found": "load 0.02"},
    ]
    if number(name, "load") % 5 == 0:
        judgements[1] |= {"state": "bad", "found": "load 1.7", "why": "others take time"}
    told = {"kind": "conditions", "time": made_data.STAMP.format(1, 0, 0, 0), "machine": name}
    return told | {"key": made_data.digest(name), "when": "begin", "judgements": judgements}


def write(facts: Iterable[Fact], file: Path) -> Path:
    """A data file of facts. Its directory is made if there is none."""
    file.parent.mkdir(parents=True, exist_ok=True)
    encoder = msgspec.json.Encoder()
    with file.open("wb") as lines:
        lines.writelines(encoder.encode(fact) + b"\n" for fact in facts)
    return file


@cache
def _signatures() -> list[tuple[str, dict[str, str]]]:
    """The designs that the table of processors knows, and a signature of each."""
    known = tomllib.loads(processors.TABLE.read_text())
    found = []
    for row in known["x86"]:
        model, (stepping, _) = row["models"][0], row.get("steppings", (1, 1))
        numbers = (row["family"], model if isinstance(model, int) else model[0], stepping)
        family, model, stepping = map(str, numbers)
        told = {"vendor": row["vendor"], "family": family, "model": model, "stepping": stepping}
        found.append((row["design"], told))
    for maker in known["arm"]:
        for part, design, *_ in maker["parts"]:
            found.append((design, {"implementer": hex(maker["code"]), "part": hex(part)}))
    return found


def processor(place: int) -> dict[str, Any]:
    """Name and signature of a processor of the table: any number has one."""
    design, signature = _signatures()[place % len(_signatures())]
    return {"processor": f"{design} @ {2 + place % 16 / 10:.1f} GHz", "signature": signature}


def keep(bench: Path, store: Store, count: int, directory: Path) -> list[Path]:
    """Put summaries of so many machines into a store; returns their data files, which only stand for real ones.

    They are made from the summaries of BASES machines without curves, whose data are written to `directory`.
    """
    bases = [
        write(tables_only(f"base{n}"), directory / f"base{n}" / "data.jsonl") for n in range(BASES)
    ]
    heads = Store(directory / "kept").bring_up_to_date(bases)
    found = []
    with closing(tables.connect()) as database:
        for place in range(count):
            name = f"m{place:04}"
            file = bench / name / "data.jsonl"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.encode(_machine(name)) + b"\n")
            head = heads[place % len(heads)]

            def fill(draft: Path, name: str = name, head: Head = head, file: Path = file) -> None:
                (draft / "0").mkdir()
                _like(head, name, draft / "0", file, database)

            store.put(Set(stamps_of([file]), (name,), 1, {}), fill)
            found.append(file)
    return found


def _like(head: Head, name: str, draft: Path, file: Path, database: Any) -> None:
    """Summaries of a machine that is like another one, and measured each hash at another speed."""
    base, day = Path(head.directory), _day(name)
    os.link(base / kept.PARTS, draft / kept.PARTS)
    told = _other(head.machine, name, day)
    mine = replace(head, machine=told, directory="", files=(str(file),))
    mine = replace(mine, stable=_digest(pack(told)), digest=_digest(pack(mine)))
    (draft / kept.HEAD).write_bytes(pack(mine))
    scaled = ", ".join(f"{c} * speed AS {c}" for c in ("value", "low", "high", "call"))
    bounds = ", ".join(f"{c} * speed AS {c}" for c in ("least", "most"))
    database.execute(
        f"""
        COPY (
            WITH mine AS (
                SELECT *, 0.7 + md5_number_lower(hash || '{name}') % 1000 / 1000 AS speed
                FROM read_parquet({tables.literal(base / kept.FIGURES)})
            )
            SELECT * EXCLUDE (speed) REPLACE (
                '{name}' AS machine, '{day}' || measured[11:] AS measured, {scaled}, {bounds},
                CASE WHEN place = 0 THEN 0 ELSE CAST(rank() OVER (
                    PARTITION BY target, length, place > 0 ORDER BY value * speed) AS INTEGER)
                END AS place
            ) FROM mine ORDER BY hash, length, implementation
        ) TO {tables.literal(draft / kept.FIGURES)} (FORMAT parquet)
        """
    )


def _other(machine: Machine, name: str, day: str) -> Machine:
    told = processor(number(name))
    spans = tuple(f"{day}{time[10:]}" for time in machine.measured or ())
    return replace(
        machine,
        name=name,
        recorded_name=name,
        identity=made_data.digest(name)[:16],
        processor=told["processor"],
        signature=Signature(**told["signature"]),
        targets=tuple(
            replace(one, measured=(spans[0], spans[-1]) if one.measured else None)
            for one in machine.targets
        ),
    )


def _day(name: str) -> str:
    """A day of the last two years before the newest."""
    return str(np.datetime64("2026-01-28") - np.timedelta64(number(name, "day") % 700, "D"))


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


if __name__ == "__main__":
    made = {"full": full, "tables": tables_only}[sys.argv[1]]
    encoder = msgspec.json.Encoder()
    sys.stdout.buffer.writelines(encoder.encode(fact) + b"\n" for fact in made())
