"""What each command does, from a request to the exit status."""

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from driver import compilers, data, doctor, machine, messages, packages, plan, tree
from driver.cli import Request
from driver.data import Store, StoreBusy
from driver.messages import Complaint
from driver.plan import Group, Selection, SelectionError
from driver.prepare import Preparation, Prepared
from driver.printable import printable
from driver.progress import Display
from driver.run import Run
from driver.sandbox import Sandbox, SandboxError, end_leftovers, open_sandbox
from driver.timing import CounterLost, Timer
from driver.toolchain import (
    ROOT,
    Toolchain,
    ToolchainError,
    compiler_directories,
    forget,
    open_toolchain,
)
from driver.tree import HashFunction


@dataclass(frozen=True)
class Wanted:
    """The tree of a request and what is selected in it."""

    functions: tuple[HashFunction, ...]
    selections: list[Selection]


def _tree_and_words(request: Request) -> tuple[Path, list[str]]:
    """Paths among the selections name their tree; all must name the same one."""
    words, found = [], request.tree.absolute() if request.tree else None
    for word in request.words:
        is_path = word.startswith((".", "/", "~")) or word.count("/") > 1 or Path(word).is_dir()
        if not is_path:
            words.append(word)
            continue
        path = _expanded(word)
        place = plan.tree_of(path)
        if place is None or not path.is_dir():
            typed = word if word[:1] not in "./~" else ""
            if typed and (request.tree or ROOT).joinpath("crypto_hash", typed).exists():
                words.append(word)  # HASH/DIR/IMPLEMENTATION, as typed in the tree
                continue
            raise messages.not_in_tree(word)
        if found is not None and found.resolve() != place[0].resolve():
            raise messages.mixed_trees(found, place[0])
        found = place[0]
        words.append(place[1])
    return found or ROOT, words


def _expanded(word: str) -> Path:
    try:
        return Path(word).expanduser()
    except RuntimeError:  # ~NAME, and nobody is called so
        return Path(word)


def _wanted(request: Request) -> Wanted:
    where, words = _tree_and_words(request)
    try:
        functions = tree.walk(where)
        return Wanted(functions, plan.parse_selection(words, functions))
    except FileNotFoundError:
        raise messages.no_tree(where) from None
    except SelectionError as error:
        raise messages.no_selection(str(error)) from None


def _open_machine(request: Request, say: Callable[[str], None]) -> tuple[Sandbox, Toolchain]:
    """The sandbox and toolchain, installing what is needed where that is ours to do."""
    missing = packages.missing_needed(trusted=request.trusted)
    if missing and packages.can_install():
        packages.install(missing, say)
        missing = packages.missing_needed(trusted=request.trusted)
    if missing:
        raise messages.packages_missing(missing)
    try:
        sandbox = open_sandbox(trusted=request.trusted, toolchains=compiler_directories())
        return sandbox, open_toolchain(sandbox, _machine_directory(request) / "cache")
    except SandboxError as error:
        raise messages.no_sandbox(str(error)) from None
    except ToolchainError as error:
        raise Complaint(f"{error}\n./do doctor shows what is missing") from None


def _machine_directory(request: Request) -> Path:
    return request.bench / machine.machine_name()


def _open_store(request: Request, say: Callable[[str], None]) -> Store:
    directory = _machine_directory(request)
    try:
        store = Store(directory, machine.machine_name())
    except StoreBusy as error:
        raise messages.busy(str(error)) from None
    except OSError as error:
        raise messages.no_bench(directory, str(error)) from None
    if store.repaired:
        say(messages.repaired(store.path, store.repaired))
    end_leftovers(directory)
    shutil.rmtree(directory / "work", ignore_errors=True)
    return store


@dataclass(frozen=True)
class _Opened:
    """Everything a run needs, opened in the order in which it can fail."""

    sandbox: Sandbox
    toolchain: Toolchain
    store: Store
    groups: list[Group]

    def preparation(self, display: Display, request: Request) -> Preparation:
        return Preparation(self.toolchain, self.sandbox, self.store, display, request.seconds)


