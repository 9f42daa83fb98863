"""Where llvmlite is, if it is installed. It is not imported here: it runs in the sandbox only."""

import importlib.util
import sys
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path

NAME = "llvmlite"
ADVICE = "counts need llvmlite, which is not installed: `python3 bootstrap.py --count` installs it"


@dataclass(frozen=True)
class Wheel:
    """`version` of llvmlite, `site` the directory that it is imported from, `python` what runs it."""

    version: str
    site: Path
    python: Path

    @property
    def readable(self) -> list[Path]:
        """What the sandbox must show: the package, and Python where that is no part of the system."""
        homes = {Path(sys.base_prefix).resolve(), self.python.parent.parent}
        outside = [one for one in homes if not one.is_relative_to("/usr")]
        return [self.site / NAME, *outside]


@cache
def find() -> Wheel | None:
    """The wheel that this Python would import; None if there is none."""
    found = importlib.util.find_spec(NAME)
    if found is None or found.origin is None:
        return None
    site = Path(found.origin).resolve().parent.parent
    python = Path(sys.executable).resolve()
    return Wheel(metadata.version(NAME), site, python)
