"""Pages of Java: what first calls cost on each JVM, on the page of the implementation and on those of JVMs."""

from collections.abc import Callable, Iterator
from pathlib import Path

from hashcop.data.records import Batch, Hosted, Sample
from tests.support.html_check import assert_sound
from tests.support.made_data import TABLE, Fact, Maker, machine, plain

JVMS = {"java-25": 10, "java-17": 20}  # steady cycles/byte
BYTES = 64
HOST = plain(Sample(0, 0, 1, 4, (), (), Hosted(True, 30_000, 0.4, 5, began=0.2, digest=0.25)))


def first(steady: int) -> Fact:
    """A process whose first call took 1000 times as long, the second ten times, and two more as long."""
    rows = tuple(
        (BYTES, calls, calls * BYTES * steady * times)
        for calls, times in ((1, 1000), (1, 10), (8, 1))
    )
    batch = Batch(len(rows), 1.0, 1.0, 4.0, 1, 0, 0)
    return plain(Sample(0.0, 0.0, 1.0, 4.0, (batch,), rows)) | {"jvm": HOST["jvm"]}


def facts(m: Maker) -> Iterator[Fact]:
    """Builds by two JVMs, a table of the faster, and first calls on both."""
    for jvm, steady in JVMS.items():
        cycles = [1536 * steady + n for n in range(9)]
        yield m.build([jvm])
        yield m.check([jvm])
        yield m.trial([jvm], 1, 1.0, cycles)
    yield m.winner(["java-25"], 1536 * 10, 2)
    table = m.timings(["java-25"], {n: [n * 10 + 50] * 9 for n in TABLE})
    table["samples"] = [one | {"jvm": HOST["jvm"]} for one in table["samples"]]
    yield table
    for jvm, steady in JVMS.items():
        calls = m.effect("first", f"compilers elsewhere, {BYTES} bytes", {BYTES: [1] * 9}, [jvm])
        yield calls | {"samples": [first(steady)] * 3}
        yield m.effect("first", "steady", {BYTES: [BYTES * steady] * 9}, [jvm])


def test_first_calls_are_told_of_each_jvm(
    maker: Callable[..., Maker], site: Callable[..., Path]
) -> None:
    m = maker(target="jvm-amd64", implementation="java-opt64")
    out = site([machine(), *(one | {"platform": "jvm"} for one in facts(m))])
    (page,) = out.glob("machine/*/jvm-amd64/*/java-opt64.html")
    assert_sound(out)
    text = page.read_text()
    section = text.partition('id="first"')[2].partition("</section>")[0]
    assert [section.count(f'aria-label="First calls, {jvm}"') for jvm in JVMS] == [1, 1]
    for jvm, steady in JVMS.items():
        (page,) = out.glob(f"machine/*/java/jvm-amd64-{jvm}.html")
        text = page.read_text()
        cells = text.partition('id="first"')[2].partition("<tbody>")[2].split("<td")[2:]
        figures = [one.partition(">")[2].partition("<")[0] for one in cells]
        assert figures[:2] == [str(BYTES), "250.0"]
        means = 1000 * steady, (1000 + 10 + 8) * steady / 10
        assert [float(one.replace(",", "")) for one in figures[2:4]] == list(means)
        assert figures[-2:] == [f"{steady:.1f}", "10"]
