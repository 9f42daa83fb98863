"""Whether this machine is a quiet place to measure: judgements, each from what the system says below a root.

What can't be found out is unknown, and never good.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from hashcop.machine import linux
from hashcop.machine.activity import Activity, Snapshot, stolen_since_start
from hashcop.machine.linux import HERE
from hashcop.machine.processor import CPUS, siblings
from hashcop.machine.quiet import BUSY, Trial
from hashcop.platforms.c.tools.counters import Counter

State = Literal["good", "bad", "unknown"]
BUSY_AT_ALL = 0.2  # of one logical processor, all together
LOST = 0.01  # of the time on the pinned core
STOLEN, STOLEN_EVER = 0.002, 0.02  # of all time: while looked at, and since the start
MEMORY = 1 << 30  # bytes that are to be had
SWAPPED = 0.01  # of the memory
FIXED_LAYOUT = 0x0040000  # ADDR_NO_RANDOMIZE in a process's personality
# How a virtual machine's firmware calls itself. A cloud's real machines are called so too, and ".metal".
HOSTS = (
    "KVM",
    "QEMU",
    "VirtualBox",
    "VMware",
    "Virtual Machine",
    "Bochs",
    "HVM domU",
    "Parallels",
    "OpenStack",
    "Google Compute Engine",
    "Amazon EC2",
    "Droplet",
)


@dataclass(frozen=True)
class Judgement:
    """What was found of one thing, why it matters, and the command that mends it where it is bad."""

    name: str
    state: State
    found: str
    why: str
    mend: str = ""

    @property
    def fields(self) -> dict[str, Any]:
        """As it stands in a fact. Why it matters stands where it does; commands are for who sits before the machine."""
        told = {"name": self.name, "state": self.state, "found": self.found}
        return told | ({"why": self.why} if self.state == "bad" else {})


@dataclass(frozen=True)
class Scene:
    """What is judged: a system below `root`, the logical processor that timings run on, what went on while it was
    looked at (`now` is how that ended), how quiet that processor was, and the counter of each ABI.
    """

    root: Path = HERE
    pinned: int = 0
    activity: Activity | None = None
    now: Snapshot | None = None
    trial: Trial | None = None
    counters: tuple[Counter, ...] = field(default=())

    def read(self, path: str) -> str:
        """A file's text; empty where it can't be read."""
        return linux.read(self.root, path)

    def number(self, path: str) -> int | None:
        """A file's number; None where it has none."""
        return linux.number(self.root, path)


def percent(part: float) -> str:
    """A part (0 to 1) for people."""
    return f"{100 * part:.2g} %" if part >= 0.001 else "0 %" if part == 0 else "less than 0.1 %"


def _as_root(text: str, path: str) -> str:
    return f"echo {text} | sudo tee /{path}"


def governor(scene: Scene) -> Judgement:
    """Who sets the core's frequency."""
    why = "another governor than performance lets the core's rate rise and fall while it is timed"
    found = scene.read(f"{CPUS}/cpu{scene.pinned}/cpufreq/scaling_governor")
    name = "frequency governor"
    if not found:
        return Judgement(name, "unknown", "the system does not say", why)
    if found == "performance":
        return Judgement(name, "good", found, why)
    mend = _as_root("performance", f"{CPUS}/cpu*/cpufreq/scaling_governor")
    return Judgement(name, "bad", found, why, mend)


def turbo(scene: Scene) -> Judgement:
    """Whether the core may run faster than its rate says, for as long as its heat permits."""
    why = (
        "figures are calibrated to the core's rate, so that a faster core gives the same cycles: but the rate changes "
        "with heat and load, and timings beside such a change scatter"
    )
    switches = {
        f"{CPUS}/intel_pstate/no_turbo": 1,
        f"{CPUS}/cpufreq/boost": 0,
        f"{CPUS}/cpu{scene.pinned}/cpufreq/boost": 0,
    }
    for path, off in switches.items():
        value = scene.number(path)
        if value == off:
            return Judgement("turbo", "good", "off", why)
        if value is not None:
            return Judgement("turbo", "bad", "on", why, _as_root(str(off), path))
    return Judgement("turbo", "unknown", "the system does not say", why)


