"""Whether this machine is a quiet place to measure: judgements, each from what the system says below a root.

A condition that the system does not tell is unknown, and never good.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.records import Counter, Judgement, Quiet
from hashcop.machine import linux
from hashcop.machine.activity import Activity, Snapshot, stolen_since_start
from hashcop.machine.linux import HERE
from hashcop.machine.processor import CPUS, siblings
from hashcop.machine.quiet import BUSY

BUSY_AT_ALL = 0.2  # of one logical processor, all others together
LOST = 0.01  # of the time on the pinned core
STOLEN, STOLEN_EVER = 0.002, 0.02  # of all time: during the look, and since the start
MEMORY = 1 << 30  # bytes that should be available
SWAPPED = 0.01  # of the memory
FIXED_LAYOUT = 0x0040000  # ADDR_NO_RANDOMIZE in a process's personality
# What the firmware of virtual machines is called. Clouds call that of their real machines so too, and add ".metal".
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


class Judged(Judgement, frozen=True, omit_defaults=False):
    """A judgement for the person at the machine: `why` it matters, and `mend`, the command that mends what is bad."""

    mend: str = ""

    @property
    def record(self) -> Judgement:
        """As it is recorded: `why` stands only where the condition is bad."""
        why = self.why if self.state == "bad" else ""
        return Judgement(name=self.name, state=self.state, found=self.found, why=why)


@dataclass(frozen=True)
class Scene:
    """What is judged: the system below `root`, and what was seen of it.

    `pinned` is the logical processor that timings run on and `quiet` how quiet it was; `activity` is what happened
    during a look at the machine, which ended with the snapshot `now`; `counters` has one for each target.
    """

    root: Path = HERE
    pinned: int = 0
    activity: Activity | None = None
    now: Snapshot | None = None
    quiet: Quiet | None = None
    counters: tuple[Counter, ...] = ()

    def read(self, path: str) -> str:
        """The text of a file; empty if it can't be read."""
        return linux.read(self.root, path)

    def number(self, path: str) -> int | None:
        """The number in a file; None if it has none."""
        return linux.number(self.root, path)


def percent(part: float) -> str:
    """A part (0 to 1) for people."""
    return f"{100 * part:.2g} %" if part >= 0.001 else "0 %" if part == 0 else "less than 0.1 %"


def _as_root(text: str, path: str) -> str:
    return f"echo {text} | sudo tee /{path}"


def governor(scene: Scene) -> Judged:
    """Whether the core's frequency is left alone."""
    why = "with any governor but performance the frequency of the core changes during timings"
    found = scene.read(f"{CPUS}/cpu{scene.pinned}/cpufreq/scaling_governor")
    name = "frequency governor"
    if not found:
        return Judged(name, "unknown", "the system does not say", why)
    if found == "performance":
        return Judged(name, "good", found, why)
    mend = _as_root("performance", f"{CPUS}/cpu*/cpufreq/scaling_governor")
    return Judged(name, "bad", found, why, mend)


def turbo(scene: Scene) -> Judged:
    """Whether the core may run above its nominal frequency for as long as its temperature permits."""
    why = (
        "cycles are calibrated to the frequency of the core, but turbo changes that with temperature and load, and "
        "timings near such a change scatter"
    )
    switches = {
        f"{CPUS}/intel_pstate/no_turbo": 1,
        f"{CPUS}/cpufreq/boost": 0,
        f"{CPUS}/cpu{scene.pinned}/cpufreq/boost": 0,
    }
    for path, off in switches.items():
        value = scene.number(path)
        if value == off:
            return Judged("turbo", "good", "off", why)
        if value is not None:
            return Judged("turbo", "bad", "on", why, _as_root(str(off), path))
    return Judged("turbo", "unknown", "the system does not say", why)


def hyperthread(scene: Scene) -> Judged:
    """Whether another logical processor of the same core is busy."""
    name = "hyperthread"
    why = "two logical processors of one core share its units and caches, so that each slows the other"
    if not scene.read(f"{CPUS}/cpu{scene.pinned}/topology/thread_siblings_list"):
        return Judged(name, "unknown", "the system does not say which processors share a core", why)
    others = siblings(scene.pinned, scene.root)
    if not others:
        return Judged(name, "good", f"processor {scene.pinned} has its core for itself", why)
    text = f"processor {scene.pinned} shares its core with {linux.written(others)}"
    if scene.activity is None or not set(others) <= set(scene.activity.busy):
        return Judged(name, "unknown", f"{text}; the system does not say how busy that is", why)
    busy = max(scene.activity.busy[other] for other in others)
    mend = _as_root("0", f"{CPUS}/cpu{others[0]}/online")
    if busy > BUSY:
        return Judged(name, "bad", f"{text}, which was {percent(busy)} busy", why, mend)
    return Judged(name, "good", f"{text}, which was idle", why)


