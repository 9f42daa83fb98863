"""The text of a kernel in one piece: what it includes stands where it is included.

Drivers compile a text, not files, and know no directories. Angle brackets are left to the compiler.
"""

import re
from pathlib import Path

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"')
DEEPEST = 32  # files that include each other
MOST = 4 << 20  # bytes of the whole text


class TextError(Exception):
    """A text can't be put together. Says why."""


def whole(file: Path, root: Path) -> str:
    """The text of a file with all that it includes from directories below `root`, each with its own lines' numbers.

    A file that is included twice stands there twice: guards are the preprocessor's business. Raises TextError.
    """
    lines: list[str] = []
    _append(lines, file, root.resolve(), 0)
    return "\n".join(lines) + "\n"


def _append(lines: list[str], file: Path, root: Path, depth: int) -> None:
    if depth > DEEPEST:
        raise TextError(f"{file.name} includes itself")
    try:
        text = file.read_text()
    except (OSError, UnicodeDecodeError):
        raise TextError(f"{file.name} can't be read") from None
    lines.append(f'#line 1 "{file.name}"')
    for number, line in enumerate(text.splitlines(), 1):
        found = INCLUDE.match(line)
        if found is None:
            lines.append(line)
            continue
        other = file.parent / found[1]
        if not other.is_file():
            raise TextError(f"{file.name}, line {number}: there is no {found[1]}")
        if not other.resolve().is_relative_to(root):
            raise TextError(f"{file.name}, line {number}: {found[1]} is not in the tree")
        _append(lines, other, root, depth + 1)
        lines.append(f'#line {number + 1} "{file.name}"')
    if sum(map(len, lines)) > MOST:
        raise TextError(f"more than {MOST} bytes with all that it includes")
