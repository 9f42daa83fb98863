"""How long pages take, how much memory, and how heavy they are, against what is promised: a lab of 1000 machines.

    make bench-report

Summaries of 1000 machines of 60 hashes with 5 implementations each (tests/support/made_lab.py), then a new machine
among them, then raw data as large as a real run's. Prints a row for each promise: what, figure, limit. Leave the
machine alone meanwhile. CPU seconds are of all processes, without the start of Python. Memory is what all processes
together hold (PSS: a page that several share counts once). A figure without a limit is only told.
"""

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from reports import currency, folder, pages
from reports.kept.store import Store
from tests.bench.run_times import row
from tests.support import made_lab

ROOT = Path(__file__).resolve().parents[2]
MACHINES, FEW = 1000, 30
GIB, MB, KB = 2**30, 1e6, 1e3
WATCH = 0.1  # seconds between two looks at memory
WIDTH = 1400  # pixels


@dataclass(frozen=True)
class Cost:
    """What a process and its children took: seconds, CPU seconds, and the most bytes that they held together."""

    seconds: float
    cpu: float
    memory: int


def data_files(bench: Path) -> list[Path]:
    return sorted(bench.glob("*/data.jsonl"))


def _tables(bench: Path) -> None:
    pages.write(data_files(bench), bench / "html", wish=pages.Wish(details=False))


def _undrawn(bench: Path) -> None:
    pages.write(data_files(bench), bench / "html", wish=pages.Wish(figures=frozenset()))


def _figures(bench: Path) -> None:
    Store(bench / pages.KEPT).bring_up_to_date(data_files(bench))


TASKS: dict[str, Callable[[Path], None]] = {
    "tables": _tables,
    "undrawn": _undrawn,
    "figures": _figures,
}


def child(task: str, bench: Path) -> None:
    """Do a task in this process, and print what it took."""
    begun, before = time.monotonic(), os.times()
    TASKS[task](bench)
    after = os.times()
    print(json.dumps([time.monotonic() - begun, sum(after[:4]) - sum(before[:4])]))


def cost(task: str, bench: Path) -> Cost:
    """A task in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.report", "--task", task, "--bench", str(bench)]
    peak = [0]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, start_new_session=True
    ) as process:
        watch = threading.Thread(target=_watch, args=(process, peak))
        watch.start()
        said, _ = process.communicate()
        watch.join()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with status {process.returncode}")
    seconds, cpu = json.loads(said)
    return Cost(seconds, cpu, peak[0])


def _watch(process: "subprocess.Popen[bytes]", peak: list[int]) -> None:
    while process.poll() is None:
        peak[0] = max(peak[0], sum(map(_held, _of_session(process.pid))))
        time.sleep(WATCH)


def _of_session(session: int) -> Iterator[int]:
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, IndexError):  # it has ended meanwhile
            if int((place / "stat").read_text().rpartition(")")[2].split()[3]) == session:
                yield int(place.name)


def _held(process: int) -> int:
    """The bytes of a process, of shared ones its share."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


def told(what: str, figure: float, unit: str) -> None:
    """Print a figure that has no limit."""
    print(f"{what:<60}{figure:>9.2f} {'':>9} {unit}", flush=True)


def lab(place: Path) -> list[bool]:
    """The tables of many machines; again; and with a new one."""
    bench = place / "bench"
    made_lab.keep(bench, Store(bench / pages.KEPT), MACHINES, place / "bases")
    whole = cost("tables", bench)
    fits = [row(f"tables of {MACHINES} machines", whole.seconds, 60, "s")]
    told("  CPU seconds", whole.cpu, "s")
    fits.append(row("  memory", whole.memory / GIB, 1, "GiB"))
    told("  on the disk", _size(bench / "html") / MB, "MB")
    fits.append(row("nothing changed: asked by a run", _asked(bench, place / "asked"), 1, "s"))
    told("nothing changed: asked of each group of pages", cost("tables", bench).seconds, "s")
    fits += _new_machine(bench)
    return fits + _first_views(bench / "html", ("index", "hash", "machine", "target", "others"))


def _asked(bench: Path, out: Path) -> float:
    """Seconds to find that pages are current. A note that they are is all that it takes of them."""
    files = data_files(bench)
    folder.begin(out)
    (out / "index.html").touch()
    folder.finish(out, (), currency.digest(files, currency.signers_of(out)))
    begun = time.monotonic()
    if not currency.is_current(files, out):
        raise SystemExit("pages of unchanged data are not current")
    return time.monotonic() - begun


def _new_machine(bench: Path) -> list[bool]:
    before = _times(bench / "html")
    made_lab.write(made_lab.tables_only("new"), bench / "new" / "data.jsonl")
    new = cost("tables", bench)
    told("a new machine among them, tables only", new.seconds, "s")
    told("  CPU seconds", new.cpu, "s")
    after = _times(bench / "html")
    written = [name for name, when in after.items() if before.get(name) != when]
    told("  files written", len(written), "files")
    others = [n for n in written if n.startswith("machine/") and not n.startswith("machine/new/")]
    return [row("  of them, of other machines", len(others), 0, "files")]


