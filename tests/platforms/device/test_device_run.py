"""A kernel from a directory to figures: one run on the processor, by a driver of OpenCL."""

from pathlib import Path

from hashcop.data import files
from hashcop.data.records import Device, Effect, Record, Timings
from hashcop.platforms.device import CPU
from hashcop.platforms.device.lengths import LENGTHS_OF_PROCESSORS as LENGTHS
from hashcop.results import devices
from hashcop.results.model import load

HASH, NAME = "fnv1a64", "kernel-right"


def records(bench: Path) -> list[Record]:
    return [one for file in bench.glob("*/data.jsonl") for one in files.read(file)]


def test_a_run_ends_with_bits_a_second(bench: Path) -> None:
    said = (bench / "said").read_text()
    assert f"{HASH} {CPU}, Gb/s by bytes of a message, on " in said
    assert "(CPU device)" in said and "Gb/s with copies" in said
    assert f"of messages of {LENGTHS.race}" not in said


def test_timings_are_of_events_and_of_the_nominal_clock(bench: Path) -> None:
    found = [one for one in records(bench) if isinstance(one, Timings)]
    assert found
    for timings in found:
        assert timings.platform == "device" and timings.messages == LENGTHS.for_table.messages
        for sample in timings.samples:
            assert {row[0] for row in sample.rows} <= set(LENGTHS.table)
            assert len({batch.before for batch in sample.batches}) == 1


def test_the_device_is_recorded_with_what_it_does_at_most(bench: Path) -> None:
    (device,) = (one for one in records(bench) if isinstance(one, Device))
    assert (device.target, device.interface) == (CPU, "opencl")
    assert device.units > 0 and device.name
    assert {"add", "logic", "rotate", "multiply", "wide", "shared", "both"} == {
        peak.work for peak in device.peaks
    }
    assert all(peak.rate > 0 and peak.clock > 0 for peak in device.peaks)


def test_copies_are_kept_apart(bench: Path) -> None:
    found = {one.variant for one in records(bench) if isinstance(one, Effect)}
    assert found == {"kernel alone", "with copies"}
    (machine,) = load(bench.glob("*/data.jsonl"))
    (target,) = (one for one in machine.targets if one.name == CPU)
    (row,) = devices.rows(machine, target)
    assert (row.hash, row.implementation.name, row.messages) == (HASH, NAME, 256)
    # On a processor both take the same time, within what neighbours disturb.
    assert row.copied is not None and row.copied.median > 0 and row.copied != row.gigabits
    assert row.bound is None


def test_pages_say_that_it_is_the_processor(bench: Path) -> None:
    (page,) = bench.glob("html/machine/*/devices.html")
    text = page.read_text()
    assert "CPU device" in text and HASH in text
    (whole,) = bench.glob("html/machine/*/opencl-cpu/fnv1a64.html")
    assert "Gb/s" in whole.read_text()
