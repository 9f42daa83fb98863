"""Circuits: RTL in Verilog, simulated, synthesized, placed and routed for families of FPGAs, and for standard cells.

Every command loads this package, and most need nothing of it: so the functions below import what they use.
"""

from collections.abc import Sequence
from pathlib import Path

from hashcop.machine.packages import Tool
from hashcop.platforms.door import Elsewhere, Lane, Place
from hashcop.platforms.implementation import Implementation

DESIGN = "design.toml"


class RtlPlatform:
    """See door.Platform."""

    name = "rtl"
    operation = "crypto_hash"
    is_usual = False
    effects: tuple[str, ...] = ("padding", "memory")

    def claims(self, names: frozenset[str]) -> bool:
        """See door.Platform."""
        return DESIGN in names

    def language(self, implementation: Implementation) -> str:
        """See door.Platform."""
        return "SystemVerilog"

    def architectures(self, implementation: Implementation) -> frozenset[str] | None:
        """See door.Platform: a circuit is for every family that it fits."""
        return None

    def target_names(self) -> Sequence[str]:
        """See door.Platform."""
        from hashcop.platforms.rtl import families  # only here: saves start-up time

        return tuple(one.name for one in families.families())

    def profiles(self) -> Sequence[str]:
        """See door.Platform."""
        from hashcop.platforms.rtl import families  # only here: saves start-up time

        return families.profiles()

    def tools(self) -> Sequence[Tool]:
        """See door.Platform."""
        from hashcop.platforms.rtl.tools import tools  # only here: saves start-up time

        return tools()

    def directories(self) -> Sequence[Path]:
        """See door.Platform: Python and its wheels, which Yosys and nextpnr are."""
        from hashcop.platforms.rtl import tools  # only here: saves start-up time

        return tools.directories() if tools.has_synthesis() else ()

    def elsewhere(self) -> Sequence[Elsewhere]:
        """See door.Platform: no family is emulated."""
        return ()

    def open(self, place: Place) -> Lane:
        """See door.Platform."""
        from hashcop.platforms.rtl.lane import open_lane  # only here: saves start-up time

        return open_lane(place)


PLATFORM = RtlPlatform()
