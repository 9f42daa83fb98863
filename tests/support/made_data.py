"""Makes data files as a machine would have written them: believable, and the same every time.

Facts are the JSON objects of lines, so that a test can make a wrong one of a right one.

    .venv/bin/python -m tests.support.made_data small > tests/reports/small.jsonl
    .venv/bin/python -m tests.support.made_data full > /tmp/full.jsonl      every length up to 4096 in steps
    .venv/bin/python -m tests.support.made_data huge > /tmp/huge.jsonl      150 000 measured lengths, for timing

A hash costs a call, and a block as often as padding and length call for one; timings scatter upwards.
"""

import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import msgspec

from hashcop.data.records import FORMAT, Batch, Sample

Fact = dict[str, Any]

MACHINE = "made"
TABLE = (0, 1, 8, 64, 576, 1536, 2048, 4096)
FULL = (*range(257), *range(264, 1025, 8), *range(1056, 4097, 32), 8192, 65536)
SMALL = ("sha256", "blake2b", "md5")
# A tick of five calls is a quarter of a cycle of one: whole cycles become whole ticks, and come back as they were.
CYCLES_PER_TICK, CALLS, READING, ZERO = 1.25, 5, 24, 16
PROCESSES, WIDTH = 3, 4.0
STAMP = "2026-01-{:02d}T{:02d}:{:02d}:{:02d}Z"
TSC = "ticks of the time-stamp counter, whose rate is constant and need not be the core's"


@dataclass(frozen=True)
class Cost:
    """Cycles of a call and of a block; a block holds `block` bytes, `padding` of the last are not the message's."""

    call: int
    block_cycles: int
    block: int
    padding: int

    def of(self, length: int, factor: float, call: float = 0) -> float:
        blocks = (length + self.padding + self.block - 1) // self.block
        return call + factor * (self.call + max(1, blocks) * self.block_cycles)


HASHES = {
    "sha256": (Cost(70, 405, 64, 9), {"ref": 2.1, "unrolled": 1.55, "x86-shani": 0.28}),
    "sha512": (Cost(90, 760, 128, 17), {"ref": 1.9, "unrolled": 1.3}),
    "blake2b": (Cost(85, 385, 128, 0), {"ref": 1.6, "avx2": 1.0, "sse41": 1.03}),
    "keccakc512": (Cost(60, 1010, 136, 1), {"compact": 3.4, "opt64/u6": 1.0, "opt64/lcu24": 1.05}),
    "groestl256": (Cost(400, 1350, 64, 9), {"ref": 28.0, "aesni": 0.5, "vperm": 1.0}),
    "md5": (Cost(45, 330, 64, 9), {"ref": 1.0, "asm": 0.93}),
}
OPTIONS = tuple(
    [cc, *words]
    for cc in ("gcc", "clang")
    for words in (
        ["-O3", "-march=native", "-fomit-frame-pointer", "-fwrapv"],
        ["-O2", "-march=native", "-fwrapv"],
        ["-Os", "-fwrapv"],
        ["-O3", "-march=native", "-fomit-frame-pointer", "-funroll-loops", "-fwrapv"],
        ["-O3", "-march=nocona", "-fwrapv"],
    )
)


