"""Whose data these are: what a signature of a data file vouches for, and what is said of a file that was changed."""

import json
import os
import random
import subprocess
import time
from pathlib import Path

import pytest

from hashcop.data import manifest, signatures
from hashcop.data.beside import beside
from hashcop.data.manifest import Change
from hashcop.data.signatures import INVALID, KNOWN, NOT_SIGNED, UNKNOWN, UNVERIFIED, Standing
from tests.support.signing import Keys, keys, signers

__all__ = ["keys", "signers"]

NAMES = [f"{kind} sum/i{n}" for n, kind in enumerate(["build", "check", "trial", "timings"] * 3)]


def line(name: str, number: int = 0) -> bytes:
    """A line of a data file."""
    kind, _, about = name.partition(" ")
    hash, _, implementation = about.partition("/")
    fields = {"kind": kind, "hash": hash, "implementation": implementation, "cycles": 100 + number}
    return json.dumps(fields).encode() + b"\n"


LINES = [line(name, number) for number, name in enumerate(NAMES)]


@pytest.fixture
def data(tmp_path: Path, keys: Keys) -> Path:
    """A data file of twelve lines, signed by Anne."""
    file = tmp_path / "data.jsonl"
    file.write_bytes(b"".join(LINES))
    signatures.sign(file, keys("anne"))
    return file


def changes(data: Path, signers: Path) -> list[Change]:
    """What is said of lines; the signature itself is good."""
    found = signatures.verify(data, signers)
    assert found.how == KNOWN and found.compared
    assert found.is_bad == bool(found.compared.changes) == (not found.is_good)
    return list(found.compared.changes)


def told(found: Standing) -> str:
    return "; ".join(found.sentences())


def test_a_file_that_nobody_signed_is_not_signed(tmp_path: Path) -> None:
    file = tmp_path / "data.jsonl"
    file.write_bytes(LINES[0])
    assert signatures.verify(file) == Standing(NOT_SIGNED)
    assert told(signatures.verify(file)) == "not signed"


def test_a_signed_file_says_whose_it_is(data: Path, signers: Path) -> None:
    found = signatures.verify(data, signers)
    assert found.is_good and not found.is_bad
    assert found.name == "anne@example.org"
    assert told(found) == f"signed by anne@example.org (key {found.key}), all 12 lines, verified"
    assert found.key.startswith("SHA256:")


def test_the_signature_is_one_of_ssh_itself(data: Path, signers: Path) -> None:
    listed, signature = beside(data)
    words = ["-f", signers, "-I", "anne@example.org", "-n", "hashcop-data", "-s", signature]
    done = subprocess.run(
        ["ssh-keygen", "-Y", "verify", *map(str, words)], input=listed.read_bytes(), check=False
    )
    assert done.returncode == 0


def test_lines_that_are_appended_are_not_signed_yet_and_break_nothing(
    data: Path, signers: Path
) -> None:
    with data.open("ab") as file:
        file.write(LINES[0] + LINES[1] + b'{"torn')
    found = signatures.verify(data, signers)
    assert found.is_good
    assert "12 lines, verified; 2 lines after the signature, not signed yet" in told(found)


def test_signing_again_covers_what_was_appended(data: Path, signers: Path, keys: Keys) -> None:
    with data.open("ab") as file:
        file.write(LINES[0])
    signatures.sign(data, keys("anne"))
    assert "all 13 lines, verified" in told(signatures.verify(data, signers))
    assert sorted(path.name for path in data.parent.glob("data*")) == [
        *("data.jsonl", "data.jsonl.signed", "data.jsonl.signed.sig")
    ]


def test_one_digit_that_was_changed_is_found_in_its_line(data: Path, signers: Path) -> None:
    data.write_bytes(data.read_bytes().replace(b'"cycles": 103', b'"cycles": 102'))
    assert changes(data, signers) == [Change("changed", 4, "timings sum/i3")]
    said = told(signatures.verify(data, signers))
    assert "12 lines, with 1 change since" in said
    assert "line 4 (timings sum/i3) was changed after signing" in said
    assert "verified" not in said


