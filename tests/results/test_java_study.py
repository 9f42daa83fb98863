"""The study of 2012, and Java beside C: which implementation stands for what."""

from dataclasses import replace

import pytest

from hashcop.results import java_study
from hashcop.results.beside_c import rows
from hashcop.results.summary import Hash, Implementation, Machine, Target
from tests.results.made import hash_of, implementation


def test_the_tables_are_those_of_the_study() -> None:
    at64 = java_study._table("table3")
    assert at64["Keccak"]["cpb_256bit_study"] == 21.7
    assert at64["BLAKE"]["cpb_256bit_sphlib"] == 41.9
    at32 = java_study._table("table4")
    assert at32["SHA-2"]["cpb_512bit_sphlib"] == 146.5
    assert "cpb_256bit_study_for64" not in at32["SHA-2"]
    assert set(at64) == set(at32) == set(java_study.FUNCTIONS) - {"SHA-3"}


def one(name: str, at_race: float, long: float) -> Implementation:
    return implementation(name, {1536: [at_race] * 5}, long=[long] * 5)


C = hash_of(one("avx2", 1000, 0.6), one("opt64", 3000, 1.9), one("ref", 9000, 5.8))
JAVA = hash_of(
    one("java-jdk", 1500, 0.9), one("java-opt64", 4000, 2.5), one("java-sphlib", 6000, 3.8)
)


def test_rows_stand_for_the_fastest_of_each_kind() -> None:
    told = [(row.what, row.implementation.name) for row in rows(C, JAVA)]
    assert told == [
        ("C, the fastest", "avx2"),
        ("C, the fastest that is portable", "opt64"),
        ("Java, our fastest", "java-opt64"),
        ("Java, a library", "java-jdk"),
        ("Java, a library", "java-sphlib"),
    ]


def test_without_c_or_java_there_is_nothing_to_compare() -> None:
    assert rows(None, JAVA) == ()
    assert rows(C, hash_of()) == ()


NATIVE = one("java-ffm-heap-once", 1010, 0.61)


def target_of(name: str, platform: str, hash: Hash) -> Target:
    return Target(name, platform, "ok", None, (replace(hash, name="keccakc512"),), None)


@pytest.fixture
def machine() -> Machine:
    java = hash_of(*JAVA.implementations, NATIVE)
    targets = target_of("amd64", "c", C), target_of("jvm-amd64", "jvm", java)
    texts = dict.fromkeys(
        ("recorded_name", "identity", "processor", "design", "kernel", "system", "sandbox"), ""
    )
    rest = {"signature": None, "cores": 2, "pinned": 1, "memory": 0, "compilers": ()}
    versions = {"hashcop": "0.1", "supercop": ""}
    return Machine(name="m", targets=targets, **texts, **rest, **versions)  # type: ignore[arg-type]


def test_a_row_has_then_and_now(machine: Machine) -> None:
    found = java_study.rows(machine, "jvm-amd64")
    (row,) = (each for each in found if each.best)
    assert (row.function, row.bits, row.study, row.sphlib_then) == ("Keccak", 256, 21.7, 45.0)
    named = (row.ours, row.sphlib, row.best, row.c, row.portable)
    assert [each.name if each else "" for each in named] == [
        *("java-opt64", "java-sphlib", "java-jdk", "avx2", "opt64"),
    ]
    assert java_study.per_byte(row.ours) == 2.5


def test_code_in_c_that_java_calls_is_not_the_fastest_in_java() -> None:
    told = {row.implementation.name: row.what for row in rows(C, hash_of(NATIVE))}
    assert told["java-ffm-heap-once"] == "C, called from Java"


def test_a_target_without_java_has_no_rows(machine: Machine) -> None:
    assert java_study.rows(machine, "amd64") == ()
    assert java_study.rows(machine, "jvm-x86") == ()
