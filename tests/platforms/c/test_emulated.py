"""ABIs of other processors: cross-built, checked under an emulator where both are installed, and never timed."""

import json
import platform
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hashcop.data.records import Counter
from hashcop.machine.sandbox import Finished, Limits, Sandbox
from hashcop.platforms.c import described, program
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.tools import compilers, emulated
from hashcop.platforms.c.tools.installed import Compiler, Emulator, find_emulators
from hashcop.platforms.c.tools.probing import NOT_RUN, Target
from hashcop.platforms.c.tools.toolchain import Toolchain
from hashcop.platforms.door import EMULATED
from tests.support import runs
from tests.support.lanes import groups_of, place

MakeTree = Callable[[dict[str, str]], Path]
Once = Callable[[str, Callable[[Path], None]], Path]

NATIVE = ("-march=z14",)
CROSS = (
    Compiler(
        *("s390x-linux-gnu-gcc", "/usr/bin/s390x-linux-gnu-gcc", "12", "id", "", ""), family="gcc"
    ),
    Compiler("clang", "/usr/bin/clang", "14", "id", "clang++", "id", "/usr/bin/clang++", "clang"),
)
S390X = Target(
    name="s390x",
    counter=emulated.NO_COUNTER,
    is_timed=False,
    flags={"s390x-linux-gnu-gcc": (), "clang": ("--target=s390x-linux-gnu",)},
    libraries=(),
    harness=Path("/h/s390x"),
    c_library=Path("/c"),
    own=Path("/own"),
    emulator=Emulator(("/usr/bin/qemu-s390x", "-cpu", "max", "-L", "/usr/s390x"), "qemu-s390x 7"),
    cross=CROSS,
    native=NATIVE,
    binutils="s390x-linux-gnu-",
)
GCC = Compiler("gcc", "/usr/bin/gcc", "12", "gcc-id", "g++", "g++-id", "/usr/bin/g++", "gcc")
AMD64 = replace(
    S390X,
    name="amd64",
    is_timed=True,
    flags={"gcc": ()},
    emulator=None,
    cross=(),
    native=(),
    binutils="",
)
HERE = Toolchain((GCC,), (AMD64, S390X), {}, Path("/h"), "harness")


def planned(
    where: Path, target: Target = S390X, profile: str = "default", here: Toolchain = HERE
) -> list[str]:
    lane = CLane(place(Sandbox("none", (), ()), Path("/cache"), profile), here)
    (group,) = groups_of(lane, where, ["sum/ref"], [target.name])
    return [group.skip] if group.skip else [" ".join(one.words) for one in group.option_sets]


# What it is built with


def test_other_compilers_build_it_and_nothing_asks_about_our_processor(
    make_tree: MakeTree, right: str
) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/ref/hash.c": right})
    assert planned(where, profile="quick") == [
        "s390x-linux-gnu-gcc -fwrapv -march=z14 -O3",
        "clang --target=s390x-linux-gnu -fwrapv -march=z14 -O3",
    ]
    assert planned(where, AMD64, "quick") == ["gcc -fwrapv -march=native -O3"]
    supercop = planned(where, profile="supercop")
    assert "s390x-linux-gnu-gcc -march=z14 -O3 -fwrapv -fPIC -fPIE -gdwarf-4 -Wall" in supercop
    assert not [words for words in supercop if "native" in words]
    assert len(set(supercop)) == len(supercop)


def test_an_emulated_processor_is_taken_to_have_every_instruction(
    make_tree: MakeTree, right: str
) -> None:
    files = {"sum/ref/api.h": "", "sum/ref/hash.c": right, "sum/ref/features": "vxe9\n"}
    assert len(planned(make_tree(files))) > 1


def test_without_a_compiler_for_cxx_what_needs_one_is_skipped_for_that_abi(
    make_tree: MakeTree, right: str
) -> None:
    where = make_tree({"sum/ref/api.h": "", "sum/ref/hash.cc": right})
    without = replace(S390X, cross=CROSS[:1])
    here = replace(HERE, targets=(without,))
    assert planned(where, here=here) == ["C++, and no C++ compiler is installed for s390x"]


