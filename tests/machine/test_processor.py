"""Cores, their kinds, and what shares a core, on machines that are not here."""

import os
import sys
from pathlib import Path

import pytest

from hashcop.machine import linux, processor
from hashcop.machine.processor import Kind, NoSuchKind
from tests.support import places


@pytest.fixture
def may_use(monkeypatch: pytest.MonkeyPatch):
    return lambda *cores: monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(cores))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("0-3,8", (0, 1, 2, 3, 8)), ("5", (5,)), ("", ()), ("(null)", ()), ("2-", (2,))],
)
def test_a_list_of_processors_is_read(text: str, numbers: tuple[int, ...]) -> None:
    assert linux.listed(text) == numbers


@pytest.mark.parametrize("text", ["0-3,8", "5", "", "0,2,4-5"])
def test_a_list_of_processors_is_written_as_it_was(text: str) -> None:
    assert linux.written(linux.listed(text)) == text


def test_intel_names_its_kinds_itself(tmp_path: Path) -> None:
    assert processor.kinds(places.hybrid(tmp_path)) == (
        Kind("performance", (0, 1, 2, 3)),
        Kind("efficiency", (4, 5, 6, 7)),
    )


@pytest.mark.parametrize("with_capacity", [True, False], ids=["capacity", "highest rate"])
def test_big_and_little_cores_are_told_apart(tmp_path: Path, with_capacity: bool) -> None:
    root = places.big_little(tmp_path, with_capacity=with_capacity)
    assert processor.kinds(root) == (
        Kind("performance", (4, 5, 6, 7)),
        Kind("efficiency", (0, 1, 2, 3)),
    )


def test_cores_of_another_design_are_of_another_kind_however_strong(tmp_path: Path) -> None:
    root = places.big_little(tmp_path)
    for n in range(8):
        (root / places.CPU / f"cpu{n}" / "cpu_capacity").unlink()
    assert [len(kind.cores) for kind in processor.kinds(root)] == [4, 4]


def test_three_kinds_have_three_names(tmp_path: Path) -> None:
    root = places.write(places.big_little(tmp_path), {f"{places.CPU}/cpu7/cpu_capacity": "1200"})
    names = [(kind.name, kind.cores) for kind in processor.kinds(root)]
    assert names == [("performance", (7,)), ("middle", (4, 5, 6)), ("efficiency", (0, 1, 2, 3))]


def test_a_little_stronger_is_no_other_kind(tmp_path: Path) -> None:
    root = places.write(places.big_little(tmp_path), {f"{places.CPU}/cpu7/cpu_capacity": "1100"})
    assert len(processor.kinds(root)) == 2


def test_favoured_cores_of_x86_are_no_kind(tmp_path: Path) -> None:
    root = places.good_laptop(tmp_path)
    for n, rate in enumerate((4000000, 4000000, 5200000, 5200000)):
        places.write(root, {f"{places.CPU}/cpu{n}/cpufreq/cpuinfo_max_freq": str(rate)})
    assert processor.kinds(root) == (Kind("", (0, 1, 2, 3)),)


def test_where_nothing_can_be_read_the_cores_that_may_be_used_are_of_one_kind(
    tmp_path: Path, may_use
) -> None:
    may_use(1, 5)
    assert processor.kind(root=tmp_path) == Kind("", (1, 5))


def test_the_fastest_kind_is_measured_on(tmp_path: Path, may_use) -> None:
    may_use(*range(8))
    assert processor.kind(root=places.big_little(tmp_path)).name == "performance"


def test_a_kind_that_may_not_be_used_is_passed_over(tmp_path: Path, may_use) -> None:
    may_use(0, 2)
    found = processor.kind(root=places.big_little(tmp_path))
    assert (found.name, found.usable) == ("efficiency", (0, 2))


def test_another_kind_is_measured_on_where_that_is_asked_for(tmp_path: Path, may_use) -> None:
    may_use(*range(8))
    assert processor.kind("efficiency", places.hybrid(tmp_path)).cores == (4, 5, 6, 7)


def test_a_kind_that_there_is_none_of_is_refused_with_those_that_there_are(
    tmp_path: Path, may_use
) -> None:
    may_use(*range(8))
    with pytest.raises(NoSuchKind, match="there are performance, efficiency"):
        processor.kind("atomic", places.hybrid(tmp_path))


def test_a_kind_is_refused_where_there_is_only_one(tmp_path: Path, may_use) -> None:
    may_use(0)
    with pytest.raises(NoSuchKind, match="one kind only"):
        processor.kind("performance", places.good_laptop(tmp_path))


def test_hyperthreads_are_siblings(tmp_path: Path) -> None:
    root = places.hybrid(tmp_path)
    assert [processor.siblings(n, root) for n in (0, 3, 4)] == [(1,), (2,), ()]
    assert processor.firsts(tuple(range(8)), root) == (0, 2, 4, 5, 6, 7)


def test_some_are_spread_from_the_first_to_the_last() -> None:
    assert processor.spread(tuple(range(101)), 3) == (0, 50, 100)
    assert processor.spread((4, 5), 3) == (4, 5)


def test_a_processor_is_another_one_with_other_instructions_and_the_same_at_another_moment(
    tmp_path: Path,
) -> None:
    def fingerprint(name: str, extra: str, moment: str) -> str:
        text = f"{places.INTEL.format(n=0, flags=extra)}cpu MHz\t\t: {moment}\n\nprocessor\t: 1\n"
        places.write(tmp_path / name, {"proc/cpuinfo": text})
        return processor.fingerprint(tmp_path / name)

    first = fingerprint("a", "avx2", "2000.1")
    assert fingerprint("b", "avx2", "3100.7") == first
    assert fingerprint("c", "avx2 sha_ni", "2000.1") != first


@pytest.mark.parametrize(
    ("cpuinfo", "has", "lacks"),
    [
        ("flags\t\t: fpu sha_ni\n", {"fpu", "sha_ni"}, {"avx2"}),
        ("Features\t: fp asimd sha2\n", {"asimd", "sha2"}, {"sha512"}),
        ("features\t: esan3 zarch msa vx\n", {"msa", "vx"}, {"vxe"}),
        ("isa\t\t: rv64imafdcv_zicsr_zbb_zknh\n", {"v", "zbb", "zknh"}, {"rv64imafdcv", "zksh"}),
    ],
)
def test_the_features_are_the_words_of_cpuinfo(
    tmp_path: Path, cpuinfo: str, has: set[str], lacks: set[str]
) -> None:
    places.write(tmp_path, {"proc/cpuinfo": f"processor\t: 0\n{cpuinfo}"})
    features = processor.features(tmp_path)
    assert has <= features
    assert not lacks & features


def test_the_features_of_power_are_bits_of_the_auxiliary_vector(tmp_path: Path) -> None:
    places.write(
        tmp_path, {"proc/cpuinfo": "processor\t: 0\ncpu\t\t: POWER8 (raw), altivec supported\n"}
    )
    assert processor.features(tmp_path) == frozenset()
    vector = (16, 0x10000080, 26, 0x82000000, 0, 0)
    auxv = tmp_path / "proc/self/auxv"
    auxv.parent.mkdir()
    auxv.write_bytes(b"".join(word.to_bytes(8, sys.byteorder) for word in vector))
    assert processor.features(tmp_path) == {"altivec", "vsx", "arch_2_07", "vcrypto"}


def test_where_no_features_are_told_there_are_none(tmp_path: Path) -> None:
    assert processor.features(tmp_path) == frozenset()