def hyperthread(scene: Scene) -> Judgement:
    """Whether another logical processor shares the pinned one's core, and is at work."""
    name = "hyperthread"
    why = "two logical processors of one core share its units and caches: what runs on one slows the other"
    if not scene.read(f"{CPUS}/cpu{scene.pinned}/topology/thread_siblings_list"):
        return Judgement(name, "unknown", "the system does not say which share a core", why)
    others = siblings(scene.pinned, scene.root)
    if not others:
        return Judgement(name, "good", f"processor {scene.pinned} has its core for itself", why)
    text = f"processor {scene.pinned} shares its core with {linux.written(others)}"
    if scene.activity is None or not set(others) <= set(scene.activity.busy):
        return Judgement(name, "unknown", f"{text}; how busy that is can't be seen", why)
    busy = max(scene.activity.busy[other] for other in others)
    mend = _as_root("0", f"{CPUS}/cpu{others[0]}/online")
    if busy > BUSY:
        return Judgement(name, "bad", f"{text}, which was {percent(busy)} busy", why, mend)
    return Judgement(name, "good", f"{text}, which was idle", why)


def steal(scene: Scene) -> Judgement:
    """Time that a host gave to others while this system had something to run."""
    why = "a host that gives the processor to others stops what is timed, and no counter in here sees it"
    mend = "measure where the host gives processors to this machine alone"
    part = scene.activity.stolen if scene.activity else None
    ever = stolen_since_start(scene.now) if scene.now else None
    if part is None or ever is None or not scene.activity:
        return Judgement("steal time", "unknown", "the system does not say", why)
    text = f"{percent(part)} of {scene.activity.seconds:.1f} s, {percent(ever)} since the system started"
    if part > STOLEN or ever > STOLEN_EVER:
        return Judgement("steal time", "bad", text, why, mend)
    return Judgement("steal time", "good", text, why)


def virtual(scene: Scene) -> Judgement:
    """Whether there is a host."""
    why = (
        "a host decides what runs when and how fast, keeps counters back, and shares caches with other machines: "
        "nothing in here can see or mend it"
    )
    found, told = (
        _host(scene),
        scene.read("proc/cpuinfo") or scene.read("sys/class/dmi/id/sys_vendor"),
    )
    mend = "measure on the machine itself, or on a dedicated host"
    if found:
        return Judgement("virtual machine", "bad", f"yes: {found}", why, mend)
    if not told:
        return Judgement("virtual machine", "unknown", "the system does not say", why)
    return Judgement("virtual machine", "good", "no sign of one", why)


def _host(scene: Scene) -> str:
    """By which sign there is a host; empty where there is none."""
    product = scene.read("sys/class/dmi/id/product_name")
    firmware = f"{scene.read('sys/class/dmi/id/sys_vendor')} {product}".strip()
    if any(name in firmware for name in HOSTS) and ".metal" not in product:
        return f"the firmware is called {firmware}"
    kind = scene.read("sys/hypervisor/type") or scene.read("proc/device-tree/hypervisor/compatible")
    if kind:
        return kind.strip("\0")
    if re.search(r"^flags\s*:.*\bhypervisor\b", scene.read("proc/cpuinfo"), re.MULTILINE):
        return "the processor says that a hypervisor runs it"
    return _asked() if scene.root == HERE else ""


def _asked() -> str:
    command = shutil.which("systemd-detect-virt")
    if command is None:
        return ""
    done = subprocess.run([command, "--vm"], capture_output=True, text=True, check=False, timeout=9)
    return done.stdout.strip() if done.returncode == 0 else ""


