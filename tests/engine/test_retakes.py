"""Tables that something disturbed are taken again."""

from collections.abc import Sequence

import pytest

from hashcop.engine.retakes import take_again
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.timing import Timer
from hashcop.results.samples import Sample
from tests.support.made_up import batch, sample

LENGTHS = [0, 1]  # of a sample of two batches


def table(quiet: int, processes: int = 15) -> list[Sample]:
    """Samples of so many processes, beside all but `quiet` of which another thread worked on the core."""
    busy = sample(batch(width=2.0), batch(width=2.0))
    return [sample(batch(), batch())] * quiet + [busy] * (processes - quiet)


class Machine:
    """What measuring comes to, in order; knows what was measured and kept."""

    def __init__(self, *answers: list[Sample] | str | None) -> None:
        self.answers = list(answers)
        self.measured: list[tuple[str, Sequence[int]]] = []
        self.kept: list[tuple[str, list[Sample]]] = []

    def measure(self, what: str, numbers: Sequence[int]) -> list[Sample] | str | None:
        self.measured.append((what, numbers))
        return self.answers.pop(0)

    def keep(self, what: str, found: list[Sample]) -> None:
        self.kept.append((what, found))


def test_each_is_measured_until_it_is_quiet() -> None:
    machine = Machine(table(1), table(15), table(2), table(3))
    take_again([("a", table(0)), ("b", table(0))], machine.measure, machine.keep)
    assert machine.measured == [(what, LENGTHS) for what in "abaa"]
    assert machine.kept == [("a", table(1)), ("b", table(15)), ("a", table(2)), ("a", table(3))]


def test_only_what_is_quieter_is_kept() -> None:
    machine = Machine(table(1), table(2), table(1), None)
    take_again([("a", table(2))], machine.measure, machine.keep)
    assert machine.kept == [] and len(machine.measured) == 4


def test_it_ends_where_no_time_is_left() -> None:
    machine = Machine(None)
    take_again([("a", table(0)), ("b", table(0))], machine.measure, machine.keep)
    assert machine.measured == [("a", LENGTHS)] and machine.kept == []


def test_what_misbehaves_is_left_alone() -> None:
    machine = Machine("exit status 1", table(15))
    take_again([("a", table(0)), ("b", table(0))], machine.measure, machine.keep)
    assert machine.kept == [("b", table(15))] and machine.answers == []


def test_nothing_is_measured_where_all_was_quiet() -> None:
    take_again([], Machine().measure, Machine().keep)


def test_a_timer_has_so_much_patience_and_no_more(sandbox: Sandbox) -> None:
    timer = Timer(sandbox, 0, patience=1.0)
    assert timer.spend(0.7) and not timer.spend(0.4) and timer.spend(0.3)
    assert timer.patience == pytest.approx(0)
