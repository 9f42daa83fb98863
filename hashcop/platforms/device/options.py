"""Option sets of devices: a compiler with flags, and how many work-items a group has. From compilers/device/."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass

from hashcop import ROOT
from hashcop.platforms import door
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.device.devices import Device
from hashcop.platforms.device.source import LOCALS, MOST_LOCAL, Source

ROOM = ROOT / "compilers" / "device"
LOCAL = "local="  # begins the word that no compiler sees


@dataclass(frozen=True, kw_only=True)
class OptionSet(door.OptionSet):
    """A compiler of a device with its flags, and the work-items of a group."""

    device: Device
    local: int

    @property
    def compiler_flags(self) -> tuple[str, ...]:
        """What the compiler is told."""
        return tuple(flag for flag in self.flags if not flag.startswith(LOCAL))


def of(device: Device, profile: str, wanted: tuple[int, ...] = LOCALS) -> Iterator[OptionSet]:
    """The option sets of a profile for a device; `wanted`: work-items of a group that a kernel may have."""
    for family in compilers.families(ROOM):
        if family.command != _family(device):
            continue
        for flags in family.flags(profile, abi=device.target):
            one = made(device, flags)
            if one and one.local in wanted:
                yield one


def _family(device: Device) -> str:
    return "nvrtc" if device.interface == "cuda" else "opencl"


def made(device: Device, flags: tuple[str, ...]) -> OptionSet | None:
    """An option set of these flags; None where none of them says a number of work-items that can be."""
    said = [flag.removeprefix(LOCAL) for flag in flags if flag.startswith(LOCAL)]
    if len(said) != 1 or not said[0].isdecimal() or not 0 < int(said[0]) <= MOST_LOCAL:
        return None
    return OptionSet(
        command=device.command,
        flags=flags,
        family=_family(device),
        device=device,
        local=int(said[0]),
    )


def typed(found: tuple[Device, ...], words: str) -> OptionSet | None:
    """An option set as typed, `opencl-portable -cl-opt-disable local=64`; None where no compiler has the name."""
    try:
        command, *flags = shlex.split(words) or [""]
    except ValueError:  # a quote that is not closed
        return None
    device = next((one for one in found if one.command == command), None)
    return made(device, tuple(flags)) if device else None


def skip_reason(source: Source, target: str, every: tuple[OptionSet, ...]) -> str:
    """Why an implementation is not built for a target; empty where it is."""
    if not source.size:
        return "api.h has no line `#define CRYPTO_BYTES ...`"
    if not source.is_for(target):
        return f"for {', '.join(sorted(source.architectures or ()))} only"
    if source.language == "CUDA" and target != "cuda":
        return "written for CUDA"
    return "" if every else "no option set"
