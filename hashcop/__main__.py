"""`./do`, once its Python environment is there."""

import contextlib
import io
import os
import signal
import stat
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

CAN_NOT = 2
STOPPED = 130
SAID = "do: stopped. Everything recorded is kept; the same command goes on from here."
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
AGAIN_AFTER = 0.01  # seconds
# NumPy's library makes threads as it is loaded, and where it can't it interrupts the process. Nothing here needs them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def _at_once(number: int, _frame: FrameType | None) -> None:
    if number == signal.SIGHUP:  # from the shell and from the kernel; nobody is impatient
        _leave_terminal()
        return
    _end()


def _end() -> NoReturn:
    with contextlib.suppress(OSError):
        os.write(2, f"{SAID}\n".encode())
    os._exit(STOPPED)


def _leave_terminal() -> None:
    """Write no more to a terminal that is gone: each attempt would be an error while everything is closed."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        with contextlib.suppress(OSError):
            is_device = stat.S_ISCHR(os.fstat(descriptor).st_mode)
            if is_device and not os.isatty(descriptor):
                os.dup2(null, descriptor)
    if null > 2:
        os.close(null)


def _in_order(number: int, frame: FrameType | None) -> None:
    """End by an exception, so that everything is closed; at the second signal without.

    While a module is loaded an exception would come out as another one, or as a traceback of nobody's.
    """
    _handle(_at_once)
    if number == signal.SIGHUP:
        _leave_terminal()
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            _end()
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
        try:
            from hashcop.cli.main import perform  # takes long enough for a Ctrl-C
        except (OSError, MemoryError) as error:
            print(f"do: Hashcop can't be loaded: {error or 'out of memory'}", file=sys.stderr)
            return CAN_NOT
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