def test_a_line_that_is_gone_is_named_by_its_old_number(data: Path, signers: Path) -> None:
    data.write_bytes(b"".join(LINES[:5] + LINES[6:]))
    assert changes(data, signers) == [Change("removed", 6)]
    assert "line 6 of what was signed is missing" in told(signatures.verify(data, signers))


def test_two_lines_that_changed_places_are_found(data: Path, signers: Path) -> None:
    data.write_bytes(b"".join([*LINES[:3], LINES[7], *LINES[4:7], LINES[3], *LINES[8:]]))
    found = changes(data, signers)
    assert {one.how for one in found} == {"moved"}
    assert {one.line for one in found} <= {4, 5, 6, 7, 8} and found


def test_a_line_that_was_inserted_is_found(data: Path, signers: Path) -> None:
    data.write_bytes(b"".join([*LINES[:5], line("trial sum/new"), *LINES[5:]]))
    assert changes(data, signers) == [Change("inserted", 6, "trial sum/new")]


def test_a_line_that_is_there_twice_was_inserted(data: Path, signers: Path) -> None:
    data.write_bytes(b"".join([*LINES[:5], LINES[4], *LINES[5:]]))
    assert [one.how for one in changes(data, signers)] == ["inserted"]


def test_the_last_line_that_was_changed_is_told_from_those_that_follow(
    data: Path, signers: Path
) -> None:
    data.write_bytes(b"".join([*LINES[:11], line("check sum/x"), LINES[0], LINES[1]]))
    found = signatures.verify(data, signers)
    assert found.compared and found.compared.after == 2
    assert changes(data, signers) == [Change("changed", 12, "check sum/x")]


def test_a_file_that_was_cut_off_lacks_lines(data: Path, signers: Path) -> None:
    data.write_bytes(b"".join(LINES[:10]))
    assert changes(data, signers) == [Change("removed", 11), Change("removed", 12)]


def test_many_kinds_of_changes_are_told_at_once(data: Path, signers: Path) -> None:
    new = [
        line("trial sum/a"),
        *LINES[1:4],
        line("check sum/b"),
        *LINES[5:9],
        *LINES[10:],
        LINES[0],
    ]
    data.write_bytes(b"".join(new))
    assert [(one.how, one.line) for one in changes(data, signers)] == [
        *(("inserted", 1), ("changed", 5), ("removed", 10), ("moved", 12))
    ]


def test_another_file_altogether_has_nothing_of_what_was_signed(data: Path, signers: Path) -> None:
    data.write_bytes(b"".join(line("trial sum/other", n) for n in range(100, 130)))
    found = signatures.verify(data, signers)
    assert found.compared and found.compared.differing == 12 and found.compared.after == 18


def test_only_some_changes_are_named_and_the_others_counted(
    tmp_path: Path, signers: Path, keys: Keys
) -> None:
    file = tmp_path / "data.jsonl"
    file.write_bytes(b"".join(line("trial sum/a", n) for n in range(100)))
    signatures.sign(file, keys("anne"))
    file.write_bytes(b"".join(line("trial sum/a", n) for n in range(100, 200)))
    assert len(changes(file, signers)) == manifest.NAMED
    assert "and 80 more" in told(signatures.verify(file, signers))


def test_a_key_that_nobody_vouches_for_is_unknown(data: Path, signers: Path, keys: Keys) -> None:
    signatures.sign(data, keys("bert"))
    for found in (signatures.verify(data, signers), signatures.verify(data)):
        assert found.how == UNKNOWN and not found.is_good and not found.is_bad
        assert told(found) == f"signed by an unknown key {found.key}, all 12 lines"


