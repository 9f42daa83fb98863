"""Whose the results of a machine are, in words."""

from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path

from hashcop.data.signatures import INVALID, KNOWN, NOT_SIGNED, UNKNOWN, Standing
from reports.kept.machine import Head

WARNED = 8  # machines, on the front page
Standings = Mapping[
    str, Standing
]  # by the path of a data file; those that nobody signed are left out


def of(head: Head, standings: Standings) -> tuple[Standing, ...]:
    """How each data file of a machine stands to its signature."""
    return tuple(standings.get(path, Standing()) for path in head.files)


def word(found: Sequence[Standing]) -> str:
    """What a list of machines says: the signers' names, or what keeps them from being named."""
    if any(one.is_changed for one in found):
        return "changed after signing"
    if any(one.how == INVALID for one in found):
        return "signature not valid"
    if any(one.how == NOT_SIGNED for one in found):
        return "not signed" if all(one.how == NOT_SIGNED for one in found) else "partly signed"
    if any(one.how == UNKNOWN for one in found):
        return "unknown key"
    if all(one.how == KNOWN for one in found):
        return ", ".join(dict.fromkeys(one.name for one in found))
    return "not verified"


def sentences(head: Head, found: Sequence[Standing]) -> list[str]:
    """All that is known of each data file, which is named where there are several."""
    if len(found) == 1:
        return list(found[0].sentences())
    files = zip(head.files, found, strict=True)
    return list(chain(*(_of_file(Path(path).name, one) for path, one in files)))


def _of_file(name: str, found: Standing) -> list[str]:
    first, *others = found.sentences()
    return [f"{name}: {first}", *others]


def warning(head: Head, found: Sequence[Standing]) -> str:
    """What stands above figures of data that are not as somebody signed them; empty where nothing is wrong."""
    changed = sum(one.compared.differing for one in found if one.compared)
    if changed:
        lines = "a line" if changed == 1 else f"{changed:,} lines"
        return f"The data of {head.name} are not as they were signed: {lines} changed, moved, inserted or missing."
    if any(one.how == INVALID for one in found):
        return f"The data of {head.name} have a signature that is not valid."
    return ""


def notices(heads: Sequence[Head], standings: Standings) -> tuple[str, ...]:
    """The warnings of all machines; of many, the first."""
    found = [said for head in heads if (said := warning(head, of(head, standings)))]
    more = len(found) - WARNED
    return (
        *found[:WARNED],
        *([f"And those of {more} other machines are not either."] if more > 0 else []),
    )


def digest(found: Sequence[Standing]) -> str:
    """What pages that tell all of this depend on."""
    return repr(found) if any(one.how != NOT_SIGNED for one in found) else ""
