"""`./do list --options`: what came of compilers/ on this machine: option sets, and flags that do not work here."""

from typing import Any

from rich.table import Table

from hashcop.cli import screen
from hashcop.data.printable import printable
from hashcop.engine import plan
from hashcop.engine.opening import abis_of, machine_of, open_cache
from hashcop.engine.settings import Settings
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.toolchain import Target, Toolchain


def rows(toolchain: Toolchain, profile: str, abis: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """One for each ABI and compiler: its option sets for C and C++, and the flags that it has to do without."""
    targets = [target for target in toolchain.targets if not abis or target.abi in abis]
    return [row for target in targets for row in _of_abi(toolchain, target, profile)]


def _of_abi(toolchain: Toolchain, target: Target, profile: str) -> list[dict[str, Any]]:
    sets = {
        language: plan.option_sets(toolchain, target, profile, language == "c++")
        for language in ("c", "c++")
    }

    def row(compiler: Compiler) -> dict[str, Any]:
        refused = toolchain.refused.get((target.abi, compiler.command), {})
        return {
            "abi": target.abi,
            "compiler": compiler.command,
            "version": compiler.version,
            "path": compiler.path,
            **{
                language: [" ".join(one.words) for one in every if one.compiler == compiler.command]
                for language, every in sets.items()
            },
            "refused": [{"flag": flag, "reason": why} for flag, why in refused.items()],
        }

    return [row(compiler) for compiler in toolchain.compilers_for(target)]


def list_options(settings: Settings, *, as_json: bool) -> int:
    """Print them. Tries what was not tried before; records nothing but what came of that."""
    console = screen.console()
    said = screen.console(on_stderr=True) if as_json else console

    def say(text: str) -> None:
        said.print(text, highlight=False, soft_wrap=True)

    kept = open_cache(settings)
    _, toolchain = machine_of(settings, kept.directory, say)
    kept.close()
    found = rows(toolchain, settings.profile, tuple(abis_of(toolchain, settings)))
    if as_json:
        screen.as_json(found)
        return 0
    table = Table("ABI", "compiler", "version", box=None)
    for title in ("C", "C++", "refused"):
        table.add_column(title, justify="right")
    for row in found:
        counts = (str(len(row[name])) for name in ("c", "c++", "refused"))
        version = printable(row["version"], console.encoding)
        table.add_row(row["abi"], row["compiler"], version, *counts)
    console.print(table)
    for abi in dict.fromkeys(row["abi"] for row in found):
        mine = [row for row in found if row["abi"] == abi]
        c, cxx = (sum(len(row[language]) for row in mine) for language in ("c", "c++"))
        say(f"{abi}: {c:,} option sets of the profile {settings.profile} for C, {cxx:,} for C++")
    for text in _refused_lines(found):
        say(printable(text, console.encoding))
    return 0


def _refused_lines(found: list[dict[str, Any]]) -> list[str]:
    """Each flag once for each reason, with the compilers and ABIs that it holds for."""
    where: dict[tuple[str, str], dict[str, list[str]]] = {}
    for row in found:
        for refused in row["refused"]:
            places = where.setdefault((refused["flag"], refused["reason"]), {})
            places.setdefault(row["abi"], []).append(row["compiler"])
    return [
        f"refused: {flag} ({_places(places)}): {why}"
        for (flag, why), places in sorted(where.items())
    ]


def _places(places: dict[str, list[str]]) -> str:
    return "; ".join(f"{abi}: {', '.join(names)}" for abi, names in places.items())
