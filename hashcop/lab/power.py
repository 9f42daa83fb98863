"""Power-cycling a machine with the command in the inventory."""

import asyncio
import shlex

SECONDS = 120.0  # that a command may take
LONGEST = 200  # characters of what it says


async def cycle(command: str) -> str:
    """Run a command without a shell. Returns the reason if it failed, or an empty string."""
    words = shlex.split(command)
    try:
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        return f"{words[0]}: {error.strerror}"
    try:
        _, said = await asyncio.wait_for(process.communicate(), SECONDS)
    except TimeoutError:
        process.kill()
        await process.wait()
        return f"{words[0]}: no end after {SECONDS:.0f} s"
    if not process.returncode:
        return ""
    last = said.decode(errors="replace").strip().rpartition("\n")[2]
    return f"{words[0]}: {last[-LONGEST:] or f'status {process.returncode}'}"
