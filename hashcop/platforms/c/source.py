"""What C reads from an implementation's directory: its sources, its api.h, and what its files include."""

import re
from functools import cache, cached_property
from pathlib import Path

from hashcop.platforms.c.operations import operations
from hashcop.platforms.door import Need
from hashcop.platforms.implementation import Implementation

C_SUFFIXES = (".c", ".s", ".S")
CXX_SUFFIXES = (".cc", ".cpp")
INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]', re.MULTILINE)
DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+CRYPTO_(\w+)", re.MULTILINE)
SHORT = 4096  # bytes: implementations that only call a library have some hundreds
VERSION = re.compile(r'^[ \t]*#[ \t]*define[ \t]+CRYPTO_VERSION[ \t]+"([^"\n]*)"', re.MULTILINE)


@cache
def _subroutine_header() -> re.Pattern[str]:
    return re.compile(rf"({'|'.join(operations())})_([a-z0-9]+)(_publicinputs)?\.h")


def header_of(need: Need) -> str:
    """The name of the header by which an implementation asks for a subroutine: `crypto_core_salsa20.h`."""
    return f"{need.operation}_{need.primitive}{'_publicinputs' if need.is_public else ''}.h"


def unique_name(implementation: Implementation, security: str) -> str:
    """The prefix of its names, so that several implementations can be linked together."""
    return re.sub(r"[/.-]", "_", implementation.path) + "_" + security


class Source:
    """An implementation as C sees it. Each file is read at most once."""

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation
        self.directory = implementation.directory

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """Names of the files that are compiled, each on its own."""
        suffixes = C_SUFFIXES + CXX_SUFFIXES
        return tuple(
            sorted(e.name for e in self.directory.iterdir() if e.suffix in suffixes and e.is_file())
        )

    @property
    def lost(self) -> tuple[str, ...]:
        """Names of sources that are links to no file."""
        suffixes = C_SUFFIXES + CXX_SUFFIXES
        return tuple(
            sorted(
                e.name for e in self.directory.iterdir() if e.suffix in suffixes and not e.exists()
            )
        )

    @property
    def is_cxx(self) -> bool:
        """Whether it is compiled as C++: one C++ file is enough."""
        return any(Path(name).suffix in CXX_SUFFIXES for name in self.sources)

    @property
    def is_short(self) -> bool:
        """Whether there is so little code in it that it can't do much itself: SHORT bytes at most."""
        return sum(file.stat().st_size for _, file in self.implementation.files()) <= SHORT

    @property
    def architectures(self) -> frozenset[str] | None:
        """The ABIs that it is for; None for all, where it has no file `architectures`."""
        file = self.directory / "architectures"
        if not file.is_file():
            return None
        return frozenset(re.findall(r"\w+", file.read_text(errors="replace")))

    @property
    def features(self) -> frozenset[str]:
        """The instructions that it needs, in the words of /proc/cpuinfo; empty where it has no file `features`."""
        file = self.directory / "features"
        text = file.read_text(errors="replace") if file.is_file() else ""
        return frozenset(re.findall(r"\w+", text))

    @cached_property
    def api(self) -> str:
        """The text of api.h."""
        return (self.directory / "api.h").read_text(errors="replace")

    @property
    def missing_sizes(self) -> list[str]:
        """The macros that api.h must define and does not, such as CRYPTO_BYTES.

        Empty for an api.h that includes another file, which may define them.
        """
        if INCLUDE.search(self.api.encode(errors="replace")):
            return []
        defined = DEFINED.findall(self.api)
        sizes = operations()[self.implementation.operation].sizes
        return [f"CRYPTO_{size}" for size in sizes if size not in defined]

    @property
    def version(self) -> str:
        """CRYPTO_VERSION of api.h; empty where it has none."""
        found = VERSION.search(self.api)
        return found.group(1) if found else ""

    @cached_property
    def includes(self) -> frozenset[str]:
        """The names of all files that its files include, as written. Raises TreeError."""
        names: set[str] = set()
        for _, file in self.implementation.files():
            names |= {name.decode(errors="replace") for name in INCLUDE.findall(file.read_bytes())}
        return frozenset(names)

    @property
    def needs(self) -> tuple[Need, ...]:
        """The subroutines that it includes and does not bring itself, by name. Raises TreeError."""
        own = f"{self.implementation.operation}_{self.implementation.hash}"
        needs = []
        for name in sorted(self.includes):
            found = _subroutine_header().fullmatch(name)
            if found and f"{found[1]}_{found[2]}" != own and not (self.directory / name).exists():
                needs.append(Need(found[1], found[2], bool(found[3])))
        return tuple(needs)
