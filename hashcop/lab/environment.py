"""The Python environment of a machine: what bootstrap.py installs besides the requirements of every checkout.

It imports nothing that may be missing: it is what repairs the environment.
"""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from hashcop.lab.inventory import GPU, Machine

EXTRAS = ("--worker", "--rtl", "--devices")  # options of bootstrap.py
LONGEST = 300  # characters of what it says


class NotMade(Exception):
    """bootstrap.py failed. The message has its last output."""


def extras(machine: Machine) -> tuple[str, ...]:
    """The options of bootstrap.py that install what a machine needs for its `runs`."""
    are_wanted = True, bool(machine.tools), GPU in machine.runs
    return tuple(one for one, is_wanted in zip(EXTRAS, are_wanted, strict=True) if is_wanted)


def installed(root: Path) -> tuple[str, ...]:
    """The options of bootstrap.py that were run in a checkout."""
    stamps = root / ".venv"
    return tuple(one for one in EXTRAS if (stamps / f"requirements-{one[2:]}.stamp").is_file())


def renew(root: Path, needs: Sequence[str]) -> None:
    """Install the current versions of what `needs` names. Raises NotMade.

    A changed requirements.lock makes bootstrap.py delete the environment and make a new one, without the extras.
    """
    for option in needs:
        command = ["python3", "-B", "bootstrap.py", option]
        done = subprocess.run(
            command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if done.returncode != 0:
            raise NotMade(f"{' '.join(command)}: {done.stdout.strip()[-LONGEST:]}")
