"""Programs that run one after the other in one sandbox are as confined, and as apart, as those that have one each."""

import os
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.machine import served
from hashcop.machine.commands import MIB
from hashcop.machine.sandbox import Finished, Limits, Sandbox, _with_served
from hashcop.machine.seccomp import PROGRAM

Run = Callable[..., Finished]
HEAD = """
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int count, char **words) {
    (void)count, (void)words;
"""


@pytest.fixture
def run(sandbox: Sandbox, tmp_path: Path) -> Run:
    """run(statements, ...): a program of these statements, with Limits by name; results are its descriptor 3."""
    tmp_path.chmod(0o755)

    def ran(statements: str, *, seconds: float = 20, alone: bool = True, **limits: int) -> Finished:
        program = tmp_path / f"program-{abs(hash(statements))}"
        if not program.exists():
            text = HEAD + statements + "\nreturn 0; }\n"
            words = ["gcc", "-xc", "-", "-o", str(program)]
            subprocess.run(words, input=text.encode(), check=True)
        return sandbox.run(
            [str(program)],
            directory=tmp_path,
            limits=Limits(seconds, **limits),
            readable=[tmp_path],
            request=b"results at {results}\n",
            results=True,
            kind=PROGRAM,
            alone=alone,
        )

    return ran


NUMBER = 'printf("%d", getppid());'


def parents(run: Run, count: int = 2) -> set[str]:
    """The process that began each of some programs, as they are told."""
    return {run(NUMBER).output for _ in range(count)}


def hosts() -> set[str]:
    """The processes of this one that are sandboxes of programs."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            status = (process / "stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if words[0].endswith(b"bwrap") and b"serve" in words and status[1] == str(os.getpid()):
            found.add(process.name)
    return found


def test_status_output_request_and_results_are_those_of_a_sandbox_of_its_own(run: Run) -> None:
    programs = {
        "return 7;": 7,
        'puts("out"), fputs("error", stderr);': 0,
        'char line[99]; return !fgets(line, 99, stdin) || strncmp(line, "results at ", 11);': 0,
        'int to; scanf("results at %d", &to); dprintf(to, "first\\nsecond\\n");': 0,
        "raise(SIGSEGV);": 128 + 11,
        "abort();": 128 + 6,
        "fork();": 128 + 31,
        'execv("/usr/bin/true", words);': 128 + 31,
    }
    for statements, status in programs.items():
        inside, own = run(statements), run(statements, alone=False)
        assert inside == own
        assert inside.status == status


def test_one_after_the_other_runs_in_the_same_sandbox(run: Run) -> None:
    assert len(parents(run)) == 1
    before = hosts()
    assert parents(run) and hosts() == before and len(before) == 1


def test_its_name_is_its_path(run: Run, tmp_path: Path) -> None:
    assert run("puts(words[0]);").output.startswith(f"{tmp_path}/program-")


def test_it_sees_no_directory_but_those_of_the_system(run: Run, tmp_path: Path) -> None:
    said = run(f'puts(opendir("{tmp_path}") ? "seen" : strerror(errno));').output
    assert said == "No such file or directory\n"


def test_it_has_no_descriptor_but_its_own_four(run: Run) -> None:
    said = run('for (int i = 0; i < 1024; ++i) if (fcntl(i, F_GETFD) >= 0) printf("%d ", i);')
    assert said.output == "0 1 2 3 "


def test_each_has_its_own_limits(run: Run) -> None:
    limits = "".join(
        f'getrlimit({which}, &limit); printf("%lld ", (long long)limit.rlim_max);'
        for which in ("RLIMIT_AS", "RLIMIT_NPROC", "RLIMIT_FSIZE", "RLIMIT_CPU", "RLIMIT_CORE")
    )
    statements = f"struct rlimit limit; {limits}"
    first = run(statements, memory=512 * MIB, processes=7, file_size=MIB, seconds=5)
    assert first.output.split() == [str(512 * MIB), "7", str(MIB), "7", "0"]
    second = run(statements, memory=1024 * MIB, processes=9, file_size=2 * MIB, seconds=9)
    assert second.output.split() == [str(1024 * MIB), "9", str(2 * MIB), "11", "0"]
    too_much = "return malloc(600 << 20) != NULL;"
    assert run(too_much, memory=512 * MIB).status == 0
    assert run(too_much, memory=1024 * MIB).status == 1


def test_its_time_is_limited_and_the_next_one_runs(run: Run) -> None:
    parents(run)
    for hang in ("for (;;);", "close(1), close(2), close(3); for (;;) sleep(1);"):
        begun = time.monotonic()
        assert run(hang, seconds=0.5).timed_out
        assert time.monotonic() - begun < 5
    assert len(parents(run)) == 1
    assert len(hosts()) == 1


@pytest.mark.parametrize("signal", ["SIGKILL", "SIGTERM", "SIGSTOP"])
def test_a_program_can_not_signal_what_began_it(run: Run, signal: str) -> None:
    before = parents(run), hosts()
    assert run(f"return syscall(SYS_tgkill, getppid(), getppid(), {signal}) != 0;").status == 0
    assert (parents(run), hosts()) == before


def test_it_sees_no_process_but_itself_and_what_began_it(run: Run) -> None:
    statements = """
    struct dirent *entry;
    for (DIR *all = opendir("/proc"); (entry = readdir(all));)
        if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') puts(entry->d_name);"""
    assert len(run(statements).output.split()) == 2


