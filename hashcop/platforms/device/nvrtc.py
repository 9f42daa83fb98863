"""NVRTC, NVIDIA's compiler as a library: an optional package of Python brings it, or CUDA's toolkit."""

import sysconfig
from functools import cache
from importlib import metadata
from pathlib import Path

from hashcop.data.keys import digest

NAME = "libnvrtc.so.*"
SYSTEM = (Path("/usr/local/cuda/lib64"), Path("/usr/lib/x86_64-linux-gnu"))
HOW = "python3 bootstrap.py --devices gets it"


@cache
def library() -> Path | None:
    """Its file; None where it is not here."""
    site = Path(sysconfig.get_paths()["purelib"])
    places = [*sorted(site.glob("nvidia/*/lib")), *SYSTEM]
    for place in places:
        # Beside it lies a smaller one, of what it compiles with.
        found = sorted(file for file in place.glob(NAME) if ".alt." not in file.name)
        if found:
            return found[-1]
    return None


@cache
def identity() -> str:
    """Words that change with it; empty where it is not here."""
    file = library()
    state = file.stat() if file else None
    return digest(file, state.st_size, state.st_mtime_ns) if file and state else ""


@cache
def version() -> str:
    """Its version, as the name of its file or of its package says; empty where neither does."""
    file = library()
    if file is None:
        return ""
    for name in ("nvidia-cuda-nvrtc", "nvidia-cuda-nvrtc-cu12"):
        try:
            return metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return file.resolve().name.partition(".so.")[2]
