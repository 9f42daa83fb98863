"""Judgements of machines that are not here: what is good, what is bad, and what nobody can know."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from hashcop import ROOT
from hashcop.data.records import Counter, Judgement, Quiet
from hashcop.machine import activity, conditions
from hashcop.machine.conditions import Judged, Scene
from tests.support import places

CORE = Counter(name="x86-rdpmc", counts="cycles", core_cycles=True)
TICKS = Counter(name="x86-tsc", counts="ticks", core_cycles=False, ticks_per_second=2_600_000_000)
Make = Callable[[Path], Path]


def judged(
    root: Path, first: Make, later: Make | None = None, pinned: int = 3, **told: object
) -> dict[str, Judged]:
    """Judgements by name of a place that was looked at for a second."""
    before = activity.snapshot(first(root), 10)
    now = activity.snapshot(later(root) if later else root, 11)
    scene = Scene(root, pinned, activity.between(before, now), now, **told)  # type: ignore[arg-type]
    return {one.name: one for one in conditions.judge(scene)}


def states(found: dict[str, Judged]) -> dict[str, set[str]]:
    by_state: dict[str, set[str]] = {}
    for one in found.values():
        by_state.setdefault(one.state, set()).add(one.name)
    return by_state


ALL = {
    "frequency governor",
    "turbo",
    "hyperthread",
    "load",
    "steal time",
    "virtual machine",
    "thermal throttling",
    "address randomisation",
    "counters",
    "swap",
    "memory",
    "transparent huge pages",
    "isolation",
}


def test_a_good_laptop_is_good(tmp_path: Path) -> None:
    quiet = Quiet(3, 0.001, 0.01, 4000)
    found = judged(
        tmp_path, places.good_laptop, places.good_laptop_later, counters=(CORE,), quiet=quiet
    )
    assert states(found) == {"good": ALL}
    assert found["isolation"].found == "isolcpus of processor 3"
    assert found["hyperthread"].found == "processor 3 shares its core with 2, which was idle"
    assert "12 since the start" in found["thermal throttling"].found
    assert "0.1 %" in found["load"].found


def test_a_bad_laptop_is_told_what_mends_it(tmp_path: Path) -> None:
    loud = Quiet(3, 0.08, 0.2, 4000)
    found = judged(
        tmp_path, places.bad_laptop, places.bad_laptop_later, counters=(TICKS,), quiet=loud
    )
    good = {"steal time", "virtual machine", "isolation"}
    assert states(found) == {"good": good, "bad": ALL - good}
    assert all(found[name].mend for name in ALL - good)
    assert not any(found[name].mend for name in good)
    cpufreq = "sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"
    assert found["frequency governor"].mend == f"echo performance | sudo tee /{cpufreq}"
    assert "intel_pstate/no_turbo" in found["turbo"].mend
    assert "95 % busy" in found["hyperthread"].found
    assert "cpu2/online" in found["hyperthread"].mend
    assert "1.45 processors busy" in found["load"].found and "8 %" in found["load"].found
    assert found["thermal throttling"].found == "2 times in 1.0 s, 14 since the start"
    assert found["address randomisation"].mend == "sudo sysctl kernel.randomize_va_space=2"
    assert found["counters"].mend == "sudo sysctl kernel.perf_event_paranoid=2"
    assert found["swap"].found == "3072 MiB in use, 100 pages moved meanwhile"


def test_a_virtual_machine_says_so_and_what_its_host_took(tmp_path: Path) -> None:
    found = judged(tmp_path, places.cloud, places.cloud_later, pinned=1, counters=(TICKS,))
    assert states(found)["bad"] == {"steal time", "virtual machine"}
    assert found["steal time"].found == "10 % of 1.0 s, 10 % since the system started"
    assert found["virtual machine"].found == "yes: the firmware is called Amazon EC2 m5.large"
    assert "frequency governor" in states(found)["unknown"]
    assert found["counters"].state == "good" and "is calibrated" in found["counters"].found


def test_a_cloud_s_real_machine_is_none(tmp_path: Path) -> None:
    places.good_laptop(tmp_path)
    row = {"sys_vendor": "Amazon EC2", "product_name": "m7i.metal-24xl"}
    root = places.write(tmp_path, {f"sys/class/dmi/id/{n}": text for n, text in row.items()})
    assert conditions.virtual(Scene(root)).state == "good"


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("sys/hypervisor/type", "xen"),
        ("proc/device-tree/hypervisor/compatible", "linux,kvm\0"),
        ("proc/cpuinfo", "flags\t\t: fpu hypervisor sse2"),
        ("sys/class/dmi/id/product_name", "Standard PC (QEMU)"),
    ],
)
def test_any_sign_of_a_host_is_enough(file: str, text: str, tmp_path: Path) -> None:
    root = places.write(places.good_laptop(tmp_path), {file: text})
    assert conditions.virtual(Scene(root)).state == "bad"


def test_arm_is_judged_by_what_it_has(tmp_path: Path) -> None:
    found = judged(tmp_path, places.big_little, pinned=7, counters=(TICKS,))
    assert found["thermal throttling"].found == "a processor is slowed down at this moment"
    assert found["hyperthread"].found == "processor 7 has its core for itself"
    assert found["counters"].mend == "sudo sysctl kernel.perf_user_access=1"
    assert found["address randomisation"].found == "partial (1)"


def test_where_nothing_can_be_read_nothing_is_known(tmp_path: Path) -> None:
    found = judged(tmp_path, lambda root: root)
    assert states(found) == {"unknown": ALL}


def test_without_a_look_what_needs_one_is_unknown(tmp_path: Path) -> None:
    root = places.good_laptop(tmp_path)
    found = {one.name: one.state for one in conditions.judge(Scene(root, 3))}
    unknown = {"hyperthread", "steal time", "thermal throttling", "counters"}
    assert {name for name, state in found.items() if state == "unknown"} == unknown
    assert found["load"] == "good"


def test_a_shell_that_switches_randomisation_off_is_noticed(tmp_path: Path) -> None:
    root = places.write(places.good_laptop(tmp_path), {"proc/self/personality": "00040000"})
    found = conditions.layout(Scene(root))
    assert (found.state, found.mend) == ("bad", "start ./do without setarch -R")


@pytest.mark.parametrize(
    ("file", "value", "state"),
    [
        ("cpufreq/boost", "0", "good"),
        ("cpufreq/boost", "1", "bad"),
        ("cpu3/cpufreq/boost", "1", "bad"),
        ("cpufreq/boost", "?", "unknown"),
    ],
)
def test_turbo_has_a_switch_of_each_driver_s_own(
    file: str, value: str, state: str, tmp_path: Path
) -> None:
    root = places.write(tmp_path, {f"{places.CPU}/{file}": value})
    assert conditions.turbo(Scene(root, 3)).state == state


@pytest.mark.parametrize(("state", "why"), [("good", ""), ("unknown", ""), ("bad", "since")])
def test_a_record_says_why_only_where_something_is_bad(state: str, why: str) -> None:
    told = Judged(name="a", state=state, found="b", why="since", mend="mend")
    assert told.record == Judgement(name="a", state=state, found="b", why=why)
    assert "mend" not in msgspec.to_builtins(told.record)


def test_parts_are_written_for_people() -> None:
    written = [conditions.percent(part) for part in (0, 0.0001, 0.012, 0.5)]
    assert written == ["0 %", "less than 0.1 %", "1.2 %", "50 %"]


def test_what_happened_is_the_difference_of_two_moments(tmp_path: Path) -> None:
    before = activity.snapshot(places.bad_laptop(tmp_path), 10)
    seen = activity.between(before, activity.snapshot(places.bad_laptop_later(tmp_path), 12.5))
    assert (seen.seconds, seen.throttled, seen.swapped, seen.stolen) == (2.5, 2, 100, 0)
    assert seen.busy == {0: 0.5, 1: 0, 2: 0.95, 3: 0}


def test_every_judgement_is_described_for_operators() -> None:
    pages = "".join(page.read_text() for page in (ROOT / "docs").rglob("*.md"))
    assert all(f"| {name} |" in pages for name in ALL)
