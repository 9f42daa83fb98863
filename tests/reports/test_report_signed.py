"""Whose the results are, wherever it is told, and what stands above figures of data that were changed."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from hashcop.data import signatures
from hashcop.data.beside import beside
from reports import pages
from reports.currency import is_current
from reports.kept import signatures as kept
from tests.support.html_check import assert_sound, page
from tests.support.made_data import Fact, Maker, line, machine, whole
from tests.support.signing import Keys, keys, signers

__all__ = ["keys", "signers"]

Make = Callable[..., Maker]
MACHINE = "machine/made/index.html"
FIGURES = (
    *("machine/made/amd64.html", "machine/made/amd64/md5.html"),
    "machine/made/amd64/md5/ref.html",
)
WARNING = "The data of made are not as they were signed: a line changed, moved, inserted or missing"


@pytest.fixture
def data(tmp_path: Path, maker: Make) -> Path:
    """A data file of one implementation under bench/made/."""
    file = tmp_path / "bench" / "made" / "data.jsonl"
    file.parent.mkdir(parents=True)
    file.write_text("".join(map(line, [machine(), *whole(maker(), [0, 8, 1536])])))
    return file


@pytest.fixture
def made(data: Path, signers: Path) -> Callable[..., Path]:
    """made(): the pages of all data under bench/."""

    def write(*more: Path, known: Path | None = signers) -> Path:
        wish = pages.Wish(figures=frozenset(), signers=known)
        return pages.write([data, *more], data.parents[1] / "html", wish=wish).parent

    return write


def told(out: Path, name: str = MACHINE) -> str:
    return page(out / name).text


def append(file: Path, facts: Iterable[Fact]) -> None:
    with file.open("a") as opened:
        opened.writelines(map(line, facts))


def test_data_that_nobody_signed_are_told_so_and_lists_have_no_column(
    made: Callable[..., Path],
) -> None:
    out = made()
    assert "Whose results Not signed" in told(out)
    assert "signed by" not in told(out, "index.html")


def test_the_page_of_a_machine_names_who_signed_its_data(
    made: Callable[..., Path], data: Path, keys: Keys
) -> None:
    signatures.sign(data, keys("anne"))
    out = made()
    assert_sound(out)
    count = len(data.read_text().splitlines())
    assert "Whose results Signed by anne@example.org (key SHA256:" in told(out)
    assert f"all {count} lines, verified" in told(out)
    assert "fit signed by builds failed" in told(out, "index.html")
    assert "anne@example.org" in told(out, "index.html")
    assert not any("warning" in (out / name).read_text() for name in FIGURES)


def test_a_key_that_is_not_known_is_told(made: Callable[..., Path], data: Path, keys: Keys) -> None:
    signatures.sign(data, keys("bert"))
    out = made()
    assert "Signed by an unknown key SHA256:" in told(out)
    assert "unknown key" in told(out, "index.html")


def test_lines_that_follow_are_told(made: Callable[..., Path], data: Path, keys: Keys) -> None:
    signatures.sign(data, keys("anne"))
    append(data, [machine(time="2026-03-01T00:00:00Z")])
    assert "1 line after the signature, not signed yet" in told(made()).replace("L", "l")


def test_a_line_that_was_changed_is_named_and_every_page_of_figures_warns(
    made: Callable[..., Path], data: Path, keys: Keys
) -> None:
    signatures.sign(data, keys("anne"))
    made()
    lines = data.read_text().splitlines(keepends=True)
    number = next(n for n, text in enumerate(lines, 1) if '"kind":"check"' in text.replace(" ", ""))
    lines[number - 1] = lines[number - 1].replace("25", "26")
    data.write_text("".join(lines))
    out = made()
    assert_sound(out)
    assert f"Line {number} (check md5/ref) was changed after signing" in told(out)
    for name in (MACHINE, *FIGURES, "index.html"):
        assert WARNING in told(out, name), name
    assert "changed after signing" in told(out, "index.html")


def test_a_signature_that_is_not_valid_warns_too(
    made: Callable[..., Path], data: Path, keys: Keys
) -> None:
    signatures.sign(data, keys("anne"))
    beside(data)[1].write_text("nothing")
    out = made()
    assert "The signature is not valid: " in told(out)
    for name in FIGURES:
        assert "have a signature that is not valid" in told(out, name)


def test_pages_are_made_again_when_somebody_signs_or_becomes_known(
    made: Callable[..., Path], data: Path, keys: Keys, signers: Path
) -> None:
    usual = data.parents[1] / "allowed_signers"
    out = data.parents[1] / "html"

    def write() -> str:
        assert not is_current([data], out)
        pages.write([data], out)
        assert is_current([data], out)
        return told(out)

    assert "Not signed" in write()
    signatures.sign(data, keys("anne"))
    assert "unknown key" in write()
    usual.write_text(signers.read_text())
    assert "anne@example.org" in write()
    usual.with_name("revoked_keys").write_text(keys("anne").with_suffix(".pub").read_text())
    assert "not valid" in write()


def test_what_has_not_changed_is_not_verified_again(
    made: Callable[..., Path], data: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    signatures.sign(data, keys("anne"))
    first = told(made())
    asked: list[Path] = []
    real = signatures.verify

    def verify(path: Path, *rest: Path) -> signatures.Standing:
        asked.append(path)
        return real(path, *rest)

    monkeypatch.setattr(signatures, "verify", verify)
    assert told(made()) == first
    assert asked == []
    os.utime(data)
    assert told(made()) == first
    assert asked == [data]


def test_what_is_kept_may_be_damaged(
    made: Callable[..., Path], data: Path, keys: Keys, signers: Path
) -> None:
    signatures.sign(data, keys("anne"))
    first = made()
    file = data.parents[1] / ".derived" / ".signatures.json"
    text = file.read_text()
    for broken in (
        "",
        "[]",
        "{",
        text.replace('"how": "signed"', '"how": 5'),
        text.replace('"standing"', '"x"'),
    ):
        file.write_text(broken)
        found = kept.standings([data], file.parent, signers)
        assert [one.how for one in found.values()] == ["signed"]
    assert "anne@example.org" in told(first)


def test_names_of_signers_are_text_and_no_markup(
    made: Callable[..., Path], data: Path, keys: Keys, signers: Path
) -> None:
    signers.write_text(signers.read_text().replace("anne@example.org", "<script>@x"))
    signatures.sign(data, keys("anne"))
    out = made()
    assert_sound(out)
    assert "<script>@x" in told(out)


def test_of_two_files_each_is_named(
    made: Callable[..., Path], data: Path, keys: Keys, tmp_path: Path
) -> None:
    signatures.sign(data, keys("anne"))
    other = tmp_path / "other.jsonl"
    other.write_text(line(machine(time="2026-03-01T00:00:00Z")))
    out = made(other)
    text = told(out)
    assert "ata.jsonl: signed by anne@example.org" in text
    assert "ther.jsonl: not signed" in text
    assert "partly signed" in told(out, "index.html")
