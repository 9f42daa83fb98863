"""What an audit says: its verdict, its deviation and its tolerance. docs/reference/cheating.md has the rules."""

from typing import Literal

from hashcop.data.records import Audit

Verdict = Literal["confirmed", "not confirmed", "contradicted"]

CONFIRMED: Verdict = "confirmed"
NOT_CONFIRMED: Verdict = "not confirmed"
CONTRADICTED: Verdict = "contradicted"

FOR_ALL = 0.5  # the tolerance of what does not lead its hash
MOST = 0.75  # the same where its timings are in doubt
FOR_LEADERS = 0.35  # the widest tolerance of what leads its hash


def deviation_of(inside: float, outside: float) -> float:
    """By what part a call takes longer by the clock outside than its timings say; 0 if there are no figures."""
    return outside / inside - 1 if inside > 0 and outside > 0 else 0.0


def is_within(ratio: float, tolerance: float) -> bool:
    """Whether outside over inside agrees with the timings, which may be too short or too long by the same factor."""
    return 1 / (1 + tolerance) <= ratio <= 1 + tolerance


def tolerance_of(audit: Audit) -> float:
    """The tolerance of an audit; lines without a verdict were judged by FOR_ALL."""
    return audit.tolerance if audit.verdict else FOR_ALL


def verdict_of(audit: Audit) -> str:
    """The verdict of an audit; lines without one are judged by their numbers."""
    if audit.verdict:
        return audit.verdict
    if audit.doubt:
        return CONTRADICTED
    if not audit.calls or audit.inside <= 0 or audit.outside <= 0:
        return NOT_CONFIRMED
    ratio = audit.outside / audit.inside
    return CONFIRMED if is_within(ratio, FOR_ALL) else NOT_CONFIRMED


def is_decided(verdict: str, tolerance: float, *, leads: bool) -> bool:
    """Whether an audit needs no other one within the run: of what `leads`, only if it was quiet enough to be strict."""
    return verdict == CONFIRMED and not (leads and tolerance >= FOR_LEADERS)


def is_settled(audit: Audit, *, leads: bool) -> bool:
    """Whether no other audit is needed: of what `leads` its hash, one that was strict enough for that."""
    if verdict_of(audit) == NOT_CONFIRMED:
        return False
    return not leads or verdict_of(audit) == CONTRADICTED or tolerance_of(audit) <= FOR_LEADERS
