"""The tree comes to a machine: only what it lacks is fetched, what went away goes away, what it made stays."""

import os
import shutil
from pathlib import Path

import pytest

from hashcop.lab import tree
from hashcop.lab.tree import Entry, TreeError


@pytest.fixture
def home(tmp_path: Path) -> Path:
    root = tmp_path / "home"
    for name, text in {
        "do": "#!/bin/sh\n",
        "crypto_hash/a/ref/hash.c": "int a;\n",
        "crypto_hash/b/ref/hash.c": "int b;\n",
        "bench/here/data.jsonl": "{}\n",
        ".venv/bin/python": "",
        "lab.toml": "[lab]\n",
        "hashcop/__pycache__/x.pyc": "",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "do").chmod(0o755)
    (root / "crypto_hash/c").symlink_to("a")
    return root


class Post:
    """Brings contents from home, and counts them."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.count = 0

    def to(self, machine: Path) -> tuple[Entry, ...]:
        entries = tree.listed(self.home)
        of = {one.digest: one for one in entries}

        def fetch(digest: str) -> bytes:
            self.count += 1
            return tree.content(self.home, of[digest])

        machine.mkdir(exist_ok=True)
        tree.put(entries, machine, fetch)
        return entries


def test_what_was_made_in_a_checkout_does_not_go(home: Path) -> None:
    names = [one.path for one in tree.listed(home)]
    assert names == ["crypto_hash/a/ref/hash.c", "crypto_hash/b/ref/hash.c", "crypto_hash/c", "do"]


def test_a_machine_gets_what_home_has(home: Path, tmp_path: Path) -> None:
    machine, post = tmp_path / "pi", Post(home)
    entries = post.to(machine)
    assert tree.listed(machine) == entries and post.count == 3
    assert os.access(machine / "do", os.X_OK) and (machine / "crypto_hash/c").readlink() == Path(
        "a"
    )
    assert tree.digest_of(tree.listed(machine)) == tree.digest_of(entries)


def test_the_next_time_only_what_changed_is_fetched(home: Path, tmp_path: Path) -> None:
    machine, post = tmp_path / "pi", Post(home)
    post.to(machine)
    (machine / "bench").mkdir()
    (machine / "bench/own").write_text("data")
    (machine / "crypto_hash/a/mine").write_text("not of the tree")
    before = tree.digest_of(tree.listed(home))
    (home / "crypto_hash/a/ref/hash.c").write_text("int a2;\n")
    shutil.rmtree(home / "crypto_hash/b")
    (home / "crypto_hash/c").unlink()
    (home / "crypto_hash/c").mkdir()
    (home / "crypto_hash/c/hash.c").write_text("int c;\n")
    post.to(machine)
    assert post.count == 3 + 2 and tree.digest_of(tree.listed(home)) != before
    assert (machine / "crypto_hash/a/ref/hash.c").read_text() == "int a2;\n"
    assert not (machine / "crypto_hash/b").exists()
    assert (machine / "crypto_hash/c/hash.c").is_file()
    assert (machine / "bench/own").exists() and (machine / "crypto_hash/a/mine").exists()


def test_a_directory_becomes_a_file_and_a_file_a_directory(home: Path, tmp_path: Path) -> None:
    machine, post = tmp_path / "pi", Post(home)
    post.to(machine)
    shutil.rmtree(home / "crypto_hash/a")
    (home / "crypto_hash/a").write_text("a file")
    (home / "do").unlink()
    (home / "do").mkdir()
    (home / "do/it").write_text("x")
    post.to(machine)
    assert tree.listed(machine) == tree.listed(home)


def test_cut_off_in_the_middle_the_next_call_completes_it(home: Path, tmp_path: Path) -> None:
    machine, entries = tmp_path / "pi", tree.listed(home)
    machine.mkdir()
    of = {one.digest: one for one in entries}

    def lost(digest: str) -> bytes:
        if of[digest].path == "do":
            raise ConnectionError
        return tree.content(home, of[digest])

    with pytest.raises(ConnectionError):
        tree.put(entries, machine, lost)
    assert tree.put(entries, machine, lambda digest: tree.content(home, of[digest])) == 1
    assert tree.listed(machine) == entries
    tree.put([], machine, lost)
    assert tree.listed(machine) == ()


@pytest.mark.parametrize(
    "path",
    ["../x", "/etc/x", "a/../../x", "bench/x", ".git/hooks/x", "", "a//b", "./a", ".lab/tree"],
)
def test_nothing_is_put_outside_or_where_a_machine_keeps_its_own(tmp_path: Path, path: str) -> None:
    with pytest.raises(TreeError, match="is no place for a file of the tree"):
        tree.put([Entry(path, "0" * 64)], tmp_path, lambda _: b"")
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_what_its_digest_says_is_not_put(home: Path, tmp_path: Path) -> None:
    machine = tmp_path / "pi"
    machine.mkdir()
    with pytest.raises(TreeError, match="another content"):
        tree.put(tree.listed(home), machine, lambda _: b"evil")
    assert not (machine / "do").exists()


def test_what_changed_since_it_was_listed_is_not_sent(home: Path) -> None:
    entries = {one.path: one for one in tree.listed(home)}
    (home / "do").write_text("another")
    with pytest.raises(TreeError, match="do has changed"):
        tree.content(home, entries["do"])
    (home / "do").unlink()
    with pytest.raises(TreeError, match="do: "):
        tree.content(home, entries["do"])
