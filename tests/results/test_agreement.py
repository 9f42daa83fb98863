"""A hash whose checksums nobody knows: its implementations are held against each other."""

from hashcop.results.agreement import Opinion, compare


def opinion(name: str, function: int, **digests: str) -> Opinion:
    return Opinion(name, (f"small{function}", f"big{function}"), digests)


def test_nobody_has_no_agreement() -> None:
    assert compare([]) is None


def test_one_can_not_be_held_against_anything() -> None:
    found = compare([opinion("ref", 1), opinion("ref", 1)])
    assert found and found.is_unanimous
    assert found.words == "one implementation, which nothing can be held against"


def test_all_agree() -> None:
    found = compare([opinion("ref", 1), opinion("fast", 1)])
    assert found and found.is_unanimous
    assert found.words == "all 2 implementations agree"
    assert found.camps[0].checksums == ("small1", "big1")


def test_camps_are_named_the_largest_first_with_the_first_length_that_tells_them_apart() -> None:
    found = compare(
        [
            opinion("odd", 2, **{"0": "aa", "10": "bb", "9": "xx"}),
            opinion("ref", 1, **{"0": "aa", "10": "cc", "9": "xx"}),
            opinion("fast", 1, **{"0": "aa", "10": "cc", "9": "xx"}),
        ]
    )
    assert found and not found.is_unanimous
    assert found.differ_at == 10
    said = "2 different functions, first for a message of 10 bytes: fast, ref against odd"
    assert found.words == said


def test_lengths_are_numbers_and_not_words() -> None:
    one, other = {"9": "a", "10": "a"}, {"9": "b", "10": "b"}
    found = compare([opinion("a", 1, **one), opinion("b", 2, **other)])
    assert found and found.differ_at == 9


def test_an_implementation_whose_builds_differ_is_in_two_camps() -> None:
    found = compare([opinion("ref", 1), opinion("ref", 2)])
    assert found and [camp.implementations for camp in found.camps] == [("ref",), ("ref",)]
