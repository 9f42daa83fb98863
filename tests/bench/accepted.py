"""What SUPERCOP and Hashcop accept, build by build: the tables of docs/explanations/supercop-builds.md.

    python tests/bench/accepted.py OURS.jsonl SUPERCOP-DATA ...

OURS is what `./do check --profile supercop --tree RELEASE` recorded, the others are data files that SUPERCOP
wrote on the same machine. A build is an implementation with an option set; it is accepted where its checksums
are right, or nobody knows them. Builds that only one of the two tried are left out, and counted.
"""

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hashcop.data import files
from hashcop.data.records import OPERATION, Build, Check

ROOT = Path(__file__).resolve().parents[2]
Place = tuple[str, str, str]  # hash, implementation, option set
CLASS = re.compile(r" \((constbranchindex|timingleaks)\)$")


@dataclass
class Opinion:
    """What one of the two programs made of every build; `skipped`: why implementations were not built."""

    accepted: dict[Place, tuple[str, ...]] = field(default_factory=dict)  # with what was found
    refused: dict[Place, str] = field(default_factory=dict)
    skipped: dict[tuple[str, str], str] = field(default_factory=dict)

    def __contains__(self, build: Place) -> bool:
        return build in self.accepted or build in self.refused


def records(paths: Iterable[Path]) -> Iterator[Build | Check]:
    """Builds and checks of hashes, of all files."""
    for path in paths:
        for record in files.read(path):
            if isinstance(record, Build | Check) and record.operation == OPERATION:
                yield record


def opinion(paths: Iterable[Path]) -> Opinion:
    """Of data files of one program."""
    found, objects = Opinion(), defaultdict(list)
    checks: dict[str, Check] = {}
    for record in records(paths):
        name = CLASS.sub("", record.implementation)
        build = record.hash, name, " ".join(record.options)
        if isinstance(record, Check):
            checks[record.object] = record
        elif record.outcome == "skipped":
            found.skipped[build[:2]] = record.reason
        elif record.outcome == "failed":
            found.refused[build] = f"does not build: {record.reason}"
        else:
            objects[record.object].append(build)
    for key, builds in objects.items():
        check = checks.get(key)
        for build in builds:
            if check and check.outcome == "right":
                found.accepted[build] = check.findings
                found.refused.pop(build, None)
            elif build not in found.accepted:
                found.refused[build] = check.reason if check else "was not checked"
    return found


def kind_of(reason: str) -> str:
    """A reason without what is particular to one implementation."""
    kinds = {
        r"target (specific option|feature)": "needs instructions that the options don't allow",
        r"undefined (reference|symbol)": "a name is defined nowhere",
        r"[Nn]o such file|file not found": "includes a file that is not there",
        r"multiple definition|duplicate symbol": "defines a name twice",
        r"does not build": "other errors of the compiler",
        r"checksum|digest": "wrong checksum or digest",
        r"crashed": "crashes",
        r"place|overlap": "fails where the output is at the place of the input",
        r"outside|overwrites|writes": "writes outside its buffers",
        r"did not return|slow|124|137": "takes too long",
    }
    return next((name for words, name in kinds.items() if re.search(words, reason)), reason[:60])


def table(theirs: Opinion, ours: Opinion) -> Iterator[str]:
    """A line for each hash: how many builds are accepted by whom."""
    hashes = sorted({build[0] for build in [*theirs.accepted, *theirs.refused]})
    yield "| hash | builds | both | SUPERCOP alone | Hashcop alone | neither | marked | why neither |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    total: Counter[str] = Counter()
    for name in hashes:
        builds = [b for b in {*theirs.accepted, *theirs.refused} if b[0] == name and b in ours]
        counts = Counter((b in theirs.accepted, b in ours.accepted) for b in builds)
        marked = sum(bool(ours.accepted.get(b)) for b in builds)
        why = Counter(kind_of(ours.refused[b]) for b in builds if b in ours.refused)
        row = [len(builds), *(counts[k] for k in ((True, True), (True, False), (False, True)))]
        row += [counts[False, False], marked]
        reasons = "; ".join(f"{reason} ({count})" for reason, count in why.most_common(3))
        yield f"| {name} | {' | '.join(map(str, row))} | {reasons} |"
        total.update({str(i): n for i, n in enumerate(row)})
    sums = " | ".join(str(total[str(i)]) for i in range(6))
    yield f"| **all {len(hashes)}** | {sums} | |"


def differences(theirs: Opinion, ours: Opinion) -> Iterator[str]:
    """A line for each implementation of which a build is accepted by one alone, with both reasons."""
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for build in sorted({*theirs.accepted, *theirs.refused}):
        if build in ours and (build in theirs.accepted) != (build in ours.accepted):
            by = "SUPERCOP" if build in theirs.accepted else "Hashcop"
            reason = (ours if build in theirs.accepted else theirs).refused[build]
            found[f"{build[0]}/{build[1]}", by, reason[:160]].append(build[2])
    for (name, by, reason), sets in found.items():
        yield f"- {name}: {len(sets)} builds accepted by {by} alone; the other says: {reason}"


def findings(ours: Opinion) -> Iterator[str]:
    """A line for each implementation that is accepted with a mark."""
    found: dict[tuple[str, str], int] = Counter()
    for build, texts in ours.accepted.items():
        for text in texts:
            found[f"{build[0]}/{build[1]}", re.sub(r"expected .*", "", text)] += 1
    for (name, text), count in sorted(found.items()):
        yield f"- {name} ({count} builds): {text}"


def left_out(theirs: Opinion, ours: Opinion) -> Iterator[str]:
    """The implementations that only one of the two tried."""
    tried = {b[:2] for b in [*ours.accepted, *ours.refused]}
    alone = Counter(b[:2] for b in {*theirs.accepted, *theirs.refused} if b[:2] not in tried)
    for (hash_name, name), count in sorted(alone.items()):
        accepted = sum(b[:2] == (hash_name, name) for b in theirs.accepted)
        why = ours.skipped.get((hash_name, name), "not tried")
        yield f"- {hash_name}/{name}: {accepted} of {count} builds accepted by SUPERCOP; Hashcop: {why}"


def not_reached(theirs: Opinion, ours: Opinion) -> Iterator[str]:
    """The implementations of a hash that SUPERCOP tried of which it has no line, and Hashcop has."""
    hashes = {b[0] for b in [*theirs.accepted, *theirs.refused]}
    tried = {b[:2] for b in [*theirs.accepted, *theirs.refused]}
    alone = Counter(b[:2] for b in [*ours.accepted, *ours.refused])
    for name, count in sorted(alone.items()):
        if name[0] in hashes and name not in tried:
            accepted = sum(b[:2] == name for b in ours.accepted)
            why = next((r for b, r in ours.refused.items() if b[:2] == name), "")
            yield f"- {name[0]}/{name[1]}: {accepted} of {count} builds accepted by Hashcop. {why[:140]}"


def main() -> None:
    ours = opinion([Path(sys.argv[1])])
    theirs = opinion(map(Path, sys.argv[2:]))
    for title, lines in (
        ("Accepted", table(theirs, ours)),
        ("Differences", differences(theirs, ours)),
        ("Tried by SUPERCOP alone", left_out(theirs, ours)),
        ("Tried by Hashcop alone", not_reached(theirs, ours)),
        ("Marked", findings(ours)),
    ):
        print(f"\n{title}\n")
        print("\n".join(lines) or "none")


if __name__ == "__main__":
    main()
