"""Audits: whether what was timed is true, by a clock that the code can't reach.

Each machine code is audited until it is confirmed or contradicted. What leads its hash is audited more strictly.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from hashcop.data.keys import digest
from hashcop.data.records import Audit, Sample
from hashcop.data.store import Store
from hashcop.engine import gate
from hashcop.engine.prepare import about
from hashcop.engine.races import NEAR, Timers, Won
from hashcop.engine.timing import series_key
from hashcop.engine.watched import unwatched
from hashcop.platforms.door import AuditPlan, Group, Peer, Rival
from hashcop.platforms.door import Audits as CanAudit
from hashcop.results import certainty, samples
from hashcop.results.audits import (
    CONFIRMED,
    CONTRADICTED,
    NOT_CONFIRMED,
    is_decided,
    is_settled,
    verdict_of,
)

Contest = tuple[str, str]


@dataclass(frozen=True)
class Claims:
    """The medians of a table (cycles of one call), and by what part they may be off, by length (bytes)."""

    cycles: dict[int, float]
    slack: dict[int, float]


class Audits:
    """Audits the winners of races, and records what came of it."""

    def __init__(self, store: Store, timers: Timers) -> None:
        self.store = store
        self.timers = timers
        self._undecided: set[Won] = set()  # to be audited once more, with patience
        self._reopened: set[Won] = set()  # the timings changed
        self._fastest: dict[Contest, Won] = {}  # of those that were confirmed
        self._measured: dict[Contest, dict[Group, Won]] = {}  # that have tables

    def is_due(self, won: Won) -> bool:
        """Whether a winner that has its table was never audited well enough, and can be."""
        if not isinstance(won.group.lane, CanAudit):
            return False
        self._measured.setdefault(won.contest, {})[won.group] = won
        found = self.store.find(Audit, _key(won)) if won not in self._reopened else None
        if found is None or is_settled(found, leads=True):
            return found is None
        return not is_settled(found, leads=False) or self._leads(won)

    def reopen(self, won: Won) -> None:
        """Let a winner be audited again, since its table was measured again."""
        self._reopened.add(won)

    def unconfirmed_leaders(self) -> list[Won]:
        """Of those with tables, what leads its hash and is not confirmed."""
        found = []
        for leader in filter(None, map(self._leader, self._measured)):
            audit = self.store.find(Audit, _key(leader))
            if audit is not None and verdict_of(audit) == NOT_CONFIRMED:
                found.append(leader)
        return found

    def open(self, measured: Iterable[Won]) -> list[Won]:
        """Of all that were measured: what is undecided, was measured again, or turned out to lead and is due."""
        some = [won for won in measured if isinstance(won.group.lane, CanAudit)]
        leaders = {self._leader(contest) for contest in {won.contest for won in some}}
        again = self._undecided | self._reopened
        return [won for won in some if won in again or (won in leaders and self.is_due(won))]

    def remeasured(self, measured: Iterable[Won]) -> list[Won]:
        """Of all that were measured: whose table was measured again since their audit."""
        return [won for won in measured if won in self._reopened]

    def audit(self, won: Won, *, is_patient: bool = True) -> str:
        """How a winner misbehaved, in words; empty where its timings may be true.

        Unless it `is_patient`, a winner may become undecided.
        """
        self._undecided.discard(won)
        self._reopened.discard(won)
        lane, claims = won.group.lane, self._claims(won)
        if not isinstance(lane, CanAudit) or claims is None:
            return ""
        best = self._fastest.get(won.contest)
        peer = Peer(best.group, best.entrant.artifact) if best else None
        leads = self._leads(won)
        rival = self._runner_up(won) if leads else None
        plan = AuditPlan(is_patient=is_patient, leads=leads, runner_up=rival, slack=claims.slack)
        timer = self.timers(lane)
        found = lane.audit(
            unwatched(timer), won.group, won.entrant.artifact, claims.cycles, peer, plan
        )
        if isinstance(found, str):
            return self._wrong(won, gate.reason(found))
        record = Audit(
            key=_key(won),
            **about(won.group),
            options=won.options,
            object=won.entrant.code,
            **msgspec.structs.asdict(found),
        )
        if why := gate.why_no_record(record):
            return self._wrong(won, f"was audited with figures that can't be true: {why}")
        if not (is_patient or is_decided(found.verdict, found.tolerance, leads=leads)):
            self._undecided.add(won)
            return ""
        if verdict_of(record) == CONFIRMED and (best is None or won.cost < best.cost):
            self._fastest[won.contest] = won
        self.store.record([record])
        return ""

    def _wrong(self, won: Won, why: str) -> str:
        """Why a winner is wrong, which leads no contest any more."""
        del self._measured[won.contest][won.group]
        return why

    def _leads(self, won: Won) -> bool:
        """Whether a winner is the fastest of those with tables so far."""
        return self._leader(won.contest) == won

    def _leader(self, contest: Contest) -> Won | None:
        """The fastest by the tables, of those that may be by their races."""
        some = list(self._measured.get(contest, {}).values())
        least = min((won.cost for won in some), default=0.0)
        near = [won for won in some if won.cost <= NEAR * least]
        return min(near, key=self._cost) if len(near) > 1 else next(iter(near), None)

    def _cost(self, won: Won) -> float:
        claims = self._claims(won)
        return claims.cycles[won.group.lane.lengths.race] if claims else won.cost

    def _runner_up(self, won: Won) -> Rival | None:
        """The fastest of the others that have tables and are not contradicted."""
        others = self._measured.get(won.contest, {}).values()
        for other in sorted(others, key=lambda one: one.cost):
            found = self.store.find(Audit, _key(other))
            is_bad = found is not None and verdict_of(found) == CONTRADICTED
            claims = None if is_bad or other.group == won.group else self._claims(other)
            if claims:
                return Rival(other.group, other.entrant.artifact, claims.cycles)
        return None

    def _claims(self, won: Won) -> Claims | None:
        """What the table of a winner says; None if it has none."""
        lengths, ruler = won.group.lane.lengths, won.group.lane.ruler(won.group.target)
        series = series_key(won.entrant.code, ruler, lengths.for_table)
        table = self.store.table(series, lengths.race)
        if table is None:
            return None
        cycles = {n: samples.median_at(table.samples, n) for n in lengths.table}
        return Claims(cycles, _slack(table.samples))


def _slack(found: tuple[Sample, ...]) -> dict[int, float]:
    """By what part each median may be off, by its own doubt."""
    calibration = samples.calibration_error(found)
    slack = {}
    for length, processes in samples.together(found).items():
        likely = certainty.errors(processes, calibration)
        slack[length] = likely.calibration + likely.disturbance + 2 * likely.scatter
    return slack


def _key(won: Won) -> str:
    return digest("audit", won.entrant.code, won.group.lane.ruler(won.group.target))