def _open(request: Request, say: Callable[[str], None]) -> _Opened:
    wanted = _wanted(request)
    store = _open_store(request, say)
    sandbox, toolchain = _open_machine(request, say)
    store.record_machine(machine.describe(toolchain, sandbox))
    for abi in request.abis:
        if abi not in {target.abi for target in toolchain.targets}:
            why = toolchain.missing.get(abi, "this processor does not run it")
            raise Complaint(f"the ABI {abi} is not available here: {why}")
    groups = plan.make(
        wanted.functions, wanted.selections, toolchain, request.profile, request.abis
    )
    _say_tree_problems(groups, say)
    return _Opened(sandbox, toolchain, store, groups)


def _say_missing_abis(toolchain: Toolchain, request: Request, say: Callable[[str], None]) -> None:
    by_name = {abi.name: abi for abi in compilers.abis()}
    for abi in toolchain.missing if not request.abis else ():
        package = by_name[abi].package.replace("gcc-{gcc}-multilib", packages.multilib_package())
        advice = f"; on Debian: apt-get install {package}" if package else ""
        say(f"the ABI {abi} is skipped: its programs do not build or run here{advice}")


def _say_tree_problems(groups: list[Group], say: Callable[[str], None]) -> None:
    for function in dict.fromkeys(group.function for group in groups):
        for problem in function.problems:
            say(f"{function.name}: {problem}")


def _say_skipped(groups: list[Group], say: Callable[[str], None]) -> None:
    """Each reason once, with those that it holds for."""
    skipped: dict[tuple[str, str], list[str]] = {}
    for group in groups:
        if group.skip:
            name = f"{group.function.name}/{group.implementation.name}"
            skipped.setdefault((group.target.abi, group.skip), []).append(name)
    for (abi, why), names in skipped.items():
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        say(f"skipped for {abi}: {', '.join(names[:3])}{more}: {why}")


def run(request: Request, console: Console) -> int:
    """Everything: build, check, race, measure, pages."""
    display = Display(console)
    opened = _open(request, display.print)
    _say_missing_abis(opened.toolchain, request, display.print)
    _say_skipped(opened.groups, display.print)
    timer = Timer(opened.sandbox, machine.pinned_processor())
    with display:
        preparation = opened.preparation(display, request)
        running = Run(opened.toolchain, opened.store, display, timer)
        try:
            prepared = running.everything(opened.groups, preparation, request.full_curves)
        except CounterLost as lost:
            forget(_machine_directory(request) / "cache")
            raise messages.counter_lost(str(lost)) from None
    opened.store.close()
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
        terminal.summary([_machine_directory(request) / "data.jsonl"], list(names), console)
    files = _data_files(request)
    if not _is_current(request.bench / "html" / "index.html", files):
        with console.status("making the pages"):
            _make_pages(request, files)
    _print_index(request, console)
    wrong = [p for p in prepared if p.group.named and not p.group.skip and not p.entrants]
    return 1 if wrong else 0


def _make_pages(request: Request, files: list[Path]) -> None:
    # Here, since it loads a drawing library: half a second that a run with nothing to do saves.
    from reports import pages

    pages.write(files, request.bench / "html").touch()


def _print_index(request: Request, console: Console) -> None:
    index = request.bench / "html" / "index.html"
    console.print(f"pages: {index}", soft_wrap=True, highlight=False)


def _is_current(index: Path, files: list[Path]) -> bool:
    """Whether the pages are newer than the data and the code that they are made from."""
    made_from = [*files, *(path for path in (ROOT / "reports").rglob("*") if path.is_file())]
    if not index.is_file():
        return False
    return index.stat().st_mtime_ns > max(path.stat().st_mtime_ns for path in made_from)


