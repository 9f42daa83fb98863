"""What each command does, from a request to the exit status."""

import json
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from driver import (
    compilers,
    data,
    doctor,
    export,
    machine,
    messages,
    packages,
    plan,
    tree,
    verdicts,
)
from driver.cli import Request
from driver.data import Store, StoreBusy
from driver.installed import compiler_directories
from driver.messages import Complaint
from driver.plan import Group, Selection, SelectionError
from driver.prepare import Preparation, Prepared
from driver.printable import printable
from driver.processor import Kind, NoSuchKind, kind
from driver.progress import Display
from driver.run import Run
from driver.sandbox import Sandbox, SandboxError, end_leftovers, open_sandbox
from driver.sanitize import Sanitizers
from driver.site import Site, first_place
from driver.subroutines import Subroutines
from driver.timing import CounterLost
from driver.toolchain import (
    ROOT,
    Toolchain,
    ToolchainError,
    forget,
    open_toolchain,
)
from driver.tree import HashFunction


@dataclass(frozen=True)
class Wanted:
    """The tree of a request and what is selected in it."""

    tree: Path
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
        return Wanted(where, functions, plan.parse_selection(words, functions))
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
        cores = _kind(request).usable
        return sandbox, open_toolchain(sandbox, _machine_directory(request) / "cache", cores)
    except SandboxError as error:
        raise messages.no_sandbox(str(error)) from None
    except ToolchainError as error:
        raise Complaint(f"{error}\n./do doctor shows what is missing") from None


def _kind(request: Request) -> Kind:
    """The cores to measure on."""
    try:
        return kind(request.cores)
    except NoSuchKind as error:
        raise messages.no_kind(str(error)) from None


def _machine_directory(request: Request) -> Path:
    return request.bench / machine.machine_name(_kind(request))


def _open_store(request: Request, say: Callable[[str], None]) -> Store:
    directory = _machine_directory(request)
    if request.sanitizes:
        directory /= "sanitized"  # no pages are made of it
    try:
        store = Store(directory, machine.machine_name(_kind(request)))
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
    tree: Path

    def prepare(
        self, display: Display, request: Request
    ) -> tuple[Preparation, Run, list[Group], Site]:
        """What builds, what times, the groups with their subroutines, and where all is timed."""
        preparation = Preparation(
            self.toolchain, self.sandbox, self.store, display, request.seconds
        )
        site = Site(self.sandbox, self.toolchain, self.store, _kind(request), display)
        running = Run(self.toolchain, self.store, display, site.timer)
        subroutines = Subroutines(self.tree, request.profile, preparation, running)
        return preparation, running, subroutines.provide(self.groups), site


def _open(request: Request, say: Callable[[str], None]) -> _Opened:
    wanted = _wanted(request)
    store = _open_store(request, say)
    sandbox, toolchain = _open_machine(request, say)
    cache, looks = _machine_directory(request) / "cache", request.command == "run"
    toolchain = first_place(sandbox, toolchain, cache, _kind(request), looks=looks)
    store.record_machine(machine.describe(toolchain, sandbox, _kind(request)))
    for abi in request.abis:
        if abi not in {target.abi for target in toolchain.targets}:
            why = toolchain.missing.get(abi, "this processor does not run it")
            raise Complaint(f"the ABI {abi} is not available here: {why}")
    groups = plan.make(
        wanted.functions, wanted.selections, toolchain, request.profile, request.abis
    )
    _say_tree_problems(groups, say)
    _record_functions(groups, store)
    return _Opened(sandbox, toolchain, store, groups, wanted.tree)


def _record_functions(groups: list[Group], store: Store) -> None:
    """What the tree says of the hashes, where that is new."""
    for function in dict.fromkeys(group.function for group in groups):
        rest = {"description": function.description, "designers": list(function.designers)}
        key = data.digest("hash", function.name, *rest.values())
        if any(rest.values()) and store.find("hash", key) is None:
            store.record([{"kind": "hash", "key": key, "hash": function.name, **rest}])


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
    with display:
        preparation, running, groups, site = opened.prepare(display, request)
        prepared = running.everything(groups, preparation, request.full_curves)
        site.leave()
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
            _make_pages(request, files, console)
    _print_index(request, console)
    wrong = [p for p in prepared if p.group.named and not p.group.skip and not p.entrants]
    return 1 if wrong else 0


def _make_pages(request: Request, files: list[Path], console: Console) -> None:
    # Here, since it loads a drawing library: half a second that a run with nothing to do saves.
    from reports import pages

    left_out: Counter[str] = Counter()
    pages.write(files, request.bench / "html", left_out=left_out).touch()
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
    opened = _open(request, display.print)
    with display:
        preparation, _, groups, _ = opened.prepare(display, request)
        if request.sanitizes:
            groups = Sanitizers(opened.sandbox, opened.store.directory / "work" / "try").apply(
                groups
            )
        prepared = preparation.run(groups)
    opened.store.close()
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
    names = ("data.jsonl", "data", "data.gz")  # the last two are SUPERCOP's
    return sorted(path for name in names for path in request.bench.glob(f"*/{name}"))


def report(request: Request, console: Console) -> int:
    """Pages from everything under bench/, and from data files named beside it."""
    named = [Path(word) for word in request.words]
    missing = [path for path in named if not path.is_file()]
    files = list(dict.fromkeys(path.resolve() for path in [*_data_files(request), *named]))
    if missing or not files:
        raise messages.no_data(missing or [_machine_directory(request) / "data.jsonl"])
    _make_pages(request, files, console)
    _print_index(request, console)
    return 0


def _export(request: Request, console: Console) -> int:
    return export.export(request, _data_files(request))


def _doctor(request: Request, console: Console) -> int:
    cache = _machine_directory(request) / "cache"
    facts = doctor.examine(cache, _kind(request), trusted=request.trusted)
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
    "export": _export,
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
    except CounterLost as lost:
        forget(_machine_directory(request) / "cache")
        raise messages.counter_lost(str(lost)) from None
