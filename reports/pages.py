"""Result pages: data files in, a directory of HTML out that a browser shows from the disk.

Everything that stands in the data is a stranger's text. Templates escape it, and places.py makes the file names.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import jinja2

from hashcop.results import ranking as compare
from hashcop.results.model import load
from hashcop.results.summary import COLUMNS, LENGTHS, LONG, Abi, Code, Hash, Implementation, Machine
from hashcop.results.verdict import verdict
from reports import failures, flags, format, graphs, places
from reports.folder import Folder

Progress = Callable[[int, int], None]
Maker = Callable[[bytes], bytes]  # from what a file holds to what it should hold

_ROOM = Path(__file__).parent
_MANY = 60  # builds of an implementation: more have a page of their own
_TABLES = (LONG, *reversed([length for length in LENGTHS if length != 2048]))


def write(
    data_files: Iterable[Path],
    out: Path,
    progress: Progress | None = None,
    left_out: Counter[str] | None = None,
    *,
    in_ticks: bool = False,
) -> Path:
    """Write the pages of all that the data files tell into `out`; returns the path of its index.html.

    Calls `progress(done, total)` after each file; counts in `left_out` the lines that nothing was made of.
    `in_ticks`: figures are of the counters' own ticks.
    Graphs whose curves are what they were are not drawn again; files that an earlier call wrote and
    that have lost their data are removed, others never.
    Raises hashcop.data.store.DataError for files that can't be read as data.
    """
    makers = _makers(load(data_files, left_out, in_ticks=in_ticks))
    folder = Folder(out)
    folder.open(set(makers))
    for done, (name, make) in enumerate(makers.items(), 1):
        folder.write(name, make(folder.read(name)))
        if progress:
            progress(done, len(makers))
    folder.close()
    return out / places.INDEX


def _makers(machines: tuple[Machine, ...]) -> dict[str, Maker]:
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
            said=said,
            **_overview(machines),
        ),
    }
    for machine in machines:
        if any(abi.hashes for abi in machine.abis):
            name = places.said(machine.name)
            makers[name] = _page(
                templates, "said.html", name, machine=machine, said=said[machine.name]
            )
        for abi in (abi for abi in machine.abis if abi.hashes):
            name = places.tables(machine.name, abi.name)
            makers[name] = _page(templates, "tables.html", name, machine=machine, abi=abi)
            for hash in abi.hashes:
                makers |= _hash_makers(templates, machines, machine, abi, hash)
    return makers


def _hash_makers(
    templates: jinja2.Environment,
    machines: tuple[Machine, ...],
    machine: Machine,
    abi: Abi,
    hash: Hash,
) -> dict[str, Maker]:
    """The page of a hash, and its graphs."""
    drawings: dict[str, Maker] = {}
    pictures = []
    cut = False
    for span in graphs.SPANS:
        curves = graphs.lines(compare.measured(hash), span)
        if graphs.drawable(curves):
            name = places.graph(machine.name, abi.name, hash.name, span)
            drawings[name] = partial(_drawing, curves, span)
            pictures.append((span, name))
            cut |= graphs.cut(curves)
    page = places.hash_page(machine.name, abi.name, hash.name)
    told: dict[str, Any] = {
        "machine": machine,
        "abi": abi,
        "hash": hash,
        "pictures": pictures,
        "cut": cut,
    }
    elsewhere = [place for place in _places_of(machines, hash.name) if place != (machine, abi)]
    builds: dict[str, Maker] = {}
    for one in hash.implementations:
        if has_many(one):
            name = places.builds(machine.name, abi.name, hash.name, one.name)
            builds[name] = _page(templates, "builds.html", name, one=one, **told)
    whole = _page(templates, "hash.html", page, elsewhere=elsewhere, **told)
    return {page: whole, **builds, **drawings}


def has_many(implementation: Implementation) -> bool:
    """Whether the builds of an implementation have a page of their own."""
    return len(implementation.builds) > _MANY


def _page(templates: jinja2.Environment, template: str, name: str, **told: Any) -> Maker:
    def make(_: bytes) -> bytes:
        text = templates.get_template(template).render(
            here=name, link=partial(places.link, name), **told
        )
        return text.encode("utf-8", "backslashreplace")

    return make


def _drawing(curves: tuple[graphs.Line, ...], span: int, held: bytes) -> bytes:
    same = graphs.drawn_from(held) == graphs.digest(curves, span)
    return held if same else graphs.draw(curves, span)


def _overview(machines: tuple[Machine, ...]) -> dict[str, Any]:
    """What the index compares: a row for each hash, a column for each machine and ABI."""
    columns = [
        (machine, abi)
        for machine in machines
        for abi in machine.abis
        if abi.hashes and not abi.emulator
    ]
    names = sorted({hash.name for _, abi in columns for hash in abi.hashes})
    found = {(m.name, abi.name, hash.name): hash for m, abi in columns for hash in abi.hashes}
    rows = [(name, [found.get((m.name, abi.name, name)) for m, abi in columns]) for name in names]
    return {"columns": columns, "rows": rows}


def _places_of(machines: tuple[Machine, ...], hash_name: str) -> list[tuple[Machine, Abi]]:
    """The machines and ABIs that have something to tell of a hash."""
    return [
        (m, abi)
        for m in machines
        for abi in m.abis
        if any(hash.name == hash_name for hash in abi.hashes)
    ]


def _outcomes(implementation: Implementation) -> str:
    """'2 builds failed, 1 build skipped'."""
    counts = Counter(build.outcome for build in implementation.troubled)
    return ", ".join(f"{format.count(n, 'build')} {outcome}" for outcome, n in counts.items())


def _behind(codes: Iterable[Code], code: Code) -> float | None:
    """How many times the race median of an implementation's best sound machine code this one takes."""
    sound = [one.race for one in codes if one.race and not (one.check and not one.check.passed)]
    return code.race / min(sound) if sound and code.race else None


def _unmeasured(abi: Abi) -> list[Hash]:
    """The hashes that are in no table."""
    return [hash for hash in abi.hashes if not compare.measured(hash)]


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
    others = (format.count, format.column, format.when, format.lengths, format.options)
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
        "texts": failures.texts,
        "warnings": failures.warnings,
        "outcomes": _outcomes,
        "places": places,
        "unmeasured": _unmeasured,
        "verdict": verdict,
    }
    return environment
