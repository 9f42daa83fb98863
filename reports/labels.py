"""Names from data as one line of harmless text: for figures, charts, and wherever else HTML does not lay them out."""

import unicodedata

_UNSEEN = "\N{REPLACEMENT CHARACTER}"
_ALIGNING = "\N{FIGURE SPACE}\N{PUNCTUATION SPACE}"
_MARKS = 2  # on one letter; with more, a name would cover the lines above it


def clean(text: str) -> str:
    """The text on one line: control characters and what turns the direction of writing show as U+FFFD.

    Spaces become plain spaces, but those as wide as a digit or a point stay, since they align figures. Marks beyond
    the second on a letter are dropped.
    """
    found: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if letter in _ALIGNING:
            found.append(letter)
        elif kind == "Zs" or letter in "\t\n":
            found.append(" ")
        elif kind[0] == "C" or kind in ("Zl", "Zp"):
            found.append(_UNSEEN)
        elif marks <= _MARKS:
            found.append(letter)
    return "".join(found)


def shortened(text: str, limit: int) -> str:
    """The cleaned text with at most `limit` characters: what is too much is cut out of the middle."""
    # Only the ends of a very long text are looked at, and the middle is not normalized in vain.
    if len(text) > 8 * limit:
        text = text[: 4 * limit] + text[-4 * limit :]
    whole = clean(text)
    if len(whole) <= limit:
        return whole
    tail = (limit - 1) // 2
    return whole[: limit - 1 - tail] + "…" + (whole[-tail:] if tail else "")
