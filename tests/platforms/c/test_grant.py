"""An event that only root may open is opened by root, and counts for a program that is nobody and may do nothing."""

import os
from pathlib import Path

import pytest

from hashcop.machine import sandbox as module
from hashcop.machine import users
from hashcop.machine.sandbox import Finished, Limits, Sandbox, open_sandbox
from hashcop.platforms.c.tools.toolchain import Target

# In the place of grant.c, whose event few virtual machines have: the clock of a thread, which all have.
OPENER = """
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **words) {
    struct perf_event_attr wanted = {.type = PERF_TYPE_SOFTWARE, .size = sizeof wanted};
    char number[16];
    wanted.config = PERF_COUNT_SW_TASK_CLOCK;
    (void)count;
    snprintf(number, sizeof number, "%ld", syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0));
    setenv("HASHCOP_PERF_EVENT", number, 1);
    execvp(words[1], words + 1);
    return 127;
}
"""
READER = """
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    const char *number = getenv("HASHCOP_PERF_EVENT");
    unsigned long long first = 0, last = 0;
    int event = number ? atoi(number) : -1;
    if (event < 0)
        return puts("no event"), 0;
    int read_all = read(event, &first, sizeof first) == 8 && read(event, &last, sizeof last) == 8;
    void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, event, 0);
    printf("%d %d %d\\n", read_all, last > first, page != MAP_FAILED);
    return 0;
}
"""


@pytest.fixture
def granting(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """The sandbox of a machine whose kernel lets only root count."""
    if not sandbox.drops_root:
        pytest.skip("not root, who alone has something to grant")
    monkeypatch.setattr(module, "_events_are_roots", lambda: True)
    found = open_sandbox(trusted=False)
    if not found.grants:
        pytest.skip("root may not hand on CAP_PERFMON here")
    return found


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the programs lie."""
    for name, text in (("opener", OPENER), ("reader", READER)):
        (tmp_path / f"{name}.c").write_text(text)
        command = f"gcc -O2 -D_DEFAULT_SOURCE {tmp_path / name}.c -o {tmp_path / name}"
        assert os.system(command) == 0
    tmp_path.chmod(0o755)
    return tmp_path


def run(sandbox: Sandbox, place: Path, *command: str, grant: Path | None) -> Finished:
    return sandbox.run(
        command, directory=place, limits=Limits(20), readable=[place], results=False, grant=grant
    )


def test_an_event_opened_by_root_counts_for_nobody(granting: Sandbox, place: Path) -> None:
    done = run(granting, place, str(place / "reader"), grant=place / "opener")
    if done.output == "no event\n":
        pytest.skip("the kernel has no perf events")
    assert (done.status, done.output) == (0, "1 1 1\n")


def test_a_program_with_a_grant_has_no_capabilities(granting: Sandbox, place: Path) -> None:
    done = run(granting, place, "cat", "/proc/self/status", grant=place / "opener")
    lines = dict(line.split(":\t", 1) for line in done.output.splitlines() if ":\t" in line)
    assert {int(value, 16) for name, value in lines.items() if name.startswith("Cap")} == {0}
    (user,) = set(lines["Uid"].split()) | set(lines["Gid"].split())
    assert int(user) in [users.user_of(slot, os.getpid()) for slot in range(users.SLOTS)]


def test_without_a_grant_a_program_of_the_same_sandbox_has_no_capabilities_either(
    granting: Sandbox, place: Path
) -> None:
    done = run(granting, place, "grep", "Cap", "/proc/self/status", grant=None)
    assert {int(line.split()[1], 16) for line in done.output.splitlines()} == {0}
    assert run(granting, place, str(place / "reader"), grant=None).output == "no event\n"


def test_a_sandbox_that_needs_no_grant_begins_with_none(sandbox: Sandbox, place: Path) -> None:
    if sandbox.grants:
        pytest.skip("this kernel lets only root count")
    done = run(sandbox, place, str(place / "reader"), grant=place / "opener")
    assert (done.status, done.output) == (0, "no event\n")


def test_the_harnesss_grant_becomes_the_program_that_it_is_told(
    granting: Sandbox, native: Target
) -> None:
    done = granting.run(
        ["echo", "as", "told"],
        directory=Path("/"),
        limits=Limits(20),
        grant=native.harness / "grant",
    )
    assert (done.status, done.output) == (0, "as told\n")


@pytest.mark.parametrize(
    ("level", "needed"), [("4", True), ("3", True), ("2", False), ("x", False)]
)
def test_a_grant_is_needed_where_the_kernel_forbids_events_to_all_but_root(
    level: str, needed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "read_text", lambda _: f"{level}\n")
    assert module._events_are_roots() is needed
