"""The README and docs/ are true of the tree: links, anchors, paths, commands and make targets exist.

`flaws` checks one page. It is tested on pages with known flaws before it is applied to the real ones.
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hashcop.cli import names

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
GENERATED = ("data-format.md", "commands.md")  # their lines are not wrapped
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.+)$", re.MULTILINE)
INDENTED = re.compile(r"^(?: {4}.*\n?)+", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
PLACES = ("compilers", "cpucycles", "docs", "hashcop", "measure", "reports", "tests")
PATH = re.compile(rf"(?:{'|'.join(PLACES)})/[\w./-]*")
LONGEST = 100


def _anchors(page: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them from its headings."""
    found: set[str] = set()
    for heading in HEADING.findall(FENCED.sub("", page.read_text())):
        text = re.sub(r"[^\w\- ]", "", LINK.sub(r"\1", heading).lower()).replace(" ", "-")
        number = sum(one == text or re.fullmatch(rf"{text}-\d+", one) is not None for one in found)
        found.add(f"{text}-{number}" if number else text)
    return found


def _links(page: Path) -> Iterator[str]:
    """What is wrong with the relative links of a page."""
    prose = INLINE.sub("", FENCED.sub("", page.read_text()))
    for target in LINK.findall(prose):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        linked = (page.parent / name).resolve() if name else page
        if not linked.exists():
            yield f"link to {target}, which does not exist"
        elif anchor and anchor not in _anchors(linked):
            yield f"link to {target}, which has no such heading"


def _code(page: Path) -> Iterator[str]:
    """The lines of code of a page: blocks, and what stands in backquotes."""
    text = page.read_text()
    for block in FENCED.findall(text):
        yield from block.splitlines()[1:-1]
    text = FENCED.sub("", text)
    for block in INDENTED.findall(text):
        yield from block.splitlines()
    yield from INLINE.findall(INDENTED.sub("", text))


@cache
def _targets() -> frozenset[str]:
    """The targets of the Makefile."""
    return frozenset(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@cache
def _help(*command: str) -> str:
    """What `./do COMMAND --help` prints."""
    words = [sys.executable, "-P", "-m", "hashcop", *command, "--help"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


def _is_selection(word: str) -> bool:
    """Whether a word names hashes, implementations or files and not a command."""
    is_name = word.isupper() or re.search(r"[/.@~]", word) is not None
    return is_name or (ROOT / "crypto_hash" / word).is_dir()


def _command(line: str) -> Iterator[str]:
    """What is wrong with a command line that begins with ./do."""
    words = shlex.split(line, comments=True)[1:]
    words = words[1:] if words[:1] and words[0] in names.platforms() else words
    first = next((word for word in words if not word.startswith("-")), "")
    is_command = bool(first) and words[0] == first and not _is_selection(first)
    if is_command and not re.search(rf"^ +{re.escape(first)}\b", _help(), re.MULTILINE):
        yield f"`{line.strip()}`: there is no command {first}"
        return
    told = _help(first) if is_command else _help() + _help("run")
    for option in words:
        name = option.partition("=")[0]
        if name.startswith("-") and not re.search(rf"(?<![\w-]){name}(?![\w-])", told):
            command = f"./do {first}" if is_command else "./do"
            yield f"`{line.strip()}`: {command} has no option {name}"


def _commands(page: Path) -> Iterator[str]:
    """What is wrong with the commands of a page."""
    for line in _code(page):
        if match := re.search(r"(?:^|\s|\()(\./do(?: [^)\"]*)?)", line):
            yield from _command(re.split(r" +(?:&&|\||;) ", match[1])[0])
        for target in re.findall(r"(?:^\s*|[;&] *)make ([a-z][a-z-]*)", line):
            if target not in _targets():
                yield f"`{line.strip()}`: the Makefile has no target {target}"
        for path in PATH.findall(line):
            is_made = re.search(r"NAME|<|\.\.\.", line) is not None
            if not is_made and not (ROOT / path.rstrip(".")).exists():
                yield f"`{path}` does not exist"


def _long_lines(page: Path) -> Iterator[str]:
    """Lines of prose that are too long; tables, headings and code may be longer."""
    if page.name in GENERATED:
        return
    for line in INDENTED.sub("", FENCED.sub("", page.read_text())).splitlines():
        is_prose = not line.startswith(("|", "!", "#")) and " " in line.strip()
        if len(line) > LONGEST and is_prose:
            yield f"a line of {len(line)} characters: {line[:40]}..."


def flaws(page: Path) -> list[str]:
    """Everything that is wrong with a page, in words."""
    return [*_links(page), *_commands(page), *_long_lines(page)]


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_a_page_is_true_of_the_tree(page: Path) -> None:
    assert flaws(page) == []


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("See [it](gone.md).", "link to gone.md, which does not exist"),
        ("See [it](#nowhere).", "link to #nowhere, which has no such heading"),
        ("    make no-such-target", "the Makefile has no target no-such-target"),
        ("Type `make no-such-target`.", "the Makefile has no target no-such-target"),
        ("    ./do doctr", "there is no command doctr"),
        ("    ./do doctor --no-such-option", "./do doctor has no option --no-such-option"),
        ("Type `./do sha256 --no-such-option`.", "./do has no option --no-such-option"),
        ("It is in `hashcop/nowhere.py`.", "`hashcop/nowhere.py` does not exist"),
        ("word " * 30, "a line of 150 characters"),
    ],
)
def test_a_flaw_is_found(tmp_path: Path, text: str, flaw: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Page\n\n{text}\n")
    (found,) = flaws(page)
    assert flaw in found


@pytest.mark.parametrize(
    "text",
    [
        "See [below](#a-heading-with-code--signs).\n\n## A heading with `code` & signs",
        "See [elsewhere](https://example.org/gone.md).",
        "    make test",
        "    ./do sha256/ref --profile quick",
        "    ./do doctor    # judges the machine",
        "    ./do ~/mine/crypto_hash/sha256/fast",
        "`[not a link](gone.md)`",
    ],
)
def test_what_is_right_is_no_flaw(tmp_path: Path, text: str) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"# Page\n\n{text}\n")
    assert flaws(page) == []


def test_code_refers_to_pages_that_exist() -> None:
    files = [file for place in PLACES for file in (ROOT / place).rglob("*.[chp]*")]
    named = {
        (str(file.relative_to(ROOT)), page)
        for file in files
        if file.suffix in (".c", ".h", ".py") and file != Path(__file__)
        for page in re.findall(r"docs/[\w/-]+\.md", file.read_text())
    }
    assert [one for one in sorted(named) if not (ROOT / one[1]).is_file()] == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md" or not page.exists():
            continue
        reached.add(page)
        names = [link.partition("#")[0] for link in LINK.findall(page.read_text())]
        waiting += [(page.parent / name).resolve() for name in names if name and ":" not in name]
    assert reached >= set(PAGES)
