"""What this machine has and lacks as a place to measure, and what installs it. Installs nothing."""

from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from driver import machine, packages
from driver.installed import compiler_directories
from driver.sandbox import SandboxError, open_sandbox
from driver.toolchain import ToolchainError, open_toolchain


def _tool_rows() -> list[dict[str, Any]]:
    return [
        {name: getattr(tool, name) for name in ("name", "package", "gives", "needed")}
        | {"there": tool.is_there}
        for tool in (*packages.tools(), *packages.libraries())
    ]


def examine(cache: Path, *, trusted: bool) -> dict[str, Any]:
    """`tools` with whether each is there, the `machine` fact, and the `problem` where nothing can be measured."""
    facts: dict[str, Any] = {"tools": _tool_rows(), "problem": ""}
    try:
        sandbox = open_sandbox(trusted=trusted, toolchains=compiler_directories())
        toolchain = open_toolchain(sandbox, cache)
        facts["machine"] = machine.describe(toolchain, sandbox)
    except (SandboxError, ToolchainError, OSError) as error:
        facts["problem"] = str(error)
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
    for compiler in about.get("compilers", []):
        line(f"{'compiler':<12}{compiler['version']}")
    if facts["problem"]:
        line(f"nothing can be measured: {facts['problem']}")
    console.print(_tool_table(facts["tools"]))
    wanted = (*packages.tools(), *packages.libraries())
    missing = [tool for tool in wanted if not tool.is_there]
    if missing:
        line(f"this installs what is missing:\n  {packages.apt_line(missing)}")


def _tool_table(rows: list[dict[str, Any]]) -> Table:
    table = Table("", "tool", "gives", "package", box=None)
    for tool in rows:
        state = "there" if tool["there"] else "MISSING" if tool["needed"] else "missing"
        table.add_row(state, tool["name"], tool["gives"], tool["package"])
    return table
