"""Option sets of the JVM: a JVM with flags, from compilers/jvm/, less those that it refuses."""

import shlex
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from hashcop import ROOT
from hashcop.data.keys import digest
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms import door
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.jvm.limits import base_flags
from hashcop.platforms.jvm.machines import LIMITS, Jvm
from hashcop.platforms.jvm.source import Source

ROOM = ROOT / "compilers" / "jvm"
ASK = ("-XX:+PrintFlagsFinal", "-version")
CHOSEN = "{"  # begins what a JVM says of a flag's origin
KEPT = "flags-{}.json"


@dataclass(frozen=True, kw_only=True)
class OptionSet(door.OptionSet):
    """A JVM with its flags. `settings` is a hash of all that the JVM set by them: two of the same are one build."""

    jvm: Jvm
    settings: str


class Tried(msgspec.Struct, frozen=True):
    """What a JVM said to flags: a hash of its settings, or why it does not start."""

    settings: str = ""
    refused: str = ""


class OptionSets:
    """The option sets of a profile, tried once each."""

    def __init__(self, sandbox: Sandbox, cache: Path, profile: str, jvms: tuple[Jvm, ...]) -> None:
        self.sandbox = sandbox
        self.cache = cache
        self.profile = profile
        self.jvms = jvms
        self._tried: dict[tuple[str, tuple[str, ...]], Tried] = {}

    def of(self, jvms: tuple[Jvm, ...], target: str) -> tuple[OptionSet, ...]:
        """Those of a target's JVMs, the newest first."""
        return tuple(one for one in self._every(jvms, target) if not self.tried(one).refused)

    def refused(self, jvm: Jvm, target: str) -> dict[str, str]:
        """The flags of a JVM that don't work, and why."""
        every = self._every((jvm,), target)
        return {" ".join(one.flags): why for one in every if (why := self.tried(one).refused)}

    def typed(self, jvms: tuple[Jvm, ...], words: str) -> OptionSet | None:
        """An option set as typed, `java-25 -Xint`; None where no JVM has the name."""
        try:
            command, *flags = shlex.split(words) or [""]
        except ValueError:  # a quote that is not closed
            return None
        found = next((jvm for jvm in jvms if jvm.command == command), None)
        return self.settled(found, tuple(flags)) if found else None

    def settled(self, jvm: Jvm, flags: tuple[str, ...]) -> OptionSet:
        """An option set, with what the JVM makes of it."""
        one = OptionSet(command=jvm.command, flags=flags, family=jvm.family, jvm=jvm, settings="")
        return replace(one, settings=self.tried(one).settings)

    def _every(self, jvms: tuple[Jvm, ...], target: str) -> Iterator[OptionSet]:
        wanted = [
            (jvm, flags)
            for family in compilers.families(ROOM)
            for number, jvm in enumerate(one for one in jvms if one.family == family.command)
            for flags in family.flags(self.profile, abi=target, is_first=number == 0)
        ]
        with ThreadPoolExecutor(2) as pool:
            yield from pool.map(lambda one: self.settled(*one), wanted)

    def tried(self, one: OptionSet) -> Tried:
        """What a JVM says to flags."""
        key = one.jvm.identity, one.flags
        if key not in self._tried:
            note = self.cache / KEPT.format(digest(*key, *one.jvm.home.parts, self.sandbox.state))
            if use(note):
                self._tried[key] = msgspec.json.decode(note.read_bytes(), type=Tried)
            else:
                self._tried[key] = self._try(one)
                note.parent.mkdir(parents=True, exist_ok=True)
                note.write_bytes(msgspec.json.encode(self._tried[key]))
        return self._tried[key]

    def _try(self, one: OptionSet) -> Tried:
        jvm = one.jvm
        preload = [f"LD_PRELOAD={':'.join(map(str, jvm.beside))}"] if jvm.beside else []
        done = self.sandbox.run(
            ["env", *preload, str(jvm.java), *base_flags(jvm), *one.flags, *ASK],
            directory=Path("/"),
            limits=LIMITS,
            readable=jvm.readable,
        )
        if done.status:
            said = [line for line in done.output.splitlines() if line.strip()]
            return Tried(refused=(said or [f"status {done.status}"])[0])
        settings = (
            line.split(CHOSEN)[0].split() for line in done.output.splitlines() if "=" in line
        )
        return Tried(settings=digest(*(" ".join(words) for words in settings)))


def skip_reason(source: Source, jvms: tuple[Jvm, ...], every: tuple[OptionSet, ...]) -> str:
    """Why an implementation is not run by any of the JVMs; empty where it is."""
    if not source.size:
        return "Hash.java has no line `public static final int CRYPTO_BYTES = ...;`"
    fitting = [jvm for jvm in jvms if fits(source, jvm)]
    if not fitting:
        needs = [f"Java {source.release}", *source.modules]
        return f"needs {' and '.join(needs)}, which no JVM here has"
    if not any(one.jvm in fitting for one in every):
        return "no option set"
    return ""


def fits(source: Source, jvm: Jvm) -> bool:
    """Whether a JVM has what an implementation needs."""
    return jvm.release >= source.release and set(source.modules) <= set(jvm.modules)
