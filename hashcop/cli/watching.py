"""`./do --watch`: a run each time a file of what is selected is saved; one that is still going on gives way."""

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver

from hashcop.engine import messages
from hashcop.engine.selection import selected
from hashcop.engine.session import wanted
from hashcop.engine.settings import Settings

SETTLED = 0.05  # seconds without another event: editors write a file in several steps
CHANGES = ("created", "modified", "moved", "deleted")  # reading a file is an event, too


class _Changes(FileSystemEventHandler):
    """Puts the paths of changed files into a queue. Its thread sleeps between events: timings are not disturbed."""

    def __init__(self) -> None:
        self.paths: queue.SimpleQueue[str] = queue.SimpleQueue()

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in CHANGES and not event.is_directory:
            self.paths.put(os.fsdecode(event.dest_path or event.src_path))

    def next(self) -> str:
        """A path that has changed, once nothing changes any more."""
        found = self.paths.get()
        try:
            while True:
                found = self.paths.get(timeout=SETTLED)
        except queue.Empty:
            return found


def directories(settings: Settings) -> list[Path]:
    """Where the files of what is selected lie, those that links lead to included."""
    found = wanted(settings)
    chosen = [one.implementation for one in selected(found.functions, found.selections)]
    places = {one.directory.resolve() for one in chosen}
    places |= {file.resolve().parent for one in chosen for _, file in one.files()}
    return sorted(places)


def _watched(places: Iterable[Path]) -> tuple[_Changes, BaseObserver]:
    changes, observer = _Changes(), Observer()
    for place in places:
        observer.schedule(changes, str(place), recursive=True)
    observer.start()
    return changes, observer


def watch(settings: Settings, arguments: Sequence[str]) -> int:
    """Run `arguments` (a command line) now and after each change, until interrupted; the exit status."""
    changes, observer = _watched(directories(settings))
    words = [one for one in arguments if one != "--watch"]
    try:
        while True:
            _once(words, changes)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        observer.stop()


def _once(words: Sequence[str], changes: _Changes) -> None:
    """One run, and what comes until the next is wanted."""
    run = subprocess.Popen([sys.executable, "-P", "-m", "hashcop", *words])
    try:
        threading.Thread(target=_tell_of_end, args=(run,), daemon=True).start()
        changed = changes.next()
        print(messages.changed(changed), flush=True)
    finally:
        if run.poll() is None:
            run.send_signal(signal.SIGINT)
        run.wait()


def _tell_of_end(run: "subprocess.Popen[bytes]") -> None:
    if run.wait() in (0, 1):
        print(messages.watching(), flush=True)
