"""The words of SUPERCOP's data lines: how a name, an option set, a message and timings are written and read.

A line is words separated by single spaces. In a word, a blank is written `_`, and an empty word `-`. Only a message
keeps its blanks: it is the end of its line.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from time import strptime

from hashcop.data.said import first_error

OPERATION = "crypto_hash"
PLATFORM = "c"
OURS = "hashcop-"  # begins the version word of lines that Hashcop wrote
REASON = (
    "hashcop"  # the file of a `fromcompiler` line that says in Hashcop's words why the build failed
)
PROGRAMS = ("try", "measure")  # the files of `objsize` lines that are about whole programs
OBJECTS = "objects"  # the file of an `objsize` line that has the sum over all objects
DOUBT = "doubt"  # a line of Hashcop's: length chance quiet processes message
GROUP = 16  # timings of a length in one line, at most
CLASSLESS = "timingleaks"  # the class of an implementation that makes no claim

# The verdict of a `try` line -> outcome and `expected` of a check.
VERDICTS = {
    "ok": ("right", "match"),
    "unknown": ("right", "unknown"),
    "fails": ("wrong", "mismatch"),
}
VERDICT_WORDS = {said: verdict for verdict, said in VERDICTS.items()}

# Parts of a counter's name that tell what it counts. Other names do not tell.
CALIBRATED = "-calibrated"  # behind a counter's name: its ticks are scaled to cycles of the core
_CORE = {"pmc", "perfevent", "rdpmc", "calibrated"}
_CONSTANT = {"tsc", "tscasm", "vct", "cntvct", "monotonic", "gettimeofday"}

_LARGEST = 2**63 - 1
_DEVIATION = re.compile(r"[+-][0-9]+")
_DEVIATIONS = re.compile(r"(?:[+-][0-9]+)+")
_FLAG = re.compile(r"_(?=-)")
_BLANK = re.compile(r"\s")
_LINE_ENDS = re.compile(r"[\r\n]")


def word(text: str) -> str:
    """Any text as one word."""
    return _BLANK.sub("_", text) or "-"


def text(word: str) -> str:
    """The text of a word whose `_` are blanks, as in the names of processors and versions."""
    return "" if word == "-" else " ".join(word.replace("_", " ").split())


def message(text: str) -> str:
    """Any text as the end of a line."""
    return _LINE_ENDS.sub(" ", text) or "-"


def message_of(words: Sequence[str]) -> str:
    """The message that the words at the end of a line make."""
    said = " ".join(words).rstrip()
    return "" if said == "-" else said


def reason(said: Iterable[str]) -> str:
    """Why a build failed, from the lines that its compiler printed."""
    return first_error("\n".join(said))


def option_set(words: Iterable[str]) -> str:
    """A compiler and its flags as one word."""
    return word("_".join(words))


def options(word: str) -> list[str]:
    """The compiler and its flags. A `_` ends a flag only if a `-` follows: names of macros have `_` too."""
    return [] if word == "-" else _FLAG.split(word)


def deviations(value: int, timings: Iterable[int]) -> str:
    """Timings as differences from `value`, all of them in one word."""
    return "".join(f"{timing - value:+d}" for timing in timings)


def number(word: str) -> int:
    """A whole number. Raises ValueError for another word, and for one that is too large to compute with."""
    value = int(word)
    if not -_LARGEST <= value <= _LARGEST:
        raise ValueError(f"{word[:40]} is too large")
    return value


def timings(value: int, deviations: str) -> list[int]:
    """The timings that a value and its word of deviations stand for. Raises ValueError for another word."""
    if not _DEVIATIONS.fullmatch(deviations):
        raise ValueError(f"{deviations[:40]!r} are not deviations such as +8-2+0")
    return [value + int(found) for found in _DEVIATION.findall(deviations)]


@lru_cache(maxsize=64)
def time(date: str) -> str:
    """The time of a record of the day yyyymmdd. Raises ValueError for another word."""
    if not re.fullmatch(r"[0-9]{8}", date):
        raise ValueError(f"{date[:40]!r} is not a day such as 20260131")
    strptime(date, "%Y%m%d")
    return f"{date[:4]}-{date[4:6]}-{date[6:]}T00:00:00Z"


def date(time: str) -> str:
    """The day yyyymmdd of a record's time; `-` if it has none."""
    return time[:10].replace("-", "") or "-"


def core_cycles(counter: str) -> bool | None:
    """Whether a counter of this name counts cycles of the core; None if the name does not tell."""
    parts = set(re.split(r"[-_]", counter.lower()))
    if parts & _CORE:
        return True
    return False if parts & _CONSTANT else None


def machine(host: str, version: str) -> str:
    """The name of the machine that a line is about.

    SUPERCOP's figures of a computer stand beside Hashcop's, as another machine, and not among them.
    """
    return host if version.startswith(OURS) else f"{host}-supercop"
