"""Audits: whether what was timed is true, by a clock that the code can't reach. Each machine code is audited once."""

from collections.abc import Mapping

import msgspec

from hashcop.data.keys import digest
from hashcop.data.records import Audit
from hashcop.data.store import Store
from hashcop.engine.prepare import about
from hashcop.engine.races import Timers, Won
from hashcop.platforms.door import Audits as CanAudit
from hashcop.platforms.door import Peer


class Audits:
    """Audits the winners of races, and records what came of it."""

    def __init__(self, store: Store, timers: Timers) -> None:
        self.store = store
        self.timers = timers
        self.undecided: set[Won] = set()  # to be audited once more, with patience
        self._fastest: dict[tuple[str, str], Won] = {}  # by contest, of those that passed an audit

    def is_due(self, won: Won) -> bool:
        """Whether a winner was never audited, and can be."""
        is_new = self.store.find(Audit, _key(won)) is None
        return is_new and isinstance(won.group.lane, CanAudit)

    def audit(self, won: Won, claimed: Mapping[int, float], *, is_patient: bool = True) -> str:
        """How a winner misbehaved, in words; empty where its timings may be true.

        `claimed`: the medians of its table, by length. Unless it `is_patient`, a winner may become `undecided`.
        """
        self.undecided.discard(won)
        lane = won.group.lane
        if not isinstance(lane, CanAudit):
            return ""
        timer = self.timers(lane)
        best = self._fastest.get(won.contest)
        peer = Peer(best.group, best.entrant.artifact) if best else None
        found = lane.audit(
            timer, won.group, won.entrant.artifact, claimed, peer, is_patient=is_patient
        )
        if isinstance(found, str):
            return found
        if found.doubt and not is_patient:
            self.undecided.add(won)
            return ""
        if not found.doubt and (best is None or won.cost < best.cost):
            self._fastest[won.contest] = won
        fields = about(won.group)
        record = Audit(
            key=_key(won),
            **fields,
            options=won.options,
            object=won.entrant.code,
            **msgspec.structs.asdict(found),
        )
        self.store.record([record])
        return ""


def _key(won: Won) -> str:
    return digest("audit", won.entrant.code, won.group.lane.ruler(won.group.target))
