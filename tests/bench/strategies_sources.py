"""The five functions in Java with switchable strategies: which there are, and the sources that switches make.

A set of strategies is a set of macros of tests/bench/strategies/<function>/Hash.java.in; the empty set is the port.
"""

import shutil
import subprocess
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.bench.place import HERE, ROOT

SOURCES = HERE / "strategies"
BITS = (256, 512)
STATE = frozenset({"FIELDS", "LOCALS"})  # where the state is: one or the other
Macros = frozenset[str]
PORT: Macros = frozenset()


def kind(strategy: str) -> str:
    """What a strategy is a value of: of these a set has one at most."""
    name = strategy.partition("=")[0]
    return "the state" if name in STATE else name


def without(macros: Macros, strategy: str) -> Macros:
    """A set in which nothing of the strategy's kind is left."""
    return frozenset(one for one in macros if kind(one) != kind(strategy))


def plus(macros: Macros, strategy: str) -> Macros:
    """A set with the strategy, in place of what it excludes."""
    return without(macros, strategy) | {strategy}


def title(macros: Macros) -> str:
    """A set for people and files."""
    return "+".join(sorted(macros)) or "port"


@dataclass(frozen=True)
class Case:
    """A function with digests of `bits`. `final` is the set that is fastest.

    `study` has the study's cycles/byte of port and final form; 0 where it has none.
    """

    function: str
    bits: int
    hash: str
    name: str
    study: tuple[float, float]
    strategies: tuple[str, ...]
    final: Macros

    @property
    def label(self) -> str:
        """For the command line."""
        return f"{self.function}-{self.bits}"

    def pairs(self, strategy: str) -> tuple[tuple[Macros, Macros], tuple[Macros, Macros]]:
        """With and without the strategy: of the port, and of the final form."""
        port = plus(PORT, strategy), PORT
        return port, (plus(self.final, strategy), without(self.final, strategy))

    def variants(self) -> Iterator[Macros]:
        """Each set that is needed, once."""
        every = [PORT, self.final]
        for strategy in self.strategies:
            every += [macros for pair in self.pairs(strategy) for macros in pair]
        yield from dict.fromkeys(every)

    def source(self, macros: Macros) -> str:
        """Hash.java of a set."""
        return preprocessed(self.function, self.bits, macros)

    def known_answers(self) -> Path:
        """The file with those of the hash."""
        return ROOT / "crypto_hash" / self.hash / "kat.tsv"


@cache
def _table() -> dict[str, dict[str, object]]:
    return tomllib.loads((SOURCES / "strategies.toml").read_text())


def marks() -> dict[str, list[str]]:
    """By strategy of the study, the functions for which it names it."""
    found: dict[str, list[str]] = {}
    for name, named in _table()["study"].items():
        assert isinstance(named, list)
        found[name] = named
    return found


def functions() -> list[str]:
    """Their names."""
    return [name for name in _table() if name != "study"]


def meaningless(function: str) -> dict[str, str]:
    """Strategies that a function does not have, and why."""
    found = _table()[function].get("meaningless", {})
    assert isinstance(found, dict)
    return found


def cases(names: Sequence[str] = ()) -> list[Case]:
    """Functions by name, `keccak` or `keccak-256`; all of them without any. Raises KeyError."""
    wanted = names or functions()
    known = [case for name in functions() for case in _both(name)]
    for name in wanted:
        if not any(name in (case.function, case.label) for case in known):
            raise KeyError(name)
    return [case for case in known if case.function in wanted or case.label in wanted]


def _both(name: str) -> Iterator[Case]:
    row = _table()[name]
    lists = [row[key] for key in ("hashes", "unroll", "final", "strategies", "after")]
    hashes, unroll, final, own, after = (one for one in lists if isinstance(one, list))
    before = row["before"]
    for n, bits in enumerate(BITS):
        every = (*(f"UNROLL={turn}" for turn in unroll[n]), *own)
        studied = before[n] if isinstance(before, list) and before else 0.0, after[n]
        yield Case(name, bits, hashes[n], str(row["name"]), studied, every, frozenset(final[n]))


def has_preprocessor() -> bool:
    """Whether gcc is here."""
    return shutil.which("gcc") is not None


def preprocessed(function: str, bits: int, macros: Macros) -> str:
    """A source with its macros set. Raises CalledProcessError."""
    command = ["gcc", "-E", "-P", "-undef", "-x", "c", f"-I{SOURCES}", f"-DBITS={bits}"]
    command += [f"-D{one}" for one in sorted(macros)]
    file = SOURCES / function / "Hash.java.in"
    done = subprocess.run([*command, str(file)], check=True, stdout=subprocess.PIPE, text=True)
    return f"// SPDX-License-Identifier: MIT\n{done.stdout}"
