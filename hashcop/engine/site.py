"""Where a run takes its timings, chosen when the first one is due, and what the machine was like before and after."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hashcop.data import records
from hashcop.data.keys import digest
from hashcop.data.records import Quiet
from hashcop.data.store import Store
from hashcop.engine import messages
from hashcop.engine.gate import gated
from hashcop.engine.progress import Display
from hashcop.engine.watched import Watch
from hashcop.machine import activity, linux, quiet
from hashcop.machine.activity import Activity, Snapshot
from hashcop.machine.alone import Alone
from hashcop.machine.conditions import Scene, judge
from hashcop.machine.linux import HERE
from hashcop.machine.processor import CPUS, Kind
from hashcop.machine.quiet import Choice
from hashcop.platforms.door import Lane, Patience, Timer
from hashcop.results import disturbed

LOOK_SECONDS = 0.2  # before the first timing
PATIENCE_AT_ONCE = 0.1  # seconds
Describe = Callable[["Lanes"], records.Machine]


@dataclass(frozen=True)
class Lanes:
    """The platforms at work in a run, by name, all on one logical processor."""

    of: Mapping[str, Lane] = field(default_factory=dict)

    @property
    def core(self) -> int | None:
        """The logical processor that counters were examined on; None without lanes."""
        return next((lane.core for lane in self.of.values()), None)

    @property
    def are_of_machine(self) -> bool:
        """Whether something is found out that depends on the machine, and on how quiet it is."""
        return any(lane.quantity.is_of_machine for lane in self.of.values())

    def on_core(self, core: int) -> "Lanes | None":
        """All lanes on another logical processor; None where one of them can't move there."""
        moved = {name: lane.on_core(core) for name, lane in self.of.items()}
        there = {name: lane for name, lane in moved.items() if lane is not None}
        return Lanes(there) if len(there) == len(moved) else None

    def quietness(self, core: int) -> Quiet | None:
        """How quiet a logical processor is, by the first lane that can tell."""
        found = (lane.quietness(core) for lane in self.of.values())
        return next((one for one in found if one is not None), None)

    def scene(self, found: Choice, seen: Activity, now: Snapshot) -> Scene:
        """What there is to judge on this machine."""
        counters = tuple(t.counter for lane in self.of.values() for t in lane.targets)
        return Scene(HERE, found.pinned, seen, now, found.own, counters)


def find_quietest(
    lanes: Lanes, cache: Path, kind: Kind, seen: Activity, *, anew: bool = False
) -> tuple[Lanes, Choice]:
    """The core to time on, and the lanes with their counters examined there; both are kept in the cache.

    `seen`: how busy the machine was. `anew`: all cores are tried, whatever was found before.
    """
    before = quiet.kept(cache)
    found = quiet.find(lanes.quietness, kind.usable, seen.busy, before, anew=anew)
    core = lanes.core
    if core is not None and found.pinned != core:
        moved = lanes.on_core(found.pinned)
        if moved is None:  # timings there would be of another unit
            found = Choice(core, found.tried, found.when)
        lanes = moved or lanes
    found.keep(cache)
    return lanes, found


def on_known_core(lanes: Lanes, cache: Path, kind: Kind, *, looks: bool) -> Lanes:
    """The lanes on the core of last time, which the newest `machine` record names.

    If no core has been chosen yet and `looks` is true, look for one now.
    """
    before = quiet.kept(cache)
    if before is None and looks and lanes.are_of_machine:
        _, seen = activity.look(LOOK_SECONDS)
        return find_quietest(lanes, cache, kind, seen)[0]
    if before is None or before.pinned == lanes.core or before.pinned not in kind.usable:
        return lanes
    return lanes.on_core(before.pinned) or lanes


