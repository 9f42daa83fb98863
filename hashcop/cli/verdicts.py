"""What a check came to: a row for each implementation and ABI, and a word on hashes without checksums."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console

from hashcop.data.printable import printable
from hashcop.engine import messages
from hashcop.engine.plan import Group
from hashcop.engine.prepare import Prepared
from hashcop.engine.tree import HashFunction
from hashcop.results.agreement import Agreement, Opinion, compare

Row = dict[str, Any]


def rows(prepared: Sequence[Prepared]) -> list[Row]:
    """One row for each group: how many of its distinct builds are right, and what is wrong with the others."""
    return [_row(one) for one in prepared]


def _row(one: Prepared) -> Row:
    group = one.group
    failed = [f for f in [*one.builds.values(), *one.checks] if f["outcome"] == "failed"]
    findings = list(dict.fromkeys(t for f in one.checks for t in f.get("findings") or ()))
    verdict = "failed" if failed else "marked" if findings else "ok"
    reasons = dict.fromkeys([group.skip] if group.skip else [f["reason"] for f in failed])
    return {
        "hash": group.function.name,
        "implementation": group.implementation.name,
        "abi": group.target.abi,
        "verdict": "skipped" if group.skip else verdict,
        "builds": len(one.builds),
        "distinct": len({f["object"] for f in one.builds.values() if "object" in f}),
        "right": len(one.entrants),
        "reasons": list(reasons),
        "findings": findings,
        "notes": list(dict.fromkeys(t for f in one.builds.values() for t in f.get("notes") or ())),
    }


def show(found: Sequence[Row], console: Console) -> None:
    """A line for each row, and one below it for each thing to be said."""
    for row in found:
        name = printable(f"{row['hash']}/{row['implementation']} {row['abi']}", console.encoding)
        counts = f"{row['builds']} builds, {row['distinct']} distinct, {row['right']} right"
        rest = "; ".join(row["reasons"]) if row["verdict"] == "skipped" else counts
        _line(f"{row['verdict']:<8}{name:<36} {rest}", console)
        for reason in row["reasons"] if row["verdict"] == "failed" else ():
            _line(f"        {reason}", console)
        for kind in ("finding", "note"):
            for text in row[f"{kind}s"]:
                _line(f"        {kind}: {text}", console)


def _line(text: str, console: Console) -> None:
    console.print(printable(text, console.encoding), highlight=False, soft_wrap=True)


def _by_function(prepared: Sequence[Prepared]) -> dict[tuple[HashFunction, str], list[Prepared]]:
    found: dict[tuple[HashFunction, str], list[Prepared]] = {}
    for one in prepared:
        found.setdefault((one.group.function, one.group.target.abi), []).append(one)
    return found


def _opinions(group: Group, checks: Sequence[Row]) -> Iterator[Opinion]:
    for fact in checks:
        if fact["outcome"] == "ok" and fact["expected"] == "unknown":
            checksums = fact["checksumsmall"], fact["checksumbig"]
            yield Opinion(group.implementation.name, checksums, fact.get("digests") or {})


def agreements(prepared: Sequence[Prepared]) -> dict[tuple[HashFunction, str], Agreement]:
    """By hash and ABI: who agrees with whom, of hashes without checksums."""
    found = {}
    for key, of_one in _by_function(prepared).items():
        agreement = compare(o for one in of_one for o in _opinions(one.group, one.checks))
        if agreement:
            found[key] = agreement
    return found


def write_checksums(prepared: Sequence[Prepared]) -> Iterator[str]:
    """Write what all implementations of a hash agree on as its checksums; yields what was done, in words."""
    by_function: dict[HashFunction, list[Agreement]] = {}
    for (function, _), agreement in agreements(prepared).items():
        by_function.setdefault(function, []).append(agreement)
    if not by_function:
        yield messages.checksums_known()
    for function, found in by_function.items():
        agreed = {camp.checksums for agreement in found for camp in agreement.camps}
        if len(agreed) > 1:
            disagreeing = next((a for a in found if not a.is_unanimous), None)
            why = disagreeing.words if disagreeing else "the ABIs disagree"
            yield messages.no_agreement(function.name, why)
            continue
        for which, value in zip(("small", "big"), next(iter(agreed)), strict=True):
            (function.directory / f"checksum{which}").write_text(f"{value}\n")
        yield messages.checksums_written(function.directory, found[0].words)
