"""Running a lab on the operator's machine: the server, home, and for a lab of one machine its worker."""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import nats

from hashcop.lab import server, slurm
from hashcop.lab.home import Home
from hashcop.lab.inventory import Inventory, Machine
from hashcop.lab.server import Place, Server
from hashcop.lab.state import PLACE, State
from hashcop.lab.worker import Credentials, Worker
from hashcop.machine import alone

BROKEN = 10.0  # seconds for which the server can't keep queues before its store is emptied
PAGES = 60.0  # seconds between two makings of the pages, at least
LOOK = 1.0  # seconds between two looks at how all is
SELDOM = 5.0  # the same on a machine that measures
ASK = 5.0  # seconds between two questions to Slurm
IN_VAIN = 3  # batch jobs that end without a word, after which no more are asked for


@dataclass(frozen=True)
class Lab:
    """A lab to run. `make_pages` makes the pages of the bench, `show` displays the state; `is_here`: the lab is this
    machine alone, and its worker is part of this process."""

    root: Path
    bench: Path
    inventory: Inventory
    words: tuple[str, ...]
    make_pages: Callable[[], Awaitable[None]]
    show: Callable[[Home], None]
    is_here: bool = False

    @property
    def pace(self) -> float:
        """Seconds between two checks; longer on a machine that measures, to disturb it less."""
        return SELDOM if self.is_here else LOOK


def of_one(name: str, profile: str) -> Inventory:
    """The inventory of a lab of one machine."""
    return Inventory(machines={name: Machine(name=name, profile=profile)})


def place_of(lab: Lab, state: State) -> Place:
    """The server's address: from the inventory, or a free port of loopback."""
    home = lab.inventory.settings.home
    directory = state.directory / "server"
    if not home:
        return Place(directory, server.LOOPBACK, server.free_port())
    port = int(home.rpartition(":")[2])
    return Place(directory, server.EVERYWHERE, port, server.certificate(state.directory))


async def operate(lab: Lab, until: Callable[[Home], bool]) -> Home:
    """Run the lab until the condition holds. Raises NoServer, and StoreBusy if another run writes to the bench."""
    with closing(Home(lab.root, lab.bench, lab.inventory, lab.words)) as home:
        home.pace = lab.pace
        await _operate(lab, home, until)
    return home


async def _operate(lab: Lab, home: Home, until: Callable[[Home], bool]) -> None:
    state = home.state
    known = state.passwords()
    for name in lab.inventory.machines if lab.is_here else ():
        if name not in known:
            state.add(name)
    running = Server(place_of(lab, state))
    running.configure(server.configuration(running.place, state.passwords(), lab.inventory.queues))
    await asyncio.to_thread(running.start)
    try:
        await _with_server(lab, home, running, until)
    finally:
        await asyncio.to_thread(running.stop)


async def _with_server(
    lab: Lab, home: Home, running: Server, until: Callable[[Home], bool]
) -> None:
    word = home.state.passwords()[server.HOME]
    client = await nats.connect(
        running.place.url,
        user=server.HOME,
        password=word,
        tls=running.place.trusted,
        max_reconnect_attempts=-1,
        reconnected_cb=home.reconnected,
        error_cb=_pass_over,
    )
    tasks = [asyncio.create_task(home.work(client))]
    if lab.is_here:
        tasks.append(asyncio.create_task(_own_worker(lab, home, running)))
    tasks.append(asyncio.create_task(keep_server(lab.inventory, home, running)))
    if lab.inventory.settings.engine == "slurm":
        tasks.append(asyncio.create_task(_start_workers(lab, home)))
    pages = asyncio.create_task(_pages(lab, home))
    try:
        while not until(home):
            lab.show(home)
            done, _ = await asyncio.wait(
                [*tasks, pages], timeout=lab.pace, return_when=asyncio.FIRST_COMPLETED
            )
            for one in done:
                one.result()
        home.tell()
    finally:
        for one in (*tasks, pages):
            one.cancel()
        await asyncio.gather(*tasks, pages, return_exceptions=True)
        with contextlib.suppress(Exception):
            await client.close()
    if home.changed:
        await lab.make_pages()


async def _pass_over(_: Exception) -> None:
    """Ignore connection errors: the server is restarted, and home reports refusals."""


async def _own_worker(lab: Lab, home: Home, running: Server) -> None:
    (name,) = lab.inventory.machines
    own = Credentials(name=name, url=running.place.url, password=home.state.passwords()[name])
    bench = lab.root / PLACE / "here" / "bench"
    await Worker(lab.root, bench, own, has_own_tree=True).work()


async def _start_workers(lab: Lab, home: Home) -> None:
    """With Slurm: submit a batch job for each machine that has work."""
    partition = lab.inventory.settings.partition
    in_vain: Counter[str] = Counter()  # batch jobs that ended without a word from the machine
    asked: dict[str, float] = {}  # when the last one was asked for
    while True:
        try:
            at_work = home.expected = await asyncio.to_thread(slurm.working)
            idle = {*lab.inventory.machines} - at_work - home.state.paused()
            for name in sorted(idle):
                heard = home.heard[name]
                if not heard.left or heard.refused or in_vain[name] >= IN_VAIN:
                    continue
                in_vain[name] = in_vain[name] + 1 if heard.at < asked.get(name, 0.0) else 0
                asked[name] = time.time()
                await asyncio.to_thread(slurm.start, lab.inventory.machines[name], partition)
            names = ", ".join(name for name, times in in_vain.items() if times >= IN_VAIN)
            home.trouble = (
                f"batch jobs of {names} end without contacting home: see .lab/worker.log there"
                if names
                else ""
            )
        except slurm.NoSlurm as error:
            home.trouble = str(error)
        await asyncio.sleep(ASK)


async def keep_server(inventory: Inventory, home: Home, running: Server) -> None:
    """Restart the server if it dies or can't keep queues, and reload it when machines are added or removed."""
    known = home.state.passwords()
    patience = BROKEN
    while True:
        await asyncio.sleep(LOOK)
        if not running.is_running:
            await asyncio.to_thread(running.start)
        if not home.broken_since:
            patience = BROKEN
        elif time.monotonic() - home.broken_since > patience:
            # Its store was deleted or damaged; home fills a new one.
            await asyncio.to_thread(running.renew)
            patience *= 2
        now = home.state.passwords()
        if now != known:
            known = now
            running.configure(server.configuration(running.place, known, inventory.queues))


async def _pages(lab: Lab, home: Home) -> None:
    """Update the pages when there are new data, at most every `PAGES` seconds, and never while this machine times."""
    while True:
        begun = time.monotonic()
        if home.changed and not lab.is_here and not alone.is_taken():
            home.changed.clear()
            await lab.make_pages()
        await asyncio.sleep(max(LOOK, PAGES - (time.monotonic() - begun)))
