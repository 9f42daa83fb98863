"""The lines that a program may report: measure/c/harness.h has their meaning.

An implementation runs in the process that reports, and can write anything. A line that the harness never writes is
refused here, so that everything behind may take its words for what they are.
"""

import re
from collections.abc import Sequence

_NUMBER = r"[0-9]{1,20}"  # of 64 bits
_BYTES = r"[0-9]{1,15}"
_HEX = r"[0-9a-f]"
_WORD = r"[a-z][a-z-]{0,40}"
# What follows the kind. Other kinds may have any words.
_FORMS = {
    "output": _BYTES,
    "digest": rf"{_NUMBER}(?: {_HEX}{{0,131072}})?",
    "lane": rf"{_NUMBER} {_NUMBER} {_NUMBER} {_HEX}{{0,131072}}",
    "checksum": rf"(?:small|big) {_HEX}{{64}}",
    "fresh": rf"(?:random|special|long)(?: (?:{_HEX}{{16}})*)?",
    "order": rf"(?:random|special|long)(?: {_WORD}| {_BYTES})*",
    "repeat": rf"{_NUMBER} {_HEX}{{16}}",
    "again": rf"{_NUMBER}(?: {_HEX}{{0,131072}})?",
    "strict": "",
    "reading": _NUMBER,
    "batch": " ".join([_NUMBER] * 7),
    "ticks": rf"{_NUMBER}(?: {_NUMBER}){{2,}}",
    "known": rf"{_NUMBER}(?: {_NUMBER}){{2,}}",
    "answer": rf"{_NUMBER} {_NUMBER} {_NUMBER} {_HEX}{{16}}",
    "proof": rf"{_NUMBER} {_NUMBER} {_HEX}+",
    "burnt": _NUMBER,
    "pace": f"{_NUMBER} {_NUMBER}",
    "width": _NUMBER,
    "quiet": " ".join([_NUMBER] * 5),
    "marked": "(?:valgrind|msan|none)",
    "secret": _BYTES,
    "stack": f"{_BYTES} {_BYTES}",
    "jvm": rf"[01] [01]{f' {_NUMBER}' * 5}",
    "code": rf"{_NUMBER} {_BYTES} [!-~]{{1,200}}",
    "allocated": f"{_BYTES} {_NUMBER}",
    "begun": f"{_NUMBER} {_NUMBER}",
    "told": r"[ -~]{1,400}",
    "problem": rf"{_WORD} {_WORD} {_NUMBER} {_NUMBER} {_NUMBER}",
    "mark": rf"[a-z][a-z0-9-]{{0,40}} {_WORD} {_NUMBER} {_NUMBER} {_NUMBER}",
    "done": "",
}
_PATTERNS = {kind: re.compile(f"{kind} {form}" if form else kind) for kind, form in _FORMS.items()}
_SANE = re.compile(r"[ -~]+")


def is_valid(words: Sequence[str]) -> bool:
    """Whether the words of a line, without its token, are of the form that their kind has."""
    if not words:
        return False
    line = " ".join(words)
    return bool((_PATTERNS.get(words[0]) or _SANE).fullmatch(line))
