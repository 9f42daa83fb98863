"""Checks of written pages: tags that close, and links that lead somewhere within the directory."""

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

VOID = {"meta", "link", "img", "br", "hr", "input", "path"}
FORBIDDEN = {"iframe", "object", "embed", "base", "frame", "applet"}
ICON = "data:,"  # no request for a picture that is not there


class Page(HTMLParser):
    """The tags, ids, links, scripts and text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.data: list[tuple[str, str]] = []  # names of values, and scripts that give them
        self.policy = ""
        self.root = ""
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        told = {name: value or "" for name, value in attrs}
        assert len(told) == len(attrs), f"an attribute twice: {tag} {attrs}"
        assert not any(name.startswith("on") for name in told), f"a handler: {tag} {attrs}"
        self.ids += [told["id"]] if "id" in told else []
        self.links += [told[name] for name in ("href", "src") if name in told]
        if tag == "script":
            self.scripts.append(told.get("src", ""))
        if tag == "html":
            self.root = told.get("data-root", "")
        if told.get("http-equiv") == "Content-Security-Policy":
            self.policy = told["content"]
        if told.get("data-source", "").endswith(".js"):
            self.data.append((told["data-take"], told["data-source"]))
            self.data.append((f"{told['data-take']}.more", told["data-more"]))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        assert "script" not in self.open or not data.strip(), "a script within the page"
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def page(path: Path) -> Page:
    """A written page, parsed."""
    return Page(path.read_text())


def assert_sound(out: Path) -> None:
    """All pages parse, all their links lead to files and anchors that are there, and none leaves the site.

    Raw data may lie beside `out`. Scripts are files of the site, and the policy of each page forbids all others.
    """
    found = {str(p.relative_to(out)): page(p) for p in out.rglob("*.html")}
    assert "index.html" in found
    for name, one in found.items():
        assert len(one.ids) == len(set(one.ids)), name
        assert not one.tags & FORBIDDEN
        if not one.text.startswith("Moved "):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), one.root)) == "."
            assert one.policy.startswith("default-src 'none'; script-src 'self' file:;"), name
        for script in one.scripts:
            assert "/assets/" in f"/{script}" and script.endswith(".js"), script
        for value, script in one.data:
            assert (out / script).read_text().startswith(f'hashcop.take("{value}", '), script
        for link in one.links:
            _assert_leads(out, found, name, link)


def _assert_leads(out: Path, found: dict[str, Page], name: str, link: str) -> None:
    if link == ICON:
        return
    assert ":" not in link.split("#")[0], f"{name} leads elsewhere: {link}"
    target, _, anchor = unquote(link).partition("#")
    where = posixpath.normpath(posixpath.join(posixpath.dirname(name), target)) if target else name
    assert not where.startswith("/"), f"{name} leads out: {link}"
    if where.startswith(".."):
        data = (out / where).resolve()
        assert data.is_relative_to(out.resolve().parent), f"{name} leads out: {link}"
        assert data.is_file() and data.suffix != ".html", f"{name} leads out: {link}"
        return
    assert (out / where).is_file(), f"{name} leads nowhere: {link}"
    if where == "compare.html" and anchor.startswith("s="):
        for series in anchor.removeprefix("s=").split(","):
            assert (out / "data" / f"{posixpath.dirname(series)}.js").is_file(), link
    elif anchor:
        assert anchor in found[where].ids, f"{name}: no anchor {link}"
