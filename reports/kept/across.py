"""Questions about the figures of all machines, asked of DuckDB."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import duckdb

from reports import marks
from reports.kept import lines, tables
from reports.kept.figures import DOUBT, MEASURED, STAGES, Figure
from reports.kept.machine import FIGURES, Head

SHOWN = ("long", "1536", "64")  # the columns of pages about a hash
_STAGES = ", ".join(map(tables.literal, STAGES))
_MEASURED = f"state IN ({', '.join(map(tables.literal, MEASURED))})"
# Least for what is the fastest at a length, then for what came furthest.
_ORDER = (
    f"NOT leads, CASE WHEN NOT leads THEN list_position([{_STAGES}], state) END, implementation"
)


class Ratio(NamedTuple):
    """How two hashes stand to each other at 1536 bytes: the ratio of `hash` to the one asked for, over machines."""

    hash: str
    median: float
    least: float
    most: float
    places: int


class Record(NamedTuple):
    """An implementation over all machines and targets: on how many it is measured, the fastest, or not right."""

    hash: str
    name: str
    measured: int
    fastest: int
    failed: int
    ratio: float


class Gist(NamedTuple):
    """What is shown of a hash, in short: a digest of the figures, on how many targets of machines, the newest time.

    `has_escapes`: the database holds names of it in other letters than their own.
    """

    digest: str
    places: int
    newest: str
    has_escapes: bool


class Cell(NamedTuple):
    """What a cell of a column shows of a hash on a target of a machine."""

    machine: str
    target: str
    hash: str
    state: str
    value: float
    least: float
    most: float
    why: str
    chance: float

    @property
    def sign(self) -> str:
        """The sign of doubt."""
        return marks.sign(self.why, self.chance) if self.state == DOUBT else ""


class Across:
    """The figures of all machines, in one table.

    What stands for a hash on a target at a length is what is the fastest there; where nothing is measured, what came
    furthest.
    """

    def __init__(self, heads: Iterable[Head], whole: Path) -> None:
        """Concatenate what is kept of the machines into the file `whole`."""
        files = [str(Path(head.directory) / FIGURES) for head in heads]
        self._database = tables.connect()
        if files:
            listed = ", ".join(map(tables.literal, files))
            self._database.execute(
                f"COPY (SELECT * FROM read_parquet([{listed}])) "
                f"TO {tables.literal(whole)} (FORMAT parquet, COMPRESSION zstd)"
            )
            self._database.execute(
                f"CREATE VIEW figures AS SELECT * FROM read_parquet({tables.literal(whole)})"
            )
        else:
            columns = ", ".join(f'"{name}" {kind}' for name, kind in tables.COLUMNS.items())
            whole.parent.mkdir(parents=True, exist_ok=True)
            self._database.execute(f"CREATE TABLE figures ({columns})")
            self._database.execute(f"COPY figures TO {tables.literal(whole)} (FORMAT parquet)")
        self._find_standing()

    def _find_standing(self) -> None:
        """Make the tables of what pages of a hash show: where it is, fastest first; and the figures of what stands."""
        wanted = ", ".join(map(tables.literal, SHOWN))
        self._database.execute(
            f"""
            CREATE TEMP TABLE standing AS
            WITH firsts AS (
                SELECT hash, machine, target, length, min(({_ORDER}))[3] AS implementation
                FROM figures WHERE length IN ({wanted}) GROUP BY ALL
            )
            SELECT figures.* FROM figures JOIN firsts USING (hash, machine, target, length, implementation)
            ORDER BY hash, machine, target, length
            """
        )
        self._database.execute(
            f"""
            CREATE TEMP TABLE spots AS
            SELECT hash, machine, target, CASE WHEN {_MEASURED} THEN value END AS figure,
                   row_number() OVER (PARTITION BY hash ORDER BY NOT {_MEASURED}, value, machine, target) AS turn
            FROM standing WHERE length = '1536'
            """
        )

    def close(self) -> None:
        """Release the file."""
        self._database.close()

    @property
    def count(self) -> int:
        """How many rows there are."""
        return int(self._one("SELECT count(*) FROM figures")[0])

    def gists(self) -> dict[str, Gist]:
        """What tells of the figures of each hash without reading them."""
        rows = self._asked(
            f"""
            SELECT hash, md5(string_agg(CAST(hash(standing) AS VARCHAR), ' ' ORDER BY machine, target, length)),
                   count(*) FILTER (length = '1536'), max(measured), bool_or({tables.HAS_ESCAPES})
            FROM standing GROUP BY hash
            """
        ).fetchall()
        return {tables.as_name(hash): Gist(*gist) for hash, *gist in rows}

    def values(self, hash: str) -> list[float]:
        """The figures of a hash at 1536 bytes on all targets of machines, fastest first."""
        asked = f"SELECT figure FROM spots WHERE hash = {tables.literal(hash)} AND figure IS NOT NULL ORDER BY turn"
        return [value for (value,) in self._asked(asked).fetchall()]

    def fastest(self, hash: str, most: int) -> list[Figure]:
        """The figures of what stands for a hash where it is fastest at 1536 bytes: on so many targets of machines."""
        return list(
            tables.of(
                self._asked(
                    "SELECT standing.* FROM standing JOIN spots USING (hash, machine, target) "
                    f"WHERE hash = {tables.literal(hash)} AND turn <= {most} ORDER BY turn, length"
                )
            )
        )

    def standing(self, hash: str) -> list[Figure]:
        """The figures of what stands for a hash, by machine and target."""
        asked = f"SELECT * FROM standing WHERE hash = {tables.literal(hash)} ORDER BY machine, target, length"
        return list(tables.of(self._asked(asked)))

    def lines(self, hash: str, kind: str) -> list[str]:
        """The same as lines of a file; `kind` is csv or json."""
        asked = f"SELECT {kind} FROM {self._lines} WHERE hash = {tables.literal(hash)} ORDER BY machine, target, length"
        return [line for (line,) in self._asked(asked).fetchall()]

    @cached_property
    def _lines(self) -> str:
        """The table of the lines of all hashes: to make those of one takes the database long to prepare."""
        made = ", ".join(f"{line} AS {kind}" for kind, line in lines.KINDS.items())
        self._asked(
            f"CREATE TEMP TABLE lines AS SELECT hash, machine, target, length, {made} FROM standing"
        )
        return "lines"

    def cells(self, column: str) -> Iterator[Cell]:
        """What stands for each hash at a column, on each target of each machine."""
        numbers = ", ".join(
            f"coalesce(best[{place}], CAST('nan' AS DOUBLE))" for place in (5, 6, 7, 9)
        )
        found = self._asked(
            f"""
            SELECT machine, target, hash, best[4] AS state, best[8] AS why, {numbers} FROM (
                SELECT machine, target, hash,
                       min(({_ORDER}, state, value, least, most, why, chance)) AS best
                FROM figures WHERE length = {tables.literal(column)} GROUP BY ALL
            ) ORDER BY machine, target, hash
            """
        )
        while rows := found.fetchmany(10_000):
            for row in rows:
                machine, target, hash = map(tables.as_name, row[:3])
                state, why, value, least, most, chance = row[3:]
                yield Cell(machine, target, hash, state, value, least, most, why, chance)

    def records(self) -> dict[str, list[Record]]:
        """By hash its implementations, those that are the fastest most often first."""
        rows = self._asked(
            f"""
            SELECT hash, implementation,
                   count(*) FILTER ({_MEASURED}) AS measured,
                   count(*) FILTER (leads) AS fastest,
                   count(*) FILTER (state IN ('wrong', 'not built')) AS failed,
                   coalesce(median(ratio), 'nan'::DOUBLE) AS behind
            FROM figures WHERE length = '1536'
            GROUP BY hash, implementation
            ORDER BY hash, fastest DESC, isnan(behind), behind, implementation
            """
        ).fetchall()
        found: dict[str, list[Record]] = {}
        for row in rows:
            hash, name = map(tables.as_name, row[:2])
            found.setdefault(hash, []).append(Record(hash, name, *row[2:]))
        return found

    def ratios(self, pairs: Iterable[tuple[str, str]]) -> dict[str, list[Ratio]]:
        """How the second hash of each pair stands to the first at 1536 bytes, by the first.

        Over the targets of machines where both are measured.
        """
        named = ", ".join(f"({tables.literal(a)}, {tables.literal(b)})" for a, b in pairs)
        if not named:
            return {}
        rows = self._asked(
            f"""
            WITH bests AS (
                SELECT hash, machine, target, value FROM figures
                WHERE length = '1536' AND leads
            )
            SELECT a.hash, b.hash, median(b.value / a.value), min(b.value / a.value), max(b.value / a.value), count(*)
            FROM (VALUES {named}) pairs (one, other)
            JOIN bests a ON a.hash = one
            JOIN bests b ON b.hash = other AND b.machine = a.machine AND b.target = a.target
            GROUP BY a.hash, b.hash ORDER BY a.hash, b.hash
            """
        ).fetchall()
        found: dict[str, list[Ratio]] = {}
        for row in rows:
            hash, other = map(tables.as_name, row[:2])
            found.setdefault(hash, []).append(Ratio(other, *row[2:]))
        return found

    def newest_sources(self) -> dict[tuple[str, str], tuple[str, str]]:
        """By hash and implementation: when its newest figure was taken, and of which sources."""
        rows = self._asked(
            f"""
            SELECT hash, implementation, max(measured), arg_max(sources, measured) FROM figures
            WHERE length = '1536' AND {_MEASURED} GROUP BY hash, implementation
            """
        ).fetchall()
        named = tables.as_name
        return {(named(hash), named(one)): (time, sources) for hash, one, time, sources in rows}

    def _asked(self, question: str) -> duckdb.DuckDBPyConnection:
        return self._database.execute(question)

    def _one(self, question: str) -> tuple[float, ...]:
        found = self._asked(question).fetchone()
        return found or (0,)
