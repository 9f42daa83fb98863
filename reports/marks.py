"""The signs of doubt beside figures: one for a figure in doubt, the same twice for one that is probably wrong."""

import math

from hashcop.results import doubt
from hashcop.results.summary import Column, Implementation

ON_PAGES, IN_TERMINALS = "\N{DOUBLE DAGGER}", "?"
LEGEND = f"{ON_PAGES}: in doubt; {ON_PAGES * 2}: probably wrong."


def sign(why: str, chance: float, letter: str = ON_PAGES) -> str:
    """The sign of a figure with this reason to doubt it, and this chance to be off by more than 1 %."""
    return letter * (1 + doubt.is_probably_wrong(chance)) if why else ""


def of(one: Implementation, column: Column, letter: str = ON_PAGES) -> str:
    """The sign of an implementation's figure at a length (bytes) or for `LONG`."""
    sure = one.sure(column)
    return sign(one.doubt(column), sure.chance if sure else math.nan, letter)
