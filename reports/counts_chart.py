"""Figures against a count, as inline SVG without scripts: both axes are logarithmic.

The count is how many messages a call hashes, their length, or the number of a call of a process.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from markupsafe import Markup

from reports.scales import Scale, brief, one_two_five, three

_WIDTH, _HEIGHT = 720.0, 320.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 560.0, 12.0, 284.0
_APART = 15.0  # between names of lines
_COLOURS = 12


def counts_chart(
    lines: Mapping[str, Mapping[int, float]],
    bound: float | None = None,
    *,
    what: str = "number of messages of a call",
    one: str = "{} at once",
    marked: Sequence[int] = (),
    unit: str = "Cycles/byte",
    colours: Mapping[str, int] | None = None,
) -> Markup:
    """A line for each name: positive figures (of the `unit`) by count. `bound` is drawn where there is one.

    `what` is counted, and `one` says so of a point. `marked`: the counts below the axis, if not all of them. `colours`
    are numbers by name; without them each line has the next one.
    """
    figures = [value for line in lines.values() for value in line.values()]
    counts = sorted({count for line in lines.values() for count in line})
    if not figures or len(counts) < 2:
        return Markup("")
    every = [*figures, *([bound] if bound else [])]
    x = Scale(counts[0], counts[-1], _LEFT, _RIGHT, log=True)
    y = Scale(min(every) * 0.94, max(every) * 1.06, _BOTTOM, _TOP, log=True)
    parts = [_across(value, y) for value in one_two_five(y.low, y.high)]
    parts += [_below(count, x) for count in marked or counts]
    if bound:
        parts.append(
            Markup('<line class="bound" x1="{0}" x2="{1}" y1="{2}" y2="{2}"/>').format(
                brief(_LEFT), brief(_RIGHT), brief(y(bound))
            )
        )
    places = _places({name: y(line[max(line)]) for name, line in lines.items()})
    for number, (name, line) in enumerate(lines.items()):
        colour = colours[name] if colours else number
        parts.append(_line(name, line, (x, y), colour % _COLOURS, places[name], one))
    words = f"{unit} against the {what}; the table below has the numbers"
    return Markup(
        '<svg class="counts-chart" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}">{}</svg>'
    ).format(_WIDTH, _HEIGHT, words, Markup("").join(parts))


def _across(value: float, y: Scale) -> Markup:
    return Markup(
        '<line class="track" x1="{0}" x2="{1}" y1="{2}" y2="{2}"/>'
        '<text class="left" x="{3}" y="{4}">{5}</text>'
    ).format(
        brief(_LEFT),
        brief(_RIGHT),
        brief(y(value)),
        brief(_LEFT - 6),
        brief(y(value) + 4),
        three(value),
    )


def _below(count: int, x: Scale) -> Markup:
    return Markup('<text class="below" x="{}" y="{}">{}</text>').format(
        brief(x(count)), brief(_BOTTOM + 18), count
    )


def _line(
    name: str,
    line: Mapping[int, float],
    scales: tuple[Scale, Scale],
    colour: int,
    place: float,
    one: str,
) -> Markup:
    x, y = scales
    at = [(x(count), y(line[count])) for count in sorted(line)]
    points = " ".join(f"{brief(a)},{brief(b)}" for a, b in at)
    dots = Markup("").join(
        Markup('<circle cx="{}" cy="{}" r="3"><title>{}, {}: {}</title></circle>').format(
            brief(x(count)), brief(y(value)), name, one.format(count), three(value)
        )
        for count, value in sorted(line.items())
    )
    return Markup(
        '<g class="s{}"><polyline points="{}"/>{}<circle cx="{}" cy="{}" r="3"/><text x="{}" y="{}">{}</text></g>'
    ).format(
        *(colour, points, dots),
        # Names may have moved away from the ends of their lines.
        *(brief(_RIGHT + 13), brief(place)),
        *(brief(_RIGHT + 21), brief(place + 4), name),
    )


def _places(wanted: Mapping[str, float]) -> dict[str, float]:
    """Where names stand, as near to the ends of their lines as they can without touching."""
    names: Sequence[str] = sorted(wanted, key=lambda name: wanted[name])
    found = {name: wanted[name] for name in names}
    for before, after in pairwise(names):
        found[after] = max(found[after], found[before] + _APART)
    over = max(found.values()) - _BOTTOM if found else 0
    if over > 0:
        for after, before in pairwise(reversed(names)):
            found[after] = min(found[after], _BOTTOM) if after == names[-1] else found[after]
            found[before] = min(found[before], found[after] - _APART)
    return found
