"""What compilers printed: failures and warnings in groups, of an implementation and of a whole machine."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hashcop.data import said
from hashcop.data.records import Build, Compiler, Words
from hashcop.results.builds import tried
from hashcop.results.summary import Hash, Implementation, Machine, Target
from reports.flags import telling

_TEXTS = 6  # of a group are shown, at most; each has an error or warning that the ones before it have not
_OTHER = "other words"  # what a compiler printed that named no warning
_CXX = (("clang++", "clang"), ("g++", "gcc"), (" c++", " cc"), ("icpx", "icx"))
_kind = lru_cache(1 << 14)(said.kind)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the builds with a compiler are in a group, and which, if a word says it: `with -O3`."""

    compiler: Compiler
    count: int
    tried: int
    telling: str


@dataclass(frozen=True, slots=True)
class Text:
    """What was printed for a build, and for how many builds in all."""

    build: Build
    count: int


@dataclass(frozen=True, slots=True)
class Texts:
    """What was printed for some builds: the most frequent text, and others that have an error or warning of their own.

    `left_out` texts are not shown; `is_whole` says that they have no further errors or warnings.
    """

    shown: tuple[Text, ...]
    left_out: int = 0
    is_whole: bool = True


@dataclass(frozen=True, slots=True)
class Alike:
    """Builds of one implementation that failed for the same reason, were skipped, or have the same kind of warning.

    Reasons that differ only in file, line and names of the code are the same: they have the same `kind`. `title` is for
    people.
    """

    kind: str
    title: str
    outcome: str
    builds: tuple[Build, ...]
    shares: tuple[Share, ...]

    @property
    def option_sets(self) -> tuple[Words, ...]:
        """What they were built with; empty for a skipped implementation."""
        return tuple(build.options for build in self.builds if build.options)

    @property
    def texts(self) -> Texts:
        """What was printed."""
        return texts(self.builds)


@dataclass(frozen=True, slots=True)
class Subject:
    """An implementation, with its hash and target."""

    target: Target
    hash: Hash
    implementation: Implementation


@dataclass(frozen=True, slots=True)
class Group:
    """All builds on a machine that failed for one reason, or have one kind of warning."""

    title: str
    members: tuple[tuple[Subject, Alike], ...]

    @property
    def count(self) -> int:
        """The number of builds."""
        return sum(len(alike.builds) for _, alike in self.members)

    @property
    def compilers(self) -> tuple[Compiler, ...]:
        """The compilers that printed it, by name."""
        every = {share.compiler for _, alike in self.members for share in alike.shares}
        return tuple(sorted(every, key=lambda compiler: compiler.command))

    @property
    def example(self) -> tuple[str, Texts]:
        """The name of one implementation, and what was printed for it."""
        for subject, alike in self.members:
            if shown := alike.texts.shown:
                return f"{subject.hash.name}/{subject.implementation.name}", Texts(shown[:1])
        return "", Texts(())


@dataclass(frozen=True, slots=True)
class Row:
    """The builds with one compiler: all, those that failed, those with warnings."""

    compiler: Compiler
    builds: int
    failed: int
    warned: int


@dataclass(frozen=True, slots=True)
class Overview:
    """What the compilers of a machine printed; groups with the most implementations stand first."""

    rows: tuple[Row, ...]
    failures: tuple[Group, ...]
    warnings: tuple[Group, ...]

    @property
    def builds(self) -> int:
        """How many builds were tried."""
        return sum(row.builds for row in self.rows)

    @property
    def failed(self) -> int:
        """How many failed."""
        return sum(row.failed for row in self.rows)

    @property
    def warned(self) -> int:
        """How many succeeded, and the compiler printed something."""
        return sum(row.warned for row in self.rows)


def compiler_of(machine: Machine, options: Words) -> Compiler:
    """The compiler of an option set, with its path and version, if the machine has them.

    The version of a compiler for C++ is that of its compiler for C.
    """
    commands = {compiler.command: compiler for compiler in machine.compilers}
    for words in (options[:2], options[:1]):
        command = " ".join(words)
        if len(words) > 1 and command not in commands and not command.endswith(" c++"):
            continue
        plain = command
        for cxx, c in _CXX:
            plain = plain.replace(cxx, c)
        found = commands.get(command) or commands.get(plain)
        if found:
            return Compiler(command, found.path, found.version)
    return Compiler(options[0] if options else "", "", "")


def failures(machine: Machine, one: Implementation) -> list[Alike]:
    """The builds of an implementation that gave no machine code, by reason, the most frequent one first."""

    def key(build: Build) -> list[tuple[str, str]]:
        return [(build.outcome, _kind(build.reason))]

    return [
        Alike(kind, said.title(b.reason for b in builds), outcome, builds, shares)
        for (outcome, kind), builds, shares in _alike(machine, one, one.troubled, key)
    ]


