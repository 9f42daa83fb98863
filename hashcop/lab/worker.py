"""The worker: runs `./do` on a machine of a lab, and sends its data home.

It does one job at a time. While a job runs it only checks the progress every few seconds. If it loses the connection,
the job continues; if it is killed, the next worker resumes from the files. Everything else it asks home.
"""

import asyncio
import contextlib
import itertools
import os
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import nats
from msgspec import Struct
from nats.errors import Error as NatsError
from nats.js.errors import APIError

from hashcop.data.store import FILE, unused
from hashcop.engine import progress_file
from hashcop.lab import findings, server, tree, wire
from hashcop.lab.cancelled import end_if_cancelled
from hashcop.lab.doing import Doing, begin
from hashcop.lab.server import JOBS, SHARED
from hashcop.lab.state import PLACE
from hashcop.lab.transfer import Have, Piece, Reader, united, whole
from hashcop.lab.wire import Asked, Ended, Hello, Job, Orders, Said, Welcome
from hashcop.machine import identity
from hashcop.machine.description import processor_name

CREDENTIALS = f"{PLACE}/worker.json"
LOOK = 10.0  # seconds between two looks at a job
REST = 60.0  # seconds between two looks for a job, where nobody says that there is one
ANSWER = 10.0  # seconds that home has to answer
FREE = 64 << 20  # bytes of the disk, below which no job begins
BOOT = Path("/proc/sys/kernel/random/boot_id")
PROGRAM = ("hashcop/", "requirements", "bootstrap.py")  # what this process is made of
UNKNOWN = -9  # the status of what did not end though it was killed
POLL = 0.5  # seconds
PATIENCE = 30.0  # seconds that a worker waits for home, if it is to end once nothing is left
T = TypeVar("T")


class Credentials(Struct, frozen=True, kw_only=True):
    """Credentials of a machine, and the address of home. `certificate`: home's, in PEM; empty for no TLS."""

    name: str
    url: str
    password: str
    certificate: str = ""


def credentials(root: Path) -> Credentials:
    """Read the credentials in a checkout. Raises FileNotFoundError and msgspec.MsgspecError."""
    return msgspec.json.decode((root / CREDENTIALS).read_bytes(), type=Credentials)


class CutOff(Exception):
    """Home does not answer."""


class Renewed(Exception):
    """The program itself was updated, and has to be restarted."""


