"""`./do sign`: signing, and whose data these are."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.made_data import HASHES, Clock, Maker, line, machine, whole
from tests.support.signing import Keys, keys, signers

__all__ = ["keys", "signers"]

Do = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """A bench with data of one machine."""
    file = tmp_path / "bench" / "made" / "data.jsonl"
    file.parent.mkdir(parents=True)
    maker = Maker(Clock(), "amd64", "md5", "ref", HASHES["md5"][0], 1.0)
    facts = [machine(), *whole(maker, [0, 8])]
    file.write_text("".join(map(line, facts)))
    return tmp_path / "bench"


def test_what_is_signed_is_verified(do: Do, bench: Path, keys: Keys, signers: Path) -> None:
    done = do("sign", "--bench", bench, "--key", keys("anne"), "made")
    assert done.returncode == 0, done.stderr
    assert f"lines signed with {keys('anne')}" in done.stdout
    seen = do("sign", "--bench", bench, "--verify")
    assert (seen.returncode, seen.stdout[:35]) == (1, "made: signed by an unknown key SHA2")
    (bench / "allowed_signers").write_text(signers.read_text())
    seen = do("sign", "--bench", bench, "--verify", "made")
    assert seen.returncode == 0, seen.stdout
    assert seen.stdout.startswith("made: signed by anne@example.org (key SHA256:")


def test_a_changed_line_is_named_and_not_signed_again_by_itself(
    do: Do, bench: Path, keys: Keys, signers: Path
) -> None:
    file = bench / "made" / "data.jsonl"
    assert do("sign", "--bench", bench, "--key", keys("anne"), "made").returncode == 0
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join([*lines[:2], lines[2].replace("md5", "md6"), *lines[3:]]))
    seen = do("sign", "--bench", bench, "--verify", "--allowed-signers", signers)
    assert seen.returncode == 1
    assert "  line 3 (" in seen.stdout and "was changed after signing" in seen.stdout
    again = do("sign", "--bench", bench, "--key", keys("anne"), "made")
    assert again.returncode == 2
    assert "is not as it was signed" in again.stderr and "line 3 (" in again.stderr
    again = do("sign", "--bench", bench, "--key", keys("anne"), "--again", "made")
    assert again.returncode == 0
    seen = do("sign", "--bench", bench, "--verify", "--allowed-signers", signers)
    assert seen.returncode == 0


def test_data_that_nobody_signed_are_not_fine(do: Do, bench: Path) -> None:
    seen = do("sign", "--bench", bench, "--verify")
    assert (seen.returncode, seen.stdout) == (1, "made: not signed\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--key", "KEYS", "nobody"], "nobody/data.jsonl"),
        (["--key", "/nonexistent/key", "made"], "there is no key /nonexistent/key to sign with"),
        (["made"], "ssh-keygen -t ed25519"),
        (["--verify", "nobody"], "nobody/data.jsonl"),
        (["--verify", "--key", "KEYS"], "--key is for signing"),
        (["--verify", "--again"], "--again is for signing"),
        (["--allowed-signers", "KEYS", "made"], "--allowed-signers is for --verify"),
        (["--verify", "--allowed-signers", "/nonexistent/file"], "does not exist"),
    ],
)
def test_what_can_not_be_done_is_said(
    words: list[str], said: str, do: Do, bench: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/nonexistent")
    typed = [str(keys("anne")) if word == "KEYS" else word for word in words]
    done = do("sign", "--bench", bench, *typed)
    assert done.returncode == 2
    assert said in done.stderr


def test_a_torn_line_is_not_signed(do: Do, bench: Path, keys: Keys, signers: Path) -> None:
    file = bench / "made" / "data.jsonl"
    whole_lines = file.read_text().count("\n")
    with file.open("a") as opened:
        opened.write('{"kind":')
    assert do("sign", "--bench", bench, "--key", keys("anne"), "made").returncode == 0
    os.truncate(file, file.stat().st_size - 8)  # as the next run cuts it off
    seen = do("sign", "--bench", bench, "--verify", "--allowed-signers", signers)
    assert seen.returncode == 0
    assert f"all {whole_lines} lines" in seen.stdout


def test_the_installed_command_takes_a_file_of_signers(
    bench: Path, keys: Keys, signers: Path, do: Do, tmp_path: Path
) -> None:
    from click.testing import CliRunner

    from reports.__main__ import main

    assert do("sign", "--bench", bench, "--key", keys("anne"), "made").returncode == 0
    file, out = bench / "made" / "data.jsonl", tmp_path / "public"
    words = [str(file), "--out", str(out), "--allowed-signers", str(signers)]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert "igned by anne@example.org" in (out / "machine" / "made" / "index.html").read_text()
