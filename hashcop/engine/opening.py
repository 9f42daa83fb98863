"""What a command needs before it can begin: its tree and selections, the machine, the results. Complains of each."""

import contextlib
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from hashcop import ROOT
from hashcop.data import store as data
from hashcop.data.store import Store, StoreBusy
from hashcop.engine import failed, messages, plan, tree
from hashcop.engine.messages import Complaint
from hashcop.engine.outcomes import Outcomes
from hashcop.engine.plan import Group, Selection, SelectionError
from hashcop.engine.prepare import Preparation, Prepared
from hashcop.engine.progress import Display
from hashcop.engine.run import Run
from hashcop.engine.searching import Searching
from hashcop.engine.settings import Settings
from hashcop.engine.site import Site, first_place
from hashcop.engine.subroutines import Subroutines
from hashcop.engine.tree import HashFunction
from hashcop.machine import cache, machine, packages
from hashcop.machine.cache import Cache
from hashcop.machine.processor import Kind, NoSuchKind, identity, kind
from hashcop.machine.sandbox import Sandbox, SandboxError, end_leftovers, open_sandbox
from hashcop.platforms.c.tools import compilers, emulated
from hashcop.platforms.c.tools.installed import compiler_directories
from hashcop.platforms.c.tools.probing import NOT_RUN
from hashcop.platforms.c.tools.refused import without_refused
from hashcop.platforms.c.tools.toolchain import Toolchain, ToolchainError, open_toolchain


@dataclass(frozen=True)
class Wanted:
    """The tree that settings name and what is selected in it."""

    tree: Path
    functions: tuple[HashFunction, ...]
    selections: list[Selection]


def _tree_and_words(settings: Settings) -> tuple[Path, list[str]]:
    """Paths among the selections name their tree; all must name the same one."""
    words, found = [], settings.tree.absolute() if settings.tree else None
    for word in settings.words:
        is_path = word.startswith((".", "/", "~")) or word.count("/") > 1 or Path(word).is_dir()
        if not is_path:
            words.append(word)
            continue
        path = _expanded(word)
        place = plan.tree_of(path)
        if place is None or not path.is_dir():
            typed = word if word[:1] not in "./~" else ""
            if typed and (settings.tree or ROOT).joinpath("crypto_hash", typed).exists():
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


def wanted(settings: Settings) -> Wanted:
    where, words = _tree_and_words(settings)
    try:
        functions = tree.walk(where)
        return Wanted(where, functions, plan.parse_selection(words, functions))
    except FileNotFoundError:
        raise messages.no_tree(where) from None
    except SelectionError as error:
        raise messages.no_selection(str(error)) from None


def cache_places(settings: Settings) -> tuple[Path, ...]:
    """Where the cache may be, the best place first. A home is shared by machines of several names, or processors."""
    name = f"{machine.machine_name(kind_of(settings))}-{identity()}"
    return cache.places(name, machine_directory(settings), settings.cache)


def open_cache(settings: Settings) -> Cache:
    """The cache, in the first place where it can be."""
    *better, last = cache_places(settings)
    for place in better:
        with contextlib.suppress(OSError):
            return Cache(place, settings.cache_limit)
    try:
        return Cache(last, settings.cache_limit)
    except OSError as error:
        raise messages.no_cache(f"{last}: {error.strerror or error}") from None


def libraries_of(settings: Settings) -> Path:
    """Where the operator may have put libraries that no package brings: <abi>/include and <abi>/lib."""
    return machine_directory(settings) / "libraries"


