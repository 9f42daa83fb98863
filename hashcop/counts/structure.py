"""`structure` beside an AES-like hash's description: the columns that arithmetic does not show, `MC16 2`."""

import re
from pathlib import Path

_LINE = re.compile(r"(MC(?:4|8|16))[ \t]+([0-9]{1,9})")


def read(directory: Path) -> dict[str, int]:
    """What a hash's directory states; empty if it states nothing, or anything else."""
    try:
        lines = (directory / "structure").read_text(errors="replace").split("\n")
    except OSError:
        return {}
    found = [_LINE.fullmatch(line.strip()) for line in lines if line.strip()]
    return {one[1]: int(one[2]) for one in found if one} if all(found) else {}
