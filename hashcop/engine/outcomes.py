"""What came of builds and checks before, in any checkout and bench of this machine: found by all that it depends on.

The key of a fact holds what its own bench can change. Other checkouts may have another driver, other packages stand
beside, other libraries of the operator's, another compiler before the harness: that is in the key here as well, and not
in the fact's, so that recorded data stay valid. What depends on a moment (a time limit that was passed, a full disk, a
process that was killed) is not kept.
"""

import json
import os
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import elftools

from hashcop import ROOT
from hashcop.data import store as data
from hashcop.data.store import Fact
from hashcop.engine.plan import Group
from hashcop.machine.cache import Cache, use
from hashcop.machine.sandbox import ENVIRONMENT, Sandbox
from hashcop.platforms.c import build
from hashcop.platforms.c.tools.installed import stamp
from hashcop.platforms.c.tools.toolchain import Toolchain, own_stamps, system_stamps, tree_digest

BESIDE = ("as", "ld", "ld.lld", "ar", "objcopy")  # what compilers and we make use of
LOCAL = Path("/usr/local")  # what no package manager knows of
OF_A_MOMENT = re.compile(
    r"did not end within|No space left|[Cc]annot allocate|memory exhausted|out of memory"
    r"|Killed|terminated by signal|Disk quota|Input/output error|temporarily unavailable"
)


@cache
def _makers() -> str:
    """A hash of the code that decides: all that a platform may import."""
    own = (ROOT / "hashcop" / room for room in ("data", "results", "machine", "platforms"))
    return f"{elftools.__version__} {tree_digest(*own)}"


@cache
def _system() -> tuple[str, ...]:
    """Changes when something does that compilers and linkers read, other than what they are told."""
    commands = (shutil.which(command, path=ENVIRONMENT["PATH"]) for command in BESIDE)
    local = [LOCAL / "lib", LOCAL / "lib64"]
    local += [Path(place) for place, *_ in os.walk(LOCAL / "include")]
    paths = [*filter(None, commands), *map(str, local)]
    return (*system_stamps(), *map(stamp, paths))


@cache
def _content(directory: Path) -> str:
    return tree_digest(directory)


def programs_of(directory: Path, toolchain: Toolchain, room: str = "programs") -> Path:
    """Where the programs are in the cache of a machine: `room` is `sanitized` for those with sanitizers.

    Beside machine code and harness sources they depend on the compiler of the harness, and on libraries of the
    operator's: other checkouts may have others.
    """
    first = toolchain.compilers[0].identity if toolchain.compilers else ""
    return directory / room / data.digest(first, *own_stamps(toolchain.libraries))[:12]


def is_lasting(outcome: Fact) -> bool:
    """Whether a build would come to the same another time."""
    said = " ".join([outcome.get("reason") or "", *outcome.get("said", ())])
    return outcome["outcome"] == "ok" or not OF_A_MOMENT.search(said)


class Outcomes:
    """What the cache has, and gets. `programs` is where the programs are."""

    def __init__(
        self, kept: Cache, toolchain: Toolchain, sandbox: Sandbox, room: str = "programs"
    ) -> None:
        self.cache = kept
        self.toolchain = toolchain
        self.sandbox = sandbox
        self.programs = programs_of(kept.directory, toolchain, room)
        self._added: set[Path] = set()
        self._beside: dict[Group, str] = {}

    def _of_group(self, group: Group) -> str:
        """What outcomes of a group depend on that is not in the keys of facts."""
        if group not in self._beside:
            linked = build.linked(group)
            self._beside[group] = data.digest(
                *(_makers(), *_system(), self.programs.parent.name, self.programs.name),
                *(self.sandbox.name, self.sandbox.drops_root),
                *(word for library in (*linked, *group.libraries) for word in library.link),
                *(_content(directory) for directory in group.target.library_directories),
                stamp(str(group.target.c_library)),
            )
        return self._beside[group]

    def _name(self, kind: str, group: Group, key: str) -> str:
        whole = data.digest(kind, key, self._of_group(group))
        return f"outcomes/{whole[:2]}/{whole[2:]}"

    def find(self, kind: str, group: Group, key: str) -> Fact | None:
        """What came of a `build` or `check` whose fact would have this key; None where nobody knows."""
        file = self.cache.directory / self._name(kind, group, key)
        if not use(file):
            return None
        try:
            row: Any = json.loads(file.read_text())
            return dict(row["outcome"]) if (row["kind"], row["key"]) == (kind, key) else None
        except (OSError, ValueError, TypeError, KeyError):
            return None  # the machine died while it was written

    def find_build(self, group: Group, key: str) -> Fact | None:
        """The outcome of a build, where nothing is left to be done for it."""
        found = self.find("build", group, key)
        if found is None or found["outcome"] != "ok":
            return found
        program = build.program_path(self.programs, found["object"], self.toolchain)
        return found if build.is_kept(program, group) else None

    def _keep(self, kind: str, group: Group, key: str, outcome: Fact) -> None:
        row = {"kind": kind, "key": key, "outcome": outcome}
        self.cache.write(self._name(kind, group, key), json.dumps(row))

    def keep_build(self, group: Group, key: str, built: build.Built) -> None:
        """What came of a build."""
        if built.program and built.program not in self._added:
            self._added.add(built.program)
            self.cache.add(built.program.parent)
        if is_lasting(built.outcome):
            self._keep("build", group, key, built.outcome)

    def keep_check(self, group: Group, key: str, verdict: Fact) -> None:
        """What came of a check, where all was well: whatever was not is looked at again."""
        if verdict["outcome"] == "ok" and not verdict.get("findings"):
            self._keep("check", group, key, verdict)
