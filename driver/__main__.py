"""`./do`, once its Python environment is there."""

import io
import signal
import sys
from types import FrameType

from driver import messages

INTERRUPTED = 130


def _on_terminate(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _perform() -> int:
    from driver import cli, commands  # here, since it takes long enough for a Ctrl-C

    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as it is for stderr
    return commands.perform(cli.parse(sys.argv[1:]))


def main() -> int:
    """Exit status: 0 fine, 1 something is wrong with what was asked to be right, 2 can't be done, 130 stopped."""
    signal.signal(signal.SIGTERM, _on_terminate)
    try:
        return _perform()
    except messages.Complaint as complaint:
        print(f"do: {complaint}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"do: {messages.interrupted()}", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
