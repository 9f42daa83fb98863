"""Filters of system calls: which there are, what they let a program do, and what it costs to begin with one."""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.machine import launcher, sandbox, seccomp
from hashcop.machine.launcher import Launcher, NoLauncher, open_launcher
from hashcop.machine.sandbox import Finished, Limits, Sandbox, SandboxError, open_sandbox

PROGRAM = """
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static void told(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    printf("told %d %u\\n", info->si_syscall, info->si_arch);
    fflush(stdout);
}

int main(int count, char **words) {
    struct sigaction action = {.sa_sigaction = told, .sa_flags = SA_SIGINFO};
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event};
    sigaction(SIGSYS, &action, NULL);
    if (count > 1 && strcmp(words[1], "counts") == 0)
        printf("%d\\n", syscall(SYS_perf_event_open, &event, 0, -1, -1, 8) >= 0);
    else if (count > 1 && strcmp(words[1], "executes") == 0)
        execv("/usr/bin/true", words);
    else if (count > 1 && strcmp(words[1], "number") == 0)
        syscall(atol(words[2]), 0, 0, 0);
    else
        puts(count > 1 ? words[1] : "nothing");
    return 0;
}
"""
# Code that must be changed when it is loaded: an address in it.
RELOCATED = """
.section .note.GNU-stack,"",%progbits
.text
.globl address
.type address, @function
address: movl $value, %eax
    ret
.data
.globl value
value: .long 4
"""
RELOCATED_MAIN = """
#include <stdio.h>
const int *address(void);
int main(void) { printf("%d\\n", *address()); return 0; }
"""
# The sockets that libcuda makes, and others.
SOCKETS = """
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

static void try(const char *what, int domain, int type) {
    int made = socket(domain, type | SOCK_CLOEXEC, 0);
    if (made >= 0 || errno != EPERM)
        printf("%s ", what);
}

int main(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "\\0cuda-uvmfd-1-2"};
    int pair[2], made = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (made >= 0) {
        if (bind(made, (struct sockaddr *)&address, sizeof address) == 0 && listen(made, 1) == 0)
            printf("listens ");
        if (connect(made, (struct sockaddr *)&address, sizeof address) == 0 || errno != EPERM)
            printf("connect ");
        if (accept(made, NULL, NULL) >= 0 || errno != EPERM)
            printf("accept ");
    }
    try("stream", AF_UNIX, SOCK_STREAM);
    try("datagram", AF_UNIX, SOCK_DGRAM);
    try("internet", AF_INET, SOCK_STREAM);
    try("packets", AF_INET, SOCK_SEQPACKET);
    try("netlink", AF_NETLINK, SOCK_RAW);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair) == 0 || errno != EPERM)
        printf("pair ");
    return 0;
}
"""
Run = Callable[..., Finished]
DEVICE = Path("/dev/null")  # that may be used without harm


def compiled(place: Path, text: str, *flags: str) -> Path:
    """A program made of C."""
    (place / "program.c").write_text(text)
    words = ["gcc", "-O1", "-w", str(place / "program.c"), *flags, "-o", str(place / "program")]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(done.stderr)
    place.chmod(0o755)
    return place / "program"


@pytest.fixture
def run(sandbox: Sandbox, tmp_path: Path) -> Run:
    """run(kind, word ...): PROGRAM with a filter."""
    made = compiled(tmp_path, PROGRAM)

    def ran(
        kind: str, *words: str, program: Path = made, readable: tuple[Path, ...] = ()
    ) -> Finished:
        return sandbox.run(
            [str(program), *words],
            directory=tmp_path,
            limits=Limits(20),
            readable=[program.parent, *readable],
            kind=kind,
        )

    return ran


@pytest.mark.parametrize("kind", [kind.name for kind in seccomp.KINDS])
def test_a_program_runs_with_each_filter_and_gets_its_words(run: Run, kind: str) -> None:
    assert (run(kind, "a word").output, run(kind).output) == ("a word\n", "nothing\n")


@pytest.mark.parametrize("kind", [seccomp.PROGRAM, seccomp.COUNTING, seccomp.EMULATED])
def test_it_executes_nothing(run: Run, kind: str) -> None:
    told, number, abi = run(kind, "executes").output.split()
    assert (told, seccomp.call_name(int(number), int(abi))) == ("told", "execve")


def test_without_a_filter_of_its_own_a_command_executes_programs(run: Run) -> None:
    done = run("", "executes")
    assert (done.status, done.output) == (0, "")


def test_only_a_program_that_counts_opens_events(run: Run) -> None:
    if run(seccomp.COUNTING, "counts").output != "1\n":
        pytest.skip("the kernel lets nobody count")
    assert run(seccomp.PROGRAM, "counts").output == "0\n"


@pytest.mark.parametrize("name", ["bpf", "keyctl", "ptrace", "unshare", "io_uring_setup", "setns"])
def test_not_even_a_compiler_makes_calls_that_none_needs(run: Run, name: str) -> None:
    """They fail; with a filter of its own, a program is told so."""
    number = seccomp._library().resolve_syscall(seccomp.AUDIT[seccomp.abis()[0]], name)
    assert run("", "number", str(number)).output == ""
    assert run(seccomp.PROGRAM, "number", str(number)).output.startswith(f"told {number} ")


WITHOUT_SIGNALS = [kind.name for kind in seccomp.KINDS if not kind.tells and not kind.binds]


@pytest.mark.parametrize("kind", ["", seccomp.DRIVEN_BY_DEVICE])
def test_a_driver_with_a_device_listens_at_an_abstract_address_and_no_more(
    run: Run, tmp_path: Path, kind: str
) -> None:
    if seccomp.abis()[0] not in seccomp.ABIS_WITH_SOCKETS:
        pytest.skip("sockets can't be told apart here")
    program = compiled(tmp_path, SOCKETS)
    assert run(kind, program=program, readable=(DEVICE,)).output == "listens "


