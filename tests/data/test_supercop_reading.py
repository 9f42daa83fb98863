"""SUPERCOP's data becomes records: every kind of line, old and new, in whatever order, and what is none."""

import gzip
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from hashcop.data import files
from hashcop.data.files import DataError
from hashcop.data.lines import encode
from hashcop.data.records import (
    About,
    Build,
    Check,
    Compiler,
    Cycles,
    Machine,
    Record,
    Size,
    Timecop,
    Trial,
    Winner,
    kind_of,
)
from hashcop.data.records import Counter as Clock
from tests.support.supercop_lines import CYCLES, GCC, MEASURED, NEW, OLD_LINES, SUMS, TRIES

Read = Callable[..., list[Record]]
R = TypeVar("R", bound=Record)


@pytest.fixture
def left_out() -> Counter[str]:
    return Counter()


@pytest.fixture
def read(tmp_path: Path, left_out: Counter[str]) -> Read:
    """The records of a file with that content."""

    def records(content: str | bytes) -> list[Record]:
        path = tmp_path / "data"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(files.read(path, left_out))

    return records


def of(found: list[Record], kind: type[R], **fields: Any) -> list[R]:
    """The records of a kind whose fields are these."""
    return [
        one
        for one in found
        if isinstance(one, kind) and all(getattr(one, n) == v for n, v in fields.items())
    ]


# What a line becomes


def test_a_try_is_a_build_a_check_and_a_trial_with_all_its_timings(read: Read) -> None:
    found = read(TRIES)
    words = {"implementation": "asm", "options": ("gcc", "-O3", "-march=native")}
    (build,) = of(found, Build, **words)
    (check,) = of(found, Check, **words)
    (trial,) = of(found, Trial, **words)
    assert build.outcome == "ok" and build.sources == "supercop-20260330"
    assert (check.outcome, check.expected) == ("right", "match")
    assert (check.checksumsmall, check.checksumbig) == ("5a" * 32, "c3" * 32)
    assert (trial.bytes, trial.cycles) == (1536, (900, 890, 920, 900))
    assert build.object == check.object == trial.object
    assert (trial.quantity, trial.platform, trial.target) == ("cycles", "c", "amd64")
    assert {f.time for f in found} == {"2026-01-31T00:00:00Z"}
    assert {f.security for f in found if isinstance(f, About)} == {"timingleaks"}


def test_unknown_is_right_without_a_checksum_to_compare_with_and_fails_is_not(read: Read) -> None:
    found = read(TRIES + f"{NEW} try {SUMS} fails 5 0 0 crypto_hash/md5/bad {GCC} +0\n")
    assert [f.expected for f in of(found, Check, implementation="ref")] == ["unknown", "match"]
    (bad,) = of(found, Check, implementation="bad")
    assert (bad.outcome, bad.expected) == ("wrong", "mismatch")
    assert SUMS in bad.reason
    assert not of(found, Winner, implementation="bad")


def test_tryfails_is_a_build_that_failed_its_check_for_that_reason(read: Read) -> None:
    who = f"{NEW} tryfails crypto_hash/md5/ref {GCC}"
    found = read(f"{who} error 139\n{who} crypto_hash overwrites input\n")
    (build,), (check,) = of(found, Build), of(found, Check)
    assert (build.outcome, check.outcome) == ("ok", "wrong")
    assert check.reason == "error 139; crypto_hash overwrites input"


def test_what_a_compiler_said_of_a_build_that_was_not_tried_is_why_it_failed(read: Read) -> None:
    who = f"{NEW} fromcompiler crypto_hash/md5/ref {GCC} hash.c"
    words = ["In file included:", "hash.c:1:  error:  no 'u32' {{ <b> %s", "   ^~~", "-"]
    found = read("".join(f"{who} {word}\n" for word in words))
    (build,) = of(found, Build)
    assert build.outcome == "failed" and not build.object
    assert build.reason == "hash.c:1:  error:  no 'u32' {{ <b> %s"
    assert build.said == tuple(words[:3])
    assert not of(found, Check)


def test_what_a_compiler_said_of_a_build_that_was_tried_is_no_failure(read: Read) -> None:
    (build,) = of(
        read(f"{NEW} fromcompiler crypto_hash/md5/asm {GCC} hash.c w\n{TRIES}"),
        Build,
        implementation="asm",
        options=("gcc", "-O3", "-march=native"),
    )
    assert (build.outcome, build.said) == ("ok", ("w",))


def test_the_sizes_of_all_objects_are_added_and_whole_programs_are_not_objects(
    read: Read, left_out: Counter[str]
) -> None:
    (build,) = [f for f in of(read(TRIES), Build) if f.size]
    assert build.size == Size(text=130, data=5, bss=8)
    assert left_out == {"sizes of whole programs": 1}


