"""What all templates know, and the making of a page from one."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

import hashcop
from hashcop.results import constant_time, devices, hashes, many, operations, processors
from hashcop.results import ranking as compare
from hashcop.results.laggards import laggards
from hashcop.results.summary import COLUMNS, LONG, Code, Implementation, is_known
from hashcop.results.verdict import of_check, verdict
from reports import audits, charts, citation, failures, flags, format, marks
from reports.counts_chart import counts_chart
from reports.kept import figures
from reports.site import addresses, fitness, signed

_ROOM = Path(__file__).parent
TABLES = (LONG, 4096, 1536, 576, 64, 8)  # eBASH's


@dataclass(frozen=True)
class Site:
    """What all pages of one run share.

    `code` digests what they are made with. `newest` is when the newest of all figures was taken. `is_scripted`: the
    libraries of the scripts are there. `drawn` are the machines whose figures are drawn, too.
    `has_counts`: operations were counted, and have pages.
    """

    code: str
    newest: str
    is_scripted: bool
    drawn: frozenset[str]
    has_counts: bool = False

    def key(self, *parts: str) -> str:
        """A digest of what a page is made from."""
        shared = (self.code[:16], str(self.is_scripted), *(["counts"] if self.has_counts else []))
        return "\0".join((*shared, *parts))


def page(
    site: Site, template: str, name: str, /, *, newest: str | None = None, **shown: Any
) -> bytes:
    """The page of a template at an address.

    `newest` is when the newest figure that it shows was taken; by default the newest of all.
    """
    text = (
        _templates()
        .get_template(template)
        .render(
            here=name,
            link=partial(addresses.link, name),
            root=addresses.root(name),
            site=site,
            newest=site.newest if newest is None else newest,
            **shown,
        )
    )
    return text.encode("utf-8", "backslashreplace")


def _outcomes(implementation: Implementation) -> str:
    """'2 builds failed, 1 build skipped'."""
    counts = Counter(build.outcome for build in implementation.troubled)
    return ", ".join(f"{format.count(n, 'build')} {outcome}" for outcome, n in counts.items())


def _behind(codes: Iterable[Code], code: Code) -> float | None:
    """The race median of a machine code as a multiple of the best one that is not wrong."""
    sound = [one.race for one in codes if one.race and not one.is_wrong]
    return code.race / min(sound) if sound and code.race else None


def _many_chart(table: many.Table) -> Markup:
    """The implementations of a table; only the best bound is drawn, since others are of narrower vectors."""
    lines = {row.name: {n: one.median for n, one in row.cells.items()} for row in table.rows}
    bounds = [row.bound for row in table.rows if row.bound]
    return counts_chart(lines, min(bounds, default=None))


@cache
def _templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_ROOM / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    written: tuple[Callable[..., str], ...] = (
        *(
            format.per_byte,
            format.ratio,
            format.bound,
            format.rate,
            format.memory,
            format.number,
            format.ticks,
        ),
        *(format.share, format.value, format.cycles, format.throughput, format.capital),
    )
    others = (format.count, format.column, format.when, format.duration, format.options)
    environment.filters |= {f.__name__: f for f in chain[Any](written, others)}
    environment.filters["safe_name"] = addresses.safe
    environment.globals |= {
        "COLUMNS": COLUMNS,
        "TABLES": TABLES,
        "VERSION": hashcop.__version__,
        "addresses": addresses,
        "audits": audits,
        "behind": _behind,
        "laggards": laggards,
        "many": many,
        "marks": marks,
        "many_chart": _many_chart,
        "charts": charts,
        "citation": citation,
        "command": format.command,
        "compare": compare,
        "described": flags.described,
        "devices": devices,
        "facts": hashes.facts,
        "failures": failures.failures,
        "figures": figures,
        "fitness": fitness,
        "is_known": is_known,
        "of_check": of_check,
        "operations": operations,
        "outcomes": _outcomes,
        "processors": processors,
        "search_words": hashes.search_words,
        "signed": signed,
        "texts": failures.texts,
        "verdict": verdict,
        "constant_time": constant_time,
        "warnings": failures.warnings,
    }
    return environment