def throttling(scene: Scene) -> Judgement:
    """Whether heat slowed a processor down while it was looked at."""
    name = "thermal throttling"
    why = "a processor that is too hot is slowed down until it is cooler, again and again"
    mend = "let it cool down, and clean its fan"
    rose = scene.activity.throttled if scene.activity else None
    if rose is not None and scene.now and scene.activity:
        text = (
            f"{rose} times in {scene.activity.seconds:.1f} s, {scene.now.throttled} since the start"
        )
        return Judgement(name, "bad" if rose else "good", text, why, mend if rose else "")
    devices = sorted((scene.root / "sys/class/thermal").glob("cooling_device*"))
    states = [
        scene.number(f"sys/class/thermal/{device.name}/cur_state")
        for device in devices
        if re.match(r"Processor|.*cpu", scene.read(f"sys/class/thermal/{device.name}/type"))
    ]
    known = [state for state in states if state is not None]
    if not known:
        return Judgement(name, "unknown", "the system counts none", why)
    if any(known):
        return Judgement(name, "bad", "a processor is slowed down at this moment", why, mend)
    return Judgement(name, "good", "no processor is slowed down at this moment", why)


def layout(scene: Scene) -> Judgement:
    """Whether processes lie at other addresses each time."""
    name = "address randomisation"
    why = (
        "time depends on addresses: each length is timed in several processes, whose addresses differ, so that the "
        "figures are of many layouts and not of one that happens to be fast or slow"
    )
    value = scene.number("proc/sys/kernel/randomize_va_space")
    own = scene.read("proc/self/personality")
    if value is None:
        return Judgement(name, "unknown", "the system does not say", why)
    if value != 2:
        mend = "sudo sysctl kernel.randomize_va_space=2"
        return Judgement(name, "bad", f"{'partial' if value else 'off'} ({value})", why, mend)
    if re.fullmatch(r"[0-9a-f]+", own) and int(own, 16) & FIXED_LAYOUT:
        mend = "start ./do without setarch -R"
        return Judgement(name, "bad", "switched off for what this shell starts", why, mend)
    return Judgement(name, "good", "on, as it should be here (2)", why)


def counters(scene: Scene) -> Judgement:
    """Whether cycles of the core are counted."""
    why = (
        "ticks of a constant rate are calibrated to cycles of the core, which holds as long as the core's rate does; a "
        "counter of these needs no such care"
    )
    paranoid = scene.number("proc/sys/kernel/perf_event_paranoid")
    user = scene.number("proc/sys/kernel/perf_user_access")
    settings = {"perf_event_paranoid": paranoid, "perf_user_access": user}
    told = "".join(f", {name} is {value}" for name, value in settings.items() if value is not None)
    if not scene.counters:
        return Judgement("counters", "unknown", f"none was examined{told}", why)
    names = ", ".join(dict.fromkeys(counter.name for counter in scene.counters))
    if all(counter.core_cycles for counter in scene.counters):
        return Judgement("counters", "good", f"{names} counts cycles of the core{told}", why)
    found = f"{names} ticks at a rate of its own, and is calibrated{told}"
    # What no setting gives is no fault of the machine's settings.
    if (paranoid is not None and paranoid > 2) or user == 0:
        return Judgement("counters", "bad", found, why, _permit(paranoid, user))
    return Judgement("counters", "good", found, why)


def _permit(paranoid: int | None, user: int | None) -> str:
    wanted = ["kernel.perf_event_paranoid=2"] if paranoid is not None and paranoid > 2 else []
    wanted += ["kernel.perf_user_access=1"] if user == 0 else []
    return f"sudo sysctl {' '.join(wanted)}"


def load(scene: Scene) -> Judgement:
    """Whether others are at work."""
    why = "others take time on the core, share caches and memory, and change the rate that all cores can run at"
    average = (scene.read("proc/loadavg").split() or [""])[0]
    parts = [f"load {average}"] if average else []
    is_bad = []
    if scene.activity and scene.activity.busy:
        busy = scene.activity.all_busy
        parts.append(f"{busy:.2f} processors busy with others")
        is_bad.append(busy > BUSY_AT_ALL)
    elif re.fullmatch(r"[0-9.]+", average):
        is_bad.append(float(average) > 0.5)
    if scene.trial:
        parts.append(f"{percent(scene.trial.lost)} of the time on the pinned core lost")
        is_bad.append(scene.trial.lost > LOST)
    if not is_bad:
        return Judgement("load", "unknown", "the system does not say", why)
    mend = "end what else runs: top shows it"
    state: State = "bad" if any(is_bad) else "good"
    return Judgement("load", state, ", ".join(parts), why, mend if state == "bad" else "")


