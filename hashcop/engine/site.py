"""Where a run times, chosen when its first timing is due, and what the machine was like before and after."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from hashcop.data import store as data
from hashcop.data.lengths import PATIENCE
from hashcop.data.store import Fact, Store
from hashcop.engine import messages
from hashcop.engine.progress import Display
from hashcop.machine import activity, linux, machine, quiet
from hashcop.machine.activity import Activity, Snapshot
from hashcop.machine.conditions import Scene, judge
from hashcop.machine.linux import HERE
from hashcop.machine.processor import CPUS, Kind
from hashcop.machine.quiet import Found
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.timing import Timer
from hashcop.platforms.c.tools.toolchain import Toolchain, examined_on

LOOK_SECONDS = 0.2  # before the first timing
PATIENCE_AT_ONCE = 0.1  # seconds
DOCTOR_SECONDS = 1.0


def find_quietest(
    sandbox: Sandbox,
    toolchain: Toolchain,
    cache: Path,
    kind: Kind,
    seen: Activity,
    *,
    anew: bool = False,
) -> tuple[Toolchain, Found]:
    """The core to pin to, and the toolchain whose counters were examined there; both are kept in the cache."""
    harness = toolchain.targets[0].harness
    found = quiet.find(
        lambda core: quiet.attempt(sandbox, harness, core),
        kind.usable,
        seen.busy,
        quiet.kept(cache),
        anew=anew,
    )
    if found.pinned != toolchain.pinned:
        moved = examined_on(toolchain, sandbox, cache, found.pinned)
        if moved is None:  # timings there would be of another unit
            found = Found(toolchain.pinned, found.trials, found.when)
        toolchain = moved or toolchain
    found.keep(cache)
    return toolchain, found


def first_place(
    sandbox: Sandbox, toolchain: Toolchain, cache: Path, kind: Kind, *, looks: bool
) -> Toolchain:
    """The toolchain for the core of last time, since what is recorded of a machine names it.

    Where none was ever looked for, one is if `looks`.
    """
    before = quiet.kept(cache)
    if before is None and looks:
        _, seen = activity.look(LOOK_SECONDS)
        return find_quietest(sandbox, toolchain, cache, kind, seen)[0]
    if before is None or before.pinned == toolchain.pinned or before.pinned not in kind.usable:
        return toolchain
    return examined_on(toolchain, sandbox, cache, before.pinned) or toolchain


def scene_of(toolchain: Toolchain, found: Found, seen: Activity, now: Snapshot) -> Scene:
    """What there is to judge here."""
    counters = tuple(target.counter for target in toolchain.targets)
    return Scene(HERE, found.pinned, seen, now, found.trial, counters)


class Site:
    """The place of a run's timings. Nothing is tried, and nothing recorded, by a run that times nothing."""

    def __init__(
        self,
        sandbox: Sandbox,
        toolchain: Toolchain,
        store: Store,
        cache: Path,
        kind: Kind,
        display: Display,
        patience: float = PATIENCE,
    ) -> None:
        """`cache` knows the core of last time. `patience`: seconds that others may cost, altogether.

        Half of it at most is waited for them; the other half is for tables that they disturbed all the same.
        """
        self.patience = patience
        self.sandbox = sandbox
        self.toolchain = toolchain
        self.store = store
        self.cache = cache
        self.kind = kind
        self.display = display
        self._timer: Timer | None = None
        self._first: Timer | None = None
        self._found: Found | None = None
        self._before: Snapshot | None = None
        self._bad: set[str] = set()
        self._known = _bad_in(store.conditions)

    def timer(self) -> Timer:
        """What times, on the quietest core."""
        if self._timer is None:
            self._timer = self._settle()
        return self._timer

    def timer_at_once(self) -> Timer:
        """For a first answer: what times on the core of last time, while none was looked for yet."""
        if self._timer is not None:
            return self._timer
        if self._first is None:
            self.store.record_machine(machine.describe(self.toolchain, self.sandbox, self.kind))
            self._first = Timer(self.sandbox, self.toolchain.pinned, PATIENCE_AT_ONCE)
        return self._first

    def _settle(self) -> Timer:
        self.display.show("looking for the quietest core")
        now, seen = activity.look(LOOK_SECONDS)
        where = self.toolchain, self.cache, self.kind
        self.toolchain, found = find_quietest(self.sandbox, *where, seen)
        self.store.record_machine(machine.describe(self.toolchain, self.sandbox, self.kind))
        self._record("begin", found, seen, now)
        self._found, self._before = found, now
        return Timer(self.sandbox, found.pinned, self.patience, reserve=self.patience / 2)

    def leave(self) -> None:
        """Once all is timed: record how the machine was at the end, and say what is bad if the last run did not."""
        if self._found is None or self._before is None:
            return
        now, seen = activity.look(LOOK_SECONDS)
        meanwhile = replace(activity.between(self._before, now), busy=seen.busy)
        harness, pinned = self.toolchain.targets[0].harness, self._found.pinned
        again = quiet.attempt(self.sandbox, harness, pinned)
        found = replace(self._found, trials=(again,) if again else ())
        self._record("end", found, meanwhile, now)
        if self._bad - self._known:
            self.display.print(messages.unquiet(sorted(self._bad)))

    def _record(self, when: str, found: Found, seen: Activity, now: Snapshot) -> None:
        judgements = judge(scene_of(self.toolchain, found, seen, now))
        fact: dict[str, Any] = {"when": when, "pinned": found.pinned}
        fact |= {"judgements": [one.fields for one in judgements]}
        fact |= {"quiet": [trial.fields for trial in found.trials]}
        fact |= {"counters": counters_now(found.pinned, now)}
        self._bad |= _bad_in(fact)
        key = data.digest("conditions", time.time_ns(), when)
        self.store.record([{"kind": "conditions", "key": key, **fact}])


def _bad_in(fact: Fact | None) -> set[str]:
    """The names of what a `conditions` fact says is bad."""
    rows = (fact or {}).get("judgements", [])
    return {row["name"] for row in rows if row["state"] == "bad"}


def counters_now(pinned: int, now: Snapshot, root: Path = HERE) -> Fact:
    """The kernel's counters at a moment: what two such differ by happened between them."""
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
