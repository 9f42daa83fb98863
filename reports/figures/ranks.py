"""The figure of a machine: the ranking of its hashes as dots on a logarithmic scale (Cleveland's dot plot)."""

from collections.abc import Sequence

from matplotlib import figure as mpl
from matplotlib.axes import Axes

from reports import colours
from reports.figures import style
from reports.figures.given import About, Rank
from reports.labels import shortened
from reports.scales import aligned, one_two_five

WIDTH = 560.0  # points
_ROW = 12.5  # points from a row to the next
_LEFT, _RIGHT = 132.0, 430.0  # the panel
_BY = _RIGHT + 46  # where the names of implementations begin
_FLOOR, _ABOVE = 62.0, 72.0
_LONG_NAME, _LONG_BY = 22, 15  # letters
_MULTIPLES = (1, 2, 5)


def draw(about: About, ranks: Sequence[Rank]) -> mpl.Figure:
    """The figure of these rows, the first one on top."""
    top = _FLOOR + _ROW * len(ranks)
    figure = style.sheet(about, WIDTH, top + _ABOVE)
    axes = style.panel(figure, _LEFT, _FLOOR, _RIGHT, top, "")
    _frame(axes, ranks)
    _dots(axes, ranks)
    style.write(figure, _RIGHT + 40, top + 8, "cycles/byte", size=8, align="right")
    style.write(figure, _BY, top + 8, "implementation", size=8, colour=style.QUIET)
    for number, rank in enumerate(ranks):
        y = top - _ROW * (number + 0.5) - 3
        name = f"{shortened(rank.name, _LONG_NAME)} {rank.sign}".rstrip()
        style.write(figure, _LEFT - 8, y, name, align="right")
        style.write(figure, _RIGHT + 40, y, aligned(rank.median), align="right")
        by = shortened(rank.by, _LONG_BY)
        style.write(figure, _BY, y, by, colour=style.QUIET, size=8)
    words = "cycles/byte, logarithmic: less is better"
    middle = (_LEFT + _RIGHT) / 2
    style.write(figure, middle, _FLOOR - 28, words, colour=style.QUIET, align="center")
    return figure


def _frame(axes: Axes, ranks: Sequence[Rank]) -> None:
    low = min(rank.low for rank in ranks) / 1.12
    high = max(rank.high for rank in ranks) * 1.12
    axes.set_xscale("log")
    axes.set_xlim(low, max(high, 1.5 * low))
    axes.set_ylim(len(ranks) - 0.5, -0.5)
    places = one_two_five(*axes.get_xlim())
    style.ticks(axes, "x", places, [f"{x:,g}" for x in places])
    style.ticks(axes, "y", [], [])
    axes.tick_params(top=True, labeltop=len(ranks) > 20)


def _dots(axes: Axes, ranks: Sequence[Rank]) -> None:
    rows = range(len(ranks))
    edge = axes.get_xlim()[0]
    medians = [rank.median for rank in ranks]
    # A faint line leads the eye from the name to the dot.
    axes.hlines(rows, edge, medians, color=style.FAINT, linewidth=0.7)
    paint = colours.LIGHT[0]
    axes.hlines(rows, [r.low for r in ranks], [r.high for r in ranks], color=paint, linewidth=1.6)
    axes.plot(medians, rows, "o", color=paint, markersize=4.6, markeredgewidth=0, clip_on=False)
