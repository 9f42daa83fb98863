"""lab.toml: what it says, and what is said where it is wrong."""

from pathlib import Path

import pytest

from hashcop.lab import inventory
from hashcop.lab.inventory import Inventory, InventoryError, Machine

LAB = """
[lab]
home = "lab.example.org:4222"
[defaults]
runs = ["time"]
[machine.epyc]
ssh = "bench@epyc.example.org"
runs = ["time", "gpu", "tool:yosys"]
with = ["many"]
tags = ["zen4"]
[machine."rack{08..11}"]
tags = ["rack"]
[machine.pi2]
profile = "quick"
power = "labgrid-client -p pi2 power cycle"
"""


def read(tmp_path: Path, text: str) -> Inventory:
    (tmp_path / "lab.toml").write_text(text)
    return inventory.read(tmp_path / "lab.toml")


def test_machines_have_what_the_file_says_and_the_defaults(tmp_path: Path) -> None:
    lab = read(tmp_path, LAB)
    assert list(lab.machines) == ["epyc", "rack08", "rack09", "rack10", "rack11", "pi2"]
    assert lab.settings.home == "lab.example.org:4222" and lab.settings.engine == "nats"
    assert lab.machines["epyc"].ssh == "bench@epyc.example.org"
    assert lab.machines["rack09"] == Machine(
        name="rack09", ssh="rack09", runs=("time",), tags=("rack",)
    )
    assert lab.machines["epyc"].besides == ("many",) and lab.queues["epyc"] == ("yosys",)
    assert lab.machines["pi2"].profile == "quick" and lab.machines["pi2"].times


def test_words_mean_machines_by_name_and_tag(tmp_path: Path) -> None:
    lab = read(tmp_path, LAB)
    names = lambda *words: [one.name for one in lab.meant(frozenset(words))]  # noqa: E731
    assert len(names()) == 6
    assert names("zen4", "pi2") == ["epyc", "pi2"]
    assert names("rack") == ["rack08", "rack09", "rack10", "rack11"]
    with pytest.raises(InventoryError, match="no machine is called arm, or has such a tag"):
        names("arm")


def test_a_lab_may_be_empty(tmp_path: Path) -> None:
    assert read(tmp_path, "").machines == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[lab]\nhome = 'somewhere'", "home is HOST:PORT"),
        ("[lab]\nengine = 'cron'", "engine"),
        ("[lab]\nhom = 'a:1'", "hom"),
        (
            "[machine.a]\nruns = ['time', 'rest']",
            r"\[machine.a\]: runs has 'rest'; there are time, gpu",
        ),
        ("[machine.a]\nwith = ['--help']", "with has '--help', which is no platform"),
        ("[machine.a]\npower = 'a \"b'", r"\[machine.a\]: power: No closing quotation"),
        ("[machine.a]\nruns = 'time'", r"\[machine.a\]"),
        ("[machine.a]\nsshh = 'b'", "sshh"),
        ("[machine.a]\ntags = ['a b']", "the tag 'a b' is no word"),
        ("[machine.'a/b']", "a name is up to 64"),
        ("[machine.'a.b']", "a name is up to 64"),
        ("[machine.html]", "a name is up to 64"),
        ("[machine.'a{3..1}']", "a range is"),
        ("[machine.'a{1..10}']", "a range is"),
        ("[machine.'a{1..2}']\n[machine.a2]", "there are two machines a2"),
        ("[defaults]\nruns = [1]\n[machine.a]", r"\[machine.a\]"),
        ("[machine", "lab.toml"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(InventoryError, match=why):
        read(tmp_path, text)
