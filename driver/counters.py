"""What timings are in: the counter that the harness has chosen on this machine, and why not another one."""

from collections.abc import Mapping
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
    """What the harness says of its counters (measure/harness.h); None where it does not say it."""
    lines = [line.split(" ", 2) for line in results.decode(errors="replace").splitlines()]
    facts = [(words[1], words[2]) for words in lines if words[0] == token and len(words) == 3]
    told = next((text.split(" ", 6) for kind, text in facts if kind == "counter"), [])
    if len(told) != 7 or not all(word.isdecimal() for word in told[1:6]):
        return None
    resolution, rate, core, cost, noise = map(int, told[1:6])
    widths = [int(line[2]) / 1000 for line in lines if line[:2] == [token, "width"]]
    reasons = [(kind, *text.partition(" ")[::2]) for kind, text in facts]
    return Counter(
        told[0],
        told[6],
        core == 1,
        rate,
        resolution,
        cost,
        noise,
        next((why for kind, name, why in reasons if kind == "chosen" and name == told[0]), ""),
        tuple(Rejected(name, why) for kind, name, why in reasons if kind == "other"),
        max(widths, default=0),
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
