"""Devices: kernels in OpenCL C and CUDA that hash many messages at once.

Every command loads this package, and most need nothing of it: so the functions below import what they use. Kernels are
hosted by C's harness, which takes messages to the device and digests back.
"""

from collections.abc import Sequence
from pathlib import Path

from hashcop.machine.packages import Tool
from hashcop.platforms.door import Elsewhere, Lane, Place
from hashcop.platforms.implementation import Implementation

FILES = frozenset(("kernel.cl", "kernel.cu"))
CPU, GPU, OTHER, CUDA = "opencl-cpu", "opencl-gpu", "opencl-other", "cuda"
TARGETS = (CPU, GPU, OTHER, CUDA)


class DevicePlatform:
    """See door.Platform."""

    name = "device"
    operation = "crypto_hashmany"
    is_usual = False
    effects: tuple[str, ...] = ("copies",)

    def claims(self, names: frozenset[str]) -> bool:
        """See door.Platform."""
        return not FILES.isdisjoint(names)

    def language(self, implementation: Implementation) -> str:
        """See door.Platform."""
        from hashcop.platforms.device.source import Source  # only here: saves start-up time

        return Source(implementation).language

    def architectures(self, implementation: Implementation) -> frozenset[str] | None:
        """See door.Platform."""
        from hashcop.platforms.device.source import Source  # only here: saves start-up time

        return Source(implementation).architectures

    def target_names(self) -> Sequence[str]:
        """See door.Platform."""
        return TARGETS

    def profiles(self) -> Sequence[str]:
        """See door.Platform."""
        # Only here: saves start-up time.
        from hashcop.platforms.c.tools import compilers
        from hashcop.platforms.device.options import ROOM

        return compilers.profiles(ROOM)

    def tools(self) -> Sequence[Tool]:
        """See door.Platform."""
        from hashcop.platforms.device.tools import tools  # only here: saves start-up time

        return tools()

    def directories(self) -> Sequence[Path]:
        """See door.Platform: drivers are shown to what runs with them."""
        return ()

    def elsewhere(self) -> Sequence[Elsewhere]:
        """See door.Platform: no device is emulated."""
        return ()

    def open(self, place: Place) -> Lane:
        """See door.Platform."""
        from hashcop.platforms.device.lane import open_lane  # only here: saves start-up time

        return open_lane(place)


PLATFORM = DevicePlatform()
