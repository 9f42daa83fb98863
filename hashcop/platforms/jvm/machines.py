"""The JVMs of this machine: found where systems and operators put them, and asked what they are."""

import hashlib
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from hashcop.data.keys import digest
from hashcop.machine.cache import use
from hashcop.machine.sandbox import MIB, Limits, Sandbox
from hashcop.platforms.jvm import jars

SYSTEM = Path("/usr/lib/jvm")
OWN = "jvms"  # beside the operator's libraries: anything unpacked there
CONFIGURED = (
    "/etc/java-*-openjdk"  # where Debian's JDKs have what others have in their own directory
)
LIBRARY = "lib/server/libjvm.so"
# Address space that is reserved and not written to does not count.
LIMITS = Limits(seconds=120, data=1024 * MIB, processes=256, file_size=64 * MIB)
ASK = ("-XshowSettings:properties", "-version")
PROPERTY = re.compile(r"^ +([a-z.]+) = (.*)$", re.MULTILINE)
KEPT = "jvm-{}.json"
GRAAL, JVMCI = "graal", "jdk.internal.vm.ci"
GRAAL_FLAGS = (
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:+EnableJVMCI",
    "-XX:+UseJVMCICompiler",
    "--add-modules=jdk.graal.compiler",
    "-Xmx640m",  # it compiles in the heap
)
TOO_OLD = 17  # the lowest release of the harness's classes
LIBRARIES_32 = (
    "lib/i386-linux-gnu"  # beside an unpacked JVM of 32 bits: libz, which the system may lack
)


class Jvm(msgspec.Struct, frozen=True, omit_defaults=True):
    """A JVM. `command` is what option sets call it, `bits` those of its addresses.

    `identity` changes with its files. `has_compiler`: javac is there. `modules`: those that can be asked for by name.
    `beside`: libraries that it needs and the system may not have. `family` is that of its option sets. `own` are the
    jars of a compiler in the place of C2, and `flags` what makes the JVM use it.
    """

    command: str
    home: Path
    release: int
    version: str
    vendor: str
    bits: int
    identity: str
    has_compiler: bool
    modules: tuple[str, ...] = ()
    beside: tuple[Path, ...] = ()
    family: str = "java"
    flags: tuple[str, ...] = ()
    own: tuple[Path, ...] = ()

    @property
    def java(self) -> Path:
        """Its launcher."""
        return self.home / "bin" / "java"

    @property
    def library(self) -> Path:
        """What a program loads to become a JVM."""
        return self.home / LIBRARY

    @property
    def title(self) -> str:
        """For people."""
        return f"{self.vendor} {self.version}, {self.bits} bits"

    @property
    def readable(self) -> tuple[Path, ...]:
        """What the sandbox must show of it, beside the system's files."""
        outside = [] if self.home.is_relative_to("/usr") else [self.home]
        return (*outside, *(path.parent for path in self.beside), *self.own, *configured())


def configured() -> tuple[Path, ...]:
    """Directories that Debian's JDKs have outside of their own."""
    return tuple(sorted(Path("/").glob(CONFIGURED.lstrip("/"))))


@dataclass(frozen=True)
class _Said:
    """What a JVM said of itself."""

    home: Path
    properties: dict[str, str]
    modules: tuple[str, ...]


def homes(libraries: Path) -> list[Path]:
    """The directories of JVMs, each once. `libraries`: the operator's; what is beside it is looked at too."""
    places: list[Path] = []
    command = shutil.which("java")
    if command:
        places.append(Path(command).resolve().parent.parent)
    places += sorted(SYSTEM.glob("*"))
    for unpacked in sorted((libraries.parent / OWN).glob("*")):
        places += [
            unpacked,
            *sorted(unpacked.glob("usr/lib/jvm/*")),
            *sorted(unpacked.glob("jdk*")),
        ]
    found = (place.resolve() for place in places if (place / LIBRARY).is_file())
    return list(dict.fromkeys(found))


def stamp(home: Path) -> str:
    """Words that change with a JVM's files."""
    release, library = home / "release", home / LIBRARY
    text = release.read_bytes() if release.is_file() else b""
    state = library.stat()
    words = f"{home} {state.st_size} {state.st_mtime_ns}".encode()
    return hashlib.sha256(text + words).hexdigest()[:16]


