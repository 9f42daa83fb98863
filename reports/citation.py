"""The text that one cites a figure with: all that is needed to find it again, and to doubt it."""

import shlex
from collections.abc import Iterator

from hashcop.data.records import Signature
from hashcop.results import doubt
from hashcop.results.processors import described
from hashcop.results.summary import LONG, SLOPE, SLOPE_LENGTHS, Machine, Target
from reports import counting, format
from reports.kept.figures import Figure


def of_figure(row: Figure, machine: Machine) -> str:
    """A figure with its interval, what speaks against it, and where, when, with what and by what it was measured.

    One sentence; for a figure that is probably wrong, why there is none.
    """
    if row.is_probably_wrong:
        return f"Not offered for citation, since it is {row.why}."
    what = (
        f"{row.hash} (implementation {row.implementation}, sources {row.sources[:16] or 'unknown'})"
    )
    unit = "cycles" if row.length == "0" else "cycles/byte"
    parts = [
        f"{what}: {format.value(row.value, row.least, row.most)} {unit} {_where(row)}",
        *([_interval(row)] if row.confidence == row.confidence else []),
        *_doubt(row),
        f"on {machine.name}, {described(machine)}{_signature(machine.signature)}, {row.target}",
        f"counted by {counting.in_short(_target(row, machine))}",
        f"compiled with {_compiler(row, machine)}",
        f"measured on {row.measured[:10] or 'an unknown day'} by {_program(machine)}",
        *([f"record {row.key}"] if row.key else []),
    ]
    return ", ".join(parts) + "."


def _where(row: Figure) -> str:
    """Which messages a figure is of."""
    short, long = SLOPE_LENGTHS
    if row.length not in (LONG, SLOPE):
        return f"for messages of {row.length} bytes"
    how = (
        f"measured with {row.bytes} bytes"
        if row.bytes
        else f"the slope from {short} to {long} bytes"
    )
    return f"for long messages, {how}"


def of_all(newest: str) -> str:
    """The text to cite all pages with."""
    return f"Hashcop: the speed of hash functions. Result pages of data up to {newest[:10] or 'an unknown day'}."


def _interval(row: Figure) -> str:
    least, most = (format.value(edge, row.least, row.most, 1) for edge in (row.least, row.most))
    return f"{100 * row.confidence:.1f} % confidence interval of the median {least} to {most}"


def _doubt(row: Figure) -> Iterator[str]:
    """What speaks against a figure, and how many of its processes were quiet, which a doubt says itself."""
    if row.why:
        yield f"in doubt ({row.why})"
    elif row.quiet is not None and row.processes is not None:
        yield doubt.quiet_of(row.quiet, row.processes)


def _target(row: Figure, machine: Machine) -> Target:
    return next(one for one in machine.targets if one.name == row.target)


def _signature(found: Signature | None) -> str:
    if found is None:
        return ""
    if found.implementer:
        return f" (implementer {found.implementer}, part {found.part})"
    numbers = "-".join(one for one in (found.family, found.model, found.stepping) if one)
    words = " ".join(one for one in (found.vendor, numbers) if one)
    return f" ({words})" if words else ""


def _compiler(row: Figure, machine: Machine) -> str:
    options = shlex.join(row.options) or "unknown options"
    named = row.options[0] if row.options else ""
    version = next((c.version for c in machine.compilers if c.command == named), "")
    return f"`{options}` ({version})" if version else f"`{options}`"


def _program(machine: Machine) -> str:
    if machine.hashcop:
        return f"Hashcop {machine.hashcop}"
    return f"SUPERCOP {machine.supercop}" if machine.supercop else "an unknown program"
