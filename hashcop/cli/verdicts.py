"""What a check came to: a row for each implementation and ABI, and a word on hashes without checksums."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Console

from hashcop.cli import screen
from hashcop.engine import messages
from hashcop.engine.prepare import Prepared, title
from hashcop.platforms.implementation import HashFunction
from hashcop.results.agreement import Agreement, Opinion, compare
from hashcop.results.verdict import DISPUTED, MARKED, NOT_BUILT, SKIPPED, WRONG, of_builds, of_check

Row = dict[str, Any]
TO_MEND = (WRONG, DISPUTED, NOT_BUILT, MARKED)


def rows(prepared: Sequence[Prepared]) -> list[Row]:
    """One row for each group: its verdict, how many of its distinct builds are right, and what is wrong."""
    return [_row(one) for one in prepared]


def _row(one: Prepared) -> Row:
    group, builds = one.group, one.builds.values()
    failed = [build.reason for build in builds if build.outcome == "failed"]
    failed += [check.reason for check in one.checks if of_check(check) in (WRONG, DISPUTED)]
    return {
        "hash": group.function.name,
        "implementation": group.implementation.name,
        "abi": group.target.name,
        "verdict": of_builds(list(builds), one.checks, group.skip).word,
        "builds": len(one.builds),
        "distinct": len({build.object for build in builds if build.object}),
        "right": len(one.entrants),
        "reasons": [group.skip] if group.skip else list(dict.fromkeys(failed)),
        "findings": list(dict.fromkeys(text for check in one.checks for text in check.findings)),
        "notes": list(dict.fromkeys(text for build in builds for text in build.notes)),
    }


def show(found: Sequence[Row], console: Console) -> None:
    """A line for each row, and one below it for each thing to be said."""
    for row in found:
        name = f"{row['hash']}/{row['implementation']} {row['abi']}"
        counts = f"{row['builds']} build{'s' * (row['builds'] != 1)}, {row['distinct']} distinct, {row['right']} right"
        is_skipped = row["verdict"] == SKIPPED
        rest = "; ".join(row["reasons"]) if is_skipped else counts
        screen.line(f"{row['verdict']:<10}{name:<36} {rest}", console)
        for reason in () if is_skipped else row["reasons"]:
            screen.line(f"          {reason}", console)
        for kind in ("finding", "note"):
            for text in row[f"{kind}s"]:
                screen.line(f"          {kind}: {text}", console)


def agreements(prepared: Sequence[Prepared]) -> dict[tuple[HashFunction, str], Agreement]:
    """By hash and ABI: who agrees with whom, of hashes without checksums."""
    opinions: dict[tuple[HashFunction, str], list[Opinion]] = {}
    for one in prepared:
        key = one.group.function, one.group.target.name
        opinions.setdefault(key, []).extend(_opinions(one))
    found = {key: compare(of_one) for key, of_one in opinions.items()}
    return {key: agreement for key, agreement in found.items() if agreement}


def not_asked_for_long(prepared: Sequence[Prepared]) -> list[str]:
    """The implementations, with their ABI, that are right and were not compared for a message longer than 4 GiB."""
    right = [one for one in prepared if one.entrants]
    asked = [max((check.longest for check in one.checks), default=0) for one in right]
    return [title(one.group) for one, longest in zip(right, asked, strict=True) if not longest]


def _opinions(one: Prepared) -> Iterator[Opinion]:
    for check in one.checks:
        if (
            of_check(check) not in (WRONG, DISPUTED)
            and check.expected == "unknown"
            and check.checksumsmall
        ):
            checksums = check.checksumsmall, check.checksumbig
            yield Opinion(one.group.implementation.name, checksums, check.digests)


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
