"""Whether a build is right and behaves: its answers, compared with those that are known of the hash."""

import mmap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

from msgspec.structs import replace

from hashcop.data import lengths
from hashcop.data.keys import digest
from hashcop.data.records import OPERATION
from hashcop.machine import seccomp
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms import door
from hashcop.platforms.c import fresh, program
from hashcop.platforms.c.fresh import Way, Witness
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.operations import operations
from hashcop.platforms.c.program import Limit
from hashcop.platforms.c.sanitize import ADDRESS_SPACE, is_sanitized
from hashcop.platforms.c.tools.toolchain import Toolchain
from hashcop.platforms.door import Group, Verdict

# All calls of a check together may take as long as so many calls: a hanging implementation never returns from one,
# a slow one only needs more time.
CALLS_OF_A_CHECK = 36
EMULATED_SLOWER = 4  # an emulated program may take so many times longer
ELF_OF_64_BITS = b"\2"  # the fifth byte of a program
PERIOD = 251  # of the bytes of known answers
PAGE = mmap.PAGESIZE
SECONDS_OF_LONG = (
    1800  # that a message longer than memory may take: 4 GiB at about 1000 cycles/byte
)
# Lengths (bytes) of known answers that are asked of many messages: to three blocks of most hashes, and longer ones.
OF_MANY = frozenset((*range(434), 1023, 1024, 1025, 4096, 10000))
SHOWN_DIGITS = 16  # of a digest that is compared with those of other implementations


def key(
    job: Job,
    code: str,
    toolchain: Toolchain,
    seconds: int,
    others: Sequence[str] = (),
    *,
    long_messages: bool = False,
) -> str:
    """The key of a check of the machine code `code`. `seconds`: how long a call may take.

    `others`: the implementations that may be its witness, as paths in the tree. `long_messages`: see of_long_messages.
    """
    function, emulator = job.group.function, job.target.emulator
    return digest(
        *("check", code, toolchain.harness_digest, seconds),
        *(function.checksum("small"), function.checksum("big")),
        *sorted(_answers(job.group).items()),
        *others,
        *([str(emulator)] if emulator else []),
        *(["long"] if long_messages else []),
    )


def _answers(group: Group) -> dict[int, str]:
    operation = operations()[group.implementation.operation]
    answers = group.function.known_answers() if operation.is_measured else {}
    if operation.is_many:
        return {length: answer for length, answer in answers.items() if length in OF_MANY}
    return answers


def _lengths(group: Group, *, is_thorough: bool) -> list[int]:
    """The lengths (bytes) whose digests are asked for.

    Those of the known answers; and for a hash without checksums those that tell its implementations apart.
    """
    longest = lengths.MAPPED if is_thorough else lengths.REPEATED
    wanted = {length for length in _answers(group) if length <= longest}
    if group.implementation.operation == OPERATION and not group.function.has_checksums:
        wanted |= set(lengths.COMPARED)
    return sorted(wanted)


def _wrong_digest(expected: dict[int, str], got: dict[str, list[str]]) -> str:
    """The first wrong digest, in words; empty where all are right."""
    for length, answer in sorted(expected.items()):
        found = (got.get(str(length)) or ["none"])[0]
        if found != answer:
            return (
                f"wrong digest of a message of {length} bytes (i mod 251): "
                f"expected {answer}, got {found}"
            )
    return ""


def _changed_digest(digests: dict[str, list[str]], again: dict[str, list[str]]) -> str:
    """The first digest that was another one after many calls, in words; empty where there is none."""
    for length, words in again.items():
        if words != digests.get(length):
            return (
                f"another digest of a message of {length} bytes (i mod 251) after many calls: "
                f"{words[0]}, and before {digests.get(length, ['none'])[0]}"
            )
    return ""


