"""An implementation as one file that stands alone, to be sent to somebody."""

import gzip
import io
import lzma
import re
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.platforms.c.source import C_SUFFIXES, CXX_SUFFIXES, Source
from hashcop.platforms.implementation import GOALS, OURS, Implementation, TreeError
from hashcop.submissions.archives import Inspected, Refused, inspect_bytes
from hashcop.submissions.found import API
from hashcop.submissions.names import OF_HASH, generated, of_harness

# Beside sources: what Hashcop and SUPERCOP read, and what those who pass code on must keep.
FACTS = (
    API,
    "architectures",
    "features",
    "implementors",
    "jars",
    "java",
    "modules",
    "native",
    *GOALS,
)
NOTES = re.compile(r"(README|LICEN[CS]E|COPYING|NOTICE)(\.(md|txt))?", re.IGNORECASE)
WORD = re.compile(rb"[A-Za-z0-9_][A-Za-z0-9_.+-]*")
COMPUTED = re.compile(rb"^[ \t]*#[ \t]*include[ \t]+[A-Za-z_]", re.MULTILINE)
TIME = 315532800  # 1980-01-01, the first time that zip knows


@dataclass(frozen=True)
class Packed:
    """An archive that was written: what is in it, and by path what is not.

    `left_out` are files that no source refers to; `needs` are subroutines that whoever gets the archive must have.
    """

    file: Path
    inspected: Inspected
    left_out: tuple[str, ...]
    needs: tuple[str, ...]


def pack(implementation: Implementation, to: Path, archive_format: str = "tar.gz") -> Packed:
    """Write an archive that `inspect` accepts: links followed, the same bytes for the same files.

    Raises Refused for what a submission may not have, FileExistsError where `to` is there already, and OSError.
    """
    try:
        own = {name: file.read_bytes() for name, file in implementation.files()}
    except TreeError as error:
        raise Refused(str(error)) from None
    needed = _needed(own)
    files = {f"{implementation.path}/{name}": own[name] for name in needed}
    if not (OURS / implementation.hash).is_dir():
        files |= _of_hash(implementation)
    needs = [f"{need.operation}/{need.primitive}" for need in Source(implementation).needs]
    data = WRITERS[archive_format](dict(sorted(files.items())))
    inspected = inspect_bytes(data)
    _written(data, to)
    return Packed(
        file=to,
        inspected=inspected,
        left_out=tuple(sorted(set(own) - set(needed))),
        needs=tuple(dict.fromkeys(needs)),
    )


def _written(data: bytes, to: Path) -> None:
    """Write a new file, or none."""
    with to.open("xb") as file:
        try:
            file.write(data)
        except BaseException:
            to.unlink()
            raise


def _of_hash(implementation: Implementation) -> dict[str, bytes]:
    """What is known about a hash that others may not have."""
    above = next(
        p for p in implementation.directory.absolute().parents if p.name == implementation.hash
    )
    path = f"{OPERATION}/{implementation.hash}"
    return {
        f"{path}/{name}": (above / name).read_bytes()
        for name in OF_HASH
        if (above / name).is_file()
    }


def _needed(own: Mapping[str, bytes]) -> list[str]:
    """The files that a build reads: sources, and what they name, directly or not.

    A file counts as named if its name stands anywhere in a file that is needed: assemblers and macros have ways of
    their own to include. Where the name is put together by macros, all files are needed.
    """
    own = {name: text for name, text in own.items() if not _is_replaced(name)}
    needed = [name for name in own if _is_root(name)]
    seen = set(needed)
    by_last: dict[str, list[str]] = {}
    for name in own:
        by_last.setdefault(name.rpartition("/")[2], []).append(name)
    for name in needed:  # becomes longer meanwhile
        if COMPUTED.search(own[name]):
            return list(own)
        named = {word.decode() for word in WORD.findall(own[name])}
        more = [one for last in by_last.keys() & named for one in by_last[last] if one not in seen]
        needed += sorted(more)
        seen.update(more)
    return needed


def _is_root(name: str) -> bool:
    """Whether a file is needed though no other names it."""
    is_source = "/" not in name and Path(name).suffix in (*C_SUFFIXES, *CXX_SUFFIXES, ".java")
    return is_source or name in FACTS or bool(NOTES.fullmatch(name))


def _is_replaced(name: str) -> bool:
    """Whether Hashcop puts a header of its own in place of a file."""
    return name in of_harness() or generated(name)


# Formats


def _tar(files: Mapping[str, bytes]) -> bytes:
    output = io.BytesIO()
    with tarfile.open(fileobj=output, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in files.items():
            member = tarfile.TarInfo(path)
            member.size, member.mode, member.mtime = len(content), 0o644, TIME
            archive.addfile(member, io.BytesIO(content))
    return output.getvalue()


def _tar_gz(files: Mapping[str, bytes]) -> bytes:
    output = io.BytesIO()
    with gzip.GzipFile("", "wb", compresslevel=9, fileobj=output, mtime=0) as packed:
        packed.write(_tar(files))
    return output.getvalue()


def _tar_xz(files: Mapping[str, bytes]) -> bytes:
    return lzma.compress(_tar(files), preset=6)


def _tar_zst(files: Mapping[str, bytes]) -> bytes:
    import zstandard  # few want it

    return zstandard.ZstdCompressor(level=19, write_checksum=True).compress(_tar(files))


def _zip(files: Mapping[str, bytes]) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in files.items():
            member = zipfile.ZipInfo(path)
            member.create_system, member.external_attr = 3, 0o100644 << 16
            archive.writestr(member, content, zipfile.ZIP_DEFLATED, 9)
    return output.getvalue()


WRITERS: Mapping[str, Callable[[Mapping[str, bytes]], bytes]] = {
    "tar.gz": _tar_gz,
    "tar.xz": _tar_xz,
    "tar.zst": _tar_zst,
    "tar": _tar,
    "zip": _zip,
}
