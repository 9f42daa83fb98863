"""What a command needs before it can begin: tree and selections, the machine, the results. Complains of each."""

import contextlib
import math
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from hashcop import ROOT
from hashcop.data.keys import digest
from hashcop.data.records import Build, Hash, Machine
from hashcop.data.store import Store, StoreBusy
from hashcop.engine import budget, messages, plan, references, selection, spent, tree
from hashcop.engine.budget import Budget
from hashcop.engine.constant_time import Claims
from hashcop.engine.outcomes import Outcomes
from hashcop.engine.prepare import Preparation, Prepared
from hashcop.engine.progress import Display
from hashcop.engine.races import Races
from hashcop.engine.run import Prepare, Run, Way, last_of
from hashcop.engine.selection import Selection, SelectionError
from hashcop.engine.settings import Settings
from hashcop.engine.site import Lanes, Site, on_known_core
from hashcop.engine.subroutines import Subroutines
from hashcop.machine import cache, description, identity, packages, processor
from hashcop.machine.alone import Alone
from hashcop.machine.cache import Cache
from hashcop.machine.processor import Kind, NoSuchKind
from hashcop.machine.sandbox import Sandbox, SandboxError, end_leftovers, open_sandbox
from hashcop.platforms.door import EMULATED, Group, Lane, Place, Platform, Unavailable
from hashcop.platforms.implementation import HashFunction
from hashcop.platforms.registry import named, platforms, usual

Say = Callable[[str], None]


@dataclass(frozen=True)
class Wanted:
    """The tree that settings name, and what is selected in it."""

    tree: Path
    functions: tuple[HashFunction, ...]
    selections: list[Selection]

    @property
    def platforms(self) -> tuple[Platform, ...]:
        """Those that have an implementation among what is selected."""
        chosen = selection.selected(self.functions, self.selections)
        names = {one.implementation.platform for one in chosen}
        return tuple(one for one in platforms() if one.name in names)


@dataclass
class _Typed:
    """What the words of settings name: selections, a tree, and the operations of paths to implementations."""

    tree: Path | None
    words: list[str] = field(default_factory=list)
    operations: set[str] = field(default_factory=set)


def _typed(settings: Settings) -> _Typed:
    """Paths among the selections name their tree; all must name the same one."""
    typed = _Typed(settings.tree.absolute() if settings.tree else None)
    for word in settings.words:
        is_path = word.startswith((".", "/", "~")) or word.count("/") > 1 or _is_directory(word)
        if not is_path:
            typed.words.append(word)
            continue
        path = _expanded(word)
        where = selection.place_of(path)
        if where is None or not _is_directory(path):
            if word[:1] not in "./~" and _begins_with_hash(word, settings):
                typed.words.append(word)  # HASH/DIR/IMPLEMENTATION, there or not
                continue
            raise messages.not_in_tree(word)
        if typed.tree is not None and typed.tree.resolve() != where.tree.resolve():
            raise messages.mixed_trees(typed.tree, where.tree)
        typed.tree = where.tree
        typed.words.append(where.word)
        typed.operations.add(where.operation)
    return typed


def _asked(settings: Settings) -> tuple[Platform, ...]:
    """The platforms that settings ask for, whatever is selected."""
    return named(settings.platforms) or usual()


def _begins_with_hash(word: str, settings: Settings) -> bool:
    root = settings.tree or ROOT
    name = word.partition("/")[0]
    return any(_is_directory(root / one.operation / name) for one in _asked(settings))


def _is_directory(path: str | Path) -> bool:
    """Whether a typed path leads to a directory; a text that can't be a path does not."""
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False


def _expanded(word: str) -> Path:
    try:
        return Path(word).expanduser()
    except RuntimeError:  # ~NAME, and nobody is called so
        return Path(word)


