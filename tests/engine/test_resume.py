"""A run that dies at any moment and is begun again: nothing is lost, nothing is done twice."""

import json
import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from hashcop.data.records import Build, Record, Timings, Trial
from hashcop.results.model import load
from tests.engine.conftest import MakeEngine
from tests.support.fake import FLAGS, Engine, Killed


def essence(records: Iterable[Record]) -> Counter[str]:
    """What two runs of one tree have in common: all but times, and which of two equal builds came first."""
    found: Counter[str] = Counter()
    every = [to_builtins(one) for one in records]
    said = {row["key"]: row.get("said", []) for row in every if row["kind"] == "build"}
    for row in every:
        if row["kind"] in ("machine", "conditions", "run") or (
            row["kind"] == "trial" and row["round"] > 1
        ):
            continue
        if "said_as" in row:
            row["said"] = said[row["said_as"]]
        rest = {k: v for k, v in row.items() if k not in ("time", "same_as", "said_as")}
        found[json.dumps(rest, sort_keys=True)] += 1
    return found


def doubles(records: Iterable[Any]) -> list[tuple[str, str]]:
    """Kinds and keys that are there twice."""
    count = Counter((type(one).__name__, one.key) for one in records if hasattr(one, "key"))
    return [key for key, times in count.items() if times > 1]


class Death:
    """Kills an engine at its n-th event."""

    def __init__(self, engine: Engine, after: int) -> None:
        self.left = after
        engine.on_event = self

    def __call__(self, _kind: str, _about: str) -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed


def die(engine: Engine, after: int) -> bool:
    """Whether a run is killed at its n-th event; it comes to its end where it has fewer."""
    Death(engine, after)
    try:
        engine.run()
    except Killed:
        return True
    finally:
        engine.on_event = lambda *_: None
    return False


def tear(engine: Engine, rng: random.Random) -> list[bytes]:
    """Lose the last bytes of the file, as a machine does that loses its power; the whole lines that are left."""
    content = engine.file.read_bytes()
    if not content:
        return []
    left = len(content) - rng.randint(1, min(rng.choice((300, 3000, 30_000)), len(content)))
    engine.file.write_bytes(content[:left])
    return engine.lines()


@pytest.fixture
def undisturbed(make_engine: MakeEngine, tmp_path_factory: pytest.TempPathFactory) -> Counter[str]:
    """What a run that nothing disturbs records of the tree of `engine`."""
    whole = Engine(tmp_path_factory.mktemp("undisturbed"), FILES)
    whole.run()
    return essence(whole.records())


FILES = {
    "sum/ref": 'cost = 5.0\nfactors = {"-b" = 2.0, "-c" = 3.0}',
    "sum/slow": "cost = 30.0\nsame = true",
    "sum/wrong": 'wrong = ["-a", "-b", "-c"]',
    "sum/broken": 'fails = ["-a", "-b", "-c"]',
    "sum/elsewhere": 'skip = "for vax only"',
    "sum/user": 'needs = ["crypto_core/mix"]',
    "crypto_core/mix/ref": "",
    "crypto_core/mix/fast": "cost = 2.0",
}


@pytest.mark.parametrize("seed", range(40))
def test_killed_and_torn_again_and_again_a_run_records_what_an_undisturbed_one_does(
    seed: int, make_engine: MakeEngine, undisturbed: Counter[str]
) -> None:
    engine, rng = make_engine(FILES), random.Random(seed)
    recorded: list[bytes] = []
    for _ in range(6):
        if not die(engine, rng.randint(0, 150)):
            break
        assert engine.lines()[: len(recorded)] == recorded, "a line that was recorded is gone"
        recorded = tear(engine, rng) if rng.random() < 0.5 else engine.lines()
    torn = not engine.file.read_bytes().endswith(b"\n") if engine.file.exists() else False
    engine.run()
    assert engine.lines()[: len(recorded)] == recorded
    assert essence(engine.records()) == undisturbed
    assert doubles(engine.records()) == []
    assert (engine.file.with_name("torn").exists() or not torn) is True
    before, engine.events = engine.lines(), []
    engine.run()
    assert engine.lines() == before and engine.events == []


