"""What came of builds and checks is found again, and not where anything has changed that it depends on."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from hashcop.data.records import Build
from hashcop.engine import outcomes
from hashcop.engine.outcomes import Outcomes
from hashcop.machine.cache import Cache
from hashcop.platforms.door import Built, Group, OptionSet, Outcome, Verdict
from tests.engine.conftest import MakeEngine
from tests.support import fake
from tests.support.fake import Engine, FakeLane

OK = Outcome(outcome="ok", object="c0de", notes=("exports a name of its own",))
FAILED = Outcome(outcome="failed", reason="hash.c:1: error: spoilt", said=("hash.c:1: error",))


@pytest.fixture
def group(engine: Engine) -> Group:
    """A group of one implementation."""
    session = engine.open("sum/ref")
    session.close()
    return session.groups[0]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Cache]:
    """A cache that is empty."""
    opened = Cache(tmp_path / "kept")
    yield opened
    opened.close()


def lane_of(group: Group) -> FakeLane:
    assert isinstance(group.lane, FakeLane)
    return group.lane


def artifact(group: Group) -> Path:
    file = group.lane.artifact("c0de")
    file.parent.mkdir(parents=True)
    file.write_text("program")
    return file


def test_a_build_is_found_again_with_all_that_was_said(kept: Cache, group: Group) -> None:
    known = Outcomes(kept)
    assert known.find_build(group, "1") is None
    known.keep_build(group, "1", Built(FAILED, None))
    known.keep_build(group, "2", Built(OK, artifact(group)))
    another = Outcomes(kept)
    assert another.find_build(group, "1") == FAILED
    assert another.find_build(group, "2") == OK
    assert another.find_check(group, "1") is None


def test_a_build_whose_program_was_removed_is_to_be_done_again(kept: Cache, group: Group) -> None:
    known, file = Outcomes(kept), artifact(group)
    known.keep_build(group, "1", Built(OK, file))
    assert known.find_build(group, "1") == OK
    file.unlink()
    assert known.find_build(group, "1") is None


@pytest.mark.parametrize("torn", [b"", b'{"outcome": "fai', b"[]", b"{}", b"\0\0\0", b"\xff"])
def test_what_was_torn_by_a_dying_machine_is_not_known(
    torn: bytes, kept: Cache, group: Group
) -> None:
    known = Outcomes(kept)
    known.keep_build(group, "1", Built(FAILED, None))
    (file,) = kept.directory.glob("outcomes/*/*")
    file.write_bytes(torn)
    assert known.find_build(group, "1") is None
    known.keep_build(group, "1", Built(FAILED, None))
    assert known.find_build(group, "1") == FAILED


@pytest.mark.parametrize(
    "reason",
    [
        "the compiler did not end within 300 seconds",
        "gcc: fatal error: Killed signal terminated program cc1",
        "as: BFD error: No space left on device",
        "cc1: out of memory allocating 65536 bytes",
    ],
)
def test_what_failed_for_a_moments_reasons_is_not_kept(
    reason: str, kept: Cache, group: Group
) -> None:
    known = Outcomes(kept)
    for key, outcome in {
        "1": Outcome(outcome="failed", reason=reason),
        "2": Outcome(outcome="failed", said=(reason,)),
    }.items():
        known.keep_build(group, key, Built(outcome, None))
        assert known.find_build(group, key) is None


LASTING = [
    Verdict(outcome="right", expected="match"),
    Verdict(outcome="right", findings=("changed the register rbx: a message of 3 bytes",)),
    Verdict(outcome="wrong", reason="wrong digest of a message of 3 bytes"),
    Verdict(outcome="wrong", reason="did not return within 1 seconds of processor time"),
]
PASSING = [
    Verdict(outcome="wrong", reason="waited for 100 seconds, and did not return"),
    Verdict(outcome="wrong", reason="was killed by SIGKILL: the machine ran out of memory"),
    Verdict(outcome="right", findings=("did not end within 36 seconds (when asked again)",)),
    Verdict(outcome="disputed", reason="gave another digest", disagrees_with="crypto_hash/h/i"),
]


@pytest.mark.parametrize("verdict", [*LASTING, *PASSING])
def test_of_a_check_is_kept_what_would_come_again(
    verdict: Verdict, kept: Cache, group: Group
) -> None:
    Outcomes(kept).keep_check(group, "1", verdict)
    assert Outcomes(kept).find_check(group, "1") == (verdict if verdict in LASTING else None)


class Ill:
    """Has the builds of some option sets fail for a reason, so many times."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, reason: str, times: int) -> None:
        self.left = Counter({"-a": times})
        build = fake.FakeWorkshop.build

        def failing(workshop: fake.FakeWorkshop, option_set: OptionSet) -> Built:
            (flag,) = option_set.flags
            if self.left[flag] > 0:
                self.left[flag] -= 1
                workshop.lane.event("build", f"{reason} {flag}")
                return Built(Outcome(outcome="failed", reason=reason), None)
            return build(workshop, option_set)

        monkeypatch.setattr(fake.FakeWorkshop, "build", failing)


def builds(engine: Engine) -> list[tuple[str, str]]:
    return [(one.options[1], one.outcome) for one in engine.of(Build) if one.target == "alpha"]


def test_a_build_for_which_the_disk_had_no_room_is_told_and_made_by_the_next_run(
    make_engine: MakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine({"sum/ref": ""})
    Ill(monkeypatch, "as: hash.o: No space left on device", 2)
    engine.run()
    assert sorted(builds(engine)) == [("-b", "ok"), ("-c", "ok")]
    assert "nothing is recorded of that: as: hash.o: No space left" in engine.said.getvalue()
    engine.run()
    assert sorted(builds(engine)) == [("-a", "ok"), ("-b", "ok"), ("-c", "ok")]


@pytest.mark.parametrize(("times", "outcome"), [(1, "ok"), (4, "failed")])
def test_a_compiler_that_was_killed_runs_once_more(
    times: int, outcome: str, make_engine: MakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine({"sum/ref": ""})
    Ill(monkeypatch, "gcc: fatal error: Killed signal terminated program cc1", times)
    engine.run()
    assert dict(builds(engine))["-a"] == outcome
    assert len(builds(engine)) == 3


def test_an_outcome_depends_on_the_platform_its_surroundings_and_the_code_that_decides(
    kept: Cache, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    Outcomes(kept).keep_build(group, "1", Built(FAILED, None))

    def is_known() -> bool:
        return Outcomes(kept).find_build(group, "1") is not None

    assert is_known()
    for attribute in ("platform", "around"):
        with monkeypatch.context() as patch:
            patch.setattr(lane_of(group), attribute, "another")
            assert not is_known()
    with monkeypatch.context() as patch:
        patch.setattr(outcomes, "_makers", lambda: "other makers")
        assert not is_known()
    assert is_known()
