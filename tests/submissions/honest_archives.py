"""Archives that are odd and honest, as archivers make them: all of them must be accepted."""

import gzip
import io
import lzma
import shutil
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import zstandard

from tests.submissions.made_archives import (
    API,
    BASE,
    CODE,
    GNU,
    GOOD,
    Zipped,
    block,
    extended,
    member,
    tar,
    zipped,
)

LONG = f"{BASE}/{'a' * 60}/{'b' * 60}.h"
# By name: makes an archive of a tree, or says None if the archiver is not there.
HONEST: dict[str, Callable[[Path, Path], Path | None]] = {}


def add(name: str, data: bytes) -> None:
    def make(_: Path, to: Path) -> Path:
        to.write_bytes(data)
        return to

    HONEST[name] = make


def by(name: str, suffix: str, *words: str) -> None:
    """An archiver, run in the tree; FILE stands for what it shall write."""

    def make(tree: Path, to: Path) -> Path | None:
        if not shutil.which(words[0]):
            return None
        file = to.with_name(to.name + suffix)
        given = [str(file) if word == "FILE" else word for word in words]
        subprocess.run(given, cwd=tree, check=True, capture_output=True)
        return file

    HONEST[name] = make


by("GNU tar", ".tar", "tar", "cf", "FILE", "crypto_hash")
by("GNU tar, ./ in front", ".tar", "tar", "cf", "FILE", "./crypto_hash")
by("GNU tar, of .", ".tgz", "tar", "czf", "FILE", "-C", "only", ".")
by("GNU tar, a leading directory", ".tgz", "tar", "czf", "FILE", "only/crypto_hash")
by("GNU tar, posix", ".tar", "tar", "--format=posix", "-cf", "FILE", "crypto_hash")
by("GNU tar, ustar", ".tar", "tar", "--format=ustar", "-cf", "FILE", "crypto_hash")
by("GNU tar, a large uid", ".tar", "tar", "--owner=x:3000000", "-cf", "FILE", "crypto_hash")
by("GNU tar, xz", ".tar.xz", "tar", "cJf", "FILE", "crypto_hash")
by("GNU tar, xz -9", ".txz", "tar", "-I", "xz -9e", "-cf", "FILE", "crypto_hash")
by("GNU tar, zstd", ".tar.zst", "tar", "--zstd", "-cf", "FILE", "crypto_hash")
by("GNU tar, zstd -19", ".tar.zst", "tar", "-I", "zstd -19 -T0", "-cf", "FILE", "crypto_hash")
by(
    "GNU tar, gzip --rsyncable",
    ".tar.gz",
    "tar",
    "-I",
    "gzip --rsyncable",
    "-cf",
    "FILE",
    "crypto_hash",
)
by("bsdtar", ".tar", "bsdtar", "cf", "FILE", "crypto_hash")
by("bsdtar, zip", ".zip", "bsdtar", "-a", "-cf", "FILE", "crypto_hash")
by("zip", ".zip", "zip", "-qr", "FILE", "crypto_hash")
by("zip without directories", ".zip", "zip", "-qrD", "FILE", "crypto_hash")
by("zip, stored", ".zip", "zip", "-qr0", "FILE", "crypto_hash")
by("zip, without extra fields", ".zip", "zip", "-qrX", "FILE", "crypto_hash")
by("7z", ".zip", "7z", "a", "FILE", "crypto_hash")
by("Python's tarfile", ".tar", sys.executable, "-m", "tarfile", "-c", "FILE", "crypto_hash")
by("Python's zipfile", ".zip", sys.executable, "-m", "zipfile", "-c", "FILE", "crypto_hash")
by(
    "git",
    ".tar",
    "sh",
    "-c",
    "git init -q . && git add crypto_hash && git -c user.name=x -c user.email=x "
    'commit -qm x && git archive -o "$0" HEAD crypto_hash',
    "FILE",
)


def _directory(tree: Path, to: Path) -> Path:
    shutil.copytree(tree / "crypto_hash", to / "crypto_hash")
    return to


