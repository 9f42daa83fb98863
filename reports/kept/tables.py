"""Figures as columns: Parquet files that DuckDB writes and reads, one for each machine."""

import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_type_hints

import duckdb
import numpy as np

from reports.kept.figures import NAN, Figure

MEMORY = "400MB"  # what does not fit is sorted on the disk
SEPARATOR = "\x1f"  # between words of an option set
_TYPES: dict[Any, str] = {
    str: "VARCHAR",
    float: "DOUBLE",
    int: "INTEGER",
    bool: "BOOLEAN",
    int | None: "BIGINT",  # the only type that has NULL in the files
}
COLUMNS = {name: _TYPES.get(kind, "VARCHAR") for name, kind in get_type_hints(Figure).items()}
_MAY_LACK = [i for i, kind in enumerate(COLUMNS.values()) if kind == "BIGINT"]
_OPTIONS = Figure._fields.index("options")
_NAMES = ("machine", "platform", "target", "hash", "implementation")  # the first of all fields
_ESCAPED = "\x1a"  # a name that begins so is written as a string of Python is
HAS_ESCAPES = " OR ".join(f"starts_with({name}, '{_ESCAPED}')" for name in _NAMES)  # in SQL


def connect() -> duckdb.DuckDBPyConnection:
    """A database in memory, which loads nothing from a network."""
    return _connect(os.cpu_count() or 1)


def _connect(threads: int) -> duckdb.DuckDBPyConnection:
    found = duckdb.connect(
        config={
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "memory_limit": MEMORY,
            "temp_directory": str(Path(tempfile.gettempdir()) / f"hashcop-{os.getpid()}"),
            "threads": str(threads),
        }
    )
    found.execute("SET enable_progress_bar = false")
    return found


@cache
def _reader(process: int) -> duckdb.DuckDBPyConnection:
    """The database that a process reads files with: to open one takes longer than to read a file."""
    return _connect(1)


def write(rows: Iterable[Figure], path: Path) -> None:
    """Write a Parquet file of figures."""
    every = list(rows)
    columns = dict(
        zip(
            Figure._fields,
            zip(*every, strict=True) if every else ((),) * len(Figure._fields),
            strict=True,
        )
    )
    columns["options"] = tuple(SEPARATOR.join(map(_text, words)) for words in columns["options"])
    columns |= {field: tuple(map(_as_text, columns[field])) for field in _NAMES}
    arrays = {name: _array(values, COLUMNS[name]) for name, values in columns.items()}
    chosen = ", ".join(f'CAST("{name}" AS {COLUMNS[name]}) AS "{name}"' for name in arrays)
    with closing(connect()) as database:
        database.register("rows", arrays)
        database.execute(f"COPY (SELECT {chosen} FROM rows) TO {literal(path)} (FORMAT parquet)")


def _array(values: Sequence[Any], kind: str) -> "np.ndarray[Any, Any]":
    if kind == "VARCHAR":
        return np.array([_text(value) for value in values] or [], dtype=object)
    if kind == "BIGINT":
        missing = [value is None for value in values]
        return np.ma.array([value or 0 for value in values], mask=missing, dtype=np.int64)
    return np.array(values, dtype={"DOUBLE": float, "INTEGER": np.int32, "BOOLEAN": bool}[kind])


def _text(value: str) -> str:
    """Parquet holds text: lone surrogates, which stand for bytes that are none, are written as they are escaped."""
    return value.encode("utf-8", "backslashreplace").decode()


def _as_text(name: str) -> str:
    """A name as Parquet holds it; `as_name` gives it back, surrogates and all."""
    if name.startswith(_ESCAPED) or _text(name) != name:
        return f"{_ESCAPED}{name.encode('unicode_escape').decode()}"
    return name


@lru_cache(1 << 14)
def as_name(text: str) -> str:
    """The name that Parquet holds as a text."""
    if not text.startswith(_ESCAPED):
        return text
    return text.removeprefix(_ESCAPED).encode().decode("unicode_escape")


def read(path: Path) -> Iterator[Figure]:
    """The figures of one Parquet file, in the order in which they were written."""
    database = _reader(os.getpid()).cursor()
    yield from of(database.execute(f"SELECT * FROM read_parquet({literal(path)})"))


def of(found: duckdb.DuckDBPyConnection) -> Iterator[Figure]:
    """The rows of a query that has all columns of a figure; a number that there is none of is NULL there."""
    seen: dict[Any, Any] = {}
    share = seen.setdefault  # rows have most of their texts in common
    while some := found.fetchmany(10_000):
        for row in some:
            whole: list[Any] = [
                NAN if value is None else share(value, value) if isinstance(value, str) else value
                for value in row
            ]
            for place in _MAY_LACK:
                whole[place] = row[place]
            words = whole[_OPTIONS]
            whole[_OPTIONS] = tuple(words.split(SEPARATOR)) if words else ()
            whole[_OPTIONS] = share(whole[_OPTIONS], whole[_OPTIONS])
            if any(_ESCAPED in text for text in row[: len(_NAMES)]):
                whole[: len(_NAMES)] = map(as_name, row[: len(_NAMES)])
            yield Figure(*whole)


def literal(path: Path | str) -> str:
    """A string of SQL."""
    return "'" + _as_text(str(path)).replace("'", "''") + "'"
