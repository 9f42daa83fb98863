"""The verdict of an audit, its deviation and its tolerance stand on the page and in the terminal."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.records import Audit
from hashcop.results.audits import is_settled, verdict_of
from reports import audits
from tests.support.html_check import page
from tests.support.made_data import OPTIONS, Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
Told = Callable[..., str]

HASH, REF = "machine/made/amd64/md5.html", "machine/made/amd64/md5/ref.html"
CYCLES = [1000] * 15


def audit(**fields: Any) -> Audit:
    """An audit of 1000 cycles at 1536 bytes."""
    about = {"platform": "c", "target": "amd64", "hash": "md5", "implementation": "ref"}
    rest = {"bytes": 1536, "calls": 9, "inside": 1000.0, "outside": 1012.0, "options": OPTIONS[0]}
    return Audit(key="k", object="o", **about, **(rest | fields))  # type: ignore[arg-type]


def audited(m: Maker, **fields: Any) -> list[Fact]:
    """A run whose winner was audited so."""
    facts = [machine(), *whole(m, []), m.timings(OPTIONS[0], {1536: CYCLES}, 3)]
    (winner,) = (fact for fact in facts if fact["kind"] == "winner")
    told = {"bytes": 1536, "calls": 9, "inside": 1000.0, "outside": 1012.0}
    told |= {"options": winner["options"], "object": winner["object"]}
    return [*facts, m.fact("audit", "audit", **(told | fields))]


CASES = {
    "confirmed": (
        {"verdict": "confirmed", "tolerance": 0.1, "deviation": 0.012},
        "confirmed: by a clock outside its process a call takes 1.2 % more than its timings say (tolerance 10 %)",
    ),
    "not-confirmed": (
        {"verdict": "not confirmed", "tolerance": 0.35, "outside": 1500.0, "reason": "it was busy"},
        "not confirmed: by a clock outside its process a call takes 50.0 % more than its timings say "
        "(tolerance 35 %); it was busy",
    ),
    "of-an-earlier-version": (
        {"outside": 900.0},
        "confirmed: by a clock outside its process a call takes 10.0 % less than its timings say (tolerance 50 %)",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_verdict_deviation_and_tolerance_are_shown(
    case: str, maker: Make, file: Write, told: Told, site: Write
) -> None:
    fields, words = CASES[case]
    facts = audited(maker(), **fields)
    assert f"audit: {words}" in " ".join(told(file(facts), "md5/ref").split())
    place = site(facts)
    text = " ".join(page(place / REF).text.split())
    assert words[1:] in text
    is_marked = "audit: not confirmed" in page(place / HASH).text
    assert is_marked == (case == "not-confirmed")


def test_an_audit_without_calls_is_not_confirmed() -> None:
    assert audits.in_words(audit(calls=0, outside=0.0)).startswith("not confirmed: the clock")


def test_lines_without_a_verdict_are_judged_by_their_numbers() -> None:
    assert verdict_of(audit()) == "confirmed"
    assert verdict_of(audit(doubt="it is too fast")) == "contradicted"
    assert verdict_of(audit(outside=1600.0)) == "not confirmed"
    assert verdict_of(audit(outside=600.0)) == "not confirmed"
    assert verdict_of(audit(calls=0)) == "not confirmed"


def test_what_leads_needs_a_strict_audit_and_what_is_not_confirmed_another_one() -> None:
    old, strict = audit(), audit(verdict="confirmed", tolerance=0.1)
    assert is_settled(old, leads=False) and not is_settled(old, leads=True)
    assert is_settled(strict, leads=True)
    assert not is_settled(audit(verdict="not confirmed", tolerance=0.1), leads=False)
    assert is_settled(audit(verdict="contradicted", doubt="why", tolerance=0.5), leads=True)
