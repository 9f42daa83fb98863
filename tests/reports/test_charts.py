"""Small charts of pages: well-formed, harmless, the same for the same data, and with words beside them."""

import math
import random
from pathlib import Path
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from reports import charts, colours
from reports.charts import Dot, Moment, options_chart, spark, strip

HOSTILE = '</title></svg><script>alert("1")</script>&\u202e\x00' + "x" * 10_000
BEST = Dot(("gcc", "-O3", "-march=native", "-fwrapv"), 2.17, is_best=True)


def parsed(chart: Markup) -> ElementTree.Element:
    """A chart as XML, of which it must be a single element."""
    assert isinstance(chart, Markup)
    return ElementTree.fromstring(chart)


def words(chart: Markup) -> str:
    """All that a chart says or can be made to say."""
    root = parsed(chart)
    return " | ".join([root.get("aria-label", ""), *(text for text in root.itertext())])


def circles(chart: Markup) -> list[ElementTree.Element]:
    return list(parsed(chart).iter("circle"))


def many(count: int) -> list[Dot]:
    seed = random.Random(1)
    sets = [
        (cc, level, f"-march={march}", f"-DN={n}")
        for n in range(count // 80)
        for cc in ("gcc", "clang-15", "clang", "gcc-11")
        for level in ("-Os", "-O", "-O2", "-O3")
        for march in ("native", "haswell", "skylake", "znver4", "x86-64-v2")
    ]
    dots = [Dot(options, 2.2 * (1 + seed.expovariate(20))) for options in sets]
    return [BEST, *dots]


def test_a_chart_of_two_option_sets() -> None:
    chart = options_chart([BEST, Dot(("clang", "-Os"), 4.34, same=2)])
    said = words(chart)
    assert "2 option sets; the best is gcc -O3 -march=native -fwrapv, 2.17 cycles/byte" in said
    assert "-O3 native" in said
    assert (
        "4.34 cycles/byte, 2.000×: clang -Os; in all 3 option sets make this machine code" in said
    )
    assert [one.get("class") for one in circles(chart)] == [None, "best"]


def test_rows_are_grouped_by_compiler_then_level_then_processor() -> None:
    sets = [("gcc", "-O3"), ("gcc", "-O2"), ("clang", "-O2"), ("gcc", "-O3", "-march=native")]
    chart = options_chart([Dot(options, 2.0 + n) for n, options in enumerate(sets)])
    labels = [t for t in parsed(chart).iter("text") if t.get("class") in ("compiler", "row")]
    assert [t.text for t in labels] == ["clang", "-O2", "gcc", "-O3 native", "-O3", "-O2"]


def test_many_option_sets_are_a_strip_for_each_compiler_and_level() -> None:
    dots = many(1100)
    assert len(dots) > 1000
    chart = options_chart(dots)
    rows = [one for one in parsed(chart).iter("text") if one.get("class") == "row"]
    assert len(rows) == 4 * 4
    assert len(chart) < 250_000
    # All of them are there: as dots, or counted.
    counted = [t for t in parsed(chart).iter("text") if t.get("class") == "far"]
    assert len(circles(chart)) + len(counted) >= 0.9 * len({dot.cycles for dot in dots})


def test_option_sets_with_one_machine_code_are_one_dot() -> None:
    same = [Dot(("gcc", "-O3", f"-D{n}"), 2.5, same=4) for n in range(5)]
    chart = options_chart([BEST, *same])
    assert len(circles(chart)) == 2
    assert "and 2 more; in all 5 option sets make this machine code" in words(chart)


def test_a_long_tail_is_counted_at_its_end() -> None:
    usual = [Dot(("gcc", "-O3", f"-D{n}"), 2.2 + n / 100) for n in range(9)]
    chart = options_chart([BEST, *usual, Dot(("gcc", "-O3", "-mx"), 204.0)])
    said = words(chart)
    assert "▸1" in said
    assert "1 option set up to 94.0 times the best: gcc -O3 -mx" in said
    assert len(circles(chart)) == 10


def test_wrong_ones_have_no_place_on_the_scale() -> None:
    chart = options_chart([BEST, Dot(("gcc", "-O3", "-march=native"), math.nan, is_wrong=True)])
    assert len(circles(chart)) == 1
    assert "✕1" in words(chart)
    assert "nan" not in words(chart)


@pytest.mark.parametrize(
    "dots", [[], [Dot(("gcc",), math.nan)], [Dot(("gcc",), 2.0, is_wrong=True)], [Dot((), 0.0)]]
)
def test_without_figures_there_is_no_chart(dots: list[Dot]) -> None:
    assert options_chart(dots) == Markup("")


def test_equal_option_sets_and_none_of_them_the_best() -> None:
    chart = options_chart([Dot(("gcc", "-O3"), 2.0), Dot(("clang", "-O3"), 2.0), Dot((), 2.0)])
    assert len(circles(chart)) == 3


@pytest.mark.parametrize("dots", [[BEST], many(1100)], ids=["few", "many"])
def test_places_are_within_the_chart(dots: list[Dot]) -> None:
    places = [float(one.get("cx", "").removesuffix("%")) for one in circles(options_chart(dots))]
    assert all(0 <= place <= 100 for place in places)


def test_hostile_texts_are_text() -> None:
    hostile = [
        options_chart([BEST, Dot((HOSTILE, HOSTILE, f"-march={HOSTILE}"), 3.0, same=1)]),
        options_chart([BEST, Dot((HOSTILE,), 300.0), Dot((HOSTILE,), 0, is_wrong=True)]),
        spark([Moment(1, 1, 2, 3, False, HOSTILE)], HOSTILE),
        strip([1, 2], unit=HOSTILE),
    ]
    for chart in hostile:
        said = words(chart)
        assert "<script" not in chart
        assert not {"\u202e", "\x00"} & set(said)
        assert len(chart) < 30_000


def test_a_strip_says_what_it_shows() -> None:
    assert words(strip([4, 2, 8], mark=2)) == (
        " | 3 figures from 2.00 to 8.00, median 4.00 cycles/byte; here 2.00"
    )
    assert words(strip([2.5])) == " | 2.50 cycles/byte"
    assert strip([]) == Markup("")
    assert len(strip([3.0 + n / 1e6 for n in range(1000)])) < 12_000


def test_strips_with_common_ends_have_a_common_scale() -> None:
    ends = (1.0, 100.0)
    places = {
        circles(strip(values, within=ends))[-1].get("cx") for values in ([10], [1, 10], [10, 10])
    }
    assert places == {"50%"}
    assert circles(strip([1000], within=ends))[0].get("cx") == "98%"


def test_a_history_is_broken_where_something_changed() -> None:
    moments = [Moment(day, 1.9, 2, 2.1, breaks=day == 3) for day in range(6)]
    root = parsed(spark(moments, "ref"))
    assert len(list(root.iter("polyline"))) == 2
    assert [one.get("class") for one in root.iter("line")].count("break") == 1
    assert len(list(root.iter("circle"))) == 6
    assert root.get("aria-label") == "ref: 6 times, first 2.00, last 2.00"


def test_small_noise_does_not_fill_a_history() -> None:
    def spread(chart: Markup) -> float:
        heights = [float(one.get("cy", "")) for one in circles(chart)]
        return max(heights) - min(heights)

    calm = [Moment(n, 2, 2 + n % 2 / 1000, 2.001) for n in range(8)]
    wild = [Moment(n, 2, 2 + n % 2, 3) for n in range(8)]
    assert spread(spark(calm)) < 1 < 20 < spread(spark(wild))


def test_short_histories() -> None:
    assert spark([]) == Markup("")
    assert "2.00" in words(spark([Moment(5, 2, 2, 2)]))
    assert len(circles(spark([Moment(5, 2, 2, 2), Moment(5, 2, 2, 2)]))) == 2


def test_the_same_data_give_the_same_chart() -> None:
    dots = many(300)
    shuffled = random.Random(2).sample(dots, len(dots))
    assert options_chart(dots) == options_chart(shuffled)
    assert strip([1, 2, 3]) == strip([3, 1, 2])


def test_the_style_has_the_colours_and_every_class() -> None:
    style = (Path(charts.__file__).parent / "assets/charts.css").read_text(encoding="utf-8")
    assert colours.style_sheet() in style
    every = [
        options_chart([BEST, *many(300)]),
        strip([1, 2], 1),
        spark([Moment(1, 1, 1, 1)]),
    ]
    classes = {one.get("class") for chart in every for one in parsed(chart).iter()} - {None}
    assert {name for name in classes if f".{name}" not in style} == set()
