"""Build and check everything of a run, on all cores: from groups to programs that are right."""

import math
import os
import threading
import time
from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from hashcop.data import store as data
from hashcop.data.store import Fact, Store
from hashcop.engine import messages
from hashcop.engine.outcomes import Outcomes
from hashcop.engine.plan import Group
from hashcop.engine.progress import Display
from hashcop.machine.sandbox import Sandbox, stop_all
from hashcop.platforms.c import build, check
from hashcop.platforms.c.operations import HASH
from hashcop.platforms.c.tools.toolchain import Toolchain
from hashcop.results.race import Entrant

BUILD_SECONDS = 0.4  # what one takes on one core, more or less: for the display only
CHECK_SECONDS = 0.5


@dataclass(frozen=True, eq=False)
class Prepared:
    """A group, the facts of its builds and checks, and those of its distinct builds that are right.

    `builds` are by the place of the option set.
    """

    group: Group
    entrants: tuple[Entrant, ...]
    builds: Mapping[int, Fact]
    checks: tuple[Fact, ...]


@dataclass
class _State:
    """A group on its way: what is known of its builds and checks so far.

    `to_build` counts what is still to be built of what is wanted at the moment, of `were_to_build`.
    """

    group: Group
    number: int
    sources: str
    keys: list[str]
    builds: dict[int, Fact] = field(default_factory=dict)
    to_build: int = 0
    were_to_build: int = 0
    checks: dict[str, Fact] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    workshop: build.Workshop | None = None


def is_subroutine(group: Group) -> bool:
    """Whether it is built for what includes it, and no hash."""
    return group.implementation.operation != HASH


def about(group: Group) -> Fact:
    """The fields that every fact about a group has."""
    return {
        "abi": group.target.abi,
        "hash": group.function.name,
        "implementation": group.implementation.name,
        "security": group.security,
    } | ({"operation": group.implementation.operation} if is_subroutine(group) else {})


def title(group: Group) -> str:
    """A group, for people."""
    operation = f"{group.implementation.operation}/" if is_subroutine(group) else ""
    return f"{operation}{group.function.name}/{group.implementation.name} {group.target.abi}"


def timing_check_key(code: str, toolchain: Toolchain) -> str:
    """The key of the `check` fact of a build that misbehaved while it was timed."""
    return data.digest("timing", code, toolchain.harness_digest)


def timing_check(store: Store, code: str, toolchain: Toolchain) -> Fact | None:
    """The `check` fact that says how a build misbehaved while it was timed; None where it did not."""
    return store.find("check", timing_check_key(code, toolchain))


