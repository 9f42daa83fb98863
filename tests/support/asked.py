"""Requests to programs of our own, as the platform C makes them, without a sandbox."""

import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.records import Counter

ROOT = Path(__file__).resolve().parents[2]
MEASURE = ROOT / "measure" / "c"
TOKEN = "0123456789abcdef0123456789abcdef"


@dataclass(frozen=True)
class Said:
    """How a program ended, and the words of each line on its results descriptor."""

    status: int
    error: str
    lines: list[list[str]]

    @property
    def facts(self) -> list[list[str]]:
        """Without the token and the end."""
        assert self.lines[-1][1:] == ["done"], self
        return [words for _, *words in self.lines[:-1]]

    def words(self, kind: str) -> list[list[str]]:
        """The lines of a kind."""
        return [line for line in self.facts if line[0] == kind]

    def of(self, kind: str) -> list[list[int]]:
        """The numbers of each line of a kind."""
        return [[int(word) for word in words[1:]] for words in self.facts if words[0] == kind]


def ask(binary: Path, request: str, seconds: float = 60) -> Said:
    """Run a program of our own; `{results}` in the request is its descriptor."""
    with tempfile.TemporaryFile("w+", encoding="ascii") as results:
        number = results.fileno()
        done = subprocess.run(
            [binary],
            input=request.replace("{results}", str(number)),
            pass_fds=[number],
            capture_output=True,
            text=True,
            timeout=seconds,
        )
        results.seek(0)
        lines = [line.rstrip("\n").split(" ") for line in results]
    return Said(done.returncode, done.stderr, lines)


def processor() -> int:
    """The one that programs are pinned to."""
    return max(os.sched_getaffinity(0))


def time(binary: Path, counter: Counter, lengths: list[int], **fields: int | str) -> Said:
    """Timings by a counter: 20 us each, calibrated by chains of 50 us, but for what `fields` say."""
    rate = counter.ticks_per_second
    numbers: dict[str, int | str] = {
        "processor": processor(),
        "warmup": 2,
        "timings": 15,
        "timing": int(max(20e-6 * rate, 100 * counter.resolution)),
        "calibration": int(max(50e-6 * rate, 2000 * counter.resolution)),
        "batch": int(500e-6 * rate),
        "moved": 5000,
        "gap": int(20e-6 * rate),
        "retakes": 5,
    }
    words = [f"{name}={value}" for name, value in (numbers | fields).items()]
    request = " ".join([*words, *map(str, lengths)])
    return ask(binary, f"{TOKEN} {{results}} 30 60 time@{counter.name} {request}")
