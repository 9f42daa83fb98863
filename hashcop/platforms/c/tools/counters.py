"""The counter that timings are in: which one the harness has chosen on this machine, and why not another."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from hashcop.data.records import Counter, Rejected

# Settings of the kernel that counters depend on, and so the choice among them.
SETTINGS = (
    "/proc/sys/kernel/perf_event_paranoid",
    "/proc/sys/kernel/perf_user_access",
    "/proc/sys/kernel/nmi_watchdog",
    "/sys/bus/event_source/devices/cpu/rdpmc",
)


def parse(results: bytes, token: str) -> Counter | None:
    """The counter from what the harness reported (measure/c/harness.h); None if it reported none."""
    lines = [line.split(" ") for line in results.decode(errors="replace").splitlines()]
    return of_lines(tuple(words[1:]) for words in lines if words[0] == token)


def of_lines(lines: Iterable[Sequence[str]]) -> Counter | None:
    """The same from lines as words, without the token."""
    told, reasons, width = None, [], 0.0
    for kind, *words in lines:
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
        name=name,
        counts=" ".join(told[6:]),
        core_cycles=core == 1,
        ticks_per_second=float(rate),
        resolution=float(resolution),
        cost=float(cost),
        noise=float(noise),
        reason=next((why for kind, of, why in reasons if kind == "chosen" and of == name), ""),
        others=tuple(Rejected(of, why) for kind, of, why in reasons if kind == "other"),
        width=width,
    )


def settings() -> list[str]:
    """The value of each of the SETTINGS; empty for one that is not there."""
    return [_read(path) for path in SETTINGS]


def _read(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace").strip()
    except OSError:
        return ""
