"""Witnesses: other implementations of the same hash, asked what the digests of messages are that nobody knew before.

What a stranger's code answers is not believed because it says so, but because code that somebody else wrote answers
the same. The witness is a build of another implementation of the tree that is right itself, `ref` first.
"""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from hashcop.data.keys import digest
from hashcop.machine.cache import use
from hashcop.platforms.c import check
from hashcop.platforms.c.fresh import Witness, fresh_seed
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.operations import operations
from hashcop.platforms.door import Built, Group, Lane, Place
from hashcop.platforms.implementation import Implementation

TRIED = 4  # candidates, at most
SECONDS = 3  # that one call of a candidate may take in its check: a slower one is of no help
FAILED = "none"


class Witnesses:
    """The witnesses of a lane, built when they are first asked for. May be asked by several threads at once."""

    def __init__(self, lane: Lane, place: Place) -> None:
        """`place` is the lane's."""
        self.lane = lane
        self.place = place
        self.seed = fresh_seed()
        self._found: dict[tuple[Path, str, str], Witness | None] = {}
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
        """All witnesses for a group's builds, the ones to believe first. Each is built when it is asked for."""
        with self._lock:
            alone = self._locks.setdefault(group.function.directory, threading.Lock())
        for candidate in _candidates(group) if _can_be_known(group) else ():
            with alone:
                found = self._try(group, candidate)
            if found is not None:
                yield found

    def judges(self, group: Group) -> bool:
        """Whether a group's implementation is the first witness of all others."""
        return all(_rank(group.implementation) < _rank(one) for one in _candidates(group))

    def names(self, group: Group) -> list[str]:
        """The implementations that may become the witness for a group's builds, as paths in the tree."""
        every = _candidates(group) if _can_be_known(group) else ()
        return [candidate.path for candidate in every]

    def _try(self, group: Group, candidate: Implementation) -> Witness | None:
        where = (candidate.directory, group.target.name, candidate.security)
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
            return Witness(self.lane.artifact(code), candidate.path, self.seed)
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
        job, rest = Job(own), (self.place.sandbox, SECONDS, self.seed)
        answered = check.ask(job, own.option_sets[0], artifact, *rest)
        itself = Witness(artifact, own.implementation.path, self.seed)
        verdict = check.judge(job, artifact, answered, self.seed, [itself])
        if verdict.outcome != "right" or verdict.findings or itself.problem(answered.way):
            return None
        self._answered[artifact] = answered
        return itself

    def answered(self, artifact: Path) -> check.Answered | None:
        """What a witness has said in a thorough check in this run."""
        return self._answered.get(artifact)


def _can_be_known(group: Group) -> bool:
    function = group.function
    is_known = function.has_checksums or bool(function.known_answers())
    return is_known and operations()[group.implementation.operation].is_measured


def _candidates(group: Group) -> Iterator[Implementation]:
    """Other implementations of the hash, the ones first that were written to be read.

    What lies outside the hash's own directory was sent by somebody, who may have sent the build that asks, too.
    """
    others = (
        one
        for one in group.function.implementations
        if one.platform == group.implementation.platform
        and one.directory != group.implementation.directory
        and one.directory.is_relative_to(group.function.directory)
    )
    yield from sorted(others, key=_rank)[:TRIED]


def _rank(one: Implementation) -> tuple[bool, bool, str]:
    return one.name != "ref", "ref" not in one.name, one.name
