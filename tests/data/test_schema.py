"""The schema and the tables of docs/data-format.md say what the records say."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from msgspec import Meta, Struct

from hashcop.data import schema
from hashcop.data.lines import encode
from hashcop.data.records import BY_KIND, KINDS, Record, kind_of
from tests.support.older_lines import VERSION_1, VERSION_2

EXAMPLES = [record for _, record in VERSION_1 + VERSION_2]


def test_the_committed_files_are_what_the_records_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert schema.main(["--check"]) == 0, capsys.readouterr().out


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    for name in (schema.PAGE, schema.SCHEMA):
        shutil.copy(schema.DOCS / name, tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", [schema.PAGE, schema.SCHEMA])
def test_a_file_that_differs_is_named_and_written_anew(
    name: str, docs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = docs / name
    before = file.read_text()
    after = before.replace("the machine's name", "another name")
    assert after != before
    file.write_text(after)
    assert schema.main(["--check"], docs) == 1
    assert capsys.readouterr().out.startswith(f"{name} is not what ")
    assert file.read_text() == after
    assert schema.main([], docs) == 0
    assert file.read_text() == before
    assert schema.main(["--check"], docs) == 0


def test_prose_that_is_written_by_hand_stays(docs: Path) -> None:
    file = docs / schema.PAGE
    changed = file.read_text().replace("## Versions", "Some prose.\n\n## Versions")
    file.write_text(changed)
    assert schema.main([], docs) == 0
    assert file.read_text() == changed


def test_every_kind_and_structure_has_its_table_once() -> None:
    text = (schema.DOCS / schema.PAGE).read_text()
    assert sorted(re.findall(r"<!-- generated: (\w+) -->", text)) == sorted(schema.parts())
    listed = text[text.index("`kind` says what") : text.index("Beside it stand")]
    assert re.findall(r"`(\w+)`", listed)[1:] == list(BY_KIND)


def test_every_field_of_a_kind_is_in_the_tables() -> None:
    parts = {each: schema._part(name) for name, each in schema.parts().items()}
    for kind in KINDS:
        tables = "".join(text for each, text in parts.items() if issubclass(kind, each))
        for field in kind.__struct_fields__:
            assert tables.count(f"| `{field}` | ") == 1, (kind, field)


class Silent(Struct):
    """A structure with a field that does not say what it is for."""

    told: Annotated[int, Meta(description="a number")]
    quiet: int = 0


def test_a_field_without_a_description_is_refused() -> None:
    with pytest.raises(ValueError, match="the field quiet has no description"):
        schema._table(Silent)


def test_types_are_in_words() -> None:
    class Several(Struct):
        """Of each."""

        a: Annotated[tuple[tuple[int, ...], ...], Meta(description="1")]
        b: Annotated[dict[str, Silent], Meta(description="2")]
        c: Annotated[bool | None, Meta(description="3")]
        d: Annotated[tuple[float, ...], Meta(description="4")]

    assert schema._table(Several).splitlines()[2:] == [
        "| `a` | list of lists of integers | 1 |",
        "| `b` | object of [Silent](#silent) | 2 |",
        "| `c` | boolean | 3 |",
        "| `d` | list of numbers | 4 |",
    ]


# What the schema accepts


WHOLE: dict[str, Any] = json.loads((schema.DOCS / schema.SCHEMA).read_text())
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def problems(value: Any, rule: dict[str, Any]) -> Iterator[str]:
    """Why a value is not what a rule says, by those words of JSON Schema that ours has; others are an error."""
    for word, wanted in rule.items():
        match word:
            case "$ref":
                yield from problems(value, WHOLE["$defs"][wanted.removeprefix("#/$defs/")])
            case "oneOf" | "anyOf":
                fitting = sum(not any(problems(value, each)) for each in wanted)
                if fitting == 0 or (word == "oneOf" and fitting > 1):
                    yield f"{fitting} of {word}"
            case "const":
                if value != wanted:
                    yield f"not {wanted}"
            case "type":
                if not is_of(value, wanted):
                    yield f"{value!r} is no {wanted}"
            case "required":
                yield from (f"{name} is missing" for name in wanted if name not in value)
            case "properties":
                for name in wanted.keys() & value.keys():
                    yield from problems(value[name], wanted[name])
            case "additionalProperties":
                for each in value.values():
                    yield from problems(each, wanted)
            case "prefixItems":
                for each, of_each in zip(value, wanted, strict=False):
                    yield from problems(each, of_each)
            case "items":
                if wanted:
                    for each in value:
                        yield from problems(each, wanted)
            case "minItems" | "maxItems":
                if (len(value) < wanted) if word == "minItems" else (len(value) > wanted):
                    yield f"{len(value)} items"
            case "minimum" | "maximum":
                if value is not None and (value < wanted if word == "minimum" else value > wanted):
                    yield f"{value} is beyond the {word}"
            case _:
                assert word in ("title", "description", "default", "$schema", "$defs"), word


def is_of(value: Any, wanted: str) -> bool:
    if wanted in ("integer", "number"):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        return is_number and (wanted == "number" or isinstance(value, int))
    return isinstance(value, TYPES[wanted])


@pytest.mark.parametrize("record", EXAMPLES, ids=kind_of)
def test_lines_of_every_kind_are_as_the_schema_says(record: Record) -> None:
    line = json.loads(encode(record))
    assert list(problems(line, WHOLE)) == []
    required = WHOLE["$defs"][type(record).__name__]["required"]
    assert "kind" in required
    for name in required:
        assert any(problems({n: v for n, v in line.items() if n != name}, WHOLE)), name


@pytest.mark.parametrize("record", EXAMPLES, ids=kind_of)
def test_what_the_schema_refuses_is_refused_by_the_reader(record: Record) -> None:
    line = json.loads(encode(record))
    for name in line:
        for wrong in (5, "x", [1], {"x": []}, None, -1, 2**63, True):
            changed = line | {name: wrong}
            if name == "kind" or not any(problems(changed, WHOLE)):
                continue
            with pytest.raises(msgspec.ValidationError):
                msgspec.json.decode(json.dumps(changed), type=type(record))
