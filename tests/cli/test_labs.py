"""`./do lab`: what its verbs say and change, in a checkout that is made up."""

import json
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from hashcop.cli import labs
from hashcop.cli.labs import Asked
from hashcop.cli.labs.working import Answers, as_file
from hashcop.data.records import Examined, Submission
from hashcop.data.store import Store
from hashcop.engine.messages import Complaint
from hashcop.engine.settings import Settings
from hashcop.lab import jobs
from hashcop.lab.inventory import Machine
from hashcop.lab.jobs import Work
from hashcop.lab.state import Heard, State, Status
from hashcop.lab.wire import Ended, Job, Said

LAB = """
[lab]
home = "lab.example.org:4222"
[machine.pi]
ssh = "pi@pi.local"
tags = ["arm"]
[machine.epyc]
"""
JOB = Job(id="1", name="the tree", words=("sha256",), tree="t")
SENT = jobs.Submission("1" * 12, "f" * 64, "fast.tar")


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    """What is typed without options, in a checkout with two machines."""
    (tmp_path / "lab.toml").write_text(LAB)
    settings = Settings(bench=tmp_path / "bench")
    return Asked(settings, tmp_path, tmp_path / "lab.toml", frozenset(), "", False, False)


def with_options(asked: Asked, **options: object) -> Asked:
    return Asked(**vars(asked) | options)


