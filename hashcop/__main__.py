"""`./do`, once its Python environment is there."""

import io
import os
import signal
import sys
from types import FrameType

INTERRUPTED = 130


def _on_terminate(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _perform() -> int:
    # Imported here, since it takes long enough for a Ctrl-C.
    from hashcop.engine import messages

    try:
        from hashcop.cli import cli, commands

        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # as it is for stderr
        return commands.perform(cli.parse(sys.argv[1:]))
    except messages.Complaint as complaint:
        print(f"do: {complaint}", file=sys.stderr)
        return 2


def main() -> int:
    """Exit status: 0 fine, 1 something is wrong with what was asked to be right, 2 can't be done, 130 stopped."""
    signal.signal(signal.SIGTERM, _on_terminate)
    try:
        return _perform()
    except KeyboardInterrupt:
        from hashcop.engine import messages

        print(f"do: {messages.interrupted()}", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    status = main()
    if status == INTERRUPTED:
        # Where the interrupt came while Python made a dataclass (from a text, by exec), it would end by the signal
        # although that was handled.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)
