"""What processes with a JVM say beside their timings: how they came to a steady state, and how far they differ.

Processes of one build differ, since each compiles anew. Where their medians lie in two groups it is said which methods'
code has other sizes in one than in the other: that is a finding about the implementation, and no noise.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from msgspec import Struct

from hashcop.data import lengths
from hashcop.data.records import Code, Sample, Words
from hashcop.results import samples
from hashcop.results.quartiles import Quartiles, quartiles

FIRST = "first"  # the experiment
STEADY = "steady"  # its variant that is as for the tables
FIRST_COUNTS = (1, 10, 100, 1000, 10_000)  # calls up to which means are told
APART = 0.03  # of the median: medians of processes that lie so far apart are of two modes
FEWEST = 2  # processes of a mode
SHOWN = 12  # methods


class Process(Struct, frozen=True, array_like=True):
    """What a process told: cycles of a call at 1536 bytes, and what its JVM said."""

    cost: float
    steady: bool
    warm_calls: int
    warm_seconds: float
    collections: int
    allocated: tuple[tuple[int, ...], ...]
    code: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class Mode:
    """Processes whose medians lie together: how many, and cycles/byte at 1536 bytes."""

    processes: int
    per_byte: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Hosted:
    """Of the processes of a table: how many became steady, what that took, and what calls allocate by length (bytes).

    `modes` are fastest first; `telling` the methods whose code differs between them, in words. `code` is that of most
    processes, the longest first.
    """

    processes: int
    steady: int
    warm_calls: float
    warm_seconds: float
    allocated: Mapping[int, int]
    collections: int
    modes: tuple[Mode, ...]
    telling: tuple[str, ...]
    code: tuple[Code, ...]


@dataclass(frozen=True, slots=True)
class First:
    """The first calls of processes, of `bytes` each: cycles/byte by the number of the last call of a group.

    `groups` has those of each group, `so_far` the mean of all calls up to it. `began` and `digest` are seconds from the
    start of the process until the JVM was ready, and until the first digest. `options` are those of the build, and
    `steady` its cycles/byte once all is compiled.
    """

    variant: str
    bytes: int
    groups: Mapping[int, Quartiles]
    so_far: Mapping[int, float]
    began: float
    digest: float
    options: Words = ()
    steady: float | None = None

    def steady_after(self, within: float = 0.1) -> int | None:
        """The call from which on no group takes longer than the steady cycles/byte by more than a part of them."""
        if self.steady is None:
            return None
        late = [n for n, one in self.groups.items() if one.median > self.steady * (1 + within)]
        rest = [n for n in self.groups if n > max(late, default=0)]
        return min(rest, default=None)


def processes(found: Sequence[Sample]) -> Iterator[Process]:
    """Of each sample of a process with a JVM that timed 1536 bytes."""
    for sample in found:
        if sample.jvm is None:
            continue
        timings = [t for n, some, _ in samples.cycles(sample) if n == lengths.RACE for t in some]
        if timings:
            jvm = sample.jvm
            rest = jvm.warm_calls, jvm.warm_seconds, jvm.collections, jvm.allocated, jvm.code
            yield Process(median(timings), jvm.steady, *rest)


def hosted(found: Sequence[Process]) -> Hosted | None:
    """All processes of a build together; None where there are none."""
    if not found:
        return None
    groups = _groups(sorted(found, key=lambda one: one.cost))
    return Hosted(
        processes=len(found),
        steady=sum(one.steady for one in found),
        warm_calls=median(one.warm_calls for one in found),
        warm_seconds=median(one.warm_seconds for one in found),
        allocated=_allocated(found),
        collections=sum(one.collections for one in found),
        modes=tuple(map(_mode, groups)),
        telling=_telling(groups) if len(groups) > 1 else (),
        code=_usual(found),
    )


def _groups(found: Sequence[Process]) -> list[Sequence[Process]]:
    """The processes in two groups where the widest gap between their costs is wide; otherwise in one."""
    gaps = [
        (after.cost - before.cost, place) for place, (before, after) in enumerate(pairwise(found))
    ]
    inner = [gap for gap in gaps if FEWEST <= gap[1] + 1 <= len(found) - FEWEST]
    width, place = max(inner, default=(0.0, 0))
    if width <= APART * median(one.cost for one in found):
        return [found]
    return [found[: place + 1], found[place + 1 :]]


def _mode(found: Sequence[Process]) -> Mode:
    costs = [one.cost / lengths.RACE for one in found]
    return Mode(len(found), median(costs), min(costs), max(costs))


def _allocated(found: Sequence[Process]) -> dict[int, int]:
    """The most that a call allocated, by length."""
    most: dict[int, int] = {}
    for one in found:
        for length, allocated, *_ in one.allocated:
            most[length] = max(most.get(length, 0), allocated)
    return dict(sorted(most.items()))


def _sizes(one: Process) -> dict[str, int]:
    """Bytes of the code of each method's highest level."""
    found: dict[str, tuple[int, int]] = {}
    for code in one.code:
        found[code.method] = max(found.get(code.method, (0, 0)), (code.level, code.bytes))
    return {method: size for method, (_, size) in found.items()}


def _telling(groups: Sequence[Sequence[Process]]) -> tuple[str, ...]:
    """The methods whose code has no size in one group that it has in the other."""
    fast, slow = ([_sizes(one) for one in group] for group in groups)
    methods = sorted({method for sizes in (*fast, *slow) for method in sizes})
    told = []
    for method in methods:
        here = {sizes.get(method, 0) for sizes in fast}
        there = {sizes.get(method, 0) for sizes in slow}
        if here.isdisjoint(there):
            told.append(
                f"{short(method)}: {_either(here)} bytes in the fast ones, {_either(there)} in the slow ones"
            )
    return tuple(told[:SHOWN])


def _either(sizes: Iterable[int]) -> str:
    return " or ".join(map(str, sorted(sizes)))


def short(method: str) -> str:
    """A method's name without its types."""
    return method.partition("(")[0]


def _usual(found: Sequence[Process]) -> tuple[Code, ...]:
    sizes = Counter(tuple(sorted(one.code, key=lambda c: (-c.bytes, c.method))) for one in found)
    (code, _), *_ = sizes.most_common(1)
    return tuple(one for one in code if one.level == max(c.level for c in code))[:SHOWN]


def first(variant: str, found: Sequence[Sample]) -> First | None:
    """The first calls of processes of one variant; None where they are none."""
    hosts = [sample.jvm for sample in found if sample.jvm]
    groups: dict[int, list[float]] = {}
    sums: dict[int, list[float]] = {}
    length = 0
    for sample in found:
        done, spent = 0, 0.0
        rows = zip(sample.rows, samples.cycles(sample), strict=True)
        for (length, calls, *_), (_, (each, *_), _) in rows:
            done += calls
            spent += each * calls
            groups.setdefault(done, []).append(each / max(length, 1))
            sums.setdefault(done, []).append(spent / done / max(length, 1))
    if not groups or not hosts:
        return None
    return First(
        variant=variant.rpartition(", ")[0] or variant,
        bytes=length,
        groups={n: quartiles(each) for n, each in sorted(groups.items())},
        so_far={n: median(each) for n, each in sorted(sums.items())},
        began=median(host.began for host in hosts),
        digest=median(host.digest for host in hosts),
    )
