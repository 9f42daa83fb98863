"""`./do submit FILE`: what is said of a submission, recorded, and not done twice."""

import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from hashcop.data.files import read
from hashcop.data.records import Made
from hashcop.data.store import Store
from hashcop.machine.identity import machine_name
from hashcop.submissions import archives, queue
from tests.submissions.conftest import Refuse
from tests.support.fake import Killed
from tests.support.hostile_data import PWNING
from tests.support.office import Office
from tests.support.typed import refused, typed

ID = re.compile(r"[0-9a-f]{12}")


# Verdicts


def test_the_answer_has_verdict_figures_options_and_place(office: Office) -> None:
    file = office.sent("sum/mine", "cost = 4.0", "mine.tar.gz")
    done = office.submit(file, "--by", "Jane <jane@example.org>", "--note", "by mail")
    assert done.status == 0
    record = office.last()
    assert ID.fullmatch(record.id) and record.sha256.startswith(record.id)
    assert (record.outcome, record.format, record.files) == ("right", "tar.gz", 2)
    assert (record.file, record.by, record.note) == (
        *("mine.tar.gz", "Jane <jane@example.org>", "by mail"),
    )
    (alpha, beta) = record.implementations
    assert (alpha.hash, alpha.implementation, alpha.target) == ("sum", "mine", "alpha")
    assert beta.target == "beta"
    assert alpha.options == ("fakec", "-a") and alpha.cycles_per_byte == (10 + 64) * 4 / 64
    # Nothing was measured here: ref was raced beside it.
    assert (alpha.place, alpha.of, alpha.best, alpha.ratio) == (1, 2, "ref", 0.5)
    for text in ("right", "checksums match", "place 1 of 2", "fakec -a", "4.62", "--accept"):
        assert text in done.out, text


@pytest.mark.parametrize(
    ("text", "outcome", "status"),
    [
        ("cost = 4.0", "right", 0),
        ('finding = "writes behind the digest"', "marked", 0),
        ('wrong = ["-a", "-b", "-c"]', "wrong", 1),
        ('fails = ["-a", "-b", "-c"]', "not built", 1),
        ('skip = "for vax only"', "skipped", 1),
    ],
)
def test_each_verdict_has_its_word_reason_and_status(
    text: str, outcome: str, status: int, office: Office
) -> None:
    done = office.submit(office.sent("sum/mine", text))
    record = office.last()
    assert (done.status, record.outcome) == (status, outcome)
    assert record.reason and record.reason in done.out
    assert ("--accept" in done.out) == (status == 0)


def test_a_submission_is_as_bad_as_its_worst_implementation(office: Office) -> None:
    files = {}
    for name, text in (("good", ""), ("bad", 'wrong = ["-a", "-b", "-c"]')):
        files |= {f"crypto_hash/sum/{name}/{file}": "" for file in ("api.h",)}
        files[f"crypto_hash/sum/{name}/hash.fake"] = text
    assert office.submit(office.archive(files)).status == 1
    record = office.last()
    assert record.outcome == "wrong"
    verdicts = {one.implementation: one.verdict for one in record.implementations}
    assert verdicts == {"good": "right", "bad": "wrong"}


def test_it_is_compared_with_what_was_measured_here(office: Office) -> None:
    office.own("sum/other", "cost = 2.0")
    done = office.submit(office.sent("sum/mine", "cost = 4.0"))
    assert "not measured here yet: other; ./do sum" in done.out
    assert office.last().implementations[0].of == 2
    assert office.run("sum").status == 0
    done = office.submit(office.sent("sum/mine", "cost = 4.0"))
    assert done.status == 0 and "not measured here yet" not in done.out
    mine = office.newest()
    assert (mine.place, mine.of, mine.best, mine.ratio) == (2, 3, "other", 2.0)
    # Once it is in the tree and measured, it is not compared with itself.
    office.submit(mine_id := str(office.listed()[0]["id"]), "--accept")
    office.run("sum")
    office.submit(mine_id)
    assert (office.newest().place, office.newest().of) == (2, 3)


def test_json_has_the_record(office: Office) -> None:
    done = office.submit(office.sent("sum/mine"), "--json")
    (row,) = json.loads(done.out)
    assert row["outcome"] == "right" and Path(row["quarantine"]).is_dir()
    assert row["figures"][0]["by_length"]


# What is written