def test_a_signature_for_another_purpose_is_none(data: Path, signers: Path, keys: Keys) -> None:
    listed, signature = beside(data)
    signature.unlink()
    words = ["-f", str(keys("anne")), "-n", "file", str(listed)]
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", *words], check=True)
    listed.with_name(listed.name + ".sig").replace(signature)
    for known in (signers, None):
        found = signatures.verify(data, known)
        assert found.how == INVALID and found.is_bad
        assert told(found).startswith("the signature is not valid: ")


def test_a_signer_who_is_allowed_other_things_only_is_not_known(data: Path, signers: Path) -> None:
    signers.write_text(signers.read_text().replace("hashcop-data", "git"))
    assert not signatures.verify(data, signers).is_good


def test_a_signature_of_another_list_is_not_valid(
    data: Path, signers: Path, tmp_path: Path, keys: Keys
) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(LINES[0])
    signatures.sign(other, keys("anne"))
    beside(data)[1].write_bytes(beside(other)[1].read_bytes())
    assert signatures.verify(data, signers).how == INVALID


def test_a_list_that_was_made_to_fit_the_changed_file_is_not_valid(
    data: Path, signers: Path
) -> None:
    data.write_bytes(b"".join(LINES[:4]))
    beside(data)[0].write_bytes(manifest.of_file(data).encode())
    assert signatures.verify(data, signers).how == INVALID


def test_a_key_that_was_revoked_vouches_for_nothing(
    data: Path, signers: Path, tmp_path: Path, keys: Keys
) -> None:
    revoked = tmp_path / "revoked_keys"
    revoked.write_text(keys("anne").with_suffix(".pub").read_text())
    assert signatures.verify(data, signers, revoked).how == INVALID


def test_a_signer_whose_time_is_over_is_not_known(data: Path, signers: Path) -> None:
    text = signers.read_text()
    signers.write_text(text.replace(" namespaces", ' valid-before="20200101",namespaces'))
    assert not signatures.verify(data, signers).is_good
    signers.write_text(text.replace(" namespaces", ' valid-after="20200101",namespaces'))
    assert signatures.verify(data, signers).is_good


def test_without_ssh_keygen_lines_are_compared_and_nobody_is_named(
    data: Path, signers: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = signatures.verify(data, signers)
    assert found.how == UNVERIFIED
    assert told(found) == "signed, all 12 lines, and not verified: ssh-keygen is not there"
    data.write_bytes(b"".join(LINES[1:]))
    assert signatures.verify(data, signers).is_bad


def test_nothing_is_signed_without_ssh_keygen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "data.jsonl"
    file.write_bytes(LINES[0])
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(signatures.CanNotSign, match="comes with OpenSSH"):
        signatures.sign(file, tmp_path / "key")
    assert [path.name for path in tmp_path.iterdir()] == ["data.jsonl"]


def test_a_key_that_is_not_there_signs_nothing_and_spoils_nothing(
    data: Path, signers: Path, tmp_path: Path
) -> None:
    with pytest.raises(signatures.CanNotSign, match="No such file"):
        signatures.sign(data, tmp_path / "nokey")
    assert signatures.verify(data, signers).is_good


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\n",
        b"\x00\xff" * 100,
        b"hashcop-data 2\nlines 0\nbytes 0\nsha256 " + b"0" * 64 + b"\n",
        b"hashcop-data 1\nlines 1\nbytes 0\nsha256 " + b"0" * 64 + b"\n",
        b"hashcop-data 1\nlines 9999999\nbytes 0\nsha256 " + b"0" * 64 + b"\n",
        b"hashcop-data 1\nlines 1\nbytes 9\nsha256 " + b"0" * 64 + b"\n" + b"g" * 32 + b"\n",
        b"hashcop-data 1\nlines 1\nbytes 9\nsha256 " + b"0" * 64 + b"\n" + b"a" * 64 + b"\n",
        b"hashcop-data 1\nlines -1\nbytes 9\nsha256 " + b"0" * 64 + b"\n",
        b"hashcop-data 1\nlines 0\nbytes 9\nsha256 " + b"0" * 64 + b"\nmore\n",
        b"hashcop-data 1\nlines 0\nbytes " + b"9" * 5000 + b"\nsha256 " + b"0" * 64 + b"\n",
    ],
)
def test_a_list_that_is_none_is_refused(data: Path, raw: bytes) -> None:
    beside(data)[0].write_bytes(raw)
    found = signatures.verify(data)
    assert found.how == INVALID and found.is_bad and found.compared is None


