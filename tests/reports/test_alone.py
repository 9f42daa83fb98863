"""Reports stand alone: installed without compilers, harness and sandbox, they make pages on a web server."""

import ast
import json
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

from reports import pages
from tests.support.html_check import assert_sound
from tests.support.made_data import machine

ROOT = Path(__file__).resolve().parents[2]
Write = Callable[..., Path]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip install .` puts into an empty environment, without the network."""
    place = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps"]
    subprocess.run(
        [*command, "--no-build-isolation", "--target", str(place), str(ROOT)],
        check=True,
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )
    return place


def python(installed: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Python with the installed directory and the dependencies on its path, and nothing of this checkout."""
    libraries = sysconfig.get_path("purelib"), sysconfig.get_path("platlib")
    return subprocess.run(
        [sys.executable, "-S", "-P", "-B", *map(str, words)],
        cwd=installed.parent,
        env={
            "PYTHONPATH": os.pathsep.join([str(installed), *libraries]),
            "PATH": os.environ["PATH"],
        },
        capture_output=True,
        text=True,
        check=False,
    )


def names(out: Path) -> set[Path]:
    return {path.relative_to(out) for path in out.rglob("*") if path.is_file()}


def test_installed_reports_make_the_pages_that_a_checkout_makes(
    installed: Path, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = python(installed, "-m", "reports", small, "--out", tmp_path / "theirs")
    assert done.stdout == f"{tmp_path}/theirs/index.html\n"
    # npm installs the libraries of the scripts into a checkout.
    assert "their libraries (uPlot and tablesort) are not installed" in done.stderr
    monkeypatch.setattr("reports.vendored.files", dict)
    ours = pages.write([small], tmp_path / "ours").parent
    assert_sound(tmp_path / "theirs")
    assert names(tmp_path / "theirs") == names(ours)
    for name in names(ours):
        if name.parts[0] != ".hashcop-pages":
            assert (tmp_path / "theirs" / name).read_bytes() == (ours / name).read_bytes(), name


@pytest.mark.parametrize("room", ["engine", "platforms", "machine", "cli", "__main__"])
def test_nothing_that_measures_is_installed(room: str, installed: Path) -> None:
    found = python(installed, "-c", f"import hashcop.results.model, hashcop.{room}")
    assert f"No module named 'hashcop.{room}'" in found.stderr
    origin = "import hashcop, reports; print(hashcop.__file__, reports.__file__)"
    assert python(installed, "-c", origin).stdout.count(str(installed)) == 2


def imported(file: Path) -> set[str]:
    """The top-level packages that a module imports, at its head or in a function."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def test_the_libraries_that_it_needs_are_those_that_it_imports(installed: Path) -> None:
    (metadata,) = installed.glob("hashcop-*.dist-info/METADATA")
    lines = metadata.read_text().splitlines()
    needed = {line.split()[1] for line in lines if "Requires-Dist: " in line and ";" not in line}
    found = set.union(*(imported(file) for file in installed.rglob("*.py")))
    used = {{"PIL": "pillow"}.get(name, name) for name in found}
    assert used - sys.stdlib_module_names - {"hashcop", "reports"} == needed


def test_the_console_script_is_the_same_command(installed: Path) -> None:
    (entries,) = installed.glob("hashcop-*.dist-info/entry_points.txt")
    assert "hashcop-report = reports.__main__:main" in entries.read_text()


def reports(*words: object) -> subprocess.CompletedProcess[str]:
    """`python -m reports` of this checkout."""
    return subprocess.run(
        [sys.executable, "-m", "reports", *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_has_examples_and_loads_no_drawing_library() -> None:
    done = reports("--help")
    assert done.returncode == 0 and "hashcop-report bench/*/data.jsonl --out public" in done.stdout
    loaded = "import sys, reports.__main__; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True
    )
    assert not {"matplotlib", "jinja2", "duckdb", "numpy"} & set(modules.stdout.split())


def test_pages_in_ticks(small: Path, tmp_path: Path) -> None:
    assert reports(small, "--ticks", "--out", tmp_path / "out").returncode == 0
    assert "A cycle here is a tick of" in (tmp_path / "out/index.html").read_text()


def test_what_is_not_shown_is_said(small: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "data"
    theirs.write_text("20260330 hydra amd64 20260131 crypto_sign ed25519/x cycles 1 1 +0\n")
    done = reports(small, theirs, "--out", tmp_path / "out")
    assert done.stderr == "not shown: lines of crypto_sign (1)\n" and done.returncode == 0


def test_two_machines_of_one_name_are_said(file: Write, tmp_path: Path) -> None:
    facts = [machine(identity="a" * 32), machine(identity="b" * 32)]
    done = reports(file(facts), "--out", tmp_path / "out")
    assert "2 machines named made" in done.stderr


BROKEN = {
    "no data": ([], "Missing argument"),
    "no directory for the pages": (["{small}"], "Missing option '--out'"),
    "a file that is not there": (
        ["{tmp}/nope\x1b", "--out", "{tmp}/o"],
        "nope\\x1b does not exist",
    ),
    "a directory": (["{tmp}", "--out", "{tmp}/o"], "is a directory; name the files in it"),
    "a file in the place of the pages": (["{small}", "--out", "{small}"], "is a file, not a"),
    "a file that holds no data": (["{tmp}/broken", "--out", "{tmp}/o"], "broken:1: "),
    "a place that can't be written": (["{small}", "--out", "{tmp}/broken/o"], "{tmp}/broken/"),
    "a selection": (["{small}", "--out", "{tmp}/o", "--abi", "x86"], "No such option"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_what_is_wrong_is_said_in_a_line(case: str, small: Path, tmp_path: Path) -> None:
    (tmp_path / "broken").write_text(json.dumps(["no", "record"]) + "\n")
    words, said = BROKEN[case]
    done = reports(*(word.format(small=small, tmp=tmp_path) for word in words))
    assert done.returncode in (1, 2) and done.stdout == ""
    assert (
        said.format(tmp=tmp_path) in done.stderr.splitlines()[-1] and "Traceback" not in done.stderr
    )
    assert not (tmp_path / "o").exists()
