"""What a run leaves out is told in one line, unless it was named; a list has the rest by reason."""

from pathlib import Path

import pytest

from hashcop.engine import plan, selection, tree
from hashcop.engine.skipped import announce, by_reason, kind_of, summary
from hashcop.platforms.door import Group
from tests.support.fake import PLATFORM, Engine

LACKS = "needs libsum, which is not there for {} (Debian: libsum-dev)"


@pytest.fixture
def many(tmp_path: Path) -> Engine:
    files = {f"sum/library{n}": f'skip = "{LACKS.format("alpha")}"' for n in range(3)}
    files |= {f"sum/vax{n}": 'skip = "for vax only"' for n in range(2)}
    files["sum/shani"] = 'skip = "needs instructions that this processor has not: sha_ni"'
    return Engine(tmp_path, files | {"sum/odd": 'skip = "written in Rust"', "sum/right": ""})


def planned(engine: Engine, *words: str) -> list[Group]:
    functions = tree.walk(engine.tree, [PLATFORM])
    return plan.make(functions, selection.parse(words, functions), {"fake": engine.lane}, ())


def said(engine: Engine, *words: str) -> list[str]:
    """The lines before a run that are about implementations."""
    lines: list[str] = []
    session = engine.open(*words)
    announce(session, lines.append)
    session.close()
    return [line for line in lines if line.startswith("skipped")]


@pytest.mark.parametrize("words", [(), ("sum",)])
def test_all_that_is_skipped_is_counted_in_one_line(many: Engine, words: tuple[str, ...]) -> None:
    assert said(many, *words) == [
        "skipped: 7 implementations (3 need libraries that are not installed, 2 for other processors, "
        "1 for other reasons, 1 need instructions that this processor lacks); "
        "./do list --skipped says which and why"
    ]


def test_what_was_named_keeps_its_reason(many: Engine) -> None:
    assert said(many, "sum/vax0", "sum/right") == [
        f"skipped for {target}: sum/vax0: for vax only" for target in ("alpha", "beta")
    ]


def test_nothing_is_said_where_nothing_is_skipped(many: Engine) -> None:
    assert said(many, "sum/right") == []
    assert summary(planned(many, "sum/right")) == ""


def test_what_is_built_for_another_target_is_not_counted(many: Engine) -> None:
    groups = [group for group in planned(many) if "vax" in group.implementation.name]
    (of_a_built_one,) = (g for g in planned(many, "sum/right") if g.target.name == "alpha")
    partly = [g for g in groups if g.target.name == "beta"][:1]
    assert summary([of_a_built_one, *groups]).startswith("skipped: 2 implementations (2 for other")
    assert summary([of_a_built_one, *partly]).startswith("skipped: 1 implementation (1 for other")


def test_reasons_have_all_names_and_those_with_most_come_first(many: Engine) -> None:
    rows = by_reason(planned(many), merged=True)
    names = [len(row.names) for row in rows]
    assert names == sorted(names, reverse=True) and names[0] == 3
    assert rows[0].names == ("sum/library0", "sum/library1", "sum/library2")
    vax = next(row for row in rows if row.reason == "for vax only")
    assert vax.targets == ("alpha", "beta")


def test_a_reason_is_the_same_for_several_targets(many: Engine) -> None:
    groups = planned(many)
    for group in groups:
        if "library" in group.implementation.name:
            object.__setattr__(group, "skip", LACKS.format(group.target.name))
    row, *_ = by_reason(groups, merged=True)
    assert row.reason == "needs libsum, which is not there (Debian: libsum-dev)"
    assert row.targets == ("alpha", "beta")
    assert len(by_reason(groups)) == len(by_reason(groups, merged=True)) + 1


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        (LACKS, "libraries"),
        ("needs sphlib 3.0.10 (python3 bootstrap.py --jars)", "libraries"),
        ("needs instructions that this processor has not: avx2", "instructions"),
        ("for aarch64, arm only", "processors"),
        ("written in Rust, which is not built here", "reasons"),
    ],
)
def test_reasons_have_kinds(reason: str, kind: str) -> None:
    assert kind in kind_of(reason)
