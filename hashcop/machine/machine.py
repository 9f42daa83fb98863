"""What this machine is: the fact that every number is judged by."""

import dataclasses
import os
import platform
import re
from pathlib import Path

from hashcop import __version__ as VERSION
from hashcop.data import store as data
from hashcop.data.store import Fact
from hashcop.machine.processor import Kind
from hashcop.machine.processor import kind as fastest
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.c.tools.counters import Counter
from hashcop.platforms.c.tools.toolchain import Toolchain


def machine_name(kind: Kind | None = None) -> str:
    """The host's name, as a word that can name a directory.

    A machine with several kinds of cores is as many machines: the name has the `kind` measured on, or the fastest.
    """
    host = re.sub(r"[^A-Za-z0-9_-]+", "-", platform.node().split(".")[0]).strip("-") or "machine"
    name = (kind or fastest()).name
    return f"{host}-{name}" if name else host


def processor_name(cpuinfo: str) -> str:
    """The processor in the words of /proc/cpuinfo, whose lines are named differently on each architecture."""
    for field in ("model name", "cpu model", "Model", "Processor", "cpu", "Hardware"):
        found = re.search(rf"^{field}\s*:\s*(.+)$", cpuinfo, re.MULTILINE)
        if found:
            return " ".join(found[1].split())
    return platform.processor() or platform.machine()


def system_name(os_release: str) -> str:
    """PRETTY_NAME of /etc/os-release."""
    found = re.search(r'^PRETTY_NAME="?([^"\n]+)', os_release, re.MULTILINE)
    return found[1] if found else platform.system()


def _read(path: str) -> str:
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""


def _counter(counter: Counter) -> Fact:
    return dataclasses.asdict(counter) | {
        "others": [dataclasses.asdict(other) for other in counter.others]
    }


def describe(toolchain: Toolchain, sandbox: Sandbox, kind: Kind | None = None) -> Fact:
    """The `machine` fact. `kind`: the cores measured on, with none given the fastest."""
    kind = kind or fastest()
    ours = [target for target in toolchain.targets if target.emulator is None]
    counters = {target.abi: _counter(target.counter) for target in ours}
    return {
        "format": data.FORMAT,
        "hashcop": VERSION,
        "processor": processor_name(_read("/proc/cpuinfo")),
        "cores": len(os.sched_getaffinity(0)),
        "pinned": toolchain.pinned,
        **({"core_kind": kind.name, "core_numbers": list(kind.cores)} if kind.name else {}),
        "memory": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "kernel": f"{platform.system()} {platform.release()}",
        "system": system_name(_read("/etc/os-release")),
        "counter": counters,
        "abis": {target.abi: "ok" for target in ours} | toolchain.missing,
        **({"emulators": dict(toolchain.emulators)} if toolchain.emulators else {}),
        "compilers": [
            {"command": c.command, "path": c.path, "version": c.version}
            for c in toolchain.compilers
        ],
        "sandbox": sandbox.name,
    }
