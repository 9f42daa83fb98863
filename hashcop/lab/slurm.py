"""Workers as batch jobs of Slurm: a machine is a node, and a batch job has it exclusively while there is work.

The worker connects to home as usual and exits when no work is left. If Slurm preempts the batch job, `./do` stops, and
the next batch job resumes.
"""

import subprocess
from collections.abc import Iterable

from hashcop.lab.inventory import Machine
from hashcop.lab.setup import PLACE, Remote

PREFIX = "hashcop-"  # of names of batch jobs
SECONDS = 30.0  # that Slurm has to answer
# Slurm kills what does not end by itself so many seconds after it was told to: what `./do` has recorded is kept.
NOTICE = 30
SCRIPT = """\
#!/bin/sh
cd "$HOME/{place}/{name}" && exec ./do lab work --once >>.lab/worker.log 2>&1
"""


class NoSlurm(Exception):
    """A command of Slurm failed. The message has its output."""


def by_srun(machine: Machine, partition: str) -> Remote:
    """A node that srun reaches, for setting it up."""
    words = ("srun", "--quiet", "--export=HOME,PATH", *_where(machine, partition))
    return Remote(f"node {machine.node}", (*words, "--", "sh", "-c"), own_lines="srun: ")


def working() -> frozenset[str]:
    """The machines that have a batch job, running or pending. Raises NoSlurm."""
    said = _said(["squeue", "--me", "--noheader", "--format=%j"])
    names = (line.strip() for line in said.splitlines())
    return frozenset(name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX))


def start(machine: Machine, partition: str) -> None:
    """Submit a batch job that runs the worker of a machine. Raises NoSlurm."""
    _said(
        [
            *("sbatch", "--quiet", f"--job-name={PREFIX}{machine.name}", "--requeue"),
            *("--export=HOME,PATH", f"--signal=TERM@{NOTICE}", "--output=/dev/null", "--chdir=/"),
            *_where(machine, partition),
        ],
        SCRIPT.format(place=PLACE, name=machine.name),
    )


def stop(machines: Iterable[Machine]) -> None:
    """Cancel the batch jobs of machines. Raises NoSlurm."""
    for one in machines:
        _said(["scancel", "--me", f"--name={PREFIX}{one.name}"])


def _where(machine: Machine, partition: str) -> list[str]:
    """Options that select the node, exclusively."""
    found = [f"--nodelist={machine.node}", "--nodes=1", "--exclusive"]
    found += [f"--partition={partition}"] if partition else []
    return [*found, f"--constraint={'&'.join(machine.features)}"] if machine.features else found


def _said(command: list[str], given: str = "") -> str:
    try:
        done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as error:
        why = error.strerror if isinstance(error, OSError) else f"no answer in {SECONDS:.0f} s"
        raise NoSlurm(f"{command[0]}: {why}") from None
    if done.returncode != 0:
        last = (done.stderr or done.stdout).strip().splitlines() or [f"status {done.returncode}"]
        raise NoSlurm(f"{command[0]}: {last[-1]}")
    return done.stdout
