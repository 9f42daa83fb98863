"""Figures of several kinds for each name, as marks on one logarithmic axis: inline SVG without scripts."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from reports.scales import Scale, brief, one_two_five, three

_WIDTH, _LEFT, _RIGHT, _ROW, _TOP = 720.0, 120.0, 700.0, 26.0, 34.0


def then_chart(
    rows: Sequence[tuple[str, Mapping[str, float]]], kinds: Sequence[str], unit: str = "cycles/byte"
) -> Markup:
    """A line for each name with its positive figures (of the `unit`) by kind; `kinds` are drawn in this order."""
    figures = [value for _, marks in rows for value in marks.values()]
    if not figures:
        return Markup("")
    x = Scale(min(figures) * 0.9, max(figures) * 1.1, _LEFT, _RIGHT, log=True)
    bottom = _TOP + _ROW * len(rows)
    parts = [_grid(value, x, bottom) for value in one_two_five(x.low, x.high)]
    parts += [_name(kind, number, len(kinds)) for number, kind in enumerate(kinds)]
    for number, (name, marks) in enumerate(rows):
        y = _TOP + _ROW * (number + 0.5)
        parts.append(
            Markup('<text class="left" x="{}" y="{}">{}</text>').format(
                brief(_LEFT - 8), brief(y + 4), name
            )
        )
        for place, kind in enumerate(kinds):
            if kind in marks:
                parts.append(
                    Markup(
                        '<g class="s{}"><circle cx="{}" cy="{}" r="4">'
                        "<title>{}, {}: {} {}</title></circle></g>"
                    ).format(
                        *(place, brief(x(marks[kind])), brief(y)),
                        *(name, kind, three(marks[kind]), unit),
                    )
                )
    said = unit[0].upper() + unit[1:]
    words = f"{said}: {', '.join(kinds)}; the table below has the numbers"
    return Markup(
        '<svg class="counts-chart" viewBox="0 0 {:.0f} {:.0f}" role="img" aria-label="{}">{}</svg>'
    ).format(_WIDTH, bottom + 24, words, Markup("").join(parts))


def _grid(value: float, x: Scale, bottom: float) -> Markup:
    return Markup(
        '<line class="track" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/>'
        '<text class="below" x="{0}" y="{3}">{4}</text>'
    ).format(brief(x(value)), brief(_TOP), brief(bottom), brief(bottom + 16), three(value))


def _name(kind: str, number: int, of: int) -> Markup:
    at = _LEFT + number * (_RIGHT - _LEFT) / max(of, 4)
    return Markup(
        '<g class="s{}"><circle cx="{}" cy="12" r="4"/><text x="{}" y="16">{}</text></g>'
    ).format(number, brief(at), brief(at + 8), kind)
