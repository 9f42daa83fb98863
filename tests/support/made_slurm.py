"""A Slurm of one node on this computer: munged, slurmctld and slurmd of Debian, with files and ports of their own."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scancel", "sinfo")
HOW = "apt-get install -y --no-install-recommends slurmctld slurmd slurm-client munge"
NODE, FEATURE = "node1", "arm"
CONFIGURATION = """\
ClusterName=lab
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort={control}
SlurmdPort={port}
AuthType=auth/munge
AuthInfo=socket={place}/socket
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
SlurmctldLogFile={place}/slurmctld.log
SlurmdLogFile={place}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MailProg=/bin/true
SelectType=select/linear
SlurmdParameters=config_overrides
ReturnToService=2
SwitchType=switch/none
NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 Feature={feature}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing() -> str:
    """Why there can be none here; empty where there can."""
    if os.geteuid() != 0:
        return "slurmd wants root"
    lacks = [one for one in PROGRAMS if shutil.which(one) is None]
    return f"{lacks[0]} is not here: {HOW}" if lacks else ""


@contextlib.contextmanager
def slurm(place: Path) -> Iterator[Path]:
    """A Slurm whose node is idle; yields its configuration, which SLURM_CONF is to name."""
    for name in ("state", "spool"):
        (place / name).mkdir()
    place.chmod(0o700)
    (place / "key").write_bytes(secrets.token_bytes(1024))
    (place / "key").chmod(0o600)
    control, port = _ports()
    file = place / "slurm.conf"
    host = socket.gethostname().partition(".")[0]
    file.write_text(
        CONFIGURATION.format(
            host=host, control=control, port=port, place=place, node=NODE, feature=FEATURE
        )
    )
    named = ("socket", "pid-file", "log-file", "seed-file")
    files = [f"--{name}={place}/{name.removesuffix('-file')}" for name in named]
    environment = {**os.environ, "SLURM_CONF": str(file)}
    daemons = (
        ["munged", "--force", "--foreground", f"--key-file={place}/key", *files],
        ["slurmctld", "-D", "-i"],
        ["slurmd", "-D", "-N", NODE],
    )
    running: list[subprocess.Popen[bytes]] = []
    try:
        for daemon in daemons:
            quiet = subprocess.DEVNULL
            running.append(
                subprocess.Popen(daemon, env=environment, stdin=quiet, stdout=quiet, stderr=quiet)
            )
            time.sleep(1)
        end = time.monotonic() + 60
        while "idle" not in _state(environment):
            assert time.monotonic() < end, (place / "slurmctld.log").read_text()[-2000:]
            time.sleep(0.5)
        yield file
    finally:
        for one in reversed(running):
            one.send_signal(signal.SIGTERM)
            try:
                one.wait(10)
            except subprocess.TimeoutExpired:
                one.kill()
                one.wait()


def _state(environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["sinfo", "--noheader", "--format=%T"], env=environment, capture_output=True, text=True
    )
    return done.stdout


def _ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as two:
        one.bind(("127.0.0.1", 0))
        two.bind(("127.0.0.1", 0))
        return one.getsockname()[1], two.getsockname()[1]
