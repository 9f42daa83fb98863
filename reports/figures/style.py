"""The house style of figures: settings, words around a figure, grounds and inks, and the two file formats."""

import io
import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import matplotlib
import numpy as np
from matplotlib import figure as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.lines import Line2D
from matplotlib.text import Text
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from reports import colours
from reports.figures.given import About
from reports.labels import clean, shortened

INK, QUIET, FAINT = "#1c2127", "#5b6570", "#e2e6ea"
_DARK = {INK: "#e3e8ee", QUIET: "#a3aebb", FAINT: "#2e3640", colours.GROUND: colours.GROUND_DARK}
PNG_DPI = 150
_SHADES = 128
MARGIN = 14.0  # points, left and right

_SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "hashcop",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",  # matplotlib brings it: the same PNG everywhere
    "font.size": 8.5,
    "path.simplify": True,
    "path.simplify_threshold": 0.3,  # points: a third of the default file, and the eye sees no difference
    "lines.scale_dashes": True,
    "text.parse_math": False,
    "text.color": INK,
}
_FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif"
_LONG_TITLE, _LONG_LINE = 84, 150  # letters that fit the width of a figure of a hash
_PATH = re.compile(rb' d="[^"]*"')
_DECIMALS = re.compile(rb"(\.\d\d)\d+")


@contextmanager
def house() -> Iterator[None]:
    """matplotlib with our settings alone, whatever the user's are."""
    with matplotlib.rc_context(), warnings.catch_warnings():
        # A name may have letters that the font lacks: PNG shows a box for them, and that is all there is to say.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        warnings.filterwarnings("ignore", message="Matplotlib currently does not support")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def sheet(about: About, width: float, height: float) -> mpl.Figure:
    """An empty figure (points) with its title, subtitle and note."""
    figure = mpl.Figure(figsize=(width / 72, height / 72), facecolor=colours.GROUND)
    title = shortened(about.title, _LONG_TITLE)
    write(figure, MARGIN, height - 22, title, size=12, weight="bold")
    write(figure, MARGIN, height - 37, shortened(about.subtitle, _LONG_LINE), colour=QUIET)
    foot = textwrap.wrap(shortened(about.note, 2 * _LONG_LINE), _LONG_LINE, max_lines=2)
    for number, line in enumerate(reversed(foot)):
        write(figure, MARGIN, 10 + 10.5 * number, line, colour=QUIET, size=7.5)
    return figure


def write(
    figure: mpl.Figure,
    x: float,
    y: float,
    text: str,
    *,
    colour: str = INK,
    size: float = 8.5,
    weight: str = "normal",
    align: str = "left",
    style: str = "normal",
) -> Text:
    """Text from anywhere on a figure, its baseline at y points from below."""
    width, height = figure.get_size_inches() * 72
    return figure.text(
        x / width,
        y / height,
        clean(text),
        color=colour,
        fontsize=size,
        fontweight=weight,
        fontstyle=style,
        ha=align,
        va="baseline",
        parse_math=False,
    )


def stroke(figure: mpl.Figure, xs: list[float], ys: list[float], **look: Any) -> None:
    """A line between places on a figure (points)."""
    width, height = figure.get_size_inches() * 72
    figure.add_artist(Line2D([x / width for x in xs], [y / height for y in ys], **look))


def panel(
    figure: mpl.Figure, left: float, bottom: float, right: float, top: float, title: str
) -> Axes:
    """Axes in a place of a figure (points) without frame, with faint lines behind."""
    width, height = figure.get_size_inches() * 72
    place = (left / width, bottom / height, (right - left) / width, (top - bottom) / height)
    axes = figure.add_axes(place)
    axes.set_facecolor("none")
    axes.minorticks_off()
    axes.tick_params(colors=QUIET, length=0, pad=5, labelsize=8)
    axes.grid(color=FAINT, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.spines[:].set_visible(False)
    write(figure, left, top + 8, title, colour=INK, size=8.5)
    return axes


def ticks(axes: Axes, axis: str, places: list[float], words: list[str]) -> None:
    """Ticks at these places and at no others."""
    side = axes.xaxis if axis == "x" else axes.yaxis
    side.set_ticks(places, labels=words)
    side.set_ticks([], minor=True)


def as_svg(figure: mpl.Figure, title: str, digest: str) -> bytes:
    """SVG of a figure, with the digest of what it was drawn from."""
    file = io.BytesIO()
    told = {"Date": None, "Creator": None, "Title": clean(title)}
    with house():
        figure.savefig(file, format="svg", metadata=told)
    # Hundredths of a point are as exact as a figure can be looked at, and half as long.
    svg = _PATH.sub(lambda path: _DECIMALS.sub(rb"\1", path[0]), file.getvalue())
    svg = svg.replace(b" <defs>", f" {_style()}\n <defs>".encode(), 1)
    # It comes before all names, so that none can pretend to be it.
    return svg.replace(b"?>\n", f"?>\n<!-- drawn from {digest} -->\n".encode(), 1)


def as_png(figure: mpl.Figure, digest: str) -> bytes:
    """PNG of a figure, with the digest of what it was drawn from."""
    before = figure.dpi
    with house():
        figure.dpi = PNG_DPI
        canvas = FigureCanvasAgg(figure)
        canvas.draw()  # type: ignore[no-untyped-call]
        drawn = np.asarray(canvas.buffer_rgba())  # type: ignore[no-untyped-call]
        picture = Image.fromarray(drawn).convert("RGB")
    figure.dpi = before
    # Few colours, and their shades along the edges: a palette makes a quarter of the file.
    few = picture.quantize(_SHADES, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    told = PngInfo()
    told.add_text("Comment", f"drawn from {digest}")
    file = io.BytesIO()
    few.save(file, format="png", dpi=(PNG_DPI, PNG_DPI), pnginfo=told)
    return file.getvalue()


def _style() -> str:
    pairs = {**_DARK, **dict(zip(colours.LIGHT, colours.DARK, strict=True))}
    pairs[colours.OTHERS] = colours.OTHERS_DARK
    rules = "".join(
        f'[style*="{paint}: {light}"]{{{paint}:{dark}!important}}'
        for light, dark in pairs.items()
        for paint in ("fill", "stroke")
    )
    fonts = f"text{{font-family:{_FONTS}!important}}"
    return f"<style>{fonts}@media (prefers-color-scheme:dark){{{rules}}}</style>"