def test_a_list_that_never_ends_is_refused(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(manifest, "MOST", 1000)
    beside(data)[0].write_bytes(b"a" * 2000)
    assert told(signatures.verify(data)).endswith("data.jsonl.signed is too long")


def test_a_list_without_signature_and_the_other_way_round_are_not_valid(data: Path) -> None:
    listed, signature = beside(data)
    held = signature.read_bytes()
    signature.unlink()
    assert signatures.verify(data).how == INVALID
    signature.write_bytes(held)
    listed.unlink()
    assert signatures.verify(data).how == INVALID


def test_a_list_that_claims_more_than_there_is_is_compared_all_the_same(
    data: Path, signers: Path
) -> None:
    listed = beside(data)[0]
    listed.write_bytes(listed.read_bytes().replace(b"bytes ", b"bytes 9"))
    assert signatures.verify(data, signers).how == INVALID


def test_what_lines_say_of_themselves_is_bounded(data: Path, signers: Path) -> None:
    strange = [line(f"check {'x' * 10_000}/\x1b[31m"), b"[" * 100_000 + b"\n", b"\xff\n", b"{}\n"]
    data.write_bytes(b"".join([*strange, *LINES[4:]]))
    found = changes(data, signers)
    assert [one.how for one in found] == ["changed"] * 4
    assert all(len(one.about) < 250 for one in found)
    assert [one.about for one in found[1:]] == ["no record", "no record", ""]


def test_signing_notices_what_was_changed_before(data: Path) -> None:
    found = signatures.changed_since(data)
    assert found and not found.differing
    data.write_bytes(b"".join(LINES[1:]))
    found = signatures.changed_since(data)
    assert found and found.differing == 1


@pytest.mark.parametrize("seed", range(20))
def test_whatever_was_done_to_lines_each_new_or_missing_one_is_found(seed: int) -> None:
    """Compared with counting: new lines and missing ones are paired, and nothing else is changed."""
    rng = random.Random(seed)
    signed = [bytes([n]) for n in range(30)]
    now = [one for one in signed if rng.random() > 0.1]
    for _ in range(rng.randrange(5)):
        now.insert(rng.randrange(len(now) + 1), rng.randbytes(3))
    if rng.random() < 0.5:
        place = rng.randrange(len(now))
        now.append(now.pop(place))
    found, after = manifest._changes(signed, now)
    how = [one.how for one in found]
    assert how.count("changed") + how.count("removed") == len(set(signed) - set(now))
    assert how.count("changed") + how.count("inserted") + after == len(set(now) - set(signed))
    assert all(0 < one.line <= 31 + len(now) for one in found)


@pytest.mark.long
def test_large_files_are_verified_in_a_moment(tmp_path: Path, signers: Path, keys: Keys) -> None:
    file = tmp_path / "data.jsonl"
    content = b"".join(
        line("timings sum/i", n)[:-1] + os.urandom(2500).hex().encode() + b"\n"
        for n in range(12_000)
    )
    file.write_bytes(content)
    signatures.sign(file, keys("anne"))
    begun = time.process_time()
    assert signatures.verify(file, signers).is_good
    assert time.process_time() - begun < 1
    file.write_bytes(content.replace(b'"cycles": 6000}', b'"cycles": 6001}'))
    begun = time.process_time()
    assert [one.line for one in changes(file, signers)] == [5901]
    assert time.process_time() - begun < 2