def machine_of(
    settings: Settings, place: Path, say: Callable[[str], None]
) -> tuple[Sandbox, Toolchain]:
    """The sandbox and toolchain, installing what is needed where that is ours to do. `place` is that of the cache.

    The toolchain has the other processors' ABIs among those that the settings ask for, and knows which flags of its
    profile don't work here.
    """
    missing = packages.missing_needed(trusted=settings.trusted)
    if missing and packages.can_install():
        packages.install(missing, say)
        missing = packages.missing_needed(trusted=settings.trusted)
    if missing:
        raise messages.packages_missing(missing)
    try:
        sandbox = open_sandbox(trusted=settings.trusted, toolchains=compiler_directories())
        cores = kind_of(settings).usable
        toolchain = open_toolchain(sandbox, place, libraries_of(settings), cores)
        toolchain = emulated.add(toolchain, sandbox, place, settings.targets)
        profile, abis = settings.profile, abis_of(toolchain, settings)
        return sandbox, without_refused(toolchain, profile, sandbox, place, abis=abis, say=say)
    except SandboxError as error:
        raise messages.no_sandbox(str(error)) from None
    except ToolchainError as error:
        raise Complaint(f"{error}\n./do doctor shows what is missing") from None


def kind_of(settings: Settings) -> Kind:
    """The cores to measure on."""
    try:
        return kind(settings.cores)
    except NoSuchKind as error:
        raise messages.no_kind(str(error)) from None


def machine_directory(settings: Settings) -> Path:
    return settings.bench / machine.machine_name(kind_of(settings))


def _store_of(settings: Settings, say: Callable[[str], None]) -> Store:
    directory = machine_directory(settings)
    if settings.sanitizes:
        directory /= "sanitized"  # no pages are made of it
    try:
        store = Store(directory, machine.machine_name(kind_of(settings)))
    except StoreBusy as error:
        raise messages.busy(str(error)) from None
    except OSError as error:
        raise messages.no_bench(directory, str(error)) from None
    if store.repaired:
        say(messages.repaired(store.path, store.repaired))
    end_leftovers(directory)
    shutil.rmtree(directory / "work", ignore_errors=True)
    return store


Prepare = Callable[[Sequence[Group]], list[Prepared]]


@dataclass(frozen=True)
class Workplace:
    """What does the work of a run: what builds, what times, the groups with their subroutines, where all is timed."""

    preparation: Preparation
    running: Run
    groups: list[Group]
    site: Site
    prepare: Prepare  # all of groups, or what a budget allows

    def leave(self, say: Callable[[str], None], page: str = "") -> None:
        """Once all is done: record how the machine was, and say in few lines what did not build. `page` tells all."""
        self.site.leave()
        for line in failed.lines(self.preparation.made, page):
            say(line)


@dataclass(frozen=True)
class Opened:
    """Everything a run needs, opened in the order in which it can fail."""

    sandbox: Sandbox
    toolchain: Toolchain
    store: Store
    cache: Cache
    groups: list[Group]
    tree: Path

    def close(self) -> None:
        """Once everything is done: release the results, and the cache, which does not grow beyond its limit."""
        self.store.close()
        self.cache.close()

    def _take_over(self, outcomes: Outcomes) -> None:
        """What earlier versions kept beside the results goes, but for the programs."""
        old = self.store.directory / "cache"
        if not outcomes.programs.resolve().is_relative_to(old.resolve()):
            self.cache.add(*cache.take_over(old, outcomes.programs))

    def prepare(self, display: Display, settings: Settings) -> Workplace:
        """The workplace of a run. Subroutines are built, and raced, here."""
        room = "sanitized" if settings.sanitizes else "programs"
        outcomes = Outcomes(self.cache, self.toolchain, self.sandbox, room)
        self._take_over(outcomes)
        rest = self.store, display, settings.seconds, outcomes
        preparation = Preparation(self.toolchain, self.sandbox, *rest)
        where = self.store, self.cache.directory, kind_of(settings), display, settings.patience
        site = Site(self.sandbox, self.toolchain, *where)
        running = Run(self.toolchain, self.store, display, site.timer, site.timer_at_once)
        prepare, of_a_primitive = self._prepares(
            preparation, Searching(preparation, running, display), settings.budget
        )
        subroutines = Subroutines(
            self.tree, settings.profile, self.toolchain, of_a_primitive, running
        )
        return Workplace(preparation, running, subroutines.provide(self.groups), site, prepare)

    def _prepares(
        self, preparation: Preparation, searching: Searching, budget: float | None
    ) -> tuple[Prepare, Prepare]:
        """What builds and checks the groups, and what does so with those of each primitive that they need."""
        if budget is None:
            return preparation.run, preparation.run
        primitives = {
            (need.operation, need.primitive, group.target.abi)
            for group in self.groups
            for need in group.needs
        }
        rest, share = searching.shares(budget, len(primitives))
        return partial(searching.run, seconds=rest), partial(searching.run, seconds=share)


