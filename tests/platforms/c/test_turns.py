"""Audits on a made-up machine: cheats are found, and honest code beside a neighbour is not condemned."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hashcop.platforms.c import outside, program, turns
from hashcop.platforms.c.outside import Auditor, RunnerUp
from hashcop.platforms.c.turns import Turn
from hashcop.platforms.door import Audited, AuditPlan
from tests.support.audited import WIDTH, Code, FakeMachine, Neighbour

OURS, OTHER = Path("/ours/program"), Path("/other/program")
CYCLES = 3000.0
DRAWS = 60
NEIGHBOURS = {
    "bursts": Neighbour(busy=0.03, idle=0.1),
    "short bursts": Neighbour(busy=0.005, idle=0.005),
    "half the time": Neighbour(busy=0.3, idle=0.3),
    "nearly always": Neighbour(busy=0.3, idle=0.05),
    "always": Neighbour(busy=1e9, idle=1e-9),
}
Audit = Callable[..., tuple[Audited | str, FakeMachine]]


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch) -> Audit:
    """audit(seed, claim=1.5): the audit of code that claims to be so many times as fast as it is."""

    def made(
        seed: int,
        *,
        claim: float = 1.0,
        neighbour: Neighbour | None = None,
        ours: Code | None = None,
        other: Code | None = None,
        other_claims: float = 1.0,
        slack: float = 0.0,
        leads: bool = True,
        is_patient: bool = True,
    ) -> tuple[Audited | str, FakeMachine]:
        ours, other = ours or Code(CYCLES), other or Code(1.1 * CYCLES)
        machine = FakeMachine(seed, {OURS: ours, OTHER: other}, neighbour)
        clock = SimpleNamespace(sleep=machine.sleep, perf_counter=lambda: 0.0)
        monkeypatch.setattr(program, "ask", machine.ask)
        monkeypatch.setattr(outside, "time", clock)
        target: Any = SimpleNamespace(harness=Path("/ours"), counter=SimpleNamespace(width=WIDTH))
        sandbox: Any = None
        auditor = Auditor(sandbox, target, 0, OURS, wait=machine.wait)
        whole = AuditPlan(is_patient, leads, slack={1536: slack})
        beside = RunnerUp(OTHER, other.cycles / other_claims)
        found = auditor.audit({1536: ours.cycles / claim}, (), whole, lambda _: beside)
        return found, machine

    return made


def _verdicts(audit: Audit, draws: int = DRAWS, **how: Any) -> Counter[str]:
    found = (audit(seed, **how)[0] for seed in range(draws))
    return Counter("refused" if isinstance(one, str) else one.verdict for one in found)


def test_honest_code_is_confirmed_on_a_quiet_machine(audit: Audit) -> None:
    assert _verdicts(audit) == {"confirmed": DRAWS}
    assert _verdicts(audit, leads=False) == {"confirmed": DRAWS}


def test_a_claim_of_1_2_times_the_speed_is_found_on_a_quiet_machine(audit: Audit) -> None:
    found = _verdicts(audit, claim=1.2)
    assert found["confirmed"] == 0
    assert found["contradicted"] > 0.6 * DRAWS


@pytest.mark.parametrize("neighbour", NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_a_claim_of_1_5_times_the_speed_is_found_on_a_noisy_machine(
    audit: Audit, neighbour: Neighbour
) -> None:
    assert _verdicts(audit, claim=1.5, neighbour=neighbour)["confirmed"] == 0


@pytest.mark.parametrize("neighbour", NEIGHBOURS.values(), ids=NEIGHBOURS)
def test_a_claim_of_2_2_times_the_speed_is_marked_on_a_noisy_machine(
    audit: Audit, neighbour: Neighbour
) -> None:
    found = _verdicts(audit, claim=2.2, neighbour=neighbour)
    assert found["confirmed"] == 0
    assert found["contradicted"] > 0.6 * DRAWS


def test_honest_code_is_never_contradicted(audit: Audit) -> None:
    """A thousand draws, also of code that a neighbour slows more than the runner-up, and of doubtful timings."""
    codes = (Code(CYCLES, slowed=1.0), Code(CYCLES, slowed=1.35), Code(CYCLES, slowed=1.7))
    found: Counter[str] = Counter()
    for neighbour in NEIGHBOURS.values():
        for ours in codes:
            how = {"neighbour": neighbour, "ours": ours, "other": Code(CYCLES, slowed=1.05)}
            found += _verdicts(audit, 50, **how)
            found += _verdicts(audit, 20, **how, leads=False)
    assert found.total() > 1000
    assert found.keys() <= {"confirmed", "not confirmed"}
    assert found["confirmed"] > 0.75 * found.total()


def test_a_runner_up_that_cheats_condemns_nobody_and_helps_no_other_cheat(audit: Audit) -> None:
    assert _verdicts(audit, other_claims=3) == {"confirmed": DRAWS}
    for neighbour in (None, *NEIGHBOURS.values()):
        found = _verdicts(audit, 50, claim=1.5, other_claims=1.5, neighbour=neighbour)
        assert found["confirmed"] == 0


def test_timings_that_were_disturbed_are_not_confirmed(audit: Audit) -> None:
    found, _ = audit(1, claim=0.8)
    assert isinstance(found, Audited)
    assert (found.verdict, found.doubt) == ("not confirmed", "")
    assert "may have been disturbed" in found.reason
    assert -0.25 < found.deviation < -0.15


def test_doubtful_timings_are_confirmed_with_a_wider_tolerance(audit: Audit) -> None:
    found, _ = audit(1, claim=0.8, slack=0.2)
    assert isinstance(found, Audited)
    assert found.verdict == "confirmed" and 0.3 <= found.tolerance < 0.35


def test_slack_never_lets_a_claim_of_1_5_times_the_speed_pass(audit: Audit) -> None:
    assert _verdicts(audit, claim=1.5, slack=5.0)["confirmed"] == 0


def test_a_program_that_starts_slowly_when_it_has_no_work_gains_nothing(audit: Audit) -> None:
    """It would take the time that its start takes off what its work takes."""
    slow = Code(CYCLES, start=0.01)
    found, _ = audit(1, claim=1.25, ours=slow)
    assert isinstance(found, Audited) and found.verdict != "confirmed"
    honest, _ = audit(1, ours=slow)
    assert isinstance(honest, Audited) and honest.verdict == "confirmed"


def test_forged_timings_are_refused(audit: Audit) -> None:
    assert "by a clock outside" in str(audit(1, claim=3.0)[0])
    assert "by a clock outside" in str(audit(1, claim=6.0, neighbour=NEIGHBOURS["always"])[0])


def test_an_audit_of_a_leader_takes_half_a_second_at_most_on_a_quiet_machine(audit: Audit) -> None:
    _, leader = audit(1)
    _, other = audit(1, leads=False)
    assert leader.now < 0.5
    assert other.now < 0.1


def test_an_audit_without_patience_settles_nothing_later(audit: Audit) -> None:
    found, machine = audit(1, claim=1.5, is_patient=False)
    assert isinstance(found, Audited) and found.verdict == "contradicted"
    assert machine.slept == 0


def test_a_start_is_taken_off_and_a_hiccup_of_the_known_chain_is_no_slower_core() -> None:
    found = turns.turns_of([1.0, 1.0, 1.0], [1.0, 1.0, 2.0], [], [WIDTH] * 4, WIDTH)
    assert [turn.hashing for turn in found] == pytest.approx([1.0, 1.0, 1 / 1.05])


def test_a_width_that_was_taken_beside_a_neighbour_is_replaced_by_what_is_seen() -> None:
    found = turns.turns_of([1.0] * 3, [1.0] * 3, [], [WIDTH, WIDTH, 3.0, 3.0], alone=3.0)
    assert [turn.is_quiet for turn in found] == [True, False, False]


def test_one_reading_that_is_too_low_confirms_nothing() -> None:
    found = turns.judge([Turn(1.0, 0.6), *[Turn(1.6, 0.6)] * 7], leads=True)
    assert found.verdict == "not confirmed"


def test_what_is_slower_than_the_runner_up_beside_a_neighbour_is_not_confirmed() -> None:
    beside = [Turn(1.35, 0.6, runner_up=1.3)] * 8
    assert turns.judge(beside, leads=True).verdict == "confirmed"
    alone = [Turn(1.35, 0.6, runner_up=1.0)] * 8
    assert turns.judge(alone, leads=True).verdict == "not confirmed"
