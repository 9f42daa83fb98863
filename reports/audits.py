"""What audits say of an implementation, in words: the same on pages and in the terminal."""

from hashcop.data.records import Audit
from hashcop.results.audits import NOT_CONFIRMED, deviation_of, tolerance_of, verdict_of
from hashcop.results.summary import Implementation
from reports import format


def audit_of(one: Implementation) -> Audit | None:
    """The audit of the machine code that won its race; None if there is none."""
    won = one.winner
    return next((code.audit for code in one.codes if won and code.object == won.object), None)


def mark(one: Implementation) -> str:
    """'not confirmed' if an audit says so of its timings; empty otherwise: a contradiction is a finding."""
    audit = audit_of(one)
    return NOT_CONFIRMED if audit and verdict_of(audit) == NOT_CONFIRMED else ""


def in_words(audit: Audit) -> str:
    """The verdict, with the deviation, the tolerance and, if it is not confirmed, the reason."""
    if not audit.calls:
        return f"{verdict_of(audit)}: {audit.reason or 'the clock outside does not work'}"
    deviation = deviation_of(audit.inside, audit.outside)
    more = f"{abs(deviation):.1%} {'more' if deviation >= 0 else 'less'}".replace("%", " %")
    tolerance = f"{tolerance_of(audit):.0%}".replace("%", " %")
    why = f"; {audit.reason}" if audit.reason else ""
    return (
        f"{verdict_of(audit)}: by a clock outside its process a call takes {more} than its timings say "
        f"(tolerance {tolerance}){why}"
    )


def how(audit: Audit) -> str:
    """How the audit was made, in sentences."""
    chain = (
        f"{format.count(audit.calls, 'message')} of {audit.bytes} bytes, each of which depends on the digests before "
        f"it, took {format.per_byte(audit.outside / audit.bytes)} cycles/byte; its timings say "
        f"{format.per_byte(audit.inside / audit.bytes)}."
    )
    turns = (
        f" It was run {format.count(audit.turns, 'time')}, {audit.quiet} of them beside an idle hyperthread"
        if audit.turns
        else ""
    )
    if turns:
        turns += f", in turns with {audit.runner_up}." if audit.runner_up else "."
    by = (
        f" The last digest is that of {audit.witness}."
        if audit.witness
        else " No other implementation was there to compare the last digest with."
    )
    return chain + turns + by
