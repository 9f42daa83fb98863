"""Many option sets as few lines: nothing is lost, and what tells them apart is found."""

import itertools
import random

import pytest

from hashcop.data.records import Words
from reports.flags import described, telling

AXES = (
    ("gcc", "gcc-11", "clang"),
    ("-m64",),
    ("-O", "-O2", "-O3", "-Os"),
    ("", "-march=native", "-march=haswell", "-march=x,y"),
    ("", "-funroll-loops", "-fno-unroll-loops"),
    ("", "-mllvm -a=b"),
)
ALL: list[Words] = [tuple(" ".join(words).split()) for words in itertools.product(*AXES)]


def lines(option_sets: list[Words]) -> list[str]:
    return [" ".join(one.words) for mine in described(option_sets) for one in mine.products]


@pytest.mark.parametrize("seed", range(8))
def test_the_lines_together_are_the_option_sets_and_no_others(seed: int) -> None:
    random.seed(seed)
    some = random.sample(ALL, random.randrange(len(ALL)))
    told = described([*some, *some[:3]])
    found = [options for mine in told for one in mine.products for options in one.option_sets]
    assert sorted(found) == sorted(some)
    assert [mine.count for mine in told] == [
        sum(one.count for one in mine.products) for mine in told
    ]


def test_all_combinations_are_one_line_for_each_compiler() -> None:
    plain = [options for options in ALL if "-mllvm" not in options]
    assert lines(plain)[0] == (
        "gcc -m64 -O{,2,3,s} {,-march=native,-march=haswell,'-march=x,y'} "
        "{,-funroll-loops,-fno-unroll-loops}"
    )
    assert len(lines(plain)) == 3 and len(lines(ALL)) == 6


def test_words_that_exclude_each_other_are_alternatives() -> None:
    sets = [("gcc", "-O2", *words) for words in ((), ("-fa",), ("-fb",), ("-fc",))]
    assert lines(sets) == ["gcc -O2 {,-fa,-fb,-fc}"]
    assert len(lines([*sets, ("gcc", "-O2", "-fa", "-fb")])) == 2


def test_alternatives_stand_in_braces_and_an_absent_word_before_a_comma() -> None:
    sets = [("gcc", "-O2"), ("gcc", "-O3"), ("gcc", "-O2", "-fx"), ("gcc", "-O3", "-fx")]
    assert lines(sets) == ["gcc -O{2,3} {,-fx}"]
    assert lines([("gcc", "-march=a"), ("gcc", "-march=b")]) == ["gcc -march={a,b}"]
    assert lines([("cc", "-fno-x"), ("cc", "-fx")]) == ["cc {-fno-x,-fx}"]


def test_odd_words_are_quoted() -> None:
    assert lines([("a b", "{x,y}", "$(id)")]) == ["'a b' '{x,y}' '$(id)'"]
    assert lines([("cc", "-D=1,2"), ("cc", "-D=3")]) == ["cc {'-D=1,2',-D=3}"]


def test_words_in_another_order_are_other_option_sets() -> None:
    sets = [("gcc", "-a", "-b"), ("gcc", "-b", "-a"), ("gcc",), ("gcc", "-O2", "-O3"), ()]
    found = [o for mine in described(sets) for one in mine.products for o in one.option_sets]
    assert sorted(found) == sorted(sets)


def test_what_all_have_in_common_and_what_differs() -> None:
    some = [("gcc", "-m64", f"-O{n}", "-march=native") for n in "123"] + [("gcc", "-m64", "-fx")]
    (mine,) = described(some)
    assert mine.common == ("gcc", "-m64") and mine.differing == ("-O", "-march", "-fx")


def test_a_word_that_tells_some_from_all_others() -> None:
    native = [options for options in ALL if "-march=native" in options]
    assert telling(native, ALL) == "with -march=native"
    assert telling([o for o in ALL if o not in native], ALL) == "without -march=native"
    assert telling(ALL, ALL) == telling(ALL[:2], ALL) == ""


def test_something_that_is_set_or_not_tells_too() -> None:
    bare = [options for options in ALL if not any("-march" in word for word in options)]
    assert telling(bare, ALL) == "without -march=…"
    assert telling([options for options in ALL if options not in bare], ALL) == "with -march=…"
