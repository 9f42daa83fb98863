"""Messages that nobody knew before the check: whether two programs give the same digests.

What the checked program answers is compared with the answers of a witness, or, where there is none, with those of the
same program in another process, asked in another order. The seed of the messages is drawn in each run, in which each
witness is asked once.
"""

import secrets
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hashcop.data.lengths import LONGEST
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Answer, Limit
from hashcop.platforms.c.tools.installed import Emulator

RANDOM = "random"
CONTENTS = {
    RANDOM: "random bytes",
    "ones": "all bytes 0xff",
    "zeros": "all bytes 0",
    "sparse": "few bits set",
    "bytewise": "many bytes 0, 0xff, 0x7f or 0x80",
    "words": "many words of equal bytes",
    "block": "random, but for a block of zeros or ones",
    "high": "the highest bit of each byte set",
    "counting": "counting bytes",
}
SERIES = (RANDOM, "special", "long")


DIGITS = 16  # of a folded digest


@dataclass(frozen=True)
class Digests:
    """Digests of new messages, as measure/c/harness.h has them.

    `folds` has those of each series of messages, one after another; `order` which messages these are, where a program
    says so; `states` what came of so many calls one after another.
    """

    folds: dict[str, str] = field(default_factory=dict)
    order: dict[str, tuple[str, ...]] = field(default_factory=dict)
    states: dict[int, str] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """How many digests and states there are."""
        return sum(map(len, self.folds.values())) // DIGITS + len(self.states)

    def counts(self) -> list[int]:
        """The numbers of a request for the same messages."""
        each = (len(self.folds.get(series, "")) // DIGITS for series in SERIES)
        return [*each, max(self.states, default=0)]


# Random, special and long messages, and calls one after another: all that measure/c/fresh.c and strict.c make.
EVERYTHING = (LONGEST + 1, LONGEST + 1, 24, 1 << 17)


def fresh_seed() -> int:
    """A seed of messages, that no code can know before it is asked: 64 bits."""
    return secrets.randbits(64)


@dataclass(frozen=True, eq=False)
class Witness:
    """A program that passes its own check, and the path of its implementation in the tree.

    `seed`: of the messages of checks that it is a witness for. `is_believed`: where it disagrees with a program, that
    program is wrong. May be asked by several threads at once.
    """

    program: Path
    path: str
    seed: int
    is_believed: bool = True
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _answers: list[tuple[Digests, str]] = field(default_factory=list)
    _long: list[str] = field(default_factory=list)

    def long_digest(self, ask: Callable[[Path], str]) -> str:
        """Its digest of a message longer than memory, in hex; empty if it has none. `ask` its program, once."""
        with self._lock:
            if not self._long:
                self._long.append(ask(self.program))
        return self._long[0]

    def digests(self, how: "Way") -> Digests:
        """Its answers to the messages of its seed, as many as it has had time for. It is asked once."""
        return self._asked(how)[0]

    def problem(self, how: "Way") -> str:
        """What went wrong when it was asked, in words; or empty."""
        return self._asked(how)[1]

    def _asked(self, how: "Way") -> tuple[Digests, str]:
        with self._lock:
            if not self._answers:
                answer = how.ask(self.program, self.seed, EVERYTHING)
                self._answers.append((digests(answer), answer.problem))
        return self._answers[0]


@dataclass(frozen=True)
class Way:
    """How programs of a check are run: the arguments of program.ask. `is_many`: each item is many messages."""

    sandbox: Sandbox
    limit: Limit
    memory: int
    emulator: Emulator | None
    is_many: bool = False

    def ask(self, artifact: Path, seed: int, counts: Sequence[int]) -> Answer:
        """What a program answers to so many messages of each kind."""
        return program.ask(
            *(self.sandbox, artifact, "answer", [seed, *counts, int(self.is_many)], self.limit),
            memory=self.memory,
            emulator=self.emulator,
        )


@dataclass(frozen=True)
class Compared:
    """What came of a comparison: `wrong`, `finding` and `disputed` in words, or empty; how many digests there were, and
    of whom. `disputed`: a witness that is not believed has other digests.
    """

    wrong: str = ""
    finding: str = ""
    disputed: str = ""
    digests: int = 0
    witness: str = ""


def _pieces(folds: str) -> list[str]:
    return [folds[i : i + DIGITS] for i in range(0, len(folds), DIGITS)]


def digests(answer: Answer) -> Digests:
    """What a program reported of its digests."""
    found = Digests()
    for words in answer.lines:
        if words[0] == "fresh":
            found.folds[words[1]] = "".join(words[2:])
        elif words[0] == "order":
            found.order[words[1]] = words[2:]
        elif words[0] == "repeat":
            found.states[int(words[1])] = words[2]
    return found


def compare(
    artifact: Path,
    answer: Answer,
    seed: int,
    witnesses: Iterable[Witness],
    how: Way,
) -> Compared:
    """Compare what a program has answered to the messages of the witnesses' seed with what the first witness answers.

    A witness that does not answer says nothing. What differs from one that is not believed is asked again: code that
    contradicts itself is wrong, whoever else is.
    """
    own = digests(answer)
    if not own.count:
        return Compared()
    witness = next(iter(witnesses), None)
    if witness is None:
        return _again(artifact, own, seed, how)
    by = f"another digest than {witness.path}"
    found = replace(_named(own, witness.digests(how), by, seed), witness=witness.path)
    if witness.is_believed or not found.wrong:
        return found
    itself = _again(artifact, own, seed, how)
    return itself if itself.wrong else replace(found, wrong="", disputed=found.wrong)


def _again(artifact: Path, own: Digests, seed: int, how: Way) -> Compared:
    """Compare what a program has answered with what it answers in another process."""
    again = how.ask(artifact, seed, own.counts())
    if again.problem:
        return Compared(finding=f"{again.problem} (when asked again)")
    return _named(own, digests(again), "another digest when asked again", seed)


def _named(own: Digests, others: Digests, by: str, seed: int) -> Compared:
    """The differences in words: the shortest message, and how many others."""
    both = own.states.keys() & others.states.keys()
    calls = sorted(number for number in both if own.states[number] != others.states[number])
    messages, count = [], len(both)
    for series, folds in own.folds.items():
        common = min(len(folds), len(others.folds.get(series, "")))
        count += common // DIGITS
        if folds[:common] != others.folds.get(series, "")[:common]:
            messages += _differences(series, folds[:common], others)
    messages.sort()
    if messages and messages[0][0] > LONGEST:
        return Compared(finding=_message(messages, by, seed), digests=count)
    text = _message(messages, by, seed) if messages else ""
    if calls and not messages:
        text = f"gave {by} within {calls[0]} short messages, each of which has the digest before it"
    return Compared(wrong=text, digests=count)


def _differences(series: str, folds: str, others: Digests) -> list[tuple[int, str]]:
    """The messages of a series that have other digests: length and contents."""
    messages, kind = [], RANDOM
    for word in others.order[series]:
        if word.isdecimal():
            messages.append((int(word), kind))
        else:
            kind = word
    both = zip(messages, _pieces(folds), _pieces(others.folds[series]), strict=False)
    return [message for message, one, other in both if one != other]


def _message(messages: list[tuple[int, str]], by: str, seed: int) -> str:
    (length, kind), *rest = messages
    more = f", and for {len(rest)} others" if rest else ""
    text = f"gave {by} for a message of {length} bytes ({CONTENTS.get(kind, kind)}, seed {seed})"
    return text + more
