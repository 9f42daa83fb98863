"""The gate: what a timer returns is examined here once, so that all code behind it may compute with the numbers.

A stranger's program takes its own timings and can report any. What no computer measures is no result: the build that
reported it is wrong, with a reason, and nothing else happens. The bounds hold for every platform; a platform that
knows its counter better, as C's does (platforms/c/physics.py), is stricter before. Whoever forges plausible timings is
found by other means (docs/reference/cheating.md).
"""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

import msgspec

from hashcop.data import plausible
from hashcop.data.lengths import Schedule
from hashcop.data.records import Record, Sample
from hashcop.platforms.door import Disputed, Group, Quantity, Target, Timer
from hashcop.results import samples

# Bytes from which on a call does so much that what is taken off its timings can't be all of it.
LONG = 1024
# Cycles by which a shorter call may come out below nothing: what is taken off every call is a bit more than its own.
SLACK = 200
MOST_REASON = 1000  # characters
FORGED = "gave timings that can't be true"


def gated(timer: Timer, quantity: Quantity) -> "Gated":
    """The same timer, whose samples are examined. `quantity`: what it measures."""
    return Gated(timer, quantity)


class Gated:
    """A timer from which no sample comes that can't be true."""

    def __init__(self, timer: Timer, quantity: Quantity) -> None:
        self.timer = timer
        self.quantity = quantity

    def time(
        self,
        artifact: Path,
        lengths: Sequence[int],
        schedule: Schedule,
        target: Target,
        *,
        seed: int = 0,
        seconds: float = 0,
        effect: object = None,
        group: Group | None = None,
    ) -> Sample | str:
        """As Timer.time. An experiment may time what it likes: other lengths than asked for, and unequally often."""
        what = artifact, lengths, schedule, target
        found = self.timer.time(*what, seed=seed, seconds=seconds, effect=effect, group=group)
        if isinstance(found, str):
            return reason(found)
        if effect is None and not is_whole(found, lengths):
            return "did not time every length that was asked for, and each equally often"
        why = why_not(found, schedule, target, self.quantity)
        return f"{FORGED}: {why}" if why else found


def reason(said: str) -> str:
    """What went wrong, as it can be recorded: never empty, not too long, and of characters that there are."""
    text = said.strip()[:MOST_REASON].encode(errors="backslashreplace").decode()
    text = text or "failed without a word"
    return Disputed(text, said.other) if isinstance(said, Disputed) else text


def is_whole(sample: Sample, lengths: Sequence[int]) -> bool:
    """Whether a sample has all lengths (bytes) in the order that was asked for, each equally often timed."""
    timed = [row[0] for row in sample.rows]
    return timed == list(lengths) and len(set(map(len, sample.rows))) == 1


def why_not(sample: Sample, schedule: Schedule, target: Target, quantity: Quantity) -> str:
    """Why a sample can't be true, in words; empty if it can."""
    if not sample.rows:
        return "there are none"
    return (
        plausible.why_no_sample(sample)
        or _too_fast(sample, schedule.messages, target, quantity)
        or _unreadable(sample, Sample)
    )


def why_no_record(record: Record) -> str:
    """Why what a platform found out can't be recorded, in words; empty if it can."""
    return plausible.why_not(record) or _unreadable(record, type(record))


def _too_fast(sample: Sample, messages: int, target: Target, quantity: Quantity) -> str:
    """A call that is done before its message can have been read, or that takes longer than anything does.

    Timings are off by the steps of the counter, which the calls of one timing share.
    """
    most = max(map(samples.cycles_per_tick, sample.batches))
    step = 2 * (target.counter.resolution + (target.counter.cost or 0)) * most
    for (_, calls, *_), (length, timings, _) in zip(
        sample.rows, samples.cycles(sample), strict=True
    ):
        middle, count = median(timings), length * messages
        least = count / quantity.most_bytes if quantity.most_bytes else -plausible.MOST_CYCLES
        off = step / calls if count >= LONG else step + SLACK
        is_nothing = middle <= 0 and count >= LONG and quantity.most_bytes
        if not least - off <= middle <= plausible.MOST_CYCLES or is_nothing:
            times = f"{messages} messages of {length} bytes are" if messages > 1 else ""
            return f"{times or f'a message of {length} bytes is'} said to take {middle:.4g} {quantity.unit}"
    return ""


def _unreadable(found: object, kind: type[msgspec.Struct]) -> str:
    """What the reader of a data file would refuse: numbers that are none, or too large for the format."""
    try:
        msgspec.json.decode(msgspec.json.encode(found), type=kind)
    except (msgspec.MsgspecError, ValueError, OverflowError) as error:
        return f"no data file can hold them: {error}"
    return ""
