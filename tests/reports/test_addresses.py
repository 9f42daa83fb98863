"""Addresses of pages, cells and files: those that are cited stay, and any name has a safe one."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from reports.site import addresses
from tests.support.html_check import assert_sound, page
from tests.support.made_data import Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
FROZEN = Path(__file__).with_name("addresses.txt")

NAMES = [
    *("", ".", "..", "../x", "a/b", "/etc/passwd", "gil/singlefile", "gil~2fsinglefile"),
    *("a b", "é", "\udc80", "\ud800\udc80", "中文", "a\0b", "a\nb", "C:\\x", "CON", "nul"),
    *("index", "index.html", "index.js", "compilers", "ranking", "matrix", "~72anking"),
    *("x", "x.html", "x~2ehtml", "x.csv", "x.json", "x.svg", "x.png", "x.js", "x.more"),
    *("x.more.js", "x.html.csv", "x.parquet", ".hidden", "style.css", "%2e%2e"),
    *("x" * 300, "x" * 301, "y" * 120, "y" * 121, "é" * 200),
    *("~", "~7e", "&amp;", "<b>", '"', "'", "#", "?", ",", "s=a,b", "-", "--help", "=1+1"),
]


# The list


def test_addresses_that_were_cited_are_there(written: Path) -> None:
    """A line of addresses.txt may be added, and none may go: papers and bookmarks have them."""
    lines = FROZEN.read_text().split()
    assert len(lines) == len(set(lines)) > 120
    assert [name for name in lines if not (written / name).is_file()] == []


def test_there_is_nothing_else_but_assets_and_notes(written: Path) -> None:
    found = {str(p.relative_to(written)) for p in written.rglob("*") if p.is_file()}
    more = {name for name in found if not name.startswith(("assets/", ".hashcop-pages/"))}
    assert more == set(FROZEN.read_text().split())


def test_each_address_has_one_place_in_the_code() -> None:
    assert addresses.SUBMISSIONS == "submissions.html"  # there once something was submitted
    assert addresses.OPERATIONS == "operations.html"  # there once operations were counted
    assert addresses.ESTIMATES == "estimates.html"
    assert addresses.hash_page("keccak_c512") == "hash/keccak_c512.html"
    where = ("lab-3.example.org", "amd64")
    assert addresses.machine(where[0]) == "machine/lab-3.example.org/index.html"
    assert addresses.compilers(where[0]) == "machine/lab-3.example.org/compilers.html"
    assert addresses.target(*where) == "machine/lab-3.example.org/amd64.html"
    page_of = addresses.hash_on(*where, "md5")
    assert page_of == "machine/lab-3.example.org/amd64/md5.html"
    assert addresses.table(page_of, "csv") == "machine/lab-3.example.org/amd64/md5.csv"
    assert addresses.figure(*where, "md5", "svg") == "machine/lab-3.example.org/amd64/md5.svg"
    own = addresses.implementation(*where, "md5", "opt64/u6")
    assert own == "machine/lab-3.example.org/amd64/md5/opt64~2fu6.html"
    assert addresses.history(*where, "md5") == "history/lab-3.example.org/amd64/md5.html"
    assert addresses.cell("1536", "opt64/u6") == "c-1536-opt64~2fu6"
    assert addresses.series(*where, "md5", "ref") == "lab-3.example.org/amd64/md5/ref"
    assert addresses.ranked(*where) == "lab-3.example.org/amd64/ranking"
    assert addresses.link(own, addresses.INDEX) == "../../../../index.html"
    assert (addresses.root(own), addresses.root("index.html")) == ("../../../../", "./")


# Names


def test_file_names_are_safe_and_different_for_different_names() -> None:
    found = [addresses.safe(name) for name in NAMES]
    assert len(set(found)) == len(NAMES)
    for name in found:
        assert name and not name.startswith((".", "-..")) and len(name) <= 120
        assert name.isascii() and all(c.isalnum() or c in "-_.~" for c in name)
        assert name.split(".")[0] not in ("index", "compilers", "ranking", "matrix")


def test_usual_names_stay_as_they_are() -> None:
    for name in ("sha256", "keccak_c512", "opt64-u6.1", "lab-3.example.org", "x86-shani"):
        assert addresses.safe(name) == name


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of a machine with hashes and implementations of every odd name."""
    from reports import pages
    from tests.support.made_data import HASHES, OPTIONS, Clock, line

    clock, cost = Clock(), HASHES["md5"][0]
    facts = [machine("index")]
    for n, name in enumerate(NAMES):
        for hash, own in ((name, NAMES[-n - 1]), ("all", name)):
            m = Maker(clock, "ranking", hash, own, cost, 1.0, "index", 3)
            facts += [m.build(OPTIONS[0]), m.check(OPTIONS[0]), m.winner(OPTIONS[0], 900, 1)]
            facts += [m.timings(OPTIONS[0], {8: [100] * 3, 1536: [900 + n] * 3})]
    place = tmp_path_factory.mktemp("hostile") / "bench"
    place.mkdir()
    (place / "data.jsonl").write_text("".join(map(line, facts)))
    wish = pages.Wish(figures=frozenset())
    return pages.write([place / "data.jsonl"], place / "html", wish=wish).parent


