"""Netlists: what Yosys makes of a circuit for a family, with registers around its ports (measure/rtl/pins.sv)."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.keys import digest
from hashcop.data.said import first_error
from hashcop.machine.sandbox import MIB, Finished, Limits, Sandbox
from hashcop.platforms.rtl import tools
from hashcop.platforms.rtl.design import PINS, SHELL, Design
from hashcop.platforms.rtl.families import Family, OptionSet

RECIPE = 2  # part of every netlist's key: to be raised when this module makes others
SECONDS = 1800
LIMITS = Limits(SECONDS, data=8192 * MIB, together=8192 * MIB)
NETLIST, STATISTICS, SCRIPT = "netlist.json", "statistics.json", "script"
GATES = "gates.v"
EMPTY = "empty.sv"  # measures what pins.sv takes
LATCH = re.compile(r"Latch inferred for signal `(\S+)'")
DRIVERS = re.compile(r"multiple conflicting drivers for (\S+)")
ADDERS = {
    "kogge-stone": "-map +/choices/kogge-stone.v",
    "han-carlson": "-map +/choices/han-carlson.v",
}
# Names and places in the text: netlists that differ in nothing else are one.
SOURCE_PLACES = re.compile(r'"(?:\w+_)?src": "[^"]*"')


class NoNetlist(Exception):
    """A circuit can't be synthesized; says why, in a line, and what the tool printed."""

    def __init__(self, reason: str, said: str = "") -> None:
        super().__init__(reason)
        self.said = said


@dataclass(frozen=True)
class Netlist:
    """A netlist: its file, what it has by unit, and a hash of it."""

    file: Path
    area: Mapping[str, float]
    digest: str


@dataclass(frozen=True)
class Synthesis:
    """How the netlists of a family are made with an option set. `sources`: measure/rtl."""

    sandbox: Sandbox
    sources: Path
    family: Family
    option_set: OptionSet

    def netlist(
        self,
        design: Design,
        files: Mapping[str, bytes],
        work: Path,
        parameters: Mapping[str, int],
        *,
        embedded: bool | None = None,
        bare: bool = False,
    ) -> Netlist:
        """The netlist of the circuit of these files. Raises NoNetlist.

        `parameters`: of the circuit. `embedded`: whether memories and multipliers may be used, or None: as the design
        says. `bare`: the circuit alone, and beside its netlist the same as Verilog with the cells' own models in place
        of cells (GATES).
        """
        texts = dict(files) if bare else {**files, PINS: (self.sources / PINS).read_bytes()}
        for name, content in texts.items():
            (work / name).write_bytes(content)
            (work / name).chmod(0o644)
        made = work / "made"
        made.mkdir(exist_ok=True)
        top = "crypto_hash" if bare else "pins"
        lines = _reading(design, texts, parameters, top)
        if self.family.liberty:
            lines += _to_cells(self.family, self.option_set, top, made)
        else:
            allowed = design.memories == "allowed" if embedded is None else embedded
            plain = "" if allowed else self.family.plain
            lines += _to_logic(self.family, self.option_set, plain, top, made)
            lines += _to_models(self.family, made) if bare else []
        done = self._run(lines, work, made)
        said = done.output.replace(f"{made}/", "").replace("../", "")
        netlist = made / NETLIST
        why = _refusal(done, said, has_netlist=netlist.is_file())
        if why:
            raise NoNetlist(why, said)
        statistics = made / STATISTICS
        return Netlist(netlist, area(self.family, statistics), digest(RECIPE, _nameless(netlist)))

    def _run(self, lines: Iterable[str], work: Path, made: Path) -> Finished:
        """Let Yosys follow a script in `made`, below the texts."""
        script = work / SCRIPT
        script.write_text("".join(f"{line}\n" for line in lines))
        script.chmod(0o644)
        python = ["env", f"PYTHONPATH={tools.packages()}", str(tools.python()), "-B"]
        return self.sandbox.run(
            [*python, str(self.sources / "yosys.py"), str(script)],
            directory=made,
            limits=LIMITS,
            readable=[work, self.sources],
            writable=[made],
        )


def _refusal(done: Finished, said: str, *, has_netlist: bool) -> str:
    """Why there is no netlist, in a line; empty where there is one."""
    if done.exceeded or done.timed_out:
        return f"the synthesis {done.exceeded or f'did not end within {SECONDS} seconds'}"
    drivers = DRIVERS.search(said)
    if drivers:
        return f"{_plain(drivers[1])} has two drivers"
    latch = LATCH.search(said)
    if latch:
        return f"{_plain(latch[1])} is a latch"
    return "" if has_netlist and not done.status else _reason(said)