@pytest.mark.parametrize("kind", ["", *WITHOUT_SIGNALS])
def test_nothing_else_makes_sockets(run: Run, tmp_path: Path, kind: str) -> None:
    program = compiled(tmp_path, SOCKETS)
    assert run(kind, program=program).output == ""


def test_a_program_that_is_no_drivers_makes_no_sockets_beside_a_device(
    run: Run, tmp_path: Path
) -> None:
    program = compiled(tmp_path, SOCKETS)
    assert run(seccomp.HOSTED, program=program, readable=(DEVICE,)).output == ""
    status = run(seccomp.PROGRAM, program=program, readable=(DEVICE,)).status
    assert status == 128 + signal.SIGSYS


def test_a_program_whose_code_is_changed_when_it_is_loaded_runs(run: Run, tmp_path: Path) -> None:
    if os.uname().machine != "x86_64":
        pytest.skip("code of x86")
    (tmp_path / "address.s").write_text(RELOCATED)
    flags = ("-m32", "-pie", "-fPIE", "-Wl,-z,notext", str(tmp_path / "address.s"))
    program = compiled(tmp_path, RELOCATED_MAIN, *flags)
    said = subprocess.run(["readelf", "-d", program], capture_output=True, text=True).stdout
    assert "TEXTREL" in said
    assert run(seccomp.PROGRAM, program=program).output == "4\n"


def test_a_filter_leaves_the_speculation_of_the_processor_as_it_is(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """Otherwise code with a filter would be slower than it is for users."""

    def speculation(status: str) -> list[str]:
        return [line for line in status.splitlines() if line.startswith("Speculation_")]

    words = ["cat", "/proc/self/status"]
    done = sandbox.run(words, directory=Path("/"), limits=Limits(9), kind=seccomp.PROGRAM)
    assert "Seccomp:\t2" in done.output
    assert speculation(done.output) == speculation(Path("/proc/self/status").read_text())


def test_names_of_calls_are_known_and_nonsense_has_some_name_too() -> None:
    assert seccomp.call_name(56, seccomp.AUDIT["X86_64"]) == "clone"
    assert seccomp.call_name(2, seccomp.AUDIT["X86"]) == "fork"
    assert seccomp.call_name(seccomp.X32 + 39, seccomp.AUDIT["X86_64"]) == "one of the ABI x32"
    for number, abi in ((99999, seccomp.AUDIT["X86_64"]), (1 << 63, 1 << 63), (1, 12345)):
        assert seccomp.call_name(number, abi)


def test_what_the_launcher_can_not_begin_is_said(sandbox: Sandbox) -> None:
    done = sandbox.run(["/nonexistent"], directory=Path("/"), limits=Limits(9), kind="program")
    assert done.status == launcher.FAILED
    assert "confine: can't read /nonexistent: No such file" in done.output


def test_a_kernel_that_takes_no_filter_is_said_and_nothing_runs(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it says of a filter that is none."""
    own = open_launcher(tmp_path)
    own.filter(seccomp.PROGRAM).write_bytes(b"")
    monkeypatch.setattr(launcher, "open_launcher", lambda _: own)
    with pytest.raises(SandboxError, match=r"the kernel refuses a filter .*\(seccomp\)"):
        open_sandbox(trusted=False)


def test_a_filter_that_is_missing_is_no_way_round_it(sandbox: Sandbox) -> None:
    done = sandbox.run(["true"], directory=Path("/"), limits=Limits(9), kind="nonsense")
    assert done.status == launcher.FAILED


def test_without_libseccomp_there_is_no_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise seccomp.NoFilter("libseccomp can't be used: not there")

    monkeypatch.setattr(seccomp, "_library", missing)
    with pytest.raises(SandboxError, match="libseccomp can't be used"):
        sandbox.open_sandbox(trusted=False, kept=tmp_path)


def test_for_an_unknown_processor_there_is_no_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seccomp, "ABIS", {})
    with pytest.raises(seccomp.NoFilter, match="no filter of system calls is known for"):
        seccomp.first_path()


def test_a_compiler_that_fails_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "gcc"
    fake.write_text("#!/bin/sh\necho no paper >&2; exit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoLauncher, match="does not build: no paper"):
        open_launcher(tmp_path / "kept")
    fake.unlink()
    with pytest.raises(NoLauncher, match="no C compiler"):
        open_launcher(tmp_path / "kept")


def test_the_launcher_is_made_once(tmp_path: Path) -> None:
    first = open_launcher(tmp_path)
    made = first.program.stat().st_ino
    assert open_launcher(tmp_path) == first == Launcher(first.place, first.state)
    assert first.program.stat().st_ino == made
    assert [path.name for path in tmp_path.iterdir()] == [first.place.name]


@pytest.mark.parametrize("machine", seccomp.ABIS)
def test_filters_are_made_for_every_processor(
    machine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All rules are known to libseccomp; that the filters work is tested on the processor itself."""
    library = seccomp._library()
    native = seccomp.AUDIT[seccomp.ABIS[machine][0]]
    try:
        library.SyscallFilter(library.ALLOW).add_arch(native)
    except FileExistsError:
        pass  # our own
    except OSError:
        pytest.skip("this libseccomp does not know it, or it has another order of bytes")
    for abi in seccomp.ABIS[machine]:
        for kind in seccomp.KINDS:
            assert seccomp._program(library, abi, kind, is_native=True)
        assert seccomp._tools(library, abi)
        if abi in seccomp.ABIS_WITH_SOCKETS:
            assert seccomp._tools(library, abi, binds=True)
