"""A lab of many simulated machines: `make bench-lab MACHINES=1000`.

    python -m tests.bench.lab [--machines 1000] [--seed 1] [--lines 40]

The real server and the real home, each a process; workers are objects of this process, each with a connection of its
own, and a `./do` that replays lines under its machine's name. By the seed, 5 % die and start again, 5 % are cut off
for 20 seconds, and 10 % are four times slower. Then a submission goes to all of them. Printed are the time until all
have their first job, from the submission to its last start, lines a second, processor time and memory of server and
home, the time of `status`; and all files are held against each other. Exit status 1: a file differs, a line is there
twice, the last start came later than 30 seconds, or server and home together have 1 GiB or more, or keep a
core busy.
"""

import argparse
import asyncio
import contextlib
import hashlib
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import nats

from hashcop.lab import server, status, worker
from hashcop.lab.home import Home
from hashcop.lab.inventory import Inventory, Machine
from hashcop.lab.jobs import Submission
from hashcop.lab.server import HOME, Place, Server
from hashcop.lab.state import State
from hashcop.lab.wire import Ended, Job
from hashcop.lab.worker import Credentials, Worker

SECONDS = 10.0  # of a job on a machine that is not slow
SLOW = 4
AWAY = 20.0  # seconds
MOST_START, MOST_BYTES = 30.0, 1 << 30
TICKS = os.sysconf("SC_CLK_TCK")


class Replay(Worker):
    """A worker whose `./do` is a few lines, each after a while."""

    lines, slow = 40, 1
    starts: ClassVar[dict[tuple[str, str], float]] = {}

    async def _run(self, job: Job, message: Any) -> Ended | None:
        begun = time.monotonic()
        self.starts.setdefault((self.own.name, job.kind), time.time())
        self.data.parent.mkdir(parents=True, exist_ok=True)
        text = self.data.read_text() if self.data.exists() else ""
        for number in range(self.lines):
            fact = {"kind": "note", "machine": self.own.name, "job": job.id, "number": number}
            line = json.dumps(fact | {"filler": "x" * 400})
            if line in text:
                continue
            await asyncio.sleep(SECONDS * self.slow / self.lines)
            with self.data.open("a") as out:
                out.write(f"{line}\n")
            if number % 10 == 9:
                await self._say(message)
                with contextlib.suppress(worker.CutOff):
                    await self._bring_home()
            was_nudged = self._nudged.is_set()
            self._nudged.clear()
            if was_nudged and await self._is_something_more_urgent(job):
                return None
        return Ended(job=job, status=0, said="done", seconds=time.monotonic() - begun)


def _home(root: Path, bench: Path, inventory: Inventory, url: str) -> None:
    """The process of home."""

    async def work() -> None:
        home = Home(root, bench, inventory, ("sha256",))
        word = home.state.passwords()[HOME]
        await home.work(
            await nats.connect(url, user=HOME, password=word, max_reconnect_attempts=-1)
        )

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(work())


