"""How fit a machine was for measuring, in plain words."""

from collections import Counter

from hashcop.results.builds import Count, total
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
    if machine.conditions is None:
        return "The data do not say how quiet the machine was"
    bad = [one.name for one in machine.to_mend]
    known = sum(one.state in ("good", "bad") for one in machine.judgements)
    if bad:
        names = ", ".join(bad)
        disturb = "disturbs" if len(bad) == 1 else "disturb"
        return f"Not a quiet place: of {known} conditions that were judged, {len(bad)} {disturb} ({names})"
    return f"A quiet place: none of the {known} conditions that were judged disturbs"


def _doubts(head: Head) -> list[str]:
    figures, causes, wrong = _figures(head)
    if not figures:
        return []
    return [in_doubt(causes.total(), figures, wrong) if causes else "no figure is in doubt"]


def _figures(head: Head) -> tuple[int, Counter[str], int]:
    """Of a machine, how many figures there are, how many are in doubt by cause, and how many probably wrong."""
    tallies = head.tallies.values()
    causes: Counter[str] = Counter()
    for tally in tallies:
        causes.update(tally.causes)
    return sum(one.figures for one in tallies), causes, sum(one.wrong for one in tallies)


def banner(tally: Tally | None) -> str:
    """What is said once where most figures of a target are in doubt; empty where they are not."""
    if tally is None or not tally.is_doubted:
        return ""
    found = in_doubt(tally.doubted, tally.figures, tally.wrong)
    return f"{found}. The most frequent reason: {next(iter(tally.causes))}."


def in_doubt(doubted: int, figures: int, wrong: int) -> str:
    """How many figures are in doubt, without a full stop."""
    probably = f", {wrong:,} of them probably wrong" if wrong else ""
    return f"{doubted:,} of {figures:,} figures ({100 * doubted / figures:.0f} %) are in doubt{probably}"


def doubts_by_cause(head: Head) -> str:
    """For which reasons figures of a machine are in doubt; empty if none is."""
    _, causes, _ = _figures(head)
    if not causes:
        return ""
    by = "; ".join(f"{cause}: {count:,}" for cause, count in causes.most_common())
    return f"By cause: {by}."


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


def builds(head: Head) -> Count:
    """How many builds of a machine failed, and how many were tried, over all targets."""
    return total(tally.builds for tally in head.tallies.values())
