"""How figures, times and option sets are written, on pages and on the terminal."""

import math
import shlex
from collections.abc import Iterable, Sequence

from hashcop.data.records import Size
from hashcop.results.summary import Column, Target
from hashcop.results.wording import count as count


def per_byte(value: float) -> str:
    """Cycles/byte: two decimals, but none from 1,000 on."""
    return f"{value:.2f}" if abs(value) < 999.995 else f"{value:,.0f}"


def value(number: float, least: float = math.nan, most: float = math.nan, more: int = 0) -> str:
    """A figure with three significant digits, and fewer where its interval does not support them.

    `least` and `most` are the ends of the interval; `more` are digits beyond that.
    """
    if math.isnan(number):
        return ""
    size = math.floor(math.log10(abs(number))) if number else 0
    decimals = 2 - size
    if most > least:
        # The last digit is worth writing if the figure is known to about five of its units.
        decimals = min(decimals, math.floor(-math.log10((most - least) / 2)) + 1)
    decimals = max(0, decimals, 1 - size) + more
    return f"{number:,.{decimals}f}"


def cycles(number: float) -> str:
    """Cycles of one call: whole ones, and tenths below a hundred."""
    return "" if math.isnan(number) else f"{number:,.1f}" if abs(number) < 100 else f"{number:,.0f}"


def throughput(cycles_per_byte: float, rate: float) -> str:
    """What a core of a rate (Hz) hashes in a second: '1.24 GB/s'. Empty if either is not known."""
    if not (rate > 0 and cycles_per_byte > 0):
        return ""
    found = rate / cycles_per_byte
    return f"{value(found / 1e9)} GB/s" if found >= 1e9 else f"{value(found / 1e6)} MB/s"


def ratio(value: float) -> str:
    """A ratio of cycles: 1.00 is as fast."""
    return f"{value:.2f}" if value < 100 else f"{value:,.0f}"


def bound(value: float) -> str:
    """An end of the interval of a ratio: with a third digit where it would be 1.00, on either side of 1."""
    return f"{value:.3f}" if ratio(value) == "1.00" else ratio(value)


def rank(first: int, last: int, to: str = "–") -> str:
    """The ranks that something may have: '3', or '3–5'. Empty if it has none."""
    return "" if not first else f"{first}" if first == last else f"{first}{to}{last}"


def rate(ticks_per_second: float) -> str:
    """A counter's rate (ticks per second) in MHz or GHz."""
    if ticks_per_second >= 1e9:
        return f"{ticks_per_second / 1e9:.3f} GHz"
    return f"{ticks_per_second / 1e6:,.1f} MHz"


def memory(size: int) -> str:
    """A size (bytes) in GiB, MiB or KiB."""
    if size >= 2**30:
        return f"{size / 2**30:.1f} GiB"
    return f"{size / 2**20:.0f} MiB" if size >= 2**20 else f"{size / 2**10:.0f} KiB"


def number(value: float) -> str:
    """A number, without decimals if it is whole."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,}"


def cost(size: Size | None, stack: int | None) -> str:
    """What code takes besides time: 'code 1,234 bytes, constants 320, stack 512'. Empty if nothing is known."""
    found = []
    if size and size.code is not None:
        found += [("code", size.code), ("constants", size.constants or 0)]
    elif size:
        found.append(("code and constants", size.text))
    if stack is not None:
        found.append(("stack", stack))
    if not found:
        return ""
    (what, first), *rest = found
    told = [f"{what} {count(first, 'byte')}", *(f"{name} {value:,}" for name, value in rest)]
    calls = (
        f", without {', '.join(size.libraries)}, which it calls" if size and size.libraries else ""
    )
    return ", ".join(told) + calls


def ticks(value: float) -> str:
    """'1 tick', '26 ticks'."""
    return f"{number(value)} {'tick' if value == 1 else 'ticks'}"


def share(part: float) -> str:
    """A part (0 to 1) in percent."""
    return f"{100 * part:.2f} %"


def column(name: Column) -> str:
    """The heading of a column: 1536, without a comma, as in commands; or long."""
    return "long" if name == "long" else str(name)


def when(span: tuple[str, str] | None) -> str:
    """The days (UTC) of the first and the last time: '2026-01-31', '2026-01-31 to 2026-02-02'."""
    if not span:
        return "not yet"
    first, last = span[0][:10], span[1][:10]
    return first if first == last else f"{first} to {last}"


def duration(seconds: float) -> str:
    """A time to wait: 'a minute', '7 minutes'."""
    minutes = max(1, round(seconds / 60))
    return "a minute" if minutes == 1 else f"{minutes} minutes"


def lengths(ranges: Iterable[tuple[int, int]]) -> str:
    """Ranges of lengths (bytes): '0–55, 64, 72–4096'."""
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in ranges)


def capital(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


def options(words: Sequence[str]) -> str:
    """An option set as one would type it."""
    return shlex.join(words)


def command(hash_name: str, implementation: str, target: Target) -> str:
    """The command that measures an implementation again; an emulated target is only checked."""
    words = ["./do", *(["check"] if target.emulator else []), f"{hash_name}/{implementation}"]
    option = "--abi" if target.platform in ("", "c") else "--target"
    return shlex.join([*words, option, target.name, "--bench", "again"])
