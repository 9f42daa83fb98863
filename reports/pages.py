"""Result pages: data files in, a directory of HTML out that a browser shows from the disk.

All text in the data is a stranger's. Templates escape it, and places.py makes file names of it.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import jinja2

from hashcop.results import machines as about
from hashcop.results import ranking as compare
from hashcop.results.model import load
from hashcop.results.summary import (
    COLUMNS,
    LENGTHS,
    LONG,
    Code,
    Hash,
    Implementation,
    Machine,
    Target,
    is_known,
)
from hashcop.results.verdict import of_check, verdict
from reports import currency, failures, flags, format, graphs, places
from reports.folder import Folder

Progress = Callable[[int, int], None]
Notice = Callable[[str], None]
Maker = Callable[[bytes], bytes]  # from what a file holds to what it should hold

_ROOM = Path(__file__).parent
_MANY = 60  # builds of an implementation: more have a page of their own
_TABLES = (LONG, *reversed([length for length in LENGTHS if length != 2048]))


def write(
    data_files: Iterable[Path],
    out: Path,
    progress: Progress | None = None,
    left_out: Counter[str] | None = None,
    notice: Notice | None = None,
    *,
    in_ticks: bool = False,
) -> Path:
    """Write pages of everything in the data files into `out`; returns the path of its index.html.

    Calls `progress(done, total)` after each file, and `notice(sentence)` for what readers must know, such as two
    machines of one name. Counts in `left_out` the lines that no record is made of.
    `in_ticks`: figures are of the counters' own ticks.
    A graph whose curves have not changed is not drawn again. A file that an earlier call wrote is removed if its data
    are gone; other files stay.
    Raises hashcop.data.files.DataError for files that can't be read as data, and OSError.
    """
    data_files = list(data_files)
    # Before reading: if a file grows meanwhile, these pages are not current.
    made_from = currency.digest(data_files, in_ticks=in_ticks)
    machines = load(data_files, left_out, in_ticks=in_ticks)
    notices = about.notices(machines)
    makers = _makers(machines, notices)
    folder = Folder(out)
    folder.open(set(makers))
    for done, (name, make) in enumerate(makers.items(), 1):
        folder.write(name, make(folder.read(name)))
        if progress:
            progress(done, len(makers))
    folder.close(made_from)
    if notice:
        for sentence in notices:
            notice(sentence)
    return out / places.INDEX


def _makers(machines: tuple[Machine, ...], notices: tuple[str, ...]) -> dict[str, Maker]:
    """Every file there will be, and how it is made."""
    templates = _templates()
    said = {machine.name: failures.overview(machine) for machine in machines}
    makers: dict[str, Maker] = {
        places.STYLE: lambda _: (_ROOM / "style.css").read_bytes(),
        places.INDEX: _page(
            templates,
            "index.html",
            places.INDEX,
            machines=machines,
            notices=notices,
            said=said,
            **_overview(machines),
        ),
    }
    for machine in machines:
        if any(target.hashes for target in machine.targets):
            name = places.said(machine.name)
            makers[name] = _page(
                templates, "said.html", name, machine=machine, said=said[machine.name]
            )
        for target in (target for target in machine.targets if target.hashes):
            name = places.tables(machine.name, target.name)
            makers[name] = _page(templates, "tables.html", name, machine=machine, target=target)
            for hash in target.hashes:
                makers |= _hash_makers(templates, machines, machine, target, hash)
    return makers


def _hash_makers(
    templates: jinja2.Environment,
    machines: tuple[Machine, ...],
    machine: Machine,
    target: Target,
    hash: Hash,
) -> dict[str, Maker]:
    """The page of a hash, its graphs, and the pages of its implementations' builds."""
    drawings: dict[str, Maker] = {}
    pictures = []
    cut = False
    for span in graphs.SPANS:
        curves = graphs.lines(compare.measured(hash), span)
        if graphs.drawable(curves):
            name = places.graph(machine.name, target.name, hash.name, span)
            drawings[name] = partial(_drawing, curves, span)
            pictures.append((span, name))
            cut |= graphs.cut(curves)
    page = places.hash_page(machine.name, target.name, hash.name)
    shown: dict[str, Any] = {
        "machine": machine,
        "target": target,
        "hash": hash,
        "pictures": pictures,
        "cut": cut,
    }
    elsewhere = [place for place in _places_of(machines, hash.name) if place != (machine, target)]
    builds: dict[str, Maker] = {}
    for one in hash.implementations:
        if has_many(one):
            name = places.builds(machine.name, target.name, hash.name, one.name)
            builds[name] = _page(templates, "builds.html", name, one=one, **shown)
    whole = _page(templates, "hash.html", page, elsewhere=elsewhere, **shown)
    return {page: whole, **builds, **drawings}


