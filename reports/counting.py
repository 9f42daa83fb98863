"""What counted the cycles of figures, and whether its ticks were scaled: for the terminal, and for citations."""

from hashcop.results.summary import Target
from reports import format


def in_a_line(target: Target) -> str:
    """What the figures of a target count, in a line."""
    if target.emulator:
        return f"{target.name}: checked under {target.emulator}, and never timed"
    counter = target.counter
    if not counter:
        return f"{target.name}: the data does not say what counted the cycles"
    rate = f" ({format.rate(counter.ticks_per_second)})" if counter.ticks_per_second else ""
    scale = target.cycles_per_tick
    if scale and not counter.core_cycles:
        return f"core cycles: ticks of {counter.name}{rate}, {scale.median:.3f} cycles each"
    if counter.core_cycles is None:
        return f"cycles counted by {counter.name}{rate}; whether it counts the core's is not known"
    if not counter.core_cycles:
        return f"a cycle here is a tick of {counter.name}{rate}, not a core cycle"
    return f"cycles counted by {counter.name}{rate}: {counter.counts}"


def in_short(target: Target) -> str:
    """The counter of a target, and what a tick of it is: `amd64-tsc, ticks scaled to core cycles (1.250 each)`."""
    counter = target.counter
    if not counter:
        return "a counter that the data do not name"
    scale = target.cycles_per_tick
    if scale and not counter.core_cycles:
        return f"{counter.name}, ticks scaled to core cycles ({scale.median:.3f} each)"
    if counter.core_cycles is None:
        return f"{counter.name}, ticks not scaled, perhaps not core cycles"
    if not counter.core_cycles:
        return f"{counter.name}, ticks not scaled, not core cycles"
    return f"{counter.name}, in core cycles"
