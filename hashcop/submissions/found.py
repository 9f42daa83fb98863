"""What was found in a submission, member by member: every rule on what may be in it together."""

from hashcop.data.records import OPERATION
from hashcop.submissions import contents, names
from hashcop.submissions.limits import (
    MOST_BYTES,
    MOST_HEADERS,
    MOST_IMPLEMENTATIONS,
    MOST_MEMBER,
    MOST_MEMBERS,
)
from hashcop.submissions.refused import Refused

API, JAVA = "api.h", "Hash.java"
MARKS = (API, JAVA)  # the files of which an implementation has one
IS_LINK = "is a {} link: ./do pack puts what it leads to into the archive"


class Found:
    """The members of a submission, each looked at when it is added."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}  # by path from crypto_hash on
        self.bytes = 0
        self.headers = 0
        self._above: str | None = (
            None  # the one directory that crypto_hash is in; None before the first
        )
        self._directories: set[str] = set()
        self._as_written: dict[str, str] = {}  # paths by what they are where case does not count

    def header(self) -> None:
        """Count an entry of any kind. Raises Refused."""
        self.headers += 1
        if self.headers > MOST_HEADERS:
            raise Refused(f"has more than {MOST_HEADERS} entries")

    def room(self, size: int, raw: str) -> None:
        """Raise Refused if a file of `size` bytes has no room: to be asked before it is unpacked."""
        if size > MOST_MEMBER:
            raise Refused(f"has {size:,} bytes, and a file may have {MOST_MEMBER >> 20} MiB", raw)
        if self.bytes + size > MOST_BYTES:
            raise Refused(f"is more than {MOST_BYTES >> 20} MiB with the files before it", raw)
        if len(self.files) >= MOST_MEMBERS:
            raise Refused(f"has more than {MOST_MEMBERS} files")

    def directory(self, raw: str) -> None:
        """Add a directory. Raises Refused."""
        parts = names.plain(raw)
        if len(parts) < 2 and parts != (OPERATION,):
            self._one_above(parts[0] if parts else None, raw)
            return
        above, parts = names.below_tree(parts, raw)
        self._one_above(above, raw)
        names.check_directory(parts, raw)
        path = "/".join(parts)
        if path in self.files:
            raise Refused("is both a file and a directory", raw)
        self._spelling(parts, raw)
        self._directories.add(path)

    def file(self, raw: str, content: bytes) -> None:
        """Add a file. Raises Refused."""
        above, parts = names.below_tree(names.plain(raw), raw)
        self._one_above(above, raw)
        names.check_file(parts, raw)
        path = "/".join(parts)
        if path in self.files:
            raise Refused("comes twice", raw)
        if path in self._directories:
            raise Refused("is both a file and a directory", raw)
        self._spelling(parts, raw)
        over = ("/".join(parts[:end]) for end in range(1, len(parts)))
        for directory in over:
            if directory in self.files:
                raise Refused("is below a file", raw)
            self._directories.add(directory)
        self.room(len(content), raw)
        contents.check(content, raw)
        self.files[path] = content
        self.bytes += len(content)

    def _one_above(self, above: str | None, raw: str) -> None:
        """`above` is empty if crypto_hash is at the top, and None for the top itself."""
        if above is None:
            return
        if self._above is None:
            self._above = above
        if self._above != above:
            raise Refused("is not below the same directory as what comes before it", raw)

    def _spelling(self, parts: tuple[str, ...], raw: str) -> None:
        for end in range(1, len(parts) + 1):
            path = "/".join(parts[:end])
            other = self._as_written.setdefault(path.lower(), path)
            if other != path:
                raise Refused(f"differs from {other} only in upper and lower case", raw)

    def implementations(self) -> tuple[str, ...]:
        """The directories with one of MARKS. Raises Refused where there is none, or a file is in none of them."""
        if not self.files:
            raise Refused("is empty")
        ends = tuple(f"/{mark}" for mark in MARKS)
        found = {path.rpartition("/")[0] for path in self.files if path.endswith(ends)}
        if not found:
            raise Refused(f"has no implementation: no {OPERATION}/HASH/IMPLEMENTATION/{API}")
        if len(found) > MOST_IMPLEMENTATIONS:
            raise Refused(f"has more than {MOST_IMPLEMENTATIONS} implementations")
        hashes = {path.split("/")[1] for path in found}
        for path in self.files:
            parts = path.split("/")
            above = ("/".join(parts[:end]) for end in range(3, len(parts)))
            of_hash = len(parts) == 3 and parts[1] in hashes
            if not of_hash and not any(directory in found for directory in above):
                raise Refused(
                    f"belongs to no implementation: there is no {API} in its directory", path
                )
        return tuple(sorted(found))
