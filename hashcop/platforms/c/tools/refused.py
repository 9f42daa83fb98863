"""Which flags don't work here: each is tried once with each compiler and target.

A small program is compiled with the flag and run. It also reports which instructions the compiler uses, by the
compiler's own macros: the program is too small to run into each instruction that the processor lacks.
"""

import dataclasses
import json
import os
import shlex
import shutil
import signal
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.keys import digest
from hashcop.data.said import first_error
from hashcop.machine.cache import use
from hashcop.machine.sandbox import Limits, Sandbox, stop_all
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.installed import Compiler
from hashcop.platforms.c.tools.probing import with_emulator
from hashcop.platforms.c.tools.toolchain import Target, Toolchain, system_stamps, write_kept

KEPT = "refused-*.json"  # in the cache: the results, by a hash of what all of them depend on
LIMITS = Limits(60)
AT_ONCE = 6  # attempts in one sandbox: to make a sandbox takes as long as to compile a program
OPTIMISED = "-O3"  # before the flag: loops are vectorised with the instructions that it switches on
# LeakSanitizer looks with ptrace, which is refused in the sandbox; the harness ends without asking it.
NO_LEAKS = "export ASAN_OPTIONS=detect_leaks=0"
MANY = 60  # attempts: with more, people are told that flags are being tried
OF_THIS_PROCESSOR = (
    "native"  # such code runs here, even if an old kernel can't name the instructions
)


@dataclass(frozen=True, eq=False)
class Attempt:
    """An entry of an axis (one flag or several), to be tried with a compiler for a target.

    `memory`: bytes of address space that the program may use.
    """

    compiler: Compiler
    target: Target
    entry: str
    is_cxx: bool
    memory: int = LIMITS.memory

    @property
    def key(self) -> str:
        """What the result depends on, beside the system."""
        identity = self.compiler.cxx_identity if self.is_cxx else self.compiler.identity
        flags = self.target.flags[self.compiler.command]
        return shlex.join([identity, self.target.name, *flags, OPTIMISED, self.entry])

    @property
    def command(self) -> str:
        """The command line that compiles a program, up to the names of files."""
        run = self.compiler.cxx_to_run if self.is_cxx else self.compiler.to_run
        flags = self.target.flags[self.compiler.command]
        entry = self.target.without_native(self.entry.split())
        return shlex.join([*run, *flags, OPTIMISED, *entry])

    def runs(self, program: str) -> str:
        """The command line that runs the compiled program."""
        emulator = self.target.emulator
        return shlex.join([*(emulator.words if emulator else ()), program])


def program() -> str:
    """The source: it has a loop that a compiler may vectorise, and prints which instructions the compiler may use."""
    asked = (
        f'#ifdef {macro}\nputs("{word}");\n#endif\n'
        for macro, word in compilers.instructions().items()
    )
    return (
        '#ifdef __cplusplus\nextern "C"\n#endif\nint puts(const char *);\n'
        "int main(int count, char **words) {\n"
        "unsigned sums[64], i;\n(void)words;\n"
        "for (i = 0; i < 64; ++i) sums[i] = i ^ (unsigned)count;\n"
        "for (i = 0; i < 64; ++i) sums[i] = (sums[i] << 7 | sums[i] >> 25) + 3 * sums[63 - i];\n"
        f'{"".join(asked)}if (sums[count & 63] == 1) puts("");\nreturn 0;\n}}\n'
    )


def _attempts(toolchain: Toolchain, profile: str, names: Collection[str]) -> Iterator[Attempt]:
    families = {family.command: family for family in compilers.families()}
    for target in toolchain.targets:
        for compiler in (
            toolchain.compilers_for(target) if not names or target.name in names else ()
        ):
            family = families.get(compiler.family)
            if family is None:
                continue
            entries = family.entries(profile, target.name, is_first=compiler.is_first)
            for entry, only_cxx in entries.items():
                if compiler.cxx or not only_cxx:
                    yield Attempt(compiler, target, entry, only_cxx)


def _script(attempts: Iterable[Attempt]) -> str:
    """For each attempt: writes what the compiler and the program print, and the exit status of both, into files."""
    lines = [NO_LEAKS]
    for number, attempt in enumerate(attempts):
        source = "a.cc" if attempt.is_cxx else "a.c"
        lines += [
            f"{attempt.command} {source} -o p{number} > said{number} 2>&1; echo $? > status{number}",
            f"{attempt.runs(f'./p{number}')} > printed{number} 2>&1; echo $? >> status{number}",
        ]
    return "\n".join(lines)


def _read(file: Path) -> str:
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""


