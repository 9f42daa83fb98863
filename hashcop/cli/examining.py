"""What this machine has and lacks as a place to measure, and what installs it. Installs nothing."""

import shutil
from typing import Any

import msgspec
from rich.console import Console

from hashcop.cli import screen
from hashcop.data.printable import in_bytes
from hashcop.engine.session import describe, kind_of, try_lanes
from hashcop.engine.settings import Settings
from hashcop.engine.site import find_quietest
from hashcop.machine import activity, packages, processor
from hashcop.machine.cache import Cache
from hashcop.machine.conditions import Scene, judge
from hashcop.machine.linux import written
from hashcop.machine.packages import Tool
from hashcop.machine.sandbox import SandboxError
from hashcop.platforms.registry import platforms
from reports import vendored

LOOK_SECONDS = 1.0  # how long the machine is watched
MARKS = {"good": "good", "bad": "BAD", "unknown": "?"}
Facts = dict[str, Any]
PAGES = Tool(
    "npm",
    "npm",
    "the libraries for curves and sorting in the result pages",
    found=lambda: bool(vendored.files()) or shutil.which("npm") is not None,
)


def _tools() -> list[Tool]:
    """What all platforms need or can make use of, each once."""
    every = [*packages.own(), PAGES, *(tool for one in platforms() for tool in one.tools())]
    return list({tool.name: tool for tool in every}.values())


def _tool_rows() -> list[Facts]:
    return [
        {name: getattr(tool, name) for name in ("name", "package", "gives", "needed")}
        | {"there": tool.is_there}
        for tool in _tools()
    ]


def _elsewhere_rows() -> list[Facts]:
    """Each once: a platform that is made of another has its targets."""
    every = {one.target: one for platform in platforms() for one in platform.elsewhere()}
    return [
        {
            "abi": one.target,
            "there": not one.missing,
            "emulator": one.emulator,
            "compilers": list(one.tools),
            "missing": list(one.missing),
            "packages": list(one.packages),
        }
        for one in every.values()
    ]


def examine(settings: Settings, kept: Cache) -> Facts:
    """`tools` with whether each is there, the `machine` record, and the `problem` where nothing can be measured.

    `emulated` has the ABIs of other processors, and what they want here.
    `conditions` judges the machine as a place to measure; `quiet` has how quiet each core is, `kinds` the cores of each
    kind. `sandbox` says what confines commands here. `cache`: where it is, and the bytes that it takes and that its
    programs may take.
    """
    kind = kind_of(settings)
    kinds = {one.name or "all": written(one.cores) for one in processor.kinds()}
    facts: Facts = {
        "tools": _tool_rows(),
        "problem": "",
        "kinds": kinds,
        "quiet": [],
        "sandbox": [],
    }
    facts["emulated"] = _elsewhere_rows()
    now, seen = activity.look(LOOK_SECONDS)
    scene = Scene(pinned=max(kind.usable), activity=seen, now=now)
    try:
        where = kept.directory
        sandbox, lanes, reasons = try_lanes(platforms(), settings, where, lambda _: None)
        facts["sandbox"] = list(sandbox.described())
        facts["problem"] = "" if lanes.of else "; ".join(reasons)
        if lanes.of:
            lanes, found = find_quietest(lanes, where, kind, seen, anew=True)
            facts["machine"] = msgspec.to_builtins(describe(lanes, sandbox, kind))
            facts["quiet"] = msgspec.to_builtins(found.tried)
            scene = lanes.scene(found, seen, now)
    except (SandboxError, OSError) as error:
        facts["problem"] = str(error)
    facts["cache"] = {"place": str(where), "bytes": kept.size(), "limit": kept.limit}
    facts["conditions"] = msgspec.to_builtins(judge(scene))
    return facts


