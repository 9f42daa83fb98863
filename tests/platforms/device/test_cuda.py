"""CUDA without a device: a driver of the tests' own (libcuda.c), in the place of NVIDIA's."""

import os
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.platforms.c.check import OF_MANY
from hashcop.platforms.device.build import DEVICE_FILE, KERNEL_FILE
from hashcop.platforms.device.devices import failures, parse
from hashcop.platforms.device.room import PROGRAM, Room

SOURCE = Path(__file__).with_name("libcuda.c")
DIGEST = 8  # bytes
OFFSET, PRIME = 0xCBF29CE484222325, 0x100000001B3
SEED, LONGEST = 12345, 1 << 20
Ran = subprocess.CompletedProcess[str]
Tool = Callable[..., Ran]


def fnv1a(message: bytes) -> str:
    state = OFFSET
    for byte in message:
        state = (state ^ byte) * PRIME % (1 << 64)
    return state.to_bytes(DIGEST, "little").hex()


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """What finds the driver, with a file for its counts."""
    words = ["gcc", "-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    library = tmp_path / "libcuda.so.1"
    done = subprocess.run([*words, SOURCE, "-o", library], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {
        **os.environ,
        "LD_LIBRARY_PATH": str(tmp_path),
        "CUDA_COUNTS": str(tmp_path / "counts"),
    }


@pytest.fixture
def tool(room: Room, environment: dict[str, str]) -> Tool:
    """tool(word, ..., NAME=value): measure/device/tool.c with the driver."""

    def ran(*words: str, **more: str) -> Ran:
        return subprocess.run(
            [room.tool, *words], env={**environment, **more}, capture_output=True, text=True
        )

    return ran


@pytest.fixture
def program(room: Room, tmp_path: Path) -> Path:
    """A program beside what says which device it is for."""
    made = tmp_path / PROGRAM
    made.write_bytes(room.program(DIGEST).read_bytes())
    made.chmod(0o755)
    said = "interface cuda\ndevice Nothing 100\nprogram kernel.bin\nlocal 64\n"
    (tmp_path / DEVICE_FILE).write_text(said)
    (tmp_path / KERNEL_FILE).write_text("the driver has its own")
    return made


def test_a_device_is_listed(tool: Tool) -> None:
    (one,) = parse(tool("list").stdout)
    assert (one.name, one.version, one.driver) == ("Nothing 100", "sm_90", "CUDA 13.0")


def test_why_a_driver_can_not_be_used_is_said_in_its_own_words(tool: Tool) -> None:
    done = tool("list", CUDA_INIT="304")
    assert done.returncode == 0 and not list(parse(done.stdout))
    (one,) = failures(done.stdout)
    assert str(one) == (
        "NVIDIA's driver is here, but can't be used: cuInit failed with 304 "
        "(CUDA_ERROR_OPERATING_SYSTEM: OS call failed or operation not supported on this OS)"
    )
    (one,) = failures(tool("list", CUDA_INIT="3").stdout)
    assert one.why == "cuInit failed with 3 (no name: no explanation)"


def test_a_library_that_is_missing_is_told_apart(tool: Tool) -> None:
    (one,) = failures(tool("list", LD_LIBRARY_PATH="").stdout)
    assert (one.interface, one.is_here) == ("cuda", False)
    assert "libcuda.so.1" in one.why


def test_a_program_says_why_its_device_can_not_be_used(
    program: Path, environment: dict[str, str]
) -> None:
    request = f"token 1 9 9 check {SEED} 0 {LONGEST} 1"
    environment["CUDA_INIT"] = "304"
    done = subprocess.run(
        [program], env=environment, input=request, capture_output=True, text=True, timeout=20
    )
    assert done.returncode and "cuInit failed with 304" in done.stderr


def checked(program: Path, environment: dict[str, str], *lengths: int) -> list[list[str]]:
    """The lines of a check that is not thorough."""
    with (program.parent / "results").open("w+") as results:
        words = ["token", results.fileno(), 20, 200, "check", SEED, 0, LONGEST, *lengths]
        subprocess.run(
            [program],
            env=environment,
            pass_fds=[results.fileno()],
            input=" ".join(map(str, words)),
            text=True,
            timeout=100,
        )
        results.seek(0)
        return [line.split()[1:] for line in results]


def test_a_check_launches_the_kernel_alone(program: Path, environment: dict[str, str]) -> None:
    """The clock, which takes 1 ms, is for timings: checks make tens of thousands of launches."""
    lengths = sorted(length for length in OF_MANY if length < 100)
    lines = checked(program, environment, *lengths)
    assert lines[-1] == ["done"]
    told = {int(line[1]): line[2] for line in lines if line[0] == "digest"}
    assert told == {length: fnv1a(bytes(range(length))) for length in lengths}
    counts = Path(environment["CUDA_COUNTS"]).read_bytes()
    launches, clocks, calls = struct.unpack("3Q", counts)
    assert launches > 4 * len(lengths) and clocks == 0
    assert calls < 7 * launches
