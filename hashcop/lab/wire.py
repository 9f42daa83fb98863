"""The messages between machines and home: records of fixed fields in MessagePack.

A machine sends requests on `WORD.NAME`; only its own user may publish there (server.py). Home sends no requests: a
message on `order.NAME` says that something is new, and the machine then asks.
"""

from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from hashcop.data.printable import printable
from hashcop.lab.transfer import Position

LONGEST = 2000  # characters of what a person reads
T = TypeVar("T")


class Job(Struct, frozen=True, kw_only=True):
    """One call of `./do` on a machine: it can be stopped at any moment, and the same call goes on.

    `id` tells it from all others, and `attempt` counts how often it was tried before. `words` are those of `./do`.
    `tree` is the digest of the tree that it is about; `file` the digest of a submission's archive, which stands in the
    words as {file}; `name` is for people.
    """

    id: str
    name: str
    words: tuple[str, ...]
    tree: str
    file: str = ""
    kind: Literal["base", "submission", "tool"] = "base"
    attempt: int = 0


class Hello(Struct, frozen=True, kw_only=True):
    """A machine that begins to work: who it is, and how far its data go.

    `identity`: hashcop.machine.identity. `boot` changes when it is started anew, `time` is its clock (seconds since
    1970).
    """

    identity: str
    boot: str
    processor: str
    data: Position
    time: float


class Orders(Struct, frozen=True, kw_only=True):
    """What home wants of a machine: the digest of the tree that it should have, the id of its own work on that, whether
    it works at all, and from which queues of all it may take."""

    tree: str = ""
    base: str = ""
    queues: tuple[str, ...] = ()
    paused: bool = False
    refused: str = ""


class Welcome(Struct, frozen=True, kw_only=True):
    """The answer to a hello. `data`: home's position; `there`: digest of home's copy up to the machine's, or empty."""

    orders: Orders
    data: Position
    there: str = ""


class Said(Struct, frozen=True, kw_only=True):
    """The state of a machine: its job, progress and problems; `left` is in seconds."""

    boot: str
    time: float
    job: str = ""
    doing: str = ""
    done: int = 0
    total: int = 0
    left: float = 0.0
    wrong: tuple[str, ...] = ()
    home: int = 0  # bytes of its data that are at home
    data: int = 0  # and all of them


class Ended(Struct, frozen=True, kw_only=True):
    """An attempt at a job that ended, and whose data are at home.

    `status`: exit status of `./do`; `said`: its last output; `wrong`: what it found not to be right (findings.py).
    """

    job: Job
    status: int
    said: str
    seconds: float
    wrong: tuple[str, ...] = ()


class Asked(Struct, frozen=True):
    """A request for data that home has, from an offset on."""

    offset: int


def pack(one: object) -> bytes:
    """Encode a message."""
    return msgspec.msgpack.encode(one)


def unpack(raw: bytes, kind: type[T]) -> T:
    """Decode a message. Raises msgspec.MsgspecError."""
    return msgspec.msgpack.decode(raw, type=kind)


def words_of(text: str) -> str:
    """Untrusted text, made safe to print, line by line."""
    return "\n".join(map(printable, text[-LONGEST:].splitlines()))


def last_line(text: str) -> str:
    """The last line of some output, which most often has the reason."""
    return text.strip().rpartition("\n")[2]
