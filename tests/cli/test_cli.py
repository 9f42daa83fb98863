"""What runs of `./do` say and end with: exit statuses, output for people and for programs."""

import json
import os
import pty
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hashcop.data import lengths
from hashcop.machine.identity import machine_name
from tests.support import runs
from tests.support.runs import Bench, Ended
from tests.support.typed import refused, typed

Once = Callable[[str, Callable[[Path], None]], Path]

ABI = runs.native_abi()


@pytest.fixture(scope="session")
def undisturbed(once: Once, sandbox: object) -> Bench:
    """The small tree with everything measured; for reading only."""
    return runs.undisturbed(once)


@pytest.fixture(scope="module")
def measured(undisturbed: Bench, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A copy of it, in which commands may be tried that record little."""
    return undisturbed.copy(tmp_path_factory.mktemp("measured"))


# Output


def test_without_a_terminal_every_finished_unit_has_a_line(undisturbed: Bench) -> None:
    out = (undisturbed.place.parent / "out").read_text()
    facts = undisturbed.facts()
    found = re.findall(r"^\[(\d+)/(\d+), \S+ left\] (\w+) (\S+) .*: \S.*$", out, re.MULTILINE)
    count = runs.kinds(facts)
    for kind in ("build", "check"):
        for name in ("ref", "slow", "wrong", "broken"):
            mine = [row for row in found if row[2:] == (kind, f"sha256/{name}")]
            assert len(mine) == count[kind, name], (kind, name)
    for stage in ("race", "table", "curve"):
        assert {row[3] for row in found if row[2] == stage} == {"sha256/ref", "sha256/slow"}
    assert [int(row[0]) for row in found] == list(range(1, len(found) + 1))
    assert found[-1][0] == found[-1][1]
    assert f"pages: {undisturbed.place / 'html' / 'index.html'}" in out.splitlines()


def test_what_fails_is_said_once(undisturbed: Bench) -> None:
    lines = (undisturbed.place.parent / "out").read_text().splitlines()
    wrong = [line for line in lines if line.startswith(f"sha256/wrong {ABI}: wrong digest")]
    assert len(wrong) == 1
    assert "of a message of 100 bytes" in wrong[0]
    builds = [fact for fact in undisturbed.facts() if fact["kind"] == "build"]
    compilers = {build["options"][0] for build in builds if build.get("options")}
    broken = [line for line in lines if line.startswith("  sha256/broken, with ")]
    assert all("meant to fail" in line for line in broken)
    told = [line.split(" with ")[1].split(":")[0] for line in broken]
    assert sorted(", ".join(told).split(", ")) == sorted(compilers)


def test_what_was_named_and_does_not_build_is_said_at_once_for_each_compiler(
    undisturbed: Bench, tmp_path: Path
) -> None:
    bench = Bench(undisturbed.tree, tmp_path / "bench")
    done = bench.run("check", "sha256/broken")
    found = [
        line
        for line in done.out.splitlines()
        if line.startswith(f"sha256/broken {ABI}: does not build")
    ]
    compilers = {f["options"][0] for f in bench.facts() if f["kind"] == "build"}
    assert len(found) == len(compilers)
    assert all("meant to fail" in line for line in found)


def test_a_named_implementation_gets_every_length_and_a_table_at_the_end(measured: Bench) -> None:
    rest = set(lengths.full_curve()) - set(runs.timed(measured.facts(), "slow"))
    added = measured.adds("sha256/slow")
    # An audit that was not confirmed beside other work is repeated.
    assert runs.kinds(added) - Counter({("audit", "slow"): 1}) == {("timings", "slow"): 1}
    assert runs.timed(added, "slow") == sorted(rest)
    out = measured.run("sha256/slow").out.splitlines()
    assert any(line.startswith(f"sha256/slow on {ABI}") for line in out)
    head = next(n for n, line in enumerate(out) if "cycles/byte at" in line)
    assert [line.split()[0] for line in out[head + 1 : head + 4]] == ["25", "median", "75"]
    assert out[-1] == f"pages: {measured.place / 'html' / 'index.html'}"


def test_a_default_run_ranks_first_and_says_what_it_took(
    undisturbed: Bench, tmp_path: Path
) -> None:
    bench = Bench(undisturbed.tree, tmp_path / "bench", shares=True, exhaustive=False)
    done = bench.run()
    assert done.status == 0
    *lines, last = done.out.splitlines()
    assert lines.count(f"pages so far: {bench.place / 'html' / 'index.html'}") == 2
    assert re.match(r"\d+:\d\d in all: \w+ \d+:\d\d", last)
    facts = bench.facts()
    assert [f["stage"] for f in facts if f["kind"] == "run"] == ["ranking", "tables", "all"]
    timed = {f["object"] for f in facts if f["kind"] == "timings"}
    right = {f["object"] for f in facts if f["kind"] == "check" and f["outcome"] == "right"}
    assert timed and timed <= right
    assert {f["implementation"] for f in facts if f["kind"] == "timings"} == {"ref", "slow"}
    assert "nothing to do" in bench.run().out


def test_a_named_hash_ends_with_a_table_of_its_implementations(measured: Bench) -> None:
    done = measured.run("sha256")
    assert done.status == 0
    assert "nothing to do" in done.out
    assert re.search(r"^  ref +[\d.]+\?{0,2} ", done.out, re.MULTILINE)
    assert re.search(r"^  wrong: wrong: ", done.out, re.MULTILINE)


@pytest.mark.parametrize(
    ("word", "status"),
    [("sha256/ref", 0), ("sha256/wrong", 1), ("sha256/broken", 1), ("sha256/elsewhere", 0)],
)
def test_the_status_of_a_run_says_whether_what_was_named_is_right(
    word: str, status: int, measured: Bench
) -> None:
    done = measured.run(word)
    assert done.status == status
    assert f"{word} on {ABI}" in done.out


def test_an_abi_that_does_not_run_here_is_refused_with_the_reason(measured: Bench) -> None:
    foreign = "loongarch64"
    place = ("--tree", measured.tree, "--bench", measured.place)
    said = refused("sha256", "--abi", foreign, *place)
    assert f"the ABI {foreign} is not available here" in said


def _terminal(*words: str) -> tuple[int, str]:
    """(status, everything printed) of a command on a terminal of its own."""
    ours, theirs = pty.openpty()
    environment = runs.ENVIRONMENT | {"TERM": "xterm", "COLUMNS": "120"}
    command = [str(runs.ROOT / "do"), *words, *runs.AT_ONCE]
    process = subprocess.Popen(command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    said = b""
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:  # how Linux says that the other side is closed
            break
        if not piece:
            break
        said += piece
    os.close(ours)
    return process.wait(60), said.decode()


def test_on_a_terminal_a_bar_is_drawn_and_what_fails_is_said(
    undisturbed: Bench, tmp_path: Path
) -> None:
    bench = Bench(undisturbed.tree, tmp_path / "bench", shares=True)
    status, said = _terminal(*bench.arguments("sha256/wrong"))
    assert status == 1
    assert "━" in said and " left" in said
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
    assert f"sha256/wrong {ABI}: wrong digest" in plain
    assert not re.search(r"^\[\d+/\d+,", plain, re.MULTILINE)


# check and doctor


def checked(bench: Bench, *words: str) -> tuple[int, dict[str, dict[str, Any]]]:
    done = bench.run("check", "--json", *words)
    return done.status, {row["implementation"]: row for row in json.loads(done.out)}


def test_a_check_for_programs_has_a_verdict_for_each_implementation(measured: Bench) -> None:
    status, rows = checked(measured)
    assert status == 1
    assert {name: row["verdict"] for name, row in rows.items()} == {
        "broken": "not built",
        "elsewhere": "skipped",
        "ref": "right",
        "slow": "right",
        "wrong": "wrong",
    }
    ref, wrong = rows["ref"], rows["wrong"]
    assert ref == {
        "hash": "sha256",
        "implementation": "ref",
        "abi": ABI,
        "verdict": "right",
        "builds": ref["builds"],
        "distinct": ref["distinct"],
        "right": ref["distinct"],
        "reasons": [],
        "findings": [],
        "notes": [],
    }
    assert wrong["right"] == 0 and wrong["distinct"] >= 1
    assert len(wrong["reasons"]) == 1
    assert rows["elsewhere"]["reasons"] == ["for vax only"]


def test_a_check_times_nothing_and_a_run_after_it_goes_on(
    undisturbed: Bench, tmp_path: Path
) -> None:
    bench = Bench(undisturbed.tree, tmp_path / "bench")
    assert checked(bench, "sha256/ref")[0] == 0
    assert {fact["kind"] for fact in bench.facts()} == {"machine", "hash", "build", "check"}
    assert {kind for kind, _ in runs.kinds(bench.adds("sha256/ref"))} == {
        "trial",
        "winner",
        "timings",
        "timecop",
        "audit",
    }


def test_a_check_for_people_says_why(measured: Bench) -> None:
    done = measured.run("check")
    lines = done.out.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"wrong     sha256/wrong {ABI}"))
    assert re.search(r"\d+ builds, \d+ distinct, 0 right$", lines[at])
    assert lines[at + 1].startswith("          wrong digest of a message of 100 bytes")
    assert re.search(rf"^skipped   sha256/elsewhere {ABI} +for vax only$", done.out, re.MULTILINE)


def test_a_list_of_what_is_skipped_has_the_reason_and_the_names(measured: Bench) -> None:
    done = measured.run("list", "--skipped")
    assert done.status == 0
    assert done.out.splitlines() == [
        "for other processors:",
        f"  for vax only [{ABI}]",
        "    sha256/elsewhere",
        "skipped: 1 implementation (1 for other processors)",
    ]
    (row,) = json.loads(measured.run("list", "--skipped", "--json").out)
    assert (row["implementation"], row["abi"], row["reason"]) == ("elsewhere", ABI, "for vax only")
    assert measured.run("list", "--skipped", "sha256/ref").out == "nothing is skipped\n"


def test_doctor_for_programs_tells_the_machine_and_its_tools(measured: Bench) -> None:
    done = measured.run("doctor", "--json")
    assert done.status == 0
    facts = json.loads(done.out)
    assert set(facts) == {
        *(
            "tools",
            "machine",
            "problem",
            "kinds",
            "quiet",
            "conditions",
            "emulated",
            "cache",
            "sandbox",
        )
    }
    assert facts["problem"] == ""
    assert facts["machine"]["pinned"] in [row["processor"] for row in facts["quiet"]]
    for row in facts["conditions"]:
        assert row["state"] in ("good", "bad", "unknown") and row["found"] and row["why"]
        assert row["state"] != "bad" or row["mend"]
    for tool in facts["tools"]:
        assert set(tool) == {"name", "package", "gives", "needed", "there"}
        assert tool["there"] or not tool["needed"]
    (first, *_) = [fact for fact in measured.facts() if fact["kind"] == "machine"]
    assert set(facts["machine"]) == set(first) - {"time", "machine"}
    assert facts["machine"]["targets"][ABI] == "ok"
    assert facts["machine"]["counter"][ABI]["ticks_per_second"] > 0


def test_doctor_for_people_names_each_tool_and_records_nothing(tmp_path: Path) -> None:
    done = runs.run("doctor", "--bench", tmp_path)
    assert done.status == 0
    for word in ("processor", "ABI", "counter", "gcc", "bubblewrap", "qemu", "pinned", "governor"):
        assert word in done.out
    assert re.search(r"^cache +/\S+: [\d.]+ .iB; its programs may take 2.0 GiB$", done.out, re.M)
    assert not list(tmp_path.glob("*/data.jsonl"))


# Reports


def test_a_report_without_any_data_says_how_some_is_made(tmp_path: Path) -> None:
    said = refused("report", "--bench", tmp_path)
    assert "no data" in said and "./do makes some" in said


def test_a_report_of_a_missing_file_names_it_and_makes_nothing(
    undisturbed: Bench, tmp_path: Path
) -> None:
    missing = tmp_path / "missing.jsonl"
    said = refused("report", undisturbed.file, missing, "--bench", tmp_path)
    assert f"no data: {missing} does not exist" in said
    assert list(tmp_path.iterdir()) == []


BROKEN = {"no JSON": b"{\n", "no kind": b"{}\n", "no fields": b'{"kind":"cycles","machine":"m"}\n'}


@pytest.mark.parametrize("line", BROKEN.values(), ids=BROKEN.keys())
def test_a_report_of_a_broken_file_names_it(line: bytes, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_bytes(line)
    said = refused("report", broken, "--bench", tmp_path / "bench")
    assert str(broken) in said and "nothing was changed" in said
    assert not (tmp_path / "bench" / "html").exists()


def test_a_run_beside_another_machine_s_broken_file_names_it_after_recording(
    measured: Bench, tmp_path: Path
) -> None:
    bench = measured.copy(tmp_path)
    broken = bench.place / "other" / "data.jsonl"
    broken.parent.mkdir()
    broken.write_bytes(b"{\n")
    done = bench.run("sha256/ref")
    assert done.status == 2
    assert f"{broken}:1" in done.said


def test_a_report_shows_two_machines_side_by_side(undisturbed: Bench, tmp_path: Path) -> None:
    mine = f'"machine":"{machine_name()}"'.encode()
    other = tmp_path / "other.jsonl"
    other.write_bytes(undisturbed.content().replace(mine, b'"machine":"elsewhere"'))
    done = typed("report", undisturbed.file, other, "--bench", tmp_path)
    index = tmp_path / "html" / "index.html"
    assert (done.status, done.out) == (0, f"pages: {index}\n")
    text = index.read_text()
    assert "elsewhere" in text and machine_name() in text
    assert not list(tmp_path.glob("*/data.jsonl"))


def test_a_report_of_a_torn_file_shows_what_is_whole(undisturbed: Bench, tmp_path: Path) -> None:
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(undisturbed.content()[:-100])
    assert typed("report", torn, "--bench", tmp_path).status == 0
    assert torn.read_bytes() == undisturbed.content()[:-100]


# Without bubblewrap. The PATH holds nothing that could install it.

INSTALLERS = {"apt-get", "apt", "aptitude", "dpkg", "sudo"}


@pytest.fixture(scope="session")
def path_without(once: Once) -> Callable[..., Path]:
    """path_without("bwrap", ...): a directory of links to every program but those and what installs programs."""

    def made(*names: str) -> Path:
        def make(place: Path) -> None:
            for directory in runs.ENVIRONMENT["PATH"].split(os.pathsep):
                for program in Path(directory).glob("*"):
                    link = place / program.name
                    if program.name not in {*names, *INSTALLERS} and not link.exists():
                        link.symlink_to(program)

        return once("path-without-" + "-".join(names), make)

    return made


def run_with(path: Path, *words: str | Path) -> Ended:
    """A command where only the programs in `path` are there."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-P",
            "-m",
            "hashcop",
            *map(str, words),
            *runs.taken(words, *runs.AT_ONCE),
        ],
        env=runs.ENVIRONMENT | {"PATH": str(path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return runs.ended(process)


def test_without_bubblewrap_nothing_runs_and_both_ways_out_are_named(
    path_without: Callable[..., Path], undisturbed: Bench, tmp_path: Path
) -> None:
    bench = Bench(undisturbed.tree, tmp_path / "bench", shares=True)
    done = run_with(path_without("bwrap"), *bench.arguments("sha256/ref"))
    assert done.status == 2
    assert "apt-get install -y --no-install-recommends bubblewrap" in done.said
    assert "--no-sandbox" in done.said
    assert bench.facts() == []


def test_where_bubblewrap_does_not_work_nothing_runs_and_the_reason_is_said(
    path_without: Callable[..., Path], undisturbed: Bench, tmp_path: Path
) -> None:
    bench = Bench(undisturbed.tree, tmp_path / "bench", shares=True)
    path = tmp_path / "path"
    shutil.copytree(path_without("bwrap"), path, symlinks=True)
    (path / "bwrap").write_text(
        "#!/bin/sh\necho 'No permissions to create new namespace'; exit 1\n"
    )
    (path / "bwrap").chmod(0o755)
    done = run_with(path, *bench.arguments("sha256/ref"))
    assert done.status == 2
    assert "No permissions to create new namespace" in done.said
    assert "--no-sandbox" in done.said
    assert bench.facts() == []


def test_who_trusts_all_code_runs_it_without_bubblewrap(
    path_without: Callable[..., Path], undisturbed: Bench, tmp_path: Path
) -> None:
    bench = Bench(undisturbed.tree, tmp_path / "bench", shares=True)
    words = bench.arguments("race", "sha256/ref", "sha256/wrong")
    done = run_with(path_without("bwrap"), *words, "--no-sandbox")
    assert done.status == 1
    facts = bench.facts()
    # A second one where a quieter core was found meanwhile.
    assert {fact["sandbox"] for fact in facts if fact["kind"] == "machine"} == {"none"}
    count, confined = runs.kinds(facts), runs.kinds(undisturbed.facts())
    for kind in ("build", "check", "winner"):
        assert count[kind, "ref"] == confined[kind, "ref"], kind
    assert not count["winner", "wrong"]


def test_everything_needed_that_is_missing_is_in_one_line(
    path_without: Callable[..., Path], undisturbed: Bench, tmp_path: Path
) -> None:
    bench = Bench(undisturbed.tree, tmp_path / "bench", shares=True)
    done = run_with(path_without("bwrap", "make", "gcc"), *bench.arguments())
    assert done.status == 2
    assert re.search(r"--no-install-recommends bubblewrap gcc make$", done.said, re.MULTILINE)


def test_doctor_says_that_nothing_can_be_measured_and_what_installs_it(
    path_without: Callable[..., Path], tmp_path: Path
) -> None:
    path = path_without("bwrap")
    done = run_with(path, "doctor", "--bench", tmp_path)
    assert done.status == 1
    assert "nothing can be measured: bubblewrap is not installed" in done.out
    assert re.search(r"MISSING +bwrap", done.out)
    assert re.search(r"apt-get install .*\bbubblewrap\b", done.out)
    facts = json.loads(run_with(path, "doctor", "--json", "--bench", tmp_path).out)
    assert facts["problem"] == "bubblewrap is not installed"
    assert "machine" not in facts
