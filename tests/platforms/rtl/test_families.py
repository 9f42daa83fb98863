"""Families and their option sets, and what `design.toml` may say."""

from pathlib import Path
from typing import cast

import pytest

from hashcop.platforms.implementation import TreeError
from hashcop.platforms.rtl import build, design, families
from hashcop.platforms.rtl.families import Family

RIGHT = '[rtl]\nsources = ["hash.sv"]\nw = 32\nkind = "x4-PPL2"\nstreams = 2\nparameters = { UNROLL = 4 }\n'


def read(place: Path, text: str) -> design.Design:
    for name in ("hash.sv", "shell.sv", "pins.sv"):
        (place / name).write_text("module crypto_hash; endmodule\n")
    (place / "design.toml").write_text(text)
    return design.read(place)


def test_a_design_says_what_it_is(tmp_path: Path) -> None:
    found = read(tmp_path, RIGHT)
    assert (found.sources, found.w, found.streams, found.kind) == (("hash.sv",), 32, 2, "x4-PPL2")
    assert found.is_pipelined and found.shell and found.memories == "none"
    assert found.all_parameters(pads=False) == {"UNROLL": 4, "PAD": 0}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("[rtl]", "[", "design.toml: "),
        ("[rtl]", "[other]", "has no [rtl]"),
        ("w = 32", "w = 48", "w is 48, not 32 or 64"),
        ("w = 32", "wide = 32", "has no 'wide'; it has"),
        ("streams = 2", "streams = 0", "not a number from 1 to 32"),
        ('"hash.sv"', '"../hash.sv"', "not the name of a file of Verilog"),
        ('"hash.sv"', '"other.sv"', "names other.sv, which is not there"),
        ('"hash.sv"', '"shell.sv"', "shell.sv is the name of a file of Hashcop's"),
        ('"hash.sv"', '"hash.sv", "pins.sv"', "pins.sv is the name of a file of Hashcop's"),
        ("UNROLL = 4", "PAD = 1", "'PAD' can't be a parameter"),
        ("UNROLL = 4", 'UNROLL = "4"', "not a 32-bit integer"),
        ('"x4-PPL2"', '"<b>"', "is not such as x1"),
        ("streams = 2", 'padding = "no"', "padding is 'no', not parameter or always or never"),
    ],
)
def test_what_it_may_not_say_is_told(tmp_path: Path, before: str, after: str, said: str) -> None:
    with pytest.raises(TreeError) as refused:
        read(tmp_path, RIGHT.replace(before, after))
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("padding", "ways", "parameters"),
    [
        ("parameter", (True, False), {"UNROLL": 4, "PAD": 1}),
        ("always", (True,), {"UNROLL": 4}),
        ("never", (False,), {"UNROLL": 4}),
    ],
)
def test_a_circuit_may_pad_always_or_never(
    tmp_path: Path, padding: str, ways: tuple[bool, ...], parameters: dict[str, int]
) -> None:
    found = read(tmp_path, RIGHT.replace("streams = 2", f'padding = "{padding}"'))
    assert (found.pads_or_not, found.all_parameters()) == (ways, parameters)


def test_every_family_has_option_sets_in_every_profile() -> None:
    for one in families.families():
        for profile in families.profiles():
            assert one.flags(profile), (one.name, profile)
        assert len(one.flags("full")) >= len(one.flags("default"))


def test_words_for_the_placer_are_no_flags_of_the_synthesis() -> None:
    one = cast(Family, families.family("ecp5"))
    found = families.typed(one, "synth_ecp5 -nowidelut freq=80")
    assert found and found.synthesis == ("-nowidelut",)
    assert found.word("freq", one.usual) == "80" and found.word("seed", one.usual) == ""
    assert families.made(one, ()).word("freq", one.usual) == "100"
    assert families.typed(one, "synth_ice40 -dff") is None
    assert families.typed(one, "synth_ecp5 colour=red") is None
    assert families.typed(one, 'synth_ecp5 "') is None


def test_what_does_not_fit_says_how_much_it_needs() -> None:
    one = cast(Family, families.family("ice40"))
    assert build.too_large(one, {"LC": 9000}) == "needs 9,000 LC, and the device has 7,680"
    assert build.too_large(one, {"LC": 7000, "FF": 9000}) == ""
