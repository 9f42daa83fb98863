"""Trees as tests need them: what lies below crypto_hash/, without the engine that walks a tree."""

import os
from pathlib import Path

from hashcop.platforms.implementation import HashFunction, Implementation


def function(directory: Path, platform: str = "c") -> HashFunction:
    """A hash with the implementations below its directory."""
    below = os.walk(directory, followlinks=True)
    found = sorted(Path(place) for place, _, files in below if "api.h" in files)
    return HashFunction(
        directory.name,
        directory,
        tuple(
            Implementation(directory.name, str(one.relative_to(directory)), one, platform)
            for one in found
        ),
    )


def functions(tree: Path, platform: str = "c") -> list[HashFunction]:
    """Every hash of a tree, by name."""
    rooms = sorted(path for path in (tree / "crypto_hash").iterdir() if path.is_dir())
    return [function(room, platform) for room in rooms]


def only(tree: Path) -> Implementation:
    """The one implementation of a tree."""
    (found,) = (one for room in functions(tree) for one in room.implementations)
    return found


def named(tree: Path, word: str) -> tuple[HashFunction, Implementation]:
    """HASH/IMPLEMENTATION of a tree, wherever links lead."""
    name, _, path = word.partition("/")
    directory = tree / "crypto_hash" / name
    return HashFunction(name, directory, ()), Implementation(name, path, directory / path, "c")