def steal(scene: Scene) -> Judged:
    """Whether the host ran other machines while this one had something to run."""
    why = "a host that runs another machine stops the timed code, and no counter in this machine sees that"
    mend = "measure where the host gives its processors to this machine alone"
    part = scene.activity.stolen if scene.activity else None
    ever = stolen_since_start(scene.now) if scene.now else None
    if part is None or ever is None or not scene.activity:
        return Judged("steal time", "unknown", "the system does not say", why)
    text = f"{percent(part)} of {scene.activity.seconds:.1f} s, {percent(ever)} since the system started"
    if part > STOLEN or ever > STOLEN_EVER:
        return Judged("steal time", "bad", text, why, mend)
    return Judged("steal time", "good", text, why)


def virtual(scene: Scene) -> Judged:
    """Whether this is a virtual machine."""
    why = (
        "a host decides when and how fast this machine runs, withholds counters, and shares caches with other "
        "machines: nothing in this machine can see or mend that"
    )
    found = _host(scene)
    told = scene.read("proc/cpuinfo") or scene.read("sys/class/dmi/id/sys_vendor")
    mend = "measure on the machine itself, or on a dedicated host"
    if found:
        return Judged("virtual machine", "bad", f"yes: {found}", why, mend)
    if not told:
        return Judged("virtual machine", "unknown", "the system does not say", why)
    return Judged("virtual machine", "good", "no sign of one", why)


def _host(scene: Scene) -> str:
    """The sign by which this is a virtual machine; empty if there is none."""
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


def throttling(scene: Scene) -> Judged:
    """Whether heat slowed a processor down during the look."""
    name = "thermal throttling"
    why = "a processor that is too hot slows down until it is cooler, again and again"
    mend = "let it cool down, and clean its fan"
    rose = scene.activity.throttled if scene.activity else None
    if rose is not None and scene.now and scene.activity:
        text = (
            f"{rose} times in {scene.activity.seconds:.1f} s, {scene.now.throttled} since the start"
        )
        return Judged(name, "bad" if rose else "good", text, why, mend if rose else "")
    devices = sorted((scene.root / "sys/class/thermal").glob("cooling_device*"))
    states = [
        scene.number(f"sys/class/thermal/{device.name}/cur_state")
        for device in devices
        if re.match(r"Processor|.*cpu", scene.read(f"sys/class/thermal/{device.name}/type"))
    ]
    known = [state for state in states if state is not None]
    if not known:
        return Judged(name, "unknown", "the system does not count it", why)
    if any(known):
        return Judged(name, "bad", "a processor is slowed down at this moment", why, mend)
    return Judged(name, "good", "no processor is slowed down at this moment", why)


def layout(scene: Scene) -> Judged:
    """Whether each process has other addresses."""
    name = "address randomisation"
    why = (
        "time depends on addresses: each length is timed in several processes with different addresses, so that a "
        "figure covers many layouts and not one that happens to be fast or slow"
    )
    value = scene.number("proc/sys/kernel/randomize_va_space")
    own = scene.read("proc/self/personality")
    if value is None:
        return Judged(name, "unknown", "the system does not say", why)
    if value != 2:
        mend = "sudo sysctl kernel.randomize_va_space=2"
        return Judged(name, "bad", f"{'partial' if value else 'off'} ({value})", why, mend)
    if re.fullmatch(r"[0-9a-f]+", own) and int(own, 16) & FIXED_LAYOUT:
        mend = "start ./do without setarch -R"
        return Judged(name, "bad", "switched off for all that this shell starts", why, mend)
    return Judged(name, "good", "on, as it should be here (2)", why)


def counters(scene: Scene) -> Judged:
    """Whether the counters count cycles of the core."""
    why = (
        "ticks of a constant rate are calibrated to cycles of the core, and the calibration holds only as long as "
        "the frequency does; a counter of cycles needs none"
    )
    paranoid = scene.number("proc/sys/kernel/perf_event_paranoid")
    user = scene.number("proc/sys/kernel/perf_user_access")
    settings = {"perf_event_paranoid": paranoid, "perf_user_access": user}
    told = "".join(f", {name} is {value}" for name, value in settings.items() if value is not None)
    if not scene.counters:
        return Judged("counters", "unknown", f"no counter was examined{told}", why)
    names = ", ".join(dict.fromkeys(counter.name for counter in scene.counters))
    if all(counter.core_cycles for counter in scene.counters):
        return Judged("counters", "good", f"{names} counts cycles of the core{told}", why)
    found = f"{names} ticks at a rate of its own, and is calibrated{told}"
    # It is bad only where a setting would give a better counter.
    if (paranoid is not None and paranoid > 2) or user == 0:
        return Judged("counters", "bad", found, why, _permit(paranoid, user))
    return Judged("counters", "good", found, why)


