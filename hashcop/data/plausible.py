"""Whether the numbers of a record can be: what no computer measures is not computed with.

A sandboxed program can forge its timings, and a stranger's file may hold any number that JSON has. Such a line is left
out where it is read, so that everything behind can compute with what it gets. The bounds are far beyond what is
measured; platforms/c/physics.py knows the machine, and is stricter.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hashcop.data import records
from hashcop.data.records import Batch, Hosted, Placed, Record, Sample

MOST_TICKS = 2**53  # a float holds them exactly
MOST_CALLS = 2**32
MOST_BYTES = 2**40  # of a message
MOST_CYCLES = 1e15  # of a call
MOST_READING = 1e9  # ticks of a reading
SCALES = 1e-3, 1e6  # cycles per tick: a slow timer ticks some thousand times a second
MOST_WIDTH = 1000  # instructions per cycle
MOST_PROBE = 1e6
MOST_RATE = 1e15  # ticks per second
LEAST_CLOCK, MOST_CLOCK = 1e-3, 1e6  # MHz of a circuit
MOST_AREA = 1e12  # of a circuit, in any unit
MOST_SECONDS = 1e6  # of a process
MOST_OPERATIONS = 1e9  # of a unit in a clock, or of a block


def why_not(record: Record) -> str:
    """Why the numbers of a record can't be, in words; empty where they can."""
    look = _LOOKS.get(type(record))
    return look(record) if look else ""


def why_no_sample(sample: Sample) -> str:
    """The same of what one process timed."""
    if not 0 <= sample.reading <= MOST_READING:
        return f"a reading of the counter takes {sample.reading:g} ticks"
    if not abs(sample.zero) <= MOST_READING:
        return f"each call has {sample.zero:g} cycles too many"
    if not abs(sample.probe) <= MOST_PROBE:
        return f"the probe took {sample.probe:g} times its duration"
    if not 0 <= sample.width <= MOST_WIDTH:
        return f"the core is {sample.width:g} wide"
    found = (why for why in (*map(_batch, sample.batches), *map(_row, sample.rows)) if why)
    why = next(found, "") or (_placed(sample.placed) if sample.placed else "")
    return why or (_hosted(sample.jvm) if sample.jvm else "")


def _hosted(host: Hosted) -> str:
    numbers = host.warm_calls, host.looks, host.collections, host.collecting
    code = (number for one in host.code for number in (one.level, one.bytes))
    seconds = host.warm_seconds, host.began, host.digest
    return (
        _bounded("a JVM", "", (*numbers, *code), 0, MOST_TICKS)
        or _bounded("a JVM", "seconds old", seconds, 0, MOST_SECONDS)
        or _bounded("a call", "bytes of memory", (n for _, n in _pairs(host)), 0, MOST_TICKS)
    )


def _pairs(host: Hosted) -> Iterable[tuple[int, ...]]:
    """(length, bytes) of what calls allocate."""
    return (one[:2] for one in host.allocated)


def _placed(placed: Placed) -> str:
    if not LEAST_CLOCK <= placed.clock <= MOST_CLOCK:
        return f"a circuit has a clock of {placed.clock:g} MHz"
    return _areas(placed.area)


def _areas(area: Mapping[str, float]) -> str:
    return _bounded("an area", "", area.values(), 0, MOST_AREA)


def _batch(batch: Batch) -> str:
    least, most = SCALES
    for scale in (batch.before, batch.after):
        if not least <= scale <= most:
            return f"a tick is {scale:g} cycles"
    if max(batch.takes, batch.switches) > MOST_CALLS:
        return f"a batch was taken {batch.takes} times, with {batch.switches} interruptions"
    return "" if 0 <= batch.width <= MOST_WIDTH else f"a batch is {batch.width:g} wide"


def _row(row: tuple[int, ...]) -> str:
    length, calls, *ticks = row
    if not 0 <= length <= MOST_BYTES:
        return f"a message has {length} bytes"
    if not 1 <= calls <= MOST_CALLS:
        return f"a timing is of {calls} calls"
    if min(ticks) < 0 or max(ticks) > MOST_TICKS:
        return f"a timing is {min(ticks) if min(ticks) < 0 else max(ticks)} ticks"
    return ""


