"""What runs in the sandbox sees the system read-only and its own place, nothing else, and uses only what it may."""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pyseccomp
import pytest

from hashcop.machine import commands, users
from hashcop.machine import sandbox as module
from hashcop.machine.sandbox import (
    MIB,
    Finished,
    Limits,
    Sandbox,
    SandboxError,
    open_sandbox,
    stop_all,
)
from tests.support import processes

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., Finished]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory of its own, where the script may write."""
    (tmp_path / "place").mkdir()
    return tmp_path / "place"


@pytest.fixture
def run(sandbox: Sandbox, place: Path) -> Run:
    """run(script, ...): a bash script in `place`, with Limits by name."""

    def ran(
        script: str,
        *,
        readable: tuple[Path, ...] = (),
        request: bytes | None = None,
        results: bool = False,
        seconds: float = 20,
        **limits: int,
    ) -> Finished:
        return sandbox.run(
            ["bash", "-c", script],
            directory=place,
            limits=Limits(seconds, **limits),
            readable=readable,
            writable=[place],
            request=request,
            results=results,
        )

    return ran


def own_users() -> list[int]:
    """The users that commands of root have."""
    return [users.user_of(slot, os.getpid()) for slot in range(users.SLOTS)]


def outside(script: str) -> str:
    """What the same script says without sandbox."""
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True).stdout


def is_running(marker: str) -> bool:
    """Whether a process of this machine has `marker` in its command line, and goes on to have it.

    The kernel takes a moment to end all of a process namespace.
    """
    for _ in range(50):
        if not processes.naming(marker):
            return False
        time.sleep(0.1)
    return True


# What it sees


def test_devices_can_be_used_where_they_are_shown(run: Run) -> None:
    """A file of a device that the sandbox does not have by itself, and that anybody may open."""
    some = (Path("/dev", name) for name in ("fuse", "net/tun", "loop-control", "kvm", "kmsg"))
    device = next((path for path in some if path.is_char_device()), None)
    if device is None:
        pytest.skip("no such device is here")
    assert run(f"test -e {device}").status != 0
    assert run(f"test -c {device}", readable=(device,)).status == 0
    done = run("touch /dev/mine", readable=(device,))
    assert done.status != 0 and "Read-only file system" in done.output


def test_its_status_and_output_come_back(run: Run) -> None:
    done = run("echo out; echo err >&2; exit 7")
    assert (done.status, done.timed_out, done.output) == (7, False, "out\nerr\n")


def test_a_signal_is_128_and_its_number(run: Run) -> None:
    assert run("kill -SEGV $$").status == 128 + 11


def test_there_is_no_network(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        script = f"(exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null && echo reached; true"
        assert outside(script) == "reached\n"
        assert run(script).output == ""


def test_there_is_no_interface_but_its_own_loopback(run: Run) -> None:
    assert run("tail -n +3 /proc/net/dev | cut -d: -f1").output.split() in ([], ["lo"])


@pytest.mark.parametrize(
    "directory", ["/", "/usr", "/usr/lib", "/etc", "/tmp", "/dev", "/dev/shm", "/proc"]
)
def test_the_system_is_read_only(run: Run, directory: str) -> None:
    done = run(
        f"mkdir -p {directory}/x 2>/dev/null || touch {directory}/x 2>/dev/null && echo wrote"
    )
    assert "wrote" not in done.output


def test_its_own_directory_is_writable(run: Run, place: Path) -> None:
    assert run("echo text > file; cat file").output == "text\n"
    assert (place / "file").read_text() == "text\n"


def test_what_is_readable_is_not_writable(run: Run, tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    shown.mkdir()
    (shown / "file").write_text("text")
    done = run(
        f"cat {shown}/file; (echo x > {shown}/file) 2>/dev/null || echo no; "
        f"(echo x > {shown}/new) 2>/dev/null || echo no; rm -f {shown}/file 2>/dev/null || echo no",
        readable=(shown,),
    )
    assert done.output == "textno\nno\nno\n"
    assert (shown / "file").read_text() == "text"


def test_what_stands_beside_it_is_invisible(run: Run, place: Path) -> None:
    (place.parent / "beside").write_text("secret")
    assert run("ls ..").output == "place\n"
    assert "secret" not in run("cat ../beside").output


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "/etc/shadow", "/etc/hostname", "/root", "/home", "/var", ROOT]
)
def test_what_is_none_of_its_business_is_invisible(run: Run, path: str | Path) -> None:
    assert run(f"test -e {path} && echo there").output == ""


def test_a_link_out_of_it_leads_nowhere(run: Run, place: Path) -> None:
    (place / "link").symlink_to("/etc/passwd")
    assert run("test -e link && echo there").output == ""


def test_other_processes_are_invisible(run: Run) -> None:
    with subprocess.Popen(["sleep", "1234.5678"]) as process:
        script = "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c '[s]leep 1234.5678'"
        try:
            assert outside(script).strip() == "1"
            assert run(script).output.strip() == "0"
            assert run(f"kill -9 {process.pid} 2>/dev/null && echo killed").output == ""
            assert process.poll() is None
        finally:
            process.kill()


def test_it_is_not_root_and_can_not_become_it(run: Run) -> None:
    words = run("id -u; grep -h ^CapEff /proc/self/status; grep -h ^NoNewPrivs /proc/self/status")
    user, *rest = words.output.splitlines()
    assert int(user) in own_users() if os.geteuid() == 0 else user == str(os.geteuid())
    assert [line.split()[1].strip("0") for line in rest] == ["", "1"]


def test_the_environment_is_not_handed_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "secret")
    assert "SECRET_TOKEN" not in run("env").output


def test_open_files_are_not_handed_on(run: Run, tmp_path: Path) -> None:
    file = os.open(tmp_path / "is-open", os.O_CREAT | os.O_RDWR)
    os.set_inheritable(file, True)
    try:
        said = run("ls -l /proc/$$/fd; true").output
        assert "pipe:" in said
        assert "is-open" not in said
    finally:
        os.close(file)


def test_standard_input_is_the_request_or_empty(run: Run) -> None:
    assert run("cat", request=b"a request\n").output == "a request\n"
    assert run("cat; echo end").output == "end\n"


def test_a_request_that_nobody_reads_is_no_harm(run: Run) -> None:
    assert run("exec 0<&-; exit 3", request=b"x" * 60000).status == 3


# What it may use


def test_time_is_limited(run: Run) -> None:
    begun = time.monotonic()
    done = run("echo begun; sleep 60", seconds=0.5)
    assert done.timed_out
    assert done.output == "begun\n"
    assert time.monotonic() - begun < 5


def test_nothing_outlives_its_time(run: Run) -> None:
    assert run("setsid sleep 4321.125 & setsid sleep 4321.125 & wait", seconds=0.5).timed_out
    assert not is_running("4321.125")


def test_nothing_outlives_the_command(run: Run) -> None:
    begun = time.monotonic()
    done = run("setsid sleep 4321.25 >/dev/null 2>&1 & echo end")
    assert (done.output, done.timed_out) == ("end\n", False)
    assert time.monotonic() - begun < 5
    assert not is_running("4321.25")


def test_closing_its_output_does_not_free_it_of_its_time_limit(run: Run) -> None:
    begun = time.monotonic()
    done = run("exec >&- 2>&-; while :; do :; done", seconds=0.5)
    assert done.timed_out
    assert time.monotonic() - begun < 5


def test_memory_is_limited(run: Run) -> None:
    script = "dd if=/dev/zero of=/dev/null bs=300M count=1 2>/dev/null && echo enough; true"
    assert run(script, memory=1024 * MIB).output == "enough\n"
    assert run(script, memory=256 * MIB).output == ""


def test_processes_are_limited(run: Run) -> None:
    assert run("ulimit -u", processes=20).output == "20\n"


def test_the_limit_on_processes_is_not_shared_by_what_runs_beside(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    """Two at a time, together with more processes than one may have."""
    said: list[str] = []

    def many(number: int) -> None:
        place = tmp_path / str(number)
        place.mkdir()
        script = "for i in $(seq 150); do sleep 1 & done; wait; echo all"
        limits = Limits(20, processes=256)
        done = sandbox.run(["sh", "-c", script], directory=place, limits=limits, writable=[place])
        said.append(done.output)

    at_a_time = min(2, len(os.sched_getaffinity(0)))
    threads = [threading.Thread(target=many, args=(number,)) for number in range(at_a_time)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert said == ["all\n"] * at_a_time


def test_a_fork_bomb_ends(run: Run) -> None:
    begun = time.monotonic()
    done = run("f() { f | f & }; f; sleep 30 # bomb-4711", seconds=1, processes=30)
    assert done.timed_out or done.status != 0
    assert time.monotonic() - begun < 10
    assert not is_running("bomb-4711")


def test_the_size_of_files_is_limited(run: Run, place: Path) -> None:
    done = run("head -c 3000000 /dev/zero > file; echo $?", file_size=MIB)
    assert (place / "file").stat().st_size == MIB
    assert "153" in done.output  # SIGXFSZ


def test_of_much_output_the_beginning_and_the_end_are_kept(run: Run) -> None:
    done = run("echo first; yes | head -c 5000000; echo last")
    assert len(done.output) < commands.KEPT_OUTPUT + 100
    assert done.output.startswith("first\ny\n")
    assert done.output.endswith("y\nlast\n")
    assert "bytes left out]" in done.output


def test_endless_output_ends_with_its_time(run: Run) -> None:
    done = run("yes", seconds=1)
    assert done.timed_out
    assert len(done.output) < commands.KEPT_OUTPUT + 100


def test_no_core_is_dumped(run: Run, place: Path) -> None:
    run("ulimit -c unlimited 2>/dev/null; sh -c 'kill -ABRT $$'")
    assert list(place.iterdir()) == []


# Results


def test_results_come_on_a_descriptor_of_their_own(run: Run) -> None:
    script = 'read number; echo said; echo result >&"$number"; echo wrong >&2'
    done = run(script, request=b"{results}\n", results=True)
    assert done.results == b"result\n"
    assert done.output == "said\nwrong\n"


def test_without_results_there_is_no_descriptor(run: Run) -> None:
    assert run("exit 0", request=b"{results}\n").results == b""


def test_many_results_come_whole(run: Run) -> None:
    script = 'read number; head -c 3000000 /dev/zero >&"$number"'
    assert run(script, request=b"{results}\n", results=True).results == bytes(3_000_000)


# Whether there is one


def test_without_bubblewrap_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SandboxError, match="bubblewrap is not installed"):
        open_sandbox(trusted=False)


def test_a_bubblewrap_that_does_not_work_is_refused_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2; exit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(SandboxError, match=r"does not work here: .*No permissions to create"):
        open_sandbox(trusted=False)


def test_do_refuses_without_bubblewrap_and_names_the_way_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from hashcop.engine import messages

    text = str(messages.no_sandbox("bubblewrap is not installed"))
    assert "--no-sandbox" in text


def test_trusted_code_runs_without_but_within_its_time(tmp_path: Path) -> None:
    trusted = open_sandbox(trusted=True)
    assert trusted.name == "none"
    done = trusted.run(["sh", "-c", "echo out"], directory=tmp_path, limits=Limits(10))
    assert (done.status, done.output) == (0, "out\n")
    assert trusted.run(["sleep", "60"], directory=tmp_path, limits=Limits(0.3)).timed_out


def test_the_data_say_which_sandbox_it_was(sandbox: Sandbox) -> None:
    assert sandbox.name.startswith("bubblewrap ")


def test_what_confines_commands_is_described(sandbox: Sandbox) -> None:
    said = "\n".join(sandbox.described())
    assert "filter of system calls: seccomp" in said
    assert "limits of all processes together: " + str(sandbox.groups or "no cgroups") in said
    assert open_sandbox(trusted=True).described() == ("nothing confines what is built and run",)


def test_two_commands_at_a_time_are_two_users(sandbox: Sandbox, tmp_path: Path) -> None:
    if not sandbox.drops_root:
        pytest.skip("not root: all commands are the user's own")
    said: list[str] = []

    def run_one() -> None:
        words = ["sh", "-c", "id -u; sleep 1"]
        said.append(sandbox.run(words, directory=Path("/"), limits=Limits(20)).output)

    both = [threading.Thread(target=run_one) for _ in range(2)]
    for thread in both:
        thread.start()
    for thread in both:
        thread.join()
    assert len(set(said)) == 2


def test_what_one_command_wrote_the_next_may_change(run: Run, place: Path) -> None:
    """Each may be another user."""
    assert run("mkdir -m 700 d; echo one > d/file; chmod 600 d/file").status == 0
    with commands_of_others():
        assert run("echo two >> d/file && cat d/file").output == "one\ntwo\n"
    assert (place / "d" / "file").read_text() == "one\ntwo\n"


@contextlib.contextmanager
def commands_of_others() -> Iterator[None]:
    """The lowest slot is taken, so that a command has another user than the last one."""
    with module._slots.take():
        yield


def test_what_the_kernel_says_of_itself_is_hidden(run: Run) -> None:
    for name in module.HIDDEN:
        assert run(f"cat /proc/{name} 2>/dev/null | wc -c").output.strip() == "0"


def test_stop_all_ends_what_runs_and_lets_nothing_begin(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "_running", commands._Running())
    begun = time.monotonic()
    threading.Timer(0.5, stop_all).start()
    assert run("sleep 60 # stopped-4712").status != 0
    assert time.monotonic() - begun < 10
    assert not is_running("stopped-4712")
    with pytest.raises(KeyboardInterrupt):
        run("true")


# An ordinary user


AS_USER = ("setpriv", "--reuid=1000", "--regid=1000", "--clear-groups")


def user_python() -> str:
    """An interpreter that an ordinary user may run, as one below /root is not."""
    for python in (str(Path(sys.executable).resolve()), "/usr/bin/python3"):
        test = [*AS_USER, python, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
        if subprocess.run(test, capture_output=True).returncode == 0:
            return python
    pytest.skip("no Python here that an ordinary user may run")


@pytest.fixture
def user_place() -> Iterator[Path]:
    """A directory that an ordinary user owns and reaches, as pytest's own under root are not."""
    place = Path(tempfile.mkdtemp(prefix="hashcop-user-"))
    os.chown(place, 1000, 1000)
    yield place
    shutil.rmtree(place)


