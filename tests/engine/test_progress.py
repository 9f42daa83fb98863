"""What people see while it runs: how much is done, how much is left, and what went wrong."""

import io
import re
import time
from pathlib import Path

import pytest
from rich.console import Console

from hashcop.engine import progress_file
from hashcop.engine.progress import Display, Work, duration


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (0.4, "0:00"),
        (42, "0:42"),
        (59.6, "1:00"),
        (725, "12:05"),
        (3599.7, "1:00:00"),
        (3723, "1:02:03"),
        (360_000, "100:00:00"),
    ],
)
def test_a_duration_is_written_as_on_a_clock(seconds: float, text: str) -> None:
    assert duration(seconds) == text


class Clock:
    """A clock that is put forward by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "monotonic", made)
    return made


def test_before_anything_is_known_nothing_is_left(clock: Clock) -> None:
    work = Work(begun=clock())
    assert (work.units, work.finished, work.seconds_left()) == (0, 0, 0)


def test_at_the_start_what_is_expected_is_left(clock: Clock) -> None:
    work = Work(begun=clock())
    work.expect("build", 10, 2)
    work.expect("race", 1, 5)
    assert work.units == 11
    assert work.seconds_left() == pytest.approx(25)


def test_what_goes_as_expected_is_left_as_expected(clock: Clock) -> None:
    work = Work(begun=clock())
    work.expect("build", 100, 10)
    for number in range(1, 101):
        clock.now += 10
        work.finish("build", 10)
        assert work.seconds_left() == pytest.approx(1000 - 10 * number)
        assert (work.units, work.finished) == (100, number)


@pytest.mark.parametrize("times", [0.25, 4])
def test_what_goes_slower_or_faster_than_expected_is_learnt(times: float, clock: Clock) -> None:
    work = Work(begun=clock())
    work.expect("build", 100, 10)
    for _ in range(50):
        clock.now += 10 * times
        work.finish("build", 10)
    assert work.seconds_left() == pytest.approx(500 * times, rel=0.05)


def test_a_first_unit_that_takes_much_longer_says_little_of_the_others(clock: Clock) -> None:
    work = Work(begun=clock())
    work.expect("check", 20, 30)
    clock.now += 300
    assert 600 < work.seconds_left() < 4 * 600
    work.finish("check", 30)
    assert 570 < work.seconds_left() < 4 * 570


def test_what_is_left_is_never_less_than_nothing(clock: Clock) -> None:
    work = Work(begun=clock())
    work.expect("table", 1, 1)
    for _ in range(3):
        clock.now += 10
        work.finish("table", 5)
        assert work.seconds_left() >= 0
        assert work.units >= work.finished


def test_a_stage_that_is_done_leaves_nothing_behind(clock: Clock) -> None:
    work = Work(begun=clock())
    work.expect("check", 3, 0.1)
    for _ in range(3):
        work.finish("check", 0.05)
    assert work.seconds_left() == 0
    assert work.units == 3


def lines_of(display: Display) -> list[str]:
    file = display.console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue().splitlines()


@pytest.fixture
def plain() -> Display:
    """Where no bar can be drawn."""
    return Display(Console(file=io.StringIO(), width=40))


@pytest.fixture
def drawn() -> Display:
    """On a terminal."""
    console = Console(file=io.StringIO(), force_terminal=True, width=100, legacy_windows=False)
    return Display(console)


def test_without_a_terminal_each_unit_is_a_line_whatever_its_length(plain: Display) -> None:
    plain.expect("build", 2, 1)
    with plain:
        plain.show("not a unit")
        plain.finish(1, "build", "sha256/ref amd64 gcc " + "-f" * 40)
        plain.finish(1, "build", "sha256/ref amd64 clang", "does not build")
    first, second = lines_of(plain)
    assert re.fullmatch(r"\[1/2, 0:\d\d left\] build sha256/ref amd64 gcc (-f){40}: ok", first)
    assert re.fullmatch(r"\[2/2, 0:00 left\] build .* clang: does not build", second)


def test_a_guess_about_a_stage_is_forgotten_when_it_is_known(plain: Display) -> None:
    plain.expect("race", 100, 1)
    plain.forget("race")
    plain.expect("race", 1, 1)
    plain.finish(1, "race", "sha256/ref amd64")
    assert lines_of(plain)[0].startswith("[1/1, 0:00 left]")


def test_units_are_counted_by_stage(plain: Display) -> None:
    assert not plain.outcomes
    for stage in ("build", "build", "check"):
        plain.finish(1, stage, "x")
    assert plain.outcomes == {"build": 2, "check": 1}


def test_a_problem_is_said_once(plain: Display) -> None:
    for text in ("a is wrong", "b is wrong", "a is wrong"):
        plain.problem(text)
    assert lines_of(plain) == ["a is wrong", "b is wrong"]


def test_on_a_terminal_there_is_a_bar_and_no_line_for_each_unit(drawn: Display) -> None:
    drawn.expect("build", 2, 60)
    with drawn:
        drawn.finish(60, "build", "sha256/ref amd64")
    text = "".join(lines_of(drawn))
    assert "1/2" in text and " left" in text and "build sha256/ref amd64" in text
    assert "[1/2" not in text


STRANGE = "[/x] [red]x[/red] :x: \x1b[2J\x07 Grøstl"


def test_strangers_text_is_shown_and_not_obeyed(plain: Display, drawn: Display) -> None:
    shown = r"[/x] [red]x[/red] :x: \x1b[2J\x07 Grøstl"
    plain.problem(STRANGE)
    plain.finish(1, "check", STRANGE, STRANGE)
    assert lines_of(plain)[0] == shown
    assert lines_of(plain)[1].endswith(f"check {shown}: {shown}")
    with drawn:
        drawn.finish(1, "check", STRANGE)
        drawn.problem(STRANGE)
    text = "\n".join(lines_of(drawn))
    assert f"check {shown}" in text
    assert "\x1b[2J" not in text and "\x07" not in text


def test_a_message_of_several_lines_stays_one_of_several_lines(plain: Display) -> None:
    plain.print("one\ntwo")
    assert lines_of(plain) == ["one", "two"]


def test_other_processes_can_read_how_far_it_is_while_it_lasts(tmp_path: Path) -> None:
    path = tmp_path / progress_file.NAME
    display = Display(Console(file=io.StringIO(), width=40), path)
    display.expect("build", 3, 10)
    display.problem("sha256/a: wrong digest\nand more")
    assert not path.exists()
    with display:
        found = progress_file.read(path)
        assert found and (found.done, found.total, found.left) == (0, 3, pytest.approx(30, abs=5))
        assert found.failed == ("sha256/a: wrong digest",)
    assert not path.exists()


def test_they_read_what_is_being_done_and_what_failed_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_file, "EVERY", 0)
    path = tmp_path / progress_file.NAME
    display = Display(Console(file=io.StringIO(), width=40), path)
    display.expect("build", 9, 10)
    with display:
        for n in range(8):
            display.finish(10, "build", f"sha256/{n} \x1b", "failed" if n else "ok")
        display.show("build sha256/8")
        found = progress_file.read(path)
    assert found and (found.stage, found.doing) == ("build", "build sha256/8")
    assert (found.done, found.total) == (8, 9)
    assert found.failed == tuple(f"build sha256/{n} \\x1b: failed" for n in (3, 4, 5, 6, 7))


def test_the_file_is_gone_when_a_run_ends_badly(tmp_path: Path) -> None:
    path = tmp_path / progress_file.NAME
    with pytest.raises(KeyboardInterrupt), Display(Console(file=io.StringIO()), path):
        assert path.exists()
        raise KeyboardInterrupt
    assert not path.exists()
