"""A submission as people see it: what was found, what came of it, and what to type next."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from hashcop.cli import screen
from hashcop.data.printable import in_bytes
from hashcop.data.records import Examined, Submission
from hashcop.platforms.registry import platforms
from hashcop.results.summary import LENGTHS, RACE_LENGTH
from hashcop.results.wording import count
from hashcop.submissions import examine
from hashcop.submissions.desk import Answer
from hashcop.submissions.examine import Result
from reports import format

MISSING = 6  # names of implementations that are not measured yet
WIDTH = 8


def show(answer: Answer, tree: Path, console: Console, *, is_last: bool = True) -> None:
    """Print what came of a submission; and, unless more is to come, how it gets into the tree."""
    for text in lines(answer, tree, is_last=is_last):
        screen.line(text, console)


def lines(answer: Answer, tree: Path, *, is_last: bool = True) -> Iterator[str]:
    """What came of a submission."""
    record, kept = answer.record, answer.quarantine
    yield from head(record)
    if answer.before is not None and answer.before.time:
        yield f"  examined before, at {answer.before.time}: {answer.before.outcome}"
    if record.is_refused or kept is None:
        where = f"{record.member}: " if record.member else ""
        yield f"  refused: {where}{record.reason}"
        yield ""
        return
    for implementation, language, targets in examine.described(kept, tree):
        about = f"{language}, for {targets}, {implementation.security}"
        yield f"  {implementation.hash}/{implementation.name}: {about}"
        mine = (implementation.hash, implementation.name)
        for one in answer.results:
            if (one.row.hash, one.row.implementation) == mine:
                yield from _result(one, _tree_option(tree))
    for name in examine.new_hashes(kept, tree):
        yield f"  {name} is a new hash: nothing but the submission itself says what its digests are"
    yield from _elsewhere(answer)
    yield f"  quarantine: {kept.directory}"
    if record.accepted:
        yield f"  accepted: {', '.join(record.accepted)}"
    elif answer.not_accepted:
        yield f"  {answer.not_accepted}"
    elif answer.is_fine and is_last:
        yield f"  {how_to_accept(record.id)}{_tree_option(tree)}"
    yield ""


def how_to_accept(id: str) -> str:
    """What puts a submission into the tree."""
    return f"to put it into the tree: ./do submit {id} --accept"


def _tree_option(tree: Path) -> str:
    from hashcop import ROOT

    return "" if tree == ROOT else f" --tree {shlex.quote(str(tree))}"


def head(record: Submission) -> Iterator[str]:
    """What it is, and who sent it."""
    size = f"{count(record.files, 'file')}, {in_bytes(record.bytes)}" if record.files else ""
    about = ", ".join(text for text in (record.format, size) if text)
    yield f"{record.id}  {record.file}{f' ({about})' if about else ''}: {record.outcome}"
    if record.by:
        yield f"  sent by {record.by}, as the operator was told"
    if record.note:
        yield f"  note: {record.note}"


def _result(one: Result, tree_option: str) -> Iterator[str]:
    row = one.row
    yield f"    {row.target}: {row.verdict}: {row.why}"
    if one.emulator:
        yield f"      checked under {one.emulator}, and not timed"
    if row.cycles_per_byte is None:
        return
    yield f"      {standing(row)}"
    yield f"      best options: {format.options(row.options)}"
    if one.figures:
        shown = [n for n in LENGTHS if n in one.figures]
        yield "      bytes      " + "".join(f"{n:>{WIDTH}}" for n in shown)
        cells = "".join(f"{format.per_byte(one.figures[n]):>{WIDTH}}" for n in shown)
        yield "      cycles/byte" + cells
    if one.missing:
        more = f" and {len(one.missing) - MISSING} more" if len(one.missing) > MISSING else ""
        names = ", ".join(one.missing[:MISSING])
        yield f"      not measured here yet: {names}{more}; ./do {row.hash}{tree_option} does"


def standing(row: Examined) -> str:
    """How fast it is, and how it stands to the best of the others."""
    if row.cycles_per_byte is None:
        return ""
    text = f"{format.per_byte(row.cycles_per_byte)} cycles/byte at {RACE_LENGTH} bytes"
    if row.ratio is None:
        return f"{text}; there is nothing to compare it with"
    if row.place == 1:
        behind = f"{row.best}, the next, takes {format.ratio(1 / row.ratio)} times as long"
        return f"{text}: place 1 of {row.of}; {behind}"
    return f"{text}: place {row.place} of {row.of}, {format.ratio(row.ratio)} times {row.best}"


def _elsewhere(answer: Answer) -> Iterator[str]:
    """The ABIs of other processors that could be checked, and were not."""
    seen = {one.row.target for one in answer.results}
    there = [
        one.target
        for platform in platforms()
        for one in platform.elsewhere()
        if not one.missing and one.target not in seen
    ]
    if there:
        # Two platforms may run an ABI of another processor.
        yield f"  not checked: {', '.join(dict.fromkeys(there))}; --abi emulated checks these alone"


def row(answer: Answer) -> dict[str, Any]:
    """For programs."""
    found: dict[str, Any] = msgspec.to_builtins(answer.record)
    found["quarantine"] = str(answer.quarantine.directory) if answer.quarantine else ""
    found["figures"] = [
        {
            "target": one.row.target,
            "implementation": one.row.implementation,
            "by_length": one.figures,
        }
        for one in answer.results
    ]
    return found
