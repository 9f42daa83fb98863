"""Lines that the database makes of figures: those that Python makes of them."""

import json
import random
from contextlib import closing
from pathlib import Path
from typing import Any

from reports.kept import lines, tables
from reports.kept.figures import NAN, Figure
from reports.site import exports

TEXTS = [
    *("", "plain", "a,b", 'q"x', "'", "\\", "a b ", "é中文", "<&>\u2028"),
    *("=1+1", "-x", "+", "@a", "\tz", "\rb", "\nb", "a\rb", "a\nb", "x\x01y\x1e", "\\u001F"),
]


def value(rng: random.Random, name: str) -> Any:
    """Anything that a field can hold, with all that has to be quoted or left out."""
    if name == "options":
        return tuple(rng.choice(TEXTS) or "gcc" for _ in range(rng.randint(0, 3)))
    kind = tables.COLUMNS[name]
    if kind == "VARCHAR":
        return rng.choice(TEXTS)
    if kind == "DOUBLE":
        scattered = rng.uniform(0, 10_000) * 10.0 ** rng.randint(-12, 14)
        return rng.choice([NAN, 0.0, 1.0, 1e5, 9.999994e-6, 9.999996e-6, scattered])
    if kind == "BIGINT":
        return rng.choice([None, 0, 1234567, 2**40])
    return rng.random() < 0.5 if kind == "BOOLEAN" else rng.randint(0, 1000)


def made(rows: list[Figure], directory: Path, kind: str) -> bytes:
    """A file of rows as the database makes its lines."""
    tables.write(rows, directory / "rows.parquet")
    source = tables.literal(directory / "rows.parquet")
    with closing(tables.connect()) as database:
        found = database.execute(f"SELECT {lines.KINDS[kind]} FROM read_parquet({source})")
        return exports.whole(kind, [line for (line,) in found.fetchall()])


def test_lines_of_csv_and_json_are_those_that_python_makes(tmp_path: Path) -> None:
    rng = random.Random(1)
    rows = [Figure(*(value(rng, name) for name in Figure._fields)) for _ in range(2_000)]
    assert made(rows, tmp_path, "csv") == exports.as_csv(rows)
    assert json.loads(made(rows, tmp_path, "json")) == json.loads(exports.as_json(rows))


def test_numbers_that_are_not_known_are_left_out_and_those_that_are_have_all_digits(
    tmp_path: Path,
) -> None:
    rng = random.Random(2)
    plain = Figure(*(value(rng, name) for name in Figure._fields))
    rows = [plain._replace(code=1234567, constants=0, stack=None)]
    tables.write(rows, tmp_path / "rows.parquet")
    (back,) = tables.read(tmp_path / "rows.parquet")
    assert (back.code, back.constants, back.stack) == (1234567, 0, None)
    (found,) = json.loads(made(rows, tmp_path, "json"))
    assert (found["code"], found["constants"]) == (1234567, 0)
    assert "stack" not in found


def test_no_rows_make_the_same_files(tmp_path: Path) -> None:
    for kind, write in exports.KINDS.items():
        assert made([], tmp_path, kind) == write([])