def _samples(samples: Iterable[Sample], lengths: Iterable[int]) -> str:
    """The same of the samples of a record that is about these lengths."""
    timed: set[int] = set()
    for sample in samples:
        why = why_no_sample(sample)
        if why:
            return why
        timed.update(row[0] for row in sample.rows)
    missing = sorted(set(lengths) - timed)
    return f"it has no timings of {missing[0]} bytes" if missing else ""


def _timed(record: Any) -> str:
    return _samples(record.samples, record.bytes)


def _trial(trial: records.Trial) -> str:
    return _samples(trial.samples, [trial.bytes] if trial.samples else []) or _cycles(trial)


def _cycles(record: Any) -> str:
    return _bounded("a timing", "cycles", record.cycles, -MOST_CYCLES, MOST_CYCLES)


def _comparison(comparison: records.Comparison) -> str:
    found = (_samples(side.samples, ()) for side in comparison.sides)
    return next(filter(None, found), "")


def _build(build: records.Build) -> str:
    return _areas(build.area)


def _check(check: records.Check) -> str:
    clocks = check.clocks
    if clocks is None:
        return ""
    numbers = (clocks.block, *clocks.blocks, *(number for _, number in clocks.latency))
    return _bounded("a block", "clocks", numbers, 0, MOST_CALLS) or _bounded(
        "a block", "bytes", [clocks.size], 0, MOST_BYTES
    )


def _winner(winner: records.Winner) -> str:
    return _bounded("a median", "cycles", [winner.median or 0], -MOST_CYCLES, MOST_CYCLES)


def _audit(audit: records.Audit) -> str:
    found = (audit.inside, audit.outside)
    return _bounded("a call", "cycles", found, -MOST_CYCLES, MOST_CYCLES)


def _machine(machine: records.Machine) -> str:
    for counter in machine.counter.values():
        why = (
            _bounded("a rate", "ticks per second", [counter.ticks_per_second], 0, MOST_RATE)
            or _bounded("a step", "ticks", [counter.resolution], 0, MOST_RATE)
            or _bounded("a reading", "ticks", [counter.cost or 0], -MOST_READING, MOST_READING)
            or _bounded("noise", "ticks", [counter.noise or 0], -MOST_READING, MOST_READING)
            or _bounded("a core", "wide", [counter.width], 0, MOST_WIDTH)
        )
        if why:
            return f"the counter {counter.name}: {why}"
    return ""


def _conditions(conditions: records.Conditions) -> str:
    numbers = [part for one in conditions.quiet for part in (one.lost, one.scatter, one.chain)]
    return _bounded("a processor's quiet", "", numbers, -MOST_READING, MOST_RATE)


def _run(run: records.Run) -> str:
    seconds = (run.seconds, run.forecast, *run.spent.values())
    return _bounded("a run", "seconds", seconds, 0, MOST_RATE)


def _search(search: records.Search) -> str:
    return _bounded("a search", "seconds", [search.seconds], 0, MOST_RATE)


def _device(device: records.Device) -> str:
    """The clock is in megahertz."""
    return (
        _bounded("a rate", "operations", [peak.rate for peak in device.peaks], 0, MOST_OPERATIONS)
        or _bounded("a clock", "GHz", [peak.clock for peak in device.peaks], 0, MOST_WIDTH)
        or _bounded("a clock", "MHz", [device.clock], 0, 1000 * MOST_WIDTH)
        or _bounded("a device", "units", [device.units], 0, MOST_OPERATIONS)
    )


def _mix(mix: records.Mix) -> str:
    numbers = mix.alu, mix.multiplier, mix.words, *mix.instructions.values()
    return _bounded("a block", "instructions", numbers, 0, MOST_OPERATIONS) or _bounded(
        "a block", "bytes", [mix.bytes], 1, MOST_BYTES
    )


def _bounded(what: str, unit: str, numbers: Iterable[float], least: float, most: float) -> str:
    wrong = next((number for number in numbers if not least <= number <= most), None)
    return "" if wrong is None else f"{what} is {wrong:g} {unit}".rstrip()


_LOOKS: dict[type[Record], Callable[[Any], str]] = {
    records.Build: _build,
    records.Check: _check,
    records.Trial: _trial,
    records.Timings: _timed,
    records.Effect: _timed,
    records.Comparison: _comparison,
    records.Cycles: _cycles,
    records.Winner: _winner,
    records.Audit: _audit,
    records.Machine: _machine,
    records.Conditions: _conditions,
    records.Run: _run,
    records.Search: _search,
    records.Device: _device,
    records.Mix: _mix,
}
