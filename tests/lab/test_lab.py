"""Home and workers at work: each machine does what it lacks, and all its lines come home, whatever dies."""

import asyncio
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

pytest.importorskip("nats")

from hashcop.lab import doing, home, operate, server, worker
from hashcop.lab.inventory import Machine
from hashcop.lab.jobs import Submission
from hashcop.lab.server import NoServer
from hashcop.machine import identity
from tests.support.made_lab_hosts import MadeLab, lab

Story = Callable[[MadeLab], Awaitable[None]]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        server.program()
    except NoServer as error:
        pytest.skip(str(error))
    monkeypatch.setattr(worker, "LOOK", 0.2)
    monkeypatch.setattr(worker, "REST", 1.0)
    monkeypatch.setattr(worker, "ANSWER", 2.0)


def tell(directory: Path, story: Story, *names: str, **plan: object) -> None:
    """A lab of machines of these names, or of those that `plan` has among what the made-up ./do is told."""
    machines = {name: one for name, one in plan.items() if isinstance(one, Machine)}
    told_do = {name: one for name, one in plan.items() if name not in machines}

    async def told() -> None:
        async with lab(directory, *names, machines=machines, **told_do) as made:
            await story(made)

    asyncio.run(told())


ALL = [("sha256", number) for number in range(3)]


def test_each_machine_does_the_work_once_and_its_data_come_home(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        for name in ("pi", "epyc"):
            made.start_worker(name)
        await made.until(lambda: made.home.is_over and made.lines("pi") and made.lines("epyc"))
        for name in ("pi", "epyc"):
            assert made.lines(name) == ALL
            assert made.at_home(name) == made.data(name)
        over = made.home.state.over("pi")
        assert [[one.status for one in some] for some in over.values()] == [[0]]

    tell(tmp_path, story, "pi", "epyc")


def test_a_submission_goes_before_the_long_work_which_then_goes_on(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: len(made.lines("pi")) > 3)
        file = hashlib.sha256(b"fast").hexdigest()
        made.home.state.send(Submission("1" * 12, file, "fast.tar"), b"fast")
        await made.until(lambda: made.home.is_over, 60)
        jobs = [job for job, _ in made.lines("pi")]
        first = jobs.index("submit fast")
        assert set(jobs[first : jobs.index("sha256", first)]) == {"submit fast"}
        assert jobs.count("sha256") == jobs.count("submit fast") == 60
        assert made.at_home("pi") == made.data("pi")

    tell(tmp_path, story, "pi", lines=60, seconds=0.05)


@pytest.mark.parametrize("what", ["worker", "home", "server", "store"])
def test_whatever_is_killed_nothing_is_lost_and_nothing_comes_twice(
    tmp_path: Path, what: str
) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: len(made.lines("pi")) > 3)
        if what == "worker":
            await made.kill("pi")
            made.start_worker("pi")
        elif what == "home":
            await made.kill("home")
            await asyncio.sleep(0.5)
            await made.start_home()
        else:
            made.server.kill()
            if what == "store":
                shutil.rmtree(made.server.place.store)
            await asyncio.sleep(0.5)
            await asyncio.to_thread(made.server.start)
            await made.home.reconnected()
        await made.until(lambda: made.home.is_over and len(made.lines("pi")) == 40, 90)
        assert sorted(made.lines("pi")) == [("sha256", number) for number in range(40)]
        assert made.at_home("pi") == made.data("pi")

    tell(tmp_path, story, "pi", lines=40, seconds=0.05)


def test_pages_are_made_of_what_came_home_before_home_was_killed(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over and len(made.lines("pi")) == 3)
        assert made.home.changed == {"pi"}
        await made.kill("home")
        await made.start_home()
        assert made.home.changed == {"pi"}

    tell(tmp_path, story, "pi")


