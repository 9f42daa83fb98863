"""Pages of an earlier version, whose addresses were cited: each leads on to where its content is now."""

from functools import partial
from pathlib import Path

from reports import folder
from reports.folder import File, Group
from reports.site import addresses

GROUP = "moved"


def begin(out: Path) -> None:
    """Take over what an earlier version wrote: its pages become the group of those that lead on."""
    names = folder.older_files(out)
    if names:
        pages = {name: "" for name in names if name.endswith(".html") and name != addresses.INDEX}
        others = {name: "" for name in names if name not in pages and name != addresses.INDEX}
        folder.adopt(out, GROUP, {**pages, **others})
        (out / folder.BEFORE).unlink(missing_ok=True)


def write(out: Path) -> str:
    """Write the pages that lead on; returns the name of their group."""
    group = Group(out, GROUP)
    files = [_leading(out, name) for name in sorted(group.names) if name.endswith(".html")]
    group.write(files, "moved")
    return GROUP


def _leading(out: Path, name: str) -> File:
    to = _now(name)
    if not (out / to).is_file():
        to = addresses.INDEX
    return File(name, to, partial(_page, addresses.link(name, to)))


def _page(to: str) -> bytes:
    # Addresses need no escaping: they are made of plain characters.
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="refresh" content="0; url={to}"><link rel="canonical" href="{to}">'
        "<title>Moved</title></head>\n"
        f'<body><p>This page is now at <a href="{to}">{to}</a>.</p></body></html>\n'
    ).encode()


def _now(name: str) -> str:
    """Where the content of a page of the earlier version is: M/said.html, M/ABI/index.html, M/ABI/HASH.html and
    M/ABI/HASH-builds/IMPLEMENTATION.html."""
    match name.split("/"):
        case [machine, "said.html"]:
            return f"machine/{machine}/compilers.html"
        case [machine, target, "index.html"]:
            return f"machine/{machine}/{target}.html"
        case [machine, target, page]:
            return f"machine/{machine}/{target}/{page}"
        case [machine, target, builds, page]:
            return f"machine/{machine}/{target}/{builds.removesuffix('-builds')}/{page}"
        case _:
            return addresses.INDEX