class Preparation:
    """Builds and checks groups, recording what is new."""

    def __init__(
        self,
        toolchain: Toolchain,
        sandbox: Sandbox,
        store: Store,
        display: Display,
        seconds: int,
        outcomes: Outcomes,
    ) -> None:
        """`seconds`: the time limit of a check. `outcomes`: what other benches and checkouts have built and checked."""
        self.toolchain = toolchain
        self.sandbox = sandbox
        self.store = store
        self.display = display
        self.seconds = seconds
        self.outcomes = outcomes
        self.programs = outcomes.programs
        self.work = store.directory / "work"
        self.cores = len(os.sched_getaffinity(0))
        self._states: dict[Group, _State] = {}
        self._taken = 0  # builds, from the cache
        # Builds that are new here, of groups that were not selected by name.
        self.made: list[Fact] = []

    def run(
        self,
        groups: Sequence[Group],
        wanted: Mapping[Group, Collection[int]] | None = None,
        *,
        deadline: float = math.inf,
        announced: bool = True,
    ) -> list[Prepared]:
        """Build and check; groups in the order given. Interrupted, it ends what runs and raises again.

        `wanted`: of each group the places of the option sets to build; all where none are given. What comes back has
        all that was ever built of a group. After `deadline` (time.monotonic) no build is begun any more.
        `announced`: how much there is to do is said before.
        """
        states = [self._state(group) for group in groups]
        executor = ThreadPoolExecutor(self.cores)
        try:
            self._all(states, wanted, executor, deadline, announced)
        except BaseException:
            stop_all()
            executor.shutdown(cancel_futures=True)
            raise
        executor.shutdown()
        return [self._prepared(state) for state in states]

    def keys(self, group: Group) -> Sequence[str]:
        """The key of the build with each option set."""
        return self._state(group).keys

    def known_places(self, group: Group) -> list[int]:
        """Places of the option sets of which nothing is to be built."""
        state = self._state(group)
        places = range(len(state.keys))
        return [p for p in places if p in state.builds or self._known_build(state, p) is not None]

    def _state(self, group: Group) -> _State:
        if group not in self._states:
            self._states[group] = self._open(len(self._states), group)
        return self._states[group]

    def _open(self, number: int, group: Group) -> _State:
        sources = "" if group.implementation.problem else group.implementation.digest()
        keys = [build.key(group, s, sources, self.toolchain) for s in group.option_sets]
        if group.skip:
            self._record_skip(group, sources)
        return _State(group, number, sources, keys)

    def _record_skip(self, group: Group, sources: str) -> None:
        rest = about(group)
        key = data.digest("skip", *rest.values(), sources, group.skip)
        fact = {"kind": "build", "key": key, **rest, "options": [], "sources": sources}
        fact |= {"outcome": "skipped", "reason": group.skip}
        known = self.store.find("build", key)
        if known is None or not self.store.is_newest(known):
            self.store.record([fact])

    def _known_build(self, state: _State, place: int) -> Fact | None:
        """What is recorded of a build, where nothing is left to be done for it."""
        fact = self.store.find("build", state.keys[place])
        if fact is None or fact["outcome"] != "ok":
            return fact
        program = build.program_path(self.programs, fact["object"], self.toolchain)
        return fact if build.is_kept(program, state.group) else None

    def _missing(self, state: _State, places: Iterable[int]) -> list[int]:
        """What is to be built of the places; what is known already, here or elsewhere, is taken in."""
        missing, elsewhere = [], []
        for place in places:
            if place in state.builds:
                continue
            known = self._known_build(state, place)
            if known is not None:
                self._accept(state, place, known)
                continue
            found = self.outcomes.find_build(state.group, state.keys[place])
            if found is None:
                missing.append(place)
            else:
                self._taken += 1
                elsewhere += self._take(state, place, found)
        self.store.record(elsewhere)
        return missing

    def _all(
        self,
        states: list[_State],
        wanted: Mapping[Group, Collection[int]] | None,
        executor: ThreadPoolExecutor,
        deadline: float,
        announced: bool,
    ) -> None:
        tasks: dict[Future[Any], tuple[_State, int | str]] = {}
        builds: deque[tuple[_State, int]] = deque()
        known, taken = 0, self._taken
        for state in states:
            every = range(len(state.keys))
            places = every if wanted is None else sorted(wanted.get(state.group, ()))
            missing = self._missing(state, places)
            known += len(places) - len(missing)
            state.to_build = state.were_to_build = len(missing)
            builds.extend((state, place) for place in missing)
            if not missing:
                self._start_checks(state, executor, tasks)
        if self._taken > taken and announced:
            self.display.print(messages.taken(self._taken - taken))
        to_build = len(builds)
        if to_build and announced:
            seconds = to_build * (BUILD_SECONDS + CHECK_SECONDS) / self.cores
            self.display.plan(to_build, known, seconds, self.cores)
        if announced:
            self.display.expect("build", to_build, BUILD_SECONDS / self.cores)
            self.display.expect("check", to_build, CHECK_SECONDS / self.cores)
        while tasks or builds:
            if builds and time.monotonic() > deadline:
                self._give_up(builds, executor, tasks)
            # No more than keep the cores busy: what is built is checked before the next is built.
            while builds and len(tasks) < 2 * self.cores:
                state, place = builds.popleft()
                tasks[executor.submit(self._build, state, place)] = state, place
            finished, _ = wait(tasks, return_when=FIRST_COMPLETED)
            for task in finished:
                state, what = tasks.pop(task)
                if isinstance(what, int):
                    self._built(state, what, task.result())
                    if not state.to_build:
                        self._start_checks(state, executor, tasks)
                else:
                    self._checked(state, what, task.result())

    def _give_up(
        self,
        builds: deque[tuple[_State, int]],
        executor: ThreadPoolExecutor,
        tasks: dict[Future[Any], tuple[_State, int | str]],
    ) -> None:
        """Leave what is not begun. What was built is checked."""
        self.display.expect("build", -len(builds), BUILD_SECONDS / self.cores)
        left = Counter(state.number for state, _ in builds)
        for state in {state.number: state for state, _ in builds}.values():
            state.to_build -= left[state.number]
            if not state.to_build:
                self._start_checks(state, executor, tasks)
        builds.clear()

    def _build(self, state: _State, place: int) -> build.Built:
        with state.lock:
            if state.workshop is None:
                directory = self.work / str(state.number)
                state.workshop = build.Workshop(
                    state.group, self.toolchain, self.sandbox, directory, self.programs
                )
        return state.workshop.build(state.group.option_sets[place])

    def _accept(self, state: _State, place: int, fact: Fact) -> None:
        state.builds[place] = fact
        if not self.store.is_newest(fact):
            self.store.record([fact])

    def _build_fact(self, state: _State, place: int, outcome: Fact) -> Fact:
        """The fact of a build that is new here; what failed is said, at once or at the end of the run."""
        option_set = state.group.option_sets[place]
        fact = {"kind": "build", "key": state.keys[place], **about(state.group)}
        fact |= {"options": option_set.words, "sources": state.sources}
        fact |= {"version": state.group.implementation.version, **outcome}
        fact |= {"implementors": list(state.group.implementation.implementors) or None}
        fact |= {"subroutines": [s.words for s in state.group.subroutines] or None}
        state.builds[place] = fact
        if not state.group.named:
            self.made.append(fact)
        elif fact["outcome"] == "failed":
            why = f"does not build with {option_set.command}: {fact['reason']}"
            self.display.problem(f"{title(state.group)}: {why}")
        return fact

    def _take(self, state: _State, place: int, outcome: Fact) -> list[Fact]:
        """A build that was done elsewhere counts as done here: its fact, where that is new."""
        known = self.store.find("build", state.keys[place])
        fact = self._build_fact(state, place, outcome)
        return [fact] if known is None or not self.store.is_newest(known) else []

    def _built(self, state: _State, place: int, built: build.Built) -> None:
        fact = self._build_fact(state, place, built.outcome)
        self.outcomes.keep_build(state.group, fact["key"], built)
        state.to_build -= 1
        known = self.store.find("build", fact["key"])
        if known is None or not self.store.is_newest(known):
            self.store.record([fact])
        words = f"{title(state.group)} {' '.join(fact['options'])}"
        self.display.finish(BUILD_SECONDS / self.cores, "build", words, fact["outcome"])

    def _distinct(self, state: _State) -> dict[str, int]:
        """Machine code -> the first place that has it."""
        distinct: dict[str, int] = {}
        for place, fact in sorted(state.builds.items()):
            if fact["outcome"] == "ok":
                distinct.setdefault(fact["object"], place)
        return distinct

    def _start_checks(
        self,
        state: _State,
        executor: ThreadPoolExecutor,
        tasks: dict[Future[Any], tuple[_State, int | str]],
    ) -> None:
        if state.workshop is not None:
            state.workshop.close()
            state.workshop = None
        to_check = 0
        elsewhere: list[Fact] = []
        for code, place in self._distinct(state).items():
            if code in state.checks:
                continue
            key = check.key(state.group, code, self.toolchain, self.seconds)
            known = self.store.find("check", key)
            if known is not None:
                state.checks[code] = known
                continue
            found = self.outcomes.find("check", state.group, key)
            if found is not None:
                elsewhere.append(self._check_fact(state, code, found))
                continue
            program = build.program_path(self.programs, code, self.toolchain)
            option_set = state.group.option_sets[place]
            task = executor.submit(
                check.run, state.group, option_set, program, self.sandbox, self.seconds
            )
            tasks[task] = state, code
            to_check += 1
        self.store.record(elsewhere)
        # Until now every build was expected to be distinct.
        more = to_check - state.were_to_build
        self.display.expect("check", more, CHECK_SECONDS / self.cores)

    def _check_fact(self, state: _State, code: str, verdict: Fact) -> Fact:
        option_set = state.group.option_sets[self._distinct(state)[code]]
        key = check.key(state.group, code, self.toolchain, self.seconds)
        fact = {"kind": "check", "key": key, **about(state.group)}
        fact |= {"options": option_set.words, "object": code, **verdict}
        state.checks[code] = fact
        return fact

    def _checked(self, state: _State, code: str, verdict: Fact) -> None:
        fact = self._check_fact(state, code, verdict)
        self.outcomes.keep_check(state.group, fact["key"], verdict)
        self.store.record([fact])
        name = title(state.group)
        if fact["reason"]:
            self.display.problem(f"{name}: {fact['reason']}")
        for finding in fact.get("findings") or ():
            self.display.problem(f"{name}: right, but {finding}")
        result = "ok, with a finding" if fact.get("findings") else fact["outcome"]
        words = " ".join(fact["options"])
        self.display.finish(CHECK_SECONDS / self.cores, "check", f"{name} {words}", result)

    def _prepared(self, state: _State) -> Prepared:
        distinct = self._distinct(state)
        timed = {code: timing_check(self.store, code, self.toolchain) for code in distinct}
        entrants = tuple(
            Entrant(place, code, build.program_path(self.programs, code, self.toolchain))
            for code, place in distinct.items()
            if state.checks[code]["outcome"] == "ok" and timed[code] is None
        )
        checks = [*state.checks.values(), *(fact for fact in timed.values() if fact)]
        return Prepared(state.group, entrants, dict(state.builds), tuple(checks))