class Clock:
    """One second for each line."""

    def __init__(self) -> None:
        self.second = 0

    def __call__(self) -> str:
        self.second += 1
        s = self.second
        return STAMP.format(1 + s // 86400 % 28, s // 3600 % 24, s // 60 % 60, s % 60)


def digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def as_older(fact: Fact) -> Fact:
    """A fact of the present format, as versions 1 and 2 had it."""
    found = {name: fact[name] for name in fact if name not in ("platform", "quantity")}
    if "target" in found:
        found["abi"] = found.pop("target")
    if "targets" in found:
        found["abis"] = found.pop("targets")
    if fact["kind"] == "check":
        found["outcome"] = {"right": "ok", "wrong": "failed"}[fact["outcome"]]
    if fact["kind"] == "winner":
        found["cycles"] = found.pop("median")
    return found


def machine(name: str = MACHINE, **changed: Any) -> Fact:
    """A machine fact of a computer with two ABIs, and a third that it can't run."""
    tsc = {"counts": TSC, "core_cycles": False, "ticks_per_second": 2596000000, "resolution": 26}
    fact = {
        "kind": "machine",
        "machine": name,
        "time": STAMP.format(1, 0, 0, 0),
        "format": FORMAT,
        "hashcop": "1.0",
        "processor": "Example(R) Processor(TM) E7 @ 2.60GHz",
        "cores": 8,
        "pinned": 3,
        "memory": 16 * 2**30,
        "kernel": "Linux 6.1.0-18-amd64",
        "system": "Debian GNU/Linux 12 (bookworm)",
        "counter": {"amd64": {"name": "amd64-tsc", **tsc}, "x86": {"name": "x86-tsc", **tsc}},
        "targets": {"amd64": "ok", "x86": "ok", "x32": "the kernel does not run x32 programs"},
        "compilers": [
            {"command": "gcc", "path": "/usr/bin/gcc", "version": "gcc (Debian 12.2.0-14) 12.2.0"},
            {
                "command": "clang",
                "path": "/usr/bin/clang",
                "version": "Debian clang version 14.0.6",
            },
        ],
        "sandbox": "bubblewrap 0.8.0",
        **changed,
    }
    return fact if fact["format"] == FORMAT else as_older(fact)


def sample(points: Mapping[int, Sequence[int]], **batch: Any) -> Sample:
    """A process that timed each length (bytes) at so many whole cycles, all with one calibration."""
    rows = tuple((n, CALLS, *(_ticks(c) for c in cycles)) for n, cycles in points.items())
    told: Fact = {"before": CYCLES_PER_TICK, "after": CYCLES_PER_TICK, "width": WIDTH}
    told |= {"takes": 1, "switches": 0, "interrupted": 0} | batch
    whole = Batch(rows=len(rows), **told)
    return Sample(reading=READING, zero=ZERO, probe=1.0, width=WIDTH, batches=(whole,), rows=rows)


def plain(sample: Sample) -> Fact:
    """A sample as JSON has it."""
    fields: Fact = json.loads(msgspec.json.encode(sample))
    return fields


def _ticks(cycles: int) -> int:
    return (cycles + ZERO) * 4 + READING


def spread(cycles: Sequence[int], processes: int) -> list[Sequence[int]]:
    """Timings as so many processes take them one after the other; the last may have fewer."""
    each = -(-len(cycles) // processes)
    return [cycles[first : first + each] for first in range(0, len(cycles), each)]


@dataclass(frozen=True)
class Maker:
    """The facts of one implementation: `factor` times its hash's cost. `format` 1 has no samples."""

    clock: Clock
    target: str
    hash: str
    implementation: str
    cost: Cost
    factor: float
    machine: str = MACHINE
    count: int = 21
    format: int = FORMAT

    def fact(self, kind: str, *key: object, **fields: Any) -> Fact:
        about = (self.machine, self.target, self.hash, self.implementation)
        told = {"machine": self.machine, "platform": "c", "target": self.target, "hash": self.hash}
        told |= {"implementation": self.implementation, "security": "timingleaks"}
        fact: Fact = {
            "kind": kind,
            "time": self.clock(),
            "key": digest(kind, *about, *key),
            **told,
            **fields,
        }
        return fact if self.format == FORMAT else as_older(fact)

    def object(self, options: list[str]) -> str:
        """-O3 with and without -funroll-loops give the same machine code."""
        plain = [word for word in options if word != "-funroll-loops"]
        return digest("object", self.target, self.hash, self.implementation, plain)

    def build(self, options: list[str], **changed: Any) -> Fact:
        fields: Fact = {
            "options": options,
            "outcome": "ok",
            "sources": digest("sources", self.hash, self.implementation),
            "version": "1.0",
            "size": {"text": 2000 + len(repr(options)) * 31, "data": 0, "bss": 0},
            "object": self.object(options),
        }
        return self.fact("build", options, changed, **fields | changed)

    def failed(self, options: list[str], reason: str, said: list[str]) -> Fact:
        fact = self.build(options, outcome="failed", reason=reason, said=said)
        return {field: fact[field] for field in fact if field not in ("object", "size")}

    def check(self, options: list[str], **changed: Any) -> Fact:
        fields: Fact = {
            "options": options,
            "object": self.object(options),
            "outcome": "right",
            "checksumsmall": digest(self.hash, "small"),
            "checksumbig": digest(self.hash, "big"),
            "expected": "match",
            "known_answers": 25,
            "output_bytes": 32,
        }
        return self.fact("check", fields["object"], changed, **fields | changed)

    def timed(self, length: int, slower: float = 1.0, count: int = 0) -> list[int]:
        seed = random.Random(repr((self.target, self.hash, self.implementation, length, slower)))
        call = (
            90 if self.implementation in ("avx2", "x86-shani", "asm") else 26
        )  # setting up wide registers
        cost = self.cost.of(length, self.factor * slower, call)
        return [
            int(cost * (1 + seed.expovariate(150)) + seed.expovariate(0.2)) // 2 * 2
            for _ in range(count or self.count)
        ]

    def trial(
        self, options: list[str], round: int, slower: float, cycles: Sequence[int] = ()
    ) -> Fact:
        found: Fact = {"options": options, "object": self.object(options), "bytes": 1536}
        found |= {"quantity": "cycles", "round": round}
        cycles = cycles or self.timed(1536, slower, 9 * round)
        if self.format == 1:
            found["cycles"] = cycles
        else:
            found["samples"] = [plain(sample({1536: cycles}))]
        return self.fact("trial", found["object"], round, **found)

    def winner(self, options: list[str], cycles: float, builds: int) -> Fact:
        found: Fact = {"options": options, "object": self.object(options), "bytes": 1536}
        found |= {"quantity": "cycles", "median": cycles, "builds": builds}
        return self.fact("winner", found["object"], **found)

    def cycles(self, options: list[str], length: int, **changed: Any) -> Fact:
        """As format 1 has timings, in ticks of a counter, and as they are read from SUPERCOP's."""
        found: Fact = {"options": options, "object": self.object(options), "bytes": length}
        found |= {"cycles": self.timed(length), "processes": PROCESSES} | changed
        return self.fact("cycles", found["object"], length, changed, **found)

    def timings(
        self,
        options: list[str],
        points: Iterable[int] | Mapping[int, Sequence[int]],
        processes: int = PROCESSES,
        **changed: Any,
    ) -> Fact:
        """A measurement of lengths (bytes), by default at this hash's cost; otherwise at these whole cycles."""
        if not isinstance(points, Mapping):
            points = {n: self.timed(n) for n in points}
        parts = {n: spread(cycles, processes) for n, cycles in points.items()}
        by_process = [
            {n: part for n, part in zip(parts, some, strict=True) if part}
            for some in zip_longest(*parts.values())
        ]
        found: Fact = {
            "object": self.object(options),
            "series": digest("series", self.object(options)),
        }
        found |= {"quantity": "cycles", "warmup": 3, "bytes": list(points)}
        found["samples"] = [plain(sample(one)) for one in by_process]
        return self.fact("timings", found["object"], *points, changed, **found | changed)

    def effect(
        self,
        effect: str,
        variant: str,
        points: Mapping[int, Sequence[int]],
        options: Sequence[str] = OPTIONS[0],
        **changed: Any,
    ) -> Fact:
        """A variant of an experiment that took these whole cycles at these lengths (bytes)."""
        fact = self.timings(list(options), points)
        rest = {
            k: v
            for k, v in fact.items()
            if k not in ("kind", "key", "series", "warmup", "quantity")
        }
        key = digest("effect", self.object(list(options)), effect, variant)
        return {
            "kind": "effect",
            "key": key,
            "effect": effect,
            "variant": variant,
            **rest,
            **changed,
        }

    def measured(self, options: list[str], lengths: Iterable[int]) -> Iterator[Fact]:
        """The measurement of lengths (bytes) as its format has it: of none there is no fact."""
        lengths = tuple(lengths)
        if self.format == 1:
            yield from (self.cycles(options, length) for length in lengths)
        elif lengths:
            yield self.timings(options, lengths)


def whole(maker: Maker, lengths: Iterable[int]) -> Iterator[Fact]:
    """Everything a run records on one implementation that is right."""
    distinct: dict[str, list[str]] = {}
    for number, options in enumerate(OPTIONS):
        if number == 9 and maker.implementation == "avx2":
            said = [
                "hash.c:7:2: error: AVX2 needed",
                '   #error "no <immintrin.h>"',
                "   ^~~~~",
                "1 error.",
            ]
            yield maker.failed(options, "clang: exit status 1", said)
            continue
        yield maker.build(options)
        distinct.setdefault(maker.object(options), options)
    yield from map(maker.check, distinct.values())
    slower = {key: 1 + 0.11 * number for number, key in enumerate(distinct)}
    for key, options in distinct.items():
        yield maker.trial(options, 1, slower[key])
    options = next(iter(distinct.values()))
    yield maker.trial(options, 2, 1.0)
    yield maker.winner(options, maker.cost.of(1536, maker.factor), len(distinct))
    yield from maker.measured(options, lengths)


def troubled(clock: Clock, target: str) -> Iterator[Fact]:
    """Implementations that are wrong, do not compile, or are not for this machine."""
    cost = HASHES["md5"][0]
    wrong = Maker(clock, target, "md5", "wrong", cost, 1)
    reason = "known answer at 64 bytes: expected d41d8cd98f00b204, got 00000000000000ff"
    for options in OPTIONS[:2]:
        yield wrong.build(options)
        yield wrong.check(options, outcome="wrong", reason=reason, expected="mismatch")
    broken = Maker(clock, target, "snefru", "ref", cost, 1)
    for options in OPTIONS:
        yield broken.failed(
            options, "hash.c:3: unknown type name 'u32'", ["hash.c:3:1: error: u32", "^~~"]
        )
    skipped = Maker(clock, target, "snefru", "altivec", cost, 1)
    yield skipped.build(
        [], outcome="skipped", reason=f"it is for ppc64, not for {target}", object=""
    )


def facts(
    lengths: Iterable[int],
    count: int = 21,
    hashes: Iterable[str] = tuple(HASHES),
    format: int = FORMAT,
) -> Iterator[Fact]:
    """All facts of the made machine, `count` timings of each length."""
    clock, lengths = Clock(), tuple(lengths)
    yield machine(format=format)
    for target, slower in (("amd64", 1.0), ("x86", 1.7)):
        for name in hashes:
            cost, implementations = HASHES[name]
            for implementation, factor in implementations.items():
                factor *= slower if factor > 0.9 else 1
                m = Maker(clock, target, name, implementation, cost, factor, MACHINE, count, format)
                yield from whole(m, lengths)
        yield from troubled(clock, target)


def huge(copies: int = 11) -> Iterator[Fact]:
    """The full file, many times over under other hash names: 150 000 measured lengths."""
    for copy in range(copies):
        for fact in facts(FULL):
            yield fact if fact["kind"] == "machine" else fact | {"hash": f"{fact['hash']}-{copy}"}


def line(fact: Fact) -> str:
    return json.dumps(fact, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    sizes = {"small": lambda: facts(TABLE, 6, SMALL), "full": lambda: facts(FULL), "huge": huge}
    sys.stdout.writelines(map(line, sizes[sys.argv[1]]()))
