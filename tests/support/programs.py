"""Programs made of cpucycles/ and a main of the tests: how they are built, and what they say."""

import platform
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parents[1] / "cpucycles"
ROOM = HERE.parents[1] / "cpucycles"
STRICT = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-D_DEFAULT_SOURCE", f"-I{ROOM}")


def sources() -> list[Path]:
    """All of cpucycles/ but the list, which is made."""
    return sorted(ROOM.rglob("*.c"))


def counters() -> list[str]:
    """The names that the files promise."""
    rooms = (ROOM / "processors", ROOM / "anywhere")
    return [file.stem for room in rooms for file in sorted(room.glob("*.c"))]


def counters_here() -> list[str]:
    """Those for this processor."""
    ours = {
        "x86_64": "x86",
        "i686": "x86",
        "aarch64": "arm64",
        "armv7l": "arm32",
        "ppc64le": "ppc64",
    }.get(platform.machine(), platform.machine())
    anywhere = [file.stem for file in (ROOM / "anywhere").glob("*.c")]
    return [name for name in counters() if name.split("-")[0] == ours or name in anywhere]


def make_list(place: Path) -> Path:
    """The list of all counters, as the Makefile makes it."""
    made = place / "list.c"
    subprocess.run(
        ["make", "-s", "-f", ROOM / "counters.mk", f"OUT={place}", made], check=True, timeout=60
    )
    return made


def build(
    command: Sequence[str], files: Iterable[Path], out: Path, *more: str
) -> subprocess.CompletedProcess[str]:
    """Compile and link, strictly."""
    return subprocess.run(
        [*command, *STRICT, *files, "-o", out, *more], capture_output=True, text=True, timeout=240
    )


def built(command: Sequence[str], files: Iterable[Path], out: Path, *more: str) -> Path:
    """The program; it must build without a word."""
    done = build(command, files, out, *more)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return out


@dataclass(frozen=True)
class Trial:
    """A line `trial` of tell.c."""

    name: str
    works: bool
    resolution: int
    cost: int
    noise: int
    core_cycles: bool
    reason: str


@dataclass(frozen=True)
class Told:
    """What a program said. `facts`: first word -> the rest of lines other than trials."""

    status: int
    trials: dict[str, Trial]
    facts: dict[str, list[str]] = field(default_factory=dict)

    @property
    def chosen(self) -> str:
        return self.facts["chosen"][0]


def parse(status: int, text: str) -> Told:
    """What tell.c or fakes.c printed."""
    told = Told(status, {})
    for line in text.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "trial":
            name, works, resolution, cost, noise, core, reason = rest.split(" ", 6)
            told.trials[name] = Trial(
                name, works == "1", int(resolution), int(cost), int(noise), core == "1", reason
            )
        else:
            told.facts.setdefault(kind, []).append(rest)
    return told


def output(command: Sequence[str | Path]) -> list[str]:
    """The lines that a program prints; it must end well."""
    return subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=True
    ).stdout.splitlines()


def tell(command: Sequence[str | Path], *words: str) -> Told:
    """Run a program and hear what it says."""
    done = subprocess.run([*command, *words], capture_output=True, text=True, timeout=120)
    assert done.stderr == "", done.stderr
    return parse(done.returncode, done.stdout)


def is_there(command: str) -> bool:
    return shutil.which(command) is not None
