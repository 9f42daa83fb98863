"""The figure of a hash on a machine: cycles of one call, and cycles/byte in logarithmic scales, with direct labels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib import figure as mpl
from matplotlib.axes import Axes
from matplotlib.path import Path
from matplotlib.transforms import blended_transform_factory

from reports import colours
from reports.figures import style
from reports.figures.given import About, Line
from reports.labels import shortened
from reports.scales import aligned, binary_steps, one_two_five, round_steps, short_length

WIDTH, HEIGHT = 764.0, 340.0  # points
SPAN = 4096  # bytes: the end of the linear panel
NAMED = 6  # lines with a name; a seventh has one too if it is the last

_LEFT, _RIGHT = (52.0, 322.0), (372.0, 582.0)  # panels, in points from the left
_FLOOR, _TOP = 66.0, 272.0
_KEY, _NAMES, _FIGURES = 594.0, 616.0, WIDTH - style.MARGIN
_LONG_NAME = 17  # letters
_ROW = 13.0  # points from a label to the next
_ROOM = 4  # the linear panel is at most this many times as high as the curve of the fastest
_BAND = 0.6  # points: details of the edge of a band that are left out
_FEW = 24  # points: fewer are drawn as dots too
_DENSE = 5.0  # points between two boundaries of blocks; closer ones are not drawn
_AXIS = "message length in bytes"


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A line with its look. `paint` is a colour of the light scheme."""

    line: Line
    paint: str
    dash: tuple[float, ...]
    width: float
    named: bool


def draw(about: About, lines: Sequence[Line], steps: Sequence[int]) -> mpl.Figure:
    """The figure of these lines, each of which has a point."""
    figure = style.sheet(about, WIDTH, HEIGHT)
    drawn = _dressed(lines)
    calls = style.panel(figure, _LEFT[0], _FLOOR, _LEFT[1], _TOP, "cycles of one call")
    bytes_ = style.panel(
        figure, _RIGHT[0], _FLOOR, _RIGHT[1], _TOP, "cycles/byte, logarithmic scales"
    )
    _frame_calls(calls, lines)
    _frame_bytes(bytes_, lines)
    _blocks(calls, bytes_, steps)
    named = sum(one.named for one in drawn)
    # The fastest lies under the other names: it is thick, and would hide those that are as fast.
    for one in reversed([*drawn[1:named], drawn[0], *drawn[named:]]):
        _draw_line(calls, one, _calls(one.line))
        _draw_line(bytes_, one, _per_byte(one.line))
    for axes, values in ((calls, False), (bytes_, True)):
        _unsettled(axes, lines, per_byte=values)
    _band(calls, drawn[0])
    for left, right in (_LEFT, _RIGHT):
        style.write(
            figure, (left + right) / 2, _FLOOR - 28, _AXIS, colour=style.QUIET, align="center"
        )
    _labels(figure, bytes_, drawn)
    return figure


def _dressed(lines: Sequence[Line]) -> list[_Drawn]:
    named = len(lines) if len(lines) <= NAMED + 1 else NAMED
    looks = colours.for_lines([line.name for line in lines[:named]])
    found = [
        _Drawn(
            line,
            colours.LIGHT[look.colour],
            colours.DASHES[look.dash],
            1.3 if place else 2.0,
            True,
        )
        for place, (line, look) in enumerate(zip(lines, looks, strict=False))
    ]
    return found + [_Drawn(line, colours.OTHERS, (), 0.7, False) for line in lines[named:]]


def _calls(line: Line) -> list[tuple[float, float]]:
    return [(n, median) for n, _, median, _ in line.points if n <= SPAN]


def _per_byte(line: Line) -> list[tuple[float, float]]:
    return [(n, median / n) for n, _, median, _ in line.points if n > 0 and median > 0]


