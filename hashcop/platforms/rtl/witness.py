"""Messages that nobody knew before, and what another implementation of the hash, in C, says their digests are.

A circuit that knew the known answers by heart would pass them all.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from secrets import randbits
from tempfile import mkdtemp

from hashcop.data.keys import digest
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Limits, Sandbox
from hashcop.platforms.c import headers
from hashcop.platforms.implementation import HashFunction, Implementation

LIMITS = Limits(60)
PROGRAM = "witness"
NAME = "ref"
COUNT = 48  # messages
LONGEST = 1024  # bytes
FLAGS = ("-O2", "-w", "-std=gnu11", "-fwrapv")


@dataclass(frozen=True)
class Fresh:
    """New messages with their digests in hex, and whose these are: a path in the tree. Empty where nobody knows.

    `is_believed`: a circuit with other digests is wrong, and not only another opinion.
    """

    messages: tuple[bytes, ...] = ()
    digests: tuple[str, ...] = ()
    witness: str = ""
    is_believed: bool = True


def candidate(function: HashFunction) -> Implementation | None:
    """The implementation in C that is asked: one that is believed if there is any."""
    return next(
        (
            one
            for one in (*function.believed, *function.implementations)
            if one.platform == "c" and one.name == NAME and not one.problem
        ),
        None,
    )


def fresh(sandbox: Sandbox, found: Path, sources: Path, function: HashFunction) -> Fresh:
    """New messages of a hash. `found`: where programs are kept; `sources`: measure/rtl."""
    one = candidate(function)
    program = _program(sandbox, found, sources, one) if one else None
    if one is None or program is None:
        return Fresh()
    chance = Random(randbits(64))
    messages = tuple(chance.randbytes(chance.randrange(LONGEST)) for _ in range(COUNT))
    digests = _asked(sandbox, program, messages)
    is_believed = one in function.believed
    return Fresh(messages, digests, one.path, is_believed) if len(digests) == COUNT else Fresh()


def _asked(sandbox: Sandbox, program: Path, messages: Sequence[bytes]) -> tuple[str, ...]:
    request = "".join(f"{message.hex() or '-'}\n" for message in messages).encode()
    done = sandbox.run(
        [str(program)],
        directory=program.parent,
        limits=LIMITS,
        readable=[program.parent],
        request=request,
    )
    return tuple(done.output.split()) if done.status == 0 else ()


def _program(sandbox: Sandbox, found: Path, sources: Path, one: Implementation) -> Path | None:
    """The program of an implementation, made once; None where that fails."""
    text = sources / "witness.c"
    key = digest(one.digest(), text.read_text(), *FLAGS)
    place = found / f"witness-{key}"
    if use(place):
        return place / PROGRAM
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    found.mkdir(parents=True, exist_ok=True)
    work = Path(mkdtemp(dir=found, prefix="making-"))
    try:
        work.chmod(0o755)
        made = work / "made"
        made.mkdir(mode=0o755)
        for name, content in [*one.contents(), ("witness.c", text.read_bytes())]:
            file = work / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
            file.chmod(0o644)
        for name, header in headers.generated(one, one.security).items():
            (work / name).write_text(header)
        units = [name for name, _ in one.files() if name.endswith(".c")]
        done = sandbox.run(
            [
                *(compiler, *FLAGS, f"-I{work}", *headers.macros(one, one.security)),
                *(f"{work}/{name}" for name in (*units, "witness.c")),
                *("-o", str(made / PROGRAM)),
            ],
            directory=made,
            limits=LIMITS,
            readable=[work],
            writable=[made],
        )
        if done.status or not (made / PROGRAM).is_file():
            return None
        if not place.exists():
            made.rename(place)
        place.chmod(0o755)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return place / PROGRAM