def spent(pid: int) -> tuple[float, float]:
    """Seconds of the processor, and MiB of memory, of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return (int(fields[11]) + int(fields[12])) / TICKS, pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Lab:
    """The simulation, in a directory."""

    def __init__(self, place: Path, count: int, seed: int) -> None:
        self.place = place
        self.chance = random.Random(seed)
        names = [f"m{number:04}" for number in range(count)]
        self.inventory = Inventory(machines={name: Machine(name=name) for name in names})
        self.root, self.bench = place / "home", place / "bench"
        self.root.mkdir()
        self.bench.mkdir()
        (self.root / "do").write_text("#!/bin/sh\n")
        self.state = State(self.root)
        self.state.add_all(names)
        self.server = Server(Place(place / "server", server.LOOPBACK, server.free_port()))
        self.tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, name: str) -> None:
        """A life of a worker."""
        word = self.passwords[name]
        own = Credentials(name=name, url=self.server.place.url, password=word)
        root = self.place / "machines" / name
        root.mkdir(parents=True, exist_ok=True)
        one = Replay(root, root / "bench", own, has_own_tree=True)
        one.slow = SLOW if name in self.slow else 1
        self.tasks[name] = asyncio.create_task(one.work())

    async def stop(self, name: str) -> None:
        """End a life as it stands."""
        task = self.tasks.pop(name)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await task

    async def until(self, what: str, holds: Any, seconds: float = 600) -> float:
        """Seconds until something holds, printed."""
        begun = time.monotonic()
        async with asyncio.timeout(seconds):
            while not holds():
                for name, task in list(self.tasks.items()):
                    if task.done() and task.exception():
                        raise RuntimeError(f"the worker of {name} ended") from task.exception()
                await asyncio.sleep(0.2)
        took = time.monotonic() - begun
        print(f"{what}: {took:.1f} s", flush=True)
        return took

    async def run(self) -> bool:
        """The whole story; whether all is as promised."""
        names = list(self.inventory.machines)
        tenth = max(len(names) // 10, 1)
        some = self.chance.sample(names, min(2 * tenth, len(names)))
        self.slow = set(some[:tenth])
        dying, cut = some[tenth : tenth + tenth // 2], some[tenth + tenth // 2 :]
        begun = time.monotonic()
        async with self._parts() as pids:
            await self._begin(names)
            last = await self._submit(names, dying, cut)
            lines = 2 * Replay.lines
            await self.until(
                "all lines are at home", lambda: all(self._count(name) == lines for name in names)
            )
            took = time.monotonic() - begun
            rate = len(names) * lines / took
            print(f"{len(names) * lines} lines in {took:.0f} s: {rate:.0f} a second")
            self._time_status()
            is_light = self._is_light(pids, took)
            return self._is_right(names) and last <= MOST_START and is_light

    @contextlib.asynccontextmanager
    async def _parts(self) -> AsyncIterator[dict[str, int]]:
        """The server and home are at work; their process numbers. Workers are stopped at the end, too."""
        self.passwords = self.state.passwords()
        self.server.configure(server.configuration(self.server.place, self.passwords))
        await asyncio.to_thread(self.server.start)
        home = multiprocessing.Process(
            target=_home, args=(self.root, self.bench, self.inventory, self.server.place.url)
        )
        home.start()
        assert home.pid and self.server.pid
        try:
            yield {"server": self.server.pid, "home": home.pid}
        finally:
            for name in list(self.tasks):
                await self.stop(name)
            home.terminate()
            home.join()
            self.server.stop()

    async def _begin(self, names: list[str]) -> None:
        for name in names:
            self.start(name)
            await asyncio.sleep(0)
        await self.until(
            f"{len(names)} machines have a job",
            lambda: sum(kind == "base" for _, kind in Replay.starts) == len(names),
        )

    async def _submit(self, names: list[str], dying: list[str], cut: list[str]) -> float:
        """Send a submission while some die, and others are away for long. Seconds to its last start on the rest."""
        sent, starts = time.time(), Replay.starts
        file = hashlib.sha256(b"fast").hexdigest()
        self.state.send(Submission(file[:12], file, "fast.tar"), b"fast")
        for name in (*dying, *cut):
            await self.stop(name)
        alive = [name for name in names if name not in {*dying, *cut}]
        await self.until(
            "the submission has begun on all that live",
            lambda: all((name, "submission") in starts for name in alive),
        )
        last = max(starts[name, "submission"] for name in alive) - sent
        print(f"from the submission to its last start: {last:.1f} s")
        for name in dying:
            self.start(name)
        await asyncio.sleep(max(0.0, AWAY - (time.time() - sent)))
        for name in cut:
            self.start(name)
        return last

    def _time_status(self) -> None:
        looked = time.monotonic()
        rows = list(status.rows(self.inventory, self.state.status(), frozenset()))
        print(f"status of {len(rows)} machines: {time.monotonic() - looked:.2f} s")

    def _is_light(self, pids: Mapping[str, int], took: float) -> bool:
        memory = busy = 0.0
        for what, pid in pids.items():
            processor, size = spent(pid)
            memory += size
            busy += processor / took
            print(f"{what}: {processor:.1f} s of the processor in {took:.0f} s, {size:.0f} MiB")
        return memory * 2**20 < MOST_BYTES and busy < 1

    def _at_home(self, name: str) -> Path:
        return self.bench / name / "data.jsonl"

    def _count(self, name: str) -> int:
        file = self._at_home(name)
        return file.read_bytes().count(b"\n") if file.exists() else 0

    def _is_right(self, names: list[str]) -> bool:
        wrong = []
        for name in names:
            there = self.place / "machines" / name / "bench" / name / "data.jsonl"
            content = self._at_home(name).read_bytes()
            twice = [line for line, times in Counter(content.splitlines()).items() if times > 1]
            if content != there.read_bytes() or twice:
                wrong.append(name)
        print(f"files that differ or have a line twice: {', '.join(wrong) or 'none'}")
        return not wrong


def main() -> int:
    """See above."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--machines", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--lines", type=int, default=40)
    said = asked.parse_args()
    Replay.lines = said.lines
    with tempfile.TemporaryDirectory() as place:
        return 0 if asyncio.run(Lab(Path(place), said.machines, said.seed).run()) else 1


if __name__ == "__main__":
    sys.exit(main())
