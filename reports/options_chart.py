"""The chart of what compiler options are worth to one implementation: a dot for each option set.

A row is a compiler with a level of optimization and a processor (-march); with many of them, a compiler with a level,
and its dots stand above each other. Places are in percent of the width, so that the chart fits a phone and its text
keeps the size of the page's.
"""

import math
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from hashcop.results.wording import count
from reports.labels import shortened
from reports.scales import Scale, brief, three

_LEVELS = ("-O3", "-O2", "-O1", "-O", "-Os", "-Oz", "-Og", "-O0", "-Ofast")
_LEVEL = re.compile(r"-O(\d|s|z|g|fast)?")
_MANY = 24  # rows; more of them are put together
_LEFT, _RIGHT = 34.0, 87.0  # percent of the width: the best, and the slowest that is shown
_HEAD, _ROW, _STRIP = 22, 19, 30  # heights in pixels: the axis or the name of a compiler, and rows
_STACK = (0.0, -3.5, 3.5, -7.0, 7.0, -10.5, 10.5)  # pixels: dots on one place, above each other
_SINGLE, _CROWDED = 4, 3  # radius of dots in pixels
_CLOSE = 1.0  # percent: dots nearer than this are on one place
_TICKS = (1, 1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 1000)
_APART = 12.5  # percent between ticks: their numbers fit side by side on a phone
_ROOM, _TAIL = (
    2.0,
    2.5,
)  # what is slower than this, and than the 75 % point to this power, is only counted
_LABEL, _LONG = 16, 300  # letters of the label of a row, and of a title


@dataclass(frozen=True, slots=True)
class Dot:
    """An option set, the compiler first, and its median in a race (cycles/byte; NaN or 0 if it was not raced).

    `same` is how many other option sets produce the same machine code.
    """

    words: tuple[str, ...]
    cycles: float
    is_best: bool = False
    is_wrong: bool = False
    same: int = 0

    @property
    def is_timed(self) -> bool:
        """Whether it has a place on the scale."""
        return not self.is_wrong and math.isfinite(self.cycles) and self.cycles > 0


@dataclass(slots=True)
class _Row:
    label: str
    height: int
    dots: list[Dot] = field(default_factory=list)


def options_chart(dots: Sequence[Dot]) -> Markup:
    """The chart of these option sets; empty if none of them has a figure.

    The scale is logarithmic, in multiples of the best. Option sets far behind the others are counted at its end, and
    wrong ones too.
    """
    timed = [dot for dot in dots if dot.is_timed]
    if not timed:
        return Markup("")
    best = min(timed, key=lambda dot: (not dot.is_best, dot.cycles))
    x = Scale(1, _end([dot.cycles / best.cycles for dot in timed]), _LEFT, _RIGHT, log=True)
    compilers = _rows(dots)
    parts: list[Markup] = []
    y = _HEAD
    for compiler, rows in compilers.items():
        parts.append(_text(0, y + 15, shortened(compiler, 40), "compiler"))
        y += _HEAD
        for row in rows:
            parts.append(_drawn(row, y + row.height / 2, x, best))
            y += row.height
    behind = [_axis(x, y)]
    parts += _foot(y + 16, best, x.high, dots)
    words = f"{count(len(dots), 'option set')}; the best is {_options(best.words)}, {three(best.cycles)} cycles/byte"
    return Markup(
        '<svg class="options-chart" role="img" width="100%" height="{}" aria-label="{}">{}</svg>'
    ).format(y + _HEAD, words, Markup("\n").join(behind + parts))


