"""`./do list --options`: what came of compilers/ on this machine: option sets, and flags that do not work here."""

from collections.abc import Sequence
from typing import Any

from hashcop.cli import screen
from hashcop.engine.session import open_cache, open_lanes, targets_of
from hashcop.engine.settings import Settings
from hashcop.platforms.door import OptionRow, Platform
from hashcop.platforms.registry import named, usual


def show(settings: Settings, *, as_json: bool) -> int:
    """Print them. Tries what was not tried before; records nothing but what came of that."""
    console = screen.console(on_stderr=as_json)
    kept = open_cache(settings)
    _, lanes = open_lanes(
        _wanted(settings), settings, kept.directory, lambda text: screen.line(text, console)
    )
    kept.close()
    targets_of(lanes, settings)  # complains of one that is not there
    found = [row for lane in lanes.of.values() for row in lane.option_rows()]
    if as_json:
        screen.as_json([_for_programs(row) for row in found])
        return 0
    languages = list(dict.fromkeys(name for row in found for name in row.sets))
    titles = [_title(name) for name in languages]
    screen.table(
        ("ABI", "compiler", "version", *titles, "refused"),
        [_cells(row, languages) for row in found],
        console,
        numbers=(*titles, "refused"),
    )
    for target in dict.fromkeys(row.target for row in found):
        mine = [row for row in found if row.target == target]
        screen.line(_total(mine, languages, settings.profile), console)
    for text in _refused_lines(found):
        screen.line(text, console)
    return 0


def _wanted(settings: Settings) -> Sequence[Platform]:
    """The platforms that are asked for, or those of every run."""
    return named(settings.platforms) or usual()


def _title(language: str) -> str:
    """A language above its numbers: C stays as it is."""
    return language if len(language) > 3 else language.upper()


def _for_programs(row: OptionRow) -> dict[str, Any]:
    """A target and a compiler: its option sets by language, and the flags that it has to do without."""
    sets = {name: [" ".join(one.words) for one in every] for name, every in row.sets.items()}
    return {
        "abi": row.target,
        "compiler": row.tool.command,
        "version": row.tool.version,
        "path": row.tool.path,
        **sets,
        "refused": [{"flag": flag, "reason": why} for flag, why in row.refused.items()],
    }


def _cells(row: OptionRow, languages: Sequence[str]) -> list[str]:
    """The same as counts, for people."""
    counts = [str(len(row.sets[name])) if name in row.sets else "" for name in languages]
    return [row.target, row.tool.command, row.tool.version, *counts, str(len(row.refused))]


def _total(rows: Sequence[OptionRow], languages: Sequence[str], profile: str) -> str:
    """How many option sets a target has, of all compilers together."""
    counts = {name: sum(len(row.sets.get(name, ())) for row in rows) for name in languages}
    own = {name: number for name, number in counts.items() if any(name in row.sets for row in rows)}
    (first, count), *others = own.items()
    rest = "".join(f", {number:,} for {_title(name)}" for name, number in others)
    whole = f"{count:,} option sets of the profile {profile} for {_title(first)}{rest}"
    return f"{rows[0].target}: {whole}"


def _refused_lines(rows: Sequence[OptionRow]) -> list[str]:
    """Each flag once for each reason, with the compilers and ABIs that it holds for."""
    where: dict[tuple[str, str], dict[str, list[str]]] = {}
    for row in rows:
        for refused in row.refused.items():
            where.setdefault(refused, {}).setdefault(row.target, []).append(row.tool.command)
    return [
        f"refused: {flag} ({_places(places)}): {why}"
        for (flag, why), places in sorted(where.items())
    ]


def _places(places: dict[str, list[str]]) -> str:
    return "; ".join(f"{target}: {', '.join(names)}" for target, names in places.items())
