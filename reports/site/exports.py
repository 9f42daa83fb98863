"""Tables as files: CSV and JSON, with a word for each cell that has no figure."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from operator import attrgetter
from typing import Any

import msgspec

from reports.kept.figures import Figure

# The columns that files have, those of Figure, and what they hold, as the page of downloads tells it.
COLUMNS = {
    "machine": "the machine",
    "platform": "the way to run it: c ...",
    "target": "where the platform runs it: an ABI",
    "hash": "the hash function",
    "implementation": "its implementation",
    "length": "of the message in bytes; long: a byte of a long message; slope: a byte between 2048 and 4096 bytes",
    "state": "figure, doubt, raced only, wrong, not built, skipped, unchecked, or not measured",
    "why": "the reason for the state, where it is no plain figure",
    "value": "the median: cycles/byte, at 0 bytes cycles of one call",
    "low": "the 25 % quartile, in the same unit",
    "high": "the 75 % quartile",
    "call": "the median in cycles of one call",
    "least": "the confidence interval of the median: its lower end",
    "most": "its upper end",
    "confidence": "its confidence, from 0 to 1",
    "chance": "the probability that the median is off by more than 1 %: over 0.5, it is probably wrong",
    "cause": "the likely reason of a figure in doubt",
    "processes": "how many processes timed it",
    "quiet": "how many of them nothing disturbed",
    "counter": "what counted the ticks",
    "cycles_per_tick": "what a tick was scaled by in the median; empty if ticks were not scaled",
    "rank": "the first rank that it may have among the implementations of the hash at this length; 0 without a figure",
    "rank_last": "the last rank that it may have",
    "tied": "whether these two differ: the data can't tell its rank",
    "ratio": "the median as a multiple of that of the fastest implementation at this length",
    "ratio_least": "the interval of that ratio, 95 % for all comparisons with others together: its lower end",
    "ratio_most": "its upper end",
    "bytes": "of the message that it was measured with: of long, if it is not the slope; 0 for a slope",
    "stands": "whether it is the fastest of its hash at 1536 bytes, and stands for it where one has to for all lengths",
    "leads": "whether it is the fastest of its hash at this length, which the hash is ranked by",
    "place": "the first rank that the hash may have on the target at this length, if it leads",
    "place_last": "the last rank that the hash may have",
    "place_tied": "whether these two differ: the data can't tell the rank of the hash",
    "security": "what the implementation claims about secret input",
    "options": "the compiler and its options",
    "measured": "when its newest figure was taken, UTC",
    "key": "the key of the record in the raw data",
    "sources": "a hash of its sources",
    "object": "a hash of its machine code",
    "code": "bytes of its machine code",
    "constants": "bytes of its constants",
    "stack": "the most bytes of stack that a call takes",
    "libraries": "the libraries that it calls, whose code is not counted",
}
_FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")
_BETWEEN = ",\n"  # objects of JSON
_EMPTY = (None, "", ())
_VALUES = attrgetter(*COLUMNS)
_ENCODER = msgspec.json.Encoder()


def as_csv(rows: Sequence[Figure]) -> bytes:
    """A line for each cell, with a heading."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows([_word(value) for value in _shown(row)] for row in rows)
    return file.getvalue().encode("utf-8", "backslashreplace")


def as_json(rows: Sequence[Figure]) -> bytes:
    """A list of objects, a line each. A number that there is none of, and an empty text, are left out."""
    names = tuple(COLUMNS)
    objects = (
        {n: v for n, v in zip(names, _shown(row), strict=True) if v not in _EMPTY} for row in rows
    )
    return b"[" + _BETWEEN.encode().join(map(_object, objects)) + b"]\n"


def _object(one: dict[str, Any]) -> bytes:
    try:
        return _ENCODER.encode(one)
    except UnicodeEncodeError:  # a lone surrogate, which JSON can escape
        return json.dumps(one, separators=(",", ":")).encode()


def _shown(row: Figure) -> Iterator[Any]:
    """The values of COLUMNS. Six digits are more than any figure has; figures.parquet has all."""
    for value in _VALUES(row):
        is_number = isinstance(value, float)
        yield (float(f"{value:.6g}") if value == value else None) if is_number else value


def _word(value: object) -> object:
    if isinstance(value, tuple):
        value = " ".join(value)
    if isinstance(value, str):
        # A spreadsheet takes text that begins so for a formula, and a bare \r, which is not quoted, for a new line.
        value = (f"'{value}" if value.startswith(_FORMULAS) else value).replace("\r", "\n")
    return "" if value is None else value


def whole(kind: str, rows: Sequence[str]) -> bytes:
    """The same from rows as reports/kept/lines.py makes them."""
    if kind == "csv":
        return "".join(f"{line}\n" for line in (",".join(COLUMNS), *rows)).encode()
    return f"[{_BETWEEN.join(rows)}]\n".encode()


KINDS = {"csv": as_csv, "json": as_json}
