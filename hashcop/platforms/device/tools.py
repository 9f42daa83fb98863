"""What of the system devices need, and what gets it."""

from ctypes.util import find_library
from pathlib import Path

from hashcop.machine.packages import Tool

VENDORS = Path("/etc/OpenCL/vendors")


def has_loader() -> bool:
    """Whether the loader of OpenCL is there."""
    return find_library("OpenCL") is not None


def has_driver() -> bool:
    """Whether any driver of OpenCL has said that it is there."""
    return any(VENDORS.glob("*.icd"))


def has_cuda() -> bool:
    """Whether NVIDIA's driver has its library."""
    return find_library("cuda") is not None


LOADER = Tool("OpenCL's loader", "ocl-icd-libopencl1", "devices with OpenCL", found=has_loader)
POCL = Tool(
    "a driver of OpenCL", "pocl-opencl-icd", "the processor as a device of OpenCL", found=has_driver
)


def tools() -> tuple[Tool, ...]:
    """See door.Platform."""
    return LOADER, POCL
