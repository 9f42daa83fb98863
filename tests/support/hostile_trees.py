"""Hostile trees: hashes whose implementations are honest, cheats, mutants and misbehaved, side by side.

A tree is declared as `room(hash, "NAME: STRANGER of HASH/IMPLEMENTATION", ...)`: the implementation NAME is what
strangers.py calls STRANGER, made of a right implementation of this repository, or of the `mill` that it does not have.
What comes of each is known beforehand; tests/bench/hostile.py runs the trees and compares.

The module is longer than others, so that all trees stand in one place: most of it is data.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hashcop import ROOT
from tests.cheats import cheats
from tests.support import mill, strangers
from tests.support.strangers import RIGHT, Stranger

FIRST, WITNESS, WINNER, SUBROUTINE, BESIDE = (
    "first by name",
    "witness",
    "winner",
    "subroutine",
    "beside",
)
DECLARED = re.compile(r"(\S+): (\S+) of (\w+/\w+)")
KNOWN = ("checksumsmall", "checksumbig", "kat.tsv", "description", "designers")
CORE = "crypto_core"
VARIANTS = {"mill": 0, "rye": 1}  # by the name of the hash


@dataclass(frozen=True)
class Member:
    """An implementation: its name, what it is, and the right implementation that it is made of."""

    name: str
    stranger: Stranger
    base: str

    @property
    def is_honest(self) -> bool:
        """Whether it must come out right."""
        return self.stranger.must == RIGHT


@dataclass(frozen=True)
class Room:
    """A hash: its name in the tree, and its implementations. Without `kat`, the tree has no known answers of it."""

    hash: str
    members: tuple[Member, ...]
    kat: bool = True
    operation: str = "crypto_hash"

    @property
    def function(self) -> str:
        """The function, as this repository calls it; `mill` is one that it does not have, `core` its permutation."""
        return self.members[0].base.partition("/")[0]

    @property
    def is_known(self) -> bool:
        """Whether this repository has the function."""
        return self.function not in ("mill", "core")

    @property
    def reference(self) -> str:
        """HASH/IMPLEMENTATION of an honest implementation that an operator could name."""
        honest = [one.name for one in self.members if one.stranger.name == "honest"]
        return f"{self.hash}/{honest[0]}"


@dataclass(frozen=True)
class Tree:
    """`roles`: what hostile implementations are in it. `seconds`: how long a call may take, at most."""

    name: str
    roles: tuple[str, ...]
    rooms: tuple[Room, ...]
    seconds: int = 2

    @cached_property
    def members(self) -> dict[tuple[str, str, str], Member]:
        """By operation, hash and name."""
        return {
            (room.operation, room.hash, one.name): one
            for room in self.rooms
            for one in room.members
        }


def room(hash: str, *declared: str, kat: bool = True, operation: str = "crypto_hash") -> Room:
    """A hash with the implementations that are declared."""
    found = []
    for words in declared:
        match = DECLARED.fullmatch(words)
        if match is None:
            raise ValueError(f"{words}: not NAME: STRANGER of HASH/IMPLEMENTATION")
        found.append(Member(match[1], strangers.ALL[match[2]], match[3]))
    return Room(hash, tuple(found), kat, operation)


def _known_of(room: Room) -> dict[str, str]:
    if room.is_known:
        place = ROOT / "crypto_hash" / room.function
        return {name: (place / name).read_text() for name in KNOWN if (place / name).exists()}
    of_core = room.operation == CORE
    variant = VARIANTS.get(room.hash, 0)
    sums = mill.core_checksums() if of_core else mill.checksums(variant)
    found = {f"checksum{which}": f"{value}\n" for which, value in sums.items()}
    return found if of_core else found | {"kat.tsv": mill.known_answers(variant)}


def write(tree: Tree, place: Path) -> Path:
    """Make a tree in a directory, with all that is known of its hashes."""
    for room in tree.rooms:
        own = place / room.operation / room.hash
        for member in room.members:
            variant = VARIANTS.get(room.hash, 0)
            strangers.write(member.stranger, member.base, own / member.name, variant)
        for name, text in _known_of(room).items():
            if room.kat or name != "kat.tsv":
                (own / name).write_text(text)
    return place


# Honest implementations that most trees have beside the hostile ones.
SHA256 = ("ref: honest of sha256/ref", "opt: honest of sha256/opt32")
SHA512 = ("ref: honest of sha512/ref", "opt: honest of sha512/opt64")
BLAKE2S = ("ref: honest of blake2s/ref", "opt: honest of blake2s/opt32")
MILL = ("ref: honest of mill/ref", "rows: honest of mill/rows")
# The same where `ref` is the name of something else. `wheat` is a name that this repository does not know.
OPT256 = ("opt: honest of sha256/opt32", "plain: honest of sha256/ref")
OPT512 = ("opt: honest of sha512/opt64", "plain: honest of sha512/ref")
OPT2S = ("opt: honest of blake2s/opt32", "plain: honest of blake2s/ref")
OPTMILL = ("opt: honest of mill/words", "rows: honest of mill/rows")


def _first() -> Iterator[Tree]:
    """Hostile code whose name sorts before all others."""
    roles = (FIRST, WINNER)
    yield Tree(
        "first-by-alignment",
        roles,
        (
            room("sha256", "0: alignment of sha256/opt32", *OPT256),
            room("blake2s", "0: by-alignment of blake2s/opt32", *OPT2S),
        ),
    )
    yield Tree(
        "first-with-clocks",
        roles,
        (
            room("sha256", "0: registers-shorter of sha256/opt32", *SHA256),
            room("sha512", "0: stack-zero of sha512/opt64", *SHA512),
        ),
    )
    yield Tree(
        "first-poisoner",
        roles,
        (
            room("wheat", "0: poisoner of sha256/opt32", *OPT256),
            room("mill", *MILL),
        ),
    )
    yield Tree(
        "first-mutants",
        roles,
        (
            room("sha512", "0: wrong-at-3999 of sha512/opt64", *OPT512),
            room("wheat", "0: learned of blake2s/opt32", *OPT2S, kat=False),
        ),
    )


def _witness() -> Iterator[Tree]:
    """Hostile code that is called `ref`."""
    roles = (WITNESS,)
    yield Tree(
        "witness-by-alignment",
        roles,
        (
            room("sha256", "ref: alignment of sha256/opt32", *OPT256),
            room("blake2s", "ref: by-alignment of blake2s/opt32", *OPT2S),
        ),
    )
    yield Tree(
        "witness-poisoner",
        roles,
        (
            room("wheat", "ref: poisoner of sha256/opt32", *OPT256, kat=False),
            room("sha512", "ref: poisoner of sha512/opt64", *OPT512),
        ),
    )
    yield Tree(
        "witness-learned",
        roles,
        (
            room("wheat", "ref: learned of sha256/opt32", *OPT256),
            room("barley", "ref: learned-less of blake2s/opt32", *OPT2S, kat=False),
        ),
    )
    yield Tree(
        "witness-endless",
        roles,
        (
            room("sha256", "ref: endless-at-1001 of sha256/opt32", *OPT256),
            room("wheat", "ref: sleeps of sha512/opt64", *OPT512),
        ),
    )
    yield Tree(
        "witness-crashes",
        roles,
        (
            room("sha256", "ref: crashes-at-999 of sha256/opt32", *OPT256),
            room("blake2s", "ref: crashes-at-start of blake2s/opt32", *OPT2S),
        ),
    )
    yield Tree(
        "witness-accomplices",
        roles,
        (
            room(
                "wheat",
                "ref: learned-less of sha256/ref",
                "ref-2: learned-less of sha256/opt32",
                *OPT256,
            ),
            room("mill", *MILL),
        ),
    )


def _winner() -> Iterator[Tree]:
    """Hostile code that claims to be the fastest."""
    roles = (WINNER,)
    yield Tree(
        "winner-registers",
        roles,
        (
            room(
                "sha256",
                "zero: registers-zero of sha256/opt32",
                "less: registers-negative of sha256/opt32",
                *SHA256,
            ),
            room("sha512", "tiny: registers-shorter of sha512/opt64", *SHA512),
        ),
    )
    yield Tree(
        "winner-stack",
        roles,
        (
            room("sha256", "tiny: stack-shorter of sha256/opt32", *SHA256),
            room(
                "blake2s",
                "less: stack-negative of blake2s/opt32",
                "zero: stack-zero of blake2s/opt32",
                *BLAKE2S,
            ),
        ),
    )
    yield Tree(
        "winner-remembers",
        roles,
        (
            room(
                "sha256",
                *(f"{one}: {one} of sha256/opt32" for one in ("pointer", "ends", "memory")),
                *SHA256,
            ),
            room("blake2s", "third: third of blake2s/opt32", *BLAKE2S),
        ),
    )
    yield Tree(
        "winner-looks",
        roles,
        (
            room(
                "sha256",
                *(f"{one}: {one} of sha256/opt32" for one in ("clocked", "lengths", "later")),
                *SHA256,
            ),
            room("sha512", "beginning: beginning of sha512/opt64", *SHA512),
        ),
    )
    yield Tree(
        "winner-forges",
        roles,
        (
            room(
                "sha256",
                *(f"{one}: {one} of sha256/opt32" for one in ("forger", "weak", "ifunc")),
                *SHA256,
            ),
            room("sha512", "stopped: stopped of sha512/opt64", *SHA512),
        ),
    )
    yield Tree(
        "winner-weak",
        roles,
        (
            room(
                "wheat",
                "harness: weak-harness of sha256/opt32",
                *SHA256,
            ),
            room("blake2s", "memory: weak-memory of blake2s/opt32", *BLAKE2S),
        ),
    )


def _beside() -> Iterator[Tree]:
    """Hostile code beside honest code that must not suffer from it; and honest code that looks hostile."""
    roles = (BESIDE,)
    yield Tree(
        "mutants-of-lengths",
        roles,
        (
            room(
                "sha256",
                "padding: wrong-at-119 of sha256/opt32",
                "bits-8: length-of-8-bits of sha256/ref",
                "bits-32: length-of-32-bits of sha256/opt32",
                *SHA256,
            ),
            room(
                "wheat",
                "signed: signed-length of blake2s/ref",
                "bits-16: length-of-16-bits of blake2s/opt32",
                *BLAKE2S,
            ),
        ),
    )
    yield Tree(
        "mutants-of-calls",
        roles,
        (
            room(
                "sha256",
                "later: wrong-later of sha256/opt32",
                "returns: returns-1 of sha256/ref",
                *SHA256,
            ),
            room(
                "sha512",
                "writes: writes-after of sha512/opt64",
                "keeps: keeps of sha512/opt64",
                *SHA512,
            ),
        ),
    )
    yield Tree(
        "endless",
        roles,
        (
            room(
                "sha256",
                "always: endless of sha256/opt32",
                "start: endless-at-start of sha256/opt32",
                *SHA256,
            ),
            room(
                "blake2s",
                "length: endless-at-1001 of blake2s/opt32",
                "sleeps: sleeps of blake2s/ref",
                *BLAKE2S,
            ),
        ),
        seconds=1,
    )
    yield Tree(
        "crashing",
        roles,
        (
            room(
                "sha256",
                "always: crashes of sha256/opt32",
                "start: crashes-at-start of sha256/opt32",
                "end: crashes-at-exit of sha256/opt32",
                *SHA256,
            ),
            room(
                "sha512",
                "deep: overflows-stack of sha512/opt64",
                "exits: exits of sha512/ref",
                *SHA512,
            ),
        ),
    )
    yield Tree(
        "greedy",
        roles,
        (
            room("sha256", "hog: hog of sha256/opt32", "leaks: leaks of sha256/opt32", *SHA256),
            room("blake2s", "floods: floods-output of blake2s/opt32", *BLAKE2S),
        ),
    )
    yield Tree(
        "not-built",
        roles,
        (
            room("sha256", "0: does-not-compile of sha256/opt32", *SHA256),
            room("wheat", "ref: does-not-link of sha512/ref", *OPT512),
        ),
    )
    yield Tree(
        "slow",
        roles,
        (
            room(
                "wheat",
                "slow: slow-30 of sha256/ref",
                "pointer: pointer of sha256/opt32",
                *OPT256,
                kat=False,
            ),
            room(
                "mill", "slow: slow-30 of mill/ref", "crashes: crashes-at-999 of mill/rows", *MILL
            ),
        ),
    )
    yield Tree(
        "very-slow",
        roles,
        (
            room(
                "mill",
                "slow: slow-1000 of mill/rows",
                "endless: endless-at-1001 of mill/rows",
                *MILL,
                kat=False,
            ),
            room("blake2s", "wrong: wrong-at-119 of blake2s/opt32", *BLAKE2S),
        ),
        seconds=8,
    )
    yield Tree(
        "huge",
        roles,
        (
            room(
                "sha256",
                "table: constant-table of sha256/opt32",
                "source: long-source of sha256/opt32",
                *SHA256,
            ),
            room(
                "blake2s",
                "table: constant-table of blake2s/opt32",
                "third: third of blake2s/opt32",
                *BLAKE2S,
            ),
        ),
    )
    yield Tree(
        "odd-but-honest",
        roles,
        (
            room(
                "sha256",
                "helper: weak-helper of sha256/opt32",
                "weak: weak of sha256/opt32",
                *SHA256,
            ),
            room(
                "wheat", "copies: copies of sha512/opt64", "renamed: renamed of sha512/ref", *SHA512
            ),
        ),
    )


def _of_strangers() -> Iterator[Tree]:
    """Hashes that this repository does not have: nobody knows who is right until the operator says so."""
    yield Tree(
        "unknown-learned",
        (BESIDE, WINNER),
        (
            room("mill", "fast: learned of mill/rows", *MILL),
            room("sha256", "less: learned-less of sha256/opt32", *SHA256),
        ),
    )
    yield Tree(
        "unknown-witness",
        (WITNESS, FIRST),
        (
            room("mill", "ref: learned of mill/rows", *OPTMILL),
            room("rye", "0: wrong-at-3999 of mill/rows", *MILL, kat=False),
        ),
    )
    yield Tree(
        "unknown-by-alignment",
        (WITNESS,),
        (
            room("mill", "ref: by-alignment of mill/rows", *OPTMILL),
            room("blake2s", "ref: alignment of blake2s/opt32", *OPT2S),
        ),
    )
    yield Tree(
        "unknown-poisoner",
        (WITNESS,),
        (
            room("mill", "ref: poisoner of mill/rows", *OPTMILL, kat=False),
            room("sha512", "0: third of sha512/opt64", *SHA512),
        ),
    )
    yield Tree(
        "unknown-accomplices",
        (WITNESS, FIRST),
        (
            room(
                "mill",
                "ref: learned-less of mill/rows",
                "0: learned-less of mill/ref",
                "1: learned-less of mill/words",
                *OPTMILL,
            ),
            room("sha256", *SHA256),
        ),
    )
    yield Tree(
        "unknown-clocks",
        (WINNER,),
        (
            room(
                "mill",
                "tiny: registers-shorter of mill/rows",
                "less: stack-negative of mill/rows",
                *MILL,
            ),
            room("rye", "zero: stack-zero of mill/rows", *MILL, kat=False),
        ),
    )
    yield Tree(
        "unknown-mutants",
        (BESIDE,),
        (
            room(
                "mill",
                "later: wrong-later of mill/rows",
                "bits: length-of-8-bits of mill/ref",
                *MILL,
                kat=False,
            ),
            room("blake2s", "keeps: keeps of blake2s/opt32", *BLAKE2S),
        ),
    )


def _subroutines() -> Iterator[Tree]:
    """Hostile code that honest code calls."""
    roles = (SUBROUTINE,)
    calls = "called: honest of mill/called"
    yield Tree(
        "subroutine-wrong",
        roles,
        (
            room("mill", *MILL, calls),
            room(
                "mill",
                "ref: core-honest of core/ref",
                "0: core-wrong of core/rows",
                "1: core-crashes of core/rows",
                operation=CORE,
            ),
        ),
    )
    yield Tree(
        "subroutine-endless",
        roles,
        (
            room("mill", *MILL, calls),
            room(
                "mill",
                "0: core-endless of core/rows",
                "ref: core-honest of core/rows",
                operation=CORE,
            ),
        ),
        seconds=1,
    )
    yield Tree(
        "subroutine-later",
        roles,
        (
            room("mill", *MILL, calls, kat=False),
            room(
                "mill",
                "rows: core-honest of core/ref",
                "ref: core-later of core/rows",
                operation=CORE,
            ),
        ),
    )
    yield Tree(
        "subroutine-unchained",
        roles,
        (
            room("mill", *MILL, calls),
            room(
                "mill",
                "honest: core-honest of core/ref",
                "ref: core-unchained of core/rows",
                operation=CORE,
            ),
        ),
    )
    yield Tree(
        "subroutine-hash",
        roles,
        (
            room("wheat", *SHA256, "calls: honest of call/sha256"),
            room(
                "sha256",
                "ref: by-alignment of sha256/opt32",
                "fast: registers-shorter of sha256/opt32",
                *OPT256,
            ),
        ),
    )


EVERY = (_first, _witness, _winner, _beside, _of_strangers, _subroutines)
_DECLARED = tuple(tree for kind in EVERY for tree in kind())
IN_A_TREE = 4


def _others() -> Iterator[Tree]:
    """The cheats of tests/cheats that no tree above names, IN_A_TREE together: what is added there is tried here."""
    named = {member.stranger.name for tree in _DECLARED for member in tree.members.values()}
    left = [cheat.name for cheat in cheats.ALL if cheat.name not in named]
    for number, names in enumerate(left[i : i + IN_A_TREE] for i in range(0, len(left), IN_A_TREE)):
        yield Tree(f"winner-others-{number + 1}", (WINNER,), (
            room("sha256", *(f"{one}: {one} of sha256/opt32" for one in names[::2]), *SHA256),
            room("sha512", *(f"{one}: {one} of sha512/opt64" for one in names[1::2]), *SHA512),
        ))  # fmt: skip


ALL = (*_DECLARED, *_others())
