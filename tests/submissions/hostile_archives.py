"""Archives and directories that must be refused: how each is made, the reason, and the member that is named.

`python -m tests.submissions.hostile_archives DIR` writes them all.
"""

import sys
from pathlib import Path

from tests.submissions import (  # noqa: F401  each adds its own
    hostile_directories,
    hostile_names,
    hostile_streams,
    hostile_tars,
    hostile_zips,
)
from tests.submissions.hostile import HOSTILE, Hostile

__all__ = ("HOSTILE", "Hostile")

if __name__ == "__main__":
    for name, hostile in HOSTILE.items():
        hostile.write(Path(sys.argv[1]) / name.replace("/", "_"))
