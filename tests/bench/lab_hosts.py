"""A lab of four hosts on one machine, with the real `./do`, server and home, and with faults: `make lab-test`.

    python -m tests.bench.lab_hosts [--faults 100] [--seed 1] [SELECT ...]

As root each host has a network namespace of its own, its own /run/lock, checkout and cache, and is reached over a
bridge; others have hosts on loopback, which are never cut off. By default, in seconds after the start: host 1 is killed
at 5 and comes back at 22, host 2 is cut off at 8 for 40, host 3 runs a quarter of the time until 90, the server is
killed at 14, home at 28, a submission is sent at 33, and the server's store is deleted at 36. With --faults so many
happen at random moments, by the seed.

Exit status 1 if a file at home differs from that of its host, a line is there twice, the pages are others than one
machine makes of the same data, the submission was not answered well, a host ran two jobs at once, or the lab is not
done in time. The directory is kept then, and named.
"""

import argparse
import contextlib
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import msgspec

from hashcop import ROOT
from hashcop.data.store import FILE
from hashcop.lab import server
from hashcop.lab.setup import packed
from hashcop.lab.state import State
from hashcop.lab.worker import CREDENTIALS, Credentials

HOSTS = 4
SELECT = ("sha256/ref",)
PORT = 4222
BRIDGE, NETWORK = "hclab", "10.213.77"
SECONDS = 300.0  # for all of it, and as many more for every ten random faults
SLOW = "host3"
SLICE = 0.4  # seconds in which a slow host runs for a quarter
PACE = 2.0  # seconds between random faults, in the mean
AWAY = 1.0, 8.0  # seconds that what was killed or cut off is away, at random
VENV = ROOT / ".venv"
WRITTEN = ".pth", ".stamp"
# Lets a checkout take over an environment: its stamps depend on where it is.
ADOPT = """
import bootstrap
for stamp in bootstrap.VENV.glob("requirements*.stamp"):
    stamp.write_text(bootstrap._stamp(bootstrap.ROOT / f"{stamp.stem}.lock"))
"""


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _kill(pid: int) -> None:
    """A process, and all that descend from it, as a power cut would."""
    every = [pid, *_below(pid)]
    for one in every:
        with contextlib.suppress(ProcessLookupError):
            os.kill(one, signal.SIGKILL)


def _below(pid: int) -> list[int]:
    children: dict[int, list[int]] = {}
    for one in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            parent = int((one / "stat").read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(one.name))
    found, left = [], [pid]
    while left:
        more = children.get(left.pop(), [])
        found += more
        left += more
    return found