CUTS = {
    "build": lambda one: isinstance(one, Build),
    "trial": lambda one: isinstance(one, Trial),
    "table": lambda one: isinstance(one, Timings) and len(one.bytes) == 2,
    "curve": lambda one: isinstance(one, Timings) and len(one.bytes) > 2,
}


@pytest.mark.parametrize("after", CUTS)
def test_cut_off_after_a_stage_has_begun_the_file_becomes_what_it_was(
    after: str, make_engine: MakeEngine, undisturbed: Counter[str]
) -> None:
    engine = make_engine(FILES)
    engine.run()
    lines, records = engine.lines(), engine.records()
    first = next(n for n, one in enumerate(records) if CUTS[after](one))
    engine.file.write_bytes(b"".join(lines[: first + 1]) + lines[first + 1][:20])
    engine.run()
    assert engine.lines()[: first + 1] == lines[: first + 1]
    assert essence(engine.records()) == undisturbed


def seen(engine: Engine, name: str = "ref") -> Any:
    """What readers see of an implementation on alpha."""
    (machine,) = load([engine.file])
    target = next(one for one in machine.targets if one.name == "alpha")
    return next(one for one in target.hashes[0].implementations if one.name == name)


def added(engine: Engine) -> Counter[tuple[str, str]]:
    """(kind, implementation) of what a run adds, but for what tells of the machine."""
    before = len(engine.records())
    engine.run()
    new = [to_builtins(one) for one in engine.records()[before:]]
    return Counter((row["kind"], row["implementation"]) for row in new if "implementation" in row)


def test_an_edit_that_changes_no_machine_code_is_built_again_and_no_more(engine: Engine) -> None:
    engine.run()
    engine.write("sum/ref", 'cost = 5.0\nfactors = {"-b" = 2.0, "-c" = 3.0}\n# edited')
    assert added(engine) == {("build", "ref"): 2 * len(FLAGS)}
    assert len(seen(engine).curve) == 65
    assert added(engine) == {}


def test_an_edit_redoes_its_own_implementation_and_no_other(engine: Engine) -> None:
    engine.run()
    engine.write("sum/ref", "cost = 4.0")
    new = added(engine)
    assert {name for _, name in new} == {"ref"}
    assert {kind for kind, _ in new} == {"build", "check", "trial", "winner", "timings"}


def test_an_edit_that_is_taken_back_measures_nothing_again_and_counts_again(
    engine: Engine,
) -> None:
    engine.run()
    first, file = seen(engine), engine.tree / "crypto_hash/sum/ref/hash.fake"
    text = file.read_text()
    file.write_text(text + '\nfails = ["-a", "-b", "-c"]')
    spoilt = added(engine)
    assert spoilt["build", "ref"] == 2 * len(FLAGS) and not seen(engine).curve
    file.write_text(text)
    assert added(engine) == {("build", "ref"): 2 * len(FLAGS)}
    again = seen(engine)
    assert (again.curve, again.long, again.winner) == (first.curve, first.long, first.winner)
    assert [replace(b, time="") for b in again.builds] == [
        replace(b, time="") for b in first.builds
    ]
    assert added(engine) == {}


def test_an_implementation_that_was_skipped_for_a_while_counts_again(engine: Engine) -> None:
    engine.run()
    first, file = seen(engine), engine.tree / "crypto_hash/sum/ref/hash.fake"
    text = file.read_text()
    file.write_text('skip = "for vax only"')
    assert added(engine)["build", "ref"] == 2 and not seen(engine).curve
    file.write_text(text)
    assert {kind for kind, _ in added(engine)} == {"build"}
    assert seen(engine).curve == first.curve
    assert added(engine) == {}