def test_a_store_that_is_deleted_under_its_server_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operate, "BROKEN", 1.0)

    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over and len(made.lines("pi")) == 3)
        await made.kill("home")
        shutil.rmtree(made.server.place.store)
        made.inventory.machines["epyc"] = Machine(name="epyc")
        await made.start_home()
        made.tasks["keeper"] = asyncio.create_task(
            operate.keep_server(made.inventory, made.home, made.server)
        )
        await made.until(lambda: "no such file" in made.home.status.trouble)
        assert not made.home.is_over
        made.home.state.add("epyc")
        made.start_worker("epyc")
        await made.until(lambda: made.home.is_over and len(made.lines("epyc")) == 3, 60)
        assert made.home.status.trouble == "" and len(made.lines("pi")) == 3

    tell(tmp_path, story, "pi")


def test_what_any_machine_may_do_is_done_by_one_of_them(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        for name in ("pi", "host", "other"):
            made.start_worker(name)
        await made.until(lambda: made.home.is_over, 60)
        done = {name: [job for job, _ in made.lines(name)] for name in made.inventory.machines}
        assert done["pi"] == ["sha256"] * 3
        circuits = [job for name in ("host", "other") for job in done[name] if "rtl" in job]
        assert len(circuits) == 3 * 4 and "sha256" not in done["host"]
        assert len([*made.home.over["host"], *made.home.over["other"]]) == 4 + 1
        assert made.home.status.shared == ()

    machines = {
        "pi": Machine(name="pi"),
        "host": Machine(name="host", runs=("tool:yosys",)),
        "other": Machine(name="other", runs=("time", "tool:yosys")),
    }
    tell(tmp_path, story, **machines)


def test_a_machine_that_is_silent_is_switched_on_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "SILENT", 1.0)
    switched = tmp_path / "switched"

    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over)
        await made.until(switched.exists)
        await asyncio.sleep(1.5)
        assert switched.read_text() == "on\n"
        assert made.home.heard["dead"].left and not made.home.heard["dead"].at
        assert made.home.heard["dead"].cycled and not made.home.heard["dead"].power
        await made.until(lambda: made.home.heard["gone"].power)
        assert made.home.heard["gone"].power == "no-such-program: No such file or directory"

    machines = {
        "pi": Machine(name="pi"),
        "dead": Machine(name="dead", power=f"sh -c 'echo on >>{switched}'"),
        "gone": Machine(name="gone", power="no-such-program now"),
    }
    tell(tmp_path, story, **machines)


def test_home_knows_after_a_restart_when_it_heard_a_machine(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over)
        at = made.home.heard["pi"].at
        await asyncio.sleep(1.2)
        await made.kill("pi")
        await made.kill("home")
        await made.start_home()
        assert made.home.heard["pi"].at == pytest.approx(at, abs=30) and not made.home.is_over
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over)

    tell(tmp_path, story, "pi")


def test_a_job_that_fails_is_tried_three_times_and_given_up(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over, 30)
        (tries,) = made.home.over["pi"].values()
        assert [(one.status, one.job.attempt) for one in tries] == [(2, 0), (2, 1), (2, 2)]
        assert made.home.heard["pi"].given_up == ("the tree: done: sha256",)
        assert made.lines("pi") == ALL

    tell(tmp_path, story, "pi", status=2)


WORKER = """
import asyncio, sys
from pathlib import Path
from hashcop.lab.worker import Credentials, Worker
root, url, password = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
asyncio.run(Worker(root, root / "bench", Credentials(name="pi", url=url, password=password)).work())
"""


def test_a_worker_that_is_killed_leaves_nothing_at_work(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        root = tmp_path / "pi"
        root.mkdir()
        word = made.home.state.passwords()["pi"]
        process = subprocess.Popen(
            [sys.executable, "-c", WORKER, root, made.server.place.url, word],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        )
        await made.until(lambda: len(made.lines("pi")) > 3, 40)
        process.kill()
        process.wait()
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over, 40)
        assert sorted(made.lines("pi")) == [("sha256", number) for number in range(40)]
        (tries,) = made.home.over["pi"].values()
        assert [one.status for one in tries] == [0]

    tell(tmp_path, story, "pi", lines=40, seconds=0.1)


def test_a_machine_that_is_paused_stops_and_goes_on_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "REST", 60.0)

    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: len(made.lines("pi")) > 3)
        made.home.state.pause("pi", paused=True)
        await asyncio.sleep(3)
        stopped = len(made.data("pi"))
        await asyncio.sleep(2)
        assert len(made.data("pi")) == stopped
        made.home.state.pause("pi", paused=False)
        await made.until(lambda: made.home.is_over, 20)
        assert made.lines("pi") == [("sha256", number) for number in range(40)]

    tell(tmp_path, story, "pi", lines=40, seconds=0.1)


