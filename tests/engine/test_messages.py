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


def test_what_is_in_doubt_is_one_line_however_much_it_is() -> None:
    measured = [
        f"{stage} of sha256/ref, {abi}" for stage in ("table", "curve") for abi in ("amd64", "x86")
    ]
    one = messages.doubtful(measured[:1])
    assert one.startswith("table of sha256/ref, amd64 is in doubt: the calibration check")
    every = messages.doubtful(measured)
    assert "\n" not in every and every.startswith("4 tables and curves ")
    assert measured[0] in every and measured[-1] in every


def test_a_first_answer_announces_other_option_sets_where_there_are_some() -> None:
    said = [messages.answer("sum/a alpha", "cc", "right", more=more) for more in (True, False)]
    assert said == [
        "sum/a alpha: right, with cc; the other option sets follow",
        "sum/a alpha: right, with cc",
    ]
