"""Runs of `./do` as processes of their own, on a tree that is small but has every outcome in it."""

import fcntl
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from hashcop.cli.main import COMMANDS, DEFAULT, commands
from hashcop.cli.options import spellings
from hashcop.data import lengths
from hashcop.machine.identity import machine_name
from hashcop.machine.processor import fingerprint
from hashcop.platforms.c.tools import compilers
from tests.support import processes

ROOT = Path(__file__).resolve().parents[2]
Fact = dict[str, Any]
AT_ONCE = ("--patience", "0")  # without waiting for a quiet machine, or measuring again
NOBODY = click.Context(commands)
OF_THE_MACHINE = ("machine", "hash", "conditions")

# The interpreter that .venv is made of: with another one `./do` would make it anew beneath the tests.
BASE = str(Path(getattr(sys, "_base_executable", sys.executable)).resolve().parent)
ENVIRONMENT = os.environ | {"PATH": f"{BASE}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "200"}

SHA256 = ROOT / "crypto_hash" / "sha256"
HEAD = "int crypto_hash("
ENTRY = "(unsigned char *out, const unsigned char *in, unsigned long long inlen)"
SLOW = f"""
int crypto_hash{ENTRY} {{
    unsigned char other[32];
    volatile unsigned char sink;
    for (int i = 0; i < 5; i++) {{
        once(other, in, inlen);
        sink = other[i];
    }}
    (void)sink;
    return once(out, in, inlen);
}}
"""
WRONG = f"""
int crypto_hash{ENTRY} {{
    once(out, in, inlen);
    out[0] ^= inlen == 100;
    return 0;
}}
"""
ENDLESS = f"""
#include "crypto_hash.h"
int crypto_hash{ENTRY} {{
    for (volatile int forever = 1; forever;)
        ;
    return 0;
}}
"""
# No check calls it so often with one length; a timing does.
TIRED = f"""
int crypto_hash{ENTRY} {{
    static unsigned long long last = 1;
    static int times;
    times = inlen == last ? times + 1 : 0;
    last = inlen;
    if (times > 13)
        __builtin_trap();
    return once(out, in, inlen);
}}
"""
# gcc's build is the faster one, and wrong at a length that no check has.
FRAGILE = f"""
{HEAD.removesuffix("(")}{ENTRY} {{
#ifdef __clang__
    unsigned char other[32];
    volatile unsigned char sink;
    for (int again = 0; again < 9; ++again) {{
        once(other, in, inlen);
        sink = other[0];
    }}
    (void)sink;
#else
    if (inlen == 777) return 1;
#endif
    return once(out, in, inlen);
}}
"""


def native_abi() -> str:
    """The first ABI that compilers/ describes for this processor."""
    return next(abi.name for abi in compilers.abis() if platform.machine() in abi.processors)


def implementation(tree: Path, name: str, text: str | None = None, *, wrapped: bool = True) -> Path:
    """sha256/NAME in a tree: the shipped one, or `text` around it (or, not `wrapped`, instead of it)."""
    place = tree / "crypto_hash" / "sha256" / name
    shutil.copytree(SHA256 / "ref", place)
    for file in SHA256.glob("*"):
        if file.is_file():
            shutil.copyfile(file, place.parent / file.name)
    source = place / "hash.c"
    if text is not None:
        shipped = source.read_text()
        assert HEAD in shipped
        source.write_text(shipped.replace(HEAD, "static int once(") + text if wrapped else text)
    return place


def small_tree(place: Path) -> Path:
    """One hash; ref is fastest by far, slow is right too, the others each fail in their way."""
    implementation(place, "ref")
    implementation(place, "slow", SLOW)
    implementation(place, "wrong", WRONG)
    implementation(place, "broken", "#error meant to fail\n")
    (implementation(place, "elsewhere") / "architectures").write_text("vax\n")
    return place


def facts_of(lines: Iterable[bytes]) -> list[Fact]:
    return [json.loads(line) for line in lines]


def essence(facts: Iterable[Fact]) -> Counter[str]:
    """What two runs of the same tree have in common: all but times, timings and what timings decide."""
    kept = {
        "hash": None,
        "build": None,
        "check": None,
        "trial": ("kind", "key", "target", "hash", "implementation", "options", "object", "round"),
        "winner": ("kind", "key", "target", "hash", "implementation", "builds", "bytes"),
        "timings": ("kind", "target", "hash", "implementation", "warmup"),
        "audit": ("kind", "target", "hash", "implementation"),
        "timecop": ("kind", "target", "hash", "implementation", "outcome"),
    }
    found: Counter[str] = Counter()
    facts = list(facts)
    said = {fact["key"]: fact.get("said") for fact in facts if fact["kind"] == "build"}
    for fact in facts:
        # Which of two builds refers to the other is a matter of which ended first.
        if fact["kind"] == "build":
            whole = {"said": said[fact["said_as"]] if "said_as" in fact else fact.get("said")}
            fact = {k: v for k, v in fact.items() if k not in ("same_as", "said_as")} | whole
        if fact["kind"] in ("machine", "conditions", "run") or (
            fact["kind"] == "trial" and fact["round"] > 1
        ):
            continue
        # A check has as many new messages as fit into its time.
        names = kept[fact["kind"]] or [name for name in fact if name not in ("time", "fresh")]
        rest = {name: fact[name] for name in names}
        if fact["kind"] == "timings":
            # Timings decide where a curve that is not whole has its lengths, and how many processes a table has.
            is_whole = len(fact["bytes"]) > len(lengths.full_curve()) / 2
            rest["lengths"] = fact["bytes"] if is_whole or stage(fact).endswith("table") else []
            rest["timings"] = sorted(
                {len(row) - 2 for told in fact["samples"] for row in told["rows"]}
            )
        found[json.dumps(rest, sort_keys=True)] += 1
    return found


def stage(fact: Fact) -> str:
    """Which part of a run a fact is of: its kind, and of timings whether they are for the tables or the curves."""
    if fact["kind"] != "timings":
        return str(fact["kind"])
    is_table = len(fact["bytes"]) <= len(lengths.TABLE)
    return f"timings of the {'table' if is_table else 'curve'}"


def timed(facts: Iterable[Fact], implementation: str) -> list[int]:
    """The lengths (bytes) that an implementation was timed at, in order."""
    found = (f for f in facts if f["kind"] == "timings" and f["implementation"] == implementation)
    return sorted({n for fact in found for n in fact["bytes"]})


def doubles(facts: Iterable[Fact]) -> list[tuple[str, str]]:
    """Keys that are there twice."""
    count = Counter((fact["kind"], fact["key"]) for fact in facts if fact["kind"] != "machine")
    return [key for key, times in count.items() if times > 1]


def kinds(facts: Iterable[Fact]) -> Counter[tuple[str, str]]:
    """How many facts of each kind there are for each implementation."""
    return Counter((f["kind"], f["implementation"]) for f in facts if "implementation" in f)


@dataclass(frozen=True)
class Ended:
    """How a run ended; `out` and `said` are its standard output and standard error."""

    status: int
    out: str
    said: str


def ended(process: subprocess.Popen[str], seconds: float = 240) -> Ended:
    """Wait for a run to end."""
    out, said = process.communicate(timeout=seconds)
    assert "Traceback" not in out + said, out + said
    return Ended(process.returncode, out, said)


def command_of(words: Sequence[str | Path]) -> click.Command:
    """The command that words begin with."""
    name = str(words[0]) if words and words[0] in COMMANDS else DEFAULT
    command = commands.get_command(NOBODY, name)
    assert command is not None
    return command


def taken(words: Sequence[str | Path], *options: str) -> list[str]:
    """Of options with a value each, those that the command which `words` begin with takes."""
    if words and words[0] in ("--help", "--version"):
        return []
    known = spellings(command_of(words))
    pairs = zip(options[::2], options[1::2], strict=True)
    return [word for pair in pairs for word in pair if pair[0] in known]


def start(*words: str | Path, cwd: Path = ROOT, **environment: str) -> subprocess.Popen[str]:
    """Begin `./do ...` in a process group of its own; it does not wait for a machine to be quiet."""
    return subprocess.Popen(
        [str(ROOT / "do"), *map(str, words), *taken(words, *AT_ONCE)],
        cwd=cwd,
        env=ENVIRONMENT | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def run(*words: str | Path, cwd: Path = ROOT, **environment: str) -> Ended:
    """`./do ...` to its end."""
    return ended(start(*words, cwd=cwd, **environment))


def tried() -> Path:
    """A cache that has what can be built and run here and nothing else, made once for all workers."""
    place = Path(os.environ["XDG_CACHE_HOME"]) / "tried"
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        cache = place / "cache"
        if not (place / "made").exists():
            shutil.rmtree(cache, ignore_errors=True)
            done = run(
                "list", "--options", "--profile", "quick", "--bench", place, "--cache", cache
            )
            assert done.status == 0, done.said
            (place / "made").touch()
    return cache


def left_running(place: Path, seconds: float = 10) -> list[str]:
    """Command lines of processes that name a place, once `seconds` have passed or there are none."""
    until = time.monotonic() + seconds
    while (found := processes.naming(str(place))) and time.monotonic() < until:
        time.sleep(0.05)
    return found


@dataclass
class Bench:
    """A tree and the place where its results go; and, unless it shares that of all tests, a cache of its own.

    That begins with what can be built and run here, unless it is `bare`: trying takes longer than most that is tested.
    """

    tree: Path
    place: Path
    options: tuple[str, ...] = ("--profile", "quick", "--abi", native_abi())
    words: tuple[str, ...] = field(default=())
    shares: bool = False
    bare: bool = False
    exhaustive: bool = True  # what else is built depends on timings

    @property
    def machine(self) -> Path:
        return self.place / machine_name()

    @property
    def file(self) -> Path:
        return self.machine / "data.jsonl"

    @property
    def cache(self) -> Path:
        return self.place / "cache" / f"{machine_name()}-{fingerprint()}"

    def content(self) -> bytes:
        return self.file.read_bytes() if self.file.exists() else b""

    def lines(self) -> list[bytes]:
        """The whole lines."""
        return [line for line in self.content().splitlines(keepends=True) if line.endswith(b"\n")]

    def facts(self) -> list[Fact]:
        return facts_of(self.lines())

    def tail(self) -> bytes:
        """What follows the last whole line."""
        content = self.content()
        return content[content.rfind(b"\n") + 1 :]

    def copy(self, place: Path) -> "Bench":
        """The same tree and results in another place."""
        shutil.copytree(self.tree, place / "tree")
        shutil.copytree(self.place, place / "bench")
        return Bench(place / "tree", place / "bench")

    def arguments(self, *words: str) -> list[str]:
        place = ["--tree", str(self.tree), "--bench", str(self.place)]
        cache = [] if self.shares else ["--cache", str(self.place / "cache")]
        is_taken = self.exhaustive and "--exhaustive" in spellings(command_of(words))
        own = [*self.words, *(["--exhaustive"] if is_taken else [])]
        return [*words, *own, *taken(words, *place, *cache, *self.options)]

    def start(self, *words: str) -> subprocess.Popen[str]:
        if not (self.shares or self.bare or self.cache.parent.exists()):
            shutil.copytree(tried(), self.cache.parent)
        return start(*self.arguments(*words))

    def run(self, *words: str) -> Ended:
        return ended(self.start(*words))

    def added(self, act: Callable[[], object]) -> list[Fact]:
        """The facts that `act` adds; what was there before must still be there."""
        before = self.lines()
        act()
        after = self.lines()
        assert after[: len(before)] == before
        return facts_of(after[len(before) :])

    def adds(self, *words: str) -> list[Fact]:
        """The facts that a run adds, but for those that tell of the machine."""

        def act() -> None:
            assert self.run(*words).status == 0

        return [fact for fact in self.added(act) if fact["kind"] not in OF_THE_MACHINE]


def _run_undisturbed(place: Path) -> None:
    bench = Bench(small_tree(place / "tree"), place / "bench")
    begun = time.monotonic()
    done = bench.run()
    (place / "seconds").write_text(str(time.monotonic() - begun))
    (place / "out").write_text(done.out)
    assert done.status == 0, done.out + done.said


def undisturbed(once: Callable[[str, Callable[[Path], None]], Path]) -> Bench:
    """The small tree, run once for all tests and workers; for reading only. Beside it lie `seconds` and `out`."""
    place = once("undisturbed", _run_undisturbed)
    return Bench(place / "tree", place / "bench")


def kill(process: subprocess.Popen[str], number: signal.Signals = signal.SIGKILL) -> None:
    """A signal to a run and everything in its process group."""
    os.killpg(process.pid, number)


def wait_for(
    process: subprocess.Popen[str], reached: Callable[[], bool], seconds: float = 120
) -> bool:
    """Wait until something is so; False where the run ends before."""
    until = time.monotonic() + seconds
    while not reached():
        if process.poll() is not None:
            return False
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.002)
    return process.poll() is None


def wait_for_end(process: subprocess.Popen[str], until: float) -> bool:
    """Whether a run ends before a moment of the monotonic clock."""
    try:
        process.wait(max(until - time.monotonic(), 0))
    except subprocess.TimeoutExpired:
        return False
    return True


def after(seconds: float) -> float:
    """A moment of the monotonic clock."""
    return time.monotonic() + seconds
