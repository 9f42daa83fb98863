"""The graph of estimates against measurements: a dot each on two logarithmic axes, and the diagonal where both agree.

Inline SVG without scripts; its style is assets/charts.css.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from reports.scales import Scale, brief, one_two_five, three

_WIDTH, _HEIGHT = 620.0, 420.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 600.0, 12.0, 376.0
_MARGIN = 1.25  # the axes go on beyond the outermost dots by this factor
_NEAR = 13.0  # a label that would be nearer to another one is left out
_LETTER = 6.4


@dataclass(frozen=True)
class Dot:
    """A hash: its estimate and its measurement, both in cycles/byte; `is_far`: one of those that miss most."""

    name: str
    estimate: float
    measured: float
    is_far: bool = False


def scatter(dots: Sequence[Dot], hollow: Sequence[Dot] = ()) -> Markup:
    """The graph. `hollow` are others of the same hashes, without names. Empty without dots."""
    if not dots:
        return Markup("")
    every = [*dots, *hollow]
    xs, ys = [dot.estimate for dot in every], [dot.measured for dot in every]
    x = Scale(min(xs) / _MARGIN, max(xs) * _MARGIN, _LEFT, _RIGHT, log=True)
    y = Scale(min(ys) / _MARGIN, max(ys) * _MARGIN, _BOTTOM, _TOP, log=True)
    others = [_circle(dot, "hollow", x, y) for dot in hollow]
    parts = [*_grid(x, y), _diagonal(x, y), *others, *_marks(dots, x, y)]
    words = (
        f"{len(dots)} hashes: estimated and measured cycles/byte; on the diagonal both are equal"
    )
    return Markup(
        '<svg class="estimates-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">{}</svg>'
    ).format(brief(_WIDTH), brief(_HEIGHT), words, Markup("").join(parts))


def _grid(x: Scale, y: Scale) -> list[Markup]:
    lines = [
        Markup(
            '<line class="tick" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/><text x="{0}" y="{3}">{4}</text>'
        ).format(brief(x(n)), brief(_TOP), brief(_BOTTOM), brief(_BOTTOM + 16), three(n))
        for n in one_two_five(x.low, x.high)
    ]
    lines += [
        Markup(
            '<line class="tick" x1="{0}" x2="{1}" y1="{2}" y2="{2}"/>'
            '<text class="left" x="{3}" y="{4}">{5}</text>'
        ).format(
            *(brief(_LEFT), brief(_RIGHT), brief(y(n)), brief(_LEFT - 6), brief(y(n) + 4), three(n))
        )
        for n in one_two_five(y.low, y.high)
    ]
    across = Markup('<text class="axis" x="{}" y="{}">estimate, cycles/byte</text>').format(
        brief((_LEFT + _RIGHT) / 2), brief(_HEIGHT - 6)
    )
    return [*lines, across, _upright()]


def _upright() -> Markup:
    middle = brief((_TOP + _BOTTOM) / 2)
    return Markup(
        '<text class="axis" x="12" y="{0}" transform="rotate(-90 12 {0})">measured, cycles/byte</text>'
    ).format(middle)


def _diagonal(x: Scale, y: Scale) -> Markup:
    low, high = max(x.low, y.low), min(x.high, y.high)
    if low >= high:
        return Markup("")
    return Markup('<line class="diagonal" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(
        *(brief(place) for n in (low, high) for place in (x(n), y(n)))
    )


def _circle(dot: Dot, kind: str, x: Scale, y: Scale) -> Markup:
    words = f"{dot.name}: estimate {three(dot.estimate)}, measured {three(dot.measured)}"
    return Markup('<circle class="{}" cx="{}" cy="{}" r="4"><title>{}</title></circle>').format(
        kind, brief(x(dot.estimate)), brief(y(dot.measured)), words
    )


def _marks(dots: Sequence[Dot], x: Scale, y: Scale) -> list[Markup]:
    """The dots, and the names that fit; those of the far ones first."""
    found, taken = [], list[tuple[float, float, float]]()
    for dot in sorted(dots, key=lambda one: not one.is_far):
        at, up = x(dot.estimate), y(dot.measured)
        kind = "far" if dot.is_far else "near"
        found.append(_circle(dot, kind, x, y))
        width = _LETTER * len(dot.name)
        begin = at + 7 if at + 7 + width < _WIDTH else at - 7 - width
        clear = all(
            abs(up - other) >= _NEAR or begin + width < left or begin > right
            for left, right, other in taken
        )
        if clear:
            taken.append((begin, begin + width, up))
            found.append(
                Markup('<text class="name {}" x="{}" y="{}">{}</text>').format(
                    kind, brief(begin), brief(up + 4), dot.name
                )
            )
    return found
