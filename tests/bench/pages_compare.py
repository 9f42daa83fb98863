"""Two directories of pages compared, cell by cell: what a change of the code changes on pages of the same data.

    .venv/bin/python -m tests.bench.pages_compare BEFORE AFTER

Prints each text that differs, with its page; graphs are compared byte by byte. Exit status 1 if anything differs.
"""

import difflib
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

CELLS = {
    "td",
    "th",
    "dt",
    "dd",
    "li",
    "p",
    "h1",
    "h2",
    "h3",
    "summary",
    "pre",
    "title",
    "figcaption",
}
MARKS = ("title", "href", "src", "id", "class")  # attributes that readers see or follow


class Cells(HTMLParser):
    """The text of each cell, paragraph and heading of a page, in order, with what its tags carry."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open = [""]
        self.feed(text)
        self.close()
        self._end()

    def _end(self) -> None:
        text = " ".join(self._open.pop().split())
        self._open.append("")
        if text:
            self.found.append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in CELLS:
            self._end()
        told = " ".join(f'{name}="{value}"' for name, value in attrs if name in MARKS)
        self._open[-1] += f" <{tag} {told}> " if told else f" <{tag}> " if tag in CELLS else " "

    def handle_endtag(self, tag: str) -> None:
        if tag in CELLS:
            self._end()

    def handle_data(self, data: str) -> None:
        self._open[-1] += data


def cells(path: Path) -> list[str]:
    """The cells of a page; none of a page that is not there."""
    return Cells(path.read_text()).found if path.is_file() else []


def differences(before: Path, after: Path) -> Iterator[str]:
    """Lines that say what differs: `- ` only before, `+ ` only after."""
    for kind in ("*.html", "*.svg", "*.css"):
        names = {str(p.relative_to(root)) for root in (before, after) for p in root.rglob(kind)}
        for name in sorted(names):
            if kind == "*.html":
                found = difflib.unified_diff(
                    cells(before / name), cells(after / name), n=0, lineterm=""
                )
                yield from (f"{name}: {line}" for line in list(found)[2:] if line[0] in "+-")
            elif any(not (root / name).is_file() for root in (before, after)):
                yield f"{name}: only in one of them"
            elif (before / name).read_bytes() != (after / name).read_bytes():
                yield f"{name}: differs"


def main() -> int:
    """Exit status: 0 the same, 1 different, 2 wrong use."""
    if len(sys.argv) != 3 or not all(Path(word).is_dir() for word in sys.argv[1:]):
        print(__doc__, file=sys.stderr)
        return 2
    found = list(differences(*map(Path, sys.argv[1:])))
    for line in (*found, f"{len(found)} differences"):
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
