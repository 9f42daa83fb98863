"""A submission beside the tree: whether both mean the same by the same names."""

from collections.abc import Iterator
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.platforms.c.api import numbers_of, plain_macros
from hashcop.platforms.jvm.source import size_of
from hashcop.submissions.found import JAVA, MARKS
from hashcop.submissions.names import OF_HASH
from hashcop.submissions.refused import Refused

BYTES = "CRYPTO_BYTES"


def compare(unpacked: Path, tree: Path) -> None:
    """Raise Refused for what can't stand in `tree` beside what is there."""
    for function in sorted((unpacked / OPERATION).iterdir()):
        ours = tree / OPERATION / function.name
        own = {api: _size(api, unpacked) for api in sorted(_marks(function))}
        known = _size_in_tree(ours)
        for api, size in own.items():
            expected = known or next(iter(own.values()))
            if size != expected:
                where = "the tree" if known else "another implementation in the submission"
                said = f"gives {function.name} {size} bytes, and {where} gives it {expected}"
                raise Refused(said, _shown(api, unpacked))
            _check_place(api.parent, function, ours, unpacked)
        _check_files(function, ours, unpacked)


def _shown(path: Path, unpacked: Path) -> str:
    return str(path.relative_to(unpacked))


def _numbers(file: Path) -> dict[str, int]:
    """The macros of an api.h that are numbers. Raises ValueError unless it is made of macros only, and OSError."""
    return numbers_of(plain_macros(file.read_text(errors="replace")))


def _marks(function: Path) -> Iterator[Path]:
    return (file for mark in MARKS for file in function.rglob(mark))


def _size(api: Path, unpacked: Path) -> int:
    """CRYPTO_BYTES of a stranger's api.h or Hash.java. Raises Refused unless an api.h is made of macros only."""
    if api.name == JAVA:
        size = size_of(api)
        if not size:
            raise Refused(f"does not define {BYTES} as a number above 0", _shown(api, unpacked))
        return size
    try:
        sizes = _numbers(api)
    except ValueError as error:
        raise Refused(
            f"is not only macros such as #define {BYTES} 32: {error}", _shown(api, unpacked)
        ) from None
    if sizes.get(BYTES, 0) <= 0:
        raise Refused(f"does not define {BYTES} as a number above 0", _shown(api, unpacked))
    return sizes[BYTES]


def _size_in_tree(function: Path) -> int:
    """What implementations in the tree give; 0 where there is none, or none says so plainly."""
    for api in _apis(function):
        try:
            size = _numbers(api).get(BYTES, 0)
        except (ValueError, OSError):
            continue
        if size > 0:
            return size
    return 0


def _apis(function: Path) -> Iterator[Path]:
    """Those right below the hash first: most trees have no others."""
    yield from sorted(function.glob("*/api.h"))
    yield from sorted(function.glob("*/*/**/api.h"))


def _is_marked(directory: Path) -> bool:
    return any((directory / mark).exists() for mark in MARKS)


def _check_place(directory: Path, function: Path, ours: Path, unpacked: Path) -> None:
    """Raise Refused for an implementation that would become a part of one in the tree, or the other way round."""
    name = directory.relative_to(function)
    above = [path for path in name.parents if path.parts and _is_marked(ours / path)]
    if above:
        raise Refused(
            f"is inside {above[0]}, an implementation in the tree", _shown(directory, unpacked)
        )
    if not _is_marked(ours / name) and any(_marks(ours / name)):
        raise Refused("is around an implementation in the tree", _shown(directory, unpacked))


def _check_files(function: Path, ours: Path, unpacked: Path) -> None:
    """Raise Refused for a file of a hash in the tree, unless it says what the tree's says."""
    for name in OF_HASH:
        file, there = function / name, ours / name
        if not file.exists() or not ours.is_dir():
            continue
        if not there.exists():
            raise Refused(
                f"would be new for {function.name}, which is in the tree", _shown(file, unpacked)
            )
        if file.read_bytes() != there.read_bytes():
            raise Refused(
                f"differs from the tree's {name} of {function.name}", _shown(file, unpacked)
            )
