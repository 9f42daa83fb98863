"""Which jobs a machine still has to do: derived from the tree, the inventory and the finished jobs, and never stored.

A lost queue is therefore filled again, and a machine that was away for a month gets one job.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct
from msgspec.structs import replace

from hashcop.data.keys import digest
from hashcop.lab.inventory import GPU, TIME, Inventory, Machine
from hashcop.lab.tree import Entry, digest_of
from hashcop.lab.wire import Ended, Job

TREE = "crypto_hash"
TRIES = 3  # of a job that does not end by itself
ENDED_WELL = (0, 1)  # statuses of ./do: 1 says that something is not right, which is an answer
GPU_PLATFORM = "device"
CIRCUITS, DESIGN, SYNTHESIS = "rtl", "design.toml", "yosys"


class Submission(Struct, frozen=True):
    """A submission that passed the gate. `to`: names and tags of machines; empty for all."""

    id: str
    file: str  # the SHA-256 of its archive
    name: str
    to: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Circuit:
    """A circuit of the tree. `digest` changes with any file of its hash function."""

    name: str  # HASH/rtl/IMPLEMENTATION
    digest: str


@dataclass(frozen=True)
class Work:
    """What a lab has to do: the tree (its digest), selections, submissions (oldest first), and circuits."""

    tree: str
    words: tuple[str, ...] = ()
    submissions: tuple[Submission, ...] = ()
    circuits: tuple[Circuit, ...] = ()


def base(work: Work, machine: Machine) -> Job | None:
    """The job that measures the tree; None if the machine measures nothing, or only circuits are selected."""
    own = [word for word in work.words if f"/{CIRCUITS}" not in word]
    if not machine.times or (work.words and not own):
        return None
    words = [*own, "--no-pages", "--profile", machine.profile]
    if TIME not in machine.runs and GPU in machine.runs:
        words = [GPU_PLATFORM, *words]
    elif GPU in machine.runs:
        words += ["--with", GPU_PLATFORM]
    for one in machine.besides:
        words += ["--with", one] if one not in words else []
    words += ["--device"] if GPU in machine.runs else []
    return Job(
        id=digest("base", work.tree, words), name="the tree", words=tuple(words), tree=work.tree
    )


def of_submission(work: Work, one: Submission, machine: Machine) -> Job:
    """The job that examines a submission."""
    words = ("submit", "{file}", "--json", "--profile", machine.profile)
    return Job(
        id=digest("submission", one.file, words),
        name=one.name,
        words=words,
        tree=work.tree,
        file=one.file,
        kind="submission",
    )


def circuits(entries: Iterable[Entry], words: Sequence[str]) -> Iterator[Circuit]:
    """The selected circuits among the files of a tree; no words select all."""
    of: dict[str, list[Entry]] = {}
    names = set()
    for one in entries:
        root, *parts = one.path.split("/")
        if root == TREE and len(parts) > 1:
            of.setdefault(parts[0], []).append(one)
            if len(parts) == 4 and parts[1::2] == [CIRCUITS, DESIGN]:
                names.add("/".join(parts[:3]))
    selected = [word.removeprefix(f"{TREE}/").rstrip("/") for word in words]
    for name in sorted(names):
        if not words or any(f"{name}/".startswith(f"{word}/") for word in selected):
            yield Circuit(name, digest_of(of[name.partition("/")[0]]))


def shared(work: Work, inventory: Inventory, over: Mapping[str, Iterable[Ended]]) -> Iterator[Job]:
    """The jobs that any machine with the tool may do, as far as they are not done. `over`: finished jobs of all
    machines. The result of placing a circuit does not depend on the machine. The profile is that of the first machine
    that has the tool.
    """
    yield from _next_tries(_circuits(work, inventory), over)


def _circuits(work: Work, inventory: Inventory) -> Iterator[Job]:
    able = next((one for one in inventory.machines.values() if SYNTHESIS in one.tools), None)
    for one in work.circuits if able else ():
        assert able
        words = (CIRCUITS, one.name, "--no-pages", "--profile", able.profile)
        yield Job(
            id=digest("tool", one.digest, words),
            name=one.name,
            words=words,
            tree=work.tree,
            kind="tool",
        )


def is_over(tries: Sequence[Ended]) -> bool:
    """Whether a job with these attempts succeeded or was given up."""
    return len(tries) >= TRIES or any(one.status in ENDED_WELL for one in tries)


def lacking(work: Work, machine: Machine, over: Mapping[str, Iterable[Ended]]) -> Iterator[Job]:
    """The jobs that a machine still has to do, most urgent first. `over`: its attempts at jobs, by id."""
    if not machine.times:
        return
    own = base(work, machine)
    wanted = [
        of_submission(work, one, machine) for one in work.submissions if machine.is_meant(one.to)
    ]
    yield from _next_tries([*wanted, *([own] if own else [])], over)


def _next_tries(wanted: Iterable[Job], over: Mapping[str, Iterable[Ended]]) -> Iterator[Job]:
    for job in wanted:
        tries = tuple(over.get(job.id, ()))
        if not is_over(tries):
            yield replace(job, attempt=len(tries))


def given_up(over: Mapping[str, Iterable[Ended]]) -> Iterator[Ended]:
    """The last attempt at each job that failed `TRIES` times."""
    for some in over.values():
        tries = tuple(some)
        if len(tries) >= TRIES and not any(one.status in ENDED_WELL for one in tries):
            yield tries[-1]
