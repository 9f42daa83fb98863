"""How fit a machine was for measuring, in plain words."""

from hashcop.results.summary import Machine, Target
from reports.kept.machine import Head, Tally


def is_fit(head: Head) -> bool:
    """Whether nothing that disturbs was found, and most figures are beyond doubt."""
    doubted = any(tally.is_doubted for tally in head.tallies.values())
    return head.machine.conditions is not None and not head.machine.to_mend and not doubted


def word(head: Head) -> str:
    """`fit`, `unfit`, or `not judged` if the data do not say."""
    if head.machine.conditions is None:
        return "not judged"
    return "fit" if is_fit(head) else "unfit"


def sentence(head: Head) -> str:
    """What was found, without a full stop."""
    return "; ".join([_conditions(head.machine), *_doubts(head)])


def _conditions(machine: Machine) -> str:
    judged = machine.conditions
    if judged is None:
        return "The data do not say how quiet the machine was"
    bad = [one.name for one in machine.to_mend]
    known = sum(one.state in ("good", "bad") for one in judged.judgements)
    if bad:
        names = ", ".join(bad)
        disturb = "disturbs" if len(bad) == 1 else "disturb"
        return f"Not a quiet place: of {known} conditions that were judged, {len(bad)} {disturb} ({names})"
    return f"A quiet place: none of the {known} conditions that were judged disturbs"


def _doubts(head: Head) -> list[str]:
    figures = sum(tally.figures for tally in head.tallies.values())
    doubted = sum(tally.doubted for tally in head.tallies.values())
    if not figures:
        return []
    return [
        f"{doubted:,} of {figures:,} figures are in doubt" if doubted else "no figure is in doubt"
    ]


def banner(tally: Tally | None) -> str:
    """What is said once where most figures of a target are in doubt; empty where they are not."""
    if tally is None or not tally.is_doubted:
        return ""
    return (
        f"{tally.doubted:,} of the {tally.figures:,} figures here are in doubt, so single figures are not marked. "
        f"The most frequent reason: {tally.why}."
    )


def unit(target: Target) -> str:
    """What a cycle is in the figures of a target, in a sentence; empty if it is a cycle of the core."""
    counter = target.counter
    if target.emulator or (counter and (counter.core_cycles or target.cycles_per_tick)):
        return ""
    if counter is None:
        return "The data do not say which counter took these timings, so what a cycle is here is not known."
    if counter.core_cycles is None:
        return f"The data do not say whether {counter.name} counts cycles of the core."
    return f"A cycle here is a tick of {counter.name or 'a counter'}, whose rate is constant, and not a core cycle."


def clock(target: Target) -> float:
    """The rate of the core in Hz, as its counter and the calibration say; 0 if they do not."""
    counter, scale = target.counter, target.cycles_per_tick
    if counter is None or not counter.ticks_per_second:
        return 0.0
    if counter.core_cycles:
        return counter.ticks_per_second
    return counter.ticks_per_second * scale.median if scale else 0.0