def wanted(settings: Settings) -> Wanted:
    """What the settings select. Complains of selections that name nothing."""
    typed, asked = _typed(settings), _asked(settings)
    if not settings.platforms and typed.operations:
        asked = tuple(one for one in platforms() if one.operation in typed.operations)
    where = typed.tree or ROOT
    try:
        functions = tree.walk(where, asked)
        return Wanted(where, functions, selection.parse(typed.words, functions))
    except FileNotFoundError as error:
        raise messages.no_tree(Path(error.args[0])) from None
    except SelectionError as error:
        raise messages.no_selection(str(error), settings.platforms) from None


def kind_of(settings: Settings) -> Kind:
    """The cores to measure on."""
    try:
        return processor.kind(settings.cores)
    except NoSuchKind as error:
        raise messages.no_kind(str(error)) from None


def machine_name(settings: Settings) -> str:
    """What this machine is called in the data."""
    try:
        return identity.machine_name(kind_of(settings), settings.machine)
    except ValueError as error:
        raise messages.no_machine_name(str(error)) from None


def machine_directory(settings: Settings) -> Path:
    """Where the results of this machine are."""
    return settings.bench / machine_name(settings)


def libraries_of(settings: Settings) -> Path:
    """Where the operator may have put libraries that no package brings: <target>/include and <target>/lib."""
    return machine_directory(settings) / "libraries"


def cache_places(settings: Settings) -> tuple[Path, ...]:
    """Where the cache may be, the best place first. A home is shared by machines of several names, or processors."""
    name = f"{machine_name(settings)}-{processor.fingerprint()}"
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


def _install_missing(wanted: Iterable[Platform], settings: Settings, say: Say) -> None:
    """What is needed of the system and not there: installed where that is ours to do, else complained of."""
    tools = [*packages.own(), *(tool for one in wanted for tool in one.tools())]

    left = packages.missing_needed(tools, trusted=settings.trusted)
    if left and packages.can_install():
        packages.install(left, say)
        left = packages.missing_needed(tools, trusted=settings.trusted)
    if left:
        raise messages.packages_missing(left)


def open_lanes(
    wanted: Sequence[Platform], settings: Settings, kept: Path, say: Say
) -> tuple[Sandbox, Lanes]:
    """The sandbox, and the platforms at work here; `kept` is the directory of the cache.

    Installs what is needed where that is ours to do. A platform that does not work here is told to people and left
    out; without any that works there is nothing to do, which is complained of.
    """
    _install_missing(wanted, settings, say)
    try:
        sandbox, lanes, reasons = try_lanes(wanted, settings, kept, say)
    except SandboxError as error:
        raise messages.no_sandbox(str(error)) from None
    if reasons and not lanes.of:
        raise messages.nothing_works("; ".join(reasons))
    for reason in reasons:
        say(reason)
    return sandbox, lanes


def try_lanes(
    wanted: Sequence[Platform], settings: Settings, kept: Path, say: Say
) -> tuple[Sandbox, Lanes, list[str]]:
    """The sandbox, the platforms at work here, and why others do not work. Installs nothing. Raises SandboxError."""
    directories = [directory for one in wanted for directory in one.directories()]
    own = kept / cache.FOUND / "sandbox"
    sandbox = open_sandbox(trusted=settings.trusted, toolchains=directories, kept=own)
    place = Place(
        sandbox=sandbox,
        cache=kept,
        cores=kind_of(settings).usable,
        libraries=libraries_of(settings),
        targets=settings.targets,
        profile=settings.profile,
        exhaustive=settings.exhaustive,
        sanitized=settings.sanitizes,
        long_messages=settings.long_messages,
        devices=settings.devices,
        say=say,
    )
    lanes: dict[str, Lane] = {}
    reasons: list[str] = []
    for one in wanted:
        try:
            lanes[one.name] = one.open(place)
        except Unavailable as error:
            reasons.append(str(error))
    return sandbox, Lanes(lanes), reasons


