"""A submission beside the tree: what may stand there, and what means something else by the same names."""

from pathlib import Path

import pytest

from hashcop import ROOT
from hashcop.submissions.archives import Refused, against_tree

API = "#define CRYPTO_BYTES 32\n"
Files = dict[str, str]


def write(root: Path, files: Files) -> Path:
    """Files below crypto_hash/."""
    for name, text in files.items():
        place = root / "crypto_hash" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    return root


TREE = {
    "sum/ref/api.h": API,
    "sum/arm/neon/api.h": API,
    "sum/checksumbig": f"{'0' * 64}\n",
    "bare/ref/api.h": '#include "sizes.h"\n',
}


def said(tmp_path: Path, files: Files) -> str:
    tree = write(tmp_path / "tree", TREE)
    unpacked = write(tmp_path / "unpacked", files)
    try:
        against_tree(unpacked, tree)
    except Refused as refused:
        return str(refused)
    return ""


ACCEPTED: dict[str, Files] = {
    "another implementation": {"sum/fast/api.h": API},
    "the same one again": {"sum/ref/api.h": API},
    "an expression": {"sum/fast/api.h": "#define CRYPTO_BYTES (256 / 8)\n"},
    "more macros": {"sum/fast/api.h": f'{API}#define CRYPTO_VERSION "1.0"\n'},
    "the same checksum": {"sum/fast/api.h": API, "sum/checksumbig": f"{'0' * 64}\n"},
    "beside another in a directory": {"sum/arm/sve/api.h": API},
    "a new hash": {"new/ref/api.h": API, "new/checksumbig": "1\n", "new/kat.tsv": "0\tab\n"},
    "a hash whose sizes can't be read": {"bare/fast/api.h": API},
}
REFUSED: dict[str, tuple[str, Files]] = {
    "other bytes": (
        "crypto_hash/sum/fast/api.h: gives sum 64 bytes, and the tree gives it 32",
        {"sum/fast/api.h": "#define CRYPTO_BYTES 64\n"},
    ),
    "two sizes of a new hash": (
        "crypto_hash/new/b/api.h: gives new 16 bytes, and another implementation in the submission gives it 32",
        {"new/a/api.h": API, "new/b/api.h": "#define CRYPTO_BYTES 16\n"},
    ),
    "code in api.h": ("is not only macros", {"sum/fast/api.h": f"{API}static int x;\n"}),
    "an include in api.h": ("is not only macros", {"sum/fast/api.h": '#include "/etc/passwd"\n'}),
    "a pragma in api.h": ("is not only macros", {"sum/fast/api.h": f"{API}#pragma GCC optimize\n"}),
    "no bytes": ("does not define CRYPTO_BYTES", {"sum/fast/api.h": "\n"}),
    "no bytes at all": ("as a number above 0", {"sum/fast/api.h": "#define CRYPTO_BYTES 0\n"}),
    "bytes that are a string": ("as a number", {"sum/fast/api.h": '#define CRYPTO_BYTES "32"\n'}),
    "another checksum": (
        "crypto_hash/sum/checksumbig: differs from the tree's checksumbig of sum",
        {"sum/fast/api.h": API, "sum/checksumbig": f"{'1' * 64}\n"},
    ),
    "a checksum where there was none": (
        "crypto_hash/sum/checksumsmall: would be new for sum",
        {"sum/fast/api.h": API, "sum/checksumsmall": f"{'1' * 64}\n"},
    ),
    "known answers where there were none": (
        "would be new for sum",
        {"sum/fast/api.h": API, "sum/kat.tsv": "0\tab\n"},
    ),
    "inside another": ("is inside ref", {"sum/ref/fast/api.h": API}),
    "around another": ("is around an implementation in the tree", {"sum/arm/api.h": API}),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_submission_that_agrees_with_the_tree_may_stand_in_it(name: str, tmp_path: Path) -> None:
    assert said(tmp_path, ACCEPTED[name]) == ""


@pytest.mark.parametrize("name", REFUSED)
def test_a_submission_that_disagrees_is_refused(name: str, tmp_path: Path) -> None:
    expected, files = REFUSED[name]
    assert expected in said(tmp_path, files)


def test_a_terminal_obeys_nothing_of_an_api_h(tmp_path: Path) -> None:
    text = said(tmp_path, {"sum/fast/api.h": "#define CRYPTO_BYTES 32 \x1b[2J\n"})
    assert text and text.isprintable()


def test_the_shipped_tree_agrees_with_itself() -> None:
    against_tree(ROOT, ROOT)