def test_a_machine_is_paused_goes_on_and_is_removed(
    asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    asked.state.add("pi")
    assert labs.do(asked, "pause", ("pi",)) == 0 and asked.state.paused() == {"pi"}
    assert labs.do(asked, "resume", ("pi",)) == 0 and asked.state.paused() == frozenset()
    assert labs.do(asked, "remove", ("pi",)) == 0 and "pi" not in asked.state.passwords()
    assert capsys.readouterr().out.splitlines() == [
        "pi: paused; ./do lab resume pi resumes it",
        "pi: resumed",
        "pi: password revoked; remove it from lab.toml as well",
    ]


@pytest.mark.parametrize(
    ("verb", "words", "why"),
    [
        ("pause", ("nope",), r"lab.toml has no machine nope: write \[machine.nope\] into it"),
        ("remove", ("nope",), "no machine nope was added"),
        ("status", ("nope",), "no machine is called nope"),
        ("add", ("new",), "how is new reached"),
        ("work", (), "this checkout belongs to no lab"),
        ("submit", ("nope.tar",), "there is no nope.tar"),
    ],
)
def test_what_can_not_be_done_is_said(
    asked: Asked, verb: str, words: tuple[str, ...], why: str
) -> None:
    pytest.importorskip("nats")
    with pytest.raises(Complaint, match=why):
        labs.do(asked, verb, words)


def test_a_lab_that_nobody_wrote_down_has_no_service_and_takes_nothing(
    asked: Asked, tmp_path: Path
) -> None:
    pytest.importorskip("nats")
    none = with_options(asked, file=tmp_path / "none.toml")
    with pytest.raises(Complaint, match=r"there is no .*none.toml"):
        labs.do(none, "serve", ())
    with pytest.raises(Complaint, match=r"on one machine: ./do submit a.tar"):
        labs.do(none, "submit", ("a.tar",))


def test_data_that_a_run_writes_are_not_taken_over(asked: Asked) -> None:
    pytest.importorskip("nats")
    busy = pytest.raises(Complaint, match=r"another ./do is writing .*pi/data\.jsonl")
    with closing(Store(asked.settings.bench / "pi", "pi")), busy:
        labs.do(asked, "", ())


def test_without_its_server_and_client_it_says_what_installs_them(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(labs, "CLIENT", "no_such_module")
    for verb, words in (("", ("sha256",)), ("add", ("pi",)), ("serve", ()), ("submit", ("a.tar",))):
        with pytest.raises(Complaint, match=r"bootstrap.py --lab"):
            labs.do(asked, verb, words)
    assert labs.do(asked, "log", ("pi",)) == 0


def test_what_does_not_fit_the_verb_is_refused(
    do: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = do("lab", "pause")
    assert done.returncode == 2 and "wants the name of a machine" in done.stderr
    done = do("lab", "status", "--ssh", "x")
    assert done.returncode == 2 and "--ssh is for ./do lab add" in done.stderr


def test_status_is_a_line_for_each_machine_and_says_whether_all_is_fine(
    asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    said = Said(boot="b", time=0, job="the tree", done=1, total=2, left=60)
    heard = Heard(at=time.time(), said=said, left=("the tree",))
    told = {"pi": heard, "epyc": Heard()}
    asked.state.tell(Status(at=time.time(), tree="t", machines=told))
    assert labs.do(asked, "status", ()) == 1  # nobody has heard of epyc
    out = capsys.readouterr().out
    assert "the tree 50 %" in out and "never heard" in out
    assert "0 of 2 machines are done; at least 1:00 left" in out
    assert labs.do(with_options(asked, to=frozenset({"arm"}), as_json=True), "status", ()) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert row["name"] == "pi" and row["left"] == "1:00"


def test_the_log_has_the_ends_of_jobs_and_what_they_found(
    asked: Asked, capsys: pytest.CaptureFixture[str]
) -> None:
    assert labs.do(asked, "log", ("pi",)) == 0
    one = Ended(
        job=JOB, status=1, said="first\nlast", seconds=61, wrong=("sha256/a on x86: wrong",)
    )
    asked.state.end("pi", one)
    assert labs.do(asked, "log", ("pi",)) == 0
    assert capsys.readouterr().out.splitlines() == [
        "no job of pi has ended yet",
        "the tree: status 1 after 1:01",
        "    not right: sha256/a on x86: wrong",
        "    first",
        "    last",
    ]


def test_ansible_gets_hosts_and_groups(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    assert labs.do(asked, "inventory", ()) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["arm"]["hosts"] == ["pi"] and told["all"]["hosts"] == ["pi", "epyc"]
    assert told["_meta"]["hostvars"]["pi"]["ansible_host"] == "pi@pi.local"


def test_a_directory_is_sent_as_a_file_that_is_the_same_each_time(tmp_path: Path) -> None:
    sent = tmp_path / "fast" / "crypto_hash" / "sha256" / "fast"
    sent.mkdir(parents=True)
    (sent / "hash.c").write_text("int a;\n")
    places = [tmp_path / "one", tmp_path / "two"]
    files = []
    for place in places:
        place.mkdir()
        files.append(as_file(tmp_path / "fast", place))
        (sent / "hash.c").touch()
    assert files[0].name == "fast.tar" and files[0].read_bytes() == files[1].read_bytes()
    assert as_file(files[0], tmp_path) == files[0]


def test_answers_come_as_machines_have_them(
    asked: Asked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    meant = [Machine(name="pi"), Machine(name="epyc")]
    answers = Answers(asked, SENT, meant, Console(width=200))
    assert not answers.are_all

    def end(state: State, machine: Machine, status: int, said: str) -> None:
        job = jobs.of_submission(Work(""), SENT, machine)
        state.end(machine.name, Ended(job=job, status=status, said=said, seconds=1))

    examined = Examined(
        hash="sha256",
        implementation="fast",
        target="arm64",
        verdict="right",
        cycles_per_byte=2.5,
        place=2,
        of=3,
        ratio=1.25,
        best="ref",
    )
    record = Submission(
        key="k", id=SENT.id, sha256=SENT.file, outcome="right", implementations=(examined,)
    )
    (tmp_path / "bench" / "pi").mkdir(parents=True)
    file = tmp_path / "bench" / "pi" / "data.jsonl"
    fields = msgspec.json.decode(msgspec.json.encode(record))
    stamp = {"kind": "submission", "time": "2026-01-01T00:00:00Z", "machine": "pi"}
    file.write_bytes(msgspec.json.encode({**stamp, **fields}) + b"\n")
    end(asked.state, meant[0], 0, "")
    assert not answers.are_all and answers.are_right
    for _ in range(jobs.TRIES):
        end(asked.state, meant[1], 2, "first\nno compiler is here")
    assert answers.are_all and not answers.are_right
    assert capsys.readouterr().out.splitlines() == [
        "pi: right: sha256/fast on arm64, 2.50 cycles/byte at 1536, place 2 of 3, 1.25 times ref",
        "epyc: status 2: no compiler is here",
    ]