def test_another_tree_ends_the_work_on_the_one_before(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: len(made.lines("pi")) > 3)
        await made.kill("home")
        made.plan(lines=3)
        made.words = ("sha512",)
        await made.start_home()
        await made.until(lambda: made.home.is_over, 30)
        done = [job for job, _ in made.lines("pi")]
        assert done[-3:] == ["sha512"] * 3 and done.count("sha256") < 200
        assert [[one.status for one in some] for some in made.home.over["pi"].values()] == [[0]]

    tell(tmp_path, story, "pi", lines=200, seconds=0.1)


def test_a_worker_of_a_batch_job_ends_when_nothing_is_left_or_home_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "PATIENCE", 2.0)

    async def story(made: MadeLab) -> None:
        made.start_worker("pi", is_once=True)
        await made.until(lambda: made.home.is_over and made.tasks["pi"].done())
        assert made.lines("pi") == ALL
        await made.kill("home")
        made.start_worker("pi", is_once=True)
        await made.until(lambda: made.tasks["pi"].done())
        made.server.stop()
        made.start_worker("pi", is_once=True)
        await made.until(lambda: made.tasks["pi"].done())

    tell(tmp_path, story, "pi")


def test_a_job_that_hangs_is_stopped_and_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doing, "HANGS", 1.0)

    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over, 40)
        assert made.home.heard["pi"].given_up == ("the tree: status 130",)
        assert made.lines("pi") == []

    tell(tmp_path, story, "pi", lines=1, seconds=3600)


def test_another_machine_of_the_same_name_is_refused_until_it_is_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over)
        await made.kill("pi")
        before = made.at_home("pi")
        monkeypatch.setattr(identity, "identity", lambda: "another")
        monkeypatch.setattr(worker, "processor_name", lambda _: "Another 9000")
        made.plan(lines=10)
        made.home.list_tree()
        made.start_worker("pi")
        await made.until(lambda: made.home.heard["pi"].refused)
        refused = made.home.heard["pi"].refused
        assert refused.startswith("another machine came as pi: its processor is Another 9000")
        assert made.at_home("pi") == before
        await made.kill("pi")
        made.home.state.add("pi")
        made.server.configure(server.configuration(made.server.place, made.home.state.passwords()))
        made.start_worker("pi")
        await made.until(lambda: len(made.lines("pi")) == 10)
        assert not made.home.heard["pi"].refused

    tell(tmp_path, story, "pi")


def test_a_full_disk_pauses_the_job_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: len(made.lines("pi")) > 3)
        with monkeypatch.context() as full:
            full.setattr(worker, "FREE", 1 << 62)
            await made.until(lambda: made.home.heard["pi"].said.wrong == ("disk full",))
            await asyncio.sleep(1)
            stopped = len(made.data("pi"))
            await asyncio.sleep(1)
            assert len(made.data("pi")) == stopped
        await made.until(lambda: made.home.is_over, 40)
        assert made.lines("pi") == [("sha256", number) for number in range(40)]

    tell(tmp_path, story, "pi", lines=40, seconds=0.1)


def test_a_disk_that_is_lost_gets_its_data_back_from_home(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: len(made.lines("pi")) > 10)
        await made.kill("pi")
        shutil.rmtree(tmp_path / "pi")
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over, 40)
        assert made.lines("pi") == [("sha256", number) for number in range(40)]
        assert made.at_home("pi") == made.data("pi")

    tell(tmp_path, story, "pi", lines=40, seconds=0.1)


def test_a_reboot_is_noticed(tmp_path: Path) -> None:
    async def story(made: MadeLab) -> None:
        made.start_worker("pi")
        await made.until(lambda: made.home.is_over)
        assert not made.home.heard["pi"].rebooted
        await made.kill("pi")
        made.start_worker("pi").boot = "another"
        await made.until(lambda: made.home.heard["pi"].rebooted)

    tell(tmp_path, story, "pi")
