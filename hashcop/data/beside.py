"""The files that signatures are in, and whether they have changed.

Apart from what verifies signatures, since whether pages are current is asked without anything that is slow to load.
"""

import contextlib
import time
from pathlib import Path

SIGNED, SIGNATURE = ".signed", ".signed.sig"  # behind the name of a data file
SIGNERS = "allowed_signers"  # the usual names of files, beside the machines
REVOKED = "revoked_keys"


def beside(data: Path) -> tuple[Path, Path]:
    """Where the list of a data file and its signature are."""
    return data.with_name(data.name + SIGNED), data.with_name(data.name + SIGNATURE)


def stamp(data: Path) -> list[list[int]]:
    """What tells whether a data file or its signature has changed."""
    return [_stamp(one) for one in (data, *beside(data))]


def stamp_of_signers(signers: Path) -> list[str | list[int]]:
    """What tells whether others are known or revoked; with the day, where somebody is known for some time only."""
    revoked = signers.with_name(REVOKED)
    found: list[str | list[int]] = [_stamp(signers), _stamp(revoked)]
    with contextlib.suppress(OSError):
        if b"valid-" in signers.read_bytes():
            found.append(time.strftime("%Y-%m-%d", time.gmtime()))
    return found


def _stamp(path: Path) -> list[int]:
    try:
        found = path.stat()
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns, found.st_ino]
