"""Small charts within a page, as inline SVG without scripts. Their style is assets/charts.css.

Words for those who do not see them are in each: a label, and titles that show when one points at a dot.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from markupsafe import Markup

from reports.labels import shortened
from reports.options_chart import Dot, options_chart
from reports.scales import Scale, brief, three

__all__ = ["Dot", "Moment", "options_chart", "spark", "strip"]

_LONG = 200  # letters of a label
_DARKEST = 4  # dots on the same place; more look the same
_SPARK = (160.0, 34.0)  # width and height, in units of its own
_EDGE = 4.0
_CALM = 0.04  # a spark is at least this high, as a part of its median: small noise does not fill it


def strip(
    values: Sequence[float],
    mark: float | None = None,
    within: tuple[float, float] | None = None,
    unit: str = "cycles/byte",
) -> Markup:
    """The distribution of positive figures at a glance: a dot each on a logarithmic line, and a tick at the median.

    `mark` is a figure to stand out. `within` are the ends of the line, so that strips below each other share them; by
    default the least and the largest. It is as wide as its column. Empty without values.
    """
    if not values:
        return Markup("")
    least, middle, largest = min(values), median(values), max(values)
    place = Scale(*(within or (least, largest)), 2, 98, log=True)
    # Dots on the same half percent are one, and the darker the more they are.
    places = Counter(round(2 * place(value)) / 2 for value in values)
    dots = Markup("").join(
        Markup('<circle class="d{}" cx="{}%" cy="8" r="3"/>').format(
            min(_DARKEST, members), brief(at)
        )
        for at, members in sorted(places.items())
    )
    words = f"{three(middle)} {shortened(unit, _LONG)}"
    if len(values) > 1:
        words = f"{len(values):,} figures from {three(least)} to {three(largest)}, median {words}"
    marked = Markup("")
    if mark is not None:
        words += f"; here {three(mark)}"
        marked = Markup('<circle class="mark" cx="{}%" cy="8" r="4"/>').format(brief(place(mark)))
    return Markup(
        '<svg class="strip" role="img"><title>{0}</title>'
        '<line class="track" x1="2%" x2="98%" y1="8" y2="8"/>{1}'
        '<line class="median" x1="{2}%" x2="{2}%" y1="1" y2="15"/>{3}</svg>'
    ).format(words, dots, brief(place(middle)), marked)


@dataclass(frozen=True, slots=True)
class Moment:
    """A positive figure with its interval at a time (in any unit). `words` show when one points at it.

    With `breaks` something changed since the moment before, so that no line leads from there to here.
    """

    time: float
    low: float
    median: float
    high: float
    breaks: bool = False
    words: str = ""


def spark(moments: Sequence[Moment], label: str = "") -> Markup:
    """The history of a figure in the size of a word: medians joined by lines, whiskers, and gaps where it breaks.

    `moments` are ascending. The scale holds all intervals, and at least 4 % of the median. Empty without moments.
    """
    if not moments:
        return Markup("")
    width, height = _SPARK
    low, high = min(m.low for m in moments), max(m.high for m in moments)
    more = max(0.0, _CALM * median(m.median for m in moments) - (high - low)) / 2
    x = Scale(moments[0].time, moments[-1].time, _EDGE, width - _EDGE)
    y = Scale(low - more, high + more, height - _EDGE, _EDGE)
    lines = [
        Markup('<polyline points="{}"/>').format(
            " ".join(f"{brief(x(m.time))},{brief(y(m.median))}" for m in group)
        )
        for group in _unbroken(moments)
        if len(group) > 1
    ]
    breaks = [
        Markup('<line class="break" x1="{0}" x2="{0}" y1="0" y2="{1:.0f}"/>').format(
            brief((x(before.time) + x(after.time)) / 2), height
        )
        for before, after in itertools.pairwise(moments)
        if after.breaks
    ]
    dots = [_dot(moment, x, y) for moment in moments]
    first, last = three(moments[0].median), three(moments[-1].median)
    words = shortened(label, _LONG) + (": " if label else "")
    words += first if len(moments) == 1 else f"{len(moments)} times, first {first}, last {last}"
    return Markup(
        '<svg class="spark" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}">{}</svg>'
    ).format(width, height, words, Markup("").join(breaks + lines + dots))


def _dot(moment: Moment, x: Scale, y: Scale) -> Markup:
    words = shortened(moment.words, _LONG) or three(moment.median)
    return Markup(
        '<g><title>{0}</title><line class="whisker" x1="{1}" x2="{1}" y1="{2}" y2="{3}"/>'
        '<circle cx="{1}" cy="{4}" r="2"/></g>'
    ).format(
        words,
        brief(x(moment.time)),
        brief(y(moment.high)),
        brief(y(moment.low)),
        brief(y(moment.median)),
    )


def _unbroken(moments: Iterable[Moment]) -> list[list[Moment]]:
    found: list[list[Moment]] = []
    for moment in moments:
        if moment.breaks or not found:
            found.append([])
        found[-1].append(moment)
    return found
