"""The devices of this machine, as drivers tell of them by the harness's tool (measure/device/tool.c)."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from hashcop.machine.sandbox import MIB, Limits
from hashcop.platforms.device import CPU, CUDA, GPU, OTHER

LIMITS = Limits(seconds=120, data=4096 * MIB, processes=256, file_size=256 * MIB)
FIELDS = 10
# What a driver reads: which drivers of OpenCL there are, what the processor is, and (libcuda) how large the kernel's
# blocks of memory are.
SHOWN = (
    "/etc/OpenCL",
    *(f"/sys/devices/system/{name}" for name in ("cpu", "node", "memory")),
    "/etc/passwd",
)
# Files by which a process reaches a device: nothing in the sandbox sees them unless the operator says so.
NODES = ("nvidia*", "dri", "kfd")
KINDS = {"cpu": CPU, "gpu": GPU, "other": OTHER}


class Device(msgspec.Struct, frozen=True):
    """A device, as its driver has it.

    `interface` is opencl or cuda, `kind` cpu, gpu or other. `maker` is the platform of OpenCL. `interface_version` and
    `driver` are the driver's, `version` the device's: for CUDA its architecture, `sm_90`. `units` work side by side;
    `clock` is the highest in megahertz, and `memory` in bytes.
    """

    interface: str
    kind: str
    name: str
    maker: str
    interface_version: str
    driver: str
    version: str
    units: int
    clock: int
    memory: int

    @property
    def target(self) -> str:
        """The name of its target."""
        return CUDA if self.interface == "cuda" else KINDS.get(self.kind, OTHER)

    @property
    def label(self) -> str:
        """As the harness is told which one is meant."""
        return f"{self.maker}: {self.name}" if self.interface == "opencl" else self.name

    @property
    def command(self) -> str:
        """What option sets call its compiler: the first word of its maker."""
        if self.interface == "cuda":
            return "nvrtc"
        word = "".join(c for c in self.maker.split()[0].lower() if c.isalnum())
        return f"opencl-{word or 'unnamed'}"


def readable() -> list[Path]:
    """What the sandbox must show to a driver, beside the system's files."""
    return [path for path in map(Path, SHOWN) if path.exists()]


def nodes() -> list[Path]:
    """The files by which processes reach devices here."""
    return [found for pattern in NODES for found in sorted(Path("/dev").glob(pattern))]


def nvidias() -> bool:
    """Whether a file of NVIDIA's is among the nodes."""
    return any(node.name.startswith("nvidia") for node in nodes())


@dataclass(frozen=True)
class Failure:
    """An interface whose driver can't be used, and why: `is_here` says whether it has a driver."""

    interface: str
    why: str
    is_here: bool

    def __str__(self) -> str:
        if self.interface == "cuda":
            return (
                f"NVIDIA's driver is here, but can't be used: {self.why}"
                if self.is_here
                else f"NVIDIA's devices are here, but not its driver's library: {self.why}"
            )
        return f"a driver of OpenCL is here, but can't be used: {self.why}"


def failures(output: str) -> Iterator[Failure]:
    """The drivers that can't be used, as the tool told of them."""
    for line in output.splitlines():
        match line.split("\t"):
            case ["failed" | "absent" as word, interface, why]:
                yield Failure(interface, " ".join(why.split()), word == "failed")


def parse(output: str) -> Iterator[Device]:
    """The devices that the tool listed. Other lines are ignored: drivers print what they like."""
    for line in output.splitlines():
        words = line.split("\t")
        if len(words) == FIELDS and all(word.isdecimal() for word in words[-3:]):
            units, clock, memory = (int(word[:18]) for word in words[-3:])
            texts = (" ".join(word.split()) or "unnamed" for word in words[:-3])
            interface, kind, name, maker, made, driver, version = texts
            yield Device(interface, kind, name, maker, made, driver, version, units, clock, memory)
