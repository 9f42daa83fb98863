"""What each command does, from a request to the exit status."""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hashcop import ROOT
from hashcop.cli import (
    clean_command,
    compare_command,
    doctor,
    export,
    options_command,
    race_command,
    verdicts,
)
from hashcop.cli.cli import Request
from hashcop.data import store as data
from hashcop.data.printable import printable
from hashcop.engine import messages, plan
from hashcop.engine.effects import Experiments
from hashcop.engine.opening import (
    cache_places,
    kind_of,
    libraries_of,
    machine_directory,
    open_cache,
    open_run,
    say_missing_abis,
    say_refused,
    say_skipped,
    wanted,
)
from hashcop.engine.prepare import Prepared
from hashcop.engine.progress import Display
from hashcop.machine.cache import CacheError
from hashcop.platforms.c.sanitize import Sanitizers
from hashcop.platforms.c.timing import CounterLost
from hashcop.platforms.c.tools.toolchain import forget
from reports import places


def run(request: Request, console: Console) -> int:
    """Everything: build, check, race, measure, pages."""
    if request.watches:
        # Here, since it loads what no other run needs.
        from hashcop.cli import watching

        return watching.watch(request, sys.argv[1:])
    display = Display(console)
    opened = open_run(request, display.print)
    say_missing_abis(opened.toolchain, request, display.print)
    say_refused(opened.toolchain, display.print)
    say_skipped(opened.groups, display.print)
    with display:
        place = opened.prepare(display, request)
        running = place.running
        running.answers(place.groups, place.preparation)
        prepared = running.everything(place.groups, place.prepare, request.full_curves)
        if request.effects:
            experiments = Experiments(opened.toolchain, opened.store, display, running.timer)
            experiments.run(running.measured, request.effects)
        said = places.said(machine_directory(request).name)
        place.leave(display.print, str(request.bench / "html" / said))
    opened.close()
    if not display.outcomes:
        display.print(messages.nothing_to_do(opened.store.path))
    return _conclude(request, prepared, console)


def _conclude(request: Request, prepared: list[Prepared], console: Console) -> int:
    """Terminal table, pages and exit status of a run."""
    if request.words:
        from reports import terminal

        names = dict.fromkeys(
            (p.group.function.name, p.group.implementation.name if p.group.named else None)
            for p in prepared
        )
        files = [machine_directory(request) / "data.jsonl"]
        terminal.summary(files, list(names), console, in_ticks=request.in_ticks)
    files = _data_files(request)
    if request.in_ticks or not _is_current(request.bench / "html" / "index.html", files):
        with console.status("making the pages"):
            _make_pages(request, files, console)
    _print_index(request, console)
    wrong = [p for p in prepared if p.group.named and not p.group.skip and not p.entrants]
    return 1 if wrong else 0


def _make_pages(request: Request, files: list[Path], console: Console) -> None:
    # Here, since it loads a drawing library: half a second that a run with nothing to do saves.
    from reports import pages

    left_out: Counter[str] = Counter()
    index = pages.write(files, request.bench / "html", left_out=left_out, in_ticks=request.in_ticks)
    if request.in_ticks:
        os.utime(index, (0, 0))  # the next run makes pages of cycles again
    else:
        index.touch()
    if left_out:
        said = printable(messages.left_out(left_out), console.encoding)
        console.print(said, soft_wrap=True, highlight=False)


def _print_index(request: Request, console: Console) -> None:
    index = request.bench / "html" / "index.html"
    console.print(f"pages: {index}", soft_wrap=True, highlight=False)


def _is_current(index: Path, files: list[Path]) -> bool:
    """Whether the pages are newer than the data and the code that they are made from."""
    made_from = [*files, *(path for path in (ROOT / "reports").rglob("*") if path.is_file())]
    if not index.is_file():
        return False
    return index.stat().st_mtime_ns > max(path.stat().st_mtime_ns for path in made_from)


