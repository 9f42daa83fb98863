"""Winners are audited once, what comes of it is recorded, and who is found out is replaced."""

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from msgspec.structs import replace

from hashcop.data.records import Audit, Check, Timings, Winner
from hashcop.platforms.door import Audited, AuditPlan, Disputed, Group, Peer, Timer
from tests.engine.conftest import MakeEngine
from tests.support.fake import FLAGS, LENGTHS, Engine, FakeLane, FakeTimer

Claims = list[Mapping[int, float]]
MakeAudited = Callable[[str], tuple[Engine, Claims]]


@dataclass
class AuditingLane(FakeLane):
    """The made-up platform with audits.

    A build of less than 2 cycles is found out, if the audit is patient; one of less than 4 is in doubt, and one of less
    than 6 is unless the audit is patient.
    """

    claims: Claims = field(default_factory=list)
    peers: dict[str, str | None] = field(default_factory=dict)
    audits: list[tuple[str, bool]] = field(default_factory=list)
    plans: list[AuditPlan] = field(default_factory=list)
    verdict: str = "confirmed"

    def audit(
        self,
        timer: Timer,
        group: Group,
        artifact: Path,
        claimed: Mapping[int, float],
        peer: Peer | None = None,
        plan: AuditPlan | None = None,
    ) -> Audited | str:
        assert plan is not None
        assert isinstance(timer, FakeTimer)  # its own, of which it may ask more than to time
        is_patient = plan.is_patient
        self.plans.append(plan)
        self.audits.append((group.implementation.name, is_patient))
        self.claims.append(claimed)
        self.peers[group.implementation.name] = peer and peer.group.implementation.name
        cost = json.loads(artifact.read_text())["cost"]
        if cost == 7:
            other = group.function.implementations[0].path
            return Disputed(f"gave another digest than {other} at the end of 9 messages", other)
        if cost < 2 and is_patient:
            return "its timings are made up"
        doubt = "its timings are in doubt" if cost < (4 if is_patient else 6) else ""
        verdict = "contradicted" if doubt else self.verdict
        found = Audited(bytes=64, calls=9, inside=claimed[64], outside=700, witness="w")
        tolerance = 0.1 if plan.leads else 0.5
        return replace(found, verdict=verdict, doubt=doubt, tolerance=tolerance)


