"""A new platform is a folder of its own: no other file is changed, and `./do` works with it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop import ROOT

TOY = Path(__file__).parent / "toy" / "toy"
Do = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with one more folder; and a tree of toys."""
    place = tmp_path_factory.mktemp("toy")
    left_out = shutil.ignore_patterns("__pycache__")
    for room in ("hashcop", "reports", "compilers", "measure", "cpucycles"):
        shutil.copytree(ROOT / room, place / room, ignore=left_out)
    shutil.copytree(TOY, place / "hashcop" / "platforms" / "toy", ignore=left_out)
    for name, text in {
        "plain": 'digest = "sha256"\ncost = 7.5\n',
        "slow": 'digest = "sha256"\ncost = 20\n',
        "wrong": 'digest = "sha224"\ncost = 1\n',
        "broken": 'digest = "none"\ncost = 1\n',
    }.items():
        file = place / "tree" / "crypto_hash" / "sha256" / name / "hash.toy"
        file.parent.mkdir(parents=True)
        file.write_text(text)
    for name in ("kat.tsv", "checksumsmall", "checksumbig"):
        shutil.copy(ROOT / "crypto_hash" / "sha256" / name, place / "tree" / "crypto_hash/sha256")
    return place


@pytest.fixture(scope="module")
def do(checkout: Path, sandbox: object) -> Do:
    """do("list", ...): `./do` of the checkout on its tree."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        own = ["--tree", str(checkout / "tree")]
        if words[:1] != ("list",):
            own += ["--bench", str(checkout / "bench"), "--cache", str(checkout / "cache")]
        return subprocess.run(
            [sys.executable, "-m", "hashcop", *words, *own],
            cwd=checkout,
            env=os.environ | {"PYTHONPATH": str(checkout), "COLUMNS": "200"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


def test_the_tree_lists_its_implementations(do: Do) -> None:
    rows = json.loads(do("list", "--json").stdout)
    found = {row["implementation"]: row["language"] for row in rows}
    assert found == dict.fromkeys(("broken", "plain", "slow", "wrong"), "toy")


def test_a_check_says_what_is_right_and_why_not(do: Do) -> None:
    done = do("check", "--json")
    found = {row["implementation"]: row["verdict"] for row in json.loads(done.stdout)}
    assert found == {"plain": "right", "slow": "right", "wrong": "wrong", "broken": "not built"}
    assert done.returncode == 1


def test_a_run_races_measures_and_makes_pages(do: Do, checkout: Path) -> None:
    done = do("sha256/plain")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sha256/plain on toybox" in done.stdout
    assert "best options: toy -fast" in done.stdout
    (page,) = (checkout / "bench" / "html").glob("machine/*/toybox/sha256.html")
    assert "7.5" in page.read_text() and "plain" in page.read_text()
    (data,) = (checkout / "bench").glob("*/data.jsonl")
    rows = [json.loads(line) for line in data.read_text().splitlines()]
    measured = [row for row in rows if row["kind"] == "timings"]
    assert {(row["platform"], row["target"], row["quantity"]) for row in measured} == {
        ("toy", "toybox", "ticks")
    }
    again = do("sha256/plain")
    assert "nothing to do" in again.stdout


def test_a_race_names_the_fastest(do: Do) -> None:
    rows = json.loads(do("race", "--json").stdout)
    assert [row["implementation"] for row in rows] == ["plain", "slow"]
    assert rows[0]["options"] == ["toy", "-fast"]


def test_its_targets_are_known_to_the_command_line(do: Do) -> None:
    assert do("check", "sha256/plain", "--abi", "toybox").returncode == 0
    refused = do("check", "sha256/plain", "--abi", "toyboxx")
    assert refused.returncode == 2 and "toybox" in refused.stderr