def show(facts: Facts, console: Console) -> None:
    """Print what `examine` found."""
    for text in (*_about_lines(facts.get("machine", {})), *_elsewhere_lines(facts["emulated"])):
        screen.line(text, console)
    for text in facts["sandbox"]:
        screen.line(f"{'sandbox':<12}{text}", console)
    for text in (*_compiler_lines(facts.get("machine", {})), *_place_lines(facts)):
        screen.line(text, console)
    _show_quiet(facts, console)
    rows = facts["conditions"]
    titles = ("", "as a place to measure", "found")
    cells = [(MARKS[row["state"]], row["name"], row["found"]) for row in rows]
    screen.table(titles, cells, console)
    for row in rows:
        if row["state"] == "bad":
            screen.line(f"{row['name']}: {row['why']}.", console)
            screen.line(f"  {row['mend']}", console)
    if facts["problem"]:
        screen.line(f"nothing can be measured: {facts['problem']}", console)
    _show_tools(facts["tools"], console)


def _about_lines(machine: Facts) -> list[str]:
    """The processor and the system; each ABI with its counter."""
    named = ("processor", "design", "cores", "pinned", "system", "kernel", "sandbox")
    lines = [f"{name:<12}{machine[name]}" for name in named if name in machine]
    for target, status in machine.get("targets", {}).items():
        lines.append(f"ABI {target:<9} {status}")
        lines += [f"  {text}" for text in _counter_lines(machine["counter"].get(target))]
    return lines


def _counter_lines(counter: Facts | None) -> list[str]:
    """Which counter is used and why, and why not the others."""
    if counter is None:
        return []
    figures = (f"{name} {counter.get(name, 0):g}" for name in ("resolution", "cost", "noise"))
    return [
        f"counter {counter['name']}: {counter.get('counts', '')}",
        f"  {', '.join(figures)} ticks; chosen: {counter.get('reason', '')}",
        *(f"not {other['name']}: {other['reason']}" for other in counter.get("others", ())),
    ]


def _elsewhere_lines(rows: list[Facts]) -> list[str]:
    """Whether the ABIs of other processors can be checked here."""
    return [f"ABI {row['abi']:<9} {_elsewhere(row)}" for row in rows]


def _elsewhere(row: Facts) -> str:
    if row["there"]:
        return f"checked, not timed: {', '.join(row['compilers'])} under {row['emulator']}"
    wanted = f"on Debian: {' '.join(row['packages'])}"
    return f"of another processor; to check it, {', '.join(row['missing'])} is missing; {wanted}"


def _compiler_lines(machine: Facts) -> list[str]:
    return [f"{'compiler':<12}{one['version']}" for one in machine.get("compilers", ())]


def _place_lines(facts: Facts) -> list[str]:
    """Where programs are kept, and which cores there are."""
    kept = facts["cache"]
    size = f"{in_bytes(kept['bytes'])}; its programs may take {in_bytes(kept['limit'])}"
    lines = [f"{'cache':<12}{kept['place']}: {size}"]
    if len(facts["kinds"]) > 1:
        kinds = ", ".join(f"{name} {numbers}" for name, numbers in facts["kinds"].items())
        own = facts.get("machine", {}).get("core_kind", "")
        measured = f"; measured on: {own}, as ./do --cores KIND says otherwise" if own else ""
        lines.append(f"{'cores':<12}{kinds}{measured}")
    return lines


def _show_quiet(facts: Facts, console: Console) -> None:
    """How quiet each core was; the one that timings run on is marked."""
    pinned = facts.get("machine", {}).get("pinned")
    rows = [
        (
            "pinned" if row["processor"] == pinned else "",
            str(row["processor"]),
            *(f"{100 * row[name]:.2f} %" for name in ("lost", "scatter")),
        )
        for row in facts["quiet"]
    ]
    screen.table(("", "processor", "lost to others", "scatter"), rows, console)


def _show_tools(rows: list[Facts], console: Console) -> None:
    """Every tool, and the command that installs those that are missing."""
    cells = []
    for tool in rows:
        state = "there" if tool["there"] else "MISSING" if tool["needed"] else "missing"
        cells.append((state, tool["name"], tool["gives"], tool["package"]))
    screen.table(("", "tool", "gives", "package"), cells, console)
    there = {row["name"] for row in rows if row["there"]}
    missing = [tool for tool in _tools() if tool.name not in there]
    if missing:
        screen.line("this installs what is missing:", console)
        screen.line(f"  {packages.apt_line(missing)}", console)
