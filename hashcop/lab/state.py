"""The files in which home keeps the state of a lab. Commands write them, whether or not home is running.

They are in .lab/home of the checkout, readable by the owner only:

    passwords.json      of home and of each machine
    machines.json       identity of each machine when it first connected
    orders.json         which machines are paused
    over/NAME.jsonl     finished jobs of a machine
    gate/               bench directory in which submissions are checked first
    certificate.pem     certificate of the server, which machines pin; key.pem is its key
    sent/ID.json        submissions that passed the gate; blobs/SHA256 are their archives
    status.json         state of all machines, for `./do lab status`
"""

import contextlib
import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from hashcop.data.locks import try_lock
from hashcop.lab import server
from hashcop.lab.jobs import Submission
from hashcop.lab.wire import Ended, Said

PLACE = ".lab"
T = TypeVar("T")


class Kept(Struct, frozen=True):
    """The identity of a machine when it first connected; a different one under its name is refused."""

    identity: str
    processor: str


class Heard(Struct, frozen=True, kw_only=True):
    """What home knows of a machine. `at`: when it was last heard (seconds since 1970); 0 for never.

    `home` are the bytes of its data that are here. `refused`: why nothing is taken of it. `rebooted`: when a new boot
    was noticed. `cycled`: when its power was switched off and on; `power`: why that did not work.
    """

    at: float = 0.0
    said: Said | None = None
    home: int = 0
    refused: str = ""
    rebooted: float = 0.0
    cycled: float = 0.0
    power: str = ""
    clock: float = 0.0  # its clock, less home's, in seconds
    left: tuple[str, ...] = ()  # jobs that it lacks
    given_up: tuple[str, ...] = ()


class Status(Struct, frozen=True, kw_only=True):
    """All machines at a moment. `trouble`: what is wrong at home.

    `shared`: what any machine with the tool has still to do; `given_up`: what all of them tried in vain.
    """

    at: float
    tree: str
    machines: dict[str, Heard]
    trouble: str = ""
    shared: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()


class State:
    """The files."""

    def __init__(self, root: Path) -> None:
        """`root`: of the checkout."""
        self.directory = root / PLACE / "home"
        self.directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._sent: tuple[int, tuple[Submission, ...]] | None = None

    @property
    def gate(self) -> Path:
        """The bench of what is built and checked here before it goes to machines."""
        return self.directory / "gate"

    # Secrets

    def passwords(self) -> dict[str, str]:
        """Of home and of each machine that was added."""
        found = self._read("passwords.json", dict[str, str], {})
        if server.HOME not in found:
            found[server.HOME] = server.password()
            self._write("passwords.json", found)
        return found

    def add(self, name: str) -> str:
        """Give a machine a new password, and forget its identity. Returns the password."""
        self.add_all([name])
        return self.passwords()[name]

    def add_all(self, names: Iterable[str]) -> None:
        """Give machines new passwords, and forget their identities."""
        new = {name: server.password() for name in names}
        self._write("passwords.json", self.passwords() | new)
        kept = self.machines()
        self._write("machines.json", {name: one for name, one in kept.items() if name not in new})

    def remove(self, name: str) -> bool:
        """Revoke the password of a machine. Returns whether it had one."""
        found = self.passwords()
        was_known = found.pop(name, None) is not None
        self._write("passwords.json", found)
        return was_known

    # Machines

    def machines(self) -> dict[str, Kept]:
        """The identity of each machine."""
        return self._read("machines.json", dict[str, Kept], {})

    def keep(self, name: str, kept: Kept) -> None:
        """Store the identity of a machine."""
        self._write("machines.json", {**self.machines(), name: kept})

    def paused(self) -> frozenset[str]:
        """The machines that are paused."""
        return self._read("orders.json", frozenset[str], frozenset())

    def pause(self, name: str, *, paused: bool) -> None:
        """Pause a machine, or let it go on."""
        self._write("orders.json", self.paused() | {name} if paused else self.paused() - {name})

    # Jobs

    def over(self, name: str) -> dict[str, list[Ended]]:
        """The finished attempts at jobs of a machine, by job id."""
        found: dict[str, list[Ended]] = {}
        with contextlib.suppress(FileNotFoundError):
            for line in self._over(name).read_bytes().splitlines():
                with contextlib.suppress(msgspec.MsgspecError):  # torn
                    one = msgspec.json.decode(line, type=Ended)
                    found.setdefault(one.job.id, []).append(one)
        return found

    def end(self, name: str, one: Ended) -> None:
        """Store a finished attempt; it is on the disk on return."""
        place = self._over(name)
        place.parent.mkdir(exist_ok=True)
        with place.open("ab") as out:
            out.write(b"\n" * (out.tell() > 0) + msgspec.json.encode(one))
            out.flush()
            os.fsync(out.fileno())

    def _over(self, name: str) -> Path:
        return self.directory / "over" / f"{name}.jsonl"

    # Submissions

    def send(self, one: Submission, archive: bytes) -> None:
        """Store a submission that machines are to measure."""
        assert hashlib.sha256(archive).hexdigest() == one.file
        for name, content in (
            (f"blobs/{one.file}", archive),
            (f"sent/{one.id}.json", msgspec.json.encode(one)),
        ):
            (self.directory / name).parent.mkdir(exist_ok=True)
            self._write_bytes(name, content)

    def sent(self) -> tuple[Submission, ...]:
        """All stored submissions, oldest first."""
        changed = _changed(self.directory / "sent")
        if self._sent is None or self._sent[0] != changed:
            self._sent = changed, self._read_sent()
        return self._sent[1]

    def _read_sent(self) -> tuple[Submission, ...]:
        files = sorted(self.directory.glob("sent/*.json"), key=lambda one: one.stat().st_mtime_ns)
        return tuple(msgspec.json.decode(one.read_bytes(), type=Submission) for one in files)

    def blob(self, sha256: str) -> bytes | None:
        """The archive of a submission; None if there is none."""
        with contextlib.suppress(OSError):
            if len(sha256) == 64 and sha256.isalnum():
                return (self.directory / "blobs" / sha256).read_bytes()
        return None

    # How all are

    def tell(self, status: Status) -> None:
        """Store the state of all machines."""
        self._write("status.json", status, is_kept=False)

    def status(self) -> Status | None:
        """The stored state of all machines."""
        return self._read("status.json", Status | None, None)  # type: ignore[arg-type]

    @contextlib.contextmanager
    def alone(self) -> Iterator[bool]:
        """Lock the lab for the context. Yields whether the lock was free."""
        with (self.directory / "lock").open("w") as one:
            yield try_lock(one)

    @property
    def changed(self) -> tuple[int, ...]:
        """A value that changes whenever a command changes files that home acts on."""
        names = "passwords.json", "orders.json", "sent"
        return tuple(_changed(self.directory / name) for name in names)

    def _read(self, name: str, kind: type[T], default: T) -> T:
        try:
            return msgspec.json.decode((self.directory / name).read_bytes(), type=kind)
        except FileNotFoundError:
            return default

    def _write(self, name: str, told: Any, *, is_kept: bool = True) -> None:
        self._write_bytes(name, msgspec.json.encode(told), is_kept=is_kept)

    def _write_bytes(self, name: str, content: bytes, *, is_kept: bool = True) -> None:
        """Replace a file atomically; with `is_kept` it is on the disk on return."""
        place = self.directory / name
        draft = place.with_name(f".{place.name}.{os.getpid()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(content)
            out.flush()
            if is_kept:
                os.fsync(out.fileno())
        draft.replace(place)


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0
