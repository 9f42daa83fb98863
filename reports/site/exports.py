"""Tables as files: CSV and JSON with all digits, and a word for each cell that has no figure."""

import csv
import io
import json
import math
from collections.abc import Sequence
from typing import Any

from reports.kept.figures import Figure

# The columns that files have, and what they hold, as the page of downloads tells it.
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


def as_csv(rows: Sequence[Figure]) -> bytes:
    """A line for each cell, with a heading."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow([_word(value) for value in _of(row).values()])
    return file.getvalue().encode("utf-8", "backslashreplace")


def as_json(rows: Sequence[Figure]) -> bytes:
    """A list of objects; numbers that there are none of are null."""
    return json.dumps([_of(row) for row in rows], indent=0).encode()


def _of(row: Figure) -> dict[str, Any]:
    found = {name: getattr(row, name) for name in COLUMNS}
    return {n: None if isinstance(v, float) and math.isnan(v) else v for n, v in found.items()}


def _word(value: object) -> object:
    if isinstance(value, tuple):
        value = " ".join(value)
    # A spreadsheet takes text that begins so for a formula.
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t"):
        return f"'{value}"
    return "" if value is None else value


KINDS = {"csv": as_csv, "json": as_json}
