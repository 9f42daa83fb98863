"""Build and check everything of a run, on all cores: from groups to artifacts that are right."""

import contextlib
import math
import os
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypedDict, TypeVar

import msgspec

from hashcop.data.keys import digest
from hashcop.data.records import OPERATION, About, Build, Check
from hashcop.data.store import Store
from hashcop.engine import messages
from hashcop.engine.disputes import DISPUTED, Dispute, Disputes, contest_of, sides_of
from hashcop.engine.machine_code import MachineCode
from hashcop.engine.outcomes import Outcomes, is_killed, is_of_the_system
from hashcop.engine.progress import Display
from hashcop.engine.spent import own_paces
from hashcop.machine.sandbox import stop_all
from hashcop.platforms.door import Built, GetsReady, Group, Outcome, Verdict, Workshop
from hashcop.results.race import Entrant

# What each takes on one core, more or less, where a lane knows no better: for the display only.
SECONDS = {"build": 0.4, "check": 0.5}
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Prepared:
    """A group with the records of its builds and checks, and its distinct builds that are not known to be wrong.

    These are the `entrants`: a search leaves most of them unchecked. `builds` are by the index of the option set.
    """

    group: Group
    entrants: tuple[Entrant, ...]
    builds: Mapping[int, Build]
    checks: tuple[Check, ...]


@dataclass
class _State:
    """A group on its way: what is known of its builds and checks so far.

    `to_build` counts what is still to be built of what is wanted at the moment; if `is_checked`, checks follow.
    """

    group: Group
    number: int
    sources: str
    keys: list[str]
    builds: dict[int, Build] = field(default_factory=dict)
    to_build: int = 0
    is_checked: bool = True
    checks: dict[str, Check] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)
    workshop: Workshop | None = None

    @property
    def distinct(self) -> dict[str, int]:
        """Machine code -> the first option set (by index) that gives it."""
        distinct: dict[str, int] = {}
        for index, build in sorted(self.builds.items()):
            if build.outcome == "ok":
                distinct.setdefault(build.object, index)
        return distinct


class AboutFields(TypedDict):
    """The fields that every record about a group has."""

    platform: str
    target: str
    hash: str
    implementation: str
    operation: str
    security: str


def about(group: Group) -> AboutFields:
    """The fields that every record about a group has."""
    return {
        "platform": group.lane.platform,
        "target": group.target.name,
        "hash": group.function.name,
        "implementation": group.implementation.name,
        "operation": group.implementation.operation,
        "security": group.security,
    }


def title(group: Group) -> str:
    """A group, for people."""
    of_another = group.is_subroutine or group.implementation.operation != OPERATION
    operation = f"{group.implementation.operation}/" if of_another else ""
    return f"{operation}{group.function.name}/{group.implementation.name} {group.target.name}"


def timing_check_key(group: Group, code: str) -> str:
    """The key of the `check` record of a build that misbehaved while it was timed."""
    return digest("timing", code, group.lane.ruler(group.target))


def timing_check(store: Store, group: Group, code: str) -> Check | None:
    """The `check` record that says how a build misbehaved while it was timed; None where it did not.

    A dispute is none: that is settled in other ways.
    """
    found = store.find(Check, timing_check_key(group, code))
    return found if found and found.outcome != DISPUTED else None


def _spread(items: Iterable[T], group_of: Callable[[T], Group]) -> list[T]:
    """The same, those of a hash far from each other: they wait for the same witness."""
    turns: Counter[tuple[str, str]] = Counter()
    numbered = []
    for item in items:
        contest = contest_of(group_of(item))
        numbered.append((turns[contest], item))
        turns[contest] += 1
    return [item for _, item in sorted(numbered, key=lambda one: one[0])]


_Tasks = dict[Future[Any], tuple[_State, int | str]]


