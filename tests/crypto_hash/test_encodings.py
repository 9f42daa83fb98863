"""Instructions that only have the legacy encoding never meet registers whose upper halves are in use.

The SHA instructions of x86 are such. Processors with 512-bit registers run them about 150 times slower beside upper
halves in use; other processors don't, so the machine code is read instead of timed.
"""

import platform
import re
import subprocess
from pathlib import Path

import pytest

from hashcop.platforms.c import headers
from tests.crypto_hash.test_shipped import IMPLEMENTATIONS, ROOT

WIDE = "-march=sapphirerapids"  # copies of 64 bytes in one register
LEGACY = re.compile(r"\tsha(1|256)")
WITH_SHA = [name for name in IMPLEMENTATIONS if name.endswith("/x86-shani")]
Functions = dict[str, list[str]]


def functions(object_file: Path) -> Functions:
    """Instructions of each function, as objdump prints them."""
    command = ["objdump", "-d", "--no-show-raw-insn", object_file]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found: Functions = {}
    for line in text.splitlines():
        if head := re.match(r"[0-9a-f]+ <(.+)>:", line):
            instructions = found.setdefault(head[1], [])
        elif "\t" in line:
            instructions.append(line.split(":", 1)[1])
    return found


def in_order(instructions: list[str]) -> str:
    """What matters of a function, a letter for each: w(ide register), c(lear), L(egacy encoding), > call of another."""
    kinds = {"w": r"%[yz]mm", "c": "vzeroupper", "L": LEGACY, ">": r"\tcall"}
    return "".join(
        next((letter for letter, kind in kinds.items() if re.search(kind, one)), "")
        for one in instructions
    )


@pytest.fixture
def compiled(compiler: str, tmp_path: Path) -> Path:
    """Where headers are, if the compiler knows the processor."""
    if platform.machine() != "x86_64":
        pytest.skip("compilers here make code for another processor")
    done = subprocess.run([compiler, WIDE, "-xc", "-c", "-o", "/dev/null", "/dev/null"])
    if done.returncode:
        pytest.skip(f"{compiler} does not know {WIDE}")
    return tmp_path


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3", "-Os"])
@pytest.mark.parametrize("name", WITH_SHA)
def test_upper_halves_are_clear_where_sha_instructions_run(
    name: str, level: str, compiler: str, compiled: Path
) -> None:
    implementation = IMPLEMENTATIONS[name]
    for header, text in headers.generated(implementation, implementation.security).items():
        (compiled / header).write_text(text)
    command = [compiler, WIDE, level, *headers.macros(implementation, implementation.security)]
    own = implementation.directory
    places = [f"-I{own}", f"-I{compiled}", f"-I{ROOT / 'measure/c/include'}"]
    object_file = compiled / "hash.o"
    subprocess.run([*command, *places, "-c", "-o", object_file, own / "hash.c"], check=True)
    found = functions(object_file)
    entered = in_order(found["compress_blocks"])
    # What it calls has been left whole by some compilers.
    called = [in_order(lines) for fn, lines in found.items() if fn != "compress_blocks"]
    with_legacy = [letters for letters in called if "L" in letters]
    assert re.fullmatch("w*c[L>]+", entered), entered
    assert "L" in entered or with_legacy
    assert all(re.fullmatch("[L>]+", letters) for letters in with_legacy), with_legacy