def _reading(
    design: Design, texts: Iterable[str], parameters: Mapping[str, int], top: str
) -> list[str]:
    """The commands that read the texts and check them.

    They are read by names that are the same everywhere: Yosys gives the results of functions the names of their files,
    and a placement depends on names.
    """
    values = ",".join(f".{name}({value})" for name, value in parameters.items())
    defined = [f"-DW={design.w}", f"-DSTREAMS={design.streams}"]
    if design.streams > 1:
        defined.append(f"-DSTREAM={max(1, (design.streams - 1).bit_length())}")
    reading = f"read_verilog -sv {' '.join(defined)} -DPARAMETERS={values}"
    lines = [f"{reading} ../{text}" for text in texts]
    if top == "crypto_hash":  # pins.sv has PARAMETERS
        lines += [f"chparam -set {name} {value} {top}" for name, value in parameters.items()]
    return [*lines, f"hierarchy -check -top {top}", "proc", "check -assert"]


def _to_logic(family: Family, option_set: OptionSet, plain: str, top: str, made: Path) -> list[str]:
    """The commands that map a circuit to the logic of an FPGA. `plain`: flags that keep it out of memories."""
    words = " ".join(word for word in (plain, *option_set.synthesis) if word)
    return [
        f"{family.synthesis} {words} -top {top} -json {made}/{NETLIST}",
        f"tee -q -o {made}/{STATISTICS} stat -json",
    ]


def _to_models(family: Family, made: Path) -> list[str]:
    """The commands that write a netlist as Verilog, with the cells' own models in place of cells."""
    return [
        *(f"techmap -autoproc -map {family.models}", "flatten", "opt_expr", "opt_clean -purge"),
        # Names that Yosys made of functions have a $ within, as questions to a simulator do. Bits of a vector that
        # follow from others of it are a loop to a simulator, which takes much code.
        *("rename -hide", "rename -enumerate", "splitnets"),
        f"write_verilog -noattr {made}/{GATES}",
    ]


def _to_cells(family: Family, option_set: OptionSet, top: str, made: Path) -> list[str]:
    """The commands that map a circuit to standard cells. Writes what abc is told of its surroundings."""
    constraints = f"set_driving_cell {family.driving}\nset_load {family.load} [all_outputs]\n"
    (made / "constraints").write_text(constraints)
    adders = option_set.word("adders", "")
    lines = [f"synth -top {top} -flatten -noabc"]
    if adders:
        # What `synth` does from its label `fine` on, with other adders.
        lines = [f"synth -top {top} -flatten -run :fine", "alumacc", "share", "opt"]
        lines += ["memory -nomap", "opt_clean", "opt -fast -full", "memory_map"]
        lines += [f"techmap {ADDERS[adders]}", "techmap", "opt -fast", "opt_clean"]
    return [
        *lines,
        f"dfflibmap -liberty {family.liberty}",
        f"abc -liberty {family.liberty} -constr {made}/constraints -D 1000",
        "setundef -zero",
        "opt_clean -purge",
        f"tee -q -o {made}/{STATISTICS} stat -json -liberty {family.liberty}",
        f"write_verilog -noattr -noexpr -simple-lhs {made}/netlist.v",
        f"write_json {made}/{NETLIST}",
    ]


def _plain(name: str) -> str:
    """A signal's own name, without its module's."""
    return name.rstrip(":").rpartition("\\")[2]


def _reason(said: str) -> str:
    """Why the synthesis failed, in a line."""
    errors = [line for line in said.splitlines() if "ERROR" in line]
    return errors[-1].strip() if errors else first_error(said)


def area(family: Family, statistics: Path) -> dict[str, float]:
    """What a netlist has, by unit."""
    said = json.loads(statistics.read_text())
    if family.liberty:
        whole = float(said["design"]["area"])
        return {family.unit: round(whole / gate_area(family), 1), "um2": round(whole, 1)}
    cells = said["design"]["num_cells_by_type"]
    return {
        unit: sum(weight * cells.get(cell, 0) for cell, weight in weights.items())
        for unit, weights in family.cells.items()
    }


def gate_area(family: Family) -> float:
    """The area of the cell that is the unit of areas, as its library has it."""
    text = Path(family.liberty).read_text()
    found = re.search(
        rf'cell\s*\(\s*"?{re.escape(family.gate)}"?\s*\)\s*\{{.*?\barea\s*:\s*([0-9.]+)',
        text,
        re.DOTALL,
    )
    if not found:
        raise NoNetlist(f"{family.liberty} has no cell {family.gate}")
    return float(found[1])


def _nameless(netlist: Path) -> str:
    return digest(SOURCE_PLACES.sub("", netlist.read_text()))


def files_of(design: Design, directory: Path, sources: Path) -> dict[str, bytes]:
    """The files of a circuit, in the order in which they are read."""
    files = {name: (directory / name).read_bytes() for name in design.sources}
    if design.shell:
        files[SHELL] = (sources / SHELL).read_bytes()
    return files
