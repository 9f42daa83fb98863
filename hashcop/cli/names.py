"""Names in the tree, as completion and refusals need them: at once, and without asking a platform what is its own."""

import difflib
import re
from collections.abc import Iterable
from pathlib import Path

from hashcop import ROOT

PLATFORMS = ROOT / "hashcop" / "platforms"


def hashes(tree: Path | None) -> list[str]:
    """The hashes of a tree, or of ours."""
    found = _directories((tree or ROOT) / "crypto_hash")
    return [name for name in found if re.fullmatch(r"[a-z0-9]+", name)]


def selections(begin: str, tree: Path | None) -> list[str]:
    """HASH, or where `begin` has a slash HASH/IMPLEMENTATION: those that begin so.

    Behind a hash that is the only one to begin so its implementations follow.
    """
    root = (tree or ROOT) / "crypto_hash"
    if "/" not in begin:
        found = [name for name in hashes(tree) if name.startswith(begin)]
        return found if len(found) != 1 else [*found, *_implementations(root, found[0])]
    above = begin.rpartition("/")[0]
    return [name for name in _implementations(root, above) if name.startswith(begin)]


def _implementations(root: Path, above: str) -> list[str]:
    """HASH/IMPLEMENTATION below a hash, or below a directory of implementations in it."""
    found: list[str] = []
    place = root / above
    for name in _directories(place):
        below = place / name
        if place.resolve().is_relative_to(below.resolve()):
            continue  # a link that leads in circles
        path = f"{above}/{name}"
        has_files = any(one.is_file() for one in _entries(below))
        found += [path] if has_files else _implementations(root, path)
    return found


def _entries(place: Path) -> list[Path]:
    try:
        return sorted(place.iterdir())
    except OSError:
        return []


def _directories(place: Path) -> list[str]:
    """The names of directories that a shell takes as they are: it does not quote what it is offered."""
    plain = re.compile(r"[A-Za-z0-9_+][A-Za-z0-9_+.,@-]*")
    return [one.name for one in _entries(place) if plain.fullmatch(one.name) and one.is_dir()]


def is_directory(word: str) -> bool:
    """Whether what was typed leads to a directory."""
    try:
        return Path(word).is_dir()
    except OSError:  # too long for a path
        return False


def platforms() -> list[str]:
    """What can be measured on, by name."""
    places = (PLATFORMS / name for name in _directories(PLATFORMS))
    return [place.name for place in places if (place / "__init__.py").is_file()]


def nearest(word: str, names: Iterable[str]) -> list[str]:
    """The names that a mistyped word may mean, the likeliest first."""
    return difflib.get_close_matches(word, list(names), n=3, cutoff=0.6)
