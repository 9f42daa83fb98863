"""Witnesses: other implementations of the same hash, asked what the digests of messages are that nobody knew before.

What a stranger's code answers is not believed because it says so, but because code that somebody else wrote answers
the same. Where this repository has the hash, the witness is its own implementation, `ref` first; else it is the
operator's reference. A tree of strangers whose hash neither knows has no witness who is believed: one of its other
implementations is asked, and if the two disagree, nobody can say which of them is right.
"""

import shutil
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import mkdtemp

from hashcop.data.keys import digest
from hashcop.machine.cache import use
from hashcop.platforms.c import check
from hashcop.platforms.c.fresh import Witness, fresh_seed
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.operations import operations
from hashcop.platforms.door import Built, Group, Lane, Place
from hashcop.platforms.implementation import OURS, Implementation, rank

TRIED = 4  # candidates, at most
SECONDS = 3  # that one call of a candidate may take in its check: a slower one is of no help
OF_BELIEVED = 20  # the same of one that is believed: there is no other
FAILED = "none"


class Witnesses:
    """The witnesses of a lane, built when they are first asked for. May be asked by several threads at once."""

    def __init__(self, lane: Lane, place: Place) -> None:
        """`place` is the lane's."""
        self.lane = lane
        self.place = place
        self.seed = fresh_seed()
        self._found: dict[tuple[str, Path, str], Witness | None] = {}
        self._answered: dict[Path, check.Answered] = {}
        self._locks: dict[Path, threading.Lock] = {}
        self._lock = threading.Lock()

    def of(self, group: Group) -> Witness | None:
        """The witness for a group's builds; None where the tree has no other implementation that is right.

        It is of another implementation. Subroutines have none, and neither has a hash of which no answer is known: who
        of its implementations is right can't be told, only whether they agree.
        """
        return next(self.every(group), None)

    def every(self, group: Group) -> Iterator[Witness]:
        """All witnesses for a group's builds, the ones to believe first. Each is built when it is asked for.

        If none that is believed works on the target, others of the tree are asked.
        """
        if not _can_be_known(group):
            return
        with self._lock:
            alone = self._locks.setdefault(group.function.directory, threading.Lock())
        for candidates in (_believed(group), _strangers(group)):
            found = 0
            for candidate in candidates:
                with alone:
                    one = self._try(group, candidate)
                if one is not None:
                    found += 1
                    yield one
            if found:
                return

    def judges(self, group: Group) -> bool:
        """Whether a group's implementation is the first witness of all others."""
        believed = group.function.believed
        if believed:
            return group.implementation.directory == believed[0].directory
        return all(rank(group.implementation) < rank(one) for one in _strangers(group))

    def names(self, group: Group) -> list[str]:
        """The implementations that may become the witness for a group's builds, as paths in the tree."""
        every = (_believed(group) or _strangers(group)) if _can_be_known(group) else ()
        says = " (reference)" if group.function.reference else ""
        return [f"{_path(group, candidate)}{says}" for candidate in every]

    def _try(self, group: Group, candidate: Implementation) -> Witness | None:
        where = (_path(group, candidate), candidate.directory, group.target.name)
        if where not in self._found:
            self._found[where] = self._made(group, candidate)
        return self._found[where]

    def _made(self, group: Group, candidate: Implementation) -> Witness | None:
        plan = self.lane.plan(candidate, group.target)
        if plan.skip or plan.needs or not plan.option_sets:
            return None
        own = Group(
            lane=self.lane,
            function=group.function,
            implementation=candidate,
            target=group.target,
            option_sets=plan.option_sets[:1],
            skip="",
            named=False,
            security=candidate.security,
        )
        key = self.lane.key(own, own.option_sets[0], candidate.digest())
        note = self.place.found("c") / f"witness-{digest(key, self.lane.surroundings(own))}"
        code = note.read_text() if use(note) else ""
        if code == FAILED:
            return None
        if code and self.lane.is_kept(own, code):
            return self._witness(own, self.lane.artifact(code))
        built = self._built(own)
        found = self._right(own, built.artifact) if built.artifact else None
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(built.outcome.object if found else FAILED)
        return found

    def _built(self, own: Group) -> Built:
        """The first build of a candidate."""
        directory = Path(mkdtemp(dir=self.place.cache, prefix="witness-"))
        workshop = self.lane.workshop(own, directory / "work")
        try:
            return workshop.build(own.option_sets[0])
        finally:
            workshop.close()
            shutil.rmtree(directory, ignore_errors=True)

    def _right(self, own: Group, artifact: Path) -> Witness | None:
        """A candidate's program as a witness, if it is right without any finding.

        It is compared with itself: a witness of its own could be the one that asks.
        """
        is_believed = own.implementation in own.function.believed
        seconds = OF_BELIEVED if is_believed else SECONDS
        job, rest = Job(own), (self.place.sandbox, seconds, self.seed)
        answered = check.ask(job, own.option_sets[0], artifact, *rest)
        itself = self._witness(own, artifact)
        verdict = check.judge(job, artifact, answered, self.seed, [itself])
        if verdict.outcome != "right" or verdict.findings or itself.problem(answered.way):
            return None
        self._answered[artifact] = answered
        return itself

    def _witness(self, own: Group, artifact: Path) -> Witness:
        is_believed = own.implementation in own.function.believed
        return Witness(artifact, _path(own, own.implementation), self.seed, is_believed)

    def answered(self, artifact: Path) -> check.Answered | None:
        """What a witness has said in a thorough check in this run."""
        return self._answered.get(artifact)


def _can_be_known(group: Group) -> bool:
    function = group.function
    is_known = function.has_checksums or bool(function.known_answers())
    return is_known and operations()[group.implementation.operation].is_measured


def _path(group: Group, one: Implementation) -> str:
    """The path of a witness in the tree, or how it is called if it is not of this tree but of our own."""
    is_ours = one.directory.is_relative_to(OURS)
    is_elsewhere = is_ours and not group.function.directory.is_relative_to(OURS)
    return f"Hashcop's {one.path}" if is_elsewhere else one.path


def _believed(group: Group) -> Sequence[Implementation]:
    """The implementations that are believed before a group's own."""
    believed = group.function.believed
    directories = [one.directory for one in believed]
    own = group.implementation.directory
    return believed[: directories.index(own) if own in directories else TRIED][:TRIED]


def _strangers(group: Group) -> Sequence[Implementation]:
    """Other implementations of the hash in the tree; none about one that is believed.

    What lies outside the hash's own directory was sent by somebody, who may have sent the build that asks, too.
    """
    own, function = group.implementation, group.function
    if any(own.directory == one.directory for one in function.believed):
        return ()
    others = (
        one
        for one in function.implementations
        if one.platform == own.platform
        and one.directory != own.directory
        and one.directory.is_relative_to(function.directory)
    )
    return sorted(others, key=rank)[:TRIED]
