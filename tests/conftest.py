"""What the tests of all rooms share: one sandbox for the session, and work that is done once for all workers."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hashcop.machine.alone import ELSEWHERE
from hashcop.machine.sandbox import Sandbox, SandboxError, open_sandbox
from hashcop.platforms.c import PLATFORM

# A process that a shell starts in the background ignores Ctrl-C, and so do all that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parent.parent
Once = Callable[[str, Callable[[Path], None]], Path]
MakeTree = Callable[[dict[str, str]], Path]

RIGHT = """#include "crypto_hash.h"
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char sum = 0;
    for (unsigned long long i = 0; i < inlen; ++i) sum = (unsigned char)(sum * 5 + in[i]);
    out[0] = sum;
    return 0;
}
"""


def pytest_configure(config: pytest.Config) -> None:
    """No test uses the user's own cache: all workers of a session share one that is removed at the end.

    It also keeps what Python compiles, whatever the user's shell says: hundreds of commands are started. No worker
    waits until another one has timed.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        place = tempfile.mkdtemp(prefix="hashcop-tests-")
        os.environ["XDG_CACHE_HOME"] = place
        os.environ["PYTHONPYCACHEPREFIX"] = f"{place}/compiled"
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        config.add_cleanup(lambda: shutil.rmtree(place, ignore_errors=True))
    worker = os.environ.get("PYTEST_XDIST_WORKER", "only")
    os.environ[ELSEWHERE] = f"{os.environ['XDG_CACHE_HOME']}/{worker}.lock"


@pytest.fixture
def hang_ups() -> Iterator[None]:
    """What is started hears SIGHUP; nohup would have it ignored."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Once:
    """once(name, make): a directory that make(directory) filled, in one worker for all of them."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent

    def made(name: str, make: Callable[[Path], None]) -> Path:
        place = shared / name
        with (shared / f"{name}.lock").open("w") as alone:
            fcntl.flock(alone, fcntl.LOCK_EX)
            if not (shared / f"{name}.made").exists():
                shutil.rmtree(place, ignore_errors=True)
                place.mkdir()
                make(place)
                (shared / f"{name}.made").touch()
        return place

    return made


@pytest.fixture(scope="session")
def sandbox() -> Sandbox:
    """The sandbox that works here."""
    try:
        return open_sandbox(trusted=False, toolchains=PLATFORM.directories())
    except SandboxError as error:
        pytest.skip(f"no sandbox: {error}")


@pytest.fixture(scope="session")
def do() -> Callable[..., subprocess.CompletedProcess[str]]:
    """do("check", ...): `./do` in a process of its own, killed after `seconds`."""

    def run(*words: str | Path, seconds: float = 240) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "hashcop", *map(str, words)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def verdicts(
    do: Callable[..., subprocess.CompletedProcess[str]], sandbox: Sandbox, once: Once
) -> Callable[..., dict[str, dict[str, Any]]]:
    """verdicts(name, ...): what `./do check ...` says of each "hash/implementation target"; run once for each name.

    `platform`: `./do PLATFORM check ...`.
    """

    def said(
        name: str, *words: str | Path, seconds: float = 240, platform: str = ""
    ) -> dict[str, dict[str, Any]]:
        def make(place: Path) -> None:
            command = ([platform] if platform else []) + ["check", "--json"]
            done = do(*command, "--bench", place / "bench", *words, seconds=seconds)
            (place / "status").write_text(str(done.returncode))
            (place / "said").write_text(done.stderr)
            (place / "rows.json").write_text(done.stdout)

        rows = json.loads((once(name, make) / "rows.json").read_text())
        return {f"{row['hash']}/{row['implementation']} {row['abi']}": row for row in rows}

    return said


@pytest.fixture
def right() -> str:
    """A source that hashes to one byte and behaves."""
    return RIGHT


@pytest.fixture
def make_tree(tmp_path: Path) -> MakeTree:
    """make_tree({"sum/ref/hash.c": "..."}): a tree of these files below crypto_hash/.

    Where a text begins with "-> " it is where a symbolic link points. An implementation without a
    file named api.h among them gets one by "sum/ref/api.h": "".
    """

    def made(files: dict[str, str]) -> Path:
        tree = tmp_path / "tree"
        (tree / "crypto_hash").mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            place = tree / "crypto_hash" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            if text.startswith("-> "):
                place.symlink_to(text.removeprefix("-> "))
            elif name.endswith("api.h") and not text:
                place.write_text("#define CRYPTO_BYTES 1\n")
            else:
                place.write_text(text)
        return tree

    return made
