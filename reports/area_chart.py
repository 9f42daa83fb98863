"""Throughput against area as inline SVG, both axes logarithmic, with lines of equal ratio."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from reports.scales import Scale, brief, one_two_five, three

_WIDTH, _HEIGHT = 720.0, 420.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 60.0, 700.0, 14.0, 376.0
_COLOURS = 12
_NEAR = 11.0  # between names, in height
_WIDE = 6.2  # of a letter


@dataclass(frozen=True)
class Point:
    """An architecture: `group` has a colour of its own. `multiple`: it stands for so many units of another point."""

    name: str
    group: int
    area: float
    throughput: float
    multiple: int = 1


def area_chart(points: Sequence[Point], unit: str, what: str) -> Markup:
    """Points of positive area and throughput (Mbit/s)."""
    if not points:
        return Markup("")
    areas, speeds = [one.area for one in points], [one.throughput for one in points]
    x = Scale(min(areas) * 0.8, max(areas) * 1.5, _LEFT, _RIGHT, log=True)
    y = Scale(min(speeds) * 0.8, max(speeds) * 1.25, _BOTTOM, _TOP, log=True)
    parts = [_across(value, y) for value in one_two_five(y.low, y.high)]
    parts += [_below(value, x) for value in one_two_five(x.low, x.high)]
    parts += [_equal(ratio, x, y) for ratio in _ratios(points)]
    taken: list[tuple[float, float, float]] = []
    parts += [_point(one, x, y, taken, unit) for one in sorted(points, key=lambda p: -p.throughput)]
    parts.append(
        Markup('<text class="below" x="{}" y="{}">{}</text>').format(
            brief((_LEFT + _RIGHT) / 2), brief(_BOTTOM + 36), f"area, {unit}"
        )
    )
    return Markup(
        '<svg class="counts-chart area-chart" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}">{}</svg>'
    ).format(
        _WIDTH,
        _HEIGHT,
        f"Throughput in Mbit/s against area in {unit}: {what}; the table below has the numbers",
        Markup("").join(parts),
    )


def _ratios(points: Sequence[Point]) -> list[float]:
    """Powers of two that lie among the ratios."""
    ratios = [one.throughput / one.area for one in points]
    low, high = math.ceil(math.log2(min(ratios))), math.floor(math.log2(max(ratios)))
    return [2.0**n for n in range(low, high + 1)]


def _equal(ratio: float, x: Scale, y: Scale) -> Markup:
    """The line of a ratio, cut at the edges."""
    start = max(x.low, y.low / ratio)
    end = min(x.high, y.high / ratio)
    if end <= start:
        return Markup("")
    return Markup(
        '<line class="equal" x1="{}" y1="{}" x2="{}" y2="{}"/><text class="equal" x="{}" y="{}">{}</text>'
    ).format(
        brief(x(start)),
        brief(y(start * ratio)),
        brief(x(end)),
        brief(y(end * ratio)),
        brief(x(end) - 22),
        brief(y(end * ratio) + 12),
        f"{ratio:g}",
    )


def _across(value: float, y: Scale) -> Markup:
    return Markup(
        '<line class="track" x1="{0}" x2="{1}" y1="{2}" y2="{2}"/><text class="left" x="{3}" y="{4}">{5}</text>'
    ).format(
        brief(_LEFT),
        brief(_RIGHT),
        brief(y(value)),
        brief(_LEFT - 6),
        brief(y(value) + 4),
        three(value),
    )


def _below(value: float, x: Scale) -> Markup:
    return Markup('<text class="below" x="{}" y="{}">{}</text>').format(
        brief(x(value)), brief(_BOTTOM + 18), f"{value:,.0f}"
    )


def _point(
    one: Point, x: Scale, y: Scale, taken: list[tuple[float, float, float]], unit: str
) -> Markup:
    left, middle = x(one.area), y(one.throughput)
    colour = one.group % _COLOURS
    said = f"{one.name}: {three(one.throughput)} Mbit/s, {one.area:,.0f} {unit}, {three(one.throughput / one.area)}"
    if one.multiple > 1:
        return Markup(
            '<g class="s{}"><circle class="multiple" cx="{}" cy="{}" r="2.5"><title>{}</title></circle></g>'
        ).format(colour, brief(left), brief(middle), said)
    wide = _WIDE * len(one.name)
    anchor = "end" if left + 8 + wide > _RIGHT else "start"
    start = left - 8 - wide if anchor == "end" else left + 8
    place = _free(start, wide, middle, taken)
    taken.append((start, start + wide, place))
    return Markup(
        '<g class="s{}"><circle cx="{}" cy="{}" r="4"><title>{}</title></circle>'
        '<text x="{}" y="{}" text-anchor="{}">{}</text></g>'
    ).format(
        colour,
        brief(left),
        brief(middle),
        said,
        brief(left - 8 if anchor == "end" else left + 8),
        brief(place + 4),
        anchor,
        one.name,
    )


def _free(
    start: float, wide: float, wanted: float, taken: Sequence[tuple[float, float, float]]
) -> float:
    """The height nearest to the wanted one where a name touches no other."""
    others = [at for first, last, at in taken if first < start + wide and start < last]
    steps = (sign * _NEAR * n / 2 for n in range(40) for sign in (1, -1))
    return next(
        (
            wanted + step
            for step in steps
            if _TOP <= wanted + step <= _BOTTOM
            and all(abs(wanted + step - at) >= _NEAR for at in others)
        ),
        wanted,
    )
