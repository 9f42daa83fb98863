"""Home: stores the data of all machines, queues their jobs, and tracks their state.

It trusts no machine. While it is down, machines continue and keep their data. After a restart it derives the remaining
work from its own files (state.py) and from what the machines report.
"""

import asyncio
import contextlib
import ctypes
import errno
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import nats
from msgspec.structs import replace
from nats.aio.client import Client
from nats.js.errors import APIError, ServerError, ServiceUnavailableError

from hashcop.lab import jobs, power, tree, wire
from hashcop.lab.cancelled import end_if_cancelled
from hashcop.lab.findings import MOST
from hashcop.lab.inventory import Inventory, Machine
from hashcop.lab.jobs import Work
from hashcop.lab.queues import Queues
from hashcop.lab.state import Heard, Kept, State, Status
from hashcop.lab.status import SILENT
from hashcop.lab.transfer import Copy, Have, Piece, Spoilt
from hashcop.lab.wire import Asked, Ended, Hello, Job, Orders, Said, Welcome

TICK = 1.0  # seconds
CYCLES = 3600.0  # seconds between two times that a machine's power is switched off and on, at least
LONGEST = 200  # characters of a job's last words
MOST_ENTRIES = 200_000  # bytes of a part of the list of the tree
_LIBC = ctypes.CDLL(None, use_errno=True)


@dataclass
class _Of:
    """What home knows about a machine."""

    machine: Machine
    copy: Copy
    over: dict[str, list[Ended]]
    heard: Heard = field(default_factory=Heard)