def test_lines_of_one_length_are_one_measurement_in_their_order(read: Read) -> None:
    found = of(read(TRIES + MEASURED + CYCLES), Cycles)
    assert {f.bytes: f.cycles for f in found} == {
        1536: (900, 905, 910, 910, 915, 2000),
        2048: (1200, 1200, 1200, 1300, 1300, 1300),
        4096: (2400, 2400, 2400, 2700, 2700, 2700),
    }
    assert {(f.implementation, *f.options) for f in found} == {
        ("asm", "gcc", "-O3", "-march=native")
    }


def test_the_machine_is_told_with_its_counter_and_compilers(read: Read) -> None:
    (machine,) = of(read(TRIES + MEASURED), Machine)
    assert machine.machine == "hydra-supercop" and machine.supercop == "20260330"
    assert machine.processor == "Example CPU 3GHz"
    clock = Clock(name="amd64-tsc", core_cycles=False, ticks_per_second=3000000000)
    assert machine.counter == {"amd64": clock}
    assert machine.compilers == (Compiler(command="gcc", version="12.2.0 (Debian)"),)
    assert (machine.hashcop, machine.format) == ("", 3)
    (check, *_) = of(read(TRIES + MEASURED), Check)
    assert check.output_bytes == 16


@pytest.mark.parametrize(
    ("name", "is_core"),
    [
        ("amd64-pmc", True),
        ("default-perfevent", True),
        ("arm64-rdpmc", True),
        ("x86-tscasm", False),
        ("arm64-cntvct", False),
        ("default-monotonic", False),
        ("gettimeofday", False),
        ("amd64cpuinfo", None),
        ("mystery", None),
        ("-", None),
    ],
)
def test_a_counter_counts_core_cycles_only_where_its_name_says_so(
    name: str, is_core: bool | None, read: Read
) -> None:
    content = TRIES + MEASURED.replace("amd64-tsc", name)
    (machine,) = of(read(content), Machine)
    assert machine.counter["amd64"].core_cycles is is_core


def test_of_an_option_set_only_a_flag_begins_a_word(read: Read) -> None:
    content = TRIES.replace(GCC, "x86_64-linux-gnu-gcc_-O3_-D_FORTIFY_SOURCE=2_--param=a_b")
    words = [f.options for f in of(read(content), Build)]
    assert ("x86_64-linux-gnu-gcc", "-O3", "-D_FORTIFY_SOURCE=2", "--param=a_b") in words


def test_the_word_for_nothing_is_nothing(read: Read) -> None:
    found = read(
        f"{NEW} implementation crypto_hash/md5/asm -\n{NEW} cpuid -\n{NEW} compiler {GCC} -\n"
        f"{NEW} try -/- unknown 7 0 0 crypto_hash/md5/asm {GCC} -\n{NEW} cycles 8 9 -4\n"
        f"{NEW} tryfails crypto_hash/md5/x {GCC} -\n"
    )
    (machine,), (cycles,), (trial,) = of(found, Machine), of(found, Cycles), of(found, Trial)
    assert machine.processor == "" and machine.compilers[0].version == ""
    assert (cycles.cycles, trial.cycles) == ((5,), (7,))
    passed, failed = of(found, Check)
    assert not passed.checksumsmall and not passed.checksumbig
    assert failed.reason == "the check gave no reason"
    assert not any(f.version for f in of(found, Build))


def test_timecop_is_kept(read: Read) -> None:
    who = f"crypto_hash/md5/asm {GCC}"
    found = read(TRIES + f"{NEW} timecop_pass {who}\n{NEW} timecop_fail {who} branch at 0x40\n")
    assert [(f.outcome, f.said) for f in of(found, Timecop)] == [
        ("pass", ()),
        ("fail", ("branch at 0x40",)),
    ]


# Files


def test_a_gzipped_file_a_dos_file_and_a_joined_one_are_read_by_their_content(
    tmp_path: Path, read: Read
) -> None:
    whole = (TRIES + MEASURED + CYCLES).encode()
    expected = read(whole)
    assert read(gzip.compress(whole)) == expected
    assert (
        read(gzip.compress(TRIES.encode()) + gzip.compress((MEASURED + CYCLES).encode()))
        == expected
    )
    assert read(whole.replace(b"\n", b"\r\n")) == expected
    ours = b'{"kind":"machine","machine":"m","time":"","format":1}\n'
    assert read(ours + whole + ours)[0].machine == "m"
    assert read(ours + whole)[1:] == expected
    assert read(gzip.compress(ours)) == read(ours) == [Machine(machine="m", format=1)]


def test_a_torn_last_line_is_no_line_and_said(read: Read, left_out: Counter[str]) -> None:
    assert read((TRIES + MEASURED + CYCLES)[:-6]) == read(
        TRIES + MEASURED + "".join(CYCLES.splitlines(keepends=True)[:-1])
    )
    assert left_out["torn last lines"] == 1