def _permit(paranoid: int | None, user: int | None) -> str:
    wanted = ["kernel.perf_event_paranoid=2"] if paranoid is not None and paranoid > 2 else []
    wanted += ["kernel.perf_user_access=1"] if user == 0 else []
    return f"sudo sysctl {' '.join(wanted)}"


def load(scene: Scene) -> Judged:
    """Whether other programs are running."""
    why = "other programs take time on the core, share caches and memory, and change the frequency of all cores"
    average = (scene.read("proc/loadavg").split() or [""])[0]
    parts = [f"load {average}"] if average else []
    is_bad = []
    if scene.activity and scene.activity.busy:
        busy = scene.activity.all_busy
        parts.append(f"{busy:.2f} processors busy with other programs")
        is_bad.append(busy > BUSY_AT_ALL)
    elif re.fullmatch(r"[0-9.]+", average):
        is_bad.append(float(average) > 0.5)
    if scene.quiet:
        parts.append(f"{percent(scene.quiet.lost)} of the time on the pinned core lost")
        is_bad.append(scene.quiet.lost > LOST)
    if not is_bad:
        return Judged("load", "unknown", "the system does not say", why)
    mend = "end the other programs: top shows them"
    state = "bad" if any(is_bad) else "good"
    return Judged("load", state, ", ".join(parts), why, mend if state == "bad" else "")


def _memory(scene: Scene) -> dict[str, int]:
    """The figures of /proc/meminfo, in bytes."""
    rows = re.findall(r"^(\w+):\s*(\d+) kB$", scene.read("proc/meminfo"), re.MULTILINE)
    return {name: int(kilobytes) << 10 for name, kilobytes in rows}


def swap(scene: Scene) -> Judged:
    """Whether memory has been moved to the disk."""
    why = "memory that was moved to the disk comes back during timings"
    rows = _memory(scene)
    if not {"SwapTotal", "SwapFree", "MemTotal"} <= set(rows):
        return Judged("swap", "unknown", "the system does not say", why)
    used = rows["SwapTotal"] - rows["SwapFree"]
    moved = scene.activity.swapped if scene.activity else None
    if used <= SWAPPED * rows["MemTotal"] and not moved:
        return Judged("swap", "good", "not in use" if not used else f"{used >> 20} MiB", why)
    text = f"{used >> 20} MiB in use" + (f", {moved} pages moved meanwhile" if moved else "")
    return Judged("swap", "bad", text, why, "sudo swapoff -a && sudo swapon -a")


def memory(scene: Scene) -> Judged:
    """Whether enough memory is available."""
    why = "without available memory compilers fail, and the kernel is busy freeing some"
    rows = _memory(scene)
    if not {"MemAvailable", "MemTotal"} <= set(rows):
        return Judged("memory", "unknown", "the system does not say", why)
    free = rows["MemAvailable"]
    text = f"{free / (1 << 30):.1f} GiB of {rows['MemTotal'] / (1 << 30):.1f} GiB available"
    is_bad = free < MEMORY
    mend = "end other programs that use memory" if is_bad else ""
    return Judged("memory", "bad" if is_bad else "good", text, why, mend)


def huge_pages(scene: Scene) -> Judged:
    """Whether the kernel gives large pages to processes that did not ask for them."""
    path = "sys/kernel/mm/transparent_hugepage/enabled"
    why = "when the kernel decides which memory is in large pages, one process may have them and the next not"
    found = linux.switch(scene.root, path)
    name = "transparent huge pages"
    if not found:
        return Judged(name, "unknown", "the system does not say", why)
    if found == "always":
        return Judged(name, "bad", found, why, _as_root("madvise", path))
    return Judged(name, "good", found, why)


def isolation(scene: Scene) -> Judged:
    """Whether the pinned core is kept free of other programs: good to know, and never bad."""
    why = "a core that runs only what asks for it (isolcpus, nohz_full) is the quietest"
    if not (scene.root / CPUS).is_dir():
        return Judged("isolation", "unknown", "the system does not say", why)
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
    return Judged("isolation", "good", text, why)


JUDGES: tuple[Callable[[Scene], Judged], ...] = (
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


def judge(scene: Scene) -> tuple[Judged, ...]:
    """All judgements, in the order in which they are shown."""
    return tuple(one(scene) for one in JUDGES)
