"""Tables as files: CSV and JSON, with a word for each cell that has no figure."""

import csv
import io
from collections.abc import Sequence

import msgspec

from reports.kept.figures import Figure

# The columns that files have, those of Figure, and what they hold, as the page of downloads tells it.
COLUMNS = {
    "machine": "the machine",
    "platform": "the way to run it: c ...",
    "target": "where the platform runs it: an ABI",
    "hash": "the hash function",
    "implementation": "its implementation",
    "length": "of the message in bytes, or long",
    "state": "figure, doubt, raced only, wrong, not built, skipped, unchecked, or not measured",
    "why": "the reason for the state, where it is no plain figure",
    "value": "the median: cycles/byte, at 0 bytes cycles of one call",
    "low": "the 25 % quartile, in the same unit",
    "high": "the 75 % quartile",
    "call": "the median in cycles of one call",
    "least": "the confidence interval of the median: its lower end",
    "most": "its upper end",
    "confidence": "its confidence, from 0 to 1",
    "chance": "the probability that the median is off by more than 1 %",
    "rank": "among the implementations of the hash at this length; 0 without a figure",
    "tied": "whether it can't be told from the first of its rank",
    "ratio": "the median as a multiple of the fastest implementation's",
    "ratio_least": "the 95 % interval of that ratio: its lower end",
    "ratio_most": "its upper end",
    "stands": "whether it is the fastest of its hash at 1536 bytes, and stands for it",
    "place": "the rank of the hash on the target, if it stands for it",
    "place_tied": "whether the hash can't be told from the first of its rank",
    "security": "what the implementation claims about secret input",
    "options": "the compiler and its options",
    "measured": "when its newest figure was taken, UTC",
    "key": "the key of the record in the raw data",
    "sources": "a hash of its sources",
    "object": "a hash of its machine code",
}
_FORMULAS = ("=", "+", "-", "@", "\t")
_ENCODER = msgspec.json.Encoder()  # writes NaN as null


def as_csv(rows: Sequence[Figure]) -> bytes:
    """A line for each cell, with a heading."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_word(value) for value in _of(row).values()])
    return file.getvalue().encode("utf-8", "backslashreplace")


def as_json(rows: Sequence[Figure]) -> bytes:
    """A list of objects, a line each. A number that there is none of, and an empty text, are left out."""
    objects = ({n: v for n, v in _of(row).items() if v not in (None, "", ())} for row in rows)
    lines = (json.dumps(one, separators=(",", ":")) for one in objects)
    return ("[" + ",\n".join(lines) + "]\n").encode()


def _of(row: Figure) -> dict[str, Any]:
    return {name: _shown(getattr(row, name)) for name in COLUMNS}


def _shown(value: Any) -> Any:
    """Six digits are more than any figure has; figures.parquet has all."""
    if not isinstance(value, float):
        return value
    return None if math.isnan(value) else float(f"{value:.6g}")


def _word(value: object) -> object:
    if isinstance(value, tuple):
        value = " ".join(value)
    # A spreadsheet takes text that begins so for a formula.
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t"):
        return f"'{value}"
    return "" if value is None else value


KINDS = {"csv": as_csv, "json": as_json}