class Worker:
    """The worker of a machine; `work` runs it."""

    def __init__(
        self,
        root: Path,
        bench: Path,
        credentials: Credentials,
        *,
        has_own_tree: bool = False,
        is_once: bool = False,
    ) -> None:
        """`root`: the checkout, which home keeps up to date unless `has_own_tree`.

        `is_once`: `work` returns once no work is left.
        """
        self.is_once = is_once
        self.has_own_tree = has_own_tree
        self.root = root
        self.bench = bench
        self.own = credentials
        self.boot = BOOT.read_text().strip() if BOOT.exists() else "unknown"
        self.data = bench / credentials.name / FILE
        self._reader = Reader(self.data)
        self._home = 0  # bytes of the data that are there
        self._orders = Orders()
        self._over: dict[tuple[str, int], Ended] = {}  # attempts at jobs, of this life
        self._nudged = asyncio.Event()
        self._wrong: dict[str, str] = {}
        self._doing: Doing | None = None
        self._noted = ""  # the last of what went wrong with the connection
        self._heard = time.monotonic()  # when home last answered

    async def work(self) -> None:
        """Run until cancelled; with `is_once`, until no work is left or home is away. Raises Renewed."""
        certificate = server.pinned(self.own.certificate) if self.own.certificate else None
        connecting = nats.connect(
            self.own.url,
            user=self.own.name,
            password=self.own.password,
            name=self.own.name,
            inbox_prefix=f"_INBOX_{self.own.name}".encode(),
            tls=certificate,
            allow_reconnect=True,
            max_reconnect_attempts=-1,
            reconnect_time_wait=2,
            ping_interval=30,
            max_outstanding_pings=3,
            error_cb=self._note,
            reconnected_cb=self._reconnected,
        )
        try:
            client = await asyncio.wait_for(connecting, PATIENCE if self.is_once else None)
        except TimeoutError:
            return
        self._client = client
        self._stream = client.jetstream()
        name = self.own.name
        self._queues = [
            await self._stream.pull_subscribe_bind(consumer=f"{name}-{queue}", stream=JOBS)
            for queue in ("urgent", "base")
        ]
        self._shared: dict[str, Any] = {}  # queues of all, by their names
        await client.subscribe(f"order.{name}", cb=self._nudge)
        try:
            while True:
                try:
                    await self._turn()
                    if self.is_once:
                        return
                except CutOff:
                    if self.is_once and time.monotonic() - self._heard > PATIENCE:
                        return
                    await self._rest(LOOK)
        finally:
            if self._doing:
                await self._doing.stop()
            await client.close()

    async def _nudge(self, _: object = None) -> None:
        self._nudged.set()

    async def _reconnected(self) -> None:
        self._noted = ""
        print("lab: home's server answers again", file=sys.stderr, flush=True)
        self._nudged.set()

    async def _note(self, error: Exception) -> None:
        """Log a connection error once, not at each attempt to reconnect."""
        if str(error) != self._noted:
            self._noted = str(error)
            print(f"lab: {error}", file=sys.stderr, flush=True)

    async def _turn(self) -> None:
        """Greet home, synchronize data, and then do jobs."""
        await self._greet()
        while not self._orders.refused:
            self._nudged.clear()
            self._look_at_disk()
            await self._say()
            await self._bring_tree()
            await self._bring_home()
            message = None if self._orders.paused or self._wrong else await self._next()
            if message is None:
                if self.is_once:
                    return
                await self._rest(REST)
                continue
            await self._do(message)
        await self._rest(REST)

    async def _rest(self, seconds: float) -> None:
        end_if_cancelled()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._nudged.wait(), seconds)

    async def _next(self, queues: Sequence[Any] | None = None) -> Any:
        """Fetch a job: urgent ones first, then the machine's own, then shared ones; None if there is none."""
        for name in self._orders.queues:
            if name not in self._shared:
                found = await self._stream.pull_subscribe_bind(consumer=name, stream=SHARED)
                self._shared[name] = found
        shared = (self._shared[name] for name in self._orders.queues)
        for queue in queues or (*self._queues, *shared):
            with contextlib.suppress(asyncio.TimeoutError, NatsError, APIError):
                (message,) = await queue.fetch(1, timeout=1)
                end_if_cancelled()
                return message
        return None

    # What home is asked

    async def _ask(self, word: str, told: object, kind: Any) -> Any:
        """Send a request and return home's answer. Raises CutOff."""
        try:
            answer = await self._client.request(
                f"{word}.{self.own.name}", wire.pack(told), timeout=ANSWER
            )
            end_if_cancelled()
            self._heard = time.monotonic()
            return wire.unpack(answer.data, kind)
        except (TimeoutError, NatsError, msgspec.MsgspecError) as error:
            raise CutOff(str(error)) from None

    async def _greet(self) -> None:
        at = self._reader.end()
        hello = Hello(
            identity=identity.identity(),
            boot=self.boot,
            processor=processor_name((Path("/proc/cpuinfo")).read_text(errors="replace")),
            data=at,
            time=time.time(),
        )
        welcome: Welcome = await self._ask("hello", hello, Welcome)
        self._orders = welcome.orders
        if self._orders.refused:
            return
        here = Reader(self.data).seek(welcome.data.offset)
        if here == welcome.data:  # home's are a beginning of ours
            self._home = welcome.data.offset
        elif welcome.there == at.digest:  # ours are a beginning of home's
            await self._append_rest(at.offset)
        else:
            await self._unite()

    async def _from_home(self, offset: int) -> bytes:
        """Fetch home's copy of this machine's data from an offset on."""
        got = bytearray()
        while found := await self._ask("back", Asked(offset + len(got)), Piece | None):
            got += found.content
        return bytes(got)

    async def _append_rest(self, offset: int) -> None:
        await self._until_unused()
        rest = await self._from_home(offset)
        self.data.parent.mkdir(parents=True, exist_ok=True)
        with self.data.open("ab") as file:
            file.truncate(offset)
            file.write(rest)
            file.flush()
            os.fsync(file.fileno())
        self._home = self._reader.end().offset

    async def _unite(self) -> None:
        """Merge home's copy and the local file, home's lines first. The local file is kept under another name."""
        await self._until_unused()
        theirs = await self._from_home(0)
        own = self.data.read_bytes()[: whole(self.data)] if self.data.exists() else b""
        if own:
            shutil.copy(self.data, self.data.with_name(f"{FILE}.before-{int(time.time())}"))
        draft = self.data.with_name(f".{FILE}.draft")
        self.data.parent.mkdir(parents=True, exist_ok=True)
        with draft.open("wb") as file:
            file.write(united(theirs, own))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.data)
        self._reader = Reader(self.data)
        self._home = len(theirs)

    async def _bring_home(self) -> bool:
        """Send all complete lines. Returns whether home has them."""
        end = whole(self.data)
        self._reader.seek(self._home)
        while self._home < end:
            for piece in self._reader.pieces(end):
                have: Have = await self._ask("data", piece, Have)
                self._home = have.position.offset
                if have.why:
                    self._wrong["home"] = have.why
                    return False
                if have.position != self._reader.position:
                    break
            if self._reader.seek(self._home).digest != have.position.digest:
                raise CutOff("home has another file")
        self._wrong.pop("home", None)
        return True

    async def _bring_tree(self) -> None:
        if self.has_own_tree or not self._orders.tree or self._orders.tree == self._tree:
            return
        entries: list[tree.Entry] = []
        number, count, name = 0, 1, self._orders.tree
        while number < count:
            told, count, part = await self._ask("tree", number, tuple[str, int, bytes])
            if told != name:
                raise CutOff("the tree has changed meanwhile")
            entries += wire.unpack(part, list[tree.Entry])
            number += 1
        missing = await asyncio.to_thread(_missing, entries, self.root)
        contents = {digest: await self._blob(digest) for digest in missing}
        await asyncio.to_thread(tree.put, entries, self.root, contents.__getitem__)
        (self.root / PLACE / "digest").write_text(name)
        brought = {one.path for one in entries if one.digest in contents}
        if any(path.startswith(PROGRAM) for path in brought):
            raise Renewed

    @property
    def _tree(self) -> str:
        try:
            return (self.root / PLACE / "digest").read_text()
        except FileNotFoundError:
            return ""

    async def _blob(self, digest: str) -> bytes:
        got = bytearray()
        while True:
            found = await self._ask("blob", (digest, len(got)), tuple[int, bytes] | None)
            if found is None:
                raise CutOff("home has no such file any more")
            got += found[1]
            if len(got) >= found[0]:
                return bytes(got)

    async def _say(self, message: Any = None) -> None:
        """Report the state of this machine, and receive orders. Does nothing without a connection."""
        doing = self._doing
        seen = progress_file.read(self.bench / progress_file.NAME) if doing else None
        said = Said(
            boot=self.boot,
            time=time.time(),
            job=doing.job.name if doing else "",
            doing=seen.doing if seen else "",
            done=seen.done if seen else 0,
            total=seen.total if seen else 0,
            left=seen.left if seen else 0.0,
            wrong=tuple(self._wrong.values()),
            home=self._home,
            data=whole(self.data),
        )
        with contextlib.suppress(CutOff):
            self._orders = await self._ask("said", said, Orders)
            if message:
                with contextlib.suppress(NatsError):
                    await message.in_progress()

    # Jobs

    async def _do(self, message: Any) -> None:
        try:
            job = wire.unpack(message.data, Job)
        except msgspec.MsgspecError:
            await message.term()
            return
        this = job.id, job.attempt
        if this not in self._over:
            ended = await self._run(job, message)
            if ended is None:
                with contextlib.suppress(NatsError):
                    await message.nak()
                return
            self._over[this] = ended
        while not await self._bring_home():
            await self._say(message)
            await self._rest(LOOK)
        self._orders = await self._ask("ended", self._over[this], Orders)
        with contextlib.suppress(NatsError):
            await message.ack()

    async def _run(self, job: Job, message: Any) -> Ended | None:
        """Run a job. Returns the result; None if it was interrupted."""
        words = list(job.words)
        sent = self.root / PLACE / "sent"
        if job.file:
            shutil.rmtree(sent, ignore_errors=True)
            sent.mkdir()
            file = sent / f"{job.file[:12]}-{Path(job.name).name}"
            file.write_bytes(await self._blob(job.file))
            words = [str(file) if word == "{file}" else word for word in words]
        await self._until_unused(message)
        begun = whole(self.data)
        said = self.root / PLACE / "said"
        words += ["--bench", str(self.bench), "--machine", self.own.name]
        doing = self._doing = await begin(job, self.root, words, said)
        try:
            while not await doing.wait(self._nudged, LOOK):
                await self._look(doing, message)
        finally:
            if doing.process.returncode is None:
                await doing.stop()
            self._doing = None
        status = doing.process.returncode
        if doing.is_stopped:
            return None
        text = said.read_bytes()[-4 * wire.LONGEST :].decode(errors="replace")
        seconds = time.monotonic() - doing.begun
        return Ended(
            job=job,
            status=status if status is not None else UNKNOWN,
            said=wire.words_of(text),
            seconds=seconds,
            wrong=await asyncio.to_thread(findings.not_right, self.data, begun),
        )

    async def _until_unused(self, message: Any = None) -> None:
        """Wait while another run holds the data: one started by hand, or by a worker that was killed."""
        for seconds in itertools.chain((POLL,) * 20, itertools.repeat(LOOK)):
            with unused(self.data.parent) as is_free:
                if is_free:
                    self._wrong.pop("run", None)
                    return
            if seconds > POLL:
                self._wrong["run"] = "another run writes to its data"
                await self._say(message)
            await asyncio.sleep(seconds)

    async def _look(self, doing: Doing, message: Any) -> None:
        """While a job runs: report progress, send data, and stop the job if necessary."""
        was_nudged = self._nudged.is_set()
        self._nudged.clear()
        await self._say(message)
        with contextlib.suppress(CutOff):
            await self._bring_home()
        self._look_at_disk()
        progress = progress_file.read(self.bench / progress_file.NAME)
        seen = (whole(self.data), progress and progress.done)
        doing.notice(seen)
        if doing.hangs:
            await doing.stop()
            return
        gives_way = was_nudged and await self._is_something_more_urgent(doing.job)
        # The tree or the selection has changed since this job was queued.
        base = self._orders.base
        is_old = doing.job.kind == "base" and bool(base) and doing.job.id != base
        is_in_the_way = self._orders.paused or self._wrong or self._orders.refused
        if is_in_the_way or gives_way or is_old:
            doing.is_stopped = True
            await doing.stop()

    async def _is_something_more_urgent(self, job: Job) -> bool:
        before = {"submission": 0, "base": 1, "tool": 2}[job.kind]
        message = await self._next(self._queues[:before]) if before else None
        if message is None:
            return False
        with contextlib.suppress(NatsError):
            await message.nak()
        return True

    def _look_at_disk(self) -> None:
        self.bench.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(self.bench).free < FREE:
            self._wrong["disk"] = "disk full"
        else:
            self._wrong.pop("disk", None)


def _missing(entries: Sequence[tree.Entry], root: Path) -> list[str]:
    """The digests in a list whose contents the checkout lacks."""
    here = {one.digest for one in tree.listed(root)} if root.exists() else set()
    return list(
        dict.fromkeys(
            one.digest for one in entries if one.kind != "link" and one.digest not in here
        )
    )
