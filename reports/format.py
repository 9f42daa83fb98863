"""How figures, times and strangers' text are written, in one place for pages and terminal."""

import shlex
from collections.abc import Iterable, Sequence

from hashcop.results.summary import Column


def per_byte(value: float) -> str:
    """Cycles/byte: two decimals, and none from a thousand on, where they are noise."""
    return f"{value:.2f}" if abs(value) < 999.995 else f"{value:,.0f}"


def ratio(value: float) -> str:
    """How many times as many cycles: 1.00 is as fast."""
    return f"{value:.2f}" if value < 100 else f"{value:,.0f}"


def rate(ticks_per_second: float) -> str:
    """A counter's rate (ticks per second) in MHz or GHz."""
    if ticks_per_second >= 1e9:
        return f"{ticks_per_second / 1e9:.3f} GHz"
    return f"{ticks_per_second / 1e6:,.1f} MHz"


def memory(size: int) -> str:
    """A memory size (bytes) in GiB or MiB."""
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{size / 2**20:.0f} MiB"


def number(value: float) -> str:
    """A number, whole where it is whole."""
    return f"{value:,.0f}" if value == int(value) else f"{value:,}"


def ticks(value: float) -> str:
    """'1 tick', '26 ticks'."""
    return f"{number(value)} {'tick' if value == 1 else 'ticks'}"


def share(part: float) -> str:
    """A part (0 to 1) in percent."""
    return f"{100 * part:.2f} %"


def count(number_of: int, one: str, many: str = "") -> str:
    """'1 build', '3 builds'."""
    return f"{number_of:,} {one if number_of == 1 else many or one + 's'}"


def column(name: Column) -> str:
    """The heading of a column: '1,536 bytes' is written 1536, as in the commands."""
    return "long" if name == "long" else str(name)


def when(span: tuple[str, str] | None) -> str:
    """From which to which day (UTC) of two times."""
    if not span:
        return "not yet"
    first, last = span[0][:10], span[1][:10]
    return first if first == last else f"{first} to {last}"


def lengths(ranges: Iterable[tuple[int, int]]) -> str:
    """Ranges of lengths (bytes): '0–55, 64, 72–4096'."""
    return ", ".join(f"{a}" if a == b else f"{a}–{b}" for a, b in ranges)


def options(words: Sequence[str]) -> str:
    """An option set as one would type it."""
    return shlex.join(words)


def command(hash_name: str, implementation: str, abi: str, *, only_checks: bool = False) -> str:
    """The command that measures an implementation again, or only checks it."""
    words = ["./do", *(["check"] if only_checks else []), f"{hash_name}/{implementation}"]
    return shlex.join([*words, "--abi", abi, "--bench", "again"])
