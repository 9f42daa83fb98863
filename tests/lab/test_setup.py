"""Setting up a machine, by a made-up ssh that runs scripts here, in a home of its own."""

import json
import os
import stat
import time
from pathlib import Path

import pytest

pytest.importorskip("nats")

from hashcop.lab import setup, tree
from hashcop.lab.setup import NotSetUp
from hashcop.lab.worker import Credentials

SSH = """#!/bin/sh
while [ "$1" != -- ]; do shift; done
test "$2" = pi@pi4 || { echo "ssh: connect to host $2: No route to host" >&2; exit 255; }
HOME=HOME_OF_PI exec bash -c "$3"
"""
DO = """#!/bin/sh
case "$1 $2" in
"lab work") echo $$ > .lab/worker.pid; exec sleep 60;;
"doctor --machine") echo "doctor of $3";;
esac
"""
OWN = Credentials(name="pi4", url="tls://lab:4222", password="secret", certificate="PEM")


@pytest.fixture
def pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home directory of a machine that ssh reaches as pi@pi4."""
    home, programs = tmp_path / "pi", tmp_path / "programs"
    home.mkdir()
    programs.mkdir()
    (programs / "ssh").write_text(SSH.replace("HOME_OF_PI", str(home)))
    (programs / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setattr(setup, "INIT", str(tmp_path / "no-systemd"))
    return home


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Home's checkout."""
    place = tmp_path / "checkout"
    (place / "hashcop").mkdir(parents=True)
    (place / "do").write_text(DO)
    (place / "do").chmod(0o755)
    (place / "bootstrap.py").write_text(
        "import sys; open('made', 'w').write(' '.join(sys.argv[1:]))\n"
    )
    (place / "hashcop" / "a.py").write_text("a = 1\n")
    (place / "link").symlink_to("hashcop/a.py")
    (place / "bench").mkdir()
    (place / "bench" / "data").write_text("not the lab's")
    return place


def pid(place: Path) -> int:
    file = place / ".lab" / "worker.pid"
    for _ in range(100):
        if file.exists() and file.read_text().strip():
            return int(file.read_text())
        time.sleep(0.05)
    raise AssertionError("no worker began")


def lives(number: int) -> bool:
    """Whether a process does; one that nobody waited for does not."""
    status = Path(f"/proc/{number}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_machine_has_tree_credentials_and_a_worker(root: Path, pi: Path) -> None:
    said: list[str] = []
    assert (
        setup.set_up(root, setup.by_ssh("pi@pi4"), OWN, said.append, has_service=True)
        == "doctor of pi4\n"
    )
    place = pi / setup.PLACE / "pi4"
    number = pid(place)
    assert (place / "hashcop" / "a.py").read_text() == (place / "link").read_text() == "a = 1\n"
    assert (place / "made").read_text() == "--worker" and not (place / "bench").exists()
    secret = place / ".lab" / "worker.json"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert json.loads(secret.read_text())["password"] == "secret"
    assert any("./do lab work" in text for text in said)
    # What home put there it may take away again.
    left = [one for one in tree.listed(root) if one.path != "link"]
    tree.put(left, place, lambda _: b"")
    assert not (place / "link").is_symlink()
    # Once more, and the worker is another one.
    setup.set_up(root, setup.by_ssh("pi@pi4"), OWN, said.append, has_service=True)
    for _ in range(100):
        if pid(place) != number:
            break
        time.sleep(0.05)
    assert pid(place) != number and not lives(number)
    os.kill(pid(place), 15)


def test_what_can_not_be_reached_is_said_as_ssh_says_it(root: Path, pi: Path) -> None:
    with pytest.raises(
        NotSetUp, match=r"pi@elsewhere: looking at it: ssh: connect to host .* No route"
    ):
        setup.set_up(root, setup.by_ssh("pi@elsewhere"), OWN, print, has_service=True)


def test_a_step_that_fails_is_named(root: Path, pi: Path) -> None:
    (root / "bootstrap.py").write_text("raise SystemExit('pip has no wheel of numpy')\n")
    with pytest.raises(NotSetUp, match="making its environment: pip has no wheel of numpy"):
        setup.set_up(root, setup.by_ssh("pi@pi4"), OWN, print, has_service=True)


def test_a_unit_of_systemd_starts_the_worker_again_whenever_it_ends() -> None:
    for is_root, where, wanted in (
        (True, "/etc/systemd/system", "multi-user.target"),
        (False, "$HOME/.config/systemd/user", "default.target"),
    ):
        script = setup._start(
            setup.Found("/home/pi/hashcop-lab/pi4", "hashcop-lab-pi4", is_root, True)
        )
        assert where in script and wanted in script
        assert (
            "Restart=always" in script
            and "ExecStart=/home/pi/hashcop-lab/pi4/do lab work" in script
        )
        assert ("enable-linger" in script) != is_root
