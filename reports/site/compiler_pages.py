"""What the compilers of a machine printed, on one page."""

from collections.abc import Iterator

from reports import failures
from reports.folder import File
from reports.kept import machine as kept
from reports.kept.machine import Head
from reports.site import addresses
from reports.site.environment import Site, page


class CompilerPages:
    """The page of what the compilers of a machine printed: it needs all builds of all hashes."""

    def __init__(self, site: Site, head: Head) -> None:
        self._site, self._head = site, head
        self.group = f"compilers {head.name}"
        self.key = site.key(head.stable, *(part.digest for part in head.parts))

    def files(self) -> Iterator[File]:
        """The one file of the group."""
        if self._head.parts:
            yield File(addresses.compilers(self._head.name), self.key, self._page)

    def _page(self) -> bytes:
        machine = kept.whole(self._head)
        name = addresses.compilers(machine.name)
        return page(
            self._site,
            "compilers.html",
            name,
            newest="",  # it shows no figure
            machine=machine,
            said=failures.overview(machine),
        )
