"""The server's rights: a machine that is taken over can spoil its own data, and nothing else."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

nats = pytest.importorskip("nats")

from hashcop.lab import server  # noqa: E402
from hashcop.lab.server import HOME, NoServer, Place, Server  # noqa: E402

PASSWORDS = {HOME: "h" * 32, "pi": "p" * 32, "epyc": "e" * 32}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Server]:
    try:
        server.program()
    except NoServer as error:
        pytest.skip(str(error))
    one = Server(Place(tmp_path / "server", "127.0.0.1", server.free_port()))
    one.configure(server.configuration(one.place, PASSWORDS, {"pi": ["yosys"]}))
    one.start()
    yield one
    one.stop()


async def taken(client: Any) -> None:
    """Wait until the server has taken what a client said before.

    nats-py writes a ping before what it still holds, so only the second answer says something of that.
    """
    await client.flush()
    await client.flush()


def talk(running: Server, what: Callable[..., Awaitable[Any]], *users: str) -> Any:
    """What comes of a talk between clients of these users."""

    async def all_of_it() -> Any:
        refused: list[str] = []

        async def complain(error: Exception) -> None:
            refused.append(str(error))

        clients = [
            await nats.connect(
                running.place.url,
                user=name,
                password=PASSWORDS[name],
                inbox_prefix=f"_INBOX_{name}".encode(),
                error_cb=complain,
                allow_reconnect=False,
            )
            for name in users
        ]
        try:
            return await what(*clients, refused)
        finally:
            for one in clients:
                await one.close()

    return asyncio.run(all_of_it())


def test_a_machine_asks_home_in_its_own_name(running: Server) -> None:
    async def what(home: Any, pi: Any, refused: list[str]) -> bytes:
        async def answer(message: Any) -> None:
            await message.respond(b"yes, " + message.subject.encode())

        await home.subscribe("hello.*", cb=answer)
        await taken(home)
        said = await pi.request("hello.pi", b"", timeout=5)
        assert refused == []
        return bytes(said.data)

    assert talk(running, what, HOME, "pi") == b"yes, hello.pi"


@pytest.mark.parametrize(
    "subject",
    [
        *("hello.epyc", "data.epyc", "said.home", "order.pi", "job.pi.base"),
        *(
            "$JS.API.STREAM.DELETE.JOBS",
            "$JS.API.STREAM.PURGE.JOBS",
            "$JS.API.CONSUMER.CREATE.JOBS.x",
        ),
        *(
            "$JS.API.CONSUMER.MSG.NEXT.JOBS.epyc-base",
            "$JS.ACK.JOBS.epyc-base.1.1.1.1.0",
            "$SYS.REQ.SERVER.PING",
        ),
    ],
)
def test_it_says_nothing_in_anothers_name_and_rules_no_queue(running: Server, subject: str) -> None:
    async def what(home: Any, pi: Any, refused: list[str]) -> list[str]:
        heard: list[str] = []

        async def note(message: Any) -> None:
            heard.append(message.subject)

        await home.subscribe(subject, cb=note)
        await taken(home)
        await pi.publish(subject, b"forged")
        await taken(pi)
        await asyncio.sleep(0.1)
        assert heard == []
        return refused

    (why,) = talk(running, what, HOME, "pi")
    assert "permissions violation" in why.lower()


@pytest.mark.parametrize("subject", ["order.epyc", "_INBOX_epyc.>", ">", "data.>", "$JS.>"])
def test_it_hears_nothing_of_others(running: Server, subject: str) -> None:
    async def what(pi: Any, refused: list[str]) -> list[str]:
        await pi.subscribe(subject)
        await taken(pi)
        await asyncio.sleep(0.1)
        return refused

    (why,) = talk(running, what, "pi")
    assert "permissions violation" in why.lower()


@pytest.mark.parametrize(("user", "word"), [("pi", "wrong"), ("nobody", "p" * 32), (None, None)])
def test_who_is_not_known_does_not_come_in(
    running: Server, user: str | None, word: str | None
) -> None:
    async def what() -> None:
        await nats.connect(
            running.place.url, user=user, password=word, allow_reconnect=False, connect_timeout=3
        )

    with pytest.raises(nats.errors.Error):
        asyncio.run(what())


def test_machines_come_and_go_and_cut_nobody_off(running: Server) -> None:
    async def what(pi: Any, epyc: Any, refused: list[str]) -> tuple[bool, bool]:
        kept = {name: word for name, word in PASSWORDS.items() if name != "epyc"}
        running.configure(server.configuration(running.place, {**kept, "new": "n" * 32}))
        for _ in range(50):
            if epyc.is_closed or not epyc.is_connected:
                break
            await asyncio.sleep(0.1)
        await taken(pi)
        return bool(pi.is_connected), bool(epyc.is_connected)

    assert talk(running, what, "pi", "epyc") == (True, False)


def test_its_file_is_for_its_owner_alone(running: Server) -> None:
    assert running.file.stat().st_mode & 0o777 == 0o600


def test_a_port_that_another_program_holds_is_told(running: Server, tmp_path: Path) -> None:
    port = running.place.port
    other = Server(Place(tmp_path / "other", "127.0.0.1", port))
    other.configure(server.configuration(other.place, PASSWORDS))
    with pytest.raises(NoServer, match=f"another program listens on port {port}"):
        other.start()


def test_why_it_does_not_start_is_said(tmp_path: Path) -> None:
    one = Server(Place(tmp_path, "127.0.0.1", server.free_port()))
    one.configure("{ nonsense")
    with pytest.raises(NoServer, match="nats-server ended"):
        one.start()


def test_the_server_of_a_home_that_was_killed_makes_room_for_the_next(running: Server) -> None:
    next_one = Server(running.place)
    next_one.start()
    try:
        assert next_one.is_running and next_one.pid != running.pid
        assert not running.is_running
    finally:
        next_one.stop()
