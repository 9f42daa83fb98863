"""`./do submit --accept`: what is right comes into the tree, whole, and over nothing."""

import os
import stat
from pathlib import Path

import pytest

from hashcop.submissions import accept
from tests.support.office import API, Office


def test_what_is_right_comes_into_the_tree_as_it_was_inspected(office: Office) -> None:
    before = office.files()
    old = os.umask(0o077)
    try:
        done = office.submit(office.sent("sum/mine"), "--accept")
    finally:
        os.umask(old)
    assert done.status == 0
    added = {"sum/mine/hash.fake": "cost = 5.0", "sum/mine/api.h": API}
    assert office.files() == before | added
    directory = office.tree / "crypto_hash/sum/mine"
    assert stat.S_IMODE(directory.stat().st_mode) == 0o755
    assert {stat.S_IMODE(one.stat().st_mode) for one in directory.iterdir()} == {0o644}
    assert office.last().accepted == ("crypto_hash/sum/mine",)
    assert [one.name for one in (office.tree / "crypto_hash").iterdir()] == ["sum"]


def test_it_is_accepted_later_by_its_id_and_once(office: Office) -> None:
    office.submit(office.sent("sum/mine"))
    id = office.last().id
    assert office.submit(id, "--accept").status == 0
    after = office.files()
    again = office.submit(id, "--accept")
    assert again.status == 0 and "is there already, and is the same" in again.out
    assert office.files() == after
    assert [bool(one.accepted) for one in office.submissions()] == [False, True]
    assert office.listed()[0]["accepted"] == ["crypto_hash/sum/mine"]


@pytest.mark.parametrize("text", ['wrong = ["-a", "-b", "-c"]', 'skip = "for vax only"'])
def test_what_is_not_right_is_not_accepted(text: str, office: Office) -> None:
    before = office.files()
    done = office.submit(office.sent("sum/mine", text), "--accept")
    assert done.status == 1 and "is not accepted" in done.out
    assert office.files() == before and office.last().accepted == ()


def test_nothing_is_overwritten(office: Office) -> None:
    office.own("sum/mine", "cost = 7.0")
    before = office.files()
    done = office.submit(office.sent("sum/mine"), "--accept")
    assert done.status == 2 and office.files() == before
    for text in ("in the tree ", "submitted ", "--as NAME", "--replace"):
        assert text in done.said, text
    assert office.last().outcome == "right" and office.last().accepted == ()


def test_another_name_is_given(office: Office) -> None:
    office.own("sum/mine", "cost = 7.0")
    done = office.submit(office.sent("sum/mine"), "--accept", "--as", "mine-2")
    assert done.status == 0 and office.last().accepted == ("crypto_hash/sum/mine-2",)
    assert office.files()["sum/mine-2/hash.fake"] == "cost = 5.0"
    assert office.files()["sum/mine/hash.fake"] == "cost = 7.0"


@pytest.mark.parametrize("name", ["../x", "a/b", ".x", "-x", "a b", "", "x" * 101, "é"])
def test_a_name_that_is_none_is_refused(name: str, office: Office) -> None:
    before = office.files()
    done = office.submit(office.sent("sum/mine"), "--accept", f"--as={name}")
    assert (office.files() == before and done.status == 2) or name == ""


def test_what_is_replaced_is_kept(office: Office) -> None:
    office.own("sum/mine", "cost = 7.0")
    done = office.submit(office.sent("sum/mine"), "--accept", "--replace")
    assert done.status == 0 and office.files()["sum/mine/hash.fake"] == "cost = 5.0"
    (kept,) = (office.quarantines / "replaced").rglob("hash.fake")
    assert kept.read_text() == "cost = 7.0" and str(kept.parent) in done.out


def test_it_does_not_become_a_part_of_another_implementation(office: Office) -> None:
    before = office.files()
    done = office.submit(office.sent("sum/ref/inner"), "--accept")
    assert done.status == 2 and "a part of the implementation" in done.said
    assert office.files() == before


def test_a_new_hash_brings_what_is_known_of_it(office: Office) -> None:
    files = {"crypto_hash/new/checksumsmall": f"{'0' * 64}\n", "crypto_hash/new/one/api.h": API}
    files["crypto_hash/new/one/hash.fake"] = ""
    done = office.submit(office.archive(files), "--accept")
    assert done.status == 0
    assert office.files()["new/checksumsmall"] == f"{'0' * 64}\n"
    assert "new/one/hash.fake" in office.files()
    mode = (office.tree / "crypto_hash/new/checksumsmall").stat().st_mode
    assert stat.S_IMODE(mode) == 0o644


def test_a_new_hash_is_said_to_be_vouched_for_by_nobody(office: Office) -> None:
    files = {"crypto_hash/new/one/api.h": API, "crypto_hash/new/one/hash.fake": ""}
    assert "new is a new hash" in office.submit(office.archive(files)).out
    assert "is a new hash" not in office.submit(office.sent("sum/mine")).out


def test_the_tree_is_never_half_changed(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed at each step of acceptance: the implementation is there as a whole, or not at all; then it goes on."""
    before = office.files()
    file = office.sent("sum/mine")
    office.submit(file)
    for step in ("_copy_file", "_publish"):

        def dies(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(accept, step, dies)
            with pytest.raises(KeyboardInterrupt):
                office.submit(file, "--accept")
        assert office.files() == before, step
        assert office.last().accepted == ()
    left = office.tree / "crypto_hash/.accepting-0123456789ab"  # of a process that was killed
    (left / "new").mkdir(parents=True)
    assert office.submit(file, "--accept").status == 0
    assert "sum/mine/hash.fake" in office.files() and not left.exists()


def test_a_file_that_changes_on_the_way_is_not_accepted(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, copyfile = office.files(), accept.shutil.copyfile  # type: ignore[attr-defined]

    def changes(source: Path, to: Path, **more: bool) -> None:
        copyfile(source, to, **more)
        to.write_text("changed")

    monkeypatch.setattr(accept.shutil, "copyfile", changes)  # type: ignore[attr-defined]
    done = office.submit(office.sent("sum/mine"), "--accept")
    assert done.status == 2 and "no longer those that were inspected" in done.said
    assert office.files() == before


def test_a_tree_that_can_not_be_written_stays_as_it_was(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = office.files()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(accept.shutil, "copyfile", full)  # type: ignore[attr-defined]
    done = office.submit(office.sent("sum/mine"), "--accept")
    assert done.status == 2 and "No space left on device" in done.said
    assert office.files() == before