def test_nothing_is_written_but_quarantine_and_record(office: Office) -> None:
    before = office.files()
    office.submit(office.sent("sum/mine"))
    assert office.files() == before
    assert {one.name for one in office.machine.iterdir()} == {"data.jsonl", "submissions"}
    assert len(office.submissions()) == 1
    kept = office.quarantines / office.last().id
    assert {one.name for one in kept.iterdir()} <= {"tree", "submission.json", "data.jsonl", "work"}


def test_the_same_file_again_does_nothing_again(office: Office) -> None:
    file = office.sent("sum/mine")
    first = office.submit(file)
    office.events.clear()
    again = office.submit(file)
    assert office.events == [] and len(office.submissions()) == 1
    assert again.status == first.status and "examined before" in again.out
    id = office.last().id
    said = [done.out[done.out.index(f"{id}  ") :].splitlines() for done in (first, again)]
    assert said[0] == [line for line in said[1] if "examined before" not in line]


def test_the_id_of_a_submission_stands_for_its_file(office: Office) -> None:
    file = office.sent("sum/mine")
    office.submit(file)
    file.unlink()
    office.events.clear()
    assert office.submit(office.last().id).status == 0
    assert office.events == [] and len(office.submissions()) == 1


def test_what_was_changed_in_quarantine_is_not_used(office: Office) -> None:
    file = office.sent("sum/mine")
    office.submit(file)
    kept = office.quarantines / office.last().id / "tree/crypto_hash/sum/mine"
    (kept / "hash.fake").write_text("cost = 1.0")
    done = office.submit(office.last().id)
    assert done.status == 2 and "submit the file again" in done.said
    assert office.submit(file).status == 0
    assert (kept / "hash.fake").read_text() == "cost = 5.0"
    (kept / "more").write_text("")
    assert office.submit(office.last().id).status == 2


def test_a_half_unpacked_file_is_unpacked_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, unpack = office.sent("sum/mine"), archives.unpack

    def dies(path: Path, inspected: archives.Inspected, into: Path) -> None:
        unpack(path, inspected, into)
        (into / "crypto_hash/sum/mine/hash.fake").unlink()
        raise KeyboardInterrupt

    monkeypatch.setattr(archives, "unpack", dies)
    with pytest.raises(KeyboardInterrupt):
        office.submit(file)
    assert not any(ID.fullmatch(one.name) for one in office.quarantines.iterdir())
    left = office.quarantines / "unpacking-0123456789ab-1"  # of a process that is gone
    left.mkdir()
    monkeypatch.setattr(archives, "unpack", unpack)
    assert office.submit(file).status == 0
    assert not list(office.quarantines.glob("unpacking-*"))


@pytest.mark.parametrize("step", [0, 3, 9, 14, 20])
def test_a_killed_examination_goes_on(step: int, office: Office) -> None:
    file = office.sent("sum/mine")
    office.platform.dies_at = step
    with pytest.raises(Killed):
        office.submit(file)
    office.platform.dies_at = None
    assert office.submissions() == [] and office.submit(file).status == 0
    assert len(office.submissions()) == 1
    recorded = read(office.quarantines / office.last().id / "data.jsonl")
    keys = [(type(one), one.key) for one in recorded if isinstance(one, Made)]
    assert len(keys) == len(set(keys))


# Refusals


def test_a_refusal_has_reason_and_member(office: Office) -> None:
    file = office.archive({"../evil": "x"}, "evil.tar.gz")
    done = office.submit(file, "--by", "Eve")
    assert done.status == 2 and "refused" in done.out
    record = office.last()
    assert record.outcome == "refused" and record.reason and "evil" in record.member
    assert record.by == "Eve" and record.id == record.sha256[:12]
    assert not any(ID.fullmatch(one.name) for one in office.quarantines.glob("*"))
    assert office.events == []


def test_what_does_not_go_with_the_tree_is_refused(office: Office, refuse: Refuse) -> None:
    refuse("CRYPTO_BYTES is 16, and that of sum is 32")
    done = office.submit(office.sent("sum/mine"))
    assert done.status == 2 and office.last().outcome == "refused"
    assert "api.h: CRYPTO_BYTES is 16" in done.out
    assert not any(ID.fullmatch(one.name) for one in office.quarantines.iterdir())


def test_a_refusal_does_not_wait_for_a_run(office: Office) -> None:
    store = Store(office.machine, machine_name())
    try:
        done = office.submit(office.archive({"../evil": "x"}))
    finally:
        store.close()
    assert done.status == 2 and "recorded there by the next" in done.said + done.out
    assert office.submissions() == []
    assert [row["outcome"] for row in office.listed()] == ["refused"]
    office.submit(office.sent("sum/mine"))
    assert [one.outcome for one in office.submissions()] == ["refused", "right"]
    assert len(office.listed()) == 2


