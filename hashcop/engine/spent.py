"""What a run spends its time on, and how long it will take."""

import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from hashcop.platforms.door import Patience

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
KEPT = "paces.json"  # in the cache


class Spent:
    """Seconds by stage. What is spent on no stage is `other`: looking at the machine, reading the tree."""

    def __init__(self) -> None:
        self.begun = time.monotonic()
        self.patience: Patience | None = None  # what is lost to it is `waiting`
        self.seconds: defaultdict[str, float] = defaultdict(float)
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

    def paces_by(self, stage: str, units: int) -> dict[str, float]:
        """The paces of a machine by that of one stage, of which so many units are done."""
        self.charge()
        pace = self.seconds[stage] / units if units else TYPICAL[stage]
        return {one: seconds * pace / TYPICAL[stage] for one, seconds in TYPICAL.items()}

    def keep_paces(self, cache: Path, units: Mapping[str, int]) -> None:
        """Keep the paces of the stages that had any units for the next run."""
        paces = {s: self.seconds[s] / units[s] for s in TYPICAL if units.get(s)}
        temporary = cache / f"{KEPT}.{os.getpid()}"
        with suppress(OSError):
            temporary.write_bytes(msgspec.json.encode(kept(cache) | paces))
            temporary.replace(cache / KEPT)


def forecast(units: Mapping[str, int], paces: Mapping[str, float]) -> float:
    """Seconds that so many units of each stage will take."""
    return sum(count * paces.get(stage, TYPICAL.get(stage, 0.0)) for stage, count in units.items())


def kept(cache: Path) -> dict[str, float]:
    """The paces of the last long run on this machine; empty if there was none."""
    try:
        return msgspec.json.decode((cache / KEPT).read_bytes(), type=dict[str, float])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}