def _memory(scene: Scene) -> dict[str, int]:
    """/proc/meminfo in bytes."""
    rows = re.findall(r"^(\w+):\s*(\d+) kB$", scene.read("proc/meminfo"), re.MULTILINE)
    return {name: int(kilobytes) << 10 for name, kilobytes in rows}


def swap(scene: Scene) -> Judgement:
    """Whether memory lies on the disk."""
    why = "what was moved to the disk comes back while something is timed"
    rows = _memory(scene)
    if not {"SwapTotal", "SwapFree", "MemTotal"} <= set(rows):
        return Judgement("swap", "unknown", "the system does not say", why)
    used = rows["SwapTotal"] - rows["SwapFree"]
    moved = scene.activity.swapped if scene.activity else None
    if used <= SWAPPED * rows["MemTotal"] and not moved:
        return Judgement("swap", "good", "not in use" if not used else f"{used >> 20} MiB", why)
    text = f"{used >> 20} MiB in use" + (f", {moved} pages moved meanwhile" if moved else "")
    return Judgement("swap", "bad", text, why, "sudo swapoff -a && sudo swapon -a")


def memory(scene: Scene) -> Judgement:
    """Whether there is enough."""
    why = "without free memory compilers fail, and the kernel is busy with finding some"
    rows = _memory(scene)
    if not {"MemAvailable", "MemTotal"} <= set(rows):
        return Judgement("memory", "unknown", "the system does not say", why)
    free = rows["MemAvailable"]
    text = f"{free / (1 << 30):.1f} GiB of {rows['MemTotal'] / (1 << 30):.1f} GiB to be had"
    is_bad = free < MEMORY
    mend = "end what else uses memory" if is_bad else ""
    return Judgement("memory", "bad" if is_bad else "good", text, why, mend)


def huge_pages(scene: Scene) -> Judgement:
    """Whether the kernel makes large pages of anybody's memory, unasked."""
    path = "sys/kernel/mm/transparent_hugepage/enabled"
    why = "where the kernel decides which memory lies in large pages, one process may have them and the next not"
    found = linux.switch(scene.root, path)
    name = "transparent huge pages"
    if not found:
        return Judgement(name, "unknown", "the system does not say", why)
    if found == "always":
        return Judgement(name, "bad", found, why, _as_root("madvise", path))
    return Judgement(name, "good", found, why)


def isolation(scene: Scene) -> Judgement:
    """Whether the pinned core is kept free of other programs; good to know, and no fault where it is not."""
    why = "a core that the system gives to nobody who does not ask for it (isolcpus, nohz_full) is the quietest"
    if not (scene.root / CPUS).is_dir():
        return Judgement("isolation", "unknown", "the system does not say", why)
    lists = {"isolcpus": "isolated", "nohz_full": "nohz_full"}
    found = [
        name
        for name, file in lists.items()
        if scene.pinned in linux.listed(scene.read(f"{CPUS}/{file}"))
    ]
    text = (
        f"{' and '.join(found)} of processor {scene.pinned}"
        if found
        else "none, and none is needed"
    )
    return Judgement("isolation", "good", text, why)


JUDGES: tuple[Callable[[Scene], Judgement], ...] = (
    governor,
    turbo,
    hyperthread,
    load,
    steal,
    virtual,
    throttling,
    layout,
    counters,
    swap,
    memory,
    huge_pages,
    isolation,
)


def judge(scene: Scene) -> tuple[Judgement, ...]:
    """All judgements, in the order in which they are shown."""
    return tuple(one(scene) for one in JUDGES)