def test_an_ordinary_user_gets_the_same(user_place: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("this is an ordinary user already: all other tests are this one")
    script = textwrap.dedent(
        f"""
        import json, sys
        sys.path[:0] = [{str(ROOT)!r}, {str(Path(pyseccomp.__file__).parent)!r}]
        from pathlib import Path
        from hashcop.machine.sandbox import Limits, open_sandbox
        sandbox = open_sandbox(trusted=False)
        place = Path({str(user_place)!r})
        def said(script, **limits):
            done = sandbox.run(["sh", "-c", script], directory=place, writable=[place],
                               limits=Limits(10, **limits))
            return done.output
        print(json.dumps({{
            "own": said("echo text > file; cat file"),
            "root": said("touch /x 2>/dev/null && echo wrote"),
            "way": said("touch ../x 2>/dev/null && echo wrote"),
            "passwd": said("test -e /etc/passwd && echo there"),
            "user": said("id -u"),
            "processes": said("ls /proc | grep -c '^[0-9]'"),
            "network": said("tail -n +3 /proc/net/dev | grep -vc lo:"),
        }}))
        """
    )
    done = subprocess.run(
        [*AS_USER, user_python(), "-B", "-c", script], cwd="/", capture_output=True, text=True
    )
    if "No permissions to create" in done.stderr or "Permission denied" in done.stderr:
        pytest.skip(f"an ordinary user gets no sandbox here: {done.stderr.splitlines()[-1]}")
    if "No module named 'hashcop'" in done.stderr:
        pytest.skip("an ordinary user can't read this checkout")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["own"] == "text\n"
    assert (said["root"], said["way"], said["passwd"]) == ("", "", "")
    assert said["user"] == "1000\n"
    assert int(said["processes"]) < 8
    assert said["network"] == "0\n"
