"""C at work on this machine: door.Lane, made of the other modules of this package."""

import dataclasses
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast
from weakref import WeakKeyDictionary

from hashcop.data.lengths import USUAL, Schedule
from hashcop.data.records import Quiet, Words
from hashcop.platforms import door
from hashcop.platforms.c import (
    build,
    check,
    described,
    effects,
    instructions,
    layouts,
    options,
    quietness,
    stack,
    surroundings,
    timing,
)
from hashcop.platforms.c.firsts import Firsts
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.operations import operations
from hashcop.platforms.c.options import OptionSets
from hashcop.platforms.c.sanitize import Sanitizers, open_sanitizers
from hashcop.platforms.c.secret import verdict
from hashcop.platforms.c.secret.builds import Room
from hashcop.platforms.c.source import Source
from hashcop.platforms.c.timing import Timer
from hashcop.platforms.c.tools import emulated, toolchain
from hashcop.platforms.c.tools.refused import without_refused
from hashcop.platforms.c.tools.toolchain import Target, Toolchain, ToolchainError
from hashcop.platforms.c.witness import Witnesses
from hashcop.platforms.door import (
    CYCLES,
    EMULATED,
    Audited,
    AuditPlan,
    ConstantTime,
    Described,
    Group,
    OptionRow,
    Patience,
    Peer,
    Place,
    Plan,
    Unavailable,
    Variant,
    Verdict,
)
from hashcop.platforms.implementation import Implementation


def open_lane(place: Place, kind: "type[CLane] | None" = None) -> "CLane":
    """Try what works here, or read what was found before. Raises Unavailable if nothing can be built.

    `kind`: of the lane, if it is one that is built on C's.
    """
    sandbox, cache = place.sandbox, place.found("c")
    try:
        found = toolchain.open_toolchain(sandbox, cache, place.libraries, place.cores)
    except ToolchainError as error:
        raise Unavailable(str(error)) from None
    found = emulated.add(found, sandbox, cache, place.targets)
    names = _names(found, place)
    found = without_refused(found, place.profile, sandbox, cache, targets=names, say=place.say)
    sanitizers = open_sanitizers(found, sandbox, cache, names) if place.sanitized else None
    return (kind or CLane)(place, found, sanitizers)


def _names(found: Toolchain, place: Place) -> list[str]:
    """The names of the targets that are asked for; empty for all."""
    every = EMULATED in place.targets
    others = [target.name for target in found.targets if every and target.emulator]
    return [*place.targets, *others]


