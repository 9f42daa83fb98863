"""Machines and their ABIs from the facts that tell of them."""

from dataclasses import replace

from hashcop.results.fields import Fact, number, text
from hashcop.results.quartiles import Quartiles
from hashcop.results.ranking import standing
from hashcop.results.summary import (
    Abi,
    Compiler,
    Conditions,
    Counter,
    Hash,
    Implementation,
    Judgement,
    Machine,
    Quiet,
    Rejected,
    span,
)

About = tuple[str, tuple[str, ...]]  # description and designers of a hash


def described(fact: Fact) -> Fact:
    """A machine fact whose fields were looked at, so that what uses it later can't stumble."""
    for field in (
        "time",
        "processor",
        "kernel",
        "system",
        "sandbox",
        "hashcop",
        "supercop",
        "core_kind",
    ):
        text(fact, field)
    for counter in (fact.get("counter") or {}).values():
        _counter(counter)
    for field in ("abis", "emulators"):
        for told in (fact.get(field) or {}).values():
            text({field: told}, field)
    for compiler in fact.get("compilers") or []:
        _compiler(compiler)
    for field in ("cores", "pinned", "memory"):
        number(fact, field)
    return fact


def _counter(told: Fact) -> Counter:
    rate, resolution = number(told, "ticks_per_second"), number(told, "resolution")
    is_core = told.get("core_cycles", False)  # null: not known
    if is_core not in (True, False, None):
        raise TypeError("core_cycles is true, false or null")
    cost, noise = (number(told, f) if told.get(f) is not None else None for f in ("cost", "noise"))
    others = tuple(Rejected(text(o, "name"), text(o, "reason")) for o in told.get("others") or [])
    return Counter(
        name=text(told, "name"),
        counts=text(told, "counts"),
        core_cycles=is_core,
        ticks_per_second=rate,
        resolution=resolution,
        cost=cost,
        noise=noise,
        reason=text(told, "reason"),
        others=others,
    )


def _compiler(told: Fact) -> Compiler:
    return Compiler(text(told, "command"), text(told, "path"), text(told, "version"))


def conditions(told: Fact) -> Conditions:
    """A `conditions` fact."""
    return Conditions(
        text(told, "time"),
        tuple(
            Judgement(*(text(row, field) for field in ("name", "state", "found", "why")))
            for row in told.get("judgements") or []
        ),
        tuple(
            Quiet(int(number(row, "processor")), number(row, "lost"), number(row, "scatter"))
            for row in told.get("quiet") or []
        ),
    )


def newest_conditions(facts: list[Conditions]) -> Conditions | None:
    """The newest judgements, with the newest trials of more than the pinned core: a run's end tries no others."""
    ordered = sorted(facts, key=lambda one: one.time)
    if not ordered:
        return None
    quiet = next((one.quiet for one in reversed(ordered) if len(one.quiet) > 1), ordered[-1].quiet)
    return replace(ordered[-1], quiet=quiet)


def _abi(
    name: str,
    facts: list[Fact],
    hashes: dict[str, list[Implementation]],
    about: dict[str, About],
    scale: Quartiles | None,
) -> Abi:
    """An ABI; its counter and status are of the newest machine fact that tells of it."""
    told = [fact["counter"][name] for fact in facts if name in (fact.get("counter") or {})]
    status = [fact["abis"][name] for fact in facts if name in (fact.get("abis") or {})]
    emulators = [f["emulators"][name] for f in facts if name in (f.get("emulators") or {})]
    counter = _counter(told[-1]) if told else None
    times = (t for found in hashes.values() for i in found for t in i.measured or ())
    return Abi(
        name=name,
        status=status[-1] if status else "",
        counter=counter,
        hashes=tuple(
            Hash(h, standing(found), *about.get(h, ("", ()))) for h, found in hashes.items()
        ),
        measured=span(times),
        emulator=emulators[-1] if emulators and not status else "",
        cycles_per_tick=None if counter and counter.core_cycles else scale,
    )


def machine(
    name: str,
    facts: list[Fact],
    abis: dict[str, dict[str, list[Implementation]]],
    about: dict[str, About],
    scales: dict[str, Quartiles],
    judged: list[Conditions],
) -> Machine:
    """A machine from its `machine` facts, its implementations by ABI and hash, and what is told of the hashes.

    `scales`: cycles per tick of the ABIs whose timings are calibrated; `judged`: what it was like, at several times.
    """
    facts = sorted(facts, key=lambda fact: str(fact.get("time", "")))
    newest = facts[-1] if facts else {}
    # Times of SUPERCOP's are days: what its files of one day tell of compilers, they tell together.
    latest = [fact for fact in facts if fact.get("time") == newest.get("time")]
    compilers = [_compiler(told) for fact in latest for told in fact.get("compilers") or []]
    names = {*abis, *(newest.get("abis") or {})}
    return Machine(
        name=name,
        processor=text(newest, "processor"),
        cores=int(number(newest, "cores")),
        pinned=int(number(newest, "pinned")) if newest.get("pinned") is not None else None,
        memory=int(number(newest, "memory")),
        kernel=text(newest, "kernel"),
        system=text(newest, "system"),
        sandbox=text(newest, "sandbox"),
        hashcop=text(newest, "hashcop"),
        supercop=text(newest, "supercop"),
        compilers=tuple(dict.fromkeys(compilers)),
        abis=tuple(
            _abi(abi, facts, abis.get(abi, {}), about, scales.get(abi)) for abi in sorted(names)
        ),
        core_kind=text(newest, "core_kind"),
        conditions=newest_conditions(judged),
    )
