"""Whether a program that is timed does its work: the digests of what it was timed with, asked of another program.

Every call of a timing hashes a message of its own, drawn a moment before from a seed that nobody knew. All digests of
a row are folded into a number. Of some processes, at random, some rows are asked of a witness: another implementation,
or, where there is none, another process of the same program, which has no clock and one message after the other.
"""

import secrets
from collections.abc import Sequence
from pathlib import Path

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.fresh import Witness
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.timings import Answered
from hashcop.platforms.c.timings import answers as timings_of
from hashcop.platforms.door import Disputed

PROCESSES = 8  # one in so many is asked
ROWS = 3  # of a process, at most
LIMIT = Limit(20, 20)  # seconds


def is_chosen() -> bool:
    """Whether the answers of a process are compared: nobody knows which ones will be."""
    return secrets.randbelow(PROCESSES) == 0


def wrong(
    sandbox: Sandbox,
    artifact: Path,
    witness: Witness | None,
    rows: Sequence[Answered],
    timings: int,
    seed: int,
    effect: Sequence[str],
) -> str:
    """How the answers of a process differ from the witness's, in words; empty where they do not.

    `effect`: the words of the request that say what was hashed. A witness that does not answer in time says nothing.
    One that is not believed is asked after the program itself: code that contradicts itself is wrong, whoever else is.
    """
    chosen = secrets.SystemRandom().sample(list(rows), min(ROWS, len(rows)))
    numbers = [n for row in chosen for n in (row.length, row.calls, row.first)]
    words: list[int | str] = [f"seed={seed}", f"timings={timings}", *effect, *numbers]

    def differs(asked: Path, by: str) -> str:
        answer = program.ask(sandbox, asked, "replay", words, LIMIT)
        if answer.problem:
            return f"{answer.problem}, when it was not timed" if asked == artifact else ""
        try:
            others = timings_of(answer.lines)
        except (ValueError, IndexError):
            return ""
        pairs = zip(chosen, others, strict=False)
        row = next((row for row, other in pairs if row != other), None)
        what = f"while it was timed, for new messages of {row.length} bytes" if row else ""
        return what and f"gave other digests than {by} {what}"

    if witness is None:
        return differs(artifact, "without a clock")
    found = differs(witness.program, witness.path)
    if not found or witness.is_believed:
        return found
    return differs(artifact, "without a clock") or Disputed(found, witness.path)
