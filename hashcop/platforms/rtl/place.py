"""Placement and routing of netlists by nextpnr, with one seed; and the timing of standard cells by OpenSTA."""

import json
import re
import shutil
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from hashcop.data.keys import digest
from hashcop.data.records import Placed
from hashcop.machine.sandbox import MIB, Limits, Sandbox
from hashcop.platforms.rtl import tools
from hashcop.platforms.rtl.families import Family, OptionSet
from hashcop.platforms.rtl.kept import scratch
from hashcop.platforms.rtl.synthesize import NETLIST

RECIPE = 1  # part of the key of every placement
SECONDS = 3600  # of one placement: Skein x4 takes a quarter of an hour on a slow core
# A WebAssembly program reserves much address space, and writes to little of it.
LIMITS = Limits(SECONDS, data=8192 * MIB, together=8192 * MIB)
REPORT = "report.json"
WARM = "warm"
PERIOD = 10.0  # ns: the clock that cells are analysed with; slack tells the rest
MOST_CLOCK = 1e5  # MHz
CAN_T = re.compile(r"^ERROR: (.*)$", re.MULTILINE)
SLACK = re.compile(r"^\s*(-?[0-9.]+)\s+slack", re.MULTILINE)
ENDS = re.compile(r"^(Startpoint|Endpoint): (\S+)", re.MULTILINE)


class NotPlaced(Exception):
    """A netlist was not placed; says why, in a line."""


_warming = threading.Lock()


@dataclass(frozen=True)
class Placer:
    """What finds out how fast the netlists of a family are. `cache`: the platform's own directory."""

    sandbox: Sandbox
    cache: Path
    family: Family

    def place(
        self,
        option_set: OptionSet,
        netlist: Path,
        seed: int,
        pins: Mapping[str, float] | None = None,
    ) -> Placed:
        """What comes of a netlist with a seed. `pins` is what pins.sv takes, which is subtracted. Raises NotPlaced."""
        warm = self._warmed()
        name = self.family.place[0]
        with scratch(self.cache) as work:
            # The program sees a directory /tmp of its own: so what it reads has a relative name.
            shutil.copy(netlist, work / NETLIST)
            for file, text in self.family.files.items():
                (work / file).write_text(text)
            for each in work.iterdir():
                each.chmod(0o644)
            done = self.sandbox.run(
                self._command(warm, self._words(option_set, seed)),
                directory=work,
                limits=LIMITS,
                readable=[warm],
                writable=[work],
            )
            if done.exceeded or done.timed_out:
                raise NotPlaced(
                    f"{name} {done.exceeded or f'did not end within {SECONDS} seconds'}"
                )
            report = work / REPORT
            if done.status or not report.is_file():
                said = CAN_T.findall(done.output)
                raise NotPlaced(f"{name}: {said[-1] if said else f'status {done.status}'}"[:300])
            try:
                return _placed(self.family, json.loads(report.read_text()), seed, pins or {})
            except (ValueError, KeyError, TypeError) as error:
                raise NotPlaced(f"{name} gave no report that can be read: {error}") from None

    def _words(self, option_set: OptionSet, seed: int) -> list[str]:
        clock, placer, router = option_set.placement_words(self.family.usual)
        return [
            *self.family.place[1:],
            *("--json", NETLIST, "--seed", str(seed), "--report", REPORT, "--timing-allow-fail"),
            *("--freq", clock or "100", "-q"),
            *(["--placer", placer] if placer else []),
            *(["--router", router] if router else []),
        ]

    def _command(self, warm: Path, words: list[str]) -> list[str]:
        """A placer's words: it is a WebAssembly program, whose machine code is kept in `warm`."""
        module = tools.WHEELS[self.family.place[0]]
        argv = f"_run_{module.removeprefix('yowasp_')}_argv"
        return [
            *("env", f"PYTHONPATH={tools.packages()}", f"YOWASP_CACHE_DIR={warm}"),
            *(str(tools.python()), "-B"),
            *("-c", f"import sys; from {module} import {argv} as run; run()", *words),
        ]

    def _warmed(self) -> Path:
        """A directory with a placer's machine code, which nobody may write to any more."""
        name = self.family.place[0]
        identity = digest(tools.identity(self.family), self.sandbox.name)
        place = self.cache / f"{WARM}-{name}-{identity}"
        with _warming:
            if place.is_dir():
                return place
            work = Path(mkdtemp(dir=self.cache, prefix="making-"))
            work.chmod(0o755)
            words = self._command(work, ["--version"])
            done = self.sandbox.run(words, directory=work, limits=LIMITS, writable=[work])
            if done.status:
                shutil.rmtree(work, ignore_errors=True)
                raise NotPlaced(f"{name} does not run here: {done.output.strip()[-300:]}")
            for file in work.rglob("*"):
                file.chmod(0o755 if file.is_dir() else 0o644)
            work.rename(place)
            return place

    def analyse(self, netlist: Path, area: Mapping[str, float]) -> Placed:
        """The clock of a circuit in standard cells, from register to register, without wires. Raises NotPlaced."""
        with scratch(self.cache) as work:
            script = work / "script.tcl"
            verilog = netlist.with_name("netlist.v")
            script.write_text(
                f"read_liberty {self.family.liberty}\nread_verilog {verilog}\nlink_design pins\n"
                f"create_clock -name clk -period {PERIOD} [get_ports clk]\n"
                "report_checks -path_delay max -fields {slew cap} -digits 4\nexit\n"
            )
            script.chmod(0o644)
            done = self.sandbox.run(
                [tools.sta(), "-no_splash", "-exit", str(script)],
                directory=work,
                limits=LIMITS,
                readable=[netlist.parent],
                writable=[work],
            )
            slack = SLACK.search(done.output)
            if done.status or not slack:
                last = (done.output.strip().splitlines() or ["it said nothing"])[-1]
                raise NotPlaced(f"OpenSTA: {last[:200]}")
            delay = PERIOD - float(slack[1])
            ends = dict(ENDS.findall(done.output))
            critical = tuple(ends[name] for name in ("Startpoint", "Endpoint") if name in ends)
            return Placed(seed=0, clock=round(1000 / delay, 3), area=dict(area), critical=critical)