class Preparation:
    """Builds and checks groups, and records what is new."""

    def __init__(self, store: Store, display: Display, seconds: int, outcomes: Outcomes) -> None:
        """`seconds`: the time limit of one call in a check. `outcomes`: those of other benches and checkouts."""
        self.store = store
        self.display = display
        self.seconds = seconds
        self.outcomes = outcomes
        self.disputes = Disputes(store)
        self.machine_code = MachineCode(outcomes)  # of the winners that were confirmed
        self.work = store.directory / "work"
        self.cores = len(os.sched_getaffinity(0))
        self._states: dict[Group, _State] = {}
        self._ready: set[Group] = set()
        self._taken = 0  # builds, from the cache
        self._busy: defaultdict[str, float] = defaultdict(float)  # seconds of all threads together
        # Builds that are new here, of groups that were not selected by name.
        self.made: list[Build] = []

    def run(
        self,
        groups: Sequence[Group],
        wanted: Mapping[Group, Collection[int]] | None = None,
        *,
        deadline: float = math.inf,
        announced: bool = True,
        checks: bool = True,
    ) -> list[Prepared]:
        """Build and check; groups in the order given. When interrupted, end what runs and raise again.

        `wanted`: the option sets to build of each group, by index; without it all. The result has all that was ever
        built of a group. After `deadline` (time.monotonic) no build is begun any more. `announced`: people are told
        beforehand how much there is to do. Without `checks`, builds are left for `confirm` to check.
        """
        states = [self._state(group) for group in groups]
        with self._at_work() as executor:
            self._all(states, wanted, executor, deadline, announced, checks)
            self._get_ready(groups if wanted is None else wanted, executor)
        self.record_disputes()
        return [self._prepared(state) for state in states]

    def _get_ready(self, groups: Iterable[Group], executor: ThreadPoolExecutor) -> None:
        """Let lanes make what the timings of groups need, on all cores, and not one by one while something is timed."""
        tasks = []
        for group in _spread(groups, lambda one: one):
            lane = group.lane
            if group.target.is_timed and group not in self._ready and isinstance(lane, GetsReady):
                self._ready.add(group)
                ready = partial(lane.get_ready, group)
                tasks.append(executor.submit(self._clocked, "check", ready))
        for task in tasks:
            task.result()

    def confirm(
        self, builds: Iterable[tuple[Group, str]], winners: Iterable[tuple[Group, str]] = ()
    ) -> None:
        """Check builds (group, machine code) that were not checked yet. `is_right` has the verdicts.

        Meanwhile the machine code of `winners` is looked into: `machine_code` has what is found.
        """
        wanted: dict[Group, list[str]] = {}
        for group, code in _spread(builds, lambda build: build[0]):
            wanted.setdefault(group, []).append(code)
        tasks: _Tasks = {}
        with self._at_work() as executor:
            for group, codes in wanted.items():
                state = self._state(group)
                codes += [code for code in self._settled(state) if code not in codes]
                self._start_checks(state, codes, executor, tasks)
            for group, code in winners:
                self.machine_code.ask(
                    group, code, lambda look: executor.submit(self._clocked, "check", look)
                )
            while tasks:
                self._finish_some(executor, tasks)
            self.machine_code.finish()
        self.record_disputes()

    def dispute(self, group: Group, how: str, other: str) -> None:
        """A build of a group has other digests than another implementation, and nobody knows which are right.

        Nothing of the hash is timed on this target any more.
        """
        if self.disputes.add(group, how, other):
            self._tell_dispute(group)

    def remind(self, groups: Iterable[Group]) -> None:
        """Tell people which of the hashes are in dispute by what earlier runs found."""
        for group in {contest_of(group): group for group in groups}.values():
            self._tell_dispute(group)

    def _tell_dispute(self, group: Group) -> None:
        found = self.disputes.of(group)
        if found:
            where, name = f"{group.function.name} {group.target.name}", group.function.name
            words = messages.disputed(where, f"{found.one} {found.how}", name)
            self.display.problem(words)

    def record_disputes(self) -> None:
        """Record of machine code that is right that it counts for nothing while its hash is in dispute, or that it
        counts again.
        """
        if not (self.disputes.is_any_open or self.store.has_disputes):
            return  # asked after each race
        for state in self._states.values():
            dispute = self.disputes.of(state.group)
            own = About(key="", **about(state.group))
            for code in state.checks if dispute else state.distinct:
                before = self.store.in_dispute(own, code)
                if (before or dispute) and self._outcome(state, code) == "right":
                    check = state.checks[code]
                    now = self._disputed(state.group, check, dispute) if dispute else check
                    if before is None or before.reason != now.reason:
                        self.store.record([now])

    def _settled(self, state: _State) -> list[str]:
        """The machine code of a group whose check said that it is in a dispute, which is settled."""
        if self.disputes.of(state.group) or not self.store.has_disputes:
            return []
        own = About(key="", **about(state.group))
        return [code for code in state.distinct if self.store.in_dispute(own, code)]

    def _disputed(self, group: Group, check: Check, dispute: Dispute) -> Check:
        path = group.implementation.path
        return Check(
            key=digest("dispute", check.key),
            **about(group),
            options=check.options,
            object=check.object,
            outcome=DISPUTED,
            reason=dispute.reason(path),
            disagrees_with=dispute.opponent(path),
            sides=sides_of(group, dispute.opponent(path)),
            expected="unknown",
        )

    def is_right(self, group: Group, code: str) -> bool:
        """Whether a build passed its check, and has not misbehaved since; false if it was never checked."""
        state = self._state(group)
        return self._outcome(state, code) == "right" and not self._is_wrong(state, code)

    def is_known_wrong(self, group: Group) -> bool:
        """Whether builds of a group are recorded whose checks are, too, and none of them is right. Builds nothing."""
        state = self._state(group)
        builds = (self.store.find(Build, key) for key in state.keys)
        codes = {one.object for one in builds if one and one.outcome == "ok"}
        known = [code for code in codes if self._outcome(state, code) is not None]
        return bool(known) and all(self._is_wrong(state, code) for code in known)

    def refreshed(self, prepared: Prepared) -> Prepared:
        """Without the entrants that have been found to be wrong since."""
        state = self._state(prepared.group)
        left = tuple(e for e in prepared.entrants if not self._is_wrong(state, e.code))
        return replace(prepared, entrants=left)

    @contextlib.contextmanager
    def _at_work(self) -> Iterator[ThreadPoolExecutor]:
        """Threads for builds and checks. When interrupted, end what runs."""
        executor = ThreadPoolExecutor(self.cores)
        spent, self._busy = self.display.spent, defaultdict(float)
        with spent.on("build"):
            try:
                yield executor
            except BaseException:
                stop_all()
                executor.shutdown(cancel_futures=True)
                raise
            executor.shutdown()
            spent.charge(self._busy)

    def keys(self, group: Group) -> Sequence[str]:
        """The key of the build with each option set."""
        return self._state(group).keys

    def known(self, group: Group) -> list[int]:
        """The option sets, by index, of which nothing is left to build."""
        state = self._state(group)
        every = range(len(state.keys))
        return [i for i in every if i in state.builds or self._known_build(state, i) is not None]

    def _state(self, group: Group) -> _State:
        if group not in self._states:
            self._states[group] = self._open(len(self._states), group)
        return self._states[group]

    def _open(self, number: int, group: Group) -> _State:
        sources = "" if group.implementation.problem else group.implementation.digest()
        keys = [group.lane.key(group, one, sources) for one in group.option_sets]
        if group.skip:
            self._record_skip(group, sources)
        return _State(group, number, sources, keys)

    def _record_skip(self, group: Group, sources: str) -> None:
        fields = about(group)
        operation = [fields["operation"]] if fields["operation"] != OPERATION else []
        named = (fields["target"], fields["hash"], fields["implementation"], fields["security"])
        key = digest("skip", *named, *operation, sources, group.skip)
        build = Build(key=key, **fields, sources=sources, outcome="skipped", reason=group.skip)
        self._record_newest(build)

    def _record_newest(self, build: Build) -> None:
        """Record a build, unless it is recorded and counts already."""
        known = self.store.find(Build, build.key)
        if known is None or not self.store.is_newest(known):
            self.store.record([build])

    def _known_build(self, state: _State, index: int) -> Build | None:
        """What is recorded of a build, where nothing is left to be done for it."""
        build = self.store.find(Build, state.keys[index])
        if build is None or build.outcome != "ok":
            return build
        return build if state.group.lane.is_kept(state.group, build.object) else None

    def _missing(self, state: _State, wanted: Iterable[int]) -> list[int]:
        """What is to be built of the option sets; what is known here or elsewhere is taken in."""
        missing: list[int] = []
        elsewhere: list[Build] = []
        for index in wanted:
            if index in state.builds:
                continue
            known = self._known_build(state, index)
            if known is not None:
                state.builds[index] = known
                if not self.store.is_newest(known):
                    self.store.record([known])
                continue
            outcome = self.outcomes.find_build(state.group, state.keys[index])
            if outcome is None:
                missing.append(index)
            else:
                self._taken += 1
                elsewhere += self._take(state, index, outcome)
        self.store.record(elsewhere)
        return missing

    def _all(
        self,
        states: list[_State],
        wanted: Mapping[Group, Collection[int]] | None,
        executor: ThreadPoolExecutor,
        deadline: float,
        announced: bool,
        checks: bool,
    ) -> None:
        tasks: _Tasks = {}
        builds: deque[tuple[_State, int]] = deque()
        known, taken = 0, self._taken
        for state in states:
            every = range(len(state.keys))
            chosen = every if wanted is None else sorted(wanted.get(state.group, ()))
            missing = self._missing(state, chosen)
            known += len(chosen) - len(missing)
            state.to_build = len(missing)
            state.is_checked = checks
            builds.extend((state, index) for index in missing)
            if not missing:
                self._finish_builds(state, executor, tasks)
        if announced:
            to_check = [state.group for state, _ in tasks.values()]
            to_build = [state.group for state, _ in builds]
            self._announce(to_build, to_check, known, self._taken - taken)
        for state, _ in builds:
            self.display.expect("build", 1, self.seconds_of("build", state.group))
        while tasks or builds:
            if builds and time.monotonic() > deadline:
                self._give_up(builds, executor, tasks)
            # No more than keep the cores busy: what is built is checked before the next is built.
            while builds and len(tasks) < 2 * self.cores:
                state, index = builds.popleft()
                build = partial(self._build, state, index)
                tasks[executor.submit(self._clocked, "build", build)] = state, index
            self._finish_some(executor, tasks)

    def _announce(
        self, to_build: Sequence[Group], to_check: Sequence[Group], known: int, taken: int
    ) -> None:
        """`to_build`: the group of each build; `to_check`: that of each check of a build that is known."""
        if taken:
            self.display.print(messages.taken(taken))
        if to_build or to_check:
            seconds = sum(self.seconds_of(stage, group) for group in to_build for stage in SECONDS)
            seconds += sum(self.seconds_of("check", group) for group in to_check)
            self.display.plan(len(to_build), len(to_check), known, seconds, self.cores)

    def _finish_some(self, executor: ThreadPoolExecutor, tasks: _Tasks) -> None:
        """Wait until something is built or checked, and take it in."""
        finished, _ = wait(tasks, return_when=FIRST_COMPLETED)
        for task in finished:
            state, what = tasks.pop(task)
            if isinstance(what, int):
                self._built(state, what, task.result())
                if not state.to_build:
                    self._finish_builds(state, executor, tasks)
            else:
                self._checked(state, what, task.result())

    def seconds_of(self, stage: str, group: Group) -> float:
        """Seconds of the run that a `build` or a `check` is expected to take."""
        return own_paces(group.lane).get(stage, SECONDS[stage]) / self.cores

    def _give_up(
        self, builds: deque[tuple[_State, int]], executor: ThreadPoolExecutor, tasks: _Tasks
    ) -> None:
        """Leave what is not begun. What was built is checked."""
        for state, _ in builds:
            self.display.expect("build", -1, self.seconds_of("build", state.group))
        left = Counter(state.number for state, _ in builds)
        for state in {state.number: state for state, _ in builds}.values():
            state.to_build -= left[state.number]
            if not state.to_build:
                self._finish_builds(state, executor, tasks)
        builds.clear()

    def _clocked(self, stage: str, act: Callable[[], T]) -> T:
        """What `act` returns; how long it takes is added to a stage. Runs in a thread."""
        begun = time.monotonic()
        try:
            return act()
        finally:
            self._busy[stage] += time.monotonic() - begun

    def _build(self, state: _State, index: int) -> Built:
        with state.lock:
            if state.workshop is None:
                directory = self.work / str(state.number)
                state.workshop = state.group.lane.workshop(state.group, directory)
        option_set = state.group.option_sets[index]
        built = state.workshop.build(option_set)
        return state.workshop.build(option_set) if is_killed(built.outcome) else built

    def _new_build(self, state: _State, index: int, outcome: Outcome) -> Build:
        """The record of a build that is new here. A failure is told at once, or at the end of the run."""
        group, option_set = state.group, state.group.option_sets[index]
        build = Build(
            key=state.keys[index],
            **about(group),
            options=option_set.words,
            sources=state.sources,
            version=group.lane.version(group.implementation),
            implementors=group.implementation.implementors,
            subroutines=tuple(one.words for one in group.subroutines),
            **msgspec.structs.asdict(outcome),
        )
        state.builds[index] = build
        if not group.named:
            self.made.append(build)
        elif build.outcome == "failed":
            why = f"does not build with {option_set.command}: {build.reason}"
            self.display.problem(f"{title(group)}: {why}")
        return build

    def _take(self, state: _State, index: int, outcome: Outcome) -> list[Build]:
        """A build that was made elsewhere counts as made here: its record, where that is new."""
        known = self.store.find(Build, state.keys[index])
        build = self._new_build(state, index, outcome)
        return [build] if known is None or not self.store.is_newest(known) else []

    def _built(self, state: _State, index: int, built: Built) -> None:
        build = self._new_build(state, index, built.outcome)
        state.to_build -= 1
        if is_of_the_system(built.outcome):
            self.display.problem(messages.not_built(title(state.group), build.reason))
        else:
            self.outcomes.keep_build(state.group, build.key, built)
            self._record_newest(build)
        words = f"{title(state.group)} {' '.join(build.options)}"
        seconds = self.seconds_of("build", state.group)
        self.display.finish(seconds, "build", words, build.outcome)

    def _finish_builds(self, state: _State, executor: ThreadPoolExecutor, tasks: _Tasks) -> None:
        """All that was wanted of a group is built: check it, if it is to be checked now."""
        if state.workshop is not None:
            state.workshop.close()
            state.workshop = None
        if state.is_checked:
            self._start_checks(state, list(state.distinct), executor, tasks)

    def _start_checks(
        self, state: _State, codes: Iterable[str], executor: ThreadPoolExecutor, tasks: _Tasks
    ) -> None:
        """Begin to check machine code of a group. What was checked before, here or elsewhere, is taken in."""
        group, distinct = state.group, state.distinct
        elsewhere: list[Check] = []
        for code in codes:
            if self._outcome(state, code) is not None:
                continue
            key = group.lane.check_key(group, code, self.seconds)
            verdict = self.outcomes.find_check(group, key)
            if verdict is not None:
                elsewhere.append(self._new_check(state, code, verdict))
                self._tell(group, elsewhere[-1])
                continue
            artifact, option_set = group.lane.artifact(code), group.option_sets[distinct[code]]
            check = partial(group.lane.check, group, option_set, artifact, self.seconds)
            task = executor.submit(self._clocked, "check", check)
            tasks[task] = state, code
            self.display.expect("check", 1, self.seconds_of("check", group))
        self.store.record(elsewhere)

    def _new_check(self, state: _State, code: str, verdict: Verdict) -> Check:
        group = state.group
        check = Check(
            key=group.lane.check_key(group, code, self.seconds),
            **about(group),
            options=group.option_sets[state.distinct[code]].words,
            object=code,
            sides=sides_of(group, verdict.disagrees_with),
            **msgspec.structs.asdict(verdict),
        )
        state.checks[code] = check
        return check

    def _checked(self, state: _State, code: str, verdict: Verdict) -> None:
        check = self._new_check(state, code, verdict)
        self.outcomes.keep_check(state.group, check.key, verdict)
        if check.outcome == DISPUTED:
            self.dispute(state.group, check.reason, check.disagrees_with)
        self.store.record([check])
        self._tell(state.group, check)
        name = title(state.group)
        result = "marked" if check.findings else check.outcome
        words = " ".join(check.options)
        seconds = self.seconds_of("check", state.group)
        self.display.finish(seconds, "check", f"{name} {words}", result)

    def _tell(self, group: Group, check: Check) -> None:
        """Tell people what is wrong, by a check that is new here. Of a dispute they are told once."""
        name = title(group)
        if check.reason and check.outcome != DISPUTED:
            self.display.problem(f"{name}: {check.reason}")
        for finding in check.findings:
            self.display.problem(f"{name}: right, but {finding}")

    def _prepared(self, state: _State) -> Prepared:
        group, distinct = state.group, state.distinct
        entrants = tuple(
            Entrant(index, code, group.lane.artifact(code))
            for code, index in distinct.items()
            if not self._is_wrong(state, code)
        )
        timed = [check for code in distinct if (check := timing_check(self.store, group, code))]
        dispute = self.disputes.of(group) if state.checks else None
        checks = [
            self._disputed(group, one, dispute) if dispute and one.outcome == "right" else one
            for one in state.checks.values()
        ]
        return Prepared(group, entrants, dict(state.builds), (*checks, *timed))

    def _is_wrong(self, state: _State, code: str) -> bool:
        """Whether a build failed its check, misbehaved while it was timed, or is of a hash in dispute."""
        if self._outcome(state, code) not in (None, "right"):
            return True
        if timing_check(self.store, state.group, code) is not None:
            return True
        return self.disputes.of(state.group) is not None

    def _outcome(self, state: _State, code: str) -> str | None:
        """What came of the check of machine code; None if it was not checked yet."""
        if code not in state.checks:
            key = state.group.lane.check_key(state.group, code, self.seconds)
            known = self.store.find(Check, key)
            if known is None or known.outcome == DISPUTED:
                return None  # the other side may have changed
            state.checks[code] = known
        return state.checks[code].outcome
