"""What code takes besides time, wherever it is told: bytes of code and constants, and of stack."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

from hashcop.data.records import Size
from reports import format
from tests.support.html_check import assert_sound, page
from tests.support.made_data import Fact, Maker, machine, whole

Make = Callable[..., Maker]
Write = Callable[..., Path]
Told = Callable[..., str]
MD5 = "machine/made/amd64/md5.html"
REF = "machine/made/amd64/md5/ref.html"
SIZE = {"text": 5300, "data": 0, "bss": 64, "code": 5000, "constants": 256}


def facts(maker: Maker, stack: int | None = 1064, size: Fact = SIZE) -> Iterator[Fact]:
    """A measured implementation of these costs."""
    yield machine()
    for fact in whole(maker, [0, 8, 1536]):
        more: Fact = {"size": size} if fact["kind"] == "build" and fact.get("object") else {}
        if fact["kind"] == "winner" and stack is not None:
            more = {"stack": stack}
        yield fact | more


def test_its_page_tells_code_constants_and_stack(maker: Make, site: Write) -> None:
    out = site(facts(maker()))
    assert_sound(out)
    told = page(out / REF).text
    assert "Size 5,000 bytes of code, 256 bytes of constants, 64 bytes of others" in told
    assert "Stack 1,064 bytes for a call" in told
    assert "calls a library" not in told


def test_the_table_of_implementations_has_them(maker: Make, site: Write) -> None:
    out = site(facts(maker()))
    told = page(out / MD5).text
    assert "verdict code constants stack best options" in told
    assert "known answers 5,000 256 1,064 gcc" in told


def test_the_library_that_is_not_counted_is_named(
    maker: Make, site: Write, told: Told, file: Write
) -> None:
    given = list(facts(maker(), size=SIZE | {"libraries": ["libcrypto"]}))
    out = site(given)
    assert "It calls a library (libcrypto), whose code is not counted" in page(out / REF).text
    assert "calls a library, whose code is not counted; its stack is" in page(out / MD5).text
    line = "  code 5,000 bytes, constants 256, stack 1,064, without libcrypto, which it calls\n"
    assert line in told(file(given), "md5/ref")


def test_the_terminal_has_a_line_of_them(maker: Make, told: Told, file: Write) -> None:
    text = told(file(facts(maker())), "md5/ref")
    assert "\n  code 5,000 bytes, constants 256, stack 1,064\n" in text


def test_what_older_lines_lack_is_not_made_up(
    maker: Make, site: Write, told: Told, file: Write
) -> None:
    older = {"text": 5300, "data": 0, "bss": 0}
    given = list(facts(maker(), None, older))
    out = site(given)
    assert_sound(out)
    text = page(out / REF).text
    assert "Size 5,300 bytes of code and constants" in text
    assert "Stack" not in text
    assert "\n  code and constants 5,300 bytes\n" in told(file(given), "md5/ref")
    (row, *_) = json.loads((out / MD5).with_suffix(".json").read_text())
    assert not {"code", "constants", "stack", "libraries"} & set(row)


def test_exports_have_them_in_every_row(maker: Make, site: Write) -> None:
    size = SIZE | {"constants": 0, "libraries": ["liba", "libb"]}
    out = site(facts(maker(), size=size))
    rows = list(csv.DictReader(io.StringIO((out / MD5).with_suffix(".csv").read_text())))
    assert rows
    for row in rows:
        found = row["code"], row["constants"], row["stack"], row["libraries"]
        assert found == ("5000", "0", "1064", "liba libb")
    (row, *_) = json.loads((out / MD5).with_suffix(".json").read_text())
    assert (row["code"], row["constants"], row["stack"]) == (5000, 0, 1064)


def test_costs_in_a_line() -> None:
    assert format.cost(None, None) == ""
    assert format.cost(None, 0) == "stack 0 bytes"
    assert format.cost(Size(text=1), None) == "code and constants 1 byte"
    assert format.cost(Size(code=1, constants=2), 3) == "code 1 byte, constants 2, stack 3"
