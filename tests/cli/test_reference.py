"""docs/reference/commands.md says what the commands say."""

import pytest

from hashcop.cli import reference
from hashcop.cli.main import COMMANDS
from tests.support.typed import typed


def test_the_page_of_the_commands_is_current() -> None:
    assert reference.FILE.read_text() == reference.page(), "make docs"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_and_example_of_a_command_is_in_its_section(name: str) -> None:
    section = reference.page().split(f"\n## {name}\n")[1].split("\n## ")[0]
    shown = typed(name, "--help", COLUMNS="200").out
    usage = shown.splitlines()[0].removeprefix("Usage: ")
    assert f"\n    {usage}\n" in section
    for line in shown.splitlines():
        words = line.split()
        if words and words[0].startswith("--"):
            assert words[0].rstrip(",") in section
    prose = [line for line in section.splitlines() if not line.startswith(("|", "eval", "./do"))]
    assert max(map(len, prose)) <= 100


def test_the_page_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = reference.page()
    monkeypatch.setenv("COLUMNS", "40")
    assert reference.page() == whole
