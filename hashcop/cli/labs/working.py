"""Running a lab on the operator's machine, and sending submissions to it."""

import asyncio
import contextlib
import io
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hashcop.cli import pages, screen
from hashcop.cli.labs import machines
from hashcop.cli.labs.asked import Asked
from hashcop.cli.labs.watch import Watch
from hashcop.data.printable import printable
from hashcop.data.records import Examined
from hashcop.data.store import StoreBusy
from hashcop.engine import messages
from hashcop.engine.messages import Complaint
from hashcop.lab import jobs, status
from hashcop.lab.inventory import Machine
from hashcop.lab.jobs import Submission, Work
from hashcop.lab.wire import last_line
from hashcop.machine import identity

if TYPE_CHECKING:
    from rich.console import Console

    from hashcop.lab.home import Home
    from hashcop.submissions.desk import Answer

GATE = "quick"  # the profile of the gate: builds few option sets, for a fast answer
PAGES = "pages: "  # what the last line begins with
LOOK = 1.0  # seconds between two looks at what came of a submission
LONGEST = 200  # characters of a job's last words


def operate(asked: Asked, words: tuple[str, ...]) -> int:
    """Run the lab until all work is done, and make the pages."""
    home = _work(asked, words, lambda home: home.is_over)
    if home is None:
        return 130
    console = screen.console()
    every = list(status.rows(home.inventory, home.status, home.state.paused()))
    machines.show(every, console)
    for text in (*_not_right(home), *status.of_home(home.status, time.time())):
        screen.line(text, console)
    pages.say_where(asked.settings.bench, console)
    is_fine = all(one.is_fine for one in every) and not home.status.given_up
    return 0 if is_fine else 1


def _not_right(home: "Home") -> Iterator[str]:
    """What machines found not to be right in this tree: each finding once, with its machines."""
    where: dict[str, list[str]] = {}
    for name, some in home.over.items():
        for tries in some.values():
            for text in tries[-1].wrong if tries[-1].job.tree == home.tree else ():
                where.setdefault(text, []).append(name)
    for text, names in where.items():
        yield f"not right: {printable(text)} ({status.in_words(names)})"


def serve(asked: Asked, words: tuple[str, ...]) -> int:
    """Run the lab until it is stopped."""
    if asked.inventory is None:
        raise Complaint(f"there is no {asked.file}: ./do lab add NAME --ssh USER@HOST begins a lab")
    _work(asked, words, lambda home: False)
    return 130


def _work(
    asked: Asked,
    words: tuple[str, ...],
    until: "Callable[[Home], bool]",
    show: "Callable[[], None] | None" = None,
) -> "Home | None":
    """Run the lab until the condition holds. Returns home; None if it was interrupted."""
    from hashcop.lab import operate as operating  # needs what only a lab needs
    from hashcop.lab.server import NoServer

    settings, console = asked.settings, screen.console()
    found = asked.inventory
    is_here = found is None
    if found is None:
        found = operating.of_one(identity.machine_name(), settings.profile)

    settings.bench.mkdir(parents=True, exist_ok=True)
    with asked.state.alone() as is_ours:
        if not is_ours:
            raise Complaint(
                "another ./do lab is running for this checkout; ./do lab status shows its state"
            )
        try:
            with Watch(console) if show is None else contextlib.nullcontext() as watch:
                making = PageMaker(settings.bench, console, watch.say if watch else None)
                tell = watch.show if watch else (lambda _: show() if show else None)
                lab = operating.Lab(
                    asked.root, settings.bench, found, words, making.make, tell, is_here
                )
                return asyncio.run(operating.operate(lab, until))
        except NoServer as error:
            raise Complaint(str(error)) from None
        except StoreBusy as error:
            raise messages.busy(str(error)) from None
        except KeyboardInterrupt:
            print(
                "do: stopped; the machines continue, and ./do lab resumes here",
                file=sys.stderr,
            )
            return None


@dataclass
class PageMaker:
    """Makes the pages in a separate process, so that home keeps answering machines."""

    bench: Path
    console: "Console"
    say: "Callable[[str], None] | None" = None
    told: set[str] = field(default_factory=set)

    async def make(self) -> None:
        """Make the pages. A message that was printed before is not repeated."""
        if self.say:
            self.say("making the pages")
        try:
            await self._make()
        finally:
            if self.say:
                self.say("")

    async def _make(self) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "hashcop", "report", "--bench", str(self.bench)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        try:
            said, _ = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
        for text in said.decode(errors="replace").splitlines():
            if text not in self.told and not text.startswith(PAGES):
                self.told.add(text)
                screen.line(text, self.console)


