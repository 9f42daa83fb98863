"""What a compiler printed: shortened for a `build` record, and searched for the line that says why it failed."""

import re
from collections.abc import Iterable

LINES_KEPT = 20  # this many from the beginning and from the end
LONGEST = 400  # characters of a line
# The last line of a linker says only that it failed; the lines before say why.
_ERROR = re.compile(
    r"\b([Ee]rror|undefined (reference|symbol)|(multiple|duplicate) (definition|symbol)|relocation)\b"
)
_EMPTY = re.compile(r"^((collect2|clang(\+\+)?): error: l|\d+ errors? generated)")
_WARNING = re.compile(r"\b[Ww]arning: ")
_NAMED = re.compile(r"\[(-W[\w+=-]+)\]$")
# Before these stands the place in the code, or the name of the tool.
_START = re.compile(
    r"\b(?:fatal )?[Ee]rror: |\b[Ww]arning: "
    r"|\b(?=undefined (?:reference|symbol)|(?:multiple|duplicate) (?:definition|symbol)|relocation )"
)
_QUOTED = re.compile(r"((?<!\w)[`'‘][^`'‘’]*['’](?!\w)|(?<=symbol: )\S+)")
_OWN = re.compile(
    r"[A-Z_%$(,\s]"
)  # marks a quotation that is from the code, and not a word of the compiler
_HOLE = "…"


def shorten(output: str) -> list[str]:
    """The lines that are kept: of many the first and the last."""
    lines = [line.rstrip()[:LONGEST] for line in output.splitlines() if line.strip()]
    if len(lines) <= 2 * LINES_KEPT + 1:
        return lines
    left_out = len(lines) - 2 * LINES_KEPT
    return [*lines[:LINES_KEPT], f"[{left_out} lines left out]", *lines[-LINES_KEPT:]]


def first_error(output: str) -> str:
    """The line that names an error; the first line if none does."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if _ERROR.search(line)]
    telling = [line for line in errors if not _EMPTY.match(line)]
    return (telling or errors or lines or ["the compiler said nothing"])[0][:LONGEST]


def _parts(line: str) -> list[str]:
    """The text of an error or warning without its place, in parts: every second one is a quotation."""
    found = _START.search(line)
    return _QUOTED.split((line[found.end() :] if found else line).strip())


def _hole(part: str) -> str:
    """A quotation; if it is from the code, with `…` in its place."""
    if part[0] not in "`'‘":
        return _HOLE
    is_own = _OWN.search(part) and not part.startswith("-", 1)
    return f"{part[0]}{_HOLE}{part[-1]}" if is_own else part


def _holes(parts: list[str]) -> list[str]:
    return [_hole(part) if place % 2 else part for place, part in enumerate(parts)]


def kind(line: str) -> str:
    """The kind of an error or warning: its text without file and line, and without names from the code.

    Quotations with a capital letter, an underscore or operands are names from the code; `…` stands for them.
    """
    return "".join(_holes(_parts(line)))


def is_telling(line: str) -> bool:
    """Whether a line is an error or a warning, and not the explanation of one."""
    return bool(_START.search(line))


def title(lines: Iterable[str]) -> str:
    """The text that lines of one kind share, with the names that all of them have."""
    every = [_parts(line) for line in dict.fromkeys(lines)]
    holes = _holes(every[0])
    if any(len(parts) != len(holes) for parts in every):
        return "".join(holes)
    agreed = (len(set(at)) == 1 for at in zip(*every, strict=True))
    return "".join(
        part if agree else hole for part, hole, agree in zip(every[0], holes, agreed, strict=True)
    )


def warnings(said: Iterable[str]) -> list[str]:
    """The kinds of warnings among the lines that a compiler printed, each once: their flags, if the lines name them."""
    found = (line.strip() for line in said if _WARNING.search(line))
    named = ((_NAMED.search(line), line) for line in found)
    return list(dict.fromkeys(flag[1] if flag else kind(line) for flag, line in named))