def _wrong_lane(expected: dict[int, str], lanes: Iterable[Sequence[str]]) -> str:
    """The first wrong digest among many, in words; empty where there is none.

    A lane is reported if its digest is not the one that was reported before for its length.
    """
    for length, count, number, found in lanes:
        answer = expected[int(length)]
        return (
            f"wrong digest of message {number} of {count} of {length} bytes (i mod 251): "
            f"expected {answer}, got {found}"
        )
    return ""


def _compare(known: dict[str, str | None], computed: dict[str, str]) -> tuple[str, str]:
    """(`match`, `mismatch` or `unknown`; the first wrong checksum in words, or empty)"""
    wrong = [
        f"checksum{which} is {computed[which]}, expected {value}"
        for which, value in known.items()
        if value is not None and computed.get(which, value) != value
    ]
    if wrong:
        return "mismatch", wrong[0]
    return ("match", "") if all(known.values()) and len(computed) == 2 else ("unknown", "")


@dataclass(frozen=True)
class Answered:
    """What a program has said in a check, and how it was asked."""

    answer: program.Answer
    asked: Sequence[int]  # lengths
    way: Way


def ask(
    job: Job,
    option_set: door.OptionSet,
    artifact: Path,
    sandbox: Sandbox,
    seconds: int,
    seed: int,
    *,
    is_thorough: bool = True,
) -> Answered:
    """Run one program for a check. `seconds`: how long one call may take; an emulated one may take longer."""
    emulator = job.target.emulator
    each = seconds * (EMULATED_SLOWER if emulator else 1)
    memory = ADDRESS_SPACE if is_sanitized(option_set.flags) else program.LIMITS.memory
    limit = Limit(each, each * CALLS_OF_A_CHECK, "--time-limit")
    asked = _lengths(job.group, is_thorough=is_thorough)
    words = [seed, int(is_thorough), lengths.REPEATED, *asked]
    answer = program.ask(
        *(sandbox, artifact, "check", words, limit),
        operation=job.implementation.operation,
        memory=memory,
        emulator=emulator,
    )
    return Answered(answer, asked, Way(sandbox, limit, memory, emulator, job.operation.is_many))


def judge(
    job: Job,
    artifact: Path,
    answered: Answered,
    seed: int,
    witnesses: Iterable[Witness] = (),
) -> Verdict:
    """The verdict on what a program has said in a check with this seed.

    A build with the right checksums is right, unless it gives other digests than the witness for messages that nobody
    knew before: then it is wrong, or disputed if the witness is not believed. What else goes wrong is a finding:
    SUPERCOP measures such builds, and tables are to stay comparable.
    """
    answer, way = answered.answer, answered.way
    compared = fresh.compare(artifact, answer, seed, witnesses, way)
    return _judge(job, answer, compared, answered.asked)


def _is_64_bit(artifact: Path) -> bool:
    with artifact.open("rb") as file:
        return file.read(5)[4:] == ELF_OF_64_BITS


def takes_long_messages(job: Job, artifact: Path) -> bool:
    """Whether a program can be asked for messages longer than memory.

    32 bits of address are too few for these, and an emulator is too slow.
    """
    is_one = job.implementation.operation == OPERATION
    return is_one and not job.target.emulator and _is_64_bit(artifact)


def of_long_messages(
    job: Job, artifact: Path, sandbox: Sandbox, verdict: Verdict, witness: Witness | None = None
) -> Verdict:
    """The verdict on a program that is right, after messages longer than the memory.

    They are those of the known answers; without any, one that the witness is asked for, too.
    """
    if verdict.outcome != "right" or not takes_long_messages(job, artifact):
        return verdict
    wanted = {n: d for n, d in _answers(job.group).items() if n > lengths.MAPPED}
    if not wanted:
        return _beside(artifact, sandbox, verdict, witness) if witness else verdict
    for length, expected in sorted(wanted.items()):
        answer = _long(artifact, sandbox, length)
        wrong = answer.problem or _wrong_digest({length: expected}, answer.values("digest"))
        if wrong:
            return replace(verdict, outcome="wrong", reason=wrong)
        count = verdict.known_answers + 1
        verdict = replace(verdict, known_answers=count, longest=length)
    return verdict


