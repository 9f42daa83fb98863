"""A small site for the tests of the scripts: pages with the markup that they act on, and data as the pages have them.

The real pages are made by reports.site; here every name, length and figure is chosen by the test.
"""

import json
import math
import random
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from reports import colours, vendored
from reports.site.addresses import safe

ASSETS = Path(__file__).resolve().parents[3] / "reports" / "assets"
POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' 'unsafe-inline' file:; "
    "img-src 'self' data: blob: file:; base-uri 'none'; form-action 'none'"
)
EVERYWHERE = ["tablesort.min.js", "tablesort.number.min.js", "page.js", "tables.js"]
CURVES = ["uPlot.iife.min.js", "chart.js", "curves.js"]
COMPARE = [*CURVES, "certainty.js", "choose.js", "compare.js"]
TABLE_LENGTHS = (8, 64, 576, 1536, 2048, 4096)


def script(name: str, value: Any) -> str:
    """A data script: one call, and no character that ends a script or a line of one."""
    text = json.dumps([name, value], separators=(",", ":"))[1:-1]
    for character in "<\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return f"hashcop.take({text});\n"


def deltas(values: Sequence[float], unit: int = 1) -> list[int]:
    """The first value and the differences, in parts of a unit."""
    whole = [round(value * unit) for value in values]
    return [b - a for a, b in zip([0, *whole], whole, strict=False)]


