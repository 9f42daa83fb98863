"""Submissions in C, by `./do` as a process of its own: built, checked and timed in the sandbox, and then accepted."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import runs
from tests.support.runs import Bench, Ended

AS_USER = ("setpriv", "--reuid=1000", "--regid=1000", "--clear-groups")
pytestmark = pytest.mark.usefixtures("sandbox")


def packed(place: Path, name: str, text: str | None = None) -> Path:
    """A directory with an implementation of sha256, as somebody sends it."""
    sent = place / f"sent-{name}"
    runs.implementation(sent, name, text)
    for one in (sent / "crypto_hash" / "sha256").iterdir():
        if one.is_file():
            one.unlink()
    return sent


def submit(bench: Bench, *words: str | Path) -> Ended:
    return bench.run("submit", *map(str, words))


def only_row(done: Ended) -> dict[str, Any]:
    (row,) = json.loads(done.out)
    assert isinstance(row, dict)
    return row


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A tree with sha256/ref."""
    runs.implementation(tmp_path / "tree", "ref")
    return Bench(tmp_path / "tree", tmp_path / "bench")


def test_what_is_right_is_timed_beside_ref_and_accepted(bench: Bench, tmp_path: Path) -> None:
    sent = packed(tmp_path, "mine", runs.SLOW)
    done = submit(bench, sent, "--json", "--accept")
    row = only_row(done)
    assert (done.status, row["outcome"]) == (0, "right")
    (found,) = row["implementations"]
    assert (found["best"], found["place"], found["of"]) == ("ref", 2, 2)
    assert found["cycles_per_byte"] > 1 and found["ratio"] > 2
    place = bench.tree / "crypto_hash/sha256/mine"
    assert (place / "hash.c").read_bytes() == (sent / "crypto_hash/sha256/mine/hash.c").read_bytes()
    # What was built and checked for it is taken from the cache.
    checked = bench.run("check", "sha256/mine")
    assert checked.status == 0 and "taken from the cache" in checked.out


def test_what_is_only_checked_is_right_and_has_no_figures(bench: Bench, tmp_path: Path) -> None:
    row = only_row(submit(bench, packed(tmp_path, "mine"), "--json", "--check"))
    (found,) = row["implementations"]
    assert row["outcome"] == found["verdict"] == "right" and "cycles_per_byte" not in found


def test_what_is_wrong_is_said_with_the_length(bench: Bench, tmp_path: Path) -> None:
    done = submit(bench, packed(tmp_path, "mine", runs.WRONG), "--accept")
    assert done.status == 1 and "wrong" in done.out and "100 bytes" in done.out
    assert "is not accepted" in done.out
    assert not (bench.tree / "crypto_hash/sha256/mine").exists()


def test_a_digest_of_another_length_is_refused(bench: Bench, tmp_path: Path) -> None:
    sent = packed(tmp_path, "mine")
    (sent / "crypto_hash/sha256/mine/api.h").write_text("#define CRYPTO_BYTES 64\n")
    done = submit(bench, sent)
    assert done.status == 2 and "the tree gives it 32" in done.out
    facts = bench.facts()
    assert [fact["outcome"] for fact in facts if fact["kind"] == "submission"] == ["refused"]


@pytest.mark.long
def test_killed_at_any_moment_it_goes_on(bench: Bench, tmp_path: Path) -> None:
    sent = packed(tmp_path, "mine")
    data = bench.machine / "submissions"
    for kinds in ("submission.json", '"kind":"check"', '"kind":"trial"'):

        def reached(mark: str = kinds) -> bool:
            if "." in mark:
                return any(data.glob(f"*/{mark}"))
            return any(mark in file.read_text() for file in data.glob("*/data.jsonl"))

        process = bench.start("submit", str(sent))
        if runs.wait_for(process, reached):
            runs.kill(process, signal.SIGKILL)
        process.communicate()
    assert runs.left_running(bench.place) == []
    done = submit(bench, sent, "--json")
    assert only_row(done)["outcome"] == "right"
    facts = [json.loads(line) for line in next(data.glob("*/data.jsonl")).read_text().splitlines()]
    assert [key for key in runs.doubles(facts) if key[0] not in runs.OF_THE_MACHINE] == []


@pytest.fixture
def user_place() -> Iterator[Path]:
    """A directory that an ordinary user reaches, as pytest's own under root are not."""
    place = Path(tempfile.mkdtemp(prefix="hashcop-user-"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
def test_an_ordinary_user_submits_and_accepts(user_place: Path) -> None:
    runs.implementation(user_place / "tree", "ref")
    bench = Bench(user_place / "tree", user_place / "bench")
    sent = packed(user_place, "mine")
    shutil.copytree(runs.tried(), bench.cache.parent)
    subprocess.run(["chown", "-R", "1000:1000", user_place], check=True)
    words = bench.arguments("submit", str(sent), "--accept", "--json")
    done = subprocess.run(
        [*AS_USER, sys.executable, "-m", "hashcop", *words, *runs.AT_ONCE],
        cwd=runs.ROOT,
        env=runs.ENVIRONMENT | {"HOME": str(user_place), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if "No permissions to create" in done.stderr or "Permission denied" in done.stderr:
        pytest.skip(f"an ordinary user gets no sandbox here: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    place = bench.tree / "crypto_hash/sha256/mine"
    assert {one.stat().st_uid for one in (place, *place.iterdir())} == {1000}
