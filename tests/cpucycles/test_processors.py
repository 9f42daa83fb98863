"""The counters of processors that this machine has not: cross-compiled, and run by qemu where that knows them."""

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support import programs
from tests.support.programs import HERE, ROOM, Told

Once = Callable[[str, Callable[[Path], None]], Path]


@dataclass(frozen=True)
class Processor:
    """One that Debian has a cross compiler for. `counters`: name -> why qemu does not give it, empty where it does.

    None: either may be.
    """

    triple: str
    qemu: str
    counters: dict[str, str | None]


ILLEGAL = "the processor or the kernel forbids the instruction (SIGILL)"
NO_PERF = "the kernel has no perf_event_open"
EVERYWHERE = {"clock-monotonic-raw": "", "clock-monotonic": "", "perf-event": NO_PERF}
PROCESSORS = (
    Processor(
        "aarch64-linux-gnu",
        "qemu-aarch64",
        {"arm64-cntvct": "", "arm64-pmccntr": ILLEGAL, "arm64-pmccntr-perf": NO_PERF},
    ),
    Processor("arm-linux-gnueabihf", "qemu-arm", {"arm32-cntvct": None, "arm32-pmccntr": ILLEGAL}),
    Processor(
        "riscv64-linux-gnu",
        "qemu-riscv64",
        {"riscv64-rdcycle": None, "riscv64-rdcycle-perf": NO_PERF, "riscv64-rdtime": ""},
    ),
    Processor("powerpc64le-linux-gnu", "qemu-ppc64le", {"ppc64-mftb": ""}),
    Processor("s390x-linux-gnu", "qemu-s390x", {"s390x-stcke": "", "s390x-stckf": ""}),
    Processor("mips64el-linux-gnuabi64", "qemu-mips64el", {"mips64-cc": None}),
)


@pytest.fixture(scope="session", params=PROCESSORS, ids=lambda one: one.triple)
def processor(request: pytest.FixtureRequest) -> Processor:
    """Each processor whose cross compiler and C library are installed."""
    found: Processor = request.param
    if not programs.is_there(f"{found.triple}-gcc"):
        pytest.skip(f"no {found.triple}-gcc")
    if not Path(f"/usr/{found.triple}/lib/libc.a").exists():
        pytest.skip(f"no C library for {found.triple}")
    return found


@pytest.fixture
def told(processor: Processor, once: Once) -> Told:
    """What choosing says on that processor."""
    if not programs.is_there(processor.qemu):
        pytest.skip(f"no {processor.qemu}")

    def make(place: Path) -> None:
        files = [*programs.sources(), programs.make_list(place), HERE / "tell.c"]
        programs.built([f"{processor.triple}-gcc", "-static"], files, place / "tell")

    program = once(f"counters-{processor.triple}", make) / "tell"
    said = programs.tell([processor.qemu, program])
    assert said.status == 0
    return said


def test_all_of_it_compiles_without_a_warning(processor: Processor, tmp_path: Path) -> None:
    files = [*programs.sources(), programs.make_list(tmp_path), HERE / "tell.c"]
    programs.built([f"{processor.triple}-gcc"], files, tmp_path / "tell")


def test_clang_compiles_it_without_a_warning(processor: Processor, tmp_path: Path) -> None:
    if not programs.is_there("clang"):
        pytest.skip("no clang")
    for source in programs.sources():
        programs.built(
            ["clang", f"--target={processor.triple}", "-c"], [source], tmp_path / "some.o"
        )


def test_each_counter_of_the_processor_works_or_says_why_not(
    processor: Processor, told: Told
) -> None:
    expected = processor.counters | EVERYWHERE
    assert set(told.trials) == set(expected)
    for name, why in expected.items():
        trial = told.trials[name]
        assert why is None or (trial.works, trial.reason[: len(why)]) == (why == "", why)
        assert trial.reason


def test_a_counter_is_chosen_that_goes_on(told: Told) -> None:
    assert told.trials[told.chosen].works
    assert told.trials[told.chosen].resolution >= 1
    assert told.facts["goes"] == ["1"]


def test_the_chains_of_calibration_run(told: Told) -> None:
    """How long they take there says nothing: qemu is no processor."""
    assert told.facts["calibrates"] == ["1"]


def test_each_counter_that_works_can_be_asked_for(
    processor: Processor, told: Told, once: Once
) -> None:
    program = once(f"counters-{processor.triple}", lambda _: None) / "tell"
    for trial in told.trials.values():
        used = programs.tell([processor.qemu, program], trial.name)
        assert used.facts == (
            {"used": ["-"], "goes": ["1"]} if trial.works else {"used": [trial.reason]}
        )


def _clang_that_knows(target: str) -> str | None:
    names = ["clang", *(f"clang-{version}" for version in range(24, 15, -1))]
    for name in filter(shutil.which, names):
        said = subprocess.run([name, "--print-targets"], capture_output=True, text=True)
        if target in said.stdout:
            return name
    return None


@pytest.mark.parametrize(
    ("target", "name"),
    [("loongarch64", "loongarch64-rdtime"), ("ppc64", "ppc64-mftb"), ("mips64", "mips64-cc")],
)
def test_counters_of_processors_without_a_c_library_here_compile(
    target: str, name: str, tmp_path: Path
) -> None:
    """They need none: big-endian ones, and one that Debian 12 has no cross compiler for."""
    clang = _clang_that_knows(target)
    if clang is None:
        pytest.skip(f"no clang knows {target}")
    made = tmp_path / "some.o"
    source = ROOM / "processors" / f"{name}.c"
    programs.built([clang, f"--target={target}-linux-gnu", "-ffreestanding", "-c"], [source], made)
    assert f"cpucycles_{name.replace('-', '_')}" in "".join(programs.output(["nm", str(made)]))
    assert len(made.read_bytes()) > 1000
