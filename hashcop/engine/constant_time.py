"""Verdicts on claims of constant time: asked once for each machine code, on all cores, when nothing is timed."""

import os
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial

import msgspec

from hashcop.data.records import Timecop
from hashcop.data.store import Store
from hashcop.engine.outcomes import Outcomes
from hashcop.engine.prepare import about, title
from hashcop.engine.progress import Display
from hashcop.engine.races import Won
from hashcop.machine.sandbox import stop_all
from hashcop.platforms.door import ConstantTime, Group, KnowsConstantTime
from hashcop.results.summary import CONSTANT_TIME as CLAIM

SECONDS = 6.0  # what one takes on one core, more or less: for the display only
STAGE = "secrets"
BATCH = 4  # for each core
NOT_VERIFIED = "constant time is not verified"


@dataclass(frozen=True)
class Asked:
    """A build, by its machine code and the index of its option set."""

    group: Group
    index: int
    code: str


def claimed(won: Iterable[Won]) -> list[Asked]:
    """The winners that claim constant time, those first that were selected by name."""
    found = [one for one in won if one.group.security == CLAIM]
    found.sort(key=lambda one: not one.group.named)
    return [Asked(one.group, one.entrant.index, one.entrant.code) for one in found]


def _batches(asked: Sequence[Asked]) -> Iterator[Sequence[Asked]]:
    """A few at a time, so that the time that is left is looked at in between."""
    size = BATCH * len(os.sched_getaffinity(0))
    return (asked[i : i + size] for i in range(0, len(asked), size))


class Claims:
    """Has machine code run on secret messages, and records what comes of it."""

    def __init__(self, store: Store, display: Display, outcomes: Outcomes) -> None:
        self.store = store
        self.display = display
        self.outcomes = outcomes
        self.work = store.directory / "work" / "secrets"
        self._told: set[str] = set()

    def verify(self, asked: Iterable[Asked], *, again: bool = False) -> dict[Asked, Timecop]:
        """The verdict on each build whose lane can give one, known or new, in the order asked.

        With `again`, builds that had no verdict are run once more: a tool may have been installed meanwhile.
        """
        wanted = list(asked)
        found: dict[Asked, Timecop] = {}
        new: list[Asked] = []
        for one in wanted:
            if isinstance(one.group.lane, KnowsConstantTime):
                known = self._known(one)
                if known is None or (again and known.outcome == "error"):
                    new += [] if self.lacks(one.group) else [one]
                else:
                    found[one] = known
        for platform in dict.fromkeys(one.group.lane.platform for one in new):
            with self.display.spent.of(platform, self.display.outcomes):
                own = [one for one in new if one.group.lane.platform == platform]
                found |= self._watched(own)
        return {one: found[one] for one in wanted if one in found}

    def verify_some(self, asked: Sequence[Asked], until: float) -> int:
        """Find verdicts until the time (time.monotonic) is over; how many are left."""
        left = [one for one in asked if self._is_missing(one)]
        for some in _batches(left):
            if time.monotonic() >= until:
                break
            self.verify(some)
        return sum(map(self._is_missing, left))

    def lacks(self, group: Group) -> str:
        """The tool that is missing to judge builds of a group, and how to get it; people are told once."""
        lane = group.lane
        why = lane.constant_time_lacks(group) if isinstance(lane, KnowsConstantTime) else ""
        if why and why not in self._told:
            self._told.add(why)
            self.display.print(f"{NOT_VERIFIED}: {why}")
        return why

    def _is_missing(self, one: Asked) -> bool:
        is_known = isinstance(one.group.lane, KnowsConstantTime)
        return is_known and self._known(one) is None and not self.lacks(one.group)

    def _known(self, one: Asked) -> Timecop | None:
        """What is recorded, or was found in another bench."""
        key = _key(one)
        known = self.store.find(Timecop, key)
        if known is None:
            elsewhere = self.outcomes.find_constant_time(one.group, key)
            known = self._record(one, elsewhere) if elsewhere else None
        return known

    def _watched(self, new: list[Asked]) -> dict[Asked, Timecop]:
        cores = len(os.sched_getaffinity(0))
        self.display.expect(STAGE, len(new), SECONDS / cores)
        found: dict[Asked, Timecop] = {}
        executor = ThreadPoolExecutor(cores)
        with self.display.spent.on(STAGE):
            try:
                tasks: dict[Future[ConstantTime], Asked] = {
                    executor.submit(partial(self._watch, one, number)): one
                    for number, one in enumerate(new)
                }
                for task in as_completed(tasks):
                    found[tasks[task]] = self._take(tasks[task], task.result(), cores)
            except BaseException:
                stop_all()
                executor.shutdown(cancel_futures=True)
                raise
            executor.shutdown()
        return found

    def _watch(self, one: Asked, number: int) -> ConstantTime:
        """Runs in a thread."""
        lane, group = one.group.lane, one.group
        assert isinstance(lane, KnowsConstantTime)
        directory = self.work / str(number)
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir(parents=True)
        try:
            option_set = group.option_sets[one.index]
            return lane.constant_time(group, option_set, lane.artifact(one.code), directory)
        finally:
            shutil.rmtree(directory, ignore_errors=True)

    def _take(self, one: Asked, came: ConstantTime, cores: int) -> Timecop:
        self.outcomes.keep_constant_time(one.group, _key(one), came)
        record = self._record(one, came)
        if record.outcome == "fail" and one.group.security == CLAIM:
            self.display.problem(
                f"{title(one.group)}: claims constant time, but {', '.join(record.where)}"
            )
        self.display.finish(SECONDS / cores, STAGE, title(one.group), record.outcome)
        return record

    def _record(self, one: Asked, came: ConstantTime) -> Timecop:
        record = Timecop(
            key=_key(one),
            **about(one.group),
            options=one.group.option_sets[one.index].words,
            object=one.code,
            **msgspec.structs.asdict(came),
        )
        self.store.record([record])
        return record


def _key(one: Asked) -> str:
    lane = one.group.lane
    assert isinstance(lane, KnowsConstantTime)
    return lane.constant_time_key(one.group, one.code)
