"""The programs and libraries of the system that C needs or can use, and Debian's packages of them."""

import os
import re
import shutil
import subprocess
from functools import cache, partial
from pathlib import Path

from hashcop.machine.packages import Tool
from hashcop.platforms.c.tools import compilers

GCC_OF_DEBIAN = "12"  # whose packages are named where no gcc is installed
VERSION = "{gcc}"  # in the name of a package: the installed gcc's major version


def _has_headers() -> bool:
    return Path("/usr/include/stdio.h").exists()


@cache
def _major(path: str) -> str:
    """The major version of a compiler, from its file's path or else from itself; empty if neither tells it."""
    real = os.path.realpath(path)
    found = re.search(r"-(\d+)$|/llvm-(\d+)/bin/", real)
    if found:
        return found[1] or found[2]
    done = subprocess.run([path, "-dumpversion"], capture_output=True, text=True, check=False)
    return done.stdout.strip().split(".")[0]


def with_version(package: str) -> str:
    """The name of a package, with gcc's version where the name has a place for it."""
    gcc = shutil.which("gcc")
    return package.replace(VERSION, (_major(gcc) if gcc else "") or GCC_OF_DEBIAN)


def _has_32_bit() -> bool:
    lib = next(Path("/usr/lib/gcc").glob("x86_64-linux-gnu/*/32/libgcc.a"), None)
    return lib is not None or os.uname().machine != "x86_64"


def _has_libcrypto() -> bool:
    return Path("/usr/include/openssl/evp.h").exists()


def _has_header(library: compilers.Library) -> bool:
    places = ["/usr/include", *(word[2:] for word in library.compile if word.startswith("-I"))]
    places += map(str, Path("/usr/include").glob("*-linux-gnu*"))
    return any(Path(place, library.probe).exists() for place in places)


def _sanitizers() -> list[Tool]:
    """The sanitizers of the installed clang; none without a clang."""
    clang = shutil.which("clang")
    if clang is None:
        return []
    major = _major(clang)
    place = Path(f"/usr/lib/llvm-{major}/lib/clang")
    files = "*/lib/linux/libclang_rt.msan-*.a"
    gives = "clang's sanitizers, for ./do check --sanitize"
    return [
        Tool("sanitizers", f"libclang-rt-{major}-dev", gives, False, lambda: any(place.glob(files)))
    ]


def has_memory_sanitizer() -> bool:
    """Whether the installed clang has its sanitizers."""
    return any(tool.is_there for tool in _sanitizers())


def tools() -> tuple[Tool, ...]:
    """The tools, needed ones first."""
    # gcc-multilib can't be installed beside cross compilers; the package of one version can.
    multilib = with_version(f"gcc-{VERSION}-multilib")
    return (
        Tool("gcc", "gcc", "a compiler, and the one that the harness is built with", True),
        Tool("libc headers", "libc6-dev", "the C library's headers", True, _has_headers),
        Tool("make", "make", "builds the harness", True),
        Tool("g++", "g++", "implementations in C++"),
        Tool("clang", "clang", "its option sets; often the fastest ones"),
        Tool("32-bit runtime", multilib, "the ABI x86", False, _has_32_bit),
        Tool("libcrypto", "libssl-dev", "the `openssl` implementations", False, _has_libcrypto),
        Tool("qemu-aarch64", "qemu-user", "checks on other processors: ./do check --abi"),
        Tool("valgrind", "valgrind", "verdicts on claims of constant time"),
        *_sanitizers(),
    )


def libraries() -> tuple[Tool, ...]:
    """The libraries of compilers/c/libraries.toml that every Debian has and that are not among the tools."""
    known = {tool.name for tool in tools()}
    return tuple(
        Tool(
            library.name,
            library.package,
            f"implementations that include {', '.join(library.headers)}",
            found=partial(_has_header, library),
        )
        for library in compilers.libraries()
        if library.package and library.name not in known
    )