def open_run(settings: Settings, say: Callable[[str], None]) -> Opened:
    found = wanted(settings)
    store, kept = _store_of(settings, say), open_cache(settings)
    sandbox, toolchain = machine_of(settings, kept.directory, say)
    looks = settings.times
    toolchain = first_place(sandbox, toolchain, kept.directory, kind_of(settings), looks=looks)
    store.record_machine(machine.describe(toolchain, sandbox, kind_of(settings)))
    groups = plan.make(
        found.functions, found.selections, toolchain, settings.profile, abis_of(toolchain, settings)
    )
    _say_tree_problems(groups, say)
    _record_functions(groups, store)
    return Opened(sandbox, toolchain, store, kept, groups, found.tree)


def abis_of(toolchain: Toolchain, settings: Settings) -> list[str]:
    """The names of the ABIs that settings ask for; empty for all that this processor runs."""
    names = {target.abi: target.emulator for target in toolchain.targets}
    for abi in settings.targets:
        if abi not in names and abi != emulated.ALL:
            why = toolchain.missing.get(abi, "this processor does not run it")
            raise messages.no_abi(abi, why)
    abis = [abi for abi in settings.targets if abi != emulated.ALL]
    if emulated.ALL in settings.targets:
        abis += [abi for abi, emulator in names.items() if emulator and abi not in abis]
    if settings.targets and not abis:
        raise messages.no_abi(emulated.ALL, "none is there; ./do doctor says what they want")
    return abis


def say_refused(toolchain: Toolchain, say: Callable[[str], None]) -> None:
    """In a line, that option sets are left out."""
    entries = {entry for refused in toolchain.refused.values() for entry in refused}
    if entries:
        shown = ", ".join(sorted(entries)[:3]) + (", ..." if len(entries) > 3 else "")
        say(
            f"left out: option sets with flags that do not work here ({shown}); ./do list --options says why"
        )


def _record_functions(groups: list[Group], store: Store) -> None:
    """What the tree says of the hashes, where that is new."""
    for function in dict.fromkeys(group.function for group in groups):
        rest = {"description": function.description, "designers": list(function.designers)}
        key = data.digest("hash", function.name, *rest.values())
        if any(rest.values()) and store.find("hash", key) is None:
            store.record([{"kind": "hash", "key": key, "hash": function.name, **rest}])


def say_missing_abis(toolchain: Toolchain, settings: Settings, say: Callable[[str], None]) -> None:
    by_name = {abi.name: abi for abi in compilers.abis()}
    for abi, why in toolchain.missing.items() if not settings.targets else ():
        if NOT_RUN in why:
            say(messages.abi_not_run(abi))
            continue
        package = by_name[abi].package.replace("gcc-{gcc}-multilib", packages.multilib_package())
        advice = f"; on Debian: apt-get install {package}" if package else ""
        say(f"the ABI {abi} is skipped: its programs do not build or run here{advice}")


def _say_tree_problems(groups: list[Group], say: Callable[[str], None]) -> None:
    for function in dict.fromkeys(group.function for group in groups):
        for problem in function.problems:
            say(f"{function.name}: {problem}")


def say_skipped(groups: list[Group], say: Callable[[str], None]) -> None:
    """Each reason once, with those that it holds for."""
    skipped: dict[tuple[str, str], list[str]] = {}
    for group in groups:
        if group.skip:
            name = f"{group.function.name}/{group.implementation.name}"
            skipped.setdefault((group.target.abi, group.skip), []).append(name)
    for (abi, why), names in skipped.items():
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        say(f"skipped for {abi}: {', '.join(names[:3])}{more}: {why}")
