"""Writes what the records say of the format: a JSON Schema, and the tables of docs/data-format.md.

python -m hashcop.data.schema           write both
python -m hashcop.data.schema --check   say which of them would change, and fail if one would
"""

import inspect
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec import inspect as types

from hashcop.data import records
from hashcop.data.records import BY_KIND, FORMAT, KINDS

DOCS = Path(__file__).parents[2] / "docs"
SCHEMA = "data-format.schema.json"
PAGE = "data-format.md"
WIDTH = 100  # of a line of prose
_BLOCK = re.compile(r"(<!-- generated: ([\w ]+) -->\n).*?(<!-- end -->\n)", re.S)
_SIMPLE = {
    types.StrType: "string",
    types.IntType: "integer",
    types.FloatType: "number",
    types.BoolType: "boolean",
}
# Fields that many kinds share stand in tables of their own.
_SHARED: tuple[type[Struct], ...] = (records.Record, records.Keyed, records.About, records.Made)


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a line."""
    refs, definitions = msgspec.json.schema_components(KINDS, ref_template="#/$defs/{name}")
    for definition in definitions.values():
        definition["description"] = inspect.cleandoc(definition["description"])
        kind = definition.get("properties", {}).get("kind")
        if kind and "enum" in kind:
            definition["properties"]["kind"] = {"const": kind["enum"][0]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of Hashcop's data, version {FORMAT}",
        "description": "Lines of other kinds may follow in later versions: readers pass over them.",
        "oneOf": list(refs),
        "$defs": definitions,
    }


def page(text: str) -> str:
    """docs/data-format.md with its generated parts written anew. Raises KeyError for an unknown part."""
    return _BLOCK.sub(lambda found: f"{found[1]}\n{_part(found[2])}\n{found[3]}", text)


def parts() -> dict[str, type[Struct]]:
    """The names of the generated parts: each kind, the shared fields, and the structures inside of lines."""
    nested = dict.fromkeys(each for kind in KINDS for each in _structures(kind))
    others = {each.__name__: each for each in (*_SHARED, *nested)}
    return {**BY_KIND, **others}


def _part(name: str) -> str:
    struct = parts()[name]
    said = [*_prose(struct), _table(struct)]
    return "\n\n".join(each for each in said if each) + "\n"


def _prose(struct: type[Struct]) -> Iterator[str]:
    for paragraph in inspect.cleandoc(struct.__doc__ or "").split("\n\n"):
        yield textwrap.fill(" ".join(paragraph.split()), WIDTH, break_on_hyphens=False)


def _table(struct: type[Struct]) -> str:
    rows = list(_rows(struct))
    if not rows:
        return ""
    return "\n".join(["| field | type | meaning |", "| --- | --- | --- |", *rows])


def _rows(struct: type[Struct]) -> Iterator[str]:
    """A row for each field of its own, in the order of a line."""
    inherited = {name for base in struct.__bases__ for name in _names(base)}
    for field in _fields(struct):
        if field.name in inherited:
            continue
        meaning = _meaning(field)
        yield f"| `{field.name}` | {_words(field.type)} | {meaning} |"


def _names(base: type) -> Iterable[str]:
    return base.__struct_fields__ if issubclass(base, Struct) and base is not Struct else ()


def _fields(struct: type[Struct]) -> tuple[types.Field, ...]:
    found = types.type_info(struct)
    assert isinstance(found, types.StructType)  # whatever is derived from Struct is
    return found.fields


def _meaning(field: types.Field) -> str:
    """What a field is for. Raises ValueError for one that does not say."""
    found = field.type.extra_json_schema if isinstance(field.type, types.Metadata) else None
    if not found or "description" not in found:
        raise ValueError(f"the field {field.name} has no description")
    return str(found["description"])


def _words(type: types.Type) -> str:
    """A type in words."""
    match type:
        case types.Metadata(type=inner):
            return _words(inner)
        case types.VarTupleType(item_type=item):
            return f"list of {_plural(item)}"
        case types.DictType(value_type=value):
            return f"object of {_plural(value)}"
        case types.StructType(cls=struct):
            return f"[{struct.__name__}](#{struct.__name__.lower()})"
        case types.UnionType(types=several):
            return _words(next(each for each in several if not isinstance(each, types.NoneType)))
    return _SIMPLE[type.__class__]


def _plural(type: types.Type) -> str:
    """Several of a type, in words."""
    match type:
        case types.Metadata(type=inner):
            return _plural(inner)
        case types.VarTupleType(item_type=item):
            return f"lists of {_plural(item)}"
        case types.StructType():
            return _words(type)
    return f"{_words(type)}s"


def _structures(struct: type[Struct]) -> Iterator[type[Struct]]:
    """The structures inside of a line, each before those inside of it."""
    for field in _fields(struct):
        for inner in _inside(field.type):
            yield inner
            yield from _structures(inner)


def _inside(type: types.Type) -> Iterator[type[Struct]]:
    match type:
        case types.StructType(cls=struct):
            yield struct
        case types.Metadata(type=inner) | types.VarTupleType(item_type=inner):
            yield from _inside(inner)
        case types.DictType(value_type=inner):
            yield from _inside(inner)
        case types.UnionType(types=several):
            for each in several:
                yield from _inside(each)


def generated(docs: Path) -> dict[Path, str]:
    """What the files of a directory should hold."""
    text = (docs / PAGE).read_text()
    return {
        docs / PAGE: page(text),
        docs / SCHEMA: json.dumps(schema(), indent=2) + "\n",
    }


def main(words: list[str], docs: Path = DOCS) -> int:
    """The exit status: 1 if a file differs from what it should hold and is only checked, else 0."""
    stale = [(file, text) for file, text in generated(docs).items() if _differs(file, text)]
    if "--check" in words:
        for file, _ in stale:
            print(f"{file.name} is not what hashcop/data/records.py says: run make docs")
        return 1 if stale else 0
    for file, text in stale:
        file.write_text(text)
    return 0


def _differs(file: Path, text: str) -> bool:
    return not file.exists() or file.read_text() != text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
