"""The address of each page and file below the output directory, whatever its machine or hash is called.

These addresses are cited: tests/reports/test_addresses.py has the list that must not change.
"""

import hashlib
from functools import lru_cache
from urllib.parse import quote

INDEX = "index.html"
COMPARE = "compare.html"
DOWNLOAD = "download.html"
LAB = "lab.html"
ALL_MACHINES = "machines.html"
SUBMISSIONS = "submissions.html"
OPERATIONS = "operations.html"
ESTIMATES = "estimates.html"
STYLE = "assets/style.css"
MACHINES = "data/machines.js"
HASHES = "data/hashes.js"
FIGURES = "data/figures.parquet"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
JAVA = "java"
DEVICES = "devices"
CIRCUITS = "circuits"
_TAKEN = frozenset(["index", "compilers", "ranking", "matrix", JAVA, DEVICES, CIRCUITS])
_KINDS = (
    ".html",
    ".csv",
    ".json",
    ".svg",
    ".png",
    ".js",
    ".more",
    ".parquet",
)  # what follows a name in an address
_LONGEST = 120


@lru_cache(maxsize=1 << 16)
def safe(name: str) -> str:
    """A file name for any name, different for different names, needing no quoting in URLs.

    Letters, digits, '-', '_' and '.' stay, other bytes become ~hex. So does the first character of a name that would
    be a hidden file, a parent directory, or a file that has a meaning here, and a dot before what is a kind of file. A
    name that is too long for a file system ends in its SHA-256.
    """
    raw = name.encode("utf-8", "surrogatepass")
    plain = "".join(chr(byte) if chr(byte) in _PLAIN else f"~{byte:02x}" for byte in raw)
    if not plain or plain[0] == "." or plain.split(".")[0] in _TAKEN:
        plain = f"~{ord(plain[0]):02x}{plain[1:]}" if plain else "~"
    for kind in _KINDS:
        if plain.endswith(kind):
            plain = f"{plain.removesuffix(kind)}~2e{kind[1:]}"
    if len(plain) <= _LONGEST:
        return plain
    return f"{plain[: _LONGEST - 66]}~~{hashlib.sha256(raw).hexdigest()}"


def hash_page(hash: str) -> str:
    """The page of a hash on all machines."""
    return f"hash/{safe(hash)}.html"


def machine(machine: str) -> str:
    """The page of a machine."""
    return f"machine/{safe(machine)}/{INDEX}"


def compilers(machine: str) -> str:
    """The page of what the compilers of a machine printed."""
    return f"machine/{safe(machine)}/compilers.html"


def java(machine: str) -> str:
    """The page of Java on a machine."""
    return f"machine/{safe(machine)}/{JAVA}.html"


def devices(machine: str) -> str:
    """The page of the devices of a machine."""
    return f"machine/{safe(machine)}/{DEVICES}.html"


def circuits(machine: str) -> str:
    """The page of the circuits of a machine."""
    return f"machine/{safe(machine)}/{CIRCUITS}.html"


def circuit(family: str, hash: str, name: str) -> str:
    """The place of a circuit on the page of all: what follows the `#`."""
    return f"{safe(family)}-{safe(hash)}-{safe(name)}"


def jvm(machine: str, target: str, jvm: str) -> str:
    """The page of a JVM of a target of a machine."""
    return f"machine/{safe(machine)}/{JAVA}/{safe(target)}-{safe(jvm)}.html"


def target(machine: str, target: str) -> str:
    """The page with the tables of a target of a machine."""
    return f"machine/{safe(machine)}/{safe(target)}.html"


def hash_on(machine: str, target: str, hash: str) -> str:
    """The page of a hash on a target of a machine."""
    return f"machine/{safe(machine)}/{safe(target)}/{safe(hash)}.html"


def implementation(machine: str, target: str, hash: str, implementation: str) -> str:
    """The page of an implementation on a target of a machine."""
    return f"machine/{safe(machine)}/{safe(target)}/{safe(hash)}/{safe(implementation)}.html"


def figure(machine: str, target: str, hash: str, kind: str) -> str:
    """The drawing of a hash on a target of a machine; `kind` is svg or png."""
    return f"machine/{safe(machine)}/{safe(target)}/{safe(hash)}.{kind}"


def table(page: str, kind: str) -> str:
    """The table of a page as a file; `kind` is csv or json."""
    return f"{page.removesuffix('.html')}.{kind}"


def ranking(machine: str, target: str, kind: str) -> str:
    """The drawing of the ranking on a target of a machine; `kind` is svg or png."""
    return f"machine/{safe(machine)}/{safe(target)}.{kind}"


def history(machine: str, target: str, hash: str) -> str:
    """The page of a hash on a target of a machine over time."""
    return f"history/{safe(machine)}/{safe(target)}/{safe(hash)}.html"


def submission(machine: str, id: str) -> str:
    """The place of a submission on the page of all: what follows the `#`."""
    return f"s-{safe(machine)}-{safe(id)}"


def cell(column: str, implementation: str) -> str:
    """The place of a cell on the page of a hash on a target: what follows the `#`."""
    return f"c-{column}-{safe(implementation)}"


def series(machine: str, target: str, hash: str, implementation: str | None = None) -> str:
    """What scripts and the links of comparisons call the curves of a hash, or one of them."""
    names = [hash, *([] if implementation is None else [implementation])]
    return "/".join([series_of(machine, target), *map(safe, names)])


def series_of(machine: str, target: str) -> str:
    """What the names of all series on a target of a machine begin with."""
    return f"{safe(machine)}/{safe(target)}"


def ranked(machine: str, target: str) -> str:
    """What scripts call the ranking on a target of a machine. No hash is called so: `safe` sees to that."""
    return f"{series_of(machine, target)}/ranking"


def script(name: str) -> str:
    """The data script that gives a name its value."""
    return f"data/{name}.js"


def quoted(name: str) -> str:
    """A part of a URL for a file of others, whose name is as it is."""
    return quote(name.encode("utf-8", "surrogateescape"))


def link(source: str, target: str) -> str:
    """The relative URL from one page to another."""
    # Pages have thousands of links: posixpath.relpath asks for the current directory twice for each.
    here, there = source.split("/")[:-1], target.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])


def root(source: str) -> str:
    """The relative URL from a page to the directory of all pages; it ends in a slash."""
    return "../" * source.count("/") or "./"