def _made_by_shutil(tree: Path, to: Path) -> Path:
    return Path(shutil.make_archive(str(to), "gztar", tree, "crypto_hash"))


def _streamed(tree: Path, to: Path) -> Path:
    """A zip file that was written to a pipe: sizes stand behind the members."""

    class Pipe(io.RawIOBase):
        data = b""

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            raw = bytes(data)  # type: ignore[call-overload]
            self.data += raw
            return len(raw)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[arg-type]
        for file in sorted((tree / "crypto_hash").rglob("*.*")):
            archive.writestr(str(file.relative_to(tree)), file.read_bytes())
    to.write_bytes(pipe.data)
    return to


def _zst() -> bytes:
    state = zstandard.ZstdCompressor(level=19).compressobj()
    return state.compress(tar()) + state.flush()


HONEST["directory"] = _directory
HONEST["shutil"] = _made_by_shutil
HONEST["zip to a pipe"] = _streamed

add(
    "pax with times",
    tar(
        extended([("mtime", "1.5"), ("atime", "2.5"), ("ctime", "3")]), member(f"{BASE}/x.h", b"\n")
    ),
)
add(
    "pax with LIBARCHIVE's time",
    tar(extended([("LIBARCHIVE.creationtime", "1.5")]), member(f"{BASE}/x.h", b"\n")),
)
add("pax comment for all", extended([("comment", "0" * 40)], b"g") + tar())
add("prefix of ustar", tar(member(f"{'b' * 60}.h", b"\n", prefix=f"{BASE}/{'a' * 60}".encode())))
add(
    "long name of GNU",
    tar(
        member("././@LongLink", f"{LONG}\0".encode(), b"L", magic=GNU),
        member(LONG[:100], b"\n", magic=GNU),
    ),
)
add(
    "numbers with spaces",
    tar(member(f"{BASE}/x.h", b"\n", mode=b"   644 \0", mtime=b"          1 ")),
)
add("kind of files before ustar", tar(member(f"{BASE}/x.h", b"\n", b"\0")))
add("blocks of 10240", GOOD + bytes(-len(GOOD) % 10240 + 10240))
add("type in the mode", tar(member(f"{BASE}/x.h", b"\n", mode=stat.S_IFREG | 0o644)))
add("read-only", tar(member(f"{BASE}/x.h", b"\n", mode=0o400)))
add("Latin-1 in a comment", tar(member(f"{BASE}/x.h", "/* Grøstl */\r\n\f".encode("latin-1"))))
add("UTF-8 in a comment", tar(member(f"{BASE}/x.h", "/* Grøstl — “x” */\n".encode())))
add("an empty file", tar(member(f"{BASE}/goal-constbranch")))
add("Gladman's header", tar(member(f"{BASE}/brg_endian.h", b"\n")))
add("README and C++", tar(member(f"{BASE}/README", b"x\n"), member(f"{BASE}/c++.cpp", b"\n")))
add("an implementation below", tar(member(f"{BASE}/arm/neon/api.h", API)))
add(
    "a new hash",
    tar(member("crypto_hash/mine/checksumbig", b"0\n"), member("crypto_hash/mine/ref/api.h", API)),
)
add(
    "two implementations",
    tar(
        member("crypto_hash/sha256/other/api.h", API), member("crypto_hash/sha256/other/x.S", CODE)
    ),
)
add("directories last", tar(block(f"{BASE}/", 0, b"5"), block("crypto_hash/", 0, b"5")))
add("gz with a name and a time", gzip.compress(tar(), mtime=1))
add("xz with a window of 64 MiB", lzma.compress(tar(), preset=9))
add("zst of unknown size", _zst())
add("zip of DOS", zipped([Zipped(f"{BASE}/x.h", b"\n", system=0, attributes=0x20)]))
add("zip without a time", zipped([Zipped(f"{BASE}/x.h", b"\n", time=(0, 0))]))
add("zip with a directory", zipped([Zipped(f"{BASE}/", attributes=0o40755 << 16 | 0x10, method=0)]))
add("zip of nothing in a file", zipped([Zipped(f"{BASE}/goal-constbranch", b"")]))
