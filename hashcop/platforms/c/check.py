"""Whether a build is right and behaves: its answers against what is known of the hash."""

from pathlib import Path

from hashcop.data import lengths
from hashcop.data import store as data
from hashcop.data.store import Fact
from hashcop.engine.plan import Group, OptionSet
from hashcop.engine.tree import HashFunction
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.build import PROGRAM_LIMITS
from hashcop.platforms.c.operations import HASH
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.sanitize import ADDRESS_SPACE, is_sanitized
from hashcop.platforms.c.tools.toolchain import Toolchain

# A hanging implementation does not come back from a call; a slow one may take this many times longer for all calls.
CALLS_OF_A_CHECK = 36
EMULATED_SLOWER = 4  # longer may a call take under an emulator
SHOWN_DIGITS = 16  # of a digest that is only to be compared with another implementation's


def key(group: Group, code: str, toolchain: Toolchain, seconds: int) -> str:
    """The key of a check of the machine code `code`."""
    function, emulator = group.function, group.target.emulator
    return data.digest(
        *("check", code, toolchain.harness_digest, seconds),
        *(function.checksum("small"), function.checksum("big")),
        *sorted(_answers(group).items()),
        *([str(emulator)] if emulator else []),
    )


def _answers(group: Group) -> dict[int, str]:
    return group.function.known_answers() if group.implementation.operation == HASH else {}


def _is_known(function: HashFunction) -> bool:
    return None not in (function.checksum("small"), function.checksum("big"))


def _lengths(group: Group) -> list[int]:
    """Whose digests are asked for: the known answers, and what tells implementations of an unknown function apart."""
    wanted = set(_answers(group))
    if group.implementation.operation == HASH and not _is_known(group.function):
        wanted |= set(lengths.COMPARED)
    return sorted(wanted)


def _wrong_digest(expected: dict[int, str], got: dict[str, list[str]]) -> str:
    """The first length at which the digest is wrong, in words; empty where none is."""
    for length, digest in sorted(expected.items()):
        found = (got.get(str(length)) or ["none"])[0]
        if found != digest:
            return (
                f"wrong digest of a message of {length} bytes (i mod 251): "
                f"expected {digest}, got {found}"
            )
    return ""


def _compare(known: dict[str, str | None], computed: dict[str, str]) -> tuple[str, str]:
    """(expected, reason): how checksums compare with those known, and in words which is wrong."""
    wrong = [
        f"checksum{which} is {computed[which]}, expected {value}"
        for which, value in known.items()
        if value is not None and computed.get(which, value) != value
    ]
    if wrong:
        return "mismatch", wrong[0]
    return ("match", "") if all(known.values()) and len(computed) == 2 else ("unknown", "")


def run(group: Group, option_set: OptionSet, binary: Path, sandbox: Sandbox, seconds: int) -> Fact:
    """Check one program; the fields of a `check` fact that tell what came of it.

    `seconds`: how long one call may take; more under an emulator. What goes wrong after the checksums came out right
    is a finding, and no reason to refuse the build: SUPERCOP takes it, and tables are to stay comparable.
    """
    operation = group.implementation.operation
    emulator = group.target.emulator
    each = seconds * (EMULATED_SLOWER if emulator else 1)
    limit = Limit(each, each * CALLS_OF_A_CHECK)
    answers = _answers(group)
    memory = ADDRESS_SPACE if is_sanitized(option_set.flags) else PROGRAM_LIMITS.memory
    answer = program.ask(
        *(sandbox, binary, "check", _lengths(group), limit, operation, memory), emulator=emulator
    )
    digests = answer.values("digest")
    checksums = {which: rest[0] for which, rest in answer.values("checksum").items() if rest}
    known = {which: group.function.checksum(which) for which in ("small", "big")}
    expected, mismatch = _compare(known, checksums)
    so_far = {n: d for n, d in answers.items() if not answer.problem or str(n) in digests}
    wrong = _wrong_digest(so_far, digests)
    is_right = len(checksums) == 2 and (expected == "match" or not (mismatch or wrong))
    troubles = [text for text in (wrong, answer.problem, mismatch) if text]
    fact: Fact = {
        "outcome": "ok" if is_right else "failed",
        "reason": None if is_right else troubles[0],
        "findings": (troubles or None) if is_right else None,
        "expected": expected,
        "output_bytes": int(next(iter(answer.values("output")), "0")),
        "known_answers": len(set(map(str, answers)) & set(digests)),
    }
    if is_right and not _is_known(group.function):
        fact["digests"] = {n: words[0][:SHOWN_DIGITS] for n, words in digests.items()} or None
    if emulator:
        fact["emulator"] = str(emulator)
    return fact | {f"checksum{which}": value for which, value in checksums.items()}
