"""What a run spends its time on, and how long it will take."""

import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from hashcop.data.lengths import Schedule
from hashcop.platforms.door import KnowsPaces, Lane, Patience

# Seconds for each unit on two cores of 2023, where no run has ended yet: a build, a check, the race of an
# implementation, its table, its curve, its verdict on constant time, and the pages once. Builds are those that come
# first, since their pace is what others are foreseen by.
TYPICAL = {
    "build": 0.18,
    "check": 0.3,
    "race": 0.06,
    "table": 0.4,
    "curve": 0.22,
    "secrets": 0.5,
    "pages": 7.0,
}
TYPICAL_COST = 10.0  # cycles/byte
KEPT = "paces.json"  # in the cache


class Spent:
    """Seconds by stage. What is spent on no stage is `other`: looking at the machine, reading the tree."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.patience: Patience | None = None  # what is lost to it is `waiting`
        self.seconds: defaultdict[str, float] = defaultdict(float)
        # By platform and stage.
        self._seconds_of: defaultdict[tuple[str, str], float] = defaultdict(float)
        self._units_of: Counter[tuple[str, str]] = Counter()
        self._stages = ["other"]
        self._since = self.begun
        self._waited = 0.0

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return time.monotonic() - self.begun

    @contextmanager
    def on(self, stage: str) -> Iterator[None]:
        """What passes in this block is spent on a stage, except for what is spent on another in a block within."""
        self.charge()
        self._stages.append(stage)
        try:
            yield
        finally:
            self.charge()
            self._stages.pop()

    def charge(self, shares: Mapping[str, float] | None = None) -> None:
        """Charge what has passed to the stage at work; or to several that went on at once, by `shares`."""
        now = time.monotonic()
        passed, self._since = now - self._since, now
        waited = self.patience.waited if self.patience else 0.0
        lost, self._waited = waited - self._waited, waited
        self.seconds["waiting"] += lost
        whole = sum(shares.values()) if shares else 0.0
        rows = shares if shares and whole else {self._stages[-1]: 1.0}
        for stage, share in rows.items():
            self.seconds[stage] += (passed - lost) * share / (whole or 1.0)

    @contextmanager
    def of(self, platform: str, done: Mapping[str, int]) -> Iterator[None]:
        """What passes in this block is work of a platform. `done`: how many units are, by stage; they become more."""
        self.charge()
        seconds, units = dict(self.seconds), dict(done)
        try:
            yield
        finally:
            self.charge()
            for stage in TYPICAL:
                passed = self.seconds.get(stage, 0.0) - seconds.get(stage, 0.0)
                self._seconds_of[platform, stage] += passed
                self._units_of[platform, stage] += done.get(stage, 0) - units.get(stage, 0)

    def paces_by(self, stage: str, units: int) -> dict[str, float]:
        """The paces of a machine by that of one stage, of which so many units are done."""
        self.charge()
        pace = self.seconds[stage] / units if units else TYPICAL[stage]
        return {one: seconds * pace / TYPICAL[stage] for one, seconds in TYPICAL.items()}

    def keep_paces(self, cache: Path) -> None:
        """Keep the paces of each platform's stages that had any units for the next run."""
        every = kept(cache)
        for (platform, stage), units in self._units_of.items():
            if units:
                pace = self._seconds_of[platform, stage] / units
                every.setdefault(platform, {})[stage] = pace
        temporary = cache / f"{KEPT}.{os.getpid()}"
        with suppress(OSError):
            temporary.write_bytes(msgspec.json.encode(every))
            temporary.replace(cache / KEPT)


def forecast(units: Mapping[str, int], paces: Mapping[str, float]) -> float:
    """Seconds that so many units of each stage will take."""
    return sum(count * paces.get(stage, TYPICAL.get(stage, 0.0)) for stage, count in units.items())


def own_paces(lane: Lane) -> Mapping[str, float]:
    """Seconds for each unit of stages, by a lane that knows its own; empty where it does not."""
    return lane.paces if isinstance(lane, KnowsPaces) else {}


def at_least(paces: Mapping[str, float], lane: Lane) -> dict[str, float]:
    """Paces where timings take a unit no less than the processes of a lane's schedules."""
    lengths = lane.lengths
    ways = {"race": [(lengths.trial, [lengths.race])], "table": lengths.tables}
    ways["curve"] = [(lengths.for_curve, lengths.coarse)] if lengths.coarse else []
    found = {
        stage: sum(_seconds(lane, *one) for one in some) / max(len(some), 1)
        for stage, some in ways.items()
    }
    return {stage: max(seconds, found.get(stage, 0.0)) for stage, seconds in paces.items()}


def of_trial(lane: Lane) -> float:
    """Seconds that a trial of a build in a race may take."""
    return _seconds(lane, lane.lengths.trial, [lane.lengths.race])


def _seconds(lane: Lane, schedule: Schedule, lengths: Sequence[int]) -> float:
    return lane.seconds_of(lane.targets[0], TYPICAL_COST, lengths, schedule)


def kept(cache: Path) -> dict[str, dict[str, float]]:
    """The paces of the last long run on this machine, by platform; empty if there was none."""
    try:
        return msgspec.json.decode((cache / KEPT).read_bytes(), type=dict[str, dict[str, float]])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}
