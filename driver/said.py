"""What a compiler said, as a `build` fact keeps it: in bounds, and the line that tells why it failed."""

import re

LINES_KEPT = 20  # this many from the beginning and from the end
LONGEST = 400  # characters of a line
# A linker ends with a line that says only that it failed: what it says before tells why.
_ERROR = re.compile(
    r"\b([Ee]rror|undefined (reference|symbol)|(multiple|duplicate) (definition|symbol)|relocation)\b"
)
_EMPTY = re.compile(r"^(collect2|clang(\+\+)?): error: l")


def shorten(output: str) -> list[str]:
    """Of many lines the first and the last."""
    lines = [line.rstrip()[:LONGEST] for line in output.splitlines() if line.strip()]
    if len(lines) <= 2 * LINES_KEPT + 1:
        return lines
    left_out = len(lines) - 2 * LINES_KEPT
    return [*lines[:LINES_KEPT], f"[{left_out} lines left out]", *lines[-LINES_KEPT:]]


def first_error(output: str) -> str:
    """The line that names an error; the first line where none does."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if _ERROR.search(line)]
    telling = [line for line in errors if not _EMPTY.match(line)]
    return (telling or errors or lines or ["the compiler said nothing"])[0][:LONGEST]
