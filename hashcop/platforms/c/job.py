"""A group of builds as C sees it: with the target, the sources and the libraries that only C knows."""

from functools import cached_property
from typing import cast

from hashcop.platforms.c.operations import Operation, operations
from hashcop.platforms.c.options import libraries_of
from hashcop.platforms.c.source import Source, unique_name
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.compilers import Library
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Group


class Job:
    """A group of builds of C. What it reads from the tree it reads once."""

    def __init__(self, group: Group) -> None:
        self.group = group
        self.implementation = group.implementation
        self.target = cast(Target, group.target)  # C plans for no others
        self.source = Source(group.implementation)

    @property
    def is_subroutine(self) -> bool:
        """Whether other implementations are linked with it."""
        return self.group.is_subroutine

    @property
    def operation(self) -> Operation:
        """What it implements."""
        return operations()[self.implementation.operation]

    @cached_property
    def libraries(self) -> tuple[Library, ...]:
        """The libraries whose headers it includes, or one of its subroutines does."""
        subroutines = (Source(one.implementation) for one in self.group.subroutines)
        found = [libraries_of(source) for source in (self.source, *subroutines)]
        return tuple(dict.fromkeys(library for some in found for library in some))

    @cached_property
    def linked(self) -> tuple[Library, ...]:
        """The libraries that it may be linked with.

        SUPERCOP links everything with every library that it has, and some implementations rely on that.
        """
        return tuple(
            library
            for library in compilers.libraries()
            if library.name in self.target.libraries
            and (library.offered or library in self.libraries)
        )

    @property
    def library_includes(self) -> list[str]:
        """The flags with which a compiler finds the headers of its libraries."""
        return [word for library in self.libraries for word in library.compile]

    @property
    def unique_name(self) -> str:
        """The prefix of the implementation's names."""
        return unique_name(self.implementation, self.group.security)
