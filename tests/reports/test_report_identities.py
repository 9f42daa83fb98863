"""Two machines of one name: two machines in the pages, and a sentence that says so."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.results.machines import notices
from hashcop.results.model import load
from reports import pages, supercop
from tests.support.html_check import assert_sound, page
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
Told = Callable[..., str]

A, B = "3f29ac" + "0" * 26, "e1d177" + "0" * 26
NAMES = ["made (3f29ac)", "made (e1d177)"]


@pytest.fixture
def data(maker: Make) -> tuple[list[Fact], list[Fact]]:
    """What two machines of the name "made" record: the same implementation, of different speed."""
    one = [machine(identity=A, kernel="Linux A"), *whole(maker("ref"), [8, 1536])]
    two = [machine(identity=B, kernel="Linux B"), *whole(maker("ref", factor=3.0), [8, 1536])]
    return one, two


@pytest.fixture(params=["two files", "one concatenated file"])
def both(
    request: pytest.FixtureRequest, data: tuple[list[Fact], list[Fact]], file: Write
) -> list[Path]:
    """The data of both machines."""
    one, two = data
    return [file(one), file(two)] if request.param == "two files" else [file(one + two)]


def medians(paths: list[Path]) -> dict[str, float]:
    """Cycles of 1536 bytes, by the machine's name."""
    return {
        m.name: m.targets[0].hashes[0].implementations[0].curve[1536].median for m in load(paths)
    }


def test_they_are_two_machines_with_their_own_figures(
    both: list[Path], data: tuple[list[Fact], list[Fact]], file: Write
) -> None:
    ((_, fast),) = medians([file(data[0])]).items()
    ((_, slow),) = medians([file(data[1])]).items()
    assert medians(both) == dict(zip(NAMES, (fast, slow), strict=True)) and slow > 2 * fast
    assert [m.kernel for m in load(both)] == ["Linux A", "Linux B"]
    assert [(m.recorded_name, m.identity) for m in load(both)] == [("made", A), ("made", B)]


def test_pages_have_a_place_for_each_and_say_so(both: list[Path], tmp_path: Path) -> None:
    said: list[str] = []
    wish = pages.Wish(figures=frozenset())
    out = pages.write(both, tmp_path / "out", notice=said.append, wish=wish).parent
    assert_sound(out)
    assert len(list(out.glob("machine/*/amd64/md5.html"))) == 2
    (sentence,) = said
    assert "2 machines named made: made (3f29ac), made (e1d177)" in sentence
    text = page(out / "index.html").text
    assert sentence in text and all(name in text for name in NAMES)


def test_the_terminal_tells_them_apart_and_says_so(
    data: tuple[list[Fact], list[Fact]], file: Write, told: Told
) -> None:
    text = told(file(data[0] + data[1]), "md5/ref")
    assert all(f"md5/ref on {name}, amd64" in text for name in NAMES)
    assert "2 machines named made" in text


def test_an_export_has_both(both: list[Path]) -> None:
    lines = [line.split() for line in supercop.lines(both, Counter())]
    measured = [words for words in lines if words[6] == "cycles"]
    assert {words[1] for words in measured} == {"made_(3f29ac)", "made_(e1d177)"}
    tried = {words[1]: words[9] for words in lines if words[6] == "try"}
    assert len(set(tried.values())) == 2


def test_one_machine_of_a_name_is_called_as_it_is(small: Path, file: Write, maker: Make) -> None:
    known = file([machine(identity=A), *whole(maker("ref"), [8, 1536])])
    (one,) = load([known])
    assert (one.name, one.identity) == ("made", A) and notices([one]) == ()
    assert notices(load([small])) == ()


def test_older_data_and_newer_data_of_one_machine_are_one(file: Write, maker: Make) -> None:
    m = maker("ref")
    made = list(whole(m, [8, 1536]))
    older, newer = made[:15], [machine(identity=A), *made[15:], m.timings(OPTIONS[0], [64])]
    together = load([file([machine(), *older, *newer])])
    apart = load([file([machine(), *older]), file(newer)])
    assert together == apart == load([file(newer), file([machine(), *older])])
    (one,) = together
    assert (one.name, one.identity) == ("made", A)
    (implementation,) = one.targets[0].hashes[0].implementations
    assert set(implementation.curve) == {8, 64, 1536}
    assert len(implementation.builds) == len(OPTIONS)


def test_older_data_beside_two_identities_are_a_third_machine(
    data: tuple[list[Fact], list[Fact]], file: Write, maker: Make
) -> None:
    third = file([machine(), *whole(maker("ref", factor=5.0), [8, 1536])])
    found = load([file(data[0]), third, file(data[1])])
    assert [one.name for one in found] == ["made", *NAMES]
    (sentence,) = notices(found)
    assert "3 machines named made: made (older data, without an identity)" in sentence