@dataclass
class Series:
    """An implementation: cycles of a call = call + block * number of blocks, with a little noise."""

    name: str
    call: float
    block: float
    colour: int
    dash: int = 0
    every: int = 1
    costs: dict[int, float] = field(default_factory=dict)  # at these lengths instead

    def lengths(self) -> list[int]:
        return sorted({*range(0, 4097, self.every), *TABLE_LENGTHS, 0, 1})

    def median(self, length: int) -> float:
        if length in self.costs:
            return self.costs[length]
        noise = random.Random(f"{self.name}{length}").uniform(0.995, 1.005)
        return (self.call + self.block * ((length + 72) // 64)) * noise

    def margins(self) -> dict[str, list[float]]:
        """One percent, and half a percent that all figures may be off."""
        return {str(n): [0.01, 0.01, 0.005] for n in self.costs or TABLE_LENGTHS}


DOUBT = {"8": 'probably wrong: 90 % likely, "so"', "9": "12 % likely"}  # of the first series
SERIES = [
    Series("x86-shani", 160, 84, 0),
    Series("gnutls", 260, 84.5, 3, 1, 8),
    Series("openssl", 240, 85, 11, 1, 8),
    Series("avx2", 210, 260, 2, 0, 8),
    Series("ref", 180, 520, 7, 3, 8),
    Series("cryptopp, <b>old</b>", 300, 610, 1, 1, 8),
]


def hash_data(place: str, title: str, series: Iterable[Series]) -> dict[str, Any]:
    """What data/M/ABI/HASH.js hands over. `place` is M/ABI/HASH."""
    return {
        "title": title,
        "page": f"machine/{place}.html",
        "block": 64,
        "steps": list(range(56, 4097, 64)),
        "series": [
            {
                "id": f"{place}/{safe(one.name)}",
                "name": one.name,
                "page": f"machine/{place}.html",
                "colour": one.colour,
                "dash": one.dash,
                "lengths": deltas(one.lengths()),
                "median": deltas([one.median(n) for n in one.lengths()], 10),
                "doubt": DOUBT if one is SERIES[0] else {},
            }
            for one in series
        ],
    }


def more_data(series: Iterable[Series]) -> dict[str, Any]:
    """What data/M/ABI/HASH.more.js hands over."""
    return {
        one.name: {
            "low": deltas([one.median(n) * 0.97 for n in one.lengths()], 10),
            "high": deltas([one.median(n) * 1.05 for n in one.lengths()], 10),
            "margins": one.margins(),
        }
        for one in series
    }


def page(title: str, main: str, scripts: Iterable[str]) -> str:
    """A page with the policy of the real ones."""
    links = "".join(f'<script src="assets/{name}" defer></script>\n' for name in scripts)
    return f"""<!doctype html>
<html lang="en" data-root="./">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/style.css">
<link rel="stylesheet" href="assets/colours.css">
<link rel="stylesheet" href="assets/uPlot.min.css">
<link rel="stylesheet" href="assets/widgets.css">
{links}</head>
<body><header><nav aria-label="Where you are"><a href="index.html">Hashcop</a></nav></header>
<main id="main">
<h1>{escape(title)}</h1>
{main}
</main>
</body>
</html>
"""


HASHES = {
    "sha256": ("sha-256 sha2 sha-2", "SHA-2", 256, 2.05, "figure"),
    "sha512": ("sha-512 sha2 sha-2", "SHA-2", 512, 3.1, "figure"),
    "sha3256": ("sha3-256 keccak finalists sha3", "Keccak", 256, 7.55, "figure"),
    "blake2b": ("blake2 blake2b-512", "BLAKE_family", 512, 2.43, "tie"),
    "blake256": ("blake-256 finalists sha3", "BLAKE_family", 256, 5.02, "figure"),
    "skein512": ("skein finalists sha3", "Skein", 512, None, "not built"),
    "groestl256": ("grøstl-256 finalists sha3", "Grøstl", 256, 10.4, "figure"),
}
MACHINES = [
    ("vm", "Sapphire Rapids (2023)", "Intel", True, 1.0),
    ("pi", "Cortex-A76 (2018)", "Arm", True, 2.5),
    ("old", "Haswell (2013)", "Intel", False, 1.7),
]


def _row(hash_name: str, rank: int) -> str:
    names, family, bits, cost, state = HASHES[hash_name]
    cell = f' data-sort="{cost}"' if cost else ""
    return (
        f'<tr data-names="{hash_name} {names}" data-family="{family}" data-bits="{bits}" data-security="none">'
        f'<td data-sort="{rank}">{rank}</td>'
        f'<th scope="row" class="text"><a href="hash.html">{hash_name}</a><small>a title</small></th>'
        f"<td{cell}>{f'{cost:.3g}' if cost else state}</td>"
        f'<td><span class="bar" style="--part:1"></span></td><td class="text">opt64</td></tr>'
    )


INDEX_HEAD = """<thead><tr><th scope="col">rank</th><th scope="col" class="text">hash</th>
<th scope="col">cycles/byte</th><th scope="col" data-sort-method="none"><span class="hush">bar</span></th>
<th scope="col" class="text">implementation</th></tr></thead>"""


def index_main() -> str:
    """The front page's ranking, its controls, the list of machines and the matrix."""
    rows = "".join(_row(name, n) for n, name in enumerate(HASHES, 1))
    machines = "".join(
        f'<li data-names="{name} {processor.lower()}">{name}: {processor}</li>'
        for name, processor, *_ in MACHINES
    )
    columns = "".join(
        f'<option value="{c}" data-matrix="data/matrix/{c}.js" data-take="matrix/{c}"'
        f"{' selected' if c == 1536 else ''}>{c} bytes</option>"
        for c in (64, 1536, 4096)
    )
    facets = "".join(
        f'<label>{name} <select data-facet="{name}"><option value="">all</option></select></label>'
        for name in ("family", "bits", "maker", "design")
    )
    return f"""
<div class="tools" data-needs-script hidden>
<label>search <input type="search" id="search" name="q" data-filter="#ranking, #machines"></label>
<button type="button" class="preset" data-preset="finalists" data-target="#search">finalists</button>
<button type="button" class="preset" data-preset="BLAKE family" data-target="#family">BLAKE</button>
<label>family <select id="family" name="family" data-where="#ranking" data-field="family">
<option value="">all</option><option>BLAKE family</option><option>Keccak</option></select></label>
<label>bits <select data-where="#ranking" data-field="bits"><option value="">all</option></select></label>
<label>on <select data-choose="machine"></select></label>
<label>at <select data-choose="column">{columns}</select></label>
<output data-count="#ranking"></output></div>
<p>On <a data-chosen="machine" href="hash.html">vm</a>, <span data-chosen="column">1536 bytes</span></p>
<div class="scroll" tabindex="0" role="region" aria-label="Ranking">
<table id="ranking" class="figures ranking sortable" data-take="vm/amd64/ranking" data-column="1536">
{INDEX_HEAD}<tbody>{rows}</tbody></table></div>
<template id="ranking-row"><tr><td data-slot="rank"></td>
<th scope="row" class="text"><a data-slot="hash"></a></th><td><a data-slot="figure"></a></td>
<td><span class="bar" data-slot="bar"></span></td><td class="text" data-slot="implementation"></td></tr></template>
<h2>Machines</h2>
<p class="find"><label hidden>filter <input type="search" data-filter="#machines"></label>
<output data-count="#machines"></output></p>
<ul id="machines">{machines}</ul>
<p>Measured 2020-01-01<time class="age" datetime="2020-01-01T00:00:00Z"></time></p>
<details id="matrix"><summary>All machines</summary>
<div class="tools">{facets}<output id="matrix-count"></output></div>
<div class="scroll" tabindex="0" role="region" aria-label="All machines">
<table id="matrix-table" class="figures matrix"><thead></thead><tbody></tbody></table></div>
<button type="button" class="plain-button" id="matrix-more" hidden>more</button></details>
<p><code>./do sha256</code> <button type="button" class="copy" data-copy="./do sha256" hidden>Copy command</button></p>
"""


def hash_main(place: str, series: Iterable[Series]) -> str:
    """A page of a hash on a machine: curves, and the table that they lead to."""
    rows = "".join(
        f'<tr><th scope="row" class="text">{escape(one.name)}</th>'
        + "".join(
            f'<td data-sort="{one.median(n) / n}">{one.median(n) / n:.3g}</td>'
            for n in TABLE_LENGTHS
        )
        + "</tr>"
        for one in series
    )
    head = "".join(f'<th scope="col">{n}</th>' for n in TABLE_LENGTHS)
    return f"""
<div class="curves" data-source="data/{place}.js" data-take="{place}" data-more="data/{place}.more.js"
data-table="#comparison">
<p>The table below has the figures.</p></div>
<h2>Implementations compared</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Implementations compared">
<table id="comparison" class="figures sortable"><thead><tr>
<th scope="col" class="text">implementation</th>{head}</tr></thead>
<tbody>{rows}</tbody></table></div>
"""


COMPARE_MAIN = """
<div id="compare">
<p id="without">This page needs its scripts; <code>./do compare A B</code> does the same.</p>
<form id="choose" class="choose" hidden>
<label>machine <input name="machine" list="machines" autocomplete="off"></label><datalist id="machines"></datalist>
<label>target <select name="target"></select></label>
<label>hash <input name="hash" list="hashes" autocomplete="off"></label><datalist id="hashes"></datalist>
<label>implementation <select name="implementation"></select></label>
<button type="submit">add</button></form>
<ul id="chosen" class="chosen"></ul>
<section id="ratio-part" hidden><h2>Ratio</h2><div id="ratio-curve"></div></section>
<section id="curves-part" hidden><h2>Curves</h2><div id="all-curves" class="curves"></div></section>
<section id="table-part" hidden><h2>Ratios with intervals</h2>
<p class="tools"><label><input type="checkbox" id="relevant" checked> relevant only</label>
<output id="folded"></output></p>
<div class="scroll" tabindex="0" role="region" aria-label="Ratios">
<table id="ratio-table" class="figures"><thead></thead><tbody></tbody></table></div></section>
<section id="command-part" hidden><h2>Measure it again</h2><div id="commands"></div></section>
</div>
"""


def _ranking(times: float) -> dict[str, Any]:
    costs = [(name, one[3] * times if one[3] else None, one[4]) for name, one in HASHES.items()]
    rows = [
        [
            name,
            f"{cost:.3g}" if cost else state,
            state,
            "opt64",
            "hash.html",
            f"{rank}=" if rank == 2 else str(rank),
            cost,
        ]
        for rank, (name, cost, state) in enumerate(
            sorted(costs, key=lambda one: one[1] or math.inf), 1
        )
    ]
    return {str(column): rows for column in (64, 1536)}


def _machines() -> list[dict[str, Any]]:
    return [
        {
            "name": name, "key": name, "processor": processor, "maker": maker,
            "design": processor.split(" (")[0], "page": "index.html", "index": f"data/{name}/index.js",
            "date": "2026-11-23", "fit": fit,
            "targets": [
                {"name": "amd64", "platform": "c", "page": "hash.html",
                 "ranking": f"data/{name}/amd64/ranking.js", "take": f"{name}/amd64/ranking"}
            ],
        }
        for name, processor, maker, fit, _ in MACHINES
    ]  # fmt: skip


def write(root: Path, series: Sequence[Series] = tuple(SERIES)) -> Path:
    """The whole site below `root`; the hash sha256 of the machines vm and pi has the given series."""
    shutil.copytree(ASSETS, root / "assets", dirs_exist_ok=True)
    for name, path in vendored.files().items():
        shutil.copy(path, root / "assets" / name)
    (root / "assets" / "colours.css").write_text(colours.style_sheet())
    (root / "index.html").write_text(page("Hashes", index_main(), [*EVERYWHERE, "front.js"]))
    (root / "hash.html").write_text(
        page("sha256 on vm, amd64", hash_main("vm/amd64/sha256", series), [*EVERYWHERE, *CURVES])
    )
    (root / "compare.html").write_text(page("Compare", COMPARE_MAIN, [*EVERYWHERE, *COMPARE]))
    for name, value in _data(series).items():
        path = root / "data" / f"{name}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script(name, value), encoding="utf-8")
    return root


def _data(series: Sequence[Series]) -> Mapping[str, Any]:
    data: dict[str, Any] = {"machines": _machines()}
    data["hashes"] = {
        name: {
            "names": f"{name} {names}",
            "family": family.replace("_", " "),
            "bits": bits,
            "groups": "",
            "page": "hash.html",
        }
        for name, (names, family, bits, *_) in HASHES.items()
    }
    for machine, _, _, _, times in MACHINES:
        data[f"{machine}/amd64/ranking"] = _ranking(times)
    for machine in ("vm", "pi"):
        place = f"{machine}/amd64/sha256"
        data[f"{machine}/index"] = {
            "amd64": {"sha256": {"data": f"data/{place}.js", "take": place,
                                 "implementations": [one.name for one in series]}}
        }  # fmt: skip
        data[place] = hash_data(place, f"sha256 on {machine}, amd64", series)
        data[f"{place}.more"] = more_data(series)
    for column in (64, 1536):
        rows = [[f"{name}/amd64/ranking", [f"{one[3]:.3g}" if one[3] else "not built" for one in HASHES.values()]]
                for name, *_ in MACHINES]  # fmt: skip
        data[f"matrix/{column}"] = {"hashes": list(HASHES), "rows": rows}
    return data
