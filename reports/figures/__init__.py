"""Figures to print and to cite, in one style: SVG that follows the reader's scheme, and PNG.

Names on them are in the figure, so that it can be cited alone. The same data give the same bytes. matplotlib is
loaded when the first figure is drawn, and not to learn that none has changed.
"""

from reports.figures.figure import VERSION, Figure, drawn_from, hash_figure, machine_figure
from reports.figures.given import About, Line, Rank, drawable

__all__ = [
    "VERSION",
    "About",
    "Figure",
    "Line",
    "Rank",
    "drawable",
    "drawn_from",
    "hash_figure",
    "machine_figure",
]
