"""Data come home by pieces: whatever is lost, comes twice, late or spoilt, the file at home is a beginning of the
machine's."""

import random
from contextlib import closing
from pathlib import Path

import pytest

from hashcop.data.store import Store, StoreBusy, unused
from hashcop.lab.transfer import (
    EMPTY,
    MOST,
    Copy,
    Piece,
    Position,
    Reader,
    Spoilt,
    piece,
    united,
    whole,
)


def line(number: int, machine: str = "pi", filler: int = 0) -> bytes:
    """A record of a kind that nobody knows."""
    text = f'{{"kind":"note","time":"2026-01-01T00:00:00Z","machine":"{machine}","number":{number}'
    return f'{text},"filler":"{"x" * filler}"}}\n'.encode()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a machine, with lines of every size."""
    path = tmp_path / "there" / "data.jsonl"
    path.parent.mkdir()
    path.write_bytes(b"".join(line(n, filler=n * n * n) for n in range(100)))
    return path


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home" / "pi"


def pieces(path: Path) -> list[Piece]:
    return list(Reader(path).pieces(path.stat().st_size))


def test_all_pieces_make_the_file(file: Path, home: Path) -> None:
    every = pieces(file)
    assert len(every) > 50 and max(len(one.content) for one in every) == MOST
    copy = Copy(home, "pi")
    assert copy.position == Position(0, EMPTY)
    assert all(copy.take(one) for one in every)
    assert copy.path.read_bytes() == file.read_bytes()
    assert copy.position == Reader(file).end()


@pytest.mark.parametrize("seed", range(5))
def test_lost_doubled_and_late_pieces_change_nothing(file: Path, home: Path, seed: int) -> None:
    chance, every = random.Random(seed), pieces(file)
    copy = Copy(home, "pi")
    whole_file = file.read_bytes()
    while copy.position.offset < len(whole_file):
        for one in chance.sample(every, chance.randrange(len(every))):
            fits = one.at == copy.position
            assert copy.take(one) is fits
        if chance.random() < 0.2:
            copy.close()
            copy = Copy(home, "pi")  # home was killed
        for following in [one for one in every if one.at == copy.position]:
            assert copy.take(following)
        assert whole_file.startswith(copy.path.read_bytes())
    assert copy.path.read_bytes() == whole_file


def test_what_was_changed_on_the_way_is_not_taken(file: Path, home: Path) -> None:
    first = pieces(file)[0]
    copy = Copy(home, "pi")
    assert not copy.take(Piece(first.at, first.content + b"x", first.digest))
    assert not copy.take(Piece(Position(1, EMPTY), first.content, first.digest))
    assert copy.position.offset == 0


@pytest.mark.parametrize(
    ("spoilt", "why"),
    [
        (line(1, "other"), "a line is of the machine other"),
        (b"not JSON\n", "a line is no record"),
        (b'{"kind":"build","machine":"pi","time":1}\n', "a line is no record"),
        (b'{"kind":"note"}\n', "a line is no record"),
        (b"\n", "a line is no record"),
    ],
)
def test_what_is_no_record_of_the_machine_is_refused(home: Path, spoilt: bytes, why: str) -> None:
    copy = Copy(home, "pi")
    good = line(0)
    assert copy.take(piece(copy.position, good))
    with pytest.raises(Spoilt, match=why):
        copy.take(piece(copy.position, line(1) + spoilt))
    assert copy.path.read_bytes() == good


def test_a_line_is_judged_when_its_end_has_come(home: Path) -> None:
    copy = Copy(home, "pi")
    text = line(1, "other")
    assert copy.take(piece(copy.position, text[:20]))
    copy.close()
    copy = Copy(home, "pi")
    with pytest.raises(Spoilt, match="of the machine other"):
        copy.take(piece(copy.position, text[20:]))


def test_home_and_a_run_never_write_to_the_same_file(home: Path) -> None:
    with closing(Copy(home, "pi")):
        with pytest.raises(StoreBusy, match=r"data\.jsonl"):
            Store(home, "pi")
        with unused(home) as is_unused:
            assert not is_unused
    with closing(Store(home, "pi")), pytest.raises(StoreBusy, match=r"data\.jsonl"):
        Copy(home, "pi")
    Copy(home, "pi").close()


def test_a_reader_goes_no_further_than_whole_lines(file: Path) -> None:
    size = file.stat().st_size
    with file.open("ab") as more:
        more.write(b'{"torn')
    reader = Reader(file)
    assert whole(file) == size and reader.end().offset == size
    with file.open("ab") as more:
        more.write(b'":1}\n')
    assert reader.end().offset == file.stat().st_size
    assert reader.position == Reader(file).end()


def test_of_a_file_that_is_not_there_nothing_is_read(tmp_path: Path) -> None:
    assert whole(tmp_path / "none") == 0
    assert Reader(tmp_path / "none").end() == Position()


def test_home_gives_back_what_a_machine_lost(file: Path, home: Path) -> None:
    copy = Copy(home, "pi")
    for one in pieces(file):
        copy.take(one)
    got = b""
    while found := copy.piece(len(got)):
        assert found.at.digest == copy.digest_at(len(got))
        got += found.content
    assert got == file.read_bytes() and copy.digest_at(len(got) + 1) == ""


def test_two_files_of_one_machine_are_united_line_by_line() -> None:
    ours, theirs = line(1) + line(2), line(1) + line(3) + b'{"torn'
    assert united(ours, theirs) == line(1) + line(2) + line(3)
    assert united(b"", theirs) == line(1) + line(3)
    assert united(ours, ours) == ours
