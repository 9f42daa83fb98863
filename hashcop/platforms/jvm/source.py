"""What the JVM reads from an implementation's directory: its sources, and the files that say what it needs."""

import re
from functools import cached_property
from pathlib import Path

from hashcop.platforms.implementation import Implementation, lines_of

FILE = "Hash.java"
SIZE = re.compile(r"\bCRYPTO_BYTES\s*=\s*([1-9][0-9]{0,4})\s*;")
LOWEST = 17


def size_of(file: Path) -> int:
    """CRYPTO_BYTES of a Hash.java; 0 where it has no such number."""
    try:
        found = SIZE.search(file.read_text(errors="replace"))
    except OSError:
        return 0
    return int(found[1]) if found else 0


class Source:
    """An implementation in Java. Each file is read at most once."""

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation
        self.directory = implementation.directory

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Names of the files that are compiled together."""
        return tuple(
            name for name, _ in self.implementation.files() if Path(name).suffix == ".java"
        )

    @cached_property
    def size(self) -> int:
        """Bytes of a digest; 0 where Hash.java has no such number."""
        return size_of(self.directory / FILE)

    @cached_property
    def release(self) -> int:
        """The lowest release of Java that it is for."""
        said = self._words("java")
        return max(LOWEST, int(said[0])) if said and said[0].isdecimal() else LOWEST

    @property
    def modules(self) -> tuple[str, ...]:
        """Modules that it must be given by name."""
        return self._words("modules")

    @property
    def jars(self) -> tuple[str, ...]:
        """Rows of compilers/jvm/jars.toml."""
        return self._words("jars")

    @property
    def native(self) -> tuple[str, ...]:
        """The implementation in C that it calls; and by which entries, if not the usual ones."""
        return self._words("native")

    @property
    def architectures(self) -> frozenset[str] | None:
        """The targets that it is for; None for all."""
        said = self._words("architectures")
        return frozenset(said) if said else None

    def _words(self, name: str) -> tuple[str, ...]:
        return tuple(word for line in lines_of(self.directory / name) for word in line.split())