@pytest.mark.parametrize("abi", emulated.candidates(), ids=lambda abi: abi.name)
def test_every_family_knows_how_it_is_called_for_another_processor(abi: compilers.Abi) -> None:
    assert abi.elsewhere
    assert abi.elsewhere.packages and abi.elsewhere.emulator[0].startswith("qemu-")
    named = {
        f.command: f.crossed(f.command, abi.elsewhere.triple)
        for f in compilers.families()
        if f.cross
    }
    assert named["gcc"] == (f"{abi.elsewhere.triple}-gcc", ())
    assert named["clang"] == ("clang", (f"--target={abi.elsewhere.triple}",))


# Where something is missing


def test_what_is_missing_is_said_with_the_packages_that_bring_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sandbox: Sandbox
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_emulators() == {}
    assert emulated.wanted([EMULATED]) == []
    name = "s390x" if platform.machine() != "s390x" else "ppc64"
    found = emulated.add(replace(HERE, targets=(AMD64,)), sandbox, tmp_path / "cache", [name])
    assert found.targets == (AMD64,)
    said = found.missing[name]
    assert said.startswith("no qemu-") and "-gcc is installed; on Debian: apt-get install" in said
    assert "qemu-user" in said


def test_nothing_is_looked_for_that_is_not_asked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sandbox: Sandbox
) -> None:
    monkeypatch.setattr(emulated, "look", None)
    assert emulated.add(HERE, sandbox, tmp_path, []) == HERE
    assert emulated.add(HERE, sandbox, tmp_path, ["amd64"]) == HERE


def test_of_an_abi_that_does_not_run_people_are_told_that_no_package_helps() -> None:
    (said,) = described.missing(replace(HERE, missing={"x32": f"gcc -mx32: {NOT_RUN}"}))
    assert (
        said == "the ABI x32 is skipped: its programs are built, but this kernel does not run them"
    )


def test_an_emulator_is_named_with_its_version_and_processor() -> None:
    assert str(S390X.emulator) == "qemu-s390x 7, -cpu max"
    assert str(Emulator(("/usr/bin/qemu-riscv64", "-L", "/usr/r"), "qemu 7")) == "qemu 7"


# As it is, where it is installed

NAMES = [abi.name for abi in emulated.candidates()]
BIG = "s390x"
# Right where the least significant byte comes first: what a big-endian processor is tried for.
LITTLE = """#include "crypto_hash.h"
#include <string.h>
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned sum = 0;
    for (unsigned long long i = 0; i < inlen; ++i) sum = sum * 5 + in[i];
    memcpy(out, &sum, 1);
    return 0;
}
"""
READS = """#include "crypto_hash.h"
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char sum = 0;
    for (unsigned long long i = 0; i < inlen; ++i) sum = (unsigned char)(sum * 5 + in[i]);
    *(volatile unsigned char *)(in + inlen);
    out[0] = sum;
    return 0;
}
"""
CRASHES = """#include "crypto_hash.h"
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    *(volatile char *)8 = 1;
    return 0;
}
"""
HANGS = """#include "crypto_hash.h"
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    for (volatile int forever = 1; forever;) ;
    return 0;
}
"""
SOURCES = {"little": LITTLE, "reads": READS, "crashes": CRASHES, "hangs": HANGS}


def test_an_emulator_has_its_threads_beside_an_implementation_that_forks_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What root starts is counted together; an emulator that can't start a thread aborts."""
    allowed: list[int] = []

    def run(_: Sandbox, _command: object, *, limits: Limits, **_rest: object) -> Finished:
        allowed.append(limits.processes)
        return Finished(0, timed_out=False, output="", results=b"")

    monkeypatch.setattr(Sandbox, "run", run)
    for emulator in (None, S390X.emulator):
        limit = program.Limit(1, 1)
        program.ask(Sandbox("", (), ()), Path("/h/p"), "check", (), limit, emulator=emulator)
    alone, emulated_one = allowed
    assert emulated_one >= 2 * alone


def facts_in(bench: Path) -> list[dict[str, Any]]:
    (file,) = bench.glob("*/data.jsonl")
    return runs.facts_of(file.read_bytes().splitlines())


