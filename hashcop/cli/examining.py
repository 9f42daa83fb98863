"""What this machine has and lacks as a place to measure, and what installs it. Installs nothing."""

import dataclasses
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hashcop.data.printable import in_bytes
from hashcop.engine.site import DOCTOR_SECONDS, find_quietest, scene_of
from hashcop.machine import activity, machine, packages, processor
from hashcop.machine.cache import Cache
from hashcop.machine.conditions import Scene, judge
from hashcop.machine.linux import written
from hashcop.machine.processor import Kind
from hashcop.machine.sandbox import SandboxError, open_sandbox
from hashcop.platforms.c.tools import emulated
from hashcop.platforms.c.tools.installed import compiler_directories
from hashcop.platforms.c.tools.toolchain import ToolchainError, open_toolchain

MARKS = {"good": "good", "bad": "BAD", "unknown": "?"}


def _tool_rows() -> list[dict[str, Any]]:
    return [
        {name: getattr(tool, name) for name in ("name", "package", "gives", "needed")}
        | {"there": tool.is_there}
        for tool in (*packages.tools(), *packages.libraries())
    ]


def _emulated_rows() -> list[dict[str, Any]]:
    places = [emulated.look(abi) for abi in emulated.candidates()]
    return [
        {
            "abi": place.abi.name,
            "there": not place.missing,
            "emulator": str(place.emulator or ""),
            "compilers": [compiler.command for compiler, _ in place.compilers],
            "missing": list(place.missing),
            "packages": list(place.packages),
        }
        for place in places
    ]


def examine(cache: Cache, libraries: Path, kind: Kind, *, trusted: bool) -> dict[str, Any]:
    """`tools` with whether each is there, the `machine` fact, and the `problem` where nothing can be measured.

    `emulated` has the ABIs of other processors, and what they want here.
    `conditions` judges the machine as a place to measure, on the cores of a `kind`; `quiet` has a trial of each core,
    `kinds` the cores of each kind. `cache`: where it is, and the bytes that it takes and that its programs may take.
    `libraries`: where the operator may have put some.
    """
    kinds = {one.name or "all": written(one.cores) for one in processor.kinds()}
    facts: dict[str, Any] = {"tools": _tool_rows(), "problem": "", "kinds": kinds, "quiet": []}
    facts["emulated"] = _emulated_rows()
    now, seen = activity.look(DOCTOR_SECONDS)
    scene = Scene(pinned=max(kind.usable), activity=seen, now=now)
    try:
        sandbox = open_sandbox(trusted=trusted, toolchains=compiler_directories())
        toolchain = open_toolchain(sandbox, cache.directory, libraries, kind.usable)
        where = toolchain, cache.directory, kind
        toolchain, found = find_quietest(sandbox, *where, seen, anew=True)
        facts["machine"] = machine.describe(toolchain, sandbox, kind)
        facts["quiet"] = [trial.fields for trial in found.trials]
        scene = scene_of(toolchain, found, seen, now)
    except (SandboxError, ToolchainError, OSError) as error:
        facts["problem"] = str(error)
    facts["cache"] = {"place": str(cache.directory), "bytes": cache.size(), "limit": cache.limit}
    facts["conditions"] = [dataclasses.asdict(one) for one in judge(scene)]
    return facts


def _counter_lines(counter: dict[str, Any] | None) -> list[str]:
    """Which counter is used and why, and why not the others."""
    if counter is None:
        return []
    figures = ", ".join(f"{name} {counter[name]}" for name in ("resolution", "cost", "noise"))
    return [
        f"counter {counter['name']}: {counter['counts']}",
        f"  {figures} ticks; chosen: {counter['reason']}",
        *(f"not {other['name']}: {other['reason']}" for other in counter["others"]),
    ]


def show(facts: dict[str, Any], console: Console) -> None:
    """Print what `examine` found."""

    def line(text: str) -> None:
        console.print(text, highlight=False, soft_wrap=True, markup=False)

    about = facts.get("machine", {})
    for name in ("processor", "cores", "pinned", "system", "kernel", "sandbox"):
        if name in about:
            line(f"{name:<12}{about[name]}")
    for abi, status in about.get("abis", {}).items():
        line(f"ABI {abi:<8}{status}")
        for text in _counter_lines(about["counter"].get(abi)):
            line(f"  {text}")
    for row in facts["emulated"]:
        line(f"ABI {row['abi']:<8}{_emulated(row)}")
    for compiler in about.get("compilers", []):
        line(f"{'compiler':<12}{compiler['version']}")
    kept = facts["cache"]
    size = f"{in_bytes(kept['bytes'])}; its programs may take {in_bytes(kept['limit'])}"
    line(f"{'cache':<12}{kept['place']}: {size}")
    if len(facts["kinds"]) > 1:
        line(f"{'cores':<12}{_kinds(facts)}")
    console.print(_quiet_table(facts))
    console.print(_conditions_table(facts["conditions"]))
    for row in facts["conditions"]:
        if row["state"] == "bad":
            line(f"{row['name']}: {row['why']}.\n  {row['mend']}")
    if facts["problem"]:
        line(f"nothing can be measured: {facts['problem']}")
    console.print(_tool_table(facts["tools"]))
    wanted = (*packages.tools(), *packages.libraries())
    missing = [tool for tool in wanted if not tool.is_there]
    if missing:
        line(f"this installs what is missing:\n  {packages.apt_line(missing)}")


def _emulated(row: dict[str, Any]) -> str:
    """Whether an ABI of another processor can be checked here, in words."""
    if row["there"]:
        return f"checked, not timed: {', '.join(row['compilers'])} under {row['emulator']}"
    wanted = f"on Debian: {' '.join(row['packages'])}"
    return f"of another processor; to check it, {', '.join(row['missing'])} is missing; {wanted}"


def _tool_table(rows: list[dict[str, Any]]) -> Table:
    table = Table("", "tool", "gives", "package", box=None)
    for tool in rows:
        state = "there" if tool["there"] else "MISSING" if tool["needed"] else "missing"
        table.add_row(state, tool["name"], tool["gives"], tool["package"])
    return table


def _kinds(facts: dict[str, Any]) -> str:
    own = facts.get("machine", {}).get("core_kind", "")
    told = (f"{name} {numbers}" for name, numbers in facts["kinds"].items())
    measured = f"; measured on: {own}, as ./do --cores KIND says otherwise" if own else ""
    return ", ".join(told) + measured


def _quiet_table(facts: dict[str, Any]) -> Table:
    """How quiet each core was; the one that timings run on is marked."""
    table = Table("", "processor", "lost to others", "scatter", box=None)
    pinned = facts.get("machine", {}).get("pinned")
    for row in facts["quiet"]:
        mark = "pinned" if row["processor"] == pinned else ""
        parts = (f"{100 * row[name]:.2f} %" for name in ("lost", "scatter"))
        table.add_row(mark, str(row["processor"]), *parts)
    return table


def _conditions_table(rows: list[dict[str, Any]]) -> Table:
    table = Table("", "as a place to measure", "found", box=None)
    for row in rows:
        table.add_row(MARKS[row["state"]], row["name"], row["found"])
    return table
