"""What ./do runs first: makes the virtual environment from the lock file where it is not there, then hands over.

Only the standard library, and only what an old Python can read: it says itself that it wants 3.11.
"""

import signal

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
if __name__ == "__main__":  # a Ctrl-C waits until main() can answer it
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)

import fcntl  # noqa: E402
import hashlib  # noqa: E402
import os  # noqa: E402
import shutil  # noqa: E402
import subprocess  # noqa: E402
import sys  # noqa: E402
import tempfile  # noqa: E402
from pathlib import Path  # noqa: E402

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)
# What needs a lock file of its own, by the option that installs it.
EXTRAS = {
    "--count": "requirements-count.lock",
    "--devices": "requirements-devices.lock",
    "--lab": "requirements-lab.lock",
    "--rtl": "requirements-rtl.lock",
    "--worker": "requirements-worker.lock",
}
MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"


def say(text: str) -> None:
    """To people, at once."""
    print(f"do: {text}", file=sys.stderr, flush=True)


def _stamp(lock: Path) -> str:
    """What the environment was made from: it serves as long as this is the same."""
    state = hashlib.sha256(lock.read_bytes())
    state.update(f"{sys.version} {sys.base_prefix} {ROOT}".encode())
    return state.hexdigest()


def _is_made(lock: Path) -> bool:
    stamp = VENV / f"{lock.stem}.stamp"
    return stamp.is_file() and stamp.read_text() == _stamp(lock)


def _ensure_venv_module() -> None:
    sys.path.insert(0, str(ROOT))
    from hashcop.machine import packages

    if packages.VENV.is_there:
        return
    if packages.can_install() and packages.install([packages.VENV], say):
        return
    say(f"Python's venv is missing. This installs it:\n    {packages.apt_line([packages.VENV])}")
    raise SystemExit(1)


def _check_call(*command: str) -> None:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        say(f"`{' '.join(command)}` failed:\n{done.stdout[-3000:]}")
        raise SystemExit(1)


def _make(lock: Path) -> None:
    """Create the environment, or bring it up to date; the stamp is written last, so that half of one is made anew."""
    base = VENV / "requirements.stamp"
    if not (base.is_file() and base.read_text() == _stamp(ROOT / "requirements.lock")):
        _ensure_venv_module()
        say(f"making the Python environment in {VENV} (once)")
        shutil.rmtree(VENV, ignore_errors=True)
        # A process of its own: a venv module that was installed a moment ago is not seen in this one.
        _check_call(sys.executable, "-m", "venv", str(VENV))
    pip = str(VENV / "bin" / "pip")
    _check_call(
        pip, "install", "-q", "--no-input", "--require-hashes", "--no-deps", "-r", str(lock)
    )
    site = next(VENV.glob("lib/python*/site-packages"))
    (site / "hashcop.pth").write_text(f"{ROOT}\n")
    (VENV / f"{lock.stem}.stamp").write_text(_stamp(lock))


def ensure(lock: Path) -> None:
    """Make the environment hold what a lock file says; several at once wait for each other."""
    if _is_made(lock):
        return
    with (ROOT / ".venv.lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        if not _is_made(lock):
            _make(lock)


def _ensure_for_tests(extra: str, what: str) -> None:
    """Add what some tests need besides. Without it all others run."""
    try:
        ensure(ROOT / extra)
    except SystemExit:
        say(f"what {extra} names can't be installed: tests of {what} are skipped")


def _ensure_scripts() -> None:
    """Try once for each lock file to install the libraries of the pages' scripts: pages are whole without them."""
    stamp = VENV / "scripts.stamp"
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    sys.path.insert(0, str(ROOT))
    from reports import vendored

    with (ROOT / ".venv.lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        vendored.install(say)
        stamp.write_text(wanted)


def _ensure_jars() -> None:
    """Get the libraries in Java that some implementations call, by Maven; one of another SHA-256 is refused."""
    import tomllib

    if shutil.which("mvn") is None:
        say("Maven is missing. This installs it:\n    apt-get install maven")
        raise SystemExit(1)
    rows = tomllib.loads((ROOT / "compilers" / "jvm" / "jars.toml").read_text())
    place = VENV / "jars"
    place.mkdir(exist_ok=True)
    for name, row in rows.items():
        parts = row["artifact"].split(":")
        file = place / ("-".join([parts[1], parts[2], *parts[4:]]) + ".jar")
        if file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == row["sha256"]:
            continue
        say(f"getting {name} {parts[2]}")
        with tempfile.TemporaryDirectory(dir=place) as draft:
            _check_call(
                *("mvn", "-q", "-B", MAVEN_COPY, f"-Dartifact={row['artifact']}"),
                f"-DoutputDirectory={draft}",
            )
            got = next(Path(draft).glob("*.jar"), None)
            if got is None or hashlib.sha256(got.read_bytes()).hexdigest() != row["sha256"]:
                say(f"{name} is another file than compilers/jvm/jars.toml says: not used")
                raise SystemExit(1)
            got.chmod(0o644)
            got.replace(file)


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Hand over to hashcop/; with `--for-tests` only make the environment of the tests.

    With `--count` only add what ./do count needs, with `--jars` the libraries in Java, with `--devices` NVIDIA's
    compiler of kernels, with `--rtl` what synthesizes and places circuits, with `--lab` what the home of a lab needs,
    and with `--worker` what its machines do.
    """
    if sys.version_info < OLDEST:
        say(
            f"Python {'.'.join(map(str, OLDEST))} or newer is needed; this is {sys.version.split()[0]}"
        )
        raise SystemExit(1)
    lock = ROOT / "requirements.lock"
    if "_DO_COMPLETE" in os.environ and not _is_made(lock):
        return  # a shell asks what may follow: nothing is made for that
    ensure(lock)
    _ensure_scripts()
    python = str(VENV / "bin" / "python")
    if sys.argv[1:] == ["--for-tests"]:
        ensure(ROOT / "requirements-test.lock")
        _ensure_for_tests(EXTRAS["--count"], "operation counts")
        _ensure_for_tests(EXTRAS["--lab"], "labs")
        os.execv(python, [python, "-P", "-m", "tests.support.testbed"])
    if len(sys.argv) == 2 and sys.argv[1] in EXTRAS:
        ensure(ROOT / EXTRAS[sys.argv[1]])
        return
    if sys.argv[1:] == ["--jars"]:
        _ensure_jars()
        return
    # The new Python inherits the mask, and answers when it is ready to.
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    # -P: nothing is imported from the directory that we are called in, which may be a stranger's.
    os.execv(python, [python, "-P", "-m", "hashcop", *sys.argv[1:]])


if __name__ == "__main__":
    try:
        signal.signal(signal.SIGTERM, _stop)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup
            signal.signal(signal.SIGHUP, _stop)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        main()
    except KeyboardInterrupt:
        say("stopped; the same command goes on from here")
        sys.exit(130)
