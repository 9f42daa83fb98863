"""What `./do` does first: an environment that is whole and of the lock file, or one line that says what is missing."""

import ast
import fcntl
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import bootstrap
from hashcop import __version__ as VERSION
from hashcop.machine import packages
from tests.support import runs

Commands = list[list[str]]


class House:
    """A project of a lock file and an environment that is only pretended."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.lock = root / "requirements.lock"
        self.tests_lock = root / "requirements-test.lock"
        self.lock.write_text("rich==1\n")
        self.tests_lock.write_text("pytest==1\n")
        self.commands: Commands = []
        self.dies_at = ""
        monkeypatch.setattr(bootstrap, "ROOT", root)
        monkeypatch.setattr(bootstrap, "VENV", root / ".venv")
        monkeypatch.setattr(bootstrap, "_check_call", self._called)
        monkeypatch.setattr(packages, "install", self._refuse)

    def _called(self, *command: str) -> None:
        self.commands.append(list(command))
        if self.dies_at in command:
            raise KeyboardInterrupt
        if "venv" in command:
            (self.root / ".venv" / "lib" / "python3" / "site-packages").mkdir(parents=True)

    def _refuse(self, *_: object) -> bool:
        raise AssertionError("a test installs nothing")

    def did(self) -> list[str]:
        """What was done since the last time, in two words."""
        done = ["venv" if "venv" in c else f"pip {Path(c[-1]).name}" for c in self.commands]
        self.commands.clear()
        return done


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """Commands that end at once; `dies_at` names a word at which one is interrupted."""
    made = House(tmp_path, monkeypatch)
    made.dies_at = "none"
    return made


BOTH = ["venv", "pip requirements.lock"]


def test_an_environment_is_made_once_and_found_again(house: House) -> None:
    bootstrap.ensure(house.lock)
    assert house.did() == BOTH
    bootstrap.ensure(house.lock)
    assert house.did() == []


def test_only_what_the_lock_file_pins_is_installed(house: House) -> None:
    bootstrap.ensure(house.lock)
    (pip,) = (command for command in house.commands if "venv" not in command)
    assert pip[0] == str(house.root / ".venv" / "bin" / "pip")
    assert "--require-hashes" in pip and pip[-2:] == ["-r", str(house.lock)]


def test_the_environment_finds_the_project(house: House) -> None:
    bootstrap.ensure(house.lock)
    (link,) = house.root.glob(".venv/lib/python*/site-packages/hashcop.pth")
    assert link.read_text() == f"{house.root}\n"


def test_a_changed_lock_file_makes_the_environment_anew(house: House) -> None:
    bootstrap.ensure(house.lock)
    house.did()
    left = house.root / ".venv" / "old"
    left.touch()
    house.lock.write_text("rich==2\n")
    bootstrap.ensure(house.lock)
    assert house.did() == BOTH
    assert not left.exists()


@pytest.mark.parametrize("place", ["venv", "-r"], ids=["making it", "installing"])
def test_an_environment_that_was_interrupted_is_made_anew(place: str, house: House) -> None:
    house.dies_at = place
    with pytest.raises(KeyboardInterrupt):
        bootstrap.ensure(house.lock)
    (house.root / ".venv").mkdir(exist_ok=True)
    left = house.root / ".venv" / "half"
    left.touch()
    house.dies_at = "none"
    house.did()
    bootstrap.ensure(house.lock)
    assert house.did() == BOTH
    assert not left.exists()


def test_an_environment_of_a_project_that_was_moved_is_made_anew(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    bootstrap.ensure(house.lock)
    house.did()
    moved = tmp_path_factory.mktemp("moved") / "house"
    shutil.copytree(house.root, moved)
    monkeypatch.setattr(bootstrap, "ROOT", moved)
    monkeypatch.setattr(bootstrap, "VENV", moved / ".venv")
    house.root = moved
    bootstrap.ensure(moved / "requirements.lock")
    assert house.did() == BOTH


def test_an_environment_of_another_python_is_made_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.ensure(house.lock)
    house.did()
    monkeypatch.setattr(sys, "version", "3.99.0 (another)")
    bootstrap.ensure(house.lock)
    assert house.did() == BOTH


def test_tests_install_more_into_the_same_environment(house: House) -> None:
    bootstrap.ensure(house.lock)
    bootstrap.ensure(house.tests_lock)
    assert house.did() == [*BOTH, "pip requirements-test.lock"]
    bootstrap.ensure(house.lock)
    bootstrap.ensure(house.tests_lock)
    assert house.did() == []
    house.lock.write_text("rich==2\n")
    bootstrap.ensure(house.lock)
    bootstrap.ensure(house.tests_lock)
    assert house.did() == [*BOTH, "pip requirements-test.lock"]


def test_of_two_at_once_one_makes_the_environment_and_the_other_waits(house: House) -> None:
    with (house.root / ".venv.lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        others = [threading.Thread(target=bootstrap.ensure, args=[house.lock]) for _ in range(2)]
        for other in others:
            other.start()
        for other in others:
            other.join(0.1)
        assert house.commands == []
    for other in others:
        other.join(10)
    assert house.did() == BOTH


@pytest.fixture
def no_ensurepip(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a Debian without python3-venv."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)


@pytest.mark.usefixtures("no_ensurepip")
@pytest.mark.parametrize(("user", "sudo"), [(1000, "sudo "), (0, "")], ids=["user", "root"])
def test_without_venv_where_nothing_can_be_installed_the_one_line_is_said(
    user: int,
    sudo: str,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setenv("PATH", "/nowhere")  # no apt-get in it
    with pytest.raises(SystemExit) as stopped:
        bootstrap.ensure(house.lock)
    assert stopped.value.code == 1
    said = capsys.readouterr().err
    assert said.splitlines()[-1] == (
        f"    {sudo}apt-get install -y --no-install-recommends python3-venv"
    )
    assert house.did() == []


@pytest.mark.usefixtures("no_ensurepip")
def test_without_venv_root_installs_it_and_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = []
    monkeypatch.setattr(packages, "can_install", lambda: True)
    monkeypatch.setattr(packages, "install", lambda wanted, say: not installed.extend(wanted))
    bootstrap.ensure(house.lock)
    assert [tool.package for tool in installed] == ["python3-venv"]
    assert house.did() == BOTH


def test_a_command_that_fails_is_shown_with_what_it_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stopped:
        bootstrap._check_call("sh", "-c", "echo no network; exit 3")
    assert stopped.value.code == 1
    assert "no network" in capsys.readouterr().err


def test_an_old_python_can_read_it_and_is_told_which_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ast.parse(Path(bootstrap.__file__).read_text(), feature_version=(3, 7))
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit) as stopped:
        bootstrap.main()
    assert stopped.value.code == 1
    assert "Python 3.11 or newer is needed" in capsys.readouterr().err


def test_without_any_python_the_one_line_is_said(tmp_path: Path) -> None:
    for name in ("sh", "dirname", "readlink"):
        (tmp_path / name).symlink_to(shutil.which(name) or "")
    done = subprocess.run(
        [str(runs.ROOT / "do")], env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "apt-get install -y python3 python3-venv" in done.stderr


# `./do` itself


def version_said(do: Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(do), "--version"],
        cwd=cwd,
        env=runs.ENVIRONMENT | environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_do_works_through_links_and_from_anywhere(tmp_path: Path) -> None:
    place = tmp_path / "a place"
    place.mkdir()
    (place / "first").symlink_to(runs.ROOT / "do")
    (tmp_path / "second link").symlink_to("a place/first")
    for cwd in (Path("/"), place, tmp_path):
        assert version_said(tmp_path / "second link", cwd) == f"Hashcop {VERSION}\n"
    done = subprocess.run(
        ["second link", "--version"],
        cwd="/",
        env=runs.ENVIRONMENT | {"PATH": f"{tmp_path}:{runs.ENVIRONMENT['PATH']}"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"Hashcop {VERSION}\n"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The project in a place with spaces, whose environment is a stand-in that borrows ours."""
    place = tmp_path / "my own copy"
    leave = shutil.ignore_patterns(".git", ".venv", "bench", "crypto_hash", "tests", "__pycache__")
    shutil.copytree(runs.ROOT, place, ignore=leave, symlinks=True)
    python = place / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(
        f'#!/bin/sh\nPYTHONPATH={shlex.quote(str(place))} exec {shlex.quote(sys.executable)} "$@"\n'
    )
    python.chmod(0o755)
    ask = "import bootstrap as b; print(b._stamp(b.ROOT / 'requirements.lock'), end='')"
    stamp = subprocess.run(
        ["python3", "-c", ask],
        cwd=place,
        env=runs.ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    (place / ".venv" / "requirements.stamp").write_text(stamp.stdout)
    return place


def test_do_works_in_a_place_with_spaces(copied: Path) -> None:
    (copied / "hashcop" / "__init__.py").write_text(
        (runs.ROOT / "hashcop" / "__init__.py").read_text().replace(VERSION, "of the copy")
    )
    assert version_said(copied / "do", Path("/")) == "Hashcop of the copy\n"
    link = copied.parent / "do it"
    link.symlink_to(copied / "do")
    assert version_said(link, copied) == "Hashcop of the copy\n"


def test_nothing_is_imported_from_the_directory_that_do_is_called_in(tmp_path: Path) -> None:
    for name in ("json", "rich", "hashcop", "random", "sitecustomize", "usercustomize"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')\n")
    assert version_said(runs.ROOT / "do", tmp_path) == f"Hashcop {VERSION}\n"


def test_stopped_while_it_makes_the_environment_it_says_so_and_leaves_none(copied: Path) -> None:
    shutil.rmtree(copied / ".venv")
    process = subprocess.Popen(
        [str(copied / "do"), "--version"],
        env=runs.ENVIRONMENT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    assert "making the Python environment" in process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "Traceback" not in said and "the same command goes on from here" in said
    assert not list(copied.glob(".venv/*.stamp"))


def _package_index_answers(scratch: Path) -> bool:
    """Whether pip reaches packages, in the way it is set up here."""
    quietly = ["-q", "--no-deps", "--no-input", "--timeout", "10", "--retries", "0"]
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "download", *quietly, "-d", str(scratch), "rich"],
        capture_output=True,
    )
    return asked.returncode == 0


@pytest.mark.long
def test_a_fresh_clone_makes_its_environment_and_works(tmp_path: Path) -> None:
    if not (runs.ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("no git, or no repository to clone")
    place = tmp_path / "fresh clone"
    subprocess.run(["git", "clone", "-q", str(runs.ROOT), str(place)], check=True)
    done = subprocess.run(
        [str(place / "do"), "--version"], env=runs.ENVIRONMENT, capture_output=True, text=True
    )
    if done.returncode and not _package_index_answers(tmp_path):
        pytest.skip("pip can't reach the package index")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Hashcop ")
    assert "making the Python environment" in done.stderr
    again = subprocess.run(
        [str(place / "do"), "list"], cwd="/", env=runs.ENVIRONMENT, capture_output=True, text=True
    )
    assert (again.returncode, again.stderr) == (0, "")


def test_tests_go_on_without_what_some_of_them_need_and_who_asks_for_it_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(lock: Path) -> None:
        if lock.name != "requirements.lock":
            raise SystemExit(1)

    monkeypatch.setattr(bootstrap, "ensure", fails)
    monkeypatch.setattr(bootstrap, "_ensure_scripts", lambda: None)
    bootstrap._ensure_for_tests("requirements-count.lock", "operation counts")
    assert "tests of operation counts are skipped" in capsys.readouterr().err
    for option in bootstrap.EXTRAS:
        monkeypatch.setattr(sys, "argv", ["bootstrap.py", option])
        with pytest.raises(SystemExit):
            bootstrap.main()
