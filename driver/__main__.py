"""`./do`, once its Python environment is there."""

import io
import signal
import sys
from types import FrameType

from driver import cli, commands, messages

INTERRUPTED = 130


def _on_terminate(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    """Exit status: 0 fine, 1 something is wrong with what was asked to be right, 2 can't be done, 130 stopped."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as it is for stderr
    request = cli.parse(sys.argv[1:])
    signal.signal(signal.SIGTERM, _on_terminate)
    try:
        return commands.perform(request)
    except messages.Complaint as complaint:
        print(f"do: {complaint}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"do: {messages.interrupted()}", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