def _unsettled(axes: Axes, lines: Sequence[Line], *, per_byte: bool) -> None:
    """Grey dots for timings that can't be trusted, which no line joins."""
    found = [point for line in lines for point in line.unsettled if 0 < point[0] <= SPAN]
    axes.plot(
        [n for n, _ in found],
        [cycles / n if per_byte else cycles for n, cycles in found],
        color=colours.OTHERS,
        linestyle="none",
        marker=".",
        markersize=2.0,
        markeredgewidth=0,
        zorder=1,
    )


def _draw_line(axes: Axes, one: _Drawn, points: Sequence[tuple[float, float]]) -> None:
    if not points:
        return
    highest = max(y for _, y in points)
    axes.plot(
        [x for x, _ in points],
        [y for _, y in points],
        color=one.paint,
        linestyle=(0, one.dash) if one.dash else "-",
        linewidth=one.width,
        marker="o" if len(points) < _FEW else None,
        markersize=1.6 * one.width + 1,
        markeredgewidth=0,
        solid_capstyle="round",
        # Whole dots at the ends, but nothing above the frame.
        clip_on=highest > axes.get_ylim()[1],
    )


def _band(axes: Axes, one: _Drawn) -> None:
    """The quartiles of a line, unless the line itself is wider everywhere."""
    points = [p for p in one.line.points if p[0] <= SPAN]
    point = (axes.get_ylim()[1] - axes.get_ylim()[0]) / (_TOP - _FLOOR)
    if len(points) < 2 or max(high - low for _, low, _, high in points) < one.width * point:
        return
    edges = [Path([(p[0], p[side]) for p in points]) for side in (1, 3)]
    for edge in edges:
        edge.simplify_threshold = _BAND
    shown = [edge.cleaned(transform=axes.transData, simplify=True) for edge in edges]
    low, high = (np.asarray(edge.vertices)[np.asarray(edge.codes) != Path.STOP] for edge in shown)
    around = axes.transData.inverted().transform(np.concatenate((low, high[::-1])))
    axes.fill(around[:, 0], around[:, 1], color=one.paint, alpha=0.3, linewidth=0)


def _frame_calls(axes: Axes, lines: Sequence[Line]) -> None:
    points = [p for line in lines for p in line.points if p[0] <= SPAN]
    span = max((p[0] for p in points), default=0) or SPAN
    highest = max((p[3] for p in points), default=0) or 1
    best = max((p[3] for p in lines[0].points if p[0] <= SPAN), default=0) or highest
    frame = 1.04 * min(highest, _ROOM * best)
    axes.set_xlim(0, span)
    axes.set_ylim(0, frame)
    places = binary_steps(span, 4)
    style.ticks(axes, "x", places, [f"{x:.0f}" for x in places])
    heights = round_steps(frame, 5)
    style.ticks(axes, "y", heights, [f"{y:,g}" for y in heights])


def _frame_bytes(axes: Axes, lines: Sequence[Line]) -> None:
    points = [p for line in lines for p in _per_byte(line)]
    lengths = [x for x, _ in points] or [1]
    costs = [y for _, y in points] or [1, 10]
    axes.set_xscale("log")
    axes.set_yscale("log")
    first, last = min(lengths), max(*lengths, 2 * min(lengths))
    low, high = min(costs) / 1.12, max(costs) * 1.12
    axes.set_xlim(first, last)
    axes.set_ylim(low, high)
    places = [2.0**n for n in range(0, 41, 3) if first <= 2**n <= last]
    style.ticks(axes, "x", places, [short_length(x) for x in places])
    heights = one_two_five(low, high)
    style.ticks(axes, "y", heights, [f"{y:,g}" for y in heights])


