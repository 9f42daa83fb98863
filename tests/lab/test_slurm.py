"""Slurm starts workers: with a real slurmctld, slurmd and munged."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nats")

from hashcop.lab import slurm
from hashcop.lab.inventory import Machine
from hashcop.lab.setup import PLACE, NotSetUp
from hashcop.lab.slurm import NoSlurm
from tests.support import made_slurm
from tests.support.made_slurm import FEATURE, NODE

PI = Machine(name="pi", slurm=NODE, features=(FEATURE,))
DO = """#!/bin/sh
echo "$* $HOME" >>begun
trap 'echo stopped >>begun; exit 130' TERM
sleep 30 &
wait
"""


@pytest.fixture(scope="module", autouse=True)
def _running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    if made_slurm.missing():
        pytest.skip(made_slurm.missing())
    with (
        made_slurm.slurm(tmp_path_factory.mktemp("slurm")) as file,
        pytest.MonkeyPatch.context() as m,
    ):
        m.setenv("SLURM_CONF", str(file))
        yield


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The checkout on the node, whose `./do` waits until it is stopped."""
    monkeypatch.setenv("HOME", str(tmp_path))
    there = tmp_path / PLACE / "pi"
    (there / ".lab").mkdir(parents=True)
    (there / "do").write_text(DO)
    (there / "do").chmod(0o755)
    return there


def until(holds: object, seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():  # type: ignore[operator]
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_batch_job_is_the_worker_of_a_machine_and_ends_when_it_is_told_to(place: Path) -> None:
    assert slurm.working() == frozenset()
    slurm.start(PI, "all")
    assert slurm.working() == {"pi"}
    begun = place / "begun"
    until(lambda: begun.exists() and begun.read_text())
    assert begun.read_text().split() == ["lab", "work", "--once", str(place.parents[1])]
    # The node is taken: another one waits.
    slurm.start(Machine(name="other", slurm=NODE), "")
    time.sleep(2)
    assert slurm.working() == {"pi", "other"} and "other" not in begun.read_text()
    slurm.stop([Machine(name="other"), PI])
    until(lambda: slurm.working() == frozenset())
    until(lambda: "stopped" in begun.read_text())


def test_a_node_is_reached_without_ssh(place: Path) -> None:
    remote = slurm.by_srun(PI, "all")
    assert remote.run("looking", 'cat; echo "$HOME"', b"given ") == f"given {place.parents[1]}\n"
    with pytest.raises(NotSetUp, match=f"node {NODE}: making it: no such thing"):
        remote.run("making it", "echo no such thing >&2; exit 3")


def test_what_slurm_does_not_have_is_said_as_it_says_it() -> None:
    with pytest.raises(NoSlurm, match=r"sbatch: .*[Ff]eature"):
        slurm.start(Machine(name="pi", slurm=NODE, features=("zen9",)), "all")
    with pytest.raises(NoSlurm, match=r"sbatch: .*partition"):
        slurm.start(PI, "nowhere")
