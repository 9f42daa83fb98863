"""Whether timings can be true on this machine. What no computer does is a forgery, or a fault, and is not recorded.

The implementation runs in the process that takes its timings. Whoever forges plausible ones is found by other means
(docs/reference/cheating.md); the bounds here keep forgeries from doing harm as numbers.
"""

from statistics import median

from hashcop.data.plausible import why_no_sample
from hashcop.data.records import Counter, Sample
from hashcop.results.samples import cycles, cycles_per_tick

RATES = 1e5, 2e10  # cycles per second of a core, asleep and overclocked
SLACK_SECONDS = 0.01
MOST_READINGS = 50  # times that a reading may cost what it did when the counter was examined
MOST_ZERO = 5000  # cycles of timing a call that calls nothing
LEAST_CYCLES = (
    200  # by which the median of a call of nothing may be below 0, beyond one step of the counter
)

# Bytes: reading a message of that length takes longer than timings are off by. The race compares logarithms of these.
LONG = 512


def implausible(sample: Sample, counter: Counter, seconds: float) -> str:
    """Why a sample can't be true, in words; empty if it can. `seconds`: how long its process took."""
    return (
        why_no_sample(sample)
        or _scale(sample, counter)
        or _duration(sample, counter, seconds)
        or _overhead(sample, counter)
        or _medians(sample, counter)
    )


def _scale(sample: Sample, counter: Counter) -> str:
    """Ticks are no cycles of any core."""
    rate, (least, most) = counter.ticks_per_second, RATES
    for scale in (part for batch in sample.batches for part in (batch.before, batch.after)):
        if counter.core_cycles and scale != 1:
            return f"a cycle of the core is said to be {scale:g} cycles"
        if not counter.core_cycles and rate and not least <= scale * rate <= most:
            return f"the core is said to do {scale * rate:.3g} cycles in a second"
    return ""


def _duration(sample: Sample, counter: Counter, seconds: float) -> str:
    """All timings were taken one after the other, while the process ran."""
    # A counter of core cycles was slower when it was examined, if the core was shared.
    rate = counter.ticks_per_second * 1.05 if counter.core_cycles is False else RATES[1]
    took = sum(sum(ticks) for _, _, *ticks in sample.rows) / rate if rate else 0
    if took > seconds + SLACK_SECONDS:
        return f"timings of {took:.3g} seconds were taken in {seconds:.3g} seconds"
    return ""


def _overhead(sample: Sample, counter: Counter) -> str:
    """What is taken off every timing, in ticks and in cycles."""
    most = MOST_READINGS * max(counter.cost or 0, counter.resolution, 20)
    if counter.cost is not None and sample.reading > most:
        return f"reading the counter is said to take {sample.reading:g} ticks"
    least = min((cycles_per_tick(batch) for batch in sample.batches), default=1)
    if abs(sample.zero) > MOST_ZERO + _step(counter, least):
        return f"timing nothing is said to take {sample.zero:g} cycles"
    return ""


def _medians(sample: Sample, counter: Counter) -> str:
    """A call that takes less than nothing, or a long message that takes nothing."""
    most = max((cycles_per_tick(batch) for batch in sample.batches), default=1)
    for length, timings, _ in cycles(sample):
        middle = median(timings)
        is_long = length >= LONG
        if middle < -LEAST_CYCLES - _step(counter, most) or (is_long and middle <= 0):
            return f"a message of {length} bytes is said to take {middle:.4g} cycles"
    return ""


def _step(counter: Counter, scale: float) -> float:
    """Cycles by which a timing may be off, since the counter moves in steps, and since readings vary."""
    return 2 * (counter.resolution + (counter.cost or 0)) * scale