def _blocks(calls: Axes, bytes_: Axes, steps: Sequence[int]) -> None:
    """Where blocks begin: ticks on the linear axis, and lines across the logarithmic one while they are apart."""
    last = calls.get_xlim()[1]
    edge = blended_transform_factory(calls.transData, calls.transAxes)
    inner = [n for n in steps if n <= last]
    if inner and (_LEFT[1] - _LEFT[0]) * (inner[-1] - inner[0]) / last >= 2.5 * (len(inner) - 1):
        calls.vlines(
            inner, -0.018, 0, transform=edge, color=style.QUIET, linewidth=0.5, clip_on=False
        )
    first, last = (math.log(x) for x in bytes_.get_xlim())
    scale = (_RIGHT[1] - _RIGHT[0]) / (last - first)
    before = -math.inf
    for n in steps:
        place = scale * (math.log(n) - first) if n > 0 else -1
        if place < 0 or place > _RIGHT[1] - _RIGHT[0]:
            continue
        if place - before < _DENSE:
            break
        bytes_.axvline(n, color=style.QUIET, linewidth=0.5, alpha=0.55, linestyle=(0, (1, 2)))
        before = place


def _labels(figure: mpl.Figure, axes: Axes, drawn: Sequence[_Drawn]) -> None:
    """Names beside the ends of their lines, with the last figure of each, and a leader where they had to move."""
    named = [one for one in drawn if one.named]
    others = len(drawn) - len(named)
    low, high = (math.log(y) for y in axes.get_ylim())

    def height(one: _Drawn) -> float:
        points = _per_byte(one.line)
        share = (math.log(points[-1][1]) - low) / (high - low) if points else 1
        return _FLOOR + share * (_TOP - _FLOOR)

    # Sorted from below: the fastest of all is the lowest line, and the order of equals is that of the list.
    order = sorted(named, key=height)
    floor = _FLOOR + (_ROW if others else 0)
    places = _apart([height(one) for one in order], floor, _TOP, _ROW)
    at = _common(named)
    for one, y in zip(order, places, strict=True):
        _key(figure, y, one)
        style.stroke(
            figure,
            [_RIGHT[1] + 1, _KEY - 2],
            [height(one), y],
            color=one.paint,
            linewidth=0.5,
        )
        bold = "bold" if one is drawn[0] else "normal"
        style.write(figure, _NAMES, y - 3, shortened(one.line.name, _LONG_NAME), weight=bold)
        cost = dict(_per_byte(one.line)).get(at)
        if cost is not None:
            style.write(figure, _FIGURES, y - 3, aligned(cost), weight=bold, align="right")
    if at:
        words = f"cycles/byte at {at:.0f}"
        style.write(figure, _FIGURES, _TOP + 8, words, colour=style.QUIET, size=7.5, align="right")
    if others:
        _key(figure, _FLOOR - 2, drawn[-1])
        words = f"and {others} slower"
        style.write(figure, _NAMES, _FLOOR - 5, words, colour=style.QUIET)


def _key(figure: mpl.Figure, y: float, one: _Drawn) -> None:
    style.stroke(
        figure,
        [_KEY, _NAMES - 4],
        [y, y],
        color=one.paint,
        linewidth=one.width,
        linestyle=(0, one.dash) if one.dash else "-",
    )


def _common(drawn: Sequence[_Drawn]) -> float:
    """The longest length (bytes) up to SPAN that every line has; 0 if there is none."""
    shared = set.intersection(*({n for n, *_ in one.line.points if n <= SPAN} for one in drawn))
    return max(shared, default=0)


def _apart(wished: Sequence[float], low: float, high: float, gap: float) -> list[float]:
    """Ascending places near the wished ones, between `low` and `high` and at least `gap` apart if there is room.

    Isotonic regression of the wishes, less the gaps (pool adjacent violators): places that collide move together.
    """
    gap = min(gap, (high - low) / max(1, len(wished) - 1))
    pools: list[tuple[float, int]] = []  # sum and number of wishes
    for number, place in enumerate(wished):
        total, members = place - gap * number, 1
        while pools and pools[-1][0] / pools[-1][1] > total / members:
            before, more = pools.pop()
            total, members = total + before, members + more
        pools.append((total, members))
    free = [total / members for total, members in pools for _ in range(members)]
    top = high - gap * (len(wished) - 1)
    return [gap * n + max(low, min(top, place)) for n, place in enumerate(free)]
