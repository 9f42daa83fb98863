"""`./do` on the made-up platform, again and again: each run is a fork of this process, in which calls may fail.

Reads [words, fault, limits] from each line of its standard input, and writes what came of the run (Came) as a line.
"""

import ctypes
import json
import os
import resource
import signal
import sys
import tempfile
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

from hashcop.platforms import registry

SECONDS = 60  # of a run


def _only_made_up() -> None:
    """Let the made-up platform be the only one there is, before any other module knows better."""
    registry.platforms = lambda: (fake.PLATFORM,)  # type: ignore[assignment]
    from tests.support import fake


def _limit(limits: dict[str, int]) -> None:
    """Let this process have so much more than it has now."""
    if "files" in limits:
        most = len(os.listdir("/proc/self/fd")) + limits["files"]  # noqa: PTH208
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if "memory" in limits:
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + limits["memory"]
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _child(words: list[str], fault: list[Any], limits: dict[str, int], said: int) -> int:
    """A run, in the fork. Its exit status."""
    from hashcop import __main__ as command

    os.dup2(said, 1)
    os.dup2(said, 2)
    sys.argv[1:] = words
    signal.alarm(SECONDS)
    try:
        _limit(limits)
        call, at, times, number, path = fault
        calls.fault_arm(call.encode(), at, times, number, path.encode())
        return command.main()
    except BaseException:
        calls.fault_arm(b"none", 0, 0, 0, b"")
        traceback.print_exc()
        return 1


def _forked(words: list[str], fault: list[Any], limits: dict[str, int]) -> dict[str, Any]:
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as counted:
        child = os.fork()
        if child == 0:
            status = _child(words, fault, limits, said.fileno())
            os.pwrite(counted.fileno(), str(calls.fault_seen()).encode(), 0)
            sys.stdout.flush()
            os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        text = os.pread(said.fileno(), 1 << 20, 0).decode(errors="replace")
        seen = int(os.pread(counted.fileno(), 32, 0) or b"0")
    return {"status": status, "said": text, "calls": seen}


def main() -> None:
    """Run what is asked for until nobody asks."""
    answers = os.fdopen(os.dup(1), "w")
    for line in sys.stdin:
        print(json.dumps(_forked(*json.loads(line))), file=answers, flush=True)


calls = ctypes.CDLL(None)
calls.fault_arm.argtypes = [ctypes.c_char_p, *[ctypes.c_long] * 3, ctypes.c_char_p]
calls.fault_seen.restype = ctypes.c_long

LOADED = (  # once, for all forks
    "hashcop.cli.pages",
    "hashcop.cli.working",
    "hashcop.engine.experiments",
    "reports.site.write",
)

if __name__ == "__main__":
    _only_made_up()
    for name in LOADED:
        import_module(name)
    import_module("hashcop.engine.site").LOOK_SECONDS = 0
    main()