def test_what_strangers_say_is_bounded_and_obeyed_by_nothing(office: Office) -> None:
    evil = f"{PWNING}\x1b[2J\r\n" * 200
    done = office.submit(office.sent("sum/mine"), "--by", evil, "--note", evil)
    record = office.last()
    assert len(record.by) <= 200 and len(record.note) <= 300
    for text in (record.by, record.note, done.out, office.do("submissions").out):
        assert "\x1b" not in text and "\u202e" not in text


# What is typed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing.tar.gz"], "there is no file nothing.tar.gz"),
        (["0123456789ab"], "no submission of that id"),
        (["x", "--as", "y"], "--as is for --accept"),
        (["x", "--replace"], "--replace is for --accept"),
        (["x", "--accept", "--replace", "--as", "y"], "type one of them"),
        (["x", "y", "--accept", "--as", "z"], "type one FILE"),
        ([], "FILE"),
    ],
)
def test_wrong_words_are_answered(words: list[str], said: str, tmp_path: Path) -> None:
    assert said in refused("submit", *words, "--bench", tmp_path / "bench")
    assert not (tmp_path / "bench").exists()


def test_lists_say_what_is_missing(tmp_path: Path) -> None:
    bench = ("--bench", tmp_path)
    assert "./do submit FILE" in typed("submissions", *bench).out
    assert "no submission 0123" in refused("submissions", "0123", *bench)
    assert "not in quarantine" in refused("submissions", "--remove", "../x", *bench)


def test_lists_have_all_and_removing_keeps_what_is_recorded(office: Office) -> None:
    office.submit(office.sent("sum/mine", "cost = 4.0", "mine.tar.gz"), "--by", "Jane")
    office.submit(office.archive({"../evil": "x"}, "evil.tar.gz"))
    newest, first = office.listed()
    assert (newest["file"], first["file"]) == ("evil.tar.gz", "mine.tar.gz")
    shown = office.do("submissions").out
    assert "Jane" in shown and "sum/mine alpha: right" in shown and "refused" in shown
    id = str(first["id"])
    whole = office.do("submissions", id).out
    assert str(office.quarantines / id) in whole and f"./do submit {id} --accept" in whole
    assert office.do("submissions", "--remove", id).status == 0
    assert not (office.quarantines / id).exists() and len(office.listed()) == 2
    assert office.submit(id).status == 2


# The queue

WAITER = """
import sys, time
from pathlib import Path
from hashcop.submissions import queue
place, name, seconds = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
with queue.turn(place, name, lambda text: print(name, text, flush=True)):
    print(name, "begins", flush=True)
    time.sleep(seconds)
    print(name, "ends", flush=True)
"""


def waiter(place: Path, name: str, seconds: float) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WAITER, str(place), name, str(seconds)],
        stdout=subprocess.PIPE,
        text=True,
    )


def said_by(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_who_comes_first_is_first_and_the_dead_are_passed_over(tmp_path: Path) -> None:
    one = waiter(tmp_path, "one", 60)
    assert said_by(one) == "one begins"
    two = waiter(tmp_path, "two", 0)
    assert said_by(two) == "two waiting for 1 before this one: one"
    three = waiter(tmp_path, "three", 0)
    assert said_by(three) == "three waiting for 2 before this one: one, two"
    two.kill()
    two.wait()
    assert said_by(three) == "three waiting for 1 before this one: one"
    one.kill()
    one.wait()
    assert said_by(three) == "three begins"
    assert three.wait(20) == 0
    assert [path.name for path in tmp_path.iterdir()] == [".lock"]


def test_a_submission_waits_for_a_run(office: Office) -> None:
    store = Store(office.machine, machine_name())
    threading.Timer(1.0, store.close).start()
    done = office.submit(office.sent("sum/mine"))
    assert done.status == 0 and "waiting until the other ./do ends" in done.out
    assert office.last().outcome == "right"


def test_order_is_kept_although_the_clock_goes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = waiter(tmp_path, "one", 1)
    assert said_by(one) == "one begins"
    monkeypatch.setattr(time, "time_ns", lambda: 5)
    said: list[str] = []
    with queue.turn(tmp_path, "two", said.append):
        assert said and one.wait(5) == 0
