"""What came of builds and checks before, in any checkout and bench of this machine, found by all that it depends on.

The key of a record holds what its own bench can change. Other checkouts may have another program, other packages
installed, other libraries of the operator's, or another compiler before the harness. That is in the key of an outcome
as well, and not in the record's, so that recorded data stay valid. Outcomes that depend on a moment (a time limit, a
full disk, a killed process) are not kept. What is known of machine code is kept in the same way.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from hashcop import ROOT
from hashcop.data.keys import digest
from hashcop.machine.cache import Cache, use
from hashcop.platforms.door import (
    Built,
    CodeFacts,
    ConstantTime,
    Group,
    Outcome,
    Verdict,
    is_complete,
)

# What decides what comes of a build or a check: all that a platform may import.
MAKERS = ("data", "results", "machine", "platforms")
OF_A_MOMENT = re.compile(
    r"did not end within|No space left|[Cc]annot allocate|memory exhausted|out of memory"
    r"|Killed|terminated by signal|Disk quota|Input/output error|temporarily unavailable"
)
# Limits of processor time and of memory are the code's own; what waits or is killed may be so by other work.
OF_OTHERS = re.compile(r"waited|next to nothing|SIGKILL|could not be started")
# Why a build fails that would be made on another day. What is killed may be too large, and is tried twice; a disk
# that is full has nothing to do with what is built.
OF_THE_SYSTEM = re.compile(
    r"No space left on device|Disk quota exceeded|Input/output error|Read-only file system"
    r"|[Rr]esource temporarily unavailable"
)
KILLED = re.compile(r"\bKilled\b")

T = TypeVar("T", Outcome, Verdict, CodeFacts, ConstantTime)


@cache
def _makers() -> str:
    """A hash of the code that decides."""
    state = hashlib.sha256()
    for room in MAKERS:
        for file in sorted((ROOT / "hashcop" / room).rglob("*.py")):
            state.update(f"{file.relative_to(ROOT)}\0".encode())
            state.update(file.read_bytes())
    return state.hexdigest()


def is_lasting(outcome: Outcome) -> bool:
    """Whether a build would come to the same another time."""
    said = " ".join([outcome.reason, *outcome.said])
    return outcome.outcome == "ok" or not OF_A_MOMENT.search(said)


def is_of_the_system(outcome: Outcome) -> bool:
    """Whether a build failed by no fault of its own, so that nothing is to be recorded of it."""
    return outcome.outcome == "failed" and bool(OF_THE_SYSTEM.search(outcome.reason))


def is_killed(outcome: Outcome) -> bool:
    """Whether somebody ended the compiler, as the kernel does where memory is short."""
    return outcome.outcome == "failed" and bool(KILLED.search(outcome.reason))


class Outcomes:
    """The outcomes that the cache has, and gets."""

    def __init__(self, kept: Cache) -> None:
        self.cache = kept
        self._added: set[Path] = set()
        self._surroundings: dict[Group, str] = {}

    def _name(self, group: Group, kind: str, key: str) -> str:
        if group not in self._surroundings:
            self._surroundings[group] = group.lane.surroundings(group)
        whole = digest(kind, key, _makers(), group.lane.platform, self._surroundings[group])
        return f"outcomes/{whole[:2]}/{whole[2:]}"

    def _find(self, group: Group, kind: type[T], key: str) -> T | None:
        file = self.cache.directory / self._name(group, kind.__name__, key)
        if not use(file):
            return None
        try:
            return msgspec.json.decode(file.read_bytes(), type=kind)
        except (OSError, msgspec.MsgspecError):
            return None  # the machine died while it was written

    def find_build(self, group: Group, key: str) -> Outcome | None:
        """What came of the build of this key, where nothing is left to be done for it."""
        found = self._find(group, Outcome, key)
        if found is None or found.outcome != "ok":
            return found
        return found if group.lane.is_kept(group, found.object) else None

    def find_check(self, group: Group, key: str) -> Verdict | None:
        """What came of the check of this key."""
        return self._find(group, Verdict, key)

    def _keep(
        self, group: Group, key: str, outcome: Outcome | Verdict | CodeFacts | ConstantTime
    ) -> None:
        text = msgspec.json.encode(outcome).decode()
        self.cache.write(self._name(group, type(outcome).__name__, key), text)

    def keep_build(self, group: Group, key: str, built: Built) -> None:
        """Keep what came of a build."""
        if built.artifact and built.artifact not in self._added:
            self._added.add(built.artifact)
            self.cache.add(built.artifact.parent)
        if is_lasting(built.outcome):
            self._keep(group, key, built.outcome)

    def keep_check(self, group: Group, key: str, verdict: Verdict) -> None:
        """Keep what came of a check, unless it may come to something else another time: a dispute may be settled."""
        said = " ".join([verdict.reason, *verdict.findings])
        if verdict.outcome in ("right", "wrong") and not (
            OF_A_MOMENT.search(said) or OF_OTHERS.search(said)
        ):
            self._keep(group, key, verdict)

    def find_constant_time(self, group: Group, key: str) -> ConstantTime | None:
        """The verdict of this key on a claim of constant time."""
        return self._find(group, ConstantTime, key)

    def keep_constant_time(self, group: Group, key: str, found: ConstantTime) -> None:
        """Keep a verdict. A run without one is made again in another bench."""
        if found.outcome != "error":
            self._keep(group, key, found)

    def find_facts(self, group: Group, code: str) -> CodeFacts | None:
        """What is known of machine code."""
        return self._find(group, CodeFacts, code)

    def keep_facts(self, group: Group, code: str, facts: CodeFacts) -> None:
        """Keep what is known of machine code. What is missing may be so at this moment only: then nothing is kept."""
        if is_complete(group, facts):
            self._keep(group, code, facts)
