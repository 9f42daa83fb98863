"""What timings are in: the counter that the harness has chosen on this machine, and why not another one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# What the system says about counters changes with these, and so may the choice.
SETTINGS = (
    "/proc/sys/kernel/perf_event_paranoid",
    "/proc/sys/kernel/perf_user_access",
    "/proc/sys/kernel/nmi_watchdog",
    "/sys/bus/event_source/devices/cpu/rdpmc",
)


@dataclass(frozen=True)
class Rejected:
    """A counter of this processor that is not used, and why."""

    name: str
    reason: str


@dataclass(frozen=True)
class Counter:
    """What timings are in. `resolution`, `cost` and `noise` in ticks; `core_cycles`: whether ticks are these.

    `width` is how many independent instructions the core did in a cycle at its best, as code for this ABI, 0 where
    unknown; `cost` is the median of two readings with nothing between, `noise` their interquartile range.
    """

    name: str
    counts: str
    core_cycles: bool
    ticks_per_second: int
    resolution: int
    cost: int = 0
    noise: int = 0
    reason: str = ""
    others: tuple[Rejected, ...] = ()
    width: float = 0


def parse(results: bytes, token: str) -> Counter | None:
    """What the harness says of its counters (measure/c/harness.h); None where it does not say it."""
    lines = [line.split(" ") for line in results.decode(errors="replace").splitlines()]
    return of_facts(tuple(words[1:]) for words in lines if words[0] == token)


def of_facts(facts: Iterable[Sequence[str]]) -> Counter | None:
    """The same from its words."""
    told, reasons, width = None, [], 0.0
    for kind, *words in facts:
        if kind == "counter" and len(words) > 6 and all(word.isdecimal() for word in words[1:6]):
            told = words
        elif kind == "width":
            width = int(words[0]) / 1000
        elif kind in ("chosen", "other"):
            reasons.append((kind, words[0], " ".join(words[1:])))
    if told is None:
        return None
    name = told[0]
    resolution, rate, core, cost, noise = map(int, told[1:6])
    return Counter(
        name,
        " ".join(told[6:]),
        core == 1,
        rate,
        resolution,
        cost,
        noise,
        next((why for kind, of, why in reasons if kind == "chosen" and of == name), ""),
        tuple(Rejected(of, why) for kind, of, why in reasons if kind == "other"),
        width,
    )


def restore(row: Mapping[str, Any]) -> Counter:
    """A counter from what dataclasses.asdict made of it."""
    others = tuple(Rejected(**other) for other in row["others"])
    return Counter(**{**row, "others": others})


def settings() -> list[str]:
    """What the settings say; empty where there are none."""
    return [_read(path) for path in SETTINGS]


def _read(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace").strip()
    except OSError:
        return ""