def raw(place: Path) -> list[bool]:
    """Raw data of one machine and of four: figures, pages, and what they weigh."""
    one, four = place / "one", place / "four"
    data = made_lab.write(made_lab.full("full0"), one / "full0" / "data.jsonl")
    told("raw data of a machine", data.stat().st_size / MB, "MB")
    for number in range(4):
        name = f"full{number}"
        made_lab.write(made_lab.full(name), four / name / "data.jsonl")
    single, several = cost("figures", one), cost("figures", four)
    fits = [row("  its figures, CPU seconds", single.cpu, 2, "s")]
    fits.append(row("  those of 4 machines, CPU seconds each", several.cpu / 4, 2, "s"))
    ratio = several.memory / single.memory
    fits.append(row("  memory of 4, as a multiple of 1", ratio, 1.3, ""))
    told("  memory of 1", single.memory / MB, "MB")
    shutil.rmtree(one / pages.KEPT)
    undrawn = cost("undrawn", one)
    fits.append(row("  its figures and all pages, none drawn", undrawn.seconds, 10, "s"))
    told("  CPU seconds", undrawn.cpu, "s")
    told("  memory", undrawn.memory / MB, "MB")
    fits.append(_weight(one / "html"))
    fits += _first_views(one / "html", ("hash on a machine", "implementation", "history"))
    return fits + _reported(one)


def _reported(bench: Path) -> list[bool]:
    command = [sys.executable, "-m", "hashcop", "report", "--bench", str(bench)]
    seconds = []
    for _ in range(2):
        begun = time.monotonic()
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.monotonic() - begun)
    told("./do report, which draws its figures", seconds[0], "s")
    return [row("./do report again, with nothing to do", seconds[1], 1, "s")]


def _weight(html: Path) -> bool:
    """What the pages of the only machine weigh, by kind.

    The promise is about tables, hashes and curves: pages of single implementations, of which there are hundreds, and
    files for download are told beside it.
    """
    kinds: Counter[str] = Counter()
    for room in ("machine", "history", "data"):
        for path in (html / room).rglob("*"):
            parts = path.relative_to(html).parts
            if path.is_file() and (room != "data" or (len(parts) > 2 and parts[1] != "matrix")):
                depth = {5: "implementations", 4: "hashes"}.get(len(parts), "tables")
                what = depth if room == "machine" else room
                kinds[f"{what} {path.suffix}"] += path.stat().st_size
    others = ("implementations .html", "hashes .csv", "hashes .json", "tables .csv", "tables .json")
    browsed = (size for what, size in kinds.items() if what not in others)
    fits = row("  its tables, hashes and curves", sum(browsed) / MB, 6, "MB")
    for what, size in kinds.most_common():
        told(f"    {what}", size / MB, "MB")
    return fits


def _first_views(html: Path, wanted: tuple[str, ...]) -> list[bool]:
    """The bytes of pages with everything that a browser loads with them, before a click."""
    fits = []
    with browser() as open_page:
        for what in wanted:
            for path in _pages_of(html, what):
                size = open_page(path)[0]
                name = path.relative_to(html)
                fits.append(row(f"first view of {name}", size / KB, 300, "KB"))
    return fits


def _pages_of(html: Path, what: str) -> list[Path]:
    """One page of a kind: the largest, since all must fit; of `others` each."""
    if what == "others":
        return [
            html / name for name in ("compare.html", "download.html", "lab.html", "machines.html")
        ]
    patterns = {
        "index": "index.html",
        "hash": "hash/*.html",
        "machine": "machine/*/index.html",
        "target": "machine/*/*.html",
        "hash on a machine": "machine/*/*/*.html",
        "implementation": "machine/*/*/*/*.html",
        "history": "history/*/*/*.html",
    }
    found = [p for p in html.glob(patterns[what]) if what != "target" or p.stem != "index"]
    return [max(found, key=lambda path: path.stat().st_size)]


@contextlib.contextmanager
def browser() -> Iterator[Callable[[Path], tuple[int, float]]]:
    """A function that opens a page, and returns the bytes that it loads, and its height in pixels."""
    from playwright.sync_api import sync_playwright

    from tests.support.browser import launch

    with sync_playwright() as running:
        found = launch(running)

        def opened(path: Path) -> tuple[int, float]:
            page = found.new_page(viewport={"width": WIDTH, "height": 900})
            asked: set[str] = set()
            page.on("request", lambda request: asked.add(request.url.partition("#")[0]))
            page.goto(path.as_uri())
            page.wait_for_timeout(500)  # what scripts load as they begin
            height = page.evaluate("document.documentElement.scrollHeight")
            page.close()
            return sum(map(_bytes, asked)), height

        yield opened
        found.close()


def _bytes(url: str) -> int:
    path = Path(unquote(urlsplit(url).path))
    return path.stat().st_size if url.startswith("file:") and path.is_file() else 0


def front(place: Path) -> list[bool]:
    """The height of the front page of a usual lab."""
    bench = place / "few"
    made_lab.keep(bench, Store(bench / pages.KEPT), FEW, place / "few-bases")
    cost("tables", bench)
    with browser() as open_page:
        height = open_page(bench / "html" / "index.html")[1]
    return [row(f"front page of {FEW} machines, {WIDTH} px wide: height", height, 3000, "px")]


def _times(html: Path) -> dict[str, int]:
    return {
        str(path.relative_to(html)): path.stat().st_mtime_ns
        for path in html.rglob("*")
        if path.is_file() and ".hashcop-pages" not in path.parts
    }


def _size(directory: Path) -> int:
    return sum(path.stat().st_size for path in directory.rglob("*") if path.is_file())


PARTS: dict[str, Callable[[Path], list[bool]]] = {"lab": lab, "raw": raw, "front": front}


def main() -> int:
    """Exit status 1 where a limit is passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}: all")
    parser.add_argument("--keep", type=Path, help="where data and pages stay")
    parser.add_argument("--task", choices=TASKS, help=argparse.SUPPRESS)
    parser.add_argument("--bench", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.task:
        child(asked.task, asked.bench)
        return 0
    fits: list[bool] = []
    with tempfile.TemporaryDirectory() as directory:
        for part in asked.parts or PARTS:
            fits += PARTS[part](asked.keep or Path(directory))
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main())
