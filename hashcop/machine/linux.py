"""Reads what Linux says in /proc and /sys, below a root. What can't be read is empty, or None."""

from pathlib import Path

HERE = Path("/")


def read(root: Path, path: str) -> str:
    """The text of a file, without blanks around it; empty where it can't be read."""
    try:
        return (root / path).read_text(errors="replace").strip()
    except (OSError, ValueError):
        return ""


def number(root: Path, path: str) -> int | None:
    """The number that a file holds; None if it holds none."""
    text = read(root, path)
    return int(text) if text.removeprefix("-").isdecimal() else None


def paragraphs(text: str) -> list[dict[str, str]]:
    """Names and values of lines such as those of /proc/cpuinfo, which has a paragraph for each processor.

    There is one at least, of a text without lines an empty one.
    """
    return [
        {name.strip(): value.strip() for name, _, value in map(_parted, block.splitlines())}
        for block in text.split("\n\n")
    ]


def _parted(line: str) -> tuple[str, str, str]:
    return line.partition(":")


def listed(text: str) -> tuple[int, ...]:
    """The numbers in a list such as "0-3,8"; none if the text is not a list."""
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        if first.isdecimal() and (last or first).isdecimal():
            found |= set(range(int(first), int(last or first) + 1))
    return tuple(sorted(found))


def written(numbers: tuple[int, ...]) -> str:
    """Ascending numbers as a list such as "0-3,8"."""
    runs: list[list[int]] = []
    for one in numbers:
        if runs and one == runs[-1][1] + 1:
            runs[-1][1] = one
        else:
            runs.append([one, one])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


def switch(root: Path, path: str) -> str:
    """The word in brackets in a file such as "always [madvise] never"; empty if there is none."""
    return next((word[1:-1] for word in read(root, path).split() if word.startswith("[")), "")