class CLane:
    """See door.Lane."""

    platform = "c"
    quantity = CYCLES
    lengths = USUAL

    def __init__(
        self, place: Place, found: Toolchain, sanitizers: Sanitizers | None = None
    ) -> None:
        """`sanitizers` are given where builds are to be checked with them."""
        self.place = place
        self.toolchain = found
        self.sanitizers = sanitizers
        self.sandbox = place.sandbox
        self.programs = surroundings.programs_of(place.cache, found, sanitized=place.sanitized)
        self._sets = OptionSets(found, place.profile)
        self._jobs: WeakKeyDictionary[Group, Job] = WeakKeyDictionary()
        self.witnesses = self._witnesses()
        self._firsts = Firsts()
        self._shelf = build.Shelf()

    def _witnesses(self) -> Witnesses:
        """Who says what the right answers are."""
        return Witnesses(self, self.place)

    @property
    def targets(self) -> tuple[Target, ...]:
        """See door.Lane."""
        return self.toolchain.targets

    @property
    def missing(self) -> Mapping[str, str]:
        """See door.Lane."""
        return self.toolchain.missing

    @property
    def core(self) -> int:
        """See door.Lane."""
        return self.toolchain.pinned

    def described(self) -> Described:
        """See door.Lane."""
        return described.described(self.toolchain)

    def notices(self) -> Sequence[str]:
        """See door.Lane."""
        missing = () if self.place.targets else described.missing(self.toolchain)
        return (*missing, *described.refused(self.toolchain))

    def plan(self, implementation: Implementation, target: door.Target) -> Plan:
        """See door.Lane. Subroutines are built without sanitizers: what is checked is what includes them."""
        problem = implementation.problem
        if problem:
            return Plan(skip=problem)
        source, own = Source(implementation), cast(Target, target)
        every = self._sets.of(own, is_cxx=source.is_cxx)
        libraries = options.libraries_of(source)
        skip = options.skip_reason(source, own, libraries, every)
        if libraries and not skip and not self.place.exhaustive and source.is_short:
            every = options.first_of_each(every)
        plan = Plan(skip=skip) if skip else Plan(every, source.needs)
        if self.sanitizers is None or not operations()[implementation.operation].is_measured:
            return plan
        return self.sanitizers.plan(source, own, plan)

    def can_serve(self, implementation: Implementation) -> bool:
        """See door.Lane: everything can be linked with C, but not with C++."""
        return not Source(implementation).is_cxx

    def with_options(self, group: Group, words: str) -> Group | None:
        """See door.Lane."""
        job = self._job(group)
        chosen = options.typed(self.toolchain, job.target, words, is_cxx=job.source.is_cxx)
        return dataclasses.replace(group, option_sets=(chosen,)) if chosen else None

    def option_rows(self) -> Sequence[OptionRow]:
        """See door.Lane."""
        names = _names(self.toolchain, self.place)
        targets = [one for one in self.targets if not names or one.name in names]
        return described.option_rows(self._sets, targets)

    def key(self, group: Group, option_set: door.OptionSet, sources: str) -> str:
        """See door.Lane."""
        one = cast(options.OptionSet, option_set)
        return build.key(self._job(group), one, sources, self.toolchain)

    def surroundings(self, group: Group) -> str:
        """See door.Lane."""
        return surroundings.of_job(self._job(group), self.sandbox, self.programs)

    def artifact(self, code: str) -> Path:
        """See door.Lane."""
        return build.program_path(self.programs, code, self.toolchain)

    def is_kept(self, group: Group, code: str) -> bool:
        """See door.Lane."""
        return build.is_kept(self.artifact(code), self._job(group))

    def version(self, implementation: Implementation) -> str:
        """See door.Lane: CRYPTO_VERSION of its api.h."""
        return Source(implementation).version

    def workshop(self, group: Group, directory: Path) -> build.Workshop:
        """See door.Lane."""
        rest = self.toolchain, self.sandbox, directory, self.programs, self._shelf
        return build.Workshop(Job(group), *rest)

    def get_ready(self, group: Group) -> None:
        """See door.GetsReady: a witness of the answers of what is timed.

        That of the others' witness is made when it is checked, since it is seldom among the fastest.
        """
        if not self.witnesses.judges(group):
            self.witnesses.of(group)

    def check_key(self, group: Group, code: str, seconds: int) -> str:
        """See door.Lane."""
        others = self.witnesses.names(group)
        rest = code, self.toolchain, seconds, others
        return check.key(self._job(group), *rest, long_messages=self.place.long_messages)

    def check(
        self, group: Group, option_set: door.OptionSet, artifact: Path, seconds: int
    ) -> Verdict:
        """See door.Lane. Builds of an implementation for a target are checked thoroughly until one is right."""
        one = group.implementation.directory, group.target.name, group.security

        def judged(is_thorough: bool) -> Verdict:
            job, seed = self._job(group), self.witnesses.seed
            answered = self.witnesses.answered(artifact) if is_thorough else None
            if answered is None:
                asked = job, option_set, artifact, self.sandbox, seconds, seed
                answered = check.ask(*asked, is_thorough=is_thorough)
            verdict = check.judge(job, artifact, answered, seed, self.witnesses.every(group))
            if self.place.long_messages and is_thorough:
                witness = self.witnesses.of(group)
                return check.of_long_messages(job, artifact, self.sandbox, verdict, witness)
            return verdict

        return self._firsts.check(one, judged)

    def instructions(self, group: Group, artifact: Path) -> Words:
        """See door.KnowsInstructions."""
        return instructions.of_program(self._job(group), artifact, self.sandbox)

    def stack(self, group: Group, artifact: Path) -> int | None:
        """See door.KnowsStack."""
        return stack.of_program(artifact, self.sandbox)

    def layouts(self, group: Group, artifact: Path) -> Sequence[Path]:
        """See door.LinksAgain."""
        job = self._job(group)
        seen = [job.target.harness, *job.target.library_directories]
        seen += [one.artifact.parent for one in group.subroutines]
        return layouts.layouts(artifact, self.sandbox, seen)

    def constant_time_key(self, group: Group, code: str) -> str:
        """See door.KnowsConstantTime."""
        return verdict.key(self._job(group), code, self.toolchain)

    def constant_time_lacks(self, group: Group) -> str:
        """See door.KnowsConstantTime."""
        return verdict.lacks(self._job(group), self.toolchain)

    def constant_time(
        self, group: Group, option_set: door.OptionSet, artifact: Path, directory: Path
    ) -> ConstantTime:
        """See door.KnowsConstantTime."""
        room = Room(self._job(group), self.toolchain, self.sandbox, directory)
        return verdict.of_build(room, cast(options.OptionSet, option_set), artifact)

    def ruler(self, target: door.Target) -> str:
        """See door.Lane."""
        return timing.ruler(self.toolchain, target)

    def seconds_of(
        self,
        target: door.Target,
        cycles_per_byte: float,
        lengths: Sequence[int],
        schedule: Schedule,
    ) -> float:
        """See door.Lane."""
        return timing.seconds_of(target.counter, cycles_per_byte, lengths, schedule)

    def timer(self, core: int, patience: Patience) -> Timer:
        """See door.Lane."""

        widths: dict[str, float] = {}

        def learned(target: str, width: float) -> None:
            widths[target] = width
            if core == self.core:
                toolchain.keep_widths(self.toolchain, self.place.found("c"), widths)

        return Timer(self.sandbox, core, patience, self.witnesses.of, learned)

    def audit(
        self,
        timer: door.Timer,
        group: Group,
        artifact: Path,
        claimed: Mapping[int, float],
        peer: Peer | None = None,
        plan: AuditPlan | None = None,
    ) -> Audited | str:
        """See door.Audits."""
        return cast(Timer, timer).audit(group, artifact, claimed, peer, plan)

    def quietness(self, core: int) -> Quiet | None:
        """See door.Lane."""
        return quietness.attempt(self.sandbox, self.targets[0].harness, core)

    def on_core(self, core: int) -> "CLane | None":
        """See door.Lane."""
        if core == self.core:
            return self
        moved = toolchain.examined_on(self.toolchain, self.sandbox, self.place.found("c"), core)
        return type(self)(self.place, moved, self.sanitizers) if moved else None

    def variants(self, effect: str, target: door.Target) -> Iterator[Variant]:
        """See door.Lane."""
        return effects.variants(effect, cast(Target, target), len(os.sched_getaffinity(0)))

    def is_of_each_compiler(self, effect: str) -> bool:
        """See door.Lane."""
        return False

    def examined(self, variant: Variant, target: door.Target, core: int) -> Variant | None:
        """See door.Lane."""
        if variant.target is None:
            return variant
        return effects.examined(variant, self.sandbox, cast(Target, target), core)

    def forget(self) -> None:
        """See door.Lane."""
        toolchain.forget(self.place.found("c"))

    def _job(self, group: Group) -> Job:
        if group not in self._jobs:
            self._jobs[group] = Job(group)
        return self._jobs[group]
