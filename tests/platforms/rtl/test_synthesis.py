"""Netlists: areas, what no synthesis takes, and placements. Without pyosys and nextpnr they are skipped."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from hashcop import ROOT
from hashcop.machine.sandbox import Sandbox, open_sandbox
from hashcop.platforms.rtl import design, families, synthesize, tools
from hashcop.platforms.rtl.families import Family
from hashcop.platforms.rtl.place import Placer
from hashcop.platforms.rtl.room import Room, forbidden
from hashcop.platforms.rtl.synthesize import GATES, Netlist, NoNetlist, Synthesis
from tests.conftest import Once
from tests.platforms.rtl import toy
from tests.platforms.rtl.broken import NOT_SYNTHESIZED

Synthesize = Callable[..., Netlist]


@pytest.fixture(autouse=True, scope="session")
def _tools() -> None:
    if not tools.has_synthesis():
        pytest.skip(f"no synthesis is installed: {tools.HOW}")


@pytest.fixture(scope="session")
def shown() -> Sandbox:
    """A sandbox that shows Python and its wheels."""
    return open_sandbox(trusted=False, toolchains=tools.directories())


@pytest.fixture
def netlist(shown: Sandbox, room: Room, tmp_path: Path) -> Synthesize:
    """The netlist of the toy on a family, with texts replaced."""
    tmp_path.chmod(0o755)

    def made(*replaced: tuple[str, str], name: str = "ecp5", bare: bool = False) -> Netlist:
        one = cast(Family, families.family(name))
        option_set = families.made(one, one.flags("quick")[0])
        made = Synthesis(shown, room.sources, one, option_set)
        return made.netlist(toy.DESIGN, toy.files(*replaced), tmp_path, {"PAD": 1}, bare=bare)

    return made


@pytest.mark.parametrize(
    ("name", "unit", "least", "most"),
    [
        ("ecp5", "LUT4", 300, 900),
        ("ice40", "LC", 300, 900),
        ("gowin", "LUT4", 300, 1200),
        ("gatemate", "CPE half", 300, 1800),
        ("virtex6", "LUT6", 200, 1200),
    ],
)
def test_a_netlist_has_an_area_in_the_unit_of_its_family(
    netlist: Synthesize, name: str, unit: str, least: int, most: int
) -> None:
    found = netlist(name=name)
    assert least < found.area[unit] < most and found.area["FF"] > 400
    assert found.area.get("BRAM", 0) == found.area.get("DSP", 0) == 0
    # What is a constant in one module is none to the synthesis of another.
    modules = json.loads(found.file.read_text())["modules"].values()
    assert len([one for one in modules if "blackbox" not in one["attributes"]]) == 1


def test_places_in_the_text_make_no_other_netlist(netlist: Synthesize, tmp_path: Path) -> None:
    first = netlist().digest
    assert netlist(("// A hash for tests", "// A hash\n\n// for tests")).digest == first
    assert netlist(("4a7c15", "4a7c16")).digest != first


def test_the_directory_makes_no_other_netlist(shown: Sandbox, room: Room, tmp_path: Path) -> None:
    # Yosys names what a function returns after the file that it stands in.
    one = cast(Family, families.family("ecp5"))
    option_set = families.made(one, one.flags("quick")[0])
    files = {
        "turned.sv": b"module crypto_hash #(parameter PAD = 1) (input clk, input [63:0] din, output reg [63:0] dout);\n"
        b"function automatic [63:0] turned(input [63:0] x); turned = {x[0], x[63:1]} + x; endfunction\n"
        b"always_ff @(posedge clk) dout <= turned(din);\nendmodule\n"
    }
    found = set()
    for name in ("here", "there"):
        work = tmp_path / name
        work.mkdir()
        for shown_directory in (tmp_path, work):
            shown_directory.chmod(0o755)
        made = Synthesis(shown, room.sources, one, option_set)
        netlist = made.netlist(toy.DESIGN, files, work, {"PAD": 1}, bare=True)
        assert str(work) not in netlist.file.read_text()
        found.add(netlist.digest)
    assert len(found) == 1


def test_a_circuit_may_have_no_parameters(shown: Sandbox, room: Room, tmp_path: Path) -> None:
    one = cast(Family, families.family("ecp5"))
    text = (room.sources / synthesize.EMPTY).read_text()
    without = re.sub(r"#\(\s*parameter PAD = 1\s*\) ", "", text)
    assert without != text
    tmp_path.chmod(0o755)
    made = Synthesis(shown, room.sources, one, families.made(one, one.flags("quick")[0]))
    found = made.netlist(toy.DESIGN, {synthesize.EMPTY: without.encode()}, tmp_path, {})
    assert 0 < found.area["LUT4"] < 100


@pytest.mark.parametrize("name", NOT_SYNTHESIZED)
def test_what_simulates_and_is_no_circuit_is_refused(netlist: Synthesize, name: str) -> None:
    broken = NOT_SYNTHESIZED[name]
    with pytest.raises(NoNetlist) as refused:
        netlist(*broken.replaced)
    assert re.search(broken.reason, str(refused.value)), (refused.value, refused.value.said)


def test_a_slip_of_the_pen_is_told_with_its_line(netlist: Synthesize) -> None:
    with pytest.raises(NoNetlist, match=r"toy\.sv:\d+: ERROR"):
        netlist(("assign put =", "assign put = ="))


def test_a_bare_netlist_is_made_of_gates(netlist: Synthesize) -> None:
    text = netlist(bare=True).file.with_name(GATES).read_text()
    assert "module crypto_hash(" in text and not re.search(r"\b(?:LUT4|TRELLIS_FF|CCU2C) ", text)


def test_a_bare_netlist_of_a_shipped_circuit_asks_a_simulator_for_nothing(
    shown: Sandbox, room: Room, tmp_path: Path
) -> None:
    # Registers that are results of functions get names with $func$ within.
    one = cast(Family, families.family("ecp5"))
    tmp_path.chmod(0o755)
    directory = ROOT / "crypto_hash" / "blake256" / "rtl" / "4h-4v-m"
    own = design.read(directory)
    made = Synthesis(shown, room.sources, one, families.made(one, one.flags("quick")[0]))
    files = synthesize.files_of(own, directory, room.sources)
    found = made.netlist(own, files, tmp_path, own.all_parameters(), bare=True)
    assert forbidden(found.file.with_name(GATES).read_text()) == ""


@pytest.mark.parametrize(
    "name",
    ["ecp5", *(pytest.param(name, marks=pytest.mark.long) for name in ("gowin", "gatemate"))],
)
def test_the_same_seed_gives_the_same_clock_and_area(
    shown: Sandbox, netlist: Synthesize, once: Once, name: str
) -> None:
    one = cast(Family, families.family(name))
    if tools.missing(one):
        pytest.skip(tools.missing(one))
    cache = once("rtl-places", lambda _: None)
    option_set = families.made(one, one.flags("quick")[0])
    made = netlist(name=name).file
    placer = Placer(shown, cache, one)
    first, again, other = (placer.place(option_set, made, seed) for seed in (1, 1, 2))
    assert first == again and first.clock != other.clock
    assert 10 < first.clock < 500 and first.area[one.unit] > 300 and first.area["FF"] > 400
    assert len(first.critical) == 4


def test_cells_of_a_shipped_circuit_are_analysed(
    shown: Sandbox, room: Room, tmp_path: Path, once: Once
) -> None:
    # OpenSTA reads no assignment to several signals at once, as Keccak's constants make them.
    one = cast(Family, families.family("osu018"))
    if tools.missing(one):
        pytest.skip(tools.missing(one))
    tmp_path.chmod(0o755)
    directory = ROOT / "crypto_hash" / "keccakc512" / "rtl" / "x1"
    own = design.read(directory)
    files = synthesize.files_of(own, directory, room.sources)
    option_set = families.made(one, one.flags("quick")[0])
    made = Synthesis(shown, room.sources, one, option_set)
    found = made.netlist(own, files, tmp_path, own.all_parameters())
    cache = once("rtl-places", lambda _: None)
    placed = Placer(shown, cache, one).analyse(found.file, found.area)
    assert 50 < placed.clock < 1000 and placed.area["GE"] > 10_000 and len(placed.critical) == 2
