"""What compilers said, on the pages: grouped, whole where it counts, readable and small with a thousand builds."""

import itertools
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.data.lines import Lines
from hashcop.data.store import Store
from hashcop.results import model
from reports import failures
from tests.support.html_check import assert_sound, page
from tests.support.made_data import OPTIONS, Fact, Maker, digest, line, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]

UNKNOWN = ["core.S:7:2: error: unknown directive", ".type f,@function"]
WARNED = [
    "hash.c: In function 'f':",
    "hash.c:3:7: warning: unused variable 'i' [-Wunused-variable]",
]
LEVELS = ("-O", "-O2", "-O3", "-Os")
MARCHES = ("", *(f"-march=cpu{n}" for n in range(12)))
OTHERS = ("", *(f"-fother{n}" for n in range(6)))
FULL = tuple(
    [compiler, *filter(None, words)]
    for compiler in ("gcc", "gcc-11", "clang", "clang-16")
    for words in itertools.product(LEVELS, MARCHES, OTHERS)
)


def unlike(n: int) -> str:
    return f"hash.c:{n}:7: error: function '_mm_{n}' requires target feature 'ssse3'"


def full(maker: Maker) -> list[Fact]:
    """1,456 builds: 20 fail in three ways, 900 have the machine code of others."""
    reasons = (unlike(1), UNKNOWN[0], "link.c:(.text+0x1): undefined reference to `F8'")
    facts: list[Fact] = []
    count, chosen = 0, random.Random(7)
    for number, options in enumerate(FULL):
        if number % 72 == 5 and number // 72 < 20:
            reason = reasons[number // 72 % 3]
            facts.append(maker.failed(options, reason, [reason, f"text {number}"]))
        else:
            code = count if count < 536 else chosen.randrange(536)
            count += 1
            fact = maker.build(options, object=digest(maker.implementation, code), said=WARNED)
            facts.append(fact)
    first = next(fact for fact in facts if fact["outcome"] == "ok")
    checked = {"object": first["object"]}
    facts.append(maker.check(first["options"]) | checked)
    facts.append(maker.winner(first["options"], 7000, 500) | checked)
    return facts


def said_page(out: Path) -> str:
    return page(out / "machine/made/compilers.html").text


@pytest.fixture
def write(site: Write) -> Callable[..., Path]:
    """Makes pages of facts, and of a machine."""
    return lambda facts: site([machine(), *facts])


REF = "machine/made/amd64/md5/ref.html"


def test_implementations_that_fail_alike_are_one_group(maker: Make, write: Write) -> None:
    facts = [
        fact
        for n in range(5)
        for fact in (
            maker(f"i{n}").failed(OPTIONS[0], unlike(n), [unlike(n)]),
            maker(f"i{n}").build(OPTIONS[1]),
            *(maker(f"i{n}").failed(options, UNKNOWN[0], UNKNOWN) for options in OPTIONS[5:]),
        )
    ]
    out = write(facts)
    assert_sound(out)
    text = said_page(out)
    assert "30 of 35 builds failed, for 2 reasons; 0 gave warnings" in text
    assert "function '…' requires target feature 'ssse3' 5 implementations, 5 builds" in text
    assert "unknown directive 5 implementations, 25 builds" in text
    assert "md5/i0 all of 5 md5/i1 all of 5" in text
    assert "md5/i3 1 of 2 with -O3" in text.replace("with -fomit-frame-pointer", "with -O3")
    assert "Debian clang version 14.0.6" in text
    assert text.count("What the compiler said of md5/i0") == 2
    for name in ("index.html", "machine/made/index.html"):
        assert "30 of 35" in page(out / name).text
    assert "../compilers.html" in page(out / "machine/made/amd64/md5.html").links
    assert "compilers.html" in page(out / "machine/made/index.html").links


def test_an_implementation_tells_which_of_its_option_sets_failed_for_what(
    maker: Make, write: Write
) -> None:
    m = maker()
    failing = [options for options in OPTIONS if options[0] == "clang" and "-O3" in options]
    facts = [m.failed(options, unlike(n), [unlike(n)]) for n, options in enumerate(failing)]
    facts += [m.build(options) for options in OPTIONS if options not in failing]
    text = page(write(facts) / REF).text
    assert "3 builds failed failed: function '…' requires target feature 'ssse3'" in text
    assert "clang (Debian clang version 14.0.6): 3 of 5 option sets (with -O3)" in text
    assert "What the compiler said" in text and unlike(0) in text
    assert "2 other texts are only in the data, with no other errors or warnings" in text


def test_warnings_are_counted_and_can_be_read(maker: Make, write: Write) -> None:
    m = maker()
    loud = ["a.c:1:1: warning: <b>odd</b> [-Wodd]", "a.c:2:2: note: see"]
    facts = [m.build(options, said=WARNED) for options in OPTIONS[:7]]
    facts += [m.build(options, said=[*WARNED, *loud]) for options in OPTIONS[7:9]]
    facts += [m.build(OPTIONS[9], said=["no word of that kind"])]
    out = write(facts)
    assert_sound(out)
    text = page(out / REF).text
    assert "10 builds with warnings" in text and "<b>odd</b>" in text
    assert "-Wunused-variable gcc (gcc (Debian 12.2.0-14) 12.2.0): all of 5 option sets" in text
    assert "-Wodd clang (Debian clang version 14.0.6): 2 of 5 option sets" in text
    assert "What the compiler said, 7 times" in text and "note: see" in text
    text = said_page(out)
    assert "-Wunused-variable: 1 implementation, 9 builds" in text
    assert "-Wodd: 1 implementation, 2 builds" in text
    assert "other words: 1 implementation, 1 build" in text


def test_option_sets_of_the_same_machine_code_are_one_build(maker: Make, write: Write) -> None:
    m = maker()
    facts = [m.build(options, object="same") for options in FULL[:28]]
    text = page(write(facts) / REF).text
    assert "1 machine code from 28 option sets" in text
    assert "These 28 option sets are one build:" in text
    assert "28 : gcc -O {,-march=cpu0,-march=cpu1,-march=cpu2} {,-fother0,-fother1," in text


def test_a_thousand_builds_have_a_page_of_their_own(maker: Make, write: Write) -> None:
    facts = full(maker("ref"))
    ok = [fact["object"] for fact in facts if fact["kind"] == "build" and "object" in fact]
    assert len(ok) == 1436 and len(ok) - len(set(ok)) == 900
    out = write([*facts, *whole(maker("small"), [8, 1536])])
    assert_sound(out)
    words = "536 machine codes from 1,436 option sets; 20 builds failed; 1,436 builds with warnings"
    own = out / REF
    told = page(own).text
    assert words in told
    assert "10 option sets" in page(own.with_name("small.html")).text
    for reason in ("requires target feature 'ssse3'", "unknown directive", "undefined reference"):
        assert f"failed: {reason}" in told or reason in told
    assert all(digest("ref", code) in told for code in range(3))
    place = out / "machine/made"
    assert len((place / "amd64/md5.html").read_bytes()) < 100_000
    assert len(own.read_bytes()) < 700_000
    assert len((place / "compilers.html").read_bytes()) < 50_000


@pytest.mark.long
def test_ten_times_a_thousand_builds_take_seconds(maker: Make, write: Write) -> None:
    facts = [fact for n in range(10) for fact in full(maker(f"i{n}"))]
    begun = time.process_time()
    write(facts)
    assert time.process_time() - begun < 20  # 3 on a machine of 2024


def test_what_stands_once_is_found_for_all(maker: Make, tmp_path: Path) -> None:
    m, lines_of = maker(), Lines()
    facts = [m.build(OPTIONS[0], said=WARNED), m.build(OPTIONS[1], said=WARNED)]
    facts += [m.failed(o, UNKNOWN[0], UNKNOWN) for o in OPTIONS[2:4]]
    store = Store(tmp_path / "made", "made")
    store.record([lines_of.decode(line(fact).encode()) for fact in facts])
    store.close()
    lines = store.path.read_text().splitlines(keepends=True)
    assert sum("unused variable" in line for line in lines) == 1
    for order in (lines, lines[::-1]):
        (tmp_path / "data.jsonl").write_text("".join(order))
        (told,) = model.load([tmp_path / "data.jsonl"])
        builds = told.targets[0].hashes[0].implementations[0].builds
        said = {b.options: b.said for b in builds}
        assert [said[tuple(o)] for o in OPTIONS[:4]] == [tuple(WARNED)] * 2 + [tuple(UNKNOWN)] * 2


def test_what_stands_in_another_file_is_named(maker: Make, write: Write) -> None:
    fact = maker().failed(OPTIONS[0], UNKNOWN[0], []) | {"said_as": "0123abcd"}
    text = page(write([fact]) / REF).text
    assert "It is recorded with the build of key 0123abcd , which is not in the data" in text


def test_compilers_for_cxx_and_those_of_two_words_have_versions(maker: Make, file: Write) -> None:
    told = [("gcc-11", "11"), ("clang", "14"), ("zig cc", "0.11"), ("zig", "wrong")]
    compilers = [{"command": c, "path": "", "version": v} for c, v in told]
    (found,) = model.load([file([machine(compilers=compilers), maker().build(["gcc"])])])
    for words, command, version in (
        (("g++-11", "-O3"), "g++-11", "11"),
        (("clang++",), "clang++", "14"),
        (("clang", "-O3"), "clang", "14"),
        (("zig", "cc", "-O3"), "zig cc", "0.11"),
        (("zig", "c++", "-O3"), "zig c++", "0.11"),
        (("tcc", "-O3"), "tcc", ""),
        ((), "", ""),
    ):
        compiler = failures.compiler_of(found, words)
        assert (compiler.command, compiler.version) == (command, version)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"sure": True}, "Sure to be within 1 % of the best of 7 distinct builds"),
        ({"sure": False}, "Perhaps not within 1 % of the best of 7 distinct builds"),
        ({}, None),
    ],
)
def test_how_sure_the_best_options_are_is_told(
    maker: Make, write: Write, told: Fact, said: str | None
) -> None:
    m = maker()
    won = m.winner(OPTIONS[0], 10, 7) | told
    out = write([m.build(OPTIONS[0]), m.check(OPTIONS[0]), won])
    text = page(out / REF).text
    assert ("within 1 %" in text) == (said is not None)
    assert said is None or said in text
