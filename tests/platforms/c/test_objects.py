"""What compiled files hold."""

import subprocess
from pathlib import Path

import pytest

from hashcop.platforms.c import objects

SOURCE = """
int given(void) { return 1; }
static int own(void) { return 2; }
int (*also)(void) = own;
int elsewhere(void);
int asks(void) { return elsewhere(); }
"""


@pytest.mark.parametrize("style", ["gnu", "sysv"])
def test_what_a_shared_library_gives_is_found_by_either_table_of_names(
    compiler: str, style: str, tmp_path: Path
) -> None:
    (tmp_path / "a.c").write_text(SOURCE)
    library = tmp_path / "a.so"
    words: list[str | Path] = [
        compiler,
        "-shared",
        "-fPIC",
        f"-Wl,--hash-style={style}",
        "a.c",
        "-o",
        library,
    ]
    subprocess.run(words, cwd=tmp_path, check=True)
    names = frozenset({"given", "own", "also", "elsewhere", "asks", "nothing"})
    assert objects.provided(library, names) == {"given", "also", "asks"}


def test_a_library_that_is_not_there_gives_nothing(tmp_path: Path) -> None:
    assert objects.provided(tmp_path / "none.so", frozenset({"memcpy"})) == set()


OFFERS = """
int write(void) { return 1; }
__attribute__((weak)) int read(void) { return 2; }
int other(void) { return 3; }
int fourth(void) { return 4; }
static int fourth_own(void) { return fourth(); }
int (*also)(void) = fourth_own;
__asm__(".symver other, close@@V_1");
int asks(void) { extern int open(void); return open(); }
"""


def test_what_a_linker_may_take_for_a_name_is_found_whatever_its_binding_and_version(
    compiler: str, tmp_path: Path
) -> None:
    (tmp_path / "a.c").write_text(OFFERS)
    made = tmp_path / "a.o"
    subprocess.run([compiler, "-w", "-c", "a.c", "-o", made], cwd=tmp_path, check=True)
    found = objects.examine([made], "")
    names = {"write", "read", "close", "open", "other_own"}
    assert found.taken_for(names) == {"write", "read", "close@@V_1"}
    assert found.defined >= {"write", "other"} and "read" not in found.defined
