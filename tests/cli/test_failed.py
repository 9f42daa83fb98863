"""Builds that failed, in few lines on the terminal."""

from hashcop.cli.failed import lines
from hashcop.data.records import Build


def build(implementation: str, reason: str = "", compiler: str = "gcc", outcome: str = "") -> Build:
    return Build(
        key="",
        platform="c",
        target="amd64",
        hash="sha256",
        implementation=implementation,
        options=(compiler, "-O3"),
        outcome=outcome or ("failed" if reason else "ok"),
        reason=reason,
    )


def test_nothing_is_said_where_nothing_failed() -> None:
    assert lines([]) == lines([build("ref"), build("x", outcome="skipped")]) == []


def test_thirty_implementations_that_fail_alike_are_one_line() -> None:
    builds = [
        build(f"i{n}", f"hash.c:{n}:1: error: no type 'T{n}'", compiler)
        for n in range(30)
        for compiler in ("gcc", "clang")
    ]
    assert lines([build("ref"), *builds]) == [
        "60 of 61 builds failed, of 30 implementations:",
        "  30 implementations such as sha256/i0, with gcc, clang: no type '…'",
    ]


def test_few_are_named() -> None:
    assert lines(
        [build("a", "x.S:1: Error: no"), build("b", "y.S:2: Error: no")], "compilers.html"
    ) == [
        "2 of 2 builds failed, of 2 implementations:",
        "  sha256/a, sha256/b, with gcc: no",
        "  all in compilers.html",
    ]


def test_of_many_reasons_those_of_most_implementations_are_told() -> None:
    builds = [build(f"i{n}", f"error: reason {k}") for k in range(9) for n in range(k + 1)]
    said = lines(builds, "compilers.html")
    assert len(said) == 6 and said[1].endswith("reason 8")
    assert said[-1] == "  5 more reasons, all in compilers.html"
