"""How doubt in a figure is told: one sentence, which pages, files, the terminal and citations all repeat.

A figure is in doubt if it is off by more than 1 % with a probability of more than 5 %, and probably wrong if that is
more than 50 %. Its quiet processes are those that nothing disturbed.
"""

import re

from hashcop.results.certainty import RISK

PROBABLE = 0.5  # a figure that is wrong with a higher probability is not offered for citation
WRONG = "probably wrong"
UNKNOWN = "no cause is known"
_MOST = 99  # percent that are told: nothing is certain


def is_doubted(chance: float) -> bool:
    """Whether a figure with this chance to be off by more than 1 % is marked. NaN, an unknown chance, is not."""
    return chance > RISK


def is_probably_wrong(chance: float) -> bool:
    """Whether a figure with this chance to be off by more than 1 % is more likely wrong than right."""
    return chance > PROBABLE


def percent(chance: float) -> str:
    """A chance in percent, without decimals."""
    return f"{min(_MOST, 100 * chance):.0f} %"


def quiet_of(quiet: int, processes: int) -> str:
    """How many processes were quiet: '3 of 15 processes quiet'."""
    return f"{quiet} of {processes} processes quiet"


def kind(cause: str) -> str:
    """A cause without what only one figure has: numbers of cycles, and by how much a check was off."""
    return re.sub(r" by [0-9.]+ %$", "", cause.partition(": ")[0]) or UNKNOWN


def in_words(chance: float, cause: str, quiet: int, processes: int) -> str:
    """Why a figure is marked: its chance to be off by more than 1 %, the likely cause, and how much was quiet.

    Empty if the figure is not in doubt.
    """
    if not is_doubted(chance):
        return ""
    verdict = f"{WRONG}: " if is_probably_wrong(chance) else ""
    likely = f"{percent(chance)} likely to be off by more than 1 %"
    return f"{verdict}{likely}: {cause}; {quiet_of(quiet, processes)}"
