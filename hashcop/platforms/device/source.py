"""What a device reads from an implementation's directory: the kernel's text, and in which shapes it may be launched."""

import re
from functools import cached_property
from pathlib import Path

from hashcop import ROOT
from hashcop.platforms.device import text
from hashcop.platforms.implementation import Implementation, lines_of

HEADERS = ROOT / "measure" / "device"
OPENCL_FILE, CUDA_FILE = "kernel.cl", "kernel.cu"
SIZE = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+CRYPTO_BYTES[ \t]+([1-9][0-9]{0,4})[ \t]*$", re.MULTILINE
)
LOCALS = (32, 64, 128, 256)  # work-items of a group, where the implementation says nothing
MOST_LOCAL = 1024


class Source:
    """An implementation for devices. Each file is read at most once."""

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation
        self.directory = implementation.directory

    @property
    def file(self) -> Path:
        """The kernel."""
        own = self.directory / OPENCL_FILE
        return own if own.is_file() else self.directory / CUDA_FILE

    @property
    def language(self) -> str:
        """What it is written in."""
        return "OpenCL C" if self.file.name == OPENCL_FILE else "CUDA"

    @cached_property
    def size(self) -> int:
        """Bytes of a digest; 0 where api.h has no such number."""
        try:
            found = SIZE.search((self.directory / "api.h").read_text(errors="replace"))
        except OSError:
            return 0
        return int(found[1]) if found else 0

    @property
    def architectures(self) -> frozenset[str] | None:
        """The interfaces that it is for, or targets; None for all."""
        said = {
            word for line in lines_of(self.directory / "architectures") for word in line.split()
        }
        if not said and self.file.name == CUDA_FILE:
            return frozenset(("cuda",))
        return frozenset(said) if said else None

    def is_for(self, target: str) -> bool:
        """Whether it is for a target."""
        return self.architectures is None or bool(
            self.architectures & {target, target.partition("-")[0]}
        )

    def _launch(self, name: str) -> tuple[int, ...] | None:
        """The numbers of a line of its file `launch`; None without it."""
        for line in lines_of(self.directory / "launch"):
            first, *words = line.split()
            if first == name:
                return tuple(int(word) for word in words if word.isdecimal() and len(word) < 10)
        return None

    @property
    def locals(self) -> tuple[int, ...]:
        """How many work-items a group may have: the line `local`."""
        said = self._launch("local")
        return LOCALS if said is None else tuple(n for n in said if 0 < n <= MOST_LOCAL)

    @property
    def block(self) -> int:
        """Bytes of a message in a turn of the loop over blocks: the line `block`; 0 where it does not say."""
        return next(iter(self._launch("block") or ()), 0)

    @property
    def loops(self) -> tuple[int, ...]:
        """How often the loops run that compilers leave within that one, in their order: the line `loops`."""
        return self._launch("loops") or ()

    def text(self, interface: str) -> str:
        """The whole text for an interface. Raises TextError."""
        root = self.directory
        for above in self.directory.parents:
            if above.name == self.implementation.operation:
                root = above.parent
        parts = [
            f"#define CRYPTO_BYTES {self.size}",
            text.whole(HEADERS / "crypto_device.h", HEADERS),
            text.whole(self.file, root),
        ]
        if interface == "cuda":
            parts.append(text.whole(HEADERS / "clock.h", HEADERS))
        return "\n".join(parts)