def targets_of(lanes: Lanes, settings: Settings) -> list[str]:
    """The names of the targets that the settings ask for; empty for all of this machine's own."""
    timed = {t.name: t.is_timed for lane in lanes.of.values() for t in lane.targets}
    missing = {name: why for lane in lanes.of.values() for name, why in lane.missing.items()}
    for name in settings.targets:
        if name not in timed and name != EMULATED:
            raise messages.no_abi(name, missing.get(name, "this processor does not run it"))
    names = [name for name in settings.targets if name != EMULATED]
    if EMULATED in settings.targets:
        names += [name for name, is_timed in timed.items() if not is_timed and name not in names]
    if settings.targets and not names:
        raise messages.no_abi(EMULATED, "none is there; ./do doctor says what they need")
    return names


@dataclass(frozen=True)
class Work:
    """What does the work of a run: what builds, races and measures, and the groups with their subroutines."""

    preparation: Preparation
    races: Races
    run: Run
    claims: Claims
    groups: list[Group]
    site: Site
    way: Way  # how the groups are prepared

    def checked(self) -> list[Prepared]:
        """Build and check all groups; what is wrong is built with other subroutines as well, where it has some."""
        prepared, left = [], self.groups
        while left:
            found = self.preparation.run(left)
            prepared += found
            left = self.run.others(found)
        return last_of(prepared)

    @property
    def made(self) -> list[Build]:
        """Builds that are new here, of groups that were not selected by name."""
        return self.preparation.made


@dataclass(frozen=True)
class Session:
    """Everything that a run needs, opened in the order in which it can fail."""

    settings: Settings
    sandbox: Sandbox
    lanes: Lanes
    store: Store
    cache: Cache
    kind: Kind
    tree: Path
    platforms: tuple[Platform, ...]
    groups: list[Group] = field(default_factory=list)
    alone: Alone = field(default_factory=Alone)

    def close(self) -> None:
        """Once everything is done: release machine and results, and the cache, which does not grow beyond its limit."""
        self.alone.release()
        self.store.close()
        self.cache.close()

    def describe(self, lanes: Lanes) -> Machine:
        """The `machine` record."""
        return describe(lanes, self.sandbox, self.kind)

    def begin(self, display: Display) -> Work:
        """Begin the work of the session. Subroutines are built, and raced, here."""
        settings = self.settings
        outcomes = Outcomes(self.cache)
        preparation = Preparation(self.store, display, settings.seconds, outcomes)
        where = (
            self.cache.directory,
            self.kind,
            display,
            self.describe,
            settings.patience,
            self.alone,
        )
        site = Site(self.lanes, self.store, *where)
        display.spent.patience = site.patience
        races = Races(self.store, display, preparation, site.timer, site.timer_at_once)
        paces = spent.kept(self.cache.directory)
        run = Run(self.store, display, races, site.timer, site.patience, paces)
        preparation.remind(self.groups)
        way, of_a_primitive = self._ways(preparation, races, display)
        subroutines = Subroutines(self.tree, self.platforms, of_a_primitive, races)
        groups = subroutines.provide(self.groups)
        run.others = subroutines.again
        claims = Claims(self.store, display, outcomes)
        return Work(preparation, races, run, claims, groups, site, way)

    def _ways(
        self, preparation: Preparation, races: Races, display: Display
    ) -> tuple[Way, Prepare]:
        """How the groups are built and checked, and what does so with those of each primitive that they need."""
        settings = self.settings
        if settings.exhaustive:
            every = sum(len(group.option_sets) for group in self.groups)
            way = Way(lambda groups, _: preparation.run(groups), lambda _: every, lambda _: every)
            return way, preparation.run
        primitives = {
            (need.operation, need.primitive, group.target.name)
            for group in self.groups
            for need in group.needs
        }
        is_thrifty = settings.budget is None
        seconds = settings.usual_time if settings.budget is None else settings.budget
        of_hashes, share = budget.shares(seconds, len(primitives))
        of_hashes = math.inf if is_thrifty else of_hashes
        searches = [
            Budget(preparation, races, display, part, is_thrifty=is_thrifty)
            for part in (of_hashes, share)
        ]
        hashes, of_a_primitive = searches
        others = settings.longest_time if is_thrifty else math.inf
        counts = hashes.expected, hashes.least
        way = Way(hashes.rest, *counts, of_hashes, hashes.first, others)
        return way, of_a_primitive.rest