class Home:
    """Home of a lab; `work` runs it."""

    def __init__(
        self, root: Path, bench: Path, inventory: Inventory, words: tuple[str, ...] = ()
    ) -> None:
        """`root`: the checkout that all machines get. `words`: what is selected of it; empty for all.

        Raises StoreBusy if another run writes to the data of a machine in `bench`.
        """
        self.root = root
        self.bench = bench
        self.inventory = inventory
        self.state = State(root)
        self.words = words
        self.trouble = ""  # a problem at home
        self.refusal = ""  # the server's last refusal
        self.broken_since = 0.0  # since when the server can't keep queues (monotonic); 0 if it can
        self.pace = TICK  # seconds between two passes over all machines
        # Machines whose data may be newer than the pages; cleared by whoever makes those.
        self.changed: set[str] = set()
        self._of: dict[str, _Of] = {}
        # Machines to wait for even if they are silent.
        self.expected: frozenset[str] = frozenset()
        self._begun = time.time()
        self._shared: tuple[Job, ...] = ()
        self._given_up: tuple[str, ...] = ()  # shared jobs
        self._has_counted = False  # the work that is left
        self._switching: set[asyncio.Task[None]] = set()
        self._pieces: asyncio.Queue[tuple[Any, _Of, Piece]] = asyncio.Queue()
        self._lists: tuple[bytes, ...] = ()
        self._seen: tuple[int, ...] = ()
        self.list_tree()
        told = self.state.status()
        self._before = told.machines if told else {}
        for one in inventory.machines.values():
            self._know(one)

    def list_tree(self) -> None:
        """Read the checkout; machines get this version of it from now on."""
        entries = tree.listed(self.root)
        self.tree = tree.digest_of(entries)
        self._circuits = tuple(jobs.circuits(entries, self.words))
        self._entry = {one.digest: one for one in entries if one.kind != "link"}
        parts: list[list[tree.Entry]] = [[]]
        size = 0
        for one in entries:
            size += len(one.path) + 100
            if size > MOST_ENTRIES:
                parts.append([])
                size = 0
            parts[-1].append(one)
        self._lists = tuple(map(wire.pack, parts))

    def _know(self, machine: Machine) -> None:
        copy = Copy(self.bench / machine.name, machine.name)
        known = _Of(machine, copy, self.state.over(machine.name))
        before = self._before.get(machine.name, Heard())
        known.heard = Heard(
            at=before.at,
            said=before.said,
            home=copy.position.offset,
            rebooted=before.rebooted,
            cycled=before.cycled,
            power=before.power,
        )
        self._of[machine.name] = known
        if copy.position.offset:
            # An earlier home may have ended before it made the pages.
            self.changed.add(machine.name)

    def close(self) -> None:
        """Release the data of all machines."""
        for known in self._of.values():
            known.copy.close()

    @property
    def job(self) -> Work:
        """What the lab has to do."""
        return Work(self.tree, self.words, self.state.sent(), self._circuits)

    # At work

    async def reconnected(self) -> None:
        """After a reconnection the queues may be empty: fill them again."""
        self._queues.forget()

    async def work(self, client: "Client") -> None:
        """Answer requests and queue jobs until cancelled. `client`: connected as the user `home`."""
        self._queues = Queues(self.inventory, client)
        for word, answer in (
            ("hello", self._hello),
            ("data", self._data),
            ("back", self._back),
            ("tree", self._tree),
            ("blob", self._blob),
            ("said", self._said),
            ("ended", self._ended),
        ):
            await client.subscribe(f"{word}.*", cb=self._answering(answer))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._take_pieces())
            tasks.create_task(self._tick())

    def _answering(
        self, answer: Callable[[Any, _Of], Awaitable[None]]
    ) -> Callable[[Any], Awaitable[None]]:
        async def answered(message: Any) -> None:
            known = self._of.get(message.subject.partition(".")[2])
            # Malformed requests get no answer.
            with contextlib.suppress(msgspec.MsgspecError):
                if known:
                    await answer(message, known)

        return answered

    async def _tick(self) -> None:
        while True:
            seen = self.state.changed
            if seen != self._seen:
                self._seen = seen
                await self._queues.nudge(*self._of)
            try:
                await self._hand_out()
                self.refusal, self.broken_since = "", 0.0
            except (nats.errors.Error, APIError, TimeoutError, OSError) as error:
                self._queues.forget()
                # A lost connection is restored soon; a refusal by the server has to be shown.
                self.refusal = f"the server: {error}" if isinstance(error, APIError) else ""
                is_broken = isinstance(error, ServerError | ServiceUnavailableError)
                self.broken_since = (self.broken_since or time.monotonic()) if is_broken else 0.0
            self._switch_on()
            self.tell()
            end_if_cancelled()
            await asyncio.sleep(self.pace)

    # Jobs

    async def _hand_out(self) -> None:
        """Queue all jobs that are left."""
        lacks = self._lacking()
        self._count_shared()
        self._has_counted = True
        await self._queues.make()
        for name, lacking in lacks.items():
            if any([await self._queues.put(name, job) for job in lacking]):
                await self._queues.nudge(name)
        if any([await self._queues.put("", job) for job in self._shared]):
            able = (name for name, tools in self.inventory.queues.items() if tools)
            await self._queues.nudge(*able)

    def _lacking(self) -> dict[str, list[Job]]:
        """The jobs that are left of each machine."""
        work = self.job
        found: dict[str, list[Job]] = {}
        for name, known in self._of.items():
            is_refused = bool(known.heard.refused)
            found[name] = [] if is_refused else [*jobs.lacking(work, known.machine, known.over)]
            known.heard = replace(
                known.heard,
                left=tuple(job.name for job in found[name]),
                given_up=tuple(map(_in_words, jobs.given_up(known.over))),
            )
        return found

    def _count_shared(self) -> None:
        """Work out which jobs are left that any machine with the tool may do."""
        over: dict[str, list[Ended]] = {}
        for known in self._of.values():
            for name, tries in known.over.items():
                over.setdefault(name, []).extend(tries)
        self._shared = tuple(jobs.shared(self.job, self.inventory, over))
        tools = {job: tries for job, tries in over.items() if tries[0].job.kind == "tool"}
        self._given_up = tuple(map(_in_words, jobs.given_up(tools)))

    # Machines that are silent

    def _switch_on(self) -> None:
        """Power-cycle silent machines that have work left, if the inventory says how."""
        now = time.time()
        for known in self._of.values():
            heard = known.heard
            is_asked = known.machine.power and heard.left
            if (
                is_asked
                and known.machine.name not in self.state.paused()
                and self._is_silent(known, now)
                and now - heard.cycled > CYCLES
            ):
                known.heard = replace(heard, cycled=now, power="")
                task = asyncio.create_task(self._cycle(known))
                self._switching.add(task)
                task.add_done_callback(self._switching.discard)

    async def _cycle(self, known: _Of) -> None:
        why = await power.cycle(known.machine.power)
        known.heard = replace(known.heard, power=why)

    def _is_silent(self, known: _Of, now: float) -> bool:
        """Whether a machine sent nothing for `SILENT` seconds while home was running."""
        return now - max(known.heard.at, self._begun) > SILENT

    def orders(self, known: _Of) -> Orders:
        """The orders for a machine."""
        name, base = known.machine.name, jobs.base(self.job, known.machine)
        return Orders(
            tree=self.tree,
            base=base.id if base else "",
            paused=name in self.state.paused(),
            refused=known.heard.refused,
            queues=known.machine.tools,
        )

    # What machines ask

    async def _hello(self, message: Any, known: _Of) -> None:
        hello = wire.unpack(message.data, Hello)
        refused = self._refused(known.machine.name, hello)
        before = known.heard.said
        is_rebooted = before is not None and before.boot != hello.boot
        known.heard = replace(
            known.heard,
            at=time.time(),
            refused=refused,
            clock=hello.time - time.time(),
            rebooted=time.time() if is_rebooted else known.heard.rebooted,
            said=Said(boot=hello.boot, time=hello.time, data=hello.data.offset),
        )
        # A worker that says hello has no job. Queue its jobs again now instead of waiting for the leases to expire.
        for job in jobs.lacking(self.job, known.machine, known.over):
            self._queues.forget_job(known.machine.name, job)
        there = await asyncio.to_thread(known.copy.digest_at, hello.data.offset)
        welcome = Welcome(orders=self.orders(known), data=known.copy.position, there=there)
        await message.respond(wire.pack(welcome))

    def _refused(self, name: str, hello: Hello) -> str:
        kept = self.state.machines().get(name)
        if kept is None:
            self.state.keep(name, Kept(hello.identity, wire.words_of(hello.processor)))
            return ""
        if kept.identity == hello.identity:
            return ""
        processor = wire.words_of(hello.processor)
        how = (
            f"its processor is {processor}, and was {kept.processor}"
            if processor != kept.processor
            else "its system is another installation, or a copy"
        )
        return f"another machine came as {name}: {how}; if that is meant: ./do lab add {name}"

    async def _data(self, message: Any, known: _Of) -> None:
        await self._pieces.put((message, known, wire.unpack(message.data, Piece)))

    async def _take_pieces(self) -> None:
        """Write all pieces that have arrived, sync the disk once, then answer them."""
        while True:
            came = [await self._pieces.get()]
            while not self._pieces.empty():
                came.append(self._pieces.get_nowait())
            why = {id(known): self._take(known, piece) for _, known, piece in came}
            failed = await asyncio.to_thread(self._to_disk)
            for message, known, _ in came:
                answer = Have(known.copy.position, failed or why[id(known)])
                known.heard = replace(known.heard, home=known.copy.position.offset, at=time.time())
                with contextlib.suppress(nats.errors.Error):
                    await message.respond(wire.pack(answer))
            end_if_cancelled()

    def _take(self, known: _Of, piece: Piece) -> str:
        """Append a piece. Returns the reason if no more are accepted."""
        if known.heard.refused:
            return known.heard.refused
        try:
            if known.copy.take(piece):
                self.changed.add(known.machine.name)
        except Spoilt as spoilt:
            known.heard = replace(known.heard, refused=f"its data are not taken: {spoilt}")
            return known.heard.refused
        except OSError as error:
            return "disk full at home" if error.errno == errno.ENOSPC else f"home: {error.strerror}"
        return ""

    def _to_disk(self) -> str:
        place = os.open(self.bench, os.O_RDONLY)
        try:
            if _LIBC.syncfs(place) != 0:
                return f"home: {os.strerror(ctypes.get_errno())}"
        finally:
            os.close(place)
        return ""

    async def _back(self, message: Any, known: _Of) -> None:
        asked = wire.unpack(message.data, Asked)
        found = await asyncio.to_thread(known.copy.piece, asked.offset)
        await message.respond(wire.pack(found))

    async def _tree(self, message: Any, known: _Of) -> None:
        number = wire.unpack(message.data, int)
        part = self._lists[number] if 0 <= number < len(self._lists) else b""
        await message.respond(wire.pack((self.tree, len(self._lists), part)))

    async def _blob(self, message: Any, known: _Of) -> None:
        """Answer with part of a file of the tree or of a submission, and the file's size."""
        sha256, offset = wire.unpack(message.data, tuple[str, int])
        entry = self._entry.get(sha256)
        try:
            content = tree.content(self.root, entry) if entry else self.state.blob(sha256)
        except tree.TreeError:
            content = None
        if content is None:
            await message.respond(wire.pack(None))
            return
        await message.respond(wire.pack((len(content), content[offset : offset + (1 << 20)])))

    async def _said(self, message: Any, known: _Of) -> None:
        said = wire.unpack(message.data, Said)
        at = time.time()
        known.heard = replace(known.heard, at=at, said=said, clock=said.time - at)
        await message.respond(wire.pack(self.orders(known)))

    async def _ended(self, message: Any, known: _Of) -> None:
        ended = wire.unpack(message.data, Ended)
        wrong = tuple(map(wire.words_of, ended.wrong[: MOST + 1]))
        ended = replace(ended, said=wire.words_of(ended.said), wrong=wrong)
        said = known.heard.said
        known.heard = replace(
            known.heard, at=time.time(), said=said and replace(said, job="", doing="", left=0.0)
        )
        before = known.over.setdefault(ended.job.id, [])
        if ended not in before:
            await asyncio.to_thread(self.state.end, known.machine.name, ended)
            before.append(ended)
            self._queues.forget_job(known.machine.name, ended.job)
        await message.respond(wire.pack(self.orders(known)))

    # How all are

    @property
    def heard(self) -> dict[str, Heard]:
        """The state of each machine."""
        return {name: known.heard for name, known in self._of.items()}

    @property
    def over(self) -> dict[str, dict[str, list[Ended]]]:
        """The finished attempts at jobs, by machine and job id."""
        return {name: known.over for name, known in self._of.items()}

    @property
    def status(self) -> Status:
        """The state of all machines."""
        return Status(
            at=time.time(),
            tree=self.tree,
            machines=self.heard,
            trouble="; ".join(text for text in (self.trouble, self.refusal) if text),
            shared=tuple(job.name for job in self._shared),
            given_up=self._given_up,
        )

    def tell(self) -> None:
        """Store the state of all machines, for other processes."""
        self.state.tell(self.status)

    @property
    def is_over(self) -> bool:
        """Whether all work is done, except that of machines that are silent, paused or refused."""
        if not self._has_counted:
            return False
        now, paused = time.time(), self.state.paused()
        awaited = [
            one
            for name, one in self._of.items()
            if not one.heard.refused
            and name not in paused
            and (name in self.expected or not self._is_silent(one, now))
        ]
        is_shared_left = bool(self._shared) and any(one.machine.tools for one in awaited)
        return not is_shared_left and not any(
            one.heard.at < self._begun  # it has not come yet
            or one.heard.left
            or (one.heard.said and one.heard.said.data > one.heard.home)
            for one in awaited
        )


def _in_words(one: Ended) -> str:
    return f"{one.job.name}: {wire.last_line(one.said)[-LONGEST:] or f'status {one.status}'}"
