"""Whether a build is right and behaves: its answers against what is known of the hash."""

from pathlib import Path

from driver import data, program
from driver.data import Fact
from driver.plan import Group
from driver.sandbox import Sandbox
from driver.toolchain import Toolchain


def key(group: Group, code: str, toolchain: Toolchain, seconds: int) -> str:
    """The key of a check of the machine code `code`."""
    function = group.function
    return data.digest(
        *("check", code, toolchain.harness_digest, seconds),
        *(function.checksum("small"), function.checksum("big")),
        *sorted(function.known_answers().items()),
    )


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


def _compare(known: dict[str, str | None], computed: dict[str, list[str]]) -> tuple[str, str]:
    """(expected, reason): how checksums compare with those known, and in words which is wrong."""
    wrong = [
        f"checksum{which} is {(computed.get(which) or ['missing'])[0]}, expected {value}"
        for which, value in known.items()
        if value is not None and computed.get(which) != [value]
    ]
    if wrong:
        return "mismatch", wrong[0]
    return ("match", "") if all(known.values()) else ("unknown", "")


def run(group: Group, binary: Path, sandbox: Sandbox, seconds: int) -> Fact:
    """Check one program; the fields of a `check` fact that tell what came of it."""
    answers = group.function.known_answers()
    answer = program.ask(sandbox, binary, "check", sorted(answers), seconds)
    digests, checksums = answer.values("digest"), answer.values("checksum")
    known = {which: group.function.checksum(which) for which in ("small", "big")}
    output = answer.values("output")
    fact: Fact = {
        "output_bytes": int(next(iter(output), "0")),
        "known_answers": len(set(map(str, answers)) & set(digests)),
    }
    fact |= {f"checksum{which}": rest[0] for which, rest in checksums.items() if rest}
    finished = {k: v for k, v in known.items() if not answer.problem or k in checksums}
    compared, reason = _compare(finished, checksums)
    so_far = {n: d for n, d in answers.items() if not answer.problem or str(n) in digests}
    reason = _wrong_digest(so_far, digests) or answer.problem or reason
    expected = compared if len(checksums) == 2 or compared == "mismatch" else "unknown"
    outcome = "failed" if reason else "ok"
    return {"outcome": outcome, "reason": reason or None, "expected": expected, **fact}