def _verdicts(prepared: list[Prepared]) -> list[dict[str, Any]]:
    """One row for each group: how many of its distinct builds are right, and what is wrong with the others."""
    rows = []
    for one in prepared:
        group = one.group
        failed = [f for f in [*one.builds, *one.checks] if f["outcome"] == "failed"]
        verdict = "skipped" if group.skip else "failed" if failed else "ok"
        reasons = dict.fromkeys([group.skip] if group.skip else [f["reason"] for f in failed])
        rows.append(
            {
                "hash": group.function.name,
                "implementation": group.implementation.name,
                "abi": group.target.abi,
                "verdict": verdict,
                "builds": len(one.builds),
                "distinct": len({f["object"] for f in one.builds if "object" in f}),
                "right": len(one.entrants),
                "reasons": list(reasons),
            }
        )
    return rows


def check(request: Request, console: Console) -> int:
    """Only build and check; status 1 where anything is wrong."""
    said = Console(stderr=True, markup=False, emoji=False) if request.as_json else console
    display = Display(said)
    opened = _open(request, display.print)
    with display:
        prepared = opened.preparation(display, request).run(opened.groups)
    rows = _verdicts(prepared)
    opened.store.close()
    if request.as_json:
        print(json.dumps(rows, indent=1))
    else:
        _print_verdicts(rows, console)
    return 1 if any(row["verdict"] == "failed" for row in rows) else 0


def _print_verdicts(rows: list[dict[str, Any]], console: Console) -> None:
    for row in rows:
        name = printable(f"{row['hash']}/{row['implementation']} {row['abi']}", console.encoding)
        counts = f"{row['builds']} builds, {row['distinct']} distinct, {row['right']} right"
        rest = "; ".join(row["reasons"]) if row["verdict"] == "skipped" else counts
        console.print(f"{row['verdict']:<8}{name:<36} {rest}", highlight=False, soft_wrap=True)
        for reason in row["reasons"] if row["verdict"] == "failed" else ():
            said = printable(reason, console.encoding)
            console.print(f"        {said}", highlight=False, soft_wrap=True)


def list_tree(request: Request, console: Console) -> int:
    """What is in the tree; builds and starts nothing."""
    wanted = _wanted(request)
    rows: list[dict[str, Any]] = [
        {
            "hash": function.name,
            "implementation": implementation.name,
            "language": "C++" if implementation.is_cxx else "C",
            "architectures": sorted(implementation.architectures or []),
            "security": implementation.security,
            "directory": str(implementation.directory),
        }
        for function, implementation, _ in plan.selected(wanted.functions, wanted.selections)
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
    return sorted(request.bench.glob("*/data.jsonl"))


def report(request: Request, console: Console) -> int:
    """Pages from everything under bench/, and from data files named beside it."""
    named = [Path(word) for word in request.words]
    missing = [path for path in named if not path.is_file()]
    files = list(dict.fromkeys(path.resolve() for path in [*_data_files(request), *named]))
    if missing or not files:
        raise messages.no_data(missing or [_machine_directory(request) / "data.jsonl"])
    _make_pages(request, files)
    _print_index(request, console)
    return 0


def _doctor(request: Request, console: Console) -> int:
    cache = _machine_directory(request) / "cache"
    facts = doctor.examine(cache, trusted=request.trusted)
    if request.as_json:
        print(json.dumps(facts, indent=1))
    else:
        doctor.show(facts, console)
    return 1 if facts["problem"] else 0


HANDLERS: dict[str, Callable[[Request, Console], int]] = {
    "run": run,
    "check": check,
    "list": list_tree,
    "report": report,
    "doctor": _doctor,
}


def perform(request: Request) -> int:
    """Do what was asked; the exit status."""
    # What is printed is full of strangers' names: nothing in them is markup, or obeyed by a terminal.
    console = Console(file=sys.stdout, markup=False, emoji=False)
    try:
        return HANDLERS[request.command](request, console)
    except data.DataError as error:
        raise messages.bad_data(str(error)) from None
