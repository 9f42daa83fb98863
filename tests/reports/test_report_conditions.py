"""What a machine was like as a place to measure: read, and shown beside it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.data.files import DataError
from hashcop.results.model import load
from tests.support.html_check import Page, assert_sound, page
from tests.support.made_data import Fact, machine

Write = Callable[..., Path]


JUDGED = [
    {"name": "turbo", "state": "bad", "found": "on <b>", "why": "it scatters"},
    {"name": "steal time", "state": "good", "found": "none"},
]
TRIED = [{"processor": n, "lost": n / 100, "scatter": 0.01, "chain": 4600} for n in (2, 3)]


def conditions(machine: str = "made", **changed: object) -> Fact:
    fact = {"kind": "conditions", "machine": machine, "time": "2026-01-02T00:00:00Z", "key": "k"}
    fact |= {"when": "begin", "pinned": 3, "judgements": JUDGED, "quiet": TRIED, "counters": {}}
    return fact | changed


def test_a_machine_has_its_newest_conditions_and_the_newest_trials_of_several_cores(
    small: Path, file: Write
) -> None:
    end = conditions(
        time="2026-01-03T00:00:00Z", when="end", judgements=JUDGED[1:], quiet=TRIED[1:]
    )
    (one,) = load([small, file([end, conditions()])])
    assert one.conditions is not None
    assert one.conditions.time == "2026-01-03T00:00:00Z" and one.to_mend == ()
    assert [(q.processor, q.lost) for q in one.conditions.quiet] == [(2, 0.02), (3, 0.03)]


def test_a_machine_whose_conditions_nobody_told_has_none(small: Path) -> None:
    (one,) = load([small])
    assert one.conditions is None and one.core_kind == ""


@pytest.mark.parametrize("broken", [{"judgements": [{"name": 1}]}, {"quiet": [{"lost": "x"}]}])
def test_conditions_of_wrong_types_are_refused(broken: Fact, file: Write) -> None:
    with pytest.raises(DataError, match=r"1\.jsonl:1: "):
        load([file([conditions(**broken)])])


def shown(out: Path) -> Page:
    """The page of the machine."""
    assert_sound(out)
    return page(out / "machine/made/index.html")


def test_a_page_says_what_is_bad_and_shows_all_of_it(site: Write) -> None:
    out = site([machine(), conditions()])
    text = shown(out).text
    assert "Not a quiet place: of 2 conditions that were judged, 1 disturbs (turbo)" in text
    assert "on <b>" in text and "it scatters" in text
    assert "✗ bad" in text and "✓ good" in text
    assert "3.00 %" in text
    assert "on &lt;b&gt;" in (out / "machine/made/index.html").read_text()


def test_a_page_of_a_quiet_place_says_so(site: Write) -> None:
    text = shown(site([machine(), conditions(judgements=JUDGED[1:])])).text
    assert "A quiet place: none of the 1 conditions that were judged disturbs" in text


def test_a_machine_is_fit_unfit_or_not_judged_wherever_it_is_listed(site: Write) -> None:
    for facts, word in (
        ([conditions()], "unfit"),
        ([conditions(judgements=JUDGED[1:])], "fit"),
        ([], "not judged"),
    ):
        out = site([machine(), *facts], word)
        for name in ("index.html", "lab.html", "machine/made/index.html"):
            said = (out / name).read_text()
            assert f'<span class="fit {word.replace(" ", "-")}">{word}</span>' in said


def test_a_machine_of_unknown_conditions_is_said_to_be_so(site: Write) -> None:
    assert "The data do not say how quiet the machine was" in shown(site([machine()])).text


@pytest.mark.parametrize(
    ("processor", "design", "shown_as"),
    [
        ("AMD EPYC 9354", "Zen 4", ("AMD EPYC 9354", "Zen 4")),
        ("ARM Neoverse N1", "Neoverse N1", ("ARM Neoverse N1",)),
        ("AMD EPYC 9354", "", ("AMD EPYC 9354",)),
        ("", "Zen 4", ("Zen 4",)),
        ("", "", ("not recorded", "processor that the data do not name")),
    ],
)
def test_a_page_names_the_design_and_what_the_system_calls_the_processor(
    processor: str, design: str, shown_as: tuple[str, ...], site: Write
) -> None:
    text = shown(site([machine(processor=processor, design=design)])).text
    assert all(words in text for words in shown_as)
    assert f"Processor {processor or 'not recorded'}, 8 logical processors" in text


def test_a_page_names_the_kind_of_cores(site: Write) -> None:
    text = shown(site([machine(core_kind="performance")])).text
    assert "timings on number 3, one of the performance cores" in text


def test_a_page_tells_what_changed_between_runs(site: Write) -> None:
    later = machine(time="2026-02-01T00:00:00Z", kernel="Linux 7.0", microcode="0x2b")
    text = shown(site([machine(), later])).text
    assert "What changed" in text and "Linux 7.0 0x2b" in text and "Linux 6.1.0-18-amd64" in text


def test_a_page_tells_what_native_meant_to_each_compiler(site: Write) -> None:
    told = {"command": "gcc", "path": "/usr/bin/gcc", "version": "12.2.0", "native": "cooperlake"}
    text = shown(site([machine(compilers=[told, told | {"command": "tcc", "native": ""}])])).text
    assert "gcc 12.2.0 cooperlake" in text and "tcc 12.2.0 not recorded" in text
