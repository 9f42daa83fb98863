"""`./do`, once its Python environment is there."""

import io
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

STOPPED = 130
SAID = "do: stopped. Everything recorded is kept; the same command goes on from here."
SIGNALS = (signal.SIGINT, signal.SIGTERM)
AGAIN_AFTER = 0.01  # seconds


def _at_once(_number: int, _frame: FrameType | None) -> None:
    os.write(2, f"{SAID}\n".encode())
    os._exit(STOPPED)


def _in_order(number: int, frame: FrameType | None) -> None:
    """End by an exception, so that everything is closed; at the second signal without.

    While a module is loaded an exception would come out as another one, or as a traceback of nobody's.
    """
    _handle(_at_once)
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            _at_once(number, frame)
        frame = frame.f_back
    raise KeyboardInterrupt


def _not_raised(what: "sys.UnraisableHookArgs") -> None:
    """Interrupt again where the exception came out of a finalizer, in which Python only tells of it and goes on.

    By a timer: what is raised in here would be lost as well.
    """
    if what.exc_type is KeyboardInterrupt:
        signal.signal(signal.SIGALRM, _in_order)
        signal.setitimer(signal.ITIMER_REAL, AGAIN_AFTER)
    else:
        sys.__unraisablehook__(what)


def _handle(how: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as in the background of a shell
            signal.signal(number, how)


def main() -> int:
    """Exit status: 0 fine, 1 something is wrong with what was asked to be right, 2 can't be done, 130 stopped."""
    try:
        sys.unraisablehook = _not_raised
        _handle(_in_order)
        # bootstrap.py has blocked them, so that none arrives while Python starts and this does not stand yet.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        from hashcop.cli.main import perform  # takes long enough for a Ctrl-C

        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # as it is for stderr
        status = perform(sys.argv[1:])
        _handle(signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        return status
    except KeyboardInterrupt:
        print(SAID, file=sys.stderr)
        return STOPPED


if __name__ == "__main__":
    status = main()
    if status == STOPPED:
        # Where the interrupt came while Python made a dataclass (from a text, by exec), it would end by the signal
        # although that was handled.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)
