"""A lab of this process: a server, a home and workers, each in a checkout of its own whose `./do` is made up."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import nats

from hashcop.lab import server
from hashcop.lab.home import Home
from hashcop.lab.inventory import Inventory, Machine
from hashcop.lab.server import HOME, Place, Server
from hashcop.lab.worker import Credentials, Worker

# Writes so many lines, one every so often, and goes on where the file ends: as ./do does.
DO = """#!/usr/bin/env python3
import json, os, signal, sys, time
def stop(*_):
    sys.exit(130)
signal.signal(signal.SIGTERM, stop)
words = sys.argv[1:]
bench, machine = words[words.index("--bench") + 1], words[words.index("--machine") + 1]
os.makedirs(f"{bench}/{machine}", exist_ok=True)
path = f"{bench}/{machine}/data.jsonl"
job = words[0]
if job == "submit":
    job += " " + open(words[1]).read().strip()
if job == "rtl":
    job += " " + words[1]
plan = json.load(open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "plan.json")))
before = open(path).read() if os.path.exists(path) else ""
for number in range(plan["lines"]):
    line = json.dumps({"kind": "note", "machine": machine, "job": job, "number": number})
    if line in before:
        continue
    time.sleep(plan["seconds"])
    with open(path, "a") as out:
        out.write(line + chr(10))
print("done:", job)
sys.exit(plan.get("status", 0))
"""


@dataclass
class MadeLab:
    """The parts, which tests kill and start again."""

    directory: Path
    inventory: Inventory
    words: tuple[str, ...] = ("sha256",)
    home: Home = field(init=False)
    server: Server = field(init=False)
    tasks: dict[str, "asyncio.Task[None]"] = field(default_factory=dict)
    workers: dict[str, Worker] = field(default_factory=dict)

    @property
    def root(self) -> Path:
        """Home's checkout."""
        return self.directory / "home"

    def plan(self, **told: Any) -> None:
        """What the made-up ./do does; a part of the tree."""
        self.root.mkdir(exist_ok=True)
        (self.root / "do").write_text(DO)
        (self.root / "do").chmod(0o755)
        for name in ("a", "b", "c", "d"):
            circuit = self.root / "crypto_hash" / "sha256" / "rtl" / name
            circuit.mkdir(parents=True, exist_ok=True)
            (circuit / "design.toml").write_text(name)
        (self.root / "plan.json").write_text(json.dumps({"lines": 3, "seconds": 0.01} | told))

    async def start_server(self) -> None:
        """With a user for each machine."""
        state = self.home.state
        known = state.passwords()
        for name in self.inventory.machines:
            if name not in known:
                state.add(name)
        self.server.configure(
            server.configuration(self.server.place, state.passwords(), self.inventory.queues)
        )
        await asyncio.to_thread(self.server.start)

    async def start_home(self) -> None:
        """A new life of home."""
        self.home.close()
        self.home = Home(self.root, self.directory / "bench", self.inventory, self.words)
        self.home.bench.mkdir(exist_ok=True)
        client = await self.client()
        self.tasks["home"] = asyncio.create_task(self.home.work(client))

    async def client(self) -> "nats.NATS":
        """Of the user home."""
        return await nats.connect(
            self.server.place.url,
            user=HOME,
            password=self.home.state.passwords()[HOME],
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.1,
        )

    def start_worker(self, name: str, *, is_once: bool = False) -> Worker:
        """A new life of a machine's worker."""
        word = self.home.state.passwords()[name]
        own = Credentials(name=name, url=self.server.place.url, password=word)
        root = self.directory / name
        root.mkdir(exist_ok=True)
        worker = self.workers[name] = Worker(root, root / "bench", own, is_once=is_once)
        self.tasks[name] = asyncio.create_task(worker.work())
        return worker

    async def kill(self, name: str) -> None:
        """End a part as it stands."""
        task = self.tasks.pop(name)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await task

    def data(self, name: str) -> bytes:
        """What a machine has."""
        path = self.directory / name / "bench" / name / "data.jsonl"
        return path.read_bytes() if path.exists() else b""

    def at_home(self, name: str) -> bytes:
        """What home has of a machine."""
        path = self.directory / "bench" / name / "data.jsonl"
        return path.read_bytes() if path.exists() else b""

    def lines(self, name: str) -> list[tuple[str, int]]:
        """What home has of a machine: jobs and numbers."""
        rows = [json.loads(line) for line in self.at_home(name).splitlines()]
        return [(row["job"], row["number"]) for row in rows]

    async def until(self, holds: Any, seconds: float = 20) -> None:
        """Wait until something holds."""
        async with asyncio.timeout(seconds):
            while not holds():
                for name, task in self.tasks.items():
                    if task.done() and not task.cancelled() and task.exception():
                        raise AssertionError(f"{name} ended") from task.exception()
                await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def lab(
    directory: Path, *names: str, machines: Mapping[str, Machine] = {}, **plan: Any
) -> AsyncIterator[MadeLab]:
    """A lab whose server and home are at work; workers are to be started."""
    every = {name: Machine(name=name) for name in names} | dict(machines)
    made = MadeLab(directory, Inventory(machines=every))
    made.plan(**plan)
    made.server = Server(Place(directory / "server", "127.0.0.1", server.free_port()))
    made.home = Home(made.root, directory / "bench", made.inventory, made.words)
    try:
        await made.start_server()
        await made.start_home()
        yield made
    finally:
        for name in list(made.tasks):
            await made.kill(name)
        made.home.close()
        made.server.stop()
