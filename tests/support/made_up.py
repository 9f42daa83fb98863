"""Records that nothing built or timed."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from hashcop.data.records import Batch, Build, Check, Sample, Timings

ZERO = 6.5  # cycles
PLACE = {"platform": "c", "target": "amd64", "hash": "sha256", "implementation": "ref"}


def batch(**changed: Any) -> Batch:
    """A quiet batch of one row, in which a tick is 1.5 cycles."""
    quiet = Batch(rows=1, before=1.5, after=1.5, width=4.0, takes=1, switches=0, interrupted=0)
    return replace(quiet, **changed)


def sample(*batches: Batch, **changed: Any) -> Sample:
    """One row for each batch: of one call, 1020 ticks."""
    fields: dict[str, Any] = {
        "reading": 20.0,
        "zero": ZERO,
        "probe": 1.0,
        "width": 4.0,
        "batches": batches,
        "rows": tuple((n, 1, 1020, 1020) for n in range(len(batches))),
    }
    return Sample(**fields | changed)


def process(rows: Iterable[Sequence[int]]) -> Sample:
    """A process that timed these rows (bytes, calls, ticks ...), in a counter whose ticks are cycles."""
    found = tuple(map(tuple, rows))
    whole = batch(rows=len(found), before=1.0, after=1.0)
    return sample(whole, reading=0.0, zero=0.0, rows=found)


def build(key: str, *options: str, **more: Any) -> Build:
    """A build that succeeded; each has machine code of its own."""
    fields = {**PLACE, "outcome": "ok", "sources": "A", "object": f"code of {key}", **more}
    return Build(key=key, options=options, **fields)


def skipped(key: str, **more: Any) -> Build:
    """An implementation that was not built."""
    return build(key, outcome="skipped", object="", reason="needs libcrypto", **more)


def check(key: str, code: str, **more: Any) -> Check:
    """A check that machine code passed."""
    return Check(**{**PLACE, "key": key, "object": code, "outcome": "right", **more})


def timings(key: str, series: str, *processes: Sequence[Sequence[int]]) -> Timings:
    """A measurement: of each process its rows, as in `process`."""
    return Timings(
        **PLACE,
        key=key,
        object="code",
        series=series,
        quantity="cycles",
        warmup=3,
        bytes=tuple(length for length, *_ in processes[0]),
        samples=tuple(map(process, processes)),
    )
