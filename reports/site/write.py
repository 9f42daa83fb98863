"""The making of all pages: summaries first, then the tables that readers look at first, then details, then figures.

Each group of files is made by itself, by as many processes as there are cores. If it is interrupted, it goes on with
the next call: what was written is known, and stands.
"""

import difflib
import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import duckdb

from hashcop.results import machines as about
from reports import currency, folder, vendored
from reports.folder import Group, Pages
from reports.kept import signatures
from reports.kept.across import Across
from reports.kept.machine import Head
from reports.kept.store import Store
from reports.site import addresses, circuit_pages, device_pages, java_pages, moved, signed
from reports.site.circuit_pages import CircuitPages
from reports.site.compiler_pages import CompilerPages
from reports.site.detail_pages import DetailPages
from reports.site.device_pages import DevicePages
from reports.site.drawn_pages import DrawnPages
from reports.site.environment import Site
from reports.site.java_pages import JavaPages
from reports.site.machine_pages import MachinePages
from reports.site.shared_pages import GROUP, SharedPages
from reports.site.signed import Standings
from reports.workers import Map, workers

FEW = 4  # machines: of more, figures are drawn only where they are asked for
Progress = Callable[[str, int, int], None]


class NoSuchMachine(Exception):
    """A machine is asked for that the data do not have. Says which there are."""


@dataclass(frozen=True)
class Wish:
    """What is to be made.

    `in_ticks`: figures are of the counters' own ticks. `figures`: the machines whose figures are drawn; None for all,
    if they are few. `signers`: ssh's file of known signers; None for the usual one. `details`: also the pages of
    single hashes and implementations, and not only tables. Pages that lack either are not taken for current.
    """

    in_ticks: bool = False
    figures: frozenset[str] | None = None
    details: bool = True
    signers: Path | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all is made that a reader looks for."""
        return self.details and self.figures != frozenset()


def write(
    files: Iterable[Path], out: Path, kept: Path, wish: Wish, progress: Progress
) -> tuple[Store, tuple[str, ...]]:
    """Make the pages of data files in `out`; summaries are kept in `kept`.

    Calls `progress(what, done, total)` after each group of files. Returns the store and what readers must know.
    Raises hashcop.data.files.DataError for files that can't be read as data, NoSuchMachine, and OSError.
    """
    data = sorted({path.resolve() for path in files})
    # Before reading: if a file grows meanwhile, these pages are not current.
    signers = wish.signers or currency.signers_of(out)
    made_from = currency.digest(data, signers, in_ticks=wish.in_ticks)
    store = Store(kept, in_ticks=wish.in_ticks)
    with _of_the_system(), _alone(kept), workers(len(os.sched_getaffinity(0))) as run:
        heads = store.bring_up_to_date(data, run)
        known = signatures.standings(data, kept, signers, run)
        _refuse_unknown(wish, heads)
        moved.begin(out)
        folder.begin(out)
        notices = about.notices([head.machine for head in heads]) + signed.notices(heads, known)
        site = _site(heads, wish)
        groups = _tables(site, heads, known, out, run, progress)
        groups += _shared(site, heads, known, notices, out, kept, progress)
        if wish.details:
            groups += _details(site, heads, known, out, run, progress)
        if wish.is_whole:
            folder.finish(out, [*groups, moved.write(out)], made_from)
    return store, notices


def _refuse_unknown(wish: Wish, heads: Sequence[Head]) -> None:
    """Raise NoSuchMachine if there is no machine of a name whose figures are wished for."""
    names = [head.name for head in heads]
    for unknown in sorted((wish.figures or frozenset()) - set(names)):
        near = difflib.get_close_matches(unknown, names, n=3, cutoff=0)
        raise NoSuchMachine(
            f"there is no machine {unknown} to draw figures of; there is {', '.join(near) or 'none'}"
        )


def _site(heads: Sequence[Head], wish: Wish) -> Site:
    chosen = wish.figures
    if chosen is None:
        chosen = frozenset(head.name for head in heads) if len(heads) <= FEW else frozenset()
    times = [head.newest for head in heads]
    return Site(
        code=currency.code_digest(),
        newest=max(times, default=""),
        is_scripted=bool(vendored.files()),
        drawn=chosen if wish.details else frozenset(),
        has_counts=any(head.machine.counts for head in heads),
    )


@contextmanager
def _of_the_system() -> Iterator[None]:
    """Let a database without room, on the disk or in memory, be an error of the system as any other."""
    try:
        yield
    except (duckdb.IOException, duckdb.OutOfMemoryException) as error:
        raise OSError(str(error).splitlines()[0]) from None


@contextmanager
def _alone(kept: Path) -> Iterator[None]:
    """Wait until no other process makes pages from these summaries, and let none begin meanwhile."""
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _tables(
    site: Site, heads: Sequence[Head], known: Standings, out: Path, run: Map, progress: Progress
) -> list[str]:
    every = [MachinePages(site, head, signed.of(head, known), out) for head in heads]
    return _made(every, out, run, "tables", progress)


def _details(
    site: Site, heads: Sequence[Head], known: Standings, out: Path, run: Map, progress: Progress
) -> list[str]:
    warned = [(head, signed.warning(head, signed.of(head, known))) for head in heads]
    some = [DetailPages(site, head, t, said) for head, said in warned for t in head.targets]
    groups = _made(some, out, run, "pages of hashes", progress)
    groups += _made([CompilerPages(site, head) for head in heads], out, run, "compilers", progress)
    in_java = [JavaPages(site, head) for head in heads if java_pages.targets(head)]
    groups += _made(in_java, out, run, "Java", progress) if in_java else []
    on_devices = [DevicePages(site, head) for head in heads if device_pages.has_page(head)]
    groups += _made(on_devices, out, run, "devices", progress) if on_devices else []
    in_rtl = [CircuitPages(site, head) for head in heads if circuit_pages.has_page(head)]
    groups += _made(in_rtl, out, run, "circuits", progress) if in_rtl else []
    drawn = [DrawnPages(h, t) for h in heads if h.name in site.drawn for t in h.timed]
    return groups + _made(drawn, out, run, "figures", progress)


def _made(pages: Sequence[Pages], out: Path, run: Map, what: str, progress: Progress) -> list[str]:
    for done, _ in enumerate(run(partial(_make, out), pages), 1):
        progress(what, done, len(pages))
    return [each.group for each in pages]


def _make(out: Path, pages: Pages) -> int:
    """Write a group of files where it is not current."""
    group = Group(out, pages.group)
    return 0 if group.is_made_from(pages.key) else group.write(pages.files(), pages.key)


def _shared(
    site: Site,
    heads: Sequence[Head],
    known: Standings,
    notices: Sequence[str],
    out: Path,
    kept: Path,
    progress: Progress,
) -> list[str]:
    pages = SharedPages(site, heads, known, notices, out)
    group = Group(out, GROUP)
    if not group.is_made_from(pages.key):
        whole = kept / addresses.FIGURES.rpartition("/")[2]
        with closing(Across(heads, whole)) as across:
            group.write(pages.files(across, whole), pages.key)
    progress("all machines", 1, 1)
    return [GROUP]
