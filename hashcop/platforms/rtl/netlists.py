"""Whether a netlist does what its circuit does: what the synthesis made is simulated too, in a short run.

Simulated is the circuit alone, without pins.sv, by the same flags, with the cells' own models in place of cells.
"""

from typing import cast

from hashcop.platforms.door import Group
from hashcop.platforms.rtl import design, padding, simulate, synthesize
from hashcop.platforms.rtl.build import Shop
from hashcop.platforms.rtl.families import Family, OptionSet, family
from hashcop.platforms.rtl.room import NoSimulator
from hashcop.platforms.rtl.simulate import Circuit
from hashcop.platforms.rtl.synthesize import GATES, NoNetlist

RECIPE = 3  # part of the key of every check
BLOCKS = 3  # of the longest message
QUICK = ("-O0",)  # a netlist has a hundred thousand lines, and runs for a second


def differs(shop: Shop, group: Group, option_set: OptionSet) -> str:
    """What a netlist does wrong, in words; empty where nothing was found, or the family has no models of its cells."""
    one = cast(Family, family(group.target.name))
    known = group.function.known_answers()
    if not one.models or not known:
        return ""
    own = design.read(group.implementation.directory)
    files = synthesize.files_of(own, group.implementation.directory, shop.room.sources)
    try:
        with shop.scratch() as work:
            made = shop.synthesis(one, option_set)
            netlist = made.netlist(own, files, work, own.all_parameters(), bare=True)
            text = {GATES: netlist.file.with_name(GATES).read_bytes()}
            place = work / "simulator"
            place.mkdir(mode=0o755)
            program = shop.room.simulator(text, own.w, own.streams, {}, place, QUICK)
            how = padding.of(group.function.name)
            output = len(next(iter(known.values()))) // 2
            circuit = Circuit(shop.room, own, how, own.pads, program, output)
            most = BLOCKS * (how.block if how else 64)
            few = {length: digest for length, digest in known.items() if length <= most}
            problem = simulate.problem(circuit, simulate.RUNS[-1], few, len(simulate.RUNS))
    except (NoNetlist, NoSimulator) as error:
        return f"the netlist can't be simulated: {error}"
    return f"its netlist by {' '.join(option_set.words)} {problem}" if problem else ""
