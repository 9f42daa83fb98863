"""Figures: the same bytes for the same data, harmless names, and a digest that tells whether to draw again."""

import io
import itertools
import re
import subprocess
import sys
import unicodedata
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from reports import colours, labels, scales
from reports.figures import (
    About,
    Figure,
    Line,
    Rank,
    drawable,
    drawn_from,
    hash_figure,
    machine_figure,
)
from reports.figures.curves import _apart
from reports.figures.given import Point

ABOUT = About("sha256 on vm: Sapphire Rapids (2023), amd64", "2026-11-23, Hashcop 0.1", "A note.")
HOSTILE = (
    "<script>alert(1)</script>",
    "\"'&lt;]]>-->",
    r"$\frac{1}{0}$ $",
    "a\x00b\x1b[31m\r\nc",
    "user\u202egpj.exe\u2066",
    "\ud800 alone",
    "Z" + "\u0301" * 400,
    "n" * 10_000,
    "中文 \N{GRINNING FACE} \N{NO-BREAK SPACE}",
    "",
)


def curve(name: str, factor: float = 1.0, lengths: range = range(0, 4097, 8)) -> Line:
    points: list[Point] = [
        (n, factor * c * 0.99, factor * c, factor * c * 1.02)
        for n in lengths
        for c in [120 + 140 * (1 + (n + 9) // 64)]
    ]
    return Line(name, points)


def texts(svg: bytes) -> list[str]:
    """What an SVG says; it must be XML."""
    root = ElementTree.fromstring(svg)
    return [found.text or "" for found in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.fixture(scope="module")
def figure() -> Figure:
    names = ["x86-shani", "openssl", "gnutls", "nettle", "avx2", "opt32", "ref", "mine", "other"]
    lines = [curve(name, 1 + 0.4 * rank) for rank, name in enumerate(names)]
    return hash_figure(ABOUT, lines, range(56, 4096, 64))


def test_a_figure_can_be_cited_alone(figure: Figure) -> None:
    said = texts(figure.svg())
    assert {ABOUT.title, ABOUT.subtitle, ABOUT.note, "x86-shani", "and 3 slower"} <= set(said)
    assert "ref" not in said
    assert "cycles/byte at 4096" in said


def test_a_seventh_line_has_a_name_and_not_only_a_number() -> None:
    said = texts(hash_figure(ABOUT, [curve(f"n{n}", 1 + n / 9) for n in range(7)]).svg())
    assert "n6" in said
    assert not any("slower" in words for words in said)


def test_the_same_data_give_the_same_bytes(figure: Figure) -> None:
    again = Figure(figure.kind, figure.about, figure.given)
    # In the other order of formats, too.
    assert (again.png(), again.svg()) == (figure.png(), figure.svg())
    assert b"<dc:date>" not in figure.svg()


def test_other_settings_of_matplotlib_change_nothing(figure: Figure) -> None:
    import matplotlib

    with matplotlib.rc_context({"font.size": 30, "text.parse_math": True, "axes.grid": False}):
        again = Figure(figure.kind, figure.about, figure.given)
        assert again.svg() == figure.svg()


def test_both_formats_carry_the_digest_near_their_beginning(figure: Figure) -> None:
    assert re.fullmatch("[0-9a-f]{64}", figure.digest)
    assert drawn_from(figure.svg()[:4096]) == drawn_from(figure.png()[:4096]) == figure.digest
    assert drawn_from(b"<svg/>") == ""


def test_a_name_cannot_pretend_to_be_a_digest() -> None:
    title = "<!-- drawn from " + "0" * 64 + " -->"
    figure = hash_figure(About(title), [curve("drawn from " + "1" * 64)])
    assert drawn_from(figure.svg()) == drawn_from(figure.png()) == figure.digest


def test_the_digest_depends_on_all_that_is_drawn() -> None:
    line = curve("ref")
    figures = [
        hash_figure(ABOUT, [line]),
        hash_figure(About("another"), [line]),
        hash_figure(ABOUT, [curve("ref", 1.001)]),
        hash_figure(ABOUT, [curve("opt")]),
        hash_figure(ABOUT, [line], [56]),
    ]
    assert len({one.digest for one in figures}) == len(figures)
    assert hash_figure(ABOUT, (line,)).digest == figures[0].digest


def test_a_digest_does_not_need_matplotlib() -> None:
    code = (
        "import sys; from reports.figures import *;"
        "hash_figure(About('a'), [Line('ref', [(0, 1, 1, 1)])]).digest;"
        "sys.exit('matplotlib' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_text(name: str) -> None:
    rank = Rank(name, 2.0, 2.1, 2.2, name)
    for figure in (
        hash_figure(About(name, name, name), [curve(name), curve(name, 2)]),
        machine_figure(About(name, name, name), [rank]),
    ):
        svg = figure.svg()
        said = texts(svg)
        assert all(len(words) <= 160 for words in said)
        assert not [
            letter for words in said for letter in words if unicodedata.category(letter)[0] == "C"
        ]
        assert b"<script" not in svg
        assert figure.png().startswith(b"\x89PNG")


def test_dollars_are_no_formulas() -> None:
    assert "$x$" in texts(hash_figure(About("a"), [curve("$x$")]).svg())


@pytest.mark.parametrize(
    "lines",
    [
        [curve("one point", lengths=range(64, 65))],
        [curve("no byte", lengths=range(1))],
        [Line("empty", []), curve("ref")],
        [Line("free", [(0, 0, 0, 0), (8, 0, 0, 0)])],
        [Line("negative", [(8, -4.0, -3.0, 1.0), (16, 1.0, 2.0, 3.0)])],
        [Line("long", [(8192, 1e4, 1.1e4, 1.2e4), (2**30, 1e9, 1.1e9, 1.2e9)])],
        [curve("ref"), curve("slow", 1e6)],
        [curve("short", lengths=range(9)), curve("later", lengths=range(512, 600))],
    ],
    ids=lambda lines: lines[0].name,
)
def test_odd_curves_are_drawn(lines: list[Line]) -> None:
    figure = hash_figure(ABOUT, lines, [56, 120])
    assert all(line.name in texts(figure.svg()) for line in lines if line.points)
    assert figure.png()


def test_nothing_is_not_drawn() -> None:
    assert not drawable([])
    assert not drawable([Line("ref", [])])
    for lines in ([], [Line("ref", [])]):
        with pytest.raises(ValueError, match="no measured lengths"):
            hash_figure(ABOUT, lines)
    with pytest.raises(ValueError, match="no hashes"):
        machine_figure(ABOUT, [])
    with pytest.raises(ValueError, match="no place for 0"):
        machine_figure(ABOUT, [Rank("free", 0, 0, 0)])


def test_files_are_small(figure: Figure) -> None:
    rng = np.random.default_rng(1)
    noisy = [
        (n, c, c * 1.001, c * 1.01)
        for n in range(4097)
        for c in [300.0 + 2 * n + float(rng.integers(20))]
    ]
    large = hash_figure(ABOUT, [Line("ref", noisy), Line("opt", noisy)])
    assert len(large.svg()) < 400_000
    assert len(figure.svg()) < 150_000
    assert len(figure.png()) < 90_000


def test_png_is_wide_enough_to_print_and_white(figure: Figure) -> None:
    picture = Image.open(io.BytesIO(figure.png())).convert("RGB")
    assert 1500 <= picture.width <= 1700
    assert picture.getpixel((1, 1)) == (255, 255, 255)


def test_a_machine_has_a_row_for_each_hash() -> None:
    ranks = [Rank(f"hash{n}", 2 + n, 2.1 + n, 2.2 + n, "ref") for n in range(60)]
    said = texts(machine_figure(ABOUT, ranks).svg())
    assert {rank.name for rank in ranks} <= set(said)
    assert said.count("ref") == 60
    assert "2.10" in said


def test_dark_scheme_covers_every_colour_of_a_figure(figure: Figure) -> None:
    svg = figure.svg().decode()
    style = svg[svg.index("<style>") : svg.index("</style>")]
    used = set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", svg.replace(style, "")))
    assert used
    for colour in used:
        assert f": {colour}" in style


def test_labels_keep_apart_and_in_order() -> None:
    places = _apart([10, 11, 12, 50, 99, 100], 5, 100, 13)
    assert all(b - a >= 13 - 1e-9 for a, b in itertools.pairwise(places))
    assert places[0] >= 5
    assert places[-1] <= 100
    assert _apart([50], 0, 100, 13) == [50]
    crowded = _apart([50] * 20, 0, 100, 13)
    assert crowded[0] == 0
    assert crowded[-1] == pytest.approx(100)


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, relative luminance and contrast ratio."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_colours_stand_out_from_their_ground() -> None:
    assert len(set(colours.LIGHT)) == len(set(colours.DARK)) == 12
    assert all(contrast(colour, colours.GROUND) >= 3 for colour in colours.LIGHT)
    assert all(contrast(colour, colours.GROUND_DARK) >= 3 for colour in colours.DARK)


def test_a_name_has_one_colour_everywhere() -> None:
    assert [(colours.colour_of(n), colours.dash_of(n)) for n in ("ref", "openssl")] == [
        (7, 3),
        (11, 1),
    ]
    for name in HOSTILE:
        assert 0 <= colours.colour_of(name) < 12
        assert 0 <= colours.dash_of(name) < 4


def test_no_two_lines_of_a_figure_look_the_same() -> None:
    names = [f"name{n}" for n in range(48)]
    looks = colours.for_lines(names)
    assert len(set(looks)) == 48
    assert len(colours.for_lines([*names, "one too many"])) == 49


def test_looks_depend_on_the_names_and_not_on_their_order() -> None:
    names = ["ref", "openssl", *(f"name{n}" for n in range(20))]
    one = dict(zip(names, colours.for_lines(names), strict=True))
    names.reverse()
    assert dict(zip(names, colours.for_lines(names), strict=True)) == one
    assert one["ref"] == colours.Look(7, 3)


def test_labels_are_one_line_of_what_can_be_seen() -> None:
    assert labels.clean("a\tb\nc\N{NO-BREAK SPACE}d") == "a b c d"
    assert labels.clean("a\u202eb\x00") == "a\ufffdb\ufffd"
    assert labels.shortened("abcdefghij", 7) == "abc…hij"
    assert labels.shortened("abcdefg", 7) == "abcdefg"
    assert labels.shortened("abc", 1) == "…"


def test_numbers_have_three_digits() -> None:
    assert [scales.three(v) for v in (0.0123, 0.2, 2.071, 31.44, 99.99, 100, 15360)] == [
        "0.01",
        "0.20",
        "2.07",
        "31.4",
        "100",
        "100",
        "15,360",
    ]
    assert len({len(scales.aligned(v)) - scales.aligned(v).count(",") for v in (2.0, 9.99)}) == 1


def test_lengths_are_short() -> None:
    assert [scales.short_length(2.0**n) for n in (0, 9, 12, 15, 18, 21, 30)] == [
        "1",
        "512",
        "4096",
        "32 Ki",
        "256 Ki",
        "2 Mi",
        "1 Gi",
    ]