def check(request: Request, console: Console) -> int:
    """Only build and check; status 1 where anything is wrong."""
    said = Console(stderr=True, markup=False, emoji=False) if request.as_json else console
    display = Display(said)
    opened = open_run(request, display.print)
    with display:
        place = opened.prepare(display, request)
        groups = place.groups
        if request.sanitizes:
            groups = Sanitizers(opened.sandbox, opened.store.directory / "work" / "try").apply(
                groups
            )
        prepared = place.preparation.run(groups)
        place.leave(display.print)
    opened.close()
    rows = verdicts.rows(prepared)
    if request.as_json:
        print(json.dumps(rows, indent=1))
    else:
        verdicts.show(rows, console)
    for (function, abi), agreement in verdicts.agreements(prepared).items():
        display.print(f"{function.name} {abi} has no checksums to compare with: {agreement.words}")
    for done in verdicts.write_checksums(prepared) if request.writes_checksums else ():
        display.print(done)
    return 1 if any(row["verdict"] in ("failed", "marked") for row in rows) else 0


def list_tree(request: Request, console: Console) -> int:
    """What is in the tree, which builds and starts nothing; or with which option sets it would be built."""
    if request.lists_options:
        return options_command.list_options(request, console)
    found = wanted(request)
    rows: list[dict[str, Any]] = [
        {
            "hash": function.name,
            "implementation": implementation.name,
            "language": "C++" if implementation.is_cxx else "C",
            "architectures": sorted(implementation.architectures or []),
            "security": implementation.security,
            "directory": str(implementation.directory),
        }
        for function, implementation, _ in plan.selected(found.functions, found.selections)
    ]
    if request.as_json:
        print(json.dumps(rows, indent=1))
        return 0
    table = Table("hash", "implementation", "language", "architectures", "security", box=None)
    for row in rows:
        abis = " ".join(row["architectures"]) or "all"
        name = printable(row["implementation"], console.encoding)
        table.add_row(row["hash"], name, row["language"], abis, row["security"])
    console.print(table)
    count = len({row["hash"] for row in rows})
    console.print(f"{len(rows)} implementations of {count} hashes", highlight=False)
    return 0


def _data_files(request: Request) -> list[Path]:
    """The data under bench/, of all machines that have some there."""
    names = ("data.jsonl", "data", "data.gz")  # the last two are SUPERCOP's
    return sorted(path for name in names for path in request.bench.glob(f"*/{name}"))


def report(request: Request, console: Console) -> int:
    """Pages from everything under bench/, and from data files named beside it."""
    named = [Path(word) for word in request.words]
    missing = [path for path in named if not path.is_file()]
    files = list(dict.fromkeys(path.resolve() for path in [*_data_files(request), *named]))
    if missing or not files:
        raise messages.no_data(missing or [machine_directory(request) / "data.jsonl"])
    _make_pages(request, files, console)
    _print_index(request, console)
    return 0


def _export(request: Request, console: Console) -> int:
    return export.export(request, _data_files(request))


def _doctor(request: Request, console: Console) -> int:
    cache, libraries = open_cache(request), libraries_of(request)
    facts = doctor.examine(cache, libraries, kind_of(request), trusted=request.trusted)
    if request.as_json:
        print(json.dumps(facts, indent=1))
    else:
        doctor.show(facts, console)
    return 1 if facts["problem"] else 0


HANDLERS: dict[str, Callable[[Request, Console], int]] = {
    "run": run,
    "race": race_command.race,
    "check": check,
    "compare": compare_command.compare,
    "list": list_tree,
    "report": report,
    "export": _export,
    "doctor": _doctor,
    "clean": clean_command.clean,
}


def perform(request: Request) -> int:
    """Do what was asked; the exit status."""
    # What is printed is full of strangers' names: nothing in them is markup, or obeyed by a terminal.
    console = Console(file=sys.stdout, markup=False, emoji=False)
    try:
        return HANDLERS[request.command](request, console)
    except data.DataError as error:
        raise messages.bad_data(str(error)) from None
    except CacheError as error:
        raise messages.no_cache(str(error)) from None
    except CounterLost as lost:
        for place in cache_places(request):
            forget(place)
        raise messages.counter_lost(str(lost)) from None
