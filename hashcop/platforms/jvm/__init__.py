"""The JVM: implementations in Java, built by the Java compilers of this machine and run by its JVMs.

Every command loads this package, and most need nothing of it: so the functions below import what they use. It uses C's
harness, counters and witnesses.
"""

from collections.abc import Sequence
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.machine.packages import Tool
from hashcop.platforms.door import Elsewhere, Lane, Place
from hashcop.platforms.implementation import Implementation

TARGETS = ("jvm-amd64", "jvm-x86", "jvm-aarch64")


class JvmPlatform:
    """See door.Platform."""

    name = "jvm"
    operation = OPERATION
    is_usual = True
    effects: tuple[str, ...] = ("align", "data", "counter", "first", "fresh")

    def claims(self, names: frozenset[str]) -> bool:
        """See door.Platform: SUPERCOP knows no implementation by this file."""
        return "Hash.java" in names and "api.h" not in names

    def language(self, implementation: Implementation) -> str:
        """See door.Platform."""
        return "Java"

    def architectures(self, implementation: Implementation) -> frozenset[str] | None:
        """See door.Platform."""
        from hashcop.platforms.jvm.source import Source  # only here: saves start-up time

        return Source(implementation).architectures

    def target_names(self) -> Sequence[str]:
        """See door.Platform."""
        return TARGETS

    def profiles(self) -> Sequence[str]:
        """See door.Platform."""
        # Only here: saves start-up time.
        from hashcop.platforms.c.tools import compilers
        from hashcop.platforms.jvm.options import ROOM

        return compilers.profiles(ROOM)

    def tools(self) -> Sequence[Tool]:
        """See door.Platform."""
        from hashcop.platforms.jvm.tools import tools  # only here: saves start-up time

        return tools()

    def directories(self) -> Sequence[Path]:
        """See door.Platform: each JVM is shown to what it runs."""
        return ()

    def elsewhere(self) -> Sequence[Elsewhere]:
        """See door.Platform: no JVM is emulated."""
        return ()

    def open(self, place: Place) -> Lane:
        """See door.Platform."""
        from hashcop.platforms.jvm.lane import open_lane  # only here: saves start-up time

        return open_lane(place)


PLATFORM = JvmPlatform()
