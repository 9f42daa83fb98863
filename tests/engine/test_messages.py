"""What people are told: what is wrong, and the next command to run."""

from hashcop.engine import messages
from hashcop.machine import packages
from hashcop.machine.packages import Tool


def tool(name: str, package: str = "") -> Tool:
    return Tool(name, package or name, f"what {name} gives", True)


def test_the_complaint_names_what_is_missing_what_it_gives_and_the_line() -> None:
    text = str(messages.packages_missing([tool("make"), tool("gcc")]))
    assert "  make: what make gives\n  gcc: what gcc gives\n" in text
    assert packages.apt_line([tool("make"), tool("gcc")]) in text
    assert "--no-sandbox" not in text
    assert "--no-sandbox" in str(messages.packages_missing([tool("bwrap", "bubblewrap")]))
