"""Summaries become bytes and come back as they were."""

from pathlib import Path

import msgspec
import pytest

from hashcop.results.model import load
from hashcop.results.packing import pack, unpack
from hashcop.results.quartiles import Quartiles
from hashcop.results.summary import Hash, Implementation, Machine
from tests.support import made_data
from tests.support.made_data import Clock, Maker

NO_TEXT = "r\udce9f"  # as Python reads a file name of Latin-1


def maker(implementation: str = "ref") -> Maker:
    cost, _ = made_data.HASHES["sha256"]
    return Maker(Clock(), "amd64", "sha256", implementation, cost, 1.0)


def machine(tmp_path: Path, made: Maker) -> Machine:
    facts = [made_data.machine(), *made_data.whole(made, made_data.TABLE)]
    facts += [
        made.effect("cold", variant, {1536: [cost] * 9})
        for variant, cost in (("warm", 10000), ("cold", 12000))
    ]
    file = tmp_path / "data.jsonl"
    file.write_text("".join(map(made_data.line, facts)))
    (found,) = load([file])
    return found


def test_a_machine_survives(tmp_path: Path) -> None:
    whole = machine(tmp_path, maker())
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(whole), type=Machine)
    assert again == whole
    assert unpack(pack(whole), Machine) == whole


def test_a_hash_survives_alone_and_keeps_lengths_as_numbers(tmp_path: Path) -> None:
    (hash,) = machine(tmp_path, maker()).targets[0].hashes
    again = unpack(pack(hash), Hash)
    assert again == hash
    assert again.implementations[0].curve.keys() == set(made_data.TABLE)
    assert again.implementations[0].effects[1].ratio() == hash.implementations[0].effects[1].ratio()


def test_quartiles_take_little_room() -> None:
    assert len(pack(Quartiles(1.5, 2.5, 3.5))) == 28


def test_names_that_are_no_text_survive(tmp_path: Path) -> None:
    whole = machine(tmp_path, maker(NO_TEXT))
    (one,) = whole.targets[0].hashes[0].implementations
    assert one.name == NO_TEXT
    assert unpack(pack(whole), Machine) == whole
    assert unpack(pack(one), Implementation).curve == one.curve


@pytest.mark.parametrize(
    "value", [{}, {"a": "b"}, {"\udc80": "é\udcff", "\\udc80": "\\"}, {"é": "\ud83d\ude00"}]
)
def test_any_text_survives(value: dict[str, str]) -> None:
    assert unpack(pack(value), dict[str, str]) == value


def test_bytes_of_something_else_are_refused() -> None:
    for wrong in (b"", b"\xc1", b"\xc1\x01", b"\x01"):
        with pytest.raises(msgspec.DecodeError):
            unpack(wrong, Machine)
