"""What is known of a claim of constant time, in words."""

from hashcop.data.records import Timecop
from hashcop.results.summary import CONSTANT_TIME, Code, Implementation


def in_words(one: Implementation) -> str:
    """What the winner claims of secret input, and what a check came to."""
    security = one.newest.security
    timecop = _of_winner(one)
    claim = "claimed" if security == CONSTANT_TIME else "not claimed"
    if timecop is None:
        return "claimed; not checked yet" if security == CONSTANT_TIME else claim
    return f"{claim}; {_came_to(timecop)}"


def mark(one: Implementation) -> str:
    """`verified`, or how it fails, for a table; empty without a verdict."""
    timecop = _of_winner(one)
    if timecop is None or timecop.outcome == "error":
        return ""
    if timecop.outcome == "pass":
        return "verified" if one.newest.security == CONSTANT_TIME else "verified, not claimed"
    return "fails" if one.newest.security == CONSTANT_TIME else "fails, not claimed"


def _of_winner(one: Implementation) -> Timecop | None:
    won = one.winner
    codes: list[Code] = [code for code in one.codes if won and code.object == won.object]
    return codes[0].timecop if codes else None


def _came_to(timecop: Timecop) -> str:
    tool = timecop.tool or "SUPERCOP\u2019s TIMECOP"
    other = ", on another build of it" if timecop.made else ""
    if timecop.outcome == "pass":
        return f"verified by {tool}{other}"
    if timecop.outcome == "fail":
        return f"fails by {tool}{other}" + (
            f": {', '.join(timecop.where)}" if timecop.where else ""
        )
    return f"no verdict: {'; '.join(timecop.said) or tool}"
