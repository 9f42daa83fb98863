"""How data files stand to their signatures, kept until a file, its signature or the file of signers changes.

It is looked for once: a thousand machines that have not changed cost nothing but a look at their files.
"""

import json
import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from hashcop.data import beside, signatures
from hashcop.data.signatures import Standing
from reports.currency import reading_digest

Map = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
_FILE = ".signatures.json"


def standings(
    files: Iterable[Path], kept: Path, signers: Path, run: Map = map
) -> dict[str, Standing]:
    """How each data file stands, by its path; those that nobody signed are left out.

    `signers` is where ssh's file of known signers is, if there is one; keys that are revoked are beside it.
    `run` maps a function over files, and may do several at once. Raises OSError.
    """
    known, now = _read(kept), {}
    signed = {str(path): path for path in files if _is_signed(path)}
    shared = beside.stamp_of_signers(signers)
    new: list[str] = []
    for name, path in signed.items():
        stamp = [reading_digest()[:16], shared, *beside.stamp(path)]
        held = known.get(name)
        if isinstance(held, dict) and held.get("stamp") == stamp:
            now[name] = held
        else:
            now[name] = {"stamp": stamp}
            new.append(name)
    found: dict[str, Standing] = {}
    for name, held in now.items():
        if name not in new:
            try:
                found[name] = msgspec.convert(held["standing"], Standing)
            except (KeyError, msgspec.ValidationError):
                new.append(name)
    made = run(partial(_verify, signers), [signed[name] for name in new])
    for name, standing in zip(new, made, strict=True):
        found[name] = standing
        now[name]["standing"] = msgspec.to_builtins(standing)
    if now != known:
        _write(kept, now)
    return found


def _verify(signers: Path, path: Path) -> Standing:
    return signatures.verify(path, signers, signers.with_name(beside.REVOKED))


def _is_signed(path: Path) -> bool:
    return any(one.is_file() for one in beside.beside(path))


def _read(kept: Path) -> dict[str, Any]:
    try:
        found = json.loads((kept / _FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write(kept: Path, now: dict[str, Any]) -> None:
    draft = kept / f"{_FILE}.{os.getpid()}.new"
    try:
        draft.write_text(json.dumps(now))
        draft.replace(kept / _FILE)
    finally:
        draft.unlink(missing_ok=True)
