"""The libraries of the pages: pinned by digest, from no named host, with their licences."""

import json
import shutil
from pathlib import Path

import pytest

from reports import vendored

ROOT = Path(__file__).resolve().parents[3]


def test_the_lock_file_pins_digests_and_names_no_host() -> None:
    text = (ROOT / "package-lock.json").read_text()
    packages = json.loads(text)["packages"]
    wanted = json.loads((ROOT / "package.json").read_text())["dependencies"]
    assert "://" not in text
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
        assert packages[f"node_modules/{name}"]["integrity"].startswith("sha512-")


def test_all_or_nothing_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not vendored.files():
        pytest.skip(vendored.missing())
    assert {"uPlot.LICENSE.txt", "tablesort.LICENSE.txt"} <= vendored.files().keys()
    assert vendored.missing() == ""
    shutil.copytree(ROOT / "node_modules", tmp_path / "node_modules")
    (tmp_path / "node_modules/uplot/LICENSE").unlink()
    monkeypatch.setattr(vendored, "_MODULES", tmp_path / "node_modules")
    assert vendored.files() == {}
    assert "npm ci" in vendored.missing()


def test_without_npm_nothing_is_said_and_nothing_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vendored, "_MODULES", tmp_path)
    monkeypatch.setattr(vendored, "_STAMP", tmp_path / "stamp")
    monkeypatch.setenv("PATH", str(tmp_path))
    said: list[str] = []
    assert not vendored.install(said.append)
    assert said == []


def test_a_failure_of_npm_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho no route to anywhere >&2\nexit 7\n")
    npm.chmod(0o755)
    monkeypatch.setattr(vendored, "_MODULES", tmp_path)
    monkeypatch.setattr(vendored, "_STAMP", tmp_path / "stamp")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    said: list[str] = []
    assert not vendored.install(said.append)
    assert said[-1] == "npm could not install them: no route to anywhere"