def submit(asked: Asked, words: tuple[str, ...]) -> int:
    """Check a submission at home, send it to the selected machines, and print their results."""
    from hashcop.cli import submitted  # loads the engine, which status does without

    console = screen.console()
    meant = [one for one in asked.meant(asked.to) if one.times]
    if asked.inventory is None:
        raise Complaint(f"there is no {asked.file}; on one machine: ./do submit {words[0]}")
    if not meant:
        raise Complaint("no selected machine measures, so there would be no answer")
    if not Path(words[0]).exists():
        raise Complaint(f"there is no {words[0]}")
    with TemporaryDirectory() as place:
        file = as_file(Path(words[0]), Path(place))
        passed = _gate(asked, file, console)
        if passed.record.is_refused or not passed.is_fine:
            screen.line("not sent to any machine", console)
            return 2 if passed.record.is_refused else 1
        one = Submission(passed.record.id, passed.record.sha256, file.name, asked.to)
        asked.state.send(one, file.read_bytes())
    screen.line(f"{one.id}: sent to {', '.join(machine.name for machine in meant)}", console)
    answers = Answers(asked, one, meant, console)
    with asked.state.alone() as is_ours:
        pass
    if is_ours:
        if _work(asked, (), lambda home: answers.are_all, answers.show) is None:
            return 130
    else:
        try:
            while not answers.are_all:
                answers.show()
                time.sleep(LOOK)
        except KeyboardInterrupt:
            print("do: stopped; the machines continue: ./do lab status", file=sys.stderr)
            return 130
    answers.show()
    if not answers.are_right:
        return 1
    gate = asked.state.gate.relative_to(asked.root)
    hint = f"{submitted.how_to_accept(one.id)} --check --bench {gate}"
    screen.line(f"{hint}; the next ./do lab brings it to all machines", console)
    return 0


def as_file(path: Path, place: Path) -> Path:
    """A submission as one file. A directory becomes an archive, with the same bytes each time."""
    if not path.is_dir():
        return path
    file = place / f"{path.resolve().name}.tar"
    with tarfile.open(file, "w") as archive:
        for one in sorted(path.rglob("*")):
            info = archive.gettarinfo(one, one.relative_to(path).as_posix())
            info.mtime = info.uid = info.gid = 0
            info.uname = info.gname = ""
            archive.addfile(info, io.BytesIO(one.read_bytes()) if info.isreg() else None)
    return file


def _gate(asked: Asked, file: Path, console: "Console") -> "Answer":
    """Inspect, build and check a submission at home, and print the result."""
    from hashcop.cli import submitted  # loads the engine, which status does without
    from hashcop.submissions.desk import Answer, Desk, Said

    # A separate bench, because bench/NAME at home belongs to the machine of that name.
    settings = replace(asked.settings, times=False, bench=asked.state.gate, profile=GATE)
    desk = Desk(settings, console)
    received = desk.receive(str(file), Said())
    if received.refusal is not None:
        desk.record_refusal(received.refusal)
        answer = Answer(received.refusal, before=received.before)
    else:
        assert received.quarantine
        answer = desk.examine(received, received.quarantine, None)
    submitted.show(answer, desk.tree, console, is_last=False)
    return answer


@dataclass
class Answers:
    """The results of a submission, printed as they arrive."""

    asked: Asked
    submission: Submission
    meant: list[Machine]
    console: "Console"
    told: dict[str, str] = field(default_factory=dict)

    def show(self) -> None:
        """Print new results."""
        for name, text in self._found():
            if name not in self.told:
                self.told[name] = text
                screen.line(f"{name}: {text}", self.console)

    @property
    def are_all(self) -> bool:
        """Whether every selected machine has answered."""
        self.show()
        return len(self.told) == len(self.meant)

    @property
    def are_right(self) -> bool:
        """Whether all of them found it right."""
        return all(text.startswith("right") for text in self.told.values())

    def _found(self) -> Iterator[tuple[str, str]]:
        from hashcop.submissions import ledger  # as above

        for machine in self.meant:
            if machine.name in self.told:
                continue
            job = jobs.of_submission(Work(""), self.submission, machine)
            tries = self.asked.state.over(machine.name).get(job.id, [])
            if not jobs.is_over(tries):
                continue
            directory = self.asked.settings.bench / machine.name
            record = ledger.newest_of(directory).get(self.submission.id)
            if record and record.implementations:
                yield machine.name, "; ".join(map(_in_words, record.implementations))
            else:
                yield (
                    machine.name,
                    f"status {tries[-1].status}: {printable(last_line(tries[-1].said)[-LONGEST:])}",
                )


def _in_words(one: Examined) -> str:
    """The result of an implementation on a machine, as text."""
    name = f"{one.hash}/{one.implementation} on {one.target}"
    if one.cycles_per_byte is None:
        return f"{one.verdict}: {name}{f', {one.why}' if one.why else ''}"
    place = f", place {one.place} of {one.of}" if one.of else ""
    beside = f", {one.ratio:.2f} times {one.best}" if one.ratio else ""
    return f"{one.verdict}: {name}, {one.cycles_per_byte:.2f} cycles/byte at 1536{place}{beside}"