def has_many(implementation: Implementation) -> bool:
    """Whether the builds of an implementation have a page of their own."""
    return len(implementation.builds) > _MANY


def _page(templates: jinja2.Environment, template: str, name: str, **shown: Any) -> Maker:
    def make(_: bytes) -> bytes:
        text = templates.get_template(template).render(
            here=name, link=partial(places.link, name), **shown
        )
        return text.encode("utf-8", "backslashreplace")

    return make


def _drawing(curves: tuple[graphs.Line, ...], span: int, held: bytes) -> bytes:
    same = graphs.drawn_from(held) == graphs.digest(curves, span)
    return held if same else graphs.draw(curves, span)


def _overview(machines: tuple[Machine, ...]) -> dict[str, Any]:
    """The table of the index: a row for each hash, a column for each machine and target."""
    columns = [
        (machine, target)
        for machine in machines
        for target in machine.targets
        if target.hashes and not target.emulator
    ]
    names = sorted({hash.name for _, target in columns for hash in target.hashes})
    found = {
        (machine.name, target.name, hash.name): hash
        for machine, target in columns
        for hash in target.hashes
    }
    rows = [
        (name, [found.get((m.name, target.name, name)) for m, target in columns]) for name in names
    ]
    return {"columns": columns, "rows": rows}


def _places_of(machines: tuple[Machine, ...], hash_name: str) -> list[tuple[Machine, Target]]:
    """The machines and targets that have results of a hash."""
    return [
        (machine, target)
        for machine in machines
        for target in machine.targets
        if any(hash.name == hash_name for hash in target.hashes)
    ]


def _outcomes(implementation: Implementation) -> str:
    """'2 builds failed, 1 build skipped'."""
    counts = Counter(build.outcome for build in implementation.troubled)
    return ", ".join(f"{format.count(n, 'build')} {outcome}" for outcome, n in counts.items())


def _behind(codes: Iterable[Code], code: Code) -> float | None:
    """The race median of a machine code as a multiple of the best one that is not wrong."""
    sound = [one.race for one in codes if one.race and not one.is_wrong]
    return code.race / min(sound) if sound and code.race else None


def _unmeasured(target: Target) -> list[Hash]:
    """The hashes that are in no table."""
    return [hash for hash in target.hashes if not compare.measured(hash)]


def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_ROOM / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    written = (
        format.per_byte,
        format.ratio,
        format.rate,
        format.memory,
        format.number,
        format.ticks,
        format.share,
    )
    others = (
        *(format.count, format.column, format.when, format.duration),
        *(format.lengths, format.options),
    )
    environment.filters |= {f.__name__: f for f in chain[Any](written, others)}
    environment.filters["safe_name"] = places.safe
    environment.globals |= {
        "COLUMNS": COLUMNS,
        "TABLES": _TABLES,
        "SLOTS": graphs.SLOTS,
        "behind": _behind,
        "command": format.command,
        "compare": compare,
        "described": flags.described,
        "failures": failures.failures,
        "has_many": has_many,
        "is_known": is_known,
        "of_check": of_check,
        "texts": failures.texts,
        "warnings": failures.warnings,
        "outcomes": _outcomes,
        "places": places,
        "unmeasured": _unmeasured,
        "verdict": verdict,
    }
    return environment
