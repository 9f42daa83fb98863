"""What the tests of the driver share: trees made for one test."""

from collections.abc import Callable
from pathlib import Path

import pytest

MakeTree = Callable[[dict[str, str]], Path]

RIGHT = """#include "crypto_hash.h"
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char sum = 0;
    for (unsigned long long i = 0; i < inlen; ++i) sum = (unsigned char)(sum * 5 + in[i]);
    out[0] = sum;
    return 0;
}
"""


@pytest.fixture
def right() -> str:
    """A source that hashes to one byte and behaves."""
    return RIGHT


@pytest.fixture
def make_tree(tmp_path: Path) -> MakeTree:
    """make_tree({"sum/ref/hash.c": "..."}): a tree of these files below crypto_hash/.

    Where a text begins with "-> " it is where a symbolic link points. An implementation without a
    file named api.h among them gets one by "sum/ref/api.h": "".
    """

    def made(files: dict[str, str]) -> Path:
        tree = tmp_path / "tree"
        (tree / "crypto_hash").mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            place = tree / "crypto_hash" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            if text.startswith("-> "):
                place.symlink_to(text.removeprefix("-> "))
            elif name.endswith("api.h") and not text:
                place.write_text("#define CRYPTO_BYTES 1\n")
            else:
                place.write_text(text)
        return tree

    return made
