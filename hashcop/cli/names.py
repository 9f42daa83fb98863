"""Names in the tree, as completion and refusals need them: at once, and without asking a platform what is its own."""

import difflib
import re
from collections.abc import Iterable
from pathlib import Path

from hashcop import ROOT


def hashes(tree: Path | None) -> list[str]:
    """The hashes of a tree, or of ours."""
    found = _directories((tree or ROOT) / "crypto_hash")
    return [name for name in found if re.fullmatch(r"[a-z0-9]+", name)]


def selections(begin: str, tree: Path | None) -> list[str]:
    """HASH, or where `begin` has a slash HASH/IMPLEMENTATION: those that begin so.

    Of a hash with one implementation only, or one whose name is typed to its end, the implementations follow.
    """
    if "/" not in begin:
        found = [name for name in hashes(tree) if name.startswith(begin)]
        return found if len(found) != 1 else [*found, *_implementations(found[0], tree)]
    above = begin.rpartition("/")[0]
    return [name for name in _implementations(above, tree) if name.startswith(begin)]


def _implementations(above: str, tree: Path | None, levels: int = 4) -> list[str]:
    """HASH/IMPLEMENTATION below HASH, or below a directory of implementations in it.

    Looks no more than some `levels` deep: links may lead in circles.
    """
    found: list[str] = []
    for name in _directories((tree or ROOT) / "crypto_hash" / above) if levels else ():
        path = f"{above}/{name}"
        has_files = any(one.is_file() for one in _entries((tree or ROOT) / "crypto_hash" / path))
        found += [path] if has_files else _implementations(path, tree, levels - 1)
    return found


def _entries(place: Path) -> list[Path]:
    try:
        return sorted(place.iterdir())
    except OSError:
        return []


def _directories(place: Path) -> list[str]:
    return [one.name for one in _entries(place) if not one.name.startswith(".") and one.is_dir()]


def is_directory(word: str) -> bool:
    """Whether what was typed leads to a directory."""
    try:
        return Path(word).is_dir()
    except OSError:  # too long for a path
        return False


def nearest(word: str, names: Iterable[str]) -> list[str]:
    """The names that a mistyped word may mean, the likeliest first."""
    return difflib.get_close_matches(word, list(names), n=3, cutoff=0.6)