def _beside(artifact: Path, sandbox: Sandbox, verdict: Verdict, witness: Witness) -> Verdict:
    """The verdict after a long message that a witness was asked for; nothing new if it has no answer."""
    theirs = witness.long_digest(
        lambda program: _digest_of_long(_long(program, sandbox, lengths.BEYOND))
    )
    if not theirs:
        return verdict
    answer = _long(artifact, sandbox, lengths.BEYOND)
    if answer.problem:
        return replace(verdict, outcome="wrong", reason=answer.problem)
    if _digest_of_long(answer) == theirs:
        return replace(verdict, longest=lengths.BEYOND)
    text = f"gave another digest than {witness.path} for a message of {lengths.BEYOND} bytes (i mod 251)"
    if witness.is_believed:
        return replace(verdict, outcome="wrong", reason=text)
    return replace(verdict, outcome="disputed", reason=text, disagrees_with=witness.path)


def _digest_of_long(answer: program.Answer) -> str:
    return (answer.values("digest").get(str(lengths.BEYOND)) or [""])[0]


def _long(artifact: Path, sandbox: Sandbox, length: int) -> program.Answer:
    """What a program answers to a message longer than the memory, whose bytes are a file that is mapped many times."""
    with NamedTemporaryFile(dir=artifact.parent, prefix="message-") as file:
        file.write(bytes(i % PERIOD for i in range(PERIOD)) * PAGE)
        file.flush()
        Path(file.name).chmod(0o644)
        words: list[int | str] = [Path(file.name).name, length]
        return program.ask(
            *(sandbox, artifact, "long", words, Limit(SECONDS_OF_LONG, SECONDS_OF_LONG)),
            memory=program.LIMITS.memory + 2 * length,
            kind=seccomp.PROGRAM,
        )


def _judge(
    job: Job, answer: program.Answer, compared: fresh.Compared, asked: Sequence[int]
) -> Verdict:
    function, emulator = job.group.function, job.target.emulator
    answers = {n: d for n, d in _answers(job.group).items() if n in set(asked)}
    digests = answer.values("digest")
    checksums = {which: rest[0] for which, rest in answer.values("checksum").items() if rest}
    known = {which: function.checksum(which) for which in ("small", "big")}
    expected, mismatch = _compare(known, checksums)
    so_far = {n: d for n, d in answers.items() if not answer.problem or str(n) in digests}
    lanes = [words[1:] for words in answer.lines if words[0] == "lane"]
    wrong = (
        _wrong_digest(so_far, digests)
        or _wrong_lane(answers, lanes)
        or _changed_digest(digests, answer.values("again"))
    )
    if job.operation.has_checksums:
        is_right = len(checksums) == 2 and (expected == "match" or not (mismatch or wrong))
    else:
        is_right = len(digests) == len(asked) and not (wrong or answer.problem)
    is_right = is_right and not compared.wrong
    is_disputed = is_right and bool(compared.disputed)
    troubles = wrong, answer.problem, mismatch, compared.wrong, compared.finding, *answer.marks
    troubles = tuple(text for text in (compared.disputed * is_disputed, *troubles) if text)
    outcome = ("disputed" if is_disputed else "right") if is_right else "wrong"
    is_compared = is_right and job.operation.has_checksums and not function.has_checksums
    return Verdict(
        outcome=outcome,
        reason="" if outcome == "right" else troubles[0],
        findings=troubles if outcome == "right" else (),
        disagrees_with=compared.witness if is_disputed else "",
        expected=expected,
        checksumsmall=checksums.get("small", ""),
        checksumbig=checksums.get("big", ""),
        known_answers=len(set(map(str, answers)) & set(digests)),
        fresh=compared.digests,
        witness=compared.witness if compared.digests else "",
        output_bytes=int(next(iter(answer.values("output")), "0")),
        digests={n: words[0][:SHOWN_DIGITS] for n, words in digests.items()} if is_compared else {},
        emulator=str(emulator) if emulator else "",
    )