def _placed(family: Family, report: dict, seed: int, pins: Mapping[str, float]) -> Placed:  # type: ignore[type-arg]
    clocks = [float(one["achieved"]) for one in report["fmax"].values()]
    clock = min(clocks, default=0.0)
    if not 0 < clock < MOST_CLOCK:
        raise ValueError(f"a clock of {clock} MHz")
    used = {
        unit: sum(report["utilization"][name]["used"] for name in names)
        for unit, names in family.placed.items()
    }
    area = {unit: float(number - pins.get(unit, 0)) for unit, number in used.items()}
    if area[family.unit] <= 0:
        raise ValueError("nothing is left of the circuit")
    return Placed(seed=seed, clock=round(clock, 3), area=area, critical=_critical(report))


def _critical(report: dict) -> tuple[str, ...]:  # type: ignore[type-arg]
    """The slowest path from register to register, in words."""
    paths = [one["path"] for one in report.get("critical_paths", []) if _is_within(one)]
    longest = max(paths, key=lambda path: sum(step["delay"] for step in path), default=None)
    if not longest:
        return ()
    wires = sum(step["delay"] for step in longest if step["type"] == "routing")
    whole = sum(step["delay"] for step in longest)
    begin, end = longest[0]["from"]["cell"], longest[-1]["to"]["cell"]
    return (_plain(begin), _plain(end), f"{whole - wires:.2f}", f"{wires:.2f}")


def _is_within(path: dict) -> bool:  # type: ignore[type-arg]
    return "async" not in path["from"] and "async" not in path["to"]


def _plain(cell: str) -> str:
    """A cell's name without what the synthesis and the packer have put behind it."""
    return re.sub(r"(_TRELLIS|_LUT4|_CCU2C|_PFUMX|_L6MUX|_SB_|\$).*", "", cell)[:80] or cell[:80]


def netlist_of(artifact: Path) -> Path:
    """The netlist beside an artifact."""
    return artifact.with_name(NETLIST)
