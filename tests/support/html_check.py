"""Checks of written pages: tags that close, and links that lead somewhere within the directory."""

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

VOID = {"meta", "link", "img", "br", "path"}


class Page(HTMLParser):
    """The tags, ids, links and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on"), f"a handler: {name}"
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src"):
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page(path: Path) -> Page:
    """A written page, parsed."""
    return Page(path.read_text())


def assert_sound(out: Path) -> None:
    """All pages parse, all their links lead to files and anchors that are there, none leaves `out`."""
    found = {str(p.relative_to(out)): page(p) for p in out.rglob("*.html")}
    assert "index.html" in found
    for name, one in found.items():
        assert len(one.ids) == len(set(one.ids))
        assert not one.tags & {"script", "iframe", "object", "form"}
        for link in one.links:
            target, _, anchor = unquote(link).partition("#")
            where = (
                posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
                if target
                else name
            )
            assert not where.startswith((".", "/")), f"{name} leads out: {link}"
            assert (out / where).is_file(), f"{name} leads nowhere: {link}"
            assert not anchor or anchor in found[where].ids, f"{name}: no anchor {link}"
