"""Bits a second of devices, and the bounds that they are held against."""

from typing import Any

import msgspec
import pytest

from hashcop.data.records import Counts, Device, Mix, Peak, Sample
from hashcop.results import devices
from hashcop.results.devices import Bound
from hashcop.results.launches import Launch, launches
from hashcop.results.quartiles import Quartiles

H100 = devices.STATIC
KNOWN: dict[str, Any] = {"target": "cuda", "hash": "sha256", "implementation": "device"}


def mix(architecture: str = "sm_90", **fields: float) -> Mix:
    told: dict[str, Any] = {"bytes": 64, **KNOWN, **fields}
    return Mix(key="", platform="device", architecture=architecture, **told)


def device(*peaks: Peak, interface: str = "cuda", units: int = 1) -> Device:
    target = "cuda" if interface == "cuda" else "opencl-gpu"
    told = {"interface": interface, "target": target, "name": "it"}
    return Device(key="", peaks=peaks, units=units, **told)


def bound(of: Device, clock: float, **fields: float) -> Bound:
    found = devices.bound_of_mix(mix(**fields), of, clock)
    assert found is not None
    return found


def test_the_slowest_pipe_bounds() -> None:
    # 128 instructions of 64 a clock are 2 clocks for 64 bytes: 132 units at 1.98 GHz.
    of_alu = bound(H100, 1.98, alu=128)
    assert of_alu.gigabits == pytest.approx(8 * 64 / 2 * 132 * 1.98) and of_alu.by == "ALU"
    assert bound(H100, 1.98, alu=64, multiplier=640).by == "IMAD"
    assert bound(H100, 1.98, alu=64, words=64).by == "shared"
    assert bound(H100, 1.98, alu=100, multiplier=100, words=49).by == "issue"
    assert devices.bound_of_mix(mix(), H100, 1.98) is None


def test_rates_that_were_measured_replace_the_documented_ones() -> None:
    slow = device(Peak("logic", 32, 1))
    assert bound(slow, 1.0, alu=64).gigabits == 8 * 64 / 2
    assert devices.peak(slow, "multiply") == 64


def test_single_operations_bound_devices_without_machine_code() -> None:
    rates = Peak("add", 64, 1), Peak("logic", 32, 1), Peak("rotate", 16, 1)
    operations = {"add32": 64, "xor64": 16, "rotate32": 16, "load32": 99}
    told: dict[str, Any] = {**KNOWN, "platform": "c", "bytes": 64, "operations": operations}
    counts = Counts(key="", sources="", block=64, **told)
    gpu = device(*rates, interface="opencl", units=2)
    found = devices.bound_of_operations([counts], gpu, 1.5)
    assert found is not None and found.is_of_operations
    # 1 + 1 + 1 clocks, since a word of 64 bits is two.
    assert found.gigabits == pytest.approx(8 * 64 / 3 * 2 * 1.5)
    assert devices.bound_of_operations([counts], device(interface="opencl"), 1.5) is None


def test_faster_launches_are_more_bits() -> None:
    found = devices.gigabits(Launch(Quartiles(80, 100, 160), 1.5), 1000)
    assert (found.low, found.median, found.high) == (50, 80, 100)


def test_registers_limit_how_many_are_resident() -> None:
    assert devices.resident(mix(registers=32), 128) == 2048
    assert devices.resident(mix(registers=128), 128) == 512
    # 200 registers leave room for 10 warps of 32, which are 2 groups of 128.
    assert devices.resident(mix(registers=200), 128) == 256


def test_launches_have_the_clock_that_ran() -> None:
    told = {
        **{"reading": 0, "zero": 0, "probe": 1, "width": 0},
        "batches": [[1, 1.5, 1.7, 0, 1, 0, 0], [1, 2, 2, 0, 1, 0, 0]],
        "rows": [[64, 2, 800], [128, 1, 900]],
    }
    found = launches([msgspec.convert(told, Sample)], 100)
    assert found[64].nanoseconds.median == 4 and found[64].clock == pytest.approx(1.6)
    assert found[128].nanoseconds.median == 9 and found[128].clock == 2


def test_what_was_not_measured_is_of_the_architecture_of_the_model() -> None:
    (one,) = devices.static([mix(alu=1287), mix("sm_75", alu=9)])
    assert one.mix.architecture == H100.version and one.times is None
