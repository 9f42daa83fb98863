"""Summaries of machines and their targets, from the records about them."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec.structs import replace

from hashcop.data import records
from hashcop.results.disturbed import of_newest_run
from hashcop.results.quartiles import Quartiles
from hashcop.results.ranking import standing
from hashcop.results.recorded import Recorded
from hashcop.results.summary import Era, Hash, Implementation, Machine, Target, span


def _oldest_first(recorded: Recorded) -> list[records.Machine]:
    return sorted(recorded.machines, key=lambda record: record.time)


def target_names(recorded: Recorded) -> tuple[str, ...]:
    """The targets that the newest `machine` record names, available or not."""
    ordered = _oldest_first(recorded)
    return tuple(ordered[-1].targets) if ordered else ()


def newest_conditions(judged: Iterable[records.Conditions]) -> records.Conditions | None:
    """The newest judgements, with the newest trials of several processors: the end of a run tries only one."""
    ordered = sorted(judged, key=lambda one: one.time)
    if not ordered:
        return None
    quiet = next((one.quiet for one in reversed(ordered) if len(one.quiet) > 1), ordered[-1].quiet)
    return replace(ordered[-1], quiet=quiet)


def target(
    name: str,
    recorded: Recorded,
    hashes: Mapping[str, Iterable[Implementation]],
    scale: Quartiles | None,
    many: Mapping[str, Iterable[Implementation]],
) -> Target:
    """A target; its counter and its status are those of the newest `machine` record that has them.

    `scale`: the cycles per tick of its calibrations, if figures are in cycles. `many` are implementations by hash that
    hash many messages at once.
    """
    ordered = _oldest_first(recorded)
    counters = [record.counter[name] for record in ordered if name in record.counter]
    status = [record.targets[name] for record in ordered if name in record.targets]
    emulators = [record.emulators[name] for record in ordered if name in record.emulators]
    counter = counters[-1] if counters else None
    found = {name: standing(implementations) for name, implementations in hashes.items()}
    return Target(
        name=name,
        platform=recorded.platforms.get(name, ""),
        status=status[-1] if status else "",
        counter=counter,
        hashes=tuple(
            _hash(name, recorded, ranked, tuple(many.get(name, ())))
            for name, ranked in found.items()
        ),
        measured=span(
            time
            for some in (*found.values(), *many.values())
            for one in some
            for time in one.measured or ()
        ),
        emulator=emulators[-1] if emulators and not status else "",
        cycles_per_tick=None if counter and counter.core_cycles else scale,
    )


def _hash(
    name: str,
    recorded: Recorded,
    implementations: tuple[Implementation, ...],
    many: tuple[Implementation, ...],
) -> Hash:
    about = recorded.hashes.get(name)
    description, designers = (about.description, about.designers) if about else ("", ())
    return Hash(name, implementations, description, designers, many)


def machine(
    name: str, recorded_name: str, identity: str, recorded: Recorded, targets: tuple[Target, ...]
) -> Machine:
    """A machine, as its newest `machine` record describes it."""
    ordered = _oldest_first(recorded) or [records.Machine(format=records.FORMAT)]
    newest = ordered[-1]
    # Times of SUPERCOP's data are days: each of its files of one day may name other compilers.
    latest = (record for record in ordered if record.time == newest.time)
    compilers = dict.fromkeys(compiler for record in latest for compiler in record.compilers)
    return Machine(
        name=name,
        recorded_name=recorded_name,
        identity=identity,
        processor=newest.processor,
        design=newest.design,
        signature=newest.signature,
        cores=newest.cores,
        pinned=newest.pinned,
        memory=newest.memory,
        kernel=newest.kernel,
        system=newest.system,
        sandbox=newest.sandbox,
        hashcop=newest.hashcop,
        supercop=newest.supercop,
        compilers=tuple(compilers),
        targets=targets,
        core_kind=newest.core_kind,
        microcode=newest.microcode,
        hypervisor=newest.hypervisor,
        conditions=newest_conditions(recorded.conditions),
        run=max(recorded.runs, key=_how_far, default=None),
        eras=tuple(_eras(_oldest_first(recorded))),
        submissions=tuple(_newest_first(recorded.submissions.values())),
        counts=tuple(_counts(recorded)),
        devices=tuple(one for _, one in sorted(recorded.devices.items())),
        mixes=tuple(one for _, one in sorted(recorded.mixes.items())),
        circuits=tuple(recorded.circuits.circuits()),
        disturbed=of_newest_run(
            recorded.disturbed.values(),
            (one.time for one in recorded.conditions if one.when == "begin"),
        ),
    )


def _how_far(run: records.Run) -> tuple[str, float, int]:
    """Two stages may be reached within a second."""
    stages = ("ranking", "tables", "all")
    return run.time, run.seconds, stages.index(run.stage) if run.stage in stages else -1


def _counts(recorded: Recorded) -> Iterator[records.Counts]:
    """The operations of each implementation, in the order of names; those of subroutines are no result."""
    for _, one in sorted(recorded.counts.items()):
        if one.operation == records.OPERATION:
            yield replace(one, by_length=())


def _newest_first(submissions: Iterable[records.Submission]) -> list[records.Submission]:
    return sorted(submissions, key=lambda one: (one.time, one.id), reverse=True)


def _eras(ordered: Iterable[records.Machine]) -> Iterator[Era]:
    """An era for each change, from the `machine` records of a machine, oldest first."""
    before = None
    for time, some in groupby(ordered, key=lambda record: record.time):
        same = list(some)
        newest = same[-1]
        found = {_words(compiler) for record in same for compiler in record.compilers}
        era = Era(
            time=time,
            processor=newest.processor,
            kernel=newest.kernel,
            microcode=newest.microcode,
            compilers=tuple(sorted(found)),
        )
        if before is None or era != replace(before, time=time):
            yield era
            before = era


def _words(compiler: records.Compiler) -> str:
    return compiler.version or compiler.command


def notices(machines: Iterable[Machine]) -> tuple[str, ...]:
    """What readers must know of machines that share their name: a sentence for each such name."""
    found = []
    by_name = sorted(machines, key=lambda one: one.recorded_name)
    for recorded_name, same in groupby(by_name, key=lambda one: one.recorded_name):
        names = [_in_words(one) for one in same]
        if len(names) > 1:
            found.append(
                f"There are {len(names)} machines named {recorded_name}: {', '.join(names)}. "
                "Give one another name: ./do --machine NAME"
            )
    return tuple(found)


def _in_words(machine: Machine) -> str:
    return machine.name if machine.identity else f"{machine.name} (older data, without an identity)"
