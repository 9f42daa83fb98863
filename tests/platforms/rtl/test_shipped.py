"""The shipped circuits are right: the basic ones in a short run; in make test-all, all of them by a whole check."""

import json
from pathlib import Path

import pytest

from hashcop import ROOT
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.implementation import HashFunction, Implementation
from hashcop.platforms.rtl import build, design, padding, simulate
from hashcop.platforms.rtl.lane import chosen
from hashcop.platforms.rtl.room import Room
from hashcop.platforms.rtl.synthesize import files_of
from tests.conftest import Once

TREE = ROOT / "crypto_hash"
SHIPPED = sorted(
    f"{file.parents[2].name}/rtl/{file.parent.name}" for file in TREE.glob("*/rtl/*/design.toml")
)
BASIC = chosen("basic").circuits
# Clocks of a block, for all streams together: table 19 of the study, and its formulas for pipelines.
CLOCKS = json.loads((Path(__file__).parent / "clocks.json").read_text())


def function(name: str) -> HashFunction:
    """A hash with its reference implementation, which answers new messages."""
    ref = Implementation(name, "ref", TREE / name / "ref", "c")
    return HashFunction(name, TREE / name, (ref,))


@pytest.mark.parametrize("name", [*BASIC, "sha256/rtl/mu2"])
def test_a_basic_circuit_is_right(name: str, room: Room, tmp_path: Path) -> None:
    # Compiled fast, and simulated for a few blocks.
    hash, _, own = name.partition("/")
    found, known = design.read(TREE / hash / own), function(hash).known_answers()
    how = padding.of(hash)
    assert how
    tmp_path.chmod(0o755)
    parameters = found.all_parameters()
    files = files_of(found, TREE / hash / own, room.sources)
    program = room.simulator(files, found.w, found.streams, parameters, tmp_path, ["-O0"])
    circuit = simulate.Circuit(room, found, how, True, program, len(known[0]) // 2)
    few = {n: known[n] for n in sorted(known) if n <= 2 * how.block + 1 and n % 5 in (0, 2)}
    assert [simulate.problem(circuit, run, few, 1) for run in simulate.RUNS] == [""] * 6
    alone = simulate.alone(circuit, [n * how.block for n in (1, 2)])
    assert alone[1] - alone[0] == CLOCKS[name]


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_every_circuit_is_right(name: str, sandbox: Sandbox, room: Room, once: Once) -> None:
    hash, _, own = name.partition("/")
    place = once("rtl-room", lambda _: None)
    found = design.read(TREE / hash / own)
    shop = build.Shop(sandbox, room, place, place)
    files = files_of(found, TREE / hash / own, room.sources)
    verdict, _ = build.judged(shop, function(hash), found, files)
    assert (verdict.outcome, verdict.reason, verdict.findings) == ("right", "", ())
    assert verdict.known_answers >= 319 and verdict.fresh >= 96
    assert verdict.clocks
    clocks = verdict.clocks.block * verdict.clocks.streams
    assert clocks == pytest.approx(CLOCKS[name], rel=0.03)  # digests of streams take turns
