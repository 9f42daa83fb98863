"""Processes that make pages beside each other.

They talk by pipes alone. The pools of the standard library need semaphores, and so a /dev/shm that may be written to,
which containers and chroots lack.
"""

import errno
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from typing import Any, NamedTuple

Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
_FORK = multiprocessing.get_context("fork")
_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_WATCH = 0.5  # seconds


class _Worker(NamedTuple):
    process: ForkProcess
    pipe: Connection


@contextmanager
def workers(count: int) -> Iterator[Map]:
    """A way to map a function over many things, by `count` processes; by this one alone where no other can be made.

    What maps is the built-in map but for the order in which things are done. What a worker raises is raised here, and
    a worker that was killed is a ChildProcessError. All workers end with the context, and with this process.
    """
    some = _begun(count) if count > 1 else []
    try:
        yield (
            lambda function, things: (
                _mapped(some, function, things)
                if some and len(things) > 1
                else map(function, things)
            )
        )
    finally:
        _end(some)


def _begun(count: int) -> list[_Worker]:
    """So many workers, or as many as the machine has room for; with a single one nothing would be faster."""
    some: list[_Worker] = []
    with suppress(OSError):  # too many processes or open files, or too little memory
        while len(some) < count:
            some.append(_begin(some))
    if len(some) > 1:
        return some
    _end(some)
    return []


def _begin(others: Sequence[_Worker]) -> _Worker:
    """Begin a worker. Raises OSError."""
    ours, its = _FORK.Pipe()
    with its:
        inherited = [ours, *(other.pipe for other in others)]
        process = _FORK.Process(target=_work, args=(its, inherited, os.getpid()), daemon=True)
        # A signal between the fork and the worker's first line would be handled as the parent handles it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
        try:
            process.start()
        except OSError:
            ours.close()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return _Worker(process, ours)


def _work(pipe: Connection, inherited: Iterable[Connection], parent: int) -> None:
    """What a worker does until its pipe is closed: one thing after the other."""
    for number in _STOPPING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
    for other in inherited:
        other.close()  # or the pipes of other workers would stay open when the parent is gone
    _end_with(parent)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            function, thing = pipe.recv()
            pipe.send(_done(function, thing))


def _done(function: Callable[[Any], Any], thing: Any) -> tuple[Any, Exception | None]:
    try:
        return function(thing), None
    except Exception as error:
        return None, error


def _end_with(parent: int) -> None:
    """End this worker if its parent is killed while it works: it would hold the lock of the summaries."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH)
        os._exit(1)

    with suppress(RuntimeError):  # no room for a thread: it ends when it has done what it does
        threading.Thread(target=watch, daemon=True).start()


def _mapped(
    some: Sequence[_Worker], function: Callable[[Any], Any], things: Sequence[Any]
) -> Iterator[Any]:
    """The results in the order of the things. Each worker has one thing at a time."""
    left = deque(enumerate(things))
    at_work: dict[object, tuple[_Worker, int]] = {}  # by pipe
    results: dict[int, Any] = {}

    def give(worker: _Worker) -> None:
        if left:
            number, thing = left.popleft()
            at_work[worker.pipe] = worker, number
            with suppress(BrokenPipeError):  # it was killed, as reading from it tells
                worker.pipe.send((function, thing))

    for worker in some:
        give(worker)
    for number in range(len(things)):
        while number not in results:
            for pipe in wait([worker.pipe for worker, _ in at_work.values()]):
                worker, done = at_work.pop(pipe)
                results[done] = _result(worker)
                give(worker)
        yield results.pop(number)


def _result(worker: _Worker) -> Any:
    try:
        found, error = worker.pipe.recv()
    except (EOFError, ConnectionResetError):
        raise ChildProcessError(errno.ECHILD, _how_it_ended(worker.process)) from None
    if error is not None:
        raise error
    return found


def _how_it_ended(process: ForkProcess) -> str:
    process.join(1)
    status = process.exitcode
    how = signal.Signals(-status).name if status is not None and status < 0 else f"status {status}"
    return (
        f"a process that made pages was ended by {how}; perhaps the machine has too little memory"
    )


def _end(some: Iterable[_Worker]) -> None:
    for worker in some:
        worker.process.terminate()
        worker.pipe.close()
    for worker in some:
        worker.process.join()
