"""AES-like hashes: what counts show, what is stated, and that both agree."""

from hashcop.data.records import Counts
from hashcop.results import aes


def _record(name: str, **fields: object) -> Counts:
    given = {"key": name, "platform": "c", "target": "amd64", "hash": "h", "sources": "s"}
    rest = {"block": 64, "bytes": 64, "implementation": name}
    return Counts(**{**given, **rest, **fields})  # type: ignore[arg-type]


def test_instructions_tell_which_look_ups_are_rounds() -> None:
    ref = _record("ref", operations={"lookup8": 832, "xor8": 5}, tables=(256,))
    found = aes.of_hash([ref, _record("aesni", operations={"aesenc": 52})])
    assert found and (found.rounds, found.sub_bytes, found.problem) == (52, 0, "")


def test_last_rounds_are_s_boxes() -> None:
    columns = {"structure": {"MC8": 160}}
    ref = _record("ref", operations={"lookup8": 1280}, tables=(256,), **columns)
    found = aes.of_hash([ref, _record("aesni", operations={"aesenclast": 80}, **columns)])
    assert found and (found.rounds, found.sub_bytes, found.columns) == (0, 1280, {"MC8": 160})
    assert found.problem == ""


def test_what_is_stated_must_agree_with_look_ups() -> None:
    wrong = _record("ref", operations={"lookup8": 32}, tables=(256,), structure={"MC16": 3})
    found = aes.of_hash([wrong])
    assert found and found.problem == "48 bytes in columns are stated, and 32 bytes are looked up"
    assert aes.disagreement({"MC4": 512}, 4096, 0) == ""
    assert aes.disagreement({"MC4": 500}, 4096, 0) != ""


def test_other_hashes_are_not_aes_like() -> None:
    assert aes.of_hash([_record("ref", operations={"add32": 1})]) is None