def warnings(machine: Machine, one: Implementation) -> list[Alike]:
    """The builds of an implementation with warnings, by kind of warning, the most frequent one first."""

    def key(build: Build) -> list[tuple[str, str]]:
        return [(build.outcome, kind) for kind in _warnings(build.said)]

    return [
        Alike(kind, kind, outcome, builds, shares)
        for (outcome, kind), builds, shares in _alike(machine, one, one.warned, key)
    ]


@lru_cache(1 << 12)
def _warnings(text: tuple[str, ...]) -> list[str]:
    return said.warnings(text) or [_OTHER]


def _alike(
    machine: Machine,
    one: Implementation,
    builds: Iterable[Build],
    key: Callable[[Build], list[tuple[str, str]]],
) -> Iterator[tuple[tuple[str, str], tuple[Build, ...], tuple[Share, ...]]]:
    found: dict[tuple[str, str], list[Build]] = {}
    for build in builds:
        for mine in key(build):
            found.setdefault(mine, []).append(build)
    every = _by_compiler(machine, one.builds)
    for mine, some in sorted(found.items(), key=lambda item: -len(item[1])):
        yield mine, tuple(some), tuple(_shares(machine, some, every))


def _by_compiler(machine: Machine, builds: Iterable[Build]) -> dict[Compiler, list[Words]]:
    known: dict[Words, Compiler] = {}
    found: dict[Compiler, list[Words]] = {}
    for build in tried(builds):
        words = build.options[:2]
        compiler = known.get(words) or known.setdefault(words, compiler_of(machine, words))
        found.setdefault(compiler, []).append(build.options)
    return found


def _shares(
    machine: Machine, builds: Iterable[Build], of_all: dict[Compiler, list[Words]]
) -> Iterator[Share]:
    for compiler, some in _by_compiler(machine, builds).items():
        every = of_all[compiler]
        yield Share(compiler, len(some), len(every), telling(some, every))


def texts(builds: Iterable[Build]) -> Texts:
    """What was printed for some builds, as few texts, the most frequent first."""
    first: dict[tuple[str, ...], Build] = {}
    counts: Counter[tuple[str, ...]] = Counter()
    for build in builds:
        if build.said or build.said_as:
            first.setdefault(build.said, build)
            counts[build.said] += 1
    seen: set[str] = set()
    shown: list[Text] = []
    is_whole = True
    for text, count in counts.most_common():
        new = _told(text) - seen
        if not (new or not shown):
            continue
        if len(shown) < _TEXTS:
            shown.append(Text(first[text], count))
            seen |= new
        else:
            is_whole = False
    return Texts(tuple(shown), len(counts) - len(shown), is_whole)


@lru_cache(1 << 12)
def _told(text: tuple[str, ...]) -> frozenset[str]:
    """The kinds of errors and warnings in a text."""
    return frozenset(_kind(line) for line in text if said.is_telling(line))


def overview(machine: Machine) -> Overview:
    """What the compilers of a machine printed, for all of its targets."""
    builds: Counter[Compiler] = Counter()
    failed: Counter[Compiler] = Counter()
    warned: Counter[Compiler] = Counter()
    reasons: dict[str, list[tuple[Subject, Alike]]] = {}
    kinds: dict[str, list[tuple[Subject, Alike]]] = {}
    for subject in _subjects(machine):
        one = subject.implementation
        _add(builds, machine, one.builds)
        _add(failed, machine, (build for build in one.troubled if build.outcome == "failed"))
        _add(warned, machine, one.warned)
        for alike in failures(machine, one):
            if alike.outcome == "failed":
                reasons.setdefault(alike.kind, []).append((subject, alike))
        for alike in warnings(machine, one):
            kinds.setdefault(alike.kind, []).append((subject, alike))
    rows = (Row(c, builds[c], failed[c], warned[c]) for c in builds)
    return Overview(
        tuple(sorted(rows, key=lambda row: row.compiler.command)),
        tuple(_groups(reasons.values())),
        tuple(_groups(kinds.values())),
    )


def _subjects(machine: Machine) -> Iterator[Subject]:
    for target in machine.targets:
        for hash in target.hashes:
            for one in sorted(hash.implementations, key=lambda one: one.name):
                yield Subject(target, hash, one)


def _add(counts: Counter[Compiler], machine: Machine, builds: Iterable[Build]) -> None:
    for compiler, some in _by_compiler(machine, builds).items():
        counts[compiler] += len(some)


def _groups(found: Iterable[Sequence[tuple[Subject, Alike]]]) -> list[Group]:
    groups = [Group(_title(members), tuple(members)) for members in found]
    return sorted(groups, key=lambda group: (-len(group.members), -group.count, group.title))


def _title(members: Sequence[tuple[Subject, Alike]]) -> str:
    reasons = [b.reason for _, alike in members for b in alike.builds if b.outcome == "failed"]
    return said.title(reasons) if reasons else members[0][1].kind
