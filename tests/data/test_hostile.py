"""Files that strangers damaged or made up are read, or refused with file and line, and nothing else happens."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from hashcop.data.files import DataError, read
from hashcop.data.lines import encode
from hashcop.data.store import Store
from tests.support.older_lines import VERSION_1, VERSION_2
from tests.support.supercop_lines import CYCLES, MEASURED, TRIES

OLD = [line.encode() + b"\n" for line, _ in VERSION_1 + VERSION_2]
NEW = [encode(record) for _, record in VERSION_1 + VERSION_2]
SUPERCOP = [line.encode() + b"\n" for line in (TRIES + MEASURED + CYCLES).splitlines()]
# What is put in the place of a part of a line.
PARTS = (
    b"",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"null",
    b"true",
    b"-1",
    b"1e999",
    b"NaN",
    b"\xff",
)
PARTS += (
    b"9" * 400,
    b"[" * 2000,
    b"\\udce9",
    b"\\ud83d",
    b'"abi":',
    b'"kind":"build"',
    b" ",
    b"-",
    b"+9" * 30,
    b"\0",
)


def damaged(line: bytes, chance: random.Random) -> bytes:
    """A line with one to three of its parts changed."""
    for _ in range(chance.randint(1, 3)):
        begin = chance.randrange(len(line))
        end = begin + chance.choice((0, 1, 1, 2, 8, 40))
        line = line[:begin] + chance.choice(PARTS) + line[end:]
    return line.rstrip(b"\n") + b"\n"


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "m").mkdir()
    yield tmp_path / "m" / "data.jsonl"


@pytest.mark.parametrize("lines", [OLD, NEW, SUPERCOP], ids=["older", "newest", "SUPERCOP's"])
def test_a_damaged_line_is_read_or_refused(lines: list[bytes], file: Path) -> None:
    chance = random.Random("damage")
    refused = 0
    for _ in range(1500):
        file.write_bytes(chance.choice(lines) + damaged(chance.choice(lines), chance))
        try:
            found = list(read(file))
        except DataError as error:
            assert str(error).startswith(f"{file}:")
            refused += 1
        else:
            for record in found:
                encode(record)
    assert 300 < refused < 1500


def test_a_store_is_opened_or_refused_and_its_file_stays_as_it_is(file: Path) -> None:
    chance = random.Random("damage")
    refused = 0
    for _ in range(500):
        content = chance.choice(NEW) + damaged(chance.choice(NEW + OLD), chance)
        file.write_bytes(content)
        try:
            Store(file.parent, "m").close()
        except DataError as error:
            assert str(error).startswith(f"{file}:2: ")
            refused += 1
        assert file.read_bytes() == content
    assert 100 < refused < 500