def test_a_sandbox_that_was_ended_meanwhile_is_replaced(run: Run) -> None:
    parents(run)
    (host,) = hosts()
    os.kill(int(host), 9)
    time.sleep(0.2)
    assert run("return 3;").status == 3


def test_the_memory_of_what_began_it_is_out_of_reach(run: Run) -> None:
    statements = """
    char path[64];
    const char *files[] = {"mem", "maps", "environ", "fd/100"};
    for (int i = 0; i < 4; ++i) {
        snprintf(path, sizeof path, "/proc/%d/%s", getppid(), files[i]);
        if (open(path, O_RDONLY) >= 0) puts(files[i]);
    }"""
    assert run(statements).output == ""
    assert run(statements.replace("getppid", "getpid")).output == "mem\nmaps\nenviron\n"


def test_each_thread_has_a_sandbox_and_a_user_of_its_own_until_it_ends(run: Run) -> None:
    said = []

    def work() -> None:
        said.append(run('printf("%d", getuid());').output)
        said.append(run('printf("%d", getuid());').output)

    own = run('printf("%d", getuid());').output
    before = hosts()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert said[0] == said[1]
    if os.geteuid() == 0:
        assert said[0] != own
    assert hosts() == before


def test_with_as_many_as_there_may_be_a_program_runs_in_a_sandbox_of_its_own(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(served, "_places", threading.BoundedSemaphore(1))
    served._places.acquire()
    monkeypatch.setattr(served, "_ours", served._Ours())
    assert run("return 3;").status == 3
    assert served._ours.server is None


def test_a_fork_of_this_process_leaves_its_sandbox_alone(run: Run) -> None:
    before = parents(run), hosts()
    child = os.fork()
    if child == 0:
        served._ours.server = None  # as at the end of a thread
        os._exit(0)
    os.waitpid(child, 0)
    assert (parents(run), hosts()) == before


def test_a_program_that_is_not_there_is_named(sandbox: Sandbox, tmp_path: Path) -> None:
    done = sandbox.run(
        [str(tmp_path / "missing")],
        directory=tmp_path,
        limits=Limits(5),
        readable=[tmp_path],
        results=True,
        kind=PROGRAM,
        alone=True,
    )
    assert done.status != 0
    assert "missing" in done.output


def test_where_none_can_be_entered_each_has_its_own(
    sandbox: Sandbox, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = replace(sandbox, serves=False)
    assert _with_served(broken).serves
    monkeypatch.setattr(Sandbox, "serve", lambda *_: ["false"])
    assert not _with_served(broken).serves
    assert "each in a sandbox of its own" in " ".join(broken.described())
    assert run("return 3;").status == 3
