"""Verbs of `./do lab` about machines: add, pause, resume, remove, log, status, inventory and work."""

import asyncio
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from hashcop.cli import screen
from hashcop.cli.labs import watch
from hashcop.cli.labs.asked import Asked
from hashcop.engine.messages import Complaint, duration
from hashcop.lab import environment, inventory, status
from hashcop.lab.inventory import Inventory, InventoryError, Machine
from hashcop.lab.state import PLACE

if TYPE_CHECKING:
    from rich.console import Console

    from hashcop.lab.worker import Worker


def add(asked: Asked, words: tuple[str, ...]) -> int:
    """Set a machine up. A machine that lab.toml lacks is added to it."""
    from hashcop.lab import server, setup, slurm  # need what only a lab needs
    from hashcop.lab.worker import Credentials

    (name,) = words
    console = screen.console()
    found = asked.inventory or Inventory()
    is_slurm = found.settings.engine == "slurm"
    where = asked.ssh or (found.machines[name].ssh if name in found.machines else "")
    if not where and not is_slurm:
        raise Complaint(f"how is {name} reached? ./do lab add {name} --ssh USER@HOST")
    try:
        if name not in found.machines:
            found = inventory.append(asked.file, name, where)
            screen.line(f"{name}: written into {asked.file}", console)
        if not found.settings.home:
            raise Complaint(
                f'{asked.file}: machines have to know where to dial: home = "HOST:{inventory.PORT}" in [lab], by which '
                "they reach this computer"
            )
        certificate = server.certificate(asked.state.directory)
        own = Credentials(
            name=name,
            url=f"tls://{found.settings.home}",
            password=asked.state.add(name),
            certificate=Path(certificate.file).read_text(),
        )
        partition = found.settings.partition
        remote = slurm.by_srun(found.machines[name], partition) if is_slurm else setup.by_ssh(where)
        said = setup.set_up(
            asked.root,
            remote,
            own,
            lambda text: screen.line(text, console),
            has_service=not is_slurm,
            needs=environment.extras(found.machines[name]),
        )
    except (InventoryError, server.NoServer) as error:
        raise Complaint(str(error)) from None
    except setup.NotSetUp as error:
        raise Complaint(f"{error}\nFix that and run the same command again") from None
    print(said, end="")
    screen.line(f"{name} is set up: ./do lab", console)
    return 0


def log(asked: Asked, words: tuple[str, ...]) -> int:
    name = asked.machine(words[0]).name
    console = screen.console()
    every = [one for some in asked.state.over(name).values() for one in some]
    for one in every:
        screen.line(f"{one.job.name}: status {one.status} after {duration(one.seconds)}", console)
        for text in one.wrong:
            screen.line(f"    not right: {text}", console)
        for text in one.said.strip().splitlines():
            screen.line(f"    {text}", console)
    if not every:
        screen.line(f"no job of {name} has ended yet", console)
    return 0


def be_worker(asked: Asked, words: tuple[str, ...]) -> int:
    """Run the worker: the command of the service."""
    needs = environment.installed(asked.root)
    try:
        from hashcop.lab.worker import Renewed, Worker, credentials
    except ModuleNotFoundError:  # an update of the tree has made the environment anew
        _start_again(asked, ("--worker",))
    try:
        own = credentials(asked.root)
    except FileNotFoundError:
        raise Complaint("this checkout belongs to no lab: run ./do lab add NAME at home") from None
    pid = asked.root / PLACE / "worker.pid"
    pid.write_text(str(os.getpid()))
    try:
        asyncio.run(
            _until_stopped(Worker(asked.root, asked.settings.bench, own, is_once=asked.once))
        )
    except Renewed:
        _start_again(asked, needs)
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 130
    finally:
        pid.unlink(missing_ok=True)
    return 0


def _start_again(asked: Asked, needs: tuple[str, ...]) -> NoReturn:
    """Replace this process by a new worker, in an environment that fits the tree."""
    try:
        environment.renew(asked.root, needs)
    except environment.NotMade as error:
        raise Complaint(str(error)) from None
    sys.stdout.flush()
    program = str(asked.root / "do")
    os.execv(program, [program, "lab", "work", *(["--once"] if asked.once else [])])


async def _until_stopped(worker: "Worker") -> None:
    """Run the worker; SIGTERM stops it and its job, like Ctrl-C."""
    task = asyncio.ensure_future(worker.work())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await task


def tell(asked: Asked, words: tuple[str, ...]) -> int:
    told = asked.state.status()
    found = asked.inventory or Inventory(
        machines={name: Machine(name=name) for name in (told.machines if told else ())}
    )
    try:
        names = {one.name for one in found.meant(asked.to | frozenset(words))}
    except InventoryError as error:
        raise Complaint(str(error)) from None
    rows = status.rows(found, told, asked.state.paused())
    every = [one for one in rows if one.name in names]
    if asked.as_json:
        screen.as_json([vars(one) for one in every])
    else:
        console = screen.console()
        show(every, console)
        for said in status.of_home(told, time.time()):
            screen.line(said, console)
        if told:
            screen.line(status.outlook(told), console)
    is_fine = all(one.is_fine for one in every) and not (told and told.given_up)
    return 0 if is_fine else 1


def show(every: list[status.Row], console: "Console") -> None:
    """A line for each machine."""
    screen.table(*watch.columns(every), console, numbers=("left",), folds="wrong")


def pause(asked: Asked, words: tuple[str, ...]) -> int:
    asked.state.pause(asked.machine(words[0]).name, paused=True)
    screen.line(f"{words[0]}: paused; ./do lab resume {words[0]} resumes it", screen.console())
    return 0


def resume(asked: Asked, words: tuple[str, ...]) -> int:
    asked.state.pause(asked.machine(words[0]).name, paused=False)
    screen.line(f"{words[0]}: resumed", screen.console())
    return 0


def remove(asked: Asked, words: tuple[str, ...]) -> int:
    if not asked.state.remove(words[0]):
        raise Complaint(f"no machine {words[0]} was added")
    found = asked.inventory
    left = (
        f"; remove it from {asked.file.name} as well"
        if found and words[0] in found.machines
        else ""
    )
    screen.line(f"{words[0]}: password revoked{left}", screen.console())
    return 0


def list_for_ansible(asked: Asked, words: tuple[str, ...]) -> int:
    """For `ansible -i`: groups by tag, and what ssh calls each."""
    found = asked.inventory or Inventory()
    groups: dict[str, dict[str, list[str]]] = {"all": {"hosts": list(found.machines)}}
    for one in found.machines.values():
        for tag in one.tags:
            groups.setdefault(tag, {"hosts": []})["hosts"].append(one.name)
    hosts = {one.name: {"ansible_host": one.ssh} for one in found.machines.values()}
    print(json.dumps({"_meta": {"hostvars": hosts}, **groups}, indent=1))
    return 0
