"""C: implementations in C, C++ and assembly, built by the compilers of this machine for its ABIs.

Every command loads this package, and most need nothing of it: so the functions below import what they use.
"""

from collections.abc import Sequence
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.machine.packages import Tool
from hashcop.platforms.door import Elsewhere, Lane, Place
from hashcop.platforms.implementation import Implementation


class CPlatform:
    """See door.Platform."""

    name = "c"
    operation = OPERATION
    is_usual = True
    effects: tuple[str, ...] = ("cold", "align", "data", "parallel", "counter")

    def claims(self, names: frozenset[str]) -> bool:
        """See door.Platform: SUPERCOP knows an implementation by the same file."""
        return "api.h" in names

    def language(self, implementation: Implementation) -> str:
        """See door.Platform."""
        from hashcop.platforms.c.source import Source  # only here: saves start-up time

        return "C++" if Source(implementation).is_cxx else "C"

    def architectures(self, implementation: Implementation) -> frozenset[str] | None:
        """See door.Platform."""
        from hashcop.platforms.c.source import Source  # only here: saves start-up time

        return Source(implementation).architectures

    def target_names(self) -> Sequence[str]:
        """See door.Platform."""
        from hashcop.platforms.c.tools import compilers  # only here: saves start-up time

        return tuple(abi.name for abi in compilers.abis())

    def profiles(self) -> Sequence[str]:
        """See door.Platform."""
        from hashcop.platforms.c.tools import compilers  # only here: saves start-up time

        return compilers.profiles()

    def tools(self) -> Sequence[Tool]:
        """See door.Platform. A compiler whose file does not tell its version is asked for it."""
        from hashcop.platforms.c.tools import packages  # only here: saves start-up time

        return (*packages.tools(), *packages.libraries())

    def directories(self) -> Sequence[Path]:
        """See door.Platform."""
        # Only here: saves start-up time.
        from hashcop.platforms.c.tools.installed import compiler_directories

        return compiler_directories()

    def elsewhere(self) -> Sequence[Elsewhere]:
        """See door.Platform."""
        from hashcop.platforms.c.described import elsewhere  # only here: saves start-up time

        return elsewhere()

    def open(self, place: Place) -> Lane:
        """See door.Platform."""
        from hashcop.platforms.c.lane import open_lane  # only here: saves start-up time

        return open_lane(place)


PLATFORM = CPlatform()