@dataclass
class Part:
    """A process that is started, killed, and started again: home, or the worker of a host."""

    name: str
    directory: Path
    command: Sequence[str]
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def checkout(self) -> Path:
        """Where it runs."""
        return self.directory / "checkout"

    def start(self) -> None:
        """Its next life."""
        with (self.directory / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.checkout,
                env=os.environ | {"XDG_CACHE_HOME": str(self.directory / "cache")},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def kill(self) -> None:
        """End this life."""
        if self.process:
            _kill(self.process.pid)
            self.process.wait()
            self.process = None

    @property
    def data(self) -> Path:
        """What a host has recorded."""
        return self.checkout / "bench" / self.name / FILE


@dataclass
class Hosts:
    """Home and its hosts, below `directory`."""

    directory: Path
    has_networks: bool
    select: Sequence[str]
    home: Part = field(init=False)
    hosts: list[Part] = field(default_factory=list)
    twice: set[str] = field(default_factory=set)
    slow: set[str] = field(default_factory=set)
    submission: "subprocess.Popen[bytes] | None" = None
    _over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> "Hosts":
        self._lay_out()
        self.home.start()
        for one in self.hosts:
            one.start()
        threading.Thread(target=self._watch, daemon=True).start()
        threading.Thread(target=self._slow_down, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for one in (*self.hosts, self.home):
            one.kill()
        if self.submission:
            self.submission.kill()
            self.submission.wait()
        self.kill_server()
        if self.has_networks:
            _remove_networks()

    def _lay_out(self) -> None:
        names = [f"host{number}" for number in range(1, HOSTS + 1)]
        address = f"{NETWORK}.1" if self.has_networks else "127.0.0.1"
        root = self.directory / "home"
        archive = packed(ROOT)
        self.home = Part("home", root, ["./do", "lab", *self.select])
        _check_out(archive, self.home.checkout)
        inventory = [f'[lab]\nhome = "{address}:{PORT}"\n[defaults]\nprofile = "quick"\n']
        inventory += [
            f'[machine.{name}]\ntags = ["{"slow" if name == SLOW else "quick"}"]\n'
            for name in names
        ]
        (self.home.checkout / "lab.toml").write_text("".join(inventory))
        state = State(self.home.checkout)
        certificate = Path(server.certificate(state.directory).file).read_text()
        if self.has_networks:
            _remove_networks()
            _make_networks(len(names))
        for number, name in enumerate(names, 1):
            words = ["./do", "lab", "work"]
            if self.has_networks:
                alone = 'mount -t tmpfs none /run/lock && exec "$@"'
                words = ["ip", "netns", "exec", f"hc{number}", "sh", "-c", alone, "sh", *words]
            one = Part(name, self.directory / name, words)
            _check_out(archive, one.checkout)
            own = Credentials(
                name=name,
                url=f"tls://{address}:{PORT}",
                password=state.add(name),
                certificate=certificate,
            )
            file = one.checkout / CREDENTIALS
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(msgspec.json.encode(own))
            file.chmod(0o600)
            self.hosts.append(one)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(_environment, (self.home, *self.hosts)))

    def submit(self) -> None:
        """Send all hosts that are not slow an implementation that is right."""
        sent = self.directory / "sent" / "crypto_hash" / "sha256" / "sent"
        shutil.copytree(ROOT / "crypto_hash" / "sha256" / "ref", sent)
        with (self.directory / "submitted").open("wb") as out:
            self.submission = subprocess.Popen(
                ["./do", "lab", "submit", "--to", "quick", str(self.directory / "sent")],
                cwd=self.home.checkout,
                env=os.environ | {"XDG_CACHE_HOME": str(self.home.directory / "cache")},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    # Faults

    def kill_server(self) -> None:
        """End the server's process, whoever started it."""
        place = str(State(self.home.checkout).directory / "server")
        for one in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                line = os.fsdecode((one / "cmdline").read_bytes())
                if server.PROGRAM in line and place in line:
                    os.kill(int(one.name), signal.SIGKILL)

    def delete_store(self) -> None:
        """What the server keeps is gone, and the server with it."""
        self.kill_server()
        place = State(self.home.checkout).directory / "server" / "store"
        shutil.rmtree(place, ignore_errors=True)

    def cut_off(self, number: int, *, is_off: bool) -> None:
        """Take a host's cable out, or put it in again."""
        if self.has_networks:
            _ip("link", "set", f"hc{number}", "down" if is_off else "up")

    def _slow_down(self) -> None:
        while not self._over.is_set():
            every = [
                pid
                for one in self.hosts
                if one.name in self.slow and one.process
                for pid in (one.process.pid, *_below(one.process.pid))
            ]
            for which, seconds in ((signal.SIGSTOP, 3 * SLICE), (signal.SIGCONT, SLICE)):
                for pid in every:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, which)
                time.sleep(seconds)

    # What is watched

    def _watch(self) -> None:
        """No host may run two jobs at once."""
        while not self._over.wait(0.2):
            running: Counter[str] = Counter()
            for one in Path("/proc").glob("[0-9]*"):
                with contextlib.suppress(OSError):
                    words = os.fsdecode((one / "cmdline").read_bytes()).split("\0")
                    parent = int((one / "stat").read_text().rpartition(")")[2].split()[1])
                    own = os.fsdecode((Path("/proc") / str(parent) / "cmdline").read_bytes())
                    if "--machine" in words and "--machine" not in own.split("\0"):
                        running[words[words.index("--machine") + 1]] += 1
            self.twice |= {name for name, number in running.items() if number > 1}

    def wrong(self) -> Iterator[str]:
        """What is not as it must be, when all is done."""
        for one in self.hosts:
            at_home = self.home.checkout / "bench" / one.name / FILE
            contents = [file.read_bytes() if file.exists() else b"" for file in (one.data, at_home)]
            here, there = (hashlib.sha256(content).hexdigest() for content in contents)
            lines = contents[1].splitlines()
            kinds = Counter(json.loads(line)["kind"] for line in lines)
            print(f"{one.name}: {len(lines)} lines, {here[:16]} there, {there[:16]} at home")
            if here != there:
                yield f"{one.name}: its file at home is another one"
            if len(set(lines)) < len(lines):
                yield f"{one.name}: {len(lines) - len(set(lines))} lines are there twice"
            if not kinds["timings"]:
                yield f"{one.name}: no timings came home"
        yield from self._pages()
        if self.submission and self.submission.poll() != 0:
            yield f"the submission: status {self.submission.returncode}: {self.directory}/submitted"
        for name in sorted(self.twice):
            yield f"{name}: ran two jobs at once"

    def _pages(self) -> Iterator[str]:
        """Where the pages are others than one machine makes of the same data."""
        bench = self.directory / "alone"
        for one in self.hosts:
            (bench / one.name).mkdir(parents=True)
            shutil.copy(one.data, bench / one.name)
        words = [".venv/bin/python", "-P", "-m", "hashcop", "report", "--bench", str(bench)]
        subprocess.run(words, cwd=self.home.checkout, check=True, stdout=subprocess.DEVNULL)
        made = [_files(place / "html") for place in (self.home.checkout / "bench", bench)]
        print(f"{len(made[0])} files of pages")
        if made[0] != made[1]:
            names = sorted({*made[0].items()} ^ {*made[1].items()})
            yield f"pages differ: {', '.join(sorted({name for name, _ in names})[:5])}"


def _files(place: Path) -> dict[str, str]:
    """The SHA-256 of all files of pages, by their names; without what tells where they were made."""
    return {
        one.relative_to(place).as_posix(): hashlib.sha256(one.read_bytes()).hexdigest()
        for one in place.rglob("*")
        if one.is_file() and not one.relative_to(place).parts[0].startswith(".")
    }


def _check_out(archive: bytes, place: Path) -> None:
    """The tree, as a machine gets it."""
    place.mkdir(parents=True)
    with tarfile.open(fileobj=BytesIO(archive)) as packed_tree:
        packed_tree.extractall(place, filter="tar")


def _environment(part: Part) -> None:
    """What `./do lab add` makes on a machine, and `bootstrap.py --lab` at home.

    Most of it is in this checkout's environment, and installing it five times would take two minutes.
    """
    shutil.copytree(VENV, part.checkout / VENV.name, symlinks=True, copy_function=_linked)
    for path in (part.checkout / VENV.name).glob("lib/*/site-packages/hashcop.pth"):
        path.write_text(f"{part.checkout}\n")
    subprocess.run(["python3", "-B", "-c", ADOPT], cwd=part.checkout, check=True)
    extra = "--lab" if part.name == "home" else "--worker"
    words = ["python3", "-B", "bootstrap.py", extra]
    subprocess.run(words, cwd=part.checkout, check=True, stdout=subprocess.DEVNULL)


def _linked(source: str, target: str) -> None:
    """Copy a file. Those that are never written in place are linked, where the file system can."""
    if not source.endswith(WRITTEN):
        with contextlib.suppress(OSError):
            os.link(source, target)
            return
    shutil.copy2(source, target)


def _make_networks(count: int) -> None:
    _ip("link", "add", BRIDGE, "type", "bridge")
    _ip("addr", "add", f"{NETWORK}.1/24", "dev", BRIDGE)
    _ip("link", "set", BRIDGE, "up")
    for number in range(1, count + 1):
        name = f"hc{number}"
        _ip("netns", "add", name)
        _ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("link", "set", name, "master", BRIDGE, "up")
        _ip("-n", name, "addr", "add", f"{NETWORK}.{number + 1}/24", "dev", "eth0")
        _ip("-n", name, "link", "set", "eth0", "up")
        _ip("-n", name, "link", "set", "lo", "up")


def _remove_networks() -> None:
    for words in (
        *(("netns", "del", f"hc{number}") for number in range(1, HOSTS + 1)),
        ("link", "del", BRIDGE),
    ):
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip(*words)


Fault = tuple[float, str, Callable[[], None]]


def usual(made: Hosts) -> list[Fault]:
    """The faults that happen without --faults, and when."""
    first = made.hosts[0]
    return [
        (1, "host 3 is slow", lambda: made.slow.add(SLOW)),
        (5, "host 1 is killed", first.kill),
        (8, "host 2 is cut off", lambda: made.cut_off(2, is_off=True)),
        (14, "the server is killed", made.kill_server),
        (22, "host 1 is back", first.start),
        (28, "home is killed", made.home.kill),
        (31, "home is back", made.home.start),
        (33, "a submission is sent", made.submit),
        (36, "the server's store is deleted", made.delete_store),
        (48, "host 2 is reached again", lambda: made.cut_off(2, is_off=False)),
        (90, "host 3 has its full speed", lambda: made.slow.discard(SLOW)),
    ]


def at_random(made: Hosts, count: int, seed: int) -> list[Fault]:
    """So many faults; what is away then comes back."""
    chance = random.Random(seed)
    at, found = 2.0, []
    until: dict[str, float] = {}  # when a part is back
    for _ in range(count):
        at += chance.expovariate(1 / PACE)
        number = chance.randrange(HOSTS)
        host, back = made.hosts[number], at + chance.uniform(*AWAY)
        what = chance.choice(["host", "cable", "server", "home", "store"])
        name = f"{what} {number}" if what in ("host", "cable") else what
        at = max(at, until.get(name, 0.0) + 0.5)
        back = max(back, at + AWAY[0])
        until[name] = back
        if what == "server":
            found.append((at, "the server is killed", made.kill_server))
        elif what == "store":
            found.append((at, "the server's store is deleted", made.delete_store))
        elif what == "home":
            found.append((at, "home is killed", made.home.kill))
            found.append((back, "home is back", made.home.start))
        elif what == "host":
            found.append((at, f"{host.name} is killed", host.kill))
            found.append((back, f"{host.name} is back", host.start))
        else:
            found.append(
                (
                    at,
                    f"{host.name} is cut off",
                    lambda n=number: made.cut_off(n + 1, is_off=True),
                )
            )
            found.append(
                (
                    back,
                    f"{host.name} is reached again",
                    lambda n=number: made.cut_off(n + 1, is_off=False),
                )
            )
    return sorted(found, key=lambda one: one[0])


def play(made: Hosts, faults: Sequence[Fault], seconds: float) -> str:
    """Let all faults happen, then wait until home has ended well. Returns what is wrong, or nothing."""
    begun = time.monotonic()
    for at, what, happen in faults:
        time.sleep(max(0.0, begun + at - time.monotonic()))
        print(f"{time.monotonic() - begun:5.1f} s: {what}", flush=True)
        happen()
    while time.monotonic() - begun < seconds:
        home = made.home.process
        is_answered = made.submission is None or made.submission.poll() is not None
        if home and home.poll() is not None and is_answered:
            print(f"{time.monotonic() - begun:5.1f} s: home has ended: status {home.returncode}")
            return "" if home.returncode == 0 else f"home ended with status {home.returncode}"
        time.sleep(0.2)
    return f"not done after {seconds:.0f} s"


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("select", nargs="*", default=SELECT)
    parser.add_argument("--faults", type=int, default=0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 16))
    asked = parser.parse_args()
    has_networks = os.geteuid() == 0 and shutil.which("ip") is not None
    if not has_networks:
        print("hosts are on loopback, and none is cut off: networks of their own want root and ip")
    directory = Path(tempfile.mkdtemp(prefix="hashcop-lab-"))
    directory.chmod(0o755)
    with Hosts(directory, has_networks, asked.select) as made:
        if asked.faults:
            print(f"{asked.faults} faults, SEED={asked.seed}")
        faults = at_random(made, asked.faults, asked.seed) if asked.faults else usual(made)
        why = play(made, faults, SECONDS * (1 + asked.faults / 10))
        wrong = [*([why] if why else []), *made.wrong()]
    print("\n".join(f"wrong: {text}" for text in wrong) or "as it must be")
    if wrong:
        print(f"SEED={asked.seed}; all that they wrote is in {directory}")
        return 1
    shutil.rmtree(directory)
    return 0


if __name__ == "__main__":
    sys.exit(main())