def describe(lanes: Lanes, sandbox: Sandbox, kind: Kind) -> Machine:
    """The `machine` record of this machine with some lanes at work."""
    told = [lane.described() for lane in lanes.of.values()]
    return description.describe(
        kind,
        sandbox=sandbox.name,
        pinned=lanes.core,
        counter={name: one for d in told for name, one in d.counter.items()},
        targets={name: status for d in told for name, status in d.targets.items()},
        emulators={name: emulator for d in told for name, emulator in d.emulators.items()},
        compilers=tuple(dict.fromkeys(compiler for d in told for compiler in d.compilers)),
    )


def open_session(
    settings: Settings, say: Say, chosen: Wanted | None = None, place: Path | None = None
) -> Session:
    """Open what a run needs. Complains of what is missing, busy, or of another machine.

    `chosen`: instead of what the settings select. `place`: the directory of the data, instead of the machine's.
    """
    chosen = chosen or wanted(settings)
    store, kept = open_store(settings, say, place), open_cache(settings)
    functions = references.named(settings.references, chosen.functions, store.directory)
    chosen = replace(chosen, functions=functions)
    kind = kind_of(settings)
    sandbox, lanes = open_lanes(_with_targets(chosen, settings), settings, kept.directory, say)
    lanes = on_known_core(lanes, kept.directory, kind, looks=settings.times)
    store.record_machine(describe(lanes, sandbox, kind))
    names = targets_of(lanes, settings)
    groups = plan.make(chosen.functions, chosen.selections, lanes.of, names)
    for function in dict.fromkeys(group.function for group in groups):
        for problem in function.problems:
            say(f"{function.name}: {problem}")
    _record_functions(groups, store)
    rest = kind, chosen.tree, chosen.platforms, groups
    return Session(settings, sandbox, lanes, store, kept, *rest)


def planned(settings: Settings, say: Say) -> list[Group]:
    """The groups of a run with these settings. Opens what a run needs to know them, and records nothing."""
    chosen, kept = wanted(settings), open_cache(settings)
    _, lanes = open_lanes(_with_targets(chosen, settings), settings, kept.directory, say)
    kept.close()
    names = targets_of(lanes, settings)
    return plan.make(chosen.functions, chosen.selections, lanes.of, names)


def _with_targets(chosen: Wanted, settings: Settings) -> Sequence[Platform]:
    """The platforms of what is selected that know a target that is asked for; all of them where none does."""
    names = {name for name in settings.targets if name != EMULATED}
    asked = [one for one in chosen.platforms if not names.isdisjoint(one.target_names())]
    return asked or chosen.platforms


def open_store(settings: Settings, say: Say, place: Path | None = None) -> Store:
    """The data of this machine, or those in the directory `place`. Complains if they are busy, or another machine's."""
    directory, name = place or machine_directory(settings), machine_name(settings)
    if settings.sanitizes:
        directory /= "sanitized"  # no pages are made of it
    try:
        store = Store(directory, name)
    except StoreBusy as error:
        raise messages.busy(str(error)) from None
    except OSError as error:
        raise messages.no_bench(directory, error.strerror or str(error)) from None
    other = identity.other_machine(store.machine_record, named=bool(settings.machine))
    if other:
        store.close()
        raise messages.other_machine(directory, other)
    if store.repaired:
        say(messages.repaired(store.path, store.repaired))
    if store.implausible:
        say(messages.implausible(store.implausible))
    end_leftovers(directory)
    shutil.rmtree(directory / "work", ignore_errors=True)
    return store


def _record_functions(groups: Sequence[Group], store: Store) -> None:
    """Record what the tree says of the hashes, where that is new."""
    for function in dict.fromkeys(group.function for group in groups):
        description, designers = function.description, function.designers
        key = digest("hash", function.name, description, list(designers))
        if (description or designers) and store.find(Hash, key) is None:
            record = Hash(key=key, hash=function.name, description=description, designers=designers)
            store.record([record])
