"""A running job: the process of `./do`. It can be stopped at any time; the next call resumes the work."""

import asyncio
import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hashcop.lab.wire import Job

HANGS = 1200.0  # seconds without a finished unit and without recorded bytes
HANGS_TOOL = 7200.0  # the same for a tool: a placement may take an hour
ENDING = 20.0  # seconds from SIGTERM to SIGKILL
PASSED_ON = ("HOME", "LANG", "LC_ALL", "PATH", "TERM", "USER", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR")
PDEATHSIG = 1  # of prctl
_LIBC = ctypes.CDLL(None)


@dataclass
class Doing:
    """A job, its process, and when it last made progress."""

    job: Job
    process: asyncio.subprocess.Process
    begun: float = field(default_factory=time.monotonic)
    moved: float = field(default_factory=time.monotonic)
    seen: tuple[Any, ...] = ()
    is_stopped: bool = False

    def notice(self, seen: tuple[Any, ...]) -> None:
        """Note the current progress; a changed value means that the job has not hung."""
        if seen != self.seen:
            self.seen, self.moved = seen, time.monotonic()

    @property
    def hangs(self) -> bool:
        """Whether there was no progress for too long."""
        limit = HANGS_TOOL if self.job.kind == "tool" else HANGS
        return time.monotonic() - self.moved > limit

    async def wait(self, nudged: asyncio.Event, seconds: float) -> bool:
        """Wait for the end of the job, the event or the timeout. Returns whether the job has ended."""
        waits = {
            asyncio.create_task(self.process.wait()),
            asyncio.create_task(nudged.wait()),
        }
        _, left = await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for one in left:
            one.cancel()
        return self.process.returncode is not None

    async def stop(self) -> None:
        """Stop `./do` with SIGTERM; after `ENDING` seconds kill its process group."""
        for which in (signal.SIGTERM, signal.SIGKILL):
            with contextlib.suppress(ProcessLookupError):
                if which is signal.SIGTERM:
                    self.process.terminate()
                else:
                    os.killpg(self.process.pid, which)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.process.wait(), ENDING)
                return


async def begin(job: Job, root: Path, words: Sequence[str], said: Path) -> Doing:
    """Start `./do` of a checkout, with its output in a file."""
    with said.open("wb") as out:
        process = await asyncio.create_subprocess_exec(
            *(str(root / "do"), *words),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=out,
            stderr=asyncio.subprocess.STDOUT,
            cwd=root,
            env={name: os.environ[name] for name in PASSED_ON if name in os.environ},
            start_new_session=True,
            preexec_fn=_end_with_parent,
        )
    return Doing(job, process)


def _end_with_parent() -> None:
    """In the child: have the kernel send SIGTERM when the worker dies."""
    _LIBC.prctl(PDEATHSIG, signal.SIGTERM)