@pytest.mark.parametrize("cut", [12, 60])
def test_a_gzipped_file_that_is_not_whole_is_refused(cut: int, read: Read, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=f"{tmp_path / 'data'}: can't be unpacked"):
        read(gzip.compress((TRIES + MEASURED + CYCLES).encode())[:-cut])


def test_lines_that_no_record_is_made_of_are_counted(read: Read, left_out: Counter[str]) -> None:
    sign = NEW.replace("crypto_hash md5", "crypto_sign ed25519")
    found = read(
        f"+ make all\n+\n{sign} try x\n{sign} cycles\n{NEW} namespace a b c\n\n{NEW} cycles 8 1 +0\n"
    )
    assert not of(found, Cycles)
    assert left_out == {
        "lines of the log": 2,
        "lines of crypto_sign": 2,
        "lines of the kind namespace": 1,
        "empty lines": 1,
        "cycles lines of no known implementation": 1,
    }


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "[1]",
        "20260330 hydra amd64 20260131 crypto_hash",
        f"{NEW.replace('20260131', '20261331')} outputbytes 3",
        f"{NEW.replace('20260131', '2026-1-1')} outputbytes 3",
        f"{NEW.replace('crypto_hash', 'hash')} outputbytes 3",
        f"{NEW} outputbytes many",
        f"{NEW} outputbytes",
        f"{NEW} <b> 3",
        f"{NEW} cycles 8 100",
        f"{NEW} cycles 8 100 5-3",
        f"{NEW} cycles 8 100 +-3",
        f"{NEW} cycles 8 1e3 +0",
        f"{NEW} cycles -8 100 +0",
        f"{NEW} cycles 8 100 +{'9' * 30}",
        f"{NEW} cycles {'9' * 30} 100 +0",
        f"{NEW} outputbytes {'9' * 30}",
        f"{NEW} cpucycles_persecond {'9' * 400}",
        f"{NEW} objsize crypto_hash/md5/asm {GCC} 1 2 {'9' * 30} a.o",
        f"{NEW} cycles 8 100 +{'9' * 5000}",
        f"{NEW} cycles  8 100 +0",
        f"{NEW} try {SUMS} good 9 7 3 crypto_hash/md5/asm {GCC} +0",
        f"{NEW} try {SUMS} ok 9 7 3 crypto_hash/md5/asm {GCC} word",
        f"{NEW} try {SUMS} ok 9 7 3 crypto_hash/sha256/asm {GCC} +0",
        f"{NEW} tryfails md5/asm {GCC} +0",
        f"{NEW} objsize crypto_hash/md5/asm {GCC} 1 2 x a.o",
        f"{NEW} implementation ref -",
    ],
    ids=lambda line: line[-40:],
)
def test_a_line_that_can_not_be_understood_is_named(line: str, read: Read, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=rf"{tmp_path / 'data'}:3: neither a record nor a line of"):
        read(f"{NEW} outputbytes 3\n{NEW} outputbytes 3\n{line}\n{NEW} outputbytes 3\n")


def test_names_that_are_no_text_are_kept(read: Read) -> None:
    content = TRIES.encode().replace(b"md5/ref", b"md5/caf\xe9")
    assert of(read(content), Check, implementation="caf\udce9")


def test_many_hashes_are_read_with_few_in_memory(tmp_path: Path) -> None:
    """Records of the first hashes come before the last ones are read."""
    whole = TRIES + MEASURED + CYCLES
    path = tmp_path / "data"
    path.write_text("".join(whole.replace("md5", f"md{n}") for n in range(100)) + "torn apart\n")
    seen = set()
    with pytest.raises(DataError, match=f":{100 * whole.count(chr(10)) + 1}: "):
        for record in files.read(path):
            assert isinstance(record, About)
            seen.add(record.hash)
    assert len(seen) >= 80


def test_every_record_can_be_written_and_read_again(read: Read, tmp_path: Path) -> None:
    failed = f"{NEW} fromcompiler crypto_hash/md5/ref gcc_-O hash.c error: no\n"
    refused = f"{NEW} tryfails crypto_hash/md5/bad {GCC} error 139\n"
    timecop = f"{NEW} timecop_fail crypto_hash/md5/asm {GCC} branch at 0x40\n"
    found = read(OLD_LINES + TRIES + MEASURED + CYCLES + failed + refused + timecop)
    ours = tmp_path / "ours"
    ours.write_bytes(b"".join(encode(record) for record in found))
    assert list(files.read(ours)) == found
    assert {kind_of(one) for one in found} == {
        *("machine", "build", "check", "trial", "winner", "cycles", "timecop")
    }
    keys = [(kind_of(one), one.key) for one in found if isinstance(one, About)]
    assert len(set(keys)) == len(keys)
