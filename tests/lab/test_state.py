"""What home keeps: it is there after whatever ends it, and for its owner alone."""

import hashlib
from pathlib import Path

import pytest

from hashcop.lab.jobs import Submission
from hashcop.lab.server import HOME
from hashcop.lab.state import Heard, Kept, State, Status
from hashcop.lab.wire import Ended, Job


@pytest.fixture
def state(tmp_path: Path) -> State:
    return State(tmp_path)


JOB = Job(id="j1", name="the tree", words=("sha256",), tree="t")


def test_each_machine_has_a_password_of_its_own(state: State, tmp_path: Path) -> None:
    words = {state.add("pi"), state.add("epyc"), state.passwords()[HOME]}
    assert len(words) == 3 and all(len(word) >= 32 for word in words)
    assert State(tmp_path).passwords() == state.passwords()
    assert state.add("pi") not in words
    assert state.remove("pi") and not state.remove("pi") and "pi" not in state.passwords()


def test_nobody_else_reads_it(state: State) -> None:
    state.add("pi")
    assert state.directory.stat().st_mode & 0o077 == 0
    assert all(one.stat().st_mode & 0o077 == 0 for one in state.directory.iterdir())


def test_a_machine_that_is_added_again_may_be_another(state: State) -> None:
    state.add("pi")
    state.keep("pi", Kept("1234", "a processor"))
    assert state.machines()["pi"].identity == "1234"
    state.add("pi")
    assert state.machines() == {}


def test_what_ended_is_kept_and_a_torn_line_passed_over(state: State, tmp_path: Path) -> None:
    one = Ended(job=JOB, status=0, said="", seconds=1.0)
    state.end("pi", one)
    with (state.directory / "over" / "pi.jsonl").open("ab") as torn:
        torn.write(b'\n{"job":')
    state.end("pi", one)
    assert State(tmp_path).over("pi") == {"j1": [one, one]}
    assert state.over("other") == {}


def test_pausing_changes_what_home_looks_at(state: State) -> None:
    before = state.changed
    state.pause("pi", paused=True)
    assert state.paused() == {"pi"} and state.changed != before
    state.pause("pi", paused=False)
    assert state.paused() == frozenset()


def test_submissions_are_kept_in_their_order_with_what_was_sent(state: State) -> None:
    for number in (2, 1):
        archive = b"archive %d" % number
        file = hashlib.sha256(archive).hexdigest()
        state.send(Submission(f"{number}" * 12, file, "a.tar", frozenset({"arm"})), archive)
    assert [one.id for one in state.sent()] == ["2" * 12, "1" * 12]
    assert state.blob(state.sent()[0].file) == b"archive 2"
    for wrong in ("0" * 64, "../passwords.json", ""):
        assert state.blob(wrong) is None


def test_one_home_works_at_a_time(state: State, tmp_path: Path) -> None:
    with state.alone() as first, State(tmp_path).alone() as second:
        assert first and not second
    with State(tmp_path).alone() as again:
        assert again


def test_how_all_are_is_told(state: State) -> None:
    assert state.status() is None
    told = Status(at=1.5, tree="t", machines={"pi": Heard(at=1.0, home=5)})
    state.tell(told)
    assert state.status() == told