def _end(ratios: Sequence[float]) -> float:
    """The largest multiple of the best on the scale."""
    slowest = max(ratios)
    usual = sorted(ratios)[(3 * (len(ratios) - 1) + 3) // 4]
    end = max(_ROOM, usual**_TAIL)
    return max(1.02, slowest * 1.005 if slowest <= end else end)


def _rows(dots: Sequence[Dot]) -> dict[str, list[_Row]]:
    """Compiler -> its rows, with and without the processor in them."""
    fine = {(_compiler(dot), _level(dot), _march(dot)) for dot in dots}
    many = len(fine) > _MANY
    found: dict[str, dict[tuple[str, str], _Row]] = {}
    for dot in sorted(dots, key=_order):
        march = "" if many else _march(dot)
        rows = found.setdefault(_compiler(dot), {})
        label = f"{_level(dot) or 'no -O'} {march}".strip()
        place = (_level(dot), march)
        rows.setdefault(place, _Row(label, _STRIP if many else _ROW)).dots.append(dot)
    return {compiler: list(rows.values()) for compiler, rows in found.items()}


def _order(dot: Dot) -> tuple[str, int, str, str, tuple[str, ...]]:
    level, march = _level(dot), _march(dot)
    rank = _LEVELS.index(level) if level in _LEVELS else len(_LEVELS)
    return (_compiler(dot), rank, level, "" if march == "native" else march or "~", dot.words)


def _compiler(dot: Dot) -> str:
    return dot.words[0] if dot.words else ""


def _level(dot: Dot) -> str:
    return next((word for word in reversed(dot.words) if _LEVEL.fullmatch(word)), "")


def _march(dot: Dot) -> str:
    """What -march or -mcpu says, and -mtune behind it."""
    said = dict(word.split("=", 1) for word in dot.words if re.match(r"-m(arch|cpu|tune)=", word))
    machine = said.get("-march") or said.get("-mcpu") or ""
    tuned = said.get("-mtune", "")
    return f"{machine}, {tuned}" if tuned and tuned != machine else machine


def _drawn(row: _Row, y: float, x: Scale, best: Dot) -> Markup:
    """A row: its label, its line, its dots, and how many have no place."""
    timed = [dot for dot in row.dots if dot.is_timed]
    far = [dot for dot in timed if dot.cycles / best.cycles > x.high]
    near = [dot for dot in timed if dot.cycles / best.cycles <= x.high]
    wrong = [dot for dot in row.dots if dot.is_wrong]
    label = shortened(row.label, _LABEL)
    parts = [
        _text(2, y + 4, label, "row", "" if label == row.label else row.label),
        Markup('<line class="track" x1="{0}%" x2="{1}%" y1="{2}" y2="{2}"/>').format(
            brief(_LEFT), brief(_RIGHT), brief(y)
        ),
    ]
    radius = _SINGLE if row.height == _ROW else _CROWDED
    parts += _dots(near, y, x, best, radius)
    if far:
        slowest = max(dot.cycles for dot in far) / best.cycles
        title = (
            f"{count(len(far), 'option set')} up to {three(slowest)} times the best: {_list(far)}"
        )
        parts.append(_text(_RIGHT + 1, y + 4, f"▸{len(far)}", "far", title))
    if wrong:
        title = f"{count(len(wrong), 'option set')} with wrong results: {_list(wrong)}"
        parts.append(_text(100, y + 4, f"✕{len(wrong)}", "wrong", title))
    return Markup("").join(parts)


def _foot(y: float, best: Dot, end: float, dots: Sequence[Dot]) -> list[Markup]:
    """What the numbers and signs of a chart mean."""
    words = f"1× is {three(best.cycles)} cycles/byte"
    if any(dot.is_timed and dot.cycles / best.cycles > end for dot in dots):
        words += "; ▸ slower ones"
    if any(dot.is_wrong for dot in dots):
        words += "; ✕ wrong ones"
    return [_text(0, y, words, "foot")]


def _dots(dots: Sequence[Dot], y: float, x: Scale, best: Dot, radius: int) -> list[Markup]:
    """Dots of equal figures, which are those of the same machine code, are one; those that are near are stacked."""
    groups: dict[float, list[Dot]] = {}
    for dot in dots:
        groups.setdefault(dot.cycles, []).append(dot)
    found: list[Markup] = []
    on_top: list[Markup] = []
    last, level = -math.inf, 0
    for cycles, members in sorted(groups.items()):
        place = x(cycles / best.cycles)
        level, last = (level + 1, last) if place - last < _CLOSE else (0, place)
        down = _STACK[level % len(_STACK)] if radius < _SINGLE else 0.0
        size = radius + (0.6 if len(members) > 1 else 0)
        if best in members:
            on_top.append(_circle("best", place, y, radius + 1.5, _title(members, cycles, best)))
        else:
            found.append(_circle("", place, y + down, size, _title(members, cycles, best)))
    return found + on_top


def _circle(kind: str, x: float, y: float, radius: float, title: str) -> Markup:
    named = Markup(' class="{}"').format(kind) if kind else Markup("")
    return Markup('<circle{} cx="{}%" cy="{}" r="{}"><title>{}</title></circle>').format(
        named, brief(x), brief(y), brief(radius), title
    )


def _title(members: Sequence[Dot], cycles: float, best: Dot) -> str:
    same = max(len(members) - 1, max(dot.same for dot in members))
    first = sorted(members, key=lambda dot: dot != best)
    words = f"{three(cycles)} cycles/byte, {cycles / best.cycles:.3f}×: {_list(first)}"
    return words + (f"; in all {same + 1} option sets make this machine code" if same else "")


def _list(dots: Sequence[Dot]) -> str:
    shown = "; ".join(_options(dot.words) for dot in dots[:3])
    return shown + (f"; and {len(dots) - 3} more" if len(dots) > 3 else "")


def _options(words: Sequence[str]) -> str:
    return shortened(shlex.join(words), _LONG)


def _axis(x: Scale, height: float) -> Markup:
    """Lines and numbers at round multiples, as many as fit."""
    parts, last = [], -math.inf
    for tick in _TICKS:
        place = x(tick)
        if tick > x.high or place - last < _APART:
            continue
        last = place
        kind = "best" if tick == 1 else "tick"
        parts.append(
            Markup('<line class="{3}" x1="{0}%" x2="{0}%" y1="{1}" y2="{2}"/>').format(
                brief(place), _HEAD - 2, brief(height), kind
            )
        )
        parts.append(
            Markup('<text class="number" x="{}%" y="{}">{}×</text>').format(
                brief(place),
                _HEAD - 8,
                f"{tick:.2f}" if tick < 1.1 or x.high < 1.2 else f"{tick:g}",
            )
        )
    return Markup("").join(parts)


def _text(x: float, y: float, words: str, kind: str, title: str = "") -> Markup:
    told = Markup("<title>{}</title>").format(shortened(title, _LONG)) if title else Markup("")
    return Markup('<text class="{}" x="{}%" y="{}">{}{}</text>').format(
        kind, brief(x), brief(y), told, words
    )
