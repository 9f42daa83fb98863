"""How much stack a call takes, from the harness: measure/c/stack.c."""

from pathlib import Path

from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c import program
from hashcop.platforms.c.program import Limit

# Bytes: short ones, both sides of the usual blocks, and long ones, which may be hashed in another way.
LENGTHS = (0, 1, 8, 55, 64, 119, 128, 136, 200, 576, 1024, 1025, 1536, 2048, 4095, 4096)
LIMIT = Limit(10, 20)
MOST = 8 << 20  # bytes that the harness has room for: a program that needs more crashes


def of_program(artifact: Path, sandbox: Sandbox) -> int | None:
    """The most that a call of any of LENGTHS takes (bytes); None if that is not known.

    A program that says more than it can have taken tells nothing.
    """
    answer = program.ask(sandbox, artifact, "stack", LENGTHS, LIMIT)
    told = answer.values("stack")
    if answer.problem or set(told) != set(map(str, LENGTHS)):
        return None
    try:
        most = max(int(number) for (number,) in told.values())
    except ValueError:
        return None
    return most if most <= MOST else None
