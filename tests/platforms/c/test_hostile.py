"""Hostile programs are refused or contained, in the right words, and change nothing outside: tests/hostile/."""

import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hashcop.data.lengths import REPEATED
from hashcop.machine.sandbox import MIB, Limits, Sandbox
from hashcop.platforms.c import build as build_module
from hashcop.platforms.c import program
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Built, Group
from tests.support import hostile, processes
from tests.support.lanes import groups_of

SECONDS = 3
UNNEEDED = "used a kernel interface that a hash function has no need for"
# What is reported by name -> the system call, on this or another processor.
REFUSED = {
    "adds-key": "add_key",
    "calls-as-x32": "one of the ABI x32|clone",
    "changes-personality": "personality",
    "clones-anew": "clone3",
    "daemonizes": "clone",
    "enters-namespace": "setns",
    "executes-compiler": "execve",
    "executes-itself": "execveat",
    "executes-shell": "execve",
    "forks": "clone",
    "forks-as-32-bit": "fork|clone",
    "handles-own-faults": "userfaultfd",
    "joins-keyring": "keyctl",
    "kills-all": "kill",
    "makes-semaphore": "semget|ipc",
    "makes-socket-pair": "socketpair|socketcall",
    "mounts": "mount",
    "opens-by-handle": "name_to_handle_at",
    "opens-crypto-socket": "socket|socketcall",
    "opens-local-socket": "socket|socketcall",
    "opens-netlink": "socket|socketcall",
    "opens-process": "pidfd_open",
    "opens-queue": "mq_open",
    "opens-socket": "socket|socketcall",
    "queues-message": "msgget|ipc",
    "queues-signal": "rt_sigqueueinfo",
    "reads-kernel-log": "syslog",
    "requests-key": "request_key",
    "shares-memory": "shmget|ipc",
    "signals-parent": "tkill",
    "traces-parent": "ptrace",
    "unshares": "unshare",
    "uses-bpf": "bpf",
    "uses-io-uring": "io_uring_setup",
    "vforks": "clone",
    "wants-real-time": "sched_setscheduler",
    "watches-files": "inotify_init1",
    "writes-into-others": "process_vm_writev",
}
# What is contained otherwise.
WORDS = {
    "ignores-refusals": r"was killed by SIGSYS|" + UNNEEDED,
    "floods-results": r"wrote (more than \d+ MiB of results|on the descriptor of the results)",
    "starts-threads": f"{UNNEEDED}: a thread, or something before its first call",
    "replaces-results": r"closed the descriptor|ended the program by itself, with status 0",
}
AT_START = {
    "calls-home-at-start": f"{UNNEEDED}: a thread, or something before its first call",
    "executes-at-start": f"{UNNEEDED}: a thread, or something before its first call",
    "forks-at-start": f"{UNNEEDED}: a thread, or something before its first call",
    "forks-in-resolver": f"{UNNEEDED}: a thread, or something before its first call",
    "loops-at-start": r"did not return within \d+ seconds",
    "reads-at-start": "",  # finds nothing, and is right
    "starts-threads-at-start": f"{UNNEEDED}: a thread, or something before its first call",
}
MISSING = r"No such file or directory|file not found|Could not find|can't open|unable to open"
TOO_MUCH = (
    r"too big|too large|out of memory|virtual memory exhausted|memory exhausted|did not end within|used more than|"
    r"wrote more than|File size limit|excessive|cannot allocate|can't allocate|Killed|terminated signal|exceed"
)
BUILDS = {
    "assembler-fills": TOO_MUCH,
    "assembler-includes": MISSING,
    "assembler-recurses": TOO_MUCH + r"|macros nested too deeply|recursion",
    "assembler-repeats": TOO_MUCH,
    "computes-forever": TOO_MUCH
    + r"|constexpr.* (loop iteration|evaluation operation) count exceeds|constant expr",
    "depends-on-system": MISSING,
    "embeds-device": TOO_MUCH + r"|unable to include|incbin",
    "embeds-shadow": MISSING + r"|file not found",
    "executable-stack": "",  # is right
    "huge-constant": TOO_MUCH,
    "huge-variable": TOO_MUCH
    + r"|relocation truncated|failed to convert|does not fit|could not be started|was killed",
    "includes-device": r"is a character device|" + TOO_MUCH + r"|expected|null character",
    "includes-environment": r"error|all sources are empty",
    "includes-input": r"Permission denied|^$",  # is another user's, or empty
    "includes-itself": r"nested (depth|too deeply)",
    "includes-neighbour": MISSING,
    "includes-next": MISSING,
    "includes-others-environment": r"Permission denied|" + MISSING + r"|error",
    "includes-passwd": MISSING,
    "linker-script": r"error",
    "loads-plugin": r"error|^$",
    "macro-bomb": TOO_MUCH,
    "own-interpreter": r"could not be started|was killed|interp|ended the program|error|^$",
    "probes-home": "",  # finds nothing
    "shows-line": r"unknown type name|not_a_type",
    "templates": TOO_MUCH + r"|depth",
    "warning-flood": "",  # of which little is kept
}
# They cost what they may cost.
BUILDING = Limits(
    seconds=10, memory=1024 * MIB, together=256 * MIB, written=256 * MIB, file_size=128 * MIB
)
HEAVY = (
    "assembler-repeats",
    "computes-forever",
    "macro-bomb",
    "templates",
    "embeds-device",
    "assembler-recurses",
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return hostile.tree(tmp_path_factory.mktemp("hostile"))


@pytest.fixture
def group_of(lane: CLane, native: Target, tree: Path) -> Callable[[str], Group]:
    """The group of an implementation for this processor."""
    return lambda name: groups_of(lane, tree, [f"fnv1a64/{name}"], (native.name,))[0]


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an operator has in the environment."""
    monkeypatch.setenv("HOSTILE_SECRET", "HOSTILE_SECRET")


@pytest.fixture(autouse=True)
def undisturbed(tree: Path, lane: CLane) -> Iterator[None]:
    """Nothing outside is another than before, and nothing goes on running."""
    before = hostile.surroundings(tree)
    yield
    assert hostile.surroundings(tree) == before
    assert before.left == ()


def problem(sandbox: Sandbox, built: Built) -> str:
    """What the check says of a program; empty if it is right."""
    assert built.artifact is not None, built.outcome.reason
    return program.ask(
        sandbox, built.artifact, "check", [0, 1, REPEATED, 64], Limit(SECONDS, 6)
    ).problem


def test_every_program_has_its_words() -> None:
    assert {*REFUSED, *WORDS} <= set(hostile.names("run"))
    assert set(AT_START) == set(hostile.names("start"))
    assert set(BUILDS) == set(hostile.names("build"))


@pytest.mark.parametrize("name", hostile.names("run"))
def test_what_is_tried_is_refused(
    group_of: Callable[[str], Group], build: Callable[..., Built], sandbox: Sandbox, name: str
) -> None:
    said = problem(sandbox, build(group_of(f"run-{name}")))
    words = WORDS.get(name) or (f"{UNNEEDED}: ({REFUSED[name]}), on" if name in REFUSED else "$")
    assert re.match(words, said), said


@pytest.mark.parametrize("name", hostile.names("start"))
def test_what_is_tried_before_main_is_refused_too(
    group_of: Callable[[str], Group], build: Callable[..., Built], sandbox: Sandbox, name: str
) -> None:
    said = problem(sandbox, build(group_of(f"start-{name}")))
    assert re.match(AT_START[name] or "$", said), said


def heavy(name: str) -> object:
    return pytest.param(name, marks=pytest.mark.long) if name in HEAVY else name


@pytest.mark.parametrize("name", [heavy(name) for name in hostile.names("build")])
def test_what_is_tried_in_the_compiler_ends_and_shows_nothing(
    group_of: Callable[[str], Group],
    build: Callable[..., Built],
    sandbox: Sandbox,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    monkeypatch.setattr(build_module, "LIMITS", BUILDING)
    begun = time.monotonic()
    built = build(group_of(f"build-{name}"))
    assert time.monotonic() - begun < 60
    said = built.outcome.reason if built.artifact is None else problem(sandbox, built)
    assert re.search(BUILDS[name] or "^$", said), said
    for text in ("root:", "HOSTILE_SECRET"):
        assert not any(text in line for line in built.outcome.said)


@pytest.mark.parametrize("name", ["forks", "executes-shell", "opens-socket", "maps-first-path"])
def test_programs_of_32_bits_are_refused_the_same(
    lane: CLane, tree: Path, x86: Target, build: Callable[..., Built], sandbox: Sandbox, name: str
) -> None:
    (group,) = groups_of(lane, tree, [f"fnv1a64/run-{name}"], (x86.name,))
    built = build(group)
    if built.artifact is None and "No such file" in built.outcome.reason:
        pytest.skip("headers of 32 bits are not installed")
    said = problem(sandbox, built)
    words = f"{UNNEEDED}: ({REFUSED[name]}), on" if name in REFUSED else "$"
    assert re.match(words, said), said


@pytest.mark.long
def test_a_run_over_all_of_them_goes_on_for_an_honest_neighbour(
    do: Callable[..., subprocess.CompletedProcess[str]], tree: Path, native: Target, tmp_path: Path
) -> None:
    light = [f"fnv1a64/{room}-{name}" for room in ("run", "start") for name in hostile.names(room)]
    words = ("--tree", tree, "--abi", native.name, "--profile", "quick", "--time-limit", 1)
    done = do("check", "--json", "--bench", tmp_path, *words, *light, "fnv1a64/ref", seconds=1200)
    verdicts = {row["implementation"]: row["verdict"] for row in json.loads(done.stdout)}
    assert verdicts["ref"] == "right"
    for name in REFUSED:
        assert verdicts[f"run-{name}"] in ("wrong", "not built"), name
    assert processes.naming(str(tmp_path)) == []
