"""Which paths a submission may have: crypto_hash/<hash>/<implementation>/..., in names that are safe everywhere."""

import re
from functools import cache
from pathlib import PurePosixPath

from hashcop import ROOT
from hashcop.data.records import OPERATION
from hashcop.submissions.limits import DEEPEST, LONGEST_NAME, LONGEST_PATH
from hashcop.submissions.refused import Refused

HASH = re.compile(r"[a-z0-9]+")
DIRECTORY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")  # an implementation's name, below its hash
FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
OF_HASH = ("checksumsmall", "checksumbig", "description", "designers", "kat.tsv")

# What compilers and linkers take for more than text, whatever is in it: foo.h.gch stands for foo.h.
COMPILED = (
    *(".o", ".obj", ".a", ".lib", ".so", ".dylib", ".dll", ".exe", ".ko"),
    *(".gch", ".pch", ".pcm", ".bc", ".class", ".pyc", ".wasm"),
)
PACKED = (
    *(".tar", ".gz", ".tgz", ".xz", ".txz", ".zst", ".tzst", ".bz2", ".tbz2", ".lz", ".lz4"),
    *(".lzma", ".z", ".zip", ".7z", ".rar", ".jar", ".cpio", ".deb", ".rpm", ".iso", ".cab"),
)
# Gladman's header, which many implementations bring along. Only their own sources see it.
BROUGHT_ALONG = "brg_endian.h"


@cache
def of_harness() -> frozenset[str]:
    """The names of files that the harness puts beside an implementation, or looks for there."""
    place = ROOT / "measure" / "c"
    found = {file.name for folder in (place, place / "include") for file in folder.glob("*.h")}
    return frozenset(found - {BROUGHT_ALONG}) | {"facts.c", f"{OPERATION}.h"}


def generated(name: str) -> bool:
    """Whether Hashcop makes a header of this name for some hash."""
    return bool(re.fullmatch(rf"{OPERATION}_[a-z0-9]+(_publicinputs)?\.h", name))


def plain(raw: str) -> tuple[str, ...]:
    """The names in a path as an archive has it, without `./` in front. Raises Refused."""
    if any("\ud800" <= c <= "\udfff" for c in raw):  # how Python has bytes of a name on the disk
        raise Refused("has a name that is not UTF-8", raw)
    if not raw.isascii():
        raise Refused("has characters other than ASCII in its name", raw)
    if not raw.isprintable():
        raise Refused("has control characters in its name", raw)
    if raw.startswith("/"):
        raise Refused("has an absolute path", raw)
    if "\\" in raw or raw[1:2] == ":":
        raise Refused("has a path as Windows writes it", raw)
    parts = raw.removesuffix("/").split("/")
    while parts[:1] == ["."]:
        parts = parts[1:]
    if ".." in parts:
        raise Refused("leads out of the submission by ..", raw)
    if "" in parts or "." in parts:
        raise Refused("has an empty name or a dot in its path", raw)
    for part in parts:
        _check_name(part, raw)
    if len(raw) > LONGEST_PATH:
        raise Refused(f"has a path of more than {LONGEST_PATH} characters", raw)
    return tuple(parts)


def _check_name(part: str, raw: str) -> None:
    if part.startswith("._") or part == "__MACOSX":
        raise Refused(
            "is what macOS adds to archives: COPYFILE_DISABLE=1 tar ... leaves it out", raw
        )
    if part.startswith("-"):
        raise Refused("has a name that begins with a dash", raw)
    if part.startswith("."):
        raise Refused("has a name that begins with a dot", raw)
    if len(part) > LONGEST_NAME:
        raise Refused(f"has a name of more than {LONGEST_NAME} characters", raw)
    if not FILE.fullmatch(part):
        raise Refused("has characters other than letters, digits and _.+- in its name", raw)


def below_tree(parts: tuple[str, ...], raw: str) -> tuple[str, tuple[str, ...]]:
    """(the one directory above crypto_hash, or empty; the path from crypto_hash on). Raises Refused."""
    if parts[:1] == (OPERATION,):
        return "", parts
    if parts[1:2] == (OPERATION,):
        return parts[0], parts[1:]
    raise Refused(f"is not in {OPERATION}/HASH/IMPLEMENTATION/", raw)


def check_directory(parts: tuple[str, ...], raw: str) -> None:
    """Raise Refused for directories, from crypto_hash on, that a tree does not have."""
    if len(parts) > 1 and not HASH.fullmatch(parts[1]):
        raise Refused("has a hash whose name is not of lowercase letters and digits", raw)
    if any(not DIRECTORY.fullmatch(part) for part in parts[2:]):
        raise Refused("has a directory whose name is not of letters, digits and _.-", raw)
    if len(parts) >= DEEPEST:
        raise Refused(f"lies deeper than {DEEPEST} names", raw)


def check_file(parts: tuple[str, ...], raw: str) -> None:
    """Raise Refused for a file, its path from crypto_hash on, that a submission may not have."""
    check_directory(parts[:-1], raw)
    name = parts[-1]
    if len(parts) < 3:
        raise Refused(f"is not in {OPERATION}/HASH/IMPLEMENTATION/", raw)
    if len(parts) == 3 and name not in OF_HASH:
        raise Refused(f"is beside the implementations, where only {', '.join(OF_HASH)} may be", raw)
    if name.lower() in of_harness() or generated(name.lower()):
        raise Refused(
            "has the name of a file of Hashcop's own, which it would take the place of", raw
        )
    suffix = PurePosixPath(name.lower()).suffix
    if suffix in PACKED:
        raise Refused("is an archive in the archive, by its name", raw)
    if suffix in COMPILED or re.search(r"\.so\.[0-9.]+$", name):
        raise Refused("is compiled code, by its name: only sources are taken", raw)