class Site:
    """Where a run takes its timings. A run that times nothing looks for no core, and records no conditions."""

    def __init__(
        self,
        lanes: Lanes,
        store: Store,
        cache: Path,
        kind: Kind,
        display: Display,
        describe: Describe,
        patience: float,
        alone: Alone,
    ) -> None:
        """`cache` knows the core of last time. `describe` makes the `machine` record. `alone` is held from the first
        timing on.

        `patience`: seconds that a run may lose to disturbances. Half of it at most is for waiting; the other half is
        for measuring again what was disturbed all the same.
        """
        self.lanes = lanes
        self.store = store
        self.cache = cache
        self.kind = kind
        self.display = display
        self.describe = describe
        self.alone = alone
        self.patience = Patience(patience, reserve=patience / 2)
        self._timers: dict[str, Timer] = {}
        self._first: dict[str, Timer] = {}
        self._found: Choice | None = None
        self._before: Snapshot | None = None
        self._watch = Watch()
        self._bad: set[str] = set()
        self._known = _bad_in(store.conditions)

    @property
    def core(self) -> int:
        """The quietest core, looked for when it is first wanted."""
        if self._found is None:
            self._found = self._settle()
        return self._found.pinned

    def timer(self, lane: Lane) -> Timer:
        """The timer of a lane, on the quietest core."""
        core = self.core
        if lane.platform not in self._timers:
            settled = self.lanes.of.get(lane.platform, lane)
            timer = gated(settled.timer(core, self.patience), lane.quantity)
            self._timers[lane.platform] = self._watch.timer(timer)
        return self._timers[lane.platform]

    def timer_at_once(self, lane: Lane) -> Timer:
        """For a first answer: the timer of a lane on the core of last time, while no quietest core is known."""
        if self._found is not None:
            return self.timer(lane)
        if lane.platform not in self._first:
            self._be_alone()
            self.store.record_machine(self.describe(self.lanes))
            timer = gated(lane.timer(lane.core, Patience(PATIENCE_AT_ONCE)), lane.quantity)
            self._first[lane.platform] = self._watch.timer(timer)
        return self._first[lane.platform]

    def _settle(self) -> Choice:
        if not self.lanes.are_of_machine and self.lanes.core is not None:
            self.store.record_machine(self.describe(self.lanes))
            return Choice(self.lanes.core, (), 0.0)
        self._be_alone()
        self.display.show("looking for the quietest core")
        now, seen = activity.look(LOOK_SECONDS)
        self.lanes, found = find_quietest(self.lanes, self.cache, self.kind, seen)
        self.store.record_machine(self.describe(self.lanes))
        self._record("begin", found, seen, now)
        self._before = now
        return found

    def _be_alone(self) -> None:
        """Wait until nobody else times on this machine."""
        if self.lanes.are_of_machine:
            self.alone.take(self.display.print)

    def leave(self) -> None:
        """Record how the machine was at the end, and tell people what disturbed timings.

        What a look at the machine saw is told where the last run did not see it, and what the timings tell always.
        """
        if self._found is None or self._before is None:
            return
        now, seen = activity.look(LOOK_SECONDS)
        meanwhile = replace(activity.between(self._before, now), busy=seen.busy)
        again = self.lanes.quietness(self._found.pinned)
        found = replace(self._found, tried=(again,) if again else ())
        self._record("end", found, meanwhile, now)
        told = disturbed.names(self._watch.found)
        looked = self._bad - disturbed.known(self._watch.found)
        if told or looked - self._known:
            self.display.print(messages.unquiet([*told, *sorted(looked)]))

    def _record(self, when: str, found: Choice, seen: Activity, now: Snapshot) -> None:
        judgements = judge(self.lanes.scene(found, seen, now))
        record = records.Conditions(
            key=digest("conditions", time.time_ns(), when),
            when=when,
            pinned=found.pinned,
            judgements=tuple(one.record for one in judgements),
            quiet=tuple(found.tried),
            counters=counters_now(found.pinned, now),
        )
        self._bad |= _bad_in(record)
        self.store.record([record])


def _bad_in(conditions: records.Conditions | None) -> set[str]:
    """The names of the conditions that were judged bad."""
    rows = conditions.judgements if conditions else ()
    return {row.name for row in rows if row.state == "bad"}


def counters_now(pinned: int, now: Snapshot, root: Path = HERE) -> dict[str, int]:
    """The kernel's counters at a moment: the differences of two such readings happened between them."""
    at = f"{CPUS}/cpu{pinned}/cpufreq/scaling_cur_freq"
    ticks = now.processors.get(pinned)
    told = {
        "frequency": linux.number(root, at),
        "throttled": now.throttled,
        "swapped": now.swapped,
        "busy": ticks.busy if ticks else None,
        "stolen": ticks.stolen if ticks else None,
        "all": ticks.all if ticks else None,
    }
    return {name: value for name, value in told.items() if value is not None}