def find(sandbox: Sandbox, cache: Path, libraries: Path) -> tuple[Jvm, ...]:
    """The JVMs that start here, the newest first. `cache` keeps what they said."""
    said = [found for home in homes(libraries) if (found := _ask(sandbox, cache, home, libraries))]
    said.sort(key=lambda one: (-_release(one), one.home.as_posix()))
    named = tuple(_named(said))
    return (*named, *_with_graal(named, libraries))


def _with_graal(jvms: Sequence[Jvm], libraries: Path) -> Iterator[Jvm]:
    """The JVMs for which the Graal compiler is there, with it."""
    own = jars.of_tool(GRAAL, libraries)
    version = jars.version_of(GRAAL)
    for jvm in jvms if own else ():
        if jvm.bits == 64 and JVMCI in jvm.modules and jvm.version.startswith(f"{version}+"):
            yield msgspec.structs.replace(
                jvm,
                command=f"{jvm.command}-graal",
                family=GRAAL,
                flags=(*GRAAL_FLAGS, f"--upgrade-module-path={':'.join(map(str, own))}"),
                own=own,
                identity=digest(jvm.identity, *(path.name for path in own)),
                has_compiler=False,
            )


def _ask(sandbox: Sandbox, cache: Path, home: Path, libraries: Path) -> _Said | None:
    note = cache / KEPT.format(digest(stamp(home), sandbox.state))
    if use(note):
        kept = msgspec.json.decode(note.read_bytes(), type=tuple[dict[str, str], tuple[str, ...]])
        return _Said(home, *kept) if kept[0] else None
    properties = dict(PROPERTY.findall(_run(sandbox, home, ASK)))
    is_there = properties.get("sun.arch.data.model", "").isdecimal() and _major(properties)
    modules = _run(sandbox, home, ["--list-modules"]).split() if is_there else []
    names = tuple(sorted(name.split("@")[0] for name in modules if "." in name))
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_bytes(msgspec.json.encode((properties if is_there else {}, names)))
    return _Said(home, properties, names) if is_there else None


def _run(sandbox: Sandbox, home: Path, words: Iterable[str]) -> str:
    beside = beside_of(home)
    preload = ":".join(map(str, beside))
    env = [f"env LD_PRELOAD={preload}".split()] if preload else [[]]
    done = sandbox.run(
        [*env[0], str(home / "bin" / "java"), *words],
        directory=Path("/"),
        limits=LIMITS,
        readable=[
            *([] if home.is_relative_to("/usr") else [home]),
            *(path.parent for path in beside),
            *configured(),
        ],
    )
    return done.output if done.status == 0 else ""


def beside_of(home: Path) -> tuple[Path, ...]:
    """Libraries that an unpacked JVM of 32 bits brings with it."""
    found: list[Path] = []
    for above in home.parents:
        found += sorted((above / LIBRARIES_32).glob("libz.so.1"))
        if (above / "usr").is_dir():
            break
    return tuple(found)


def _major(properties: dict[str, str]) -> int:
    number = properties.get("java.specification.version", "").split(".")[-1]
    return int(number) if number.isdecimal() else 0


def _release(said: _Said) -> int:
    return _major(said.properties)


def _named(said: Sequence[_Said]) -> Iterator[Jvm]:
    """Each with a name of its own: two of one version, vendor and word size are one."""
    known: set[tuple[str, str, str]] = set()
    names: dict[tuple[str, str], int] = {}
    for one in said:
        properties = one.properties
        bits = properties["sun.arch.data.model"]
        what = properties.get("java.vm.version", ""), properties.get("java.vm.vendor", ""), bits
        release = _release(one)
        if what in known or release < TOO_OLD:
            continue
        known.add(what)
        vendor = _short(properties.get("java.vendor", ""))
        name = f"java-{release}"
        if (name, bits) in names:
            name = f"java-{release}-{vendor.split()[0].lower()}"
        number = names[name, bits] = names.get((name, bits), 0) + 1
        yield Jvm(
            command=name if number == 1 else f"{name}-{number}",
            home=one.home,
            release=release,
            version=properties.get("java.runtime.version", properties.get("java.version", "")),
            vendor=vendor,
            bits=int(bits),
            identity=stamp(one.home),
            has_compiler=os.access(one.home / "bin" / "javac", os.X_OK),
            modules=one.modules,
            beside=beside_of(one.home),
        )


def _short(vendor: str) -> str:
    """A vendor's name, in letters and digits."""
    words = re.sub(r"[^A-Za-z0-9 ]", "", vendor).split()
    return words[1] if words[:1] == ["Eclipse"] and len(words) > 1 else (words or ["unknown"])[0]
