"""Cycles against bytes, drawn as SVG with matplotlib.

A graph has no text from the data: names are in the page's legend, whose swatches have the same slots. The same curves
give the same bytes. Colours follow the reader's light or dark scheme, by a style sheet within the graph. The graph
brings its own background, so it is legible on any page.
"""

import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator, MultipleLocator

from hashcop.results.summary import Implementation

VERSION = 1  # of this drawing code: with another number all graphs are drawn again
SPANS = (4096, 256)
SLOTS = 7  # slot 0 is the fastest, slots up to 6 the next ones, and slot 7 all others

_LIGHT = {"ground": "#ffffff", "ink": "#4b5561", "faint": "#e4e7eb"}
_DARK = {"ground": "#171b21", "ink": "#a9b4c0", "faint": "#2b323b"}
_LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#7a5195", "#8c6d31", "#9aa3ad")
_LINES_DARK = (
    "#4db2f0",
    "#ff8f4d",
    "#2fd0a0",
    "#f0a3cb",
    "#ffc24d",
    "#b993d6",
    "#c9a860",
    "#66717d",
)
_DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 1)), "-")
_ROOM = 4  # a graph is at most this many times as high as the curve of the fastest
_DRAWN_FROM = re.compile(rb"<!-- drawn from ([0-9a-f]{64}) -->")
_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "hashcop",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 11,
    "path.simplify": False,
}


@dataclass(frozen=True, slots=True)
class Line:
    """A curve to draw: (bytes, low, median, high in cycles of one call), by length."""

    slot: int
    points: tuple[tuple[int, float, float, float], ...]


def lines(implementations: Sequence[Implementation], span: int) -> tuple[Line, ...]:
    """The curves of measured implementations, fastest first, from 0 to `span` bytes."""
    return tuple(
        Line(
            min(rank, SLOTS),
            tuple((n, q.low, q.median, q.high) for n, q in one.curve.items() if n <= span),
        )
        for rank, one in enumerate(implementations)
    )


def drawable(curves: Sequence[Line]) -> bool:
    """Whether there is a line to draw: the fastest has two points."""
    return bool(curves) and len(curves[0].points) > 1


def cut(curves: Sequence[Line]) -> bool:
    """Whether a slow implementation leaves the frame."""
    highest, frame = _heights(curves)
    return highest > frame


def digest(curves: Sequence[Line], span: int) -> str:
    """A hash of everything that a graph is drawn from."""
    return hashlib.sha256(repr((VERSION, span, curves)).encode()).hexdigest()


def drawn_from(svg: bytes) -> str:
    """The digest that a graph carries; empty for another file."""
    found = _DRAWN_FROM.search(svg)
    return found[1].decode() if found else ""


def draw(curves: Sequence[Line], span: int) -> bytes:
    """SVG of the curves from 0 to `span` bytes: the fastest with its quartile band, above thinner others."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        figure = Figure(figsize=(6.4, 4.1), facecolor=_LIGHT["ground"])
        axes = figure.add_axes((0.115, 0.135, 0.845, 0.785))
        _frame(axes, curves, span)
        for curve in reversed(curves):
            _draw_line(axes, curve)
        file = io.BytesIO()
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return _dressed(file.getvalue(), digest(curves, span))


def _frame(axes: Axes, curves: Sequence[Line], span: int) -> None:
    _, frame = _heights(curves)
    axes.set_xlim(0, span)
    axes.set_ylim(0, frame * 1.04 or 1)
    axes.set_facecolor("none")
    axes.xaxis.set_major_locator(MultipleLocator(span / 8))
    axes.yaxis.set_major_locator(MaxNLocator(6))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:.0f}"))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:,.0f}"))
    axes.tick_params(colors=_LIGHT["ink"], length=0, pad=6)
    axes.grid(color=_LIGHT["faint"], linewidth=0.8)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("message length in bytes", color=_LIGHT["ink"])
    axes.set_title("cycles for one message", loc="left", color=_LIGHT["ink"], fontsize=11, pad=9)


def _heights(curves: Sequence[Line]) -> tuple[float, float]:
    """The highest point of all, and the height of the frame (cycles of one call)."""
    highest = max(high for curve in curves for *_, high in curve.points)
    best = max(high for *_, high in curves[0].points)
    return highest, min(highest, _ROOM * best)


def _draw_line(axes: Axes, curve: Line) -> None:
    if not curve.points:
        return
    lengths, low, median, high = zip(*curve.points, strict=True)
    colour, few = _LINES[curve.slot], len(lengths) < 24
    if curve.slot == 0:
        axes.fill_between(lengths, low, high, color=colour, alpha=0.25, linewidth=0)
    axes.plot(
        lengths,
        median,
        color=colour,
        linestyle=_DASHES[curve.slot],
        linewidth=2.2 if curve.slot == 0 else 1.2 if curve.slot < SLOTS else 0.7,
        marker="o" if few else None,
        markersize=3.5,
    )


def _dressed(svg: bytes, drawn: str) -> bytes:
    """The SVG with the digest that it was drawn from, and with colours for a dark scheme."""
    pairs = [(_LIGHT[part], _DARK[part]) for part in _LIGHT] + list(
        zip(_LINES, _LINES_DARK, strict=True)
    )
    rules = "".join(
        f'[style*="{paint}: {light}"]{{{paint}:{dark}!important}}'
        for light, dark in pairs
        for paint in ("fill", "stroke")
    )
    fonts = "text{font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif!important}"
    style = f"<style>{fonts}@media (prefers-color-scheme:dark){{{rules}}}</style>"
    return svg.replace(b" <defs>", f" <!-- drawn from {drawn} -->\n {style}\n <defs>".encode(), 1)
