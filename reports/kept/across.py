"""Questions about the figures of all machines, asked of DuckDB."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import duckdb

from reports.kept import tables
from reports.kept.figures import STAGES, Figure
from reports.kept.machine import FIGURES, Head


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


class Across:
    """The figures of all machines, in one table."""

    def __init__(self, heads: Iterable[Head], whole: Path) -> None:
        """Concatenate what is kept of the machines into the file `whole`."""
        files = [str(Path(head.directory) / FIGURES) for head in heads]
        self._database = tables.connect()
        if files:
            listed = ", ".join(map(tables.literal, files))
            self._database.execute(
                f"COPY (SELECT * FROM read_parquet([{listed}]) ORDER BY hash, machine, target, implementation, length) "
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

    def close(self) -> None:
        """Release the file."""
        self._database.close()

    @property
    def count(self) -> int:
        """How many rows there are."""
        return int(self._one("SELECT count(*) FROM figures")[0])

    def standing(self, columns: Sequence[str]) -> Iterator[tuple[str, list[Figure]]]:
        """By hash, in the order of their names: on each machine and target the rows of one implementation.

        It is the one that stands for the hash; where none does, the one that came furthest.
        """
        wanted = ", ".join(map(tables.literal, columns))
        stages = ", ".join(map(tables.literal, STAGES))
        found = tables.of(
            self._asked(
                f"SELECT * FROM figures WHERE length IN ({wanted}) "
                "QUALIFY dense_rank() OVER (PARTITION BY hash, machine, target "
                f"ORDER BY stands DESC, CASE WHEN NOT stands THEN list_position([{stages}], state) END, "
                "implementation) = 1 "
                "ORDER BY hash, machine, target, length"
            )
        )
        for hash, rows in groupby(found, key=lambda row: row.hash):
            yield hash, list(rows)

    def records(self) -> dict[str, list[Record]]:
        """By hash its implementations, those that are the fastest most often first."""
        rows = self._asked(
            """
            SELECT hash, implementation,
                   count(*) FILTER (state IN ('figure', 'doubt')) AS measured,
                   count(*) FILTER (stands AND state IN ('figure', 'doubt')) AS fastest,
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

    def ratios(self, hash: str, others: Iterable[str]) -> list[Ratio]:
        """How other hashes stand to one at 1536 bytes, where both are measured on the same machine and target."""
        named = ", ".join(map(tables.literal, others))
        if not named:
            return []
        rows = self._asked(
            f"""
            WITH bests AS (
                SELECT hash, machine, target, value FROM figures
                WHERE length = '1536' AND stands AND state IN ('figure', 'doubt')
            )
            SELECT b.hash, median(b.value / a.value), min(b.value / a.value), max(b.value / a.value), count(*)
            FROM bests a JOIN bests b USING (machine, target)
            WHERE a.hash = {tables.literal(hash)} AND b.hash IN ({named})
            GROUP BY b.hash ORDER BY b.hash
            """
        ).fetchall()
        return [Ratio(tables.as_name(row[0]), *row[1:]) for row in rows]

    def newest_sources(self) -> dict[tuple[str, str], tuple[str, str]]:
        """By hash and implementation: when its newest figure was taken, and of which sources."""
        rows = self._asked(
            """
            SELECT hash, implementation, max(measured), arg_max(sources, measured) FROM figures
            WHERE length = '1536' AND state IN ('figure', 'doubt') GROUP BY hash, implementation
            """
        ).fetchall()
        named = tables.as_name
        return {(named(hash), named(one)): (time, sources) for hash, one, time, sources in rows}

    def ranking(self, machine: str, target: str) -> list[Figure]:
        """The rows of one target of a machine."""
        return list(
            tables.of(
                self._asked(
                    f"SELECT * FROM figures WHERE machine = {tables.literal(machine)} "
                    f"AND target = {tables.literal(target)} ORDER BY hash, implementation, length"
                )
            )
        )

    def _asked(self, question: str) -> duckdb.DuckDBPyConnection:
        return self._database.execute(question)

    def _one(self, question: str) -> tuple[float, ...]:
        found = self._asked(question).fetchone()
        return found or (0,)
