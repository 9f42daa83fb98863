"""Libraries for curves and sorting: installed by npm from package-lock.json, copied into the pages with their licences.

Only the standard library: bootstrap.py calls `install` before there is an environment. Pages without the libraries are
whole: they have tables and drawn figures, and neither curves nor sorting.
"""

import hashlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_MODULES = _ROOT / "node_modules"
_LOCK = _ROOT / "package-lock.json"
_STAMP = _MODULES / ".hashcop.stamp"
_LIMIT = 120  # seconds: npm retries for minutes where there is no network
_FILES = {
    "uPlot.iife.min.js": "uplot/dist/uPlot.iife.min.js",
    "uPlot.min.css": "uplot/dist/uPlot.min.css",
    "uPlot.LICENSE.txt": "uplot/LICENSE",
    "tablesort.min.js": "tablesort/dist/tablesort.min.js",
    "tablesort.number.min.js": "tablesort/dist/sorts/tablesort.number.min.js",
    "tablesort.LICENSE.txt": "tablesort/LICENCE",
}


def files() -> dict[str, Path]:
    """The files that are copied into the pages, by name below assets/; none unless all of them are installed."""
    found = {name: _MODULES / path for name, path in _FILES.items()}
    return found if all(path.is_file() for path in found.values()) else {}


def missing() -> str:
    """One sentence on how to get the libraries; empty if they are installed."""
    if files():
        return ""
    return (
        "the pages have no curves and no sorting: their libraries (uPlot and tablesort) are not installed. "
        "`npm ci --ignore-scripts --omit=dev` in Hashcop's directory installs them"
    )


def install(say: Callable[[str], None]) -> bool:
    """Install the libraries that package-lock.json names, and say whether they are there.

    Does nothing if they are up to date, or without npm. If npm fails, `say` gets a sentence.
    """
    if _is_current():
        return True
    npm = shutil.which("npm")
    if npm is None or not _LOCK.is_file():
        return bool(files())
    say("installing the libraries for curves and sorting (once)")
    problem = _run(npm)
    if problem:
        say(f"npm could not install them: {problem}")
    elif files():
        _STAMP.write_text(_digest())
    return bool(files())


def _run(npm: str) -> str:
    """What went wrong; empty if nothing did."""
    command = [npm, "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--silent"]
    try:
        done = subprocess.run(
            command,
            cwd=_ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_LIMIT,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return ""
    return " ".join(done.stdout.split())[-500:] or f"exit status {done.returncode}"


def _is_current() -> bool:
    try:
        return bool(files()) and _STAMP.read_text() == _digest()
    except OSError:
        return False


def _digest() -> str:
    return hashlib.sha256(_LOCK.read_bytes()).hexdigest()