@pytest.fixture
def audited(make_engine: MakeEngine) -> MakeAudited:
    """audited(text of sum/one): the engine with that platform, and what it was asked to audit."""

    def made(text: str) -> tuple[Engine, Claims]:
        engine = make_engine({"sum/one": text})
        lane = AuditingLane(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
        engine.lane = lane
        return engine, lane.claims

    return made


def test_a_winner_is_audited_once_with_the_medians_of_its_table(
    audited: MakeAudited,
) -> None:
    engine, claims = audited("cost = 10.0")
    engine.run("sum/one")
    assert len(claims) == 1
    assert all(claim.keys() == set(LENGTHS.table) for claim in claims)
    assert all(cycles > 0 for claim in claims for cycles in claim.values())
    found = engine.of(Audit)
    assert [one.object for one in found] == [one.object for one in engine.of(Winner)]
    assert {(one.bytes, one.calls, one.outside, one.witness, one.doubt) for one in found} == {
        (64, 9, 700, "w", "")
    }
    engine.run("sum/one")
    assert len(claims) == len(found) == len(engine.of(Audit))


def test_what_is_found_out_is_wrong_and_the_next_build_takes_its_place(
    audited: MakeAudited,
) -> None:
    engine, _ = audited('cost = 1.0\nfactors = {"-b" = 10.0, "-c" = 30.0}')
    engine.run("sum/one")
    assert [w.options[1] for w in engine.of(Winner)] == [FLAGS[0], "-b"]
    (wrong,) = (one for one in engine.of(Check) if one.outcome == "wrong")
    assert (wrong.reason, wrong.options[1]) == ("its timings are made up", FLAGS[0])
    (found,) = engine.of(Audit)
    assert found.object == engine.of(Winner)[-1].object
    # What was timed of the build that was found out stays recorded; its curve was never timed.
    assert max(
        n for one in engine.of(Timings) if one.object == wrong.object for n in one.bytes
    ) <= max(LENGTHS.table)


def test_who_disagrees_in_an_audit_disputes_the_hash(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/a": "cost = 9.0", "sum/b": "cost = 7.0"})
    engine.lane = AuditingLane(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    engine.run()
    newest = {(one.implementation, one.object): one for one in engine.of(Check)}
    won = {one.object for one in engine.of(Winner)}
    found = [one for (_, code), one in newest.items() if code in won]
    assert {one.implementation for one in found} == {"a", "b"}
    assert {one.outcome for one in found} == {"disputed"}
    assert {one.disagrees_with for one in found} == {"crypto_hash/sum/a", "crypto_hash/sum/b"}


def test_what_is_in_doubt_keeps_its_place_and_says_so(
    audited: MakeAudited,
) -> None:
    engine, _ = audited("cost = 3.0\nsame = true")
    engine.run("sum/one")
    assert {one.doubt for one in engine.of(Audit)} == {"its timings are in doubt"}
    assert all(one.outcome == "right" for one in engine.of(Check))


def test_a_table_of_an_earlier_run_is_audited_too(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/one": "cost = 10.0"})
    engine.lane.targets = engine.lane.targets[:1]
    engine.run("sum/one")
    timed = engine.count("time")
    assert timed and not engine.of(Audit)
    engine.lane = AuditingLane(engine.lane.cache, engine.lane.targets, engine.lane.event)
    engine.run("sum/one")
    assert engine.of(Audit) and engine.count("time") == timed


def test_the_fastest_is_audited_first_and_then_tells_what_is_right(
    make_engine: MakeEngine,
) -> None:
    texts = {"sum/a": "cost = 30.0", "sum/b": "cost = 10.0", "sum/c": "cost = 90.0"}
    engine = make_engine(texts)
    lane = AuditingLane(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    engine.lane = lane
    engine.run()
    assert lane.peers == {"b": None, "a": "b", "c": "b"}


def test_who_is_in_doubt_tells_nothing(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/a": "cost = 30.0", "sum/doubtful": "cost = 3.0"})
    lane = AuditingLane(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    engine.lane = lane
    engine.run()
    assert lane.peers == {"a": None, "doubtful": "a"}


def test_what_is_in_doubt_is_audited_again_after_the_tables_of_all_others(
    make_engine: MakeEngine,
) -> None:
    texts = {"sum/a": "cost = 30.0", "sum/b": "cost = 5.0", "sum/c": "cost = 90.0"}
    engine = make_engine(texts)
    lane = AuditingLane(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    engine.lane = lane
    engine.run()
    assert lane.audits == [("b", False), ("a", False), ("c", False), ("b", True)]
    assert {(one.implementation, one.doubt) for one in engine.of(Audit)} == {
        ("a", ""),
        ("b", ""),
        ("c", ""),
    }


def test_what_is_not_confirmed_is_audited_again_by_the_next_run(audited: MakeAudited) -> None:
    engine, claims = audited("cost = 10.0")
    assert isinstance(engine.lane, AuditingLane)
    engine.lane.verdict = "not confirmed"
    engine.run("sum/one")
    assert [one.verdict for one in engine.of(Audit)] == ["not confirmed"]
    assert len(claims) == 2  # at first without patience
    engine.lane.verdict = "confirmed"
    engine.run("sum/one")
    assert [one.verdict for one in engine.of(Audit)] == ["not confirmed", "confirmed"]
    engine.run("sum/one")
    assert len(claims) == 3


def test_the_fastest_of_a_hash_is_audited_as_what_leads(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/a": "cost = 30.0", "sum/b": "cost = 10.0"})
    lane = AuditingLane(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    engine.lane = lane
    engine.run()
    leads = [plan.leads for plan in lane.plans]
    assert dict(zip([name for name, _ in lane.audits], leads, strict=True)) == {
        "b": True,
        "a": False,
    }


def test_what_comes_to_lead_is_audited_once_more(make_engine: MakeEngine) -> None:
    """With the one before it as its runner-up, if that is still there."""
    engine = make_engine({"sum/a": "cost = 30.0", "sum/b": "cost = 10.0"})
    lane = AuditingLane(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    engine.lane = lane
    engine.run()
    lane.audits.clear()
    shutil.rmtree(engine.tree / "crypto_hash" / "sum" / "b")
    engine.run()
    assert lane.audits == [("a", False)]
    assert lane.plans[-1].leads


def test_what_is_not_confirmed_is_tried_again_beside_the_runner_up(make_engine: MakeEngine) -> None:
    engine = make_engine({"sum/a": "cost = 30.0", "sum/b": "cost = 5.0"})
    lane = AuditingLane(engine.lane.cache, engine.lane.targets[:1], engine.lane.event)
    engine.lane = lane
    engine.run()
    assert lane.audits[-1] == ("b", True)
    rival = lane.plans[-1].runner_up
    assert rival is not None and rival.group.implementation.name == "a"
