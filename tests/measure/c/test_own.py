"""On the way of results, from the counter to the descriptor, is no name that an implementation could define."""

import os
import subprocess
from pathlib import Path

import pytest

from hashcop.platforms.c import objects
from tests.support.asked import MEASURE, ROOT

HARNESS = (
    *("cold_", "cpucycles_", "drawn_", "harness_", "hashcop_", "known_calls", "loop_", "report_"),
    "watch_",
)
# The compiler's own: arithmetic that a processor has no instruction for, and where data are.
COMPILERS = ("__aeabi_", "_GLOBAL_OFFSET_TABLE_", ".TOC.", "__x86.", "__udiv", "__umod", "__div")
FLAGS = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-D_DEFAULT_SOURCE")
ON_THE_WAY = (
    *(MEASURE / f"{name}.c" for name in ("report", "time", "loop", "known")),
    ROOT / "cpucycles" / "calibrate.c",
)

PROGRAM = """
#include "own.h"
int main(void) {
    char text[24];
    own_copy(text, "written by itself", 18);
    if (own_length(text) != 17)
        return 1;
    if (own_write(1, text, own_length(text)) != 17)
        return 2;
    if (own_write(-1, text, 1) != -9) /* EBADF */
        return 3;
    own_exit(42);
}
"""


@pytest.mark.parametrize("source", ON_THE_WAY, ids=lambda source: source.stem)
def test_no_name_of_the_c_library_is_on_the_way_of_results(
    compiler: str, source: Path, tmp_path: Path
) -> None:
    made = tmp_path / "made.o"
    subprocess.run([compiler, *FLAGS, "-c", str(source), "-o", str(made)], check=True)
    foreign = {n for n in objects.wanted(made) if not n.startswith((*HARNESS, *COMPILERS))}
    assert foreign == set()


@pytest.mark.parametrize("level", ["-O0", "-O2", "-O3"])
def test_the_kernel_is_called_and_says_what_fails(
    compiler: str, level: str, tmp_path: Path
) -> None:
    (tmp_path / "a.c").write_text(PROGRAM)
    words = [compiler, *FLAGS, level, f"-I{MEASURE}", "a.c", "-o", "a"]
    subprocess.run(words, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "a"], capture_output=True, check=False, env=dict(os.environ))
    assert (done.returncode, done.stdout) == (42, b"written by itself")