def test_every_name_has_its_own_pages_within_the_directory(hostile: Path) -> None:
    count = len(NAMES) + 1  # and the hash called "all"
    place = hostile / "machine/~69ndex/~72anking"
    assert len(list(hostile.glob("hash/*.html"))) == count
    assert len(list(place.glob("*.html"))) == count
    assert len(list((hostile / "data/~69ndex/~72anking").glob("*.more.js"))) == count
    assert len(list((place / "all").glob("*.html"))) == len(NAMES)
    assert {one.name for one in hostile.parent.iterdir()} == {"data.jsonl", "html", ".derived"}


def test_every_link_and_anchor_of_every_page_leads_somewhere(hostile: Path, written: Path) -> None:
    assert_sound(hostile)
    assert_sound(written)


def test_every_machine_has_its_own_pages(maker: Make, site: Write) -> None:
    facts = []
    for name in NAMES:
        facts += [machine(name), *maker(machine=name).measured(["gcc"], [8])]
        facts += [maker(machine=name).build(["gcc"]), maker(machine=name).winner(["gcc"], 900, 1)]
    out = site(facts)
    assert len(list(out.glob("machine/*/index.html"))) == len(NAMES)
    assert len(list(out.glob("data/*/index.js"))) == len(NAMES)
    assert_sound(out)


# Scripts


def taken(path: Path) -> tuple[str, Any]:
    """The name and the value that a data script gives."""
    text = path.read_text()
    assert text.startswith("hashcop.take(") and text.endswith(");\n") and text.count("\n") == 1
    if path.name == "machines.js":
        return "machines", list(of_machines(text))
    name, value = json.loads(f"[{text.removeprefix('hashcop.take(').removesuffix(');' + chr(10))}]")
    return name, value


def of_machines(text: str) -> Iterator[str]:
    """The addresses of the list of machines: a function in it makes them of short rows, by patterns."""
    rows, _, function = text.partition("].map(([name, key, ")
    patterns = re.findall(r"\w+: `([^`]+)`", function)
    assert len(patterns) == 5
    for row in json.loads(f"{rows.partition(', ')[2]}]"):
        for pattern in patterns:
            for *_, target in row[-1]:
                yield pattern.replace("${key}", row[1]).replace("${target}", target)


def strings(value: Any) -> Iterator[str]:
    """All texts in a value, those of names too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, dict):
        yield from strings([*value, *value.values()])


@pytest.mark.parametrize("which", ["written", "hostile"])
def test_every_address_in_the_data_of_scripts_leads_somewhere(
    which: str, request: pytest.FixtureRequest
) -> None:
    out: Path = request.getfixturevalue(which)
    scripts = list(out.glob("data/**/*.js"))
    names = {}
    for path in scripts:
        name, value = taken(path)
        assert name not in names
        names[name] = path
        assert path == out / "data" / f"{name}.js"
        for text in strings(value):
            if re.fullmatch(r"(machine|hash|data)/\S+\.(html|js)(#\S+)?", text):
                target, _, anchor = text.partition("#")
                assert (out / target).is_file(), f"{path}: {text}"
                assert not anchor or f'id="{anchor}"' in (out / target).read_text(), text
    assert len(names) == len(scripts) > 10


def test_a_data_script_has_nothing_that_ends_a_script_or_a_line(maker: Make, site: Write) -> None:
    odd = "</script><!--\u2028\u2029\x00"
    out = site([machine(odd), *whole(maker(odd, hash=odd, machine=odd), [8, 1536])])
    for path in out.glob("data/**/*.js"):
        text = path.read_text()
        assert text.isascii() and "<" not in text and text.count("\n") == 1


# Cells


def test_a_cell_leads_to_its_record_in_the_data(written: Path, small: Path) -> None:
    kinds = set()
    for path in written.glob("machine/made/*/*.html"):
        cells = re.findall(
            r'<td id="(c-\w+-\S+?)"[^>]*><a href="([^"]+)#(n-\w+)">', path.read_text()
        )
        for anchor, where, row in cells:
            assert anchor.split("-")[1] == row.removeprefix("n-")
            html = (path.parent / where).read_text()
            (line,) = re.findall(f'<tr id="{row}">.*?</tr>', html, re.DOTALL)
            (key,) = re.findall(r'<code class="key">(\w+)</code>', line)
            found = [json.loads(one) for one in small.read_text().splitlines() if key in one]
            (fact,) = (fact for fact in found if fact["key"] == key)
            assert (fact["hash"], fact["target"]) == (path.stem, path.parent.name)
            assert fact["implementation"] == Path(where).stem
            assert row == "n-long" or int(row.removeprefix("n-")) in fact["bytes"]
            kinds.add(fact["kind"])
    assert kinds == {"timings"}


def test_each_figure_of_a_table_leads_to_its_cell(written: Path) -> None:
    for name in ("index.html", "hash/md5.html", "machine/made/amd64.html"):
        cells = [link for link in page(written / name).links if "#c-" in link]
        assert len(cells) >= 3
        for link in cells:
            target, _, anchor = link.partition("#")
            assert anchor in page((written / name).parent / target).ids
