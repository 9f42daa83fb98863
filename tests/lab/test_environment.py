"""The environment of a machine: what it needs, and how an update of the tree renews it."""

from pathlib import Path

import pytest

from hashcop.lab import environment
from hashcop.lab.environment import NotMade
from hashcop.lab.inventory import Machine


def test_a_machine_gets_what_it_needs_for_what_it_runs() -> None:
    assert environment.extras(Machine(name="pi")) == ("--worker",)
    both = Machine(name="pi", runs=("time", "gpu", "tool:yosys"))
    assert environment.extras(both) == ("--worker", "--rtl", "--devices")


def test_what_was_installed_is_installed_again(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / "bootstrap.py").write_text(
        "import sys\nopen('made', 'a').write(sys.argv[1] + ' ')\n"
    )
    for name in ("worker", "rtl", "test"):
        (tmp_path / ".venv" / f"requirements-{name}.stamp").write_text("")
    needs = environment.installed(tmp_path)
    assert needs == ("--worker", "--rtl")
    environment.renew(tmp_path, needs)
    assert (tmp_path / "made").read_text() == "--worker --rtl "


def test_why_it_can_not_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "bootstrap.py").write_text("raise SystemExit('pip has no wheel')")
    with pytest.raises(NotMade, match=r"bootstrap\.py --worker: pip has no wheel"):
        environment.renew(tmp_path, ("--worker",))