def target_of(name: str, toolchain: Toolchain, sandbox: Sandbox, cache: Path) -> Target:
    (candidate,) = emulated.wanted([name])
    if candidate.missing:
        pytest.skip(candidate.advice)
    found = emulated.add(toolchain, sandbox, cache, [name])
    return found.targets[-1]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name != BIG)) for name in NAMES]
)
def test_a_harness_is_built_that_checks_under_the_emulator(
    name: str, toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path
) -> None:
    target = target_of(name, toolchain, sandbox, tmp_path)
    assert target.name == name and target.emulator
    order = (target.harness / "harness.o").read_bytes()[5]
    assert order == (2 if name == BIG else 1)
    assert target.c_library.is_file()


def test_what_was_found_is_not_tried_again(
    toolchain: Toolchain, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = target_of(BIG, toolchain, sandbox, tmp_path)
    monkeypatch.setattr(emulated, "Prober", None)
    assert target_of(BIG, toolchain, sandbox, tmp_path) == first
    assert isinstance(first.counter, Counter) and not first.counter.ticks_per_second


@pytest.fixture
def bench(once: Once, right: str) -> Path:
    """A tree, what `./do check` on the emulated ABI said of it, and the results; made once, since trying takes long."""
    if emulated.wanted([BIG])[0].missing:
        pytest.skip(emulated.wanted([BIG])[0].advice)

    def make(place: Path) -> None:
        for name, text in {"ref": right, **SOURCES}.items():
            room = place / "tree" / "crypto_hash" / "sum" / name
            room.mkdir(parents=True)
            (room / "api.h").write_text("#define CRYPTO_BYTES 1\n")
            (room / "hash.c").write_text(text)
        (room.parent / "kat.tsv").write_text("0\t00\n1\t00\n3\t07\n")  # of 0, then of 0, 1, 2
        done = runs.run("check", "--json", "--abi", BIG, "--time-limit", "1", *options(place))
        (place / "rows.json").write_text(done.out)

    return once("emulated", make)


@pytest.fixture
def own_bench(bench: Path, tmp_path: Path) -> Path:
    """A copy, since two runs in different workers can't write to one bench."""
    return Path(shutil.copytree(bench, tmp_path / "copy"))


def options(bench: Path) -> tuple[str | Path, ...]:
    return "--tree", bench / "tree", "--bench", bench / "bench", "--profile", "quick"


def test_it_is_checked_there_as_everywhere(bench: Path) -> None:
    rows = {row["implementation"]: row for row in json.loads((bench / "rows.json").read_text())}
    assert {row["abi"] for row in rows.values()} == {BIG}
    assert rows["ref"]["verdict"] == "right"
    assert rows["little"]["verdict"] == "wrong"
    assert rows["little"]["reasons"][0].startswith("wrong digest of a message of 3 bytes")
    assert rows["reads"]["verdict"] == "marked"
    assert "outside its buffers, 1 bytes after the end of its input" in rows["reads"]["findings"][0]
    assert rows["crashes"]["reasons"][0].startswith("crashed with SIGSEGV")
    assert rows["hangs"]["reasons"][0].startswith("did not return within 4 seconds")


def test_a_run_checks_it_and_times_nothing(own_bench: Path) -> None:
    bench = own_bench
    done = runs.run("--abi", BIG, "sum/ref", *options(bench))
    assert done.status == 0
    assert "never timed" in done.out
    facts = facts_in(bench / "bench")
    assert {fact["kind"] for fact in facts} == {"machine", "build", "check"}
    machine = facts[0]
    assert BIG not in machine["counter"] and BIG not in machine["targets"]
    checks = [fact for fact in facts if fact["kind"] == "check"]
    assert {fact["emulator"] for fact in checks} == {machine["emulators"][BIG]}
    assert (bench / "bench" / "html" / "index.html").is_file()


def test_what_is_never_timed_is_not_compared(own_bench: Path) -> None:
    done = runs.run("compare", "--abi", BIG, "sum/ref", "sum/little", *options(own_bench))
    assert done.status == 2
    assert "are not timed, so they can't be compared" in done.said
