"""Where the raw data of a machine are, as a page can link to them."""

import os
from pathlib import Path

from reports.kept.machine import Head
from reports.site import addresses


def files(head: Head, out: Path, page: str) -> list[tuple[str, str]]:
    """(relative URL, name) of the data files of a machine; no URL for one that does not lie beside the pages."""
    return [(_url(Path(path), out.resolve(), page), Path(path).name) for path in head.files]


def _url(path: Path, out: Path, page: str) -> str:
    """A page at out/page links to files in the directory that has `out`, since they move together."""
    if not path.is_relative_to(out.parent):
        return ""
    relative = os.path.relpath(path, (out / page).parent)
    return "/".join(
        part if part == ".." else addresses.quoted(part) for part in Path(relative).parts
    )
