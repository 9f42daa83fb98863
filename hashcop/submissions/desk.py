"""From what was typed to a verdict: a file is inspected, unpacked, examined in its turn, recorded and accepted."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console

from hashcop import ROOT
from hashcop.data.printable import printable
from hashcop.data.records import Submission
from hashcop.data.store import FILE, Store, unused
from hashcop.engine.messages import Complaint, counter_lost
from hashcop.engine.progress import Display
from hashcop.engine.session import (
    describe,
    machine_directory,
    machine_name,
    open_session,
    open_store,
)
from hashcop.engine.settings import Settings
from hashcop.platforms.door import CounterLost
from hashcop.submissions import accept, archives, examine, ledger, messages, quarantine, queue
from hashcop.submissions.accept import Wish
from hashcop.submissions.archives import Refused
from hashcop.submissions.examine import Result
from hashcop.submissions.quarantine import About, Quarantine

POLL = 0.5  # seconds
LARGEST = 64 << 20  # bytes of a file that is digested although it is refused


@dataclass(frozen=True)
class Said:
    """What the operator says of a submission. None of it is verified."""

    by: str = ""
    note: str = ""


@dataclass(frozen=True)
class Received:
    """A submission that was looked at: refused, or in quarantine. `before`: what was recorded of it last."""

    name: str
    refusal: Submission | None = None
    quarantine: Quarantine | None = None
    before: Submission | None = None


@dataclass(frozen=True)
class Answer:
    """What came of a submission. `before` is what was recorded of it last."""

    record: Submission
    quarantine: Quarantine | None = None
    results: tuple[Result, ...] = ()
    before: Submission | None = None
    not_accepted: str = ""

    @property
    def is_fine(self) -> bool:
        """Whether it may be accepted."""
        return self.record.outcome in ledger.FINE


@dataclass(frozen=True)
class Desk:
    """Where submissions are taken in, with the settings of a run. People see on `console` what happens."""

    settings: Settings
    console: Console
    directory: Path = field(init=False)
    machine: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "directory", machine_directory(self.settings))
        object.__setattr__(self, "machine", machine_name(self.settings))

    def say(self, text: str) -> None:
        """Tell people something."""
        Display(self.console).print(text)

    @property
    def place(self) -> Path:
        """Where quarantines are."""
        return quarantine.place_of(self.directory)

    @property
    def tree(self) -> Path:
        """The operator's tree."""
        return self.settings.tree.absolute() if self.settings.tree else ROOT

    def receive(self, word: str, said: Said) -> Received:
        """Look at a file, a directory, or a submission that is in quarantine. Complains if there is no such thing.

        Nothing of it is built, and nobody is waited for.
        """
        path = Path(word)
        if quarantine.ID.fullmatch(word) and not _exists(path):
            return self._known(word)
        if not _exists(path):
            raise messages.not_there(word, quarantine.known(self.place)[:8])
        try:
            inspected = archives.inspect(path)
            about = About(path.absolute().name, said.by, said.note, inspected)
            kept, _ = quarantine.put(
                path, about, self.place, lambda unpacked: archives.against_tree(unpacked, self.tree)
            )
        except Refused as refused:
            return self._refuse(path, said, refused)
        except OSError as error:
            raise messages.unreadable(path, error.strerror or str(error)) from None
        before = ledger.newest_of(self.directory).get(kept.id)
        return Received(printable(word), quarantine=kept, before=before)

    def _known(self, id: str) -> Received:
        kept = quarantine.find(self.place, id)
        before = ledger.newest_of(self.directory).get(id)
        if kept is None and id in quarantine.known(self.place):
            raise messages.changed(id)
        if kept is None:
            raise messages.not_there(id, quarantine.known(self.place)[:8])
        try:
            archives.against_tree(kept.tree, self.tree)
        except Refused as refused:
            about = kept.about
            said = (about.file, about.inspected.file_sha256, about.by, about.note)
            record = ledger.refused(*said, refused.reason, refused.member)
            return Received(id, refusal=record, before=before)
        return Received(id, quarantine=kept, before=before)

    def _refuse(self, path: Path, said: Said, refused: Refused) -> Received:
        sha256 = ""
        with contextlib.suppress(OSError):
            if path.is_file() and path.stat().st_size <= LARGEST:
                sha256 = quarantine.sha256_of(path)
        name = path.absolute().name
        record = ledger.refused(name, sha256, said.by, said.note, refused.reason, refused.member)
        before = ledger.newest_of(self.directory).get(record.id)
        return Received(printable(str(path)), refusal=record, before=before)

    def record_refusal(self, record: Submission) -> None:
        """Record a refusal at once, or once the run that holds the data has ended."""
        self.directory.mkdir(parents=True, exist_ok=True)
        if not ledger.try_write(self.directory, self.machine, record):
            self.say(messages.recorded_later(self.directory / FILE))

    def examine(self, received: Received, kept: Quarantine, wish: Wish | None) -> Answer:
        """Examine a submission in its turn, record what came of it, and with a `wish` accept it, if it is right."""
        with (
            queue.turn(self.place / "queue", f"{kept.id} {kept.about.file}", self.say),
            self._store() as store,
        ):
            ledger.take_in_pending(store)
            self._work(kept, store)
            data = self.directory / FILE
            found = tuple(examine.results(kept, self.tree, data))
            before = ledger.newest_of(self.directory).get(kept.id)
            still = self._still_accepted(before)
            record = ledger.examined(kept.about, [one.row for one in found], still)
            ledger.write(store, [record])
            answer = Answer(record, kept, found, before)
            return answer if wish is None else self._accept(answer, kept, wish, store)

    def _still_accepted(self, before: Submission | None) -> tuple[str, ...]:
        """Where it was accepted before, and still is."""
        paths = before.accepted if before else ()
        return tuple(path for path in paths if (self.tree / path).is_dir())

    def _work(self, kept: Quarantine, store: Store) -> None:
        """Everything that the quarantine's data lack."""
        data = self.directory / FILE
        chosen = examine.wanted(kept, self.tree)
        display = Display(self.console)
        session = open_session(self.settings, display.print, chosen, kept.directory)
        times = self.settings.times
        groups = examine.without_most(session.groups, kept, self.tree, data, times=times)
        session = replace(session, groups=groups)
        try:
            store.record_machine(describe(session.lanes, session.sandbox, session.kind))
            with display:
                examine.work(session, display)
        except CounterLost as lost:
            for lane in session.lanes.of.values():
                lane.forget()
            raise counter_lost(str(lost)) from None
        finally:
            session.close()

    @contextlib.contextmanager
    def _store(self) -> Iterator[Store]:
        """The machine's data, once no other run writes to them."""
        told = False
        while True:
            while not self._is_free():
                if not told:
                    self.say(messages.waits_for_run(self.directory / FILE))
                    told = True
                time.sleep(POLL)
            try:
                store = open_store(self.settings, self.say)
                break
            except Complaint:
                if self._is_free():  # else another run has begun just now
                    raise
        try:
            yield store
        finally:
            store.close()

    def _is_free(self) -> bool:
        with unused(self.directory) as is_ours:
            return is_ours

    def _accept(self, answer: Answer, kept: Quarantine, wish: Wish, store: Store) -> Answer:
        if not answer.is_fine:
            return replace(
                answer, not_accepted=messages.not_accepted(kept.id, answer.record.outcome)
            )
        paths = accept.accept(kept, self.tree, self.place, wish, self.say)
        record = ledger.examined(kept.about, [one.row for one in answer.results], paths)
        ledger.write(store, [record])
        return replace(answer, record=record)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