def _reason(attempt: Attempt, number: int, place: Path) -> str:
    """Why an entry is refused; empty where it works."""
    status = [int(word) for word in _read(place / f"status{number}").split()]
    if len(status) < 2:
        return f"it was not compiled and run within {LIMITS.seconds:.0f} seconds"
    if status[0]:
        return first_error(_read(place / f"said{number}"))
    words = _read(place / f"printed{number}").split()
    features = attempt.target.features
    lacking = [word for word in dict.fromkeys(words) if word not in features]
    if lacking and features and OF_THIS_PROCESSOR not in attempt.entry and not status[1]:
        return f"makes use of instructions that this processor has not: {', '.join(lacking)}"
    if status[1] > 128:
        return f"its programs are ended by {signal.Signals(status[1] - 128).name}"
    return f"its programs end with status {status[1]}" if status[1] else ""


def _try(attempts: list[Attempt], place: Path, sandbox: Sandbox) -> dict[str, str]:
    place.mkdir(parents=True)
    for name in ("a.c", "a.cc"):
        (place / name).write_text(program())
        (place / name).chmod(0o644)
    place.chmod(0o755)
    emulated = any(attempt.target.emulator for attempt in attempts)
    limits = dataclasses.replace(LIMITS, memory=max(attempt.memory for attempt in attempts))
    sandbox.run(
        ["sh", "-c", _script(attempts)],
        directory=place,
        limits=with_emulator(limits) if emulated else limits,
        writable=[place],
    )
    return {t.key: _reason(t, number, place) for number, t in enumerate(attempts)}


def _try_all(attempts: list[Attempt], cache: Path, sandbox: Sandbox) -> dict[str, str]:
    """Why each attempt failed, by key; empty where it worked. Uses all cores; if interrupted it ends all processes."""
    work = cache / f"refused.{os.getpid()}"
    shutil.rmtree(work, ignore_errors=True)
    heaps = [attempts[at : at + AT_ONCE] for at in range(0, len(attempts), AT_ONCE)]
    found: dict[str, str] = {}
    executor = ThreadPoolExecutor(len(os.sched_getaffinity(0)))
    try:
        tasks = [
            executor.submit(_try, heap, work / str(number), sandbox)
            for number, heap in enumerate(heaps)
        ]
        for task in tasks:
            found |= task.result()
    except BaseException:
        stop_all()
        executor.shutdown(cancel_futures=True)
        raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    executor.shutdown()
    return found


def _state(toolchain: Toolchain, sandbox: Sandbox) -> str:
    """A hash of what all attempts depend on."""
    return digest(
        *("refused", sandbox.name, sandbox.drops_root, program(), NO_LEAKS),
        *sorted(frozenset().union(*(target.features for target in toolchain.targets))),
        *system_stamps(),
    )


def _load(file: Path, state: str) -> dict[str, str]:
    try:
        kept = json.loads(file.read_text())
        return dict(kept["tried"]) if kept["state"] == state else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def tried(
    attempts: Collection[Attempt],
    toolchain: Toolchain,
    sandbox: Sandbox,
    cache: Path,
    announce: Callable[[int], None] = lambda _: None,
) -> Mapping[str, str]:
    """Why each attempt failed, by key; empty where it worked.

    `cache` keeps the results until a package of the system changes. An attempt without a result is made now;
    `announce` is called with their number if there are MANY.
    """
    state = _state(toolchain, sandbox)
    file = cache / KEPT.replace("*", state)
    known = _load(file, state) if use(file) else {}
    new = list({attempt.key: attempt for attempt in attempts if attempt.key not in known}.values())
    if new:
        if len(new) > MANY:
            announce(len(new))
        known |= _try_all(new, cache, sandbox)
        write_kept(file, json.dumps({"state": state, "tried": known}))
    return known


def without_refused(
    toolchain: Toolchain,
    profile: str,
    sandbox: Sandbox,
    cache: Path,
    *,
    targets: Collection[str] = (),
    say: Callable[[str], None] = lambda _: None,
) -> Toolchain:
    """The toolchain with the entries of a profile's axes that do not work here in `refused`.

    `targets`: the names of those that count; empty for all. `cache`: see `tried`.
    """

    def announce(count: int) -> None:
        say(f"trying {count} flags of the profile {profile}, each once")

    attempts = list(_attempts(toolchain, profile, targets))
    reasons = tried(attempts, toolchain, sandbox, cache, announce)
    refused: dict[tuple[str, str], dict[str, str]] = {}
    for attempt in attempts:
        if reasons[attempt.key]:
            place = refused.setdefault((attempt.target.name, attempt.compiler.command), {})
            place[attempt.entry] = reasons[attempt.key]
    return dataclasses.replace(toolchain, refused=refused)
