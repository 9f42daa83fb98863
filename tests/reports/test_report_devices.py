"""The page of devices: what was measured with its bound and the study, and what was not run."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from reports import terminal_many
from tests.support.html_check import assert_sound
from tests.support.made_data import OPTIONS, Fact, Maker, machine

Make = Callable[..., Maker]
Write = Callable[..., Path]
DEVICE = {"platform": "device", "operation": "crypto_hashmany"}
LENGTHS = [64, 1536, 25_600]
COUNTER = {"name": "device-events", "core_cycles": False, "ticks_per_second": 1e9}
PEAKS = [["logic", 63.0, 1.9], ["multiply", 64.5, 1.9], ["shared", 32.0, 1.9], ["both", 127, 1.9]]


def device(target: str, **fields: Any) -> Fact:
    told: Fact = {"kind": "device", "key": target, "target": target, "machine": "made"}
    told |= {"time": "2026-01-01T00:00:01Z", "name": "Fast 9000", "maker": "A Maker"}
    return {**told, "interface": target.partition("-")[0], "units": 132, "clock": 1980, **fields}


def mix(hash: str = "blake256", **fields: Any) -> Fact:
    told: Fact = {"kind": "mix", "key": hash, "machine": "made", "time": "2026-01-01T00:00:01Z"}
    told |= {**DEVICE, "target": "cuda", "hash": hash, "implementation": "device"}
    counts = {"architecture": "sm_90", "bytes": 64, "registers": 93, "alu": 1283.0}
    return {**told, **counts, "multiplier": 227.0, "tool": "NVRTC 13.0.88, nvdisasm", **fields}


def kernel(maker: Make, target: str, hash: str = "blake256") -> list[Fact]:
    """A kernel with launches of three numbers of messages, and with copies."""
    options = ["nvrtc", "local=128"]
    m = maker("device", hash, factor=0.05, target=target)
    facts = [m.build(options), m.check(options), m.winner(options, 7000, 1)]
    for messages in (64, 43_520, 65_536):
        own = {"messages": messages, "series": f"{target} {messages}", "key": f"{hash} {messages}"}
        facts.append(m.timings(options, LENGTHS) | own)
    slower = replace(m, factor=2 * m.factor)
    copies = slower.timings(options, LENGTHS) | {"key": f"copies {hash}", "messages": 65_536}
    facts.append(copies | {"kind": "effect", "effect": "copies", "variant": "with copies"})
    return [fact | DEVICE for fact in facts]


def every(maker: Make, target: str, *more: Fact) -> list[Fact]:
    about = machine(counter={target: COUNTER}, targets={target: "ok"})
    return [about, device(target, version="sm_90", peaks=PEAKS), *kernel(maker, target), *more]


def test_a_measured_device_has_its_share_and_the_study_beside_it(maker: Make, site: Write) -> None:
    out = site(every(maker, "cuda", mix()))
    assert_sound(out)
    text = (out / "machine" / "made" / "devices.html").read_text()
    assert "Fast 9000" in text and "65,536 messages of 25,600 bytes" in text
    assert "ALU: " in text and ">36.8<" in text and ">76.4<" in text and ">0.13<" in text
    assert "Not run" not in text and "CPU device" not in text
    assert ">63.0<" in text  # a peak, beside the documented rate
    assert "Messages in flight" in text and "Length of messages" in text


def test_without_a_graphics_processor_bounds_are_not_run(maker: Make, site: Write) -> None:
    text = (site(every(maker, "opencl-cpu", mix())) / "machine/made/devices.html").read_text()
    assert "CPU device" in text and "Not run" in text
    assert "These figures are no measurements" in text
    assert "of bound" not in text


def test_the_page_of_a_hash_has_a_row_for_each_device(maker: Make, site: Write) -> None:
    out = site(every(maker, "cuda"))
    text = (out / "hash" / "blake256.html").read_text()
    assert "On devices" in text and "Fast 9000" in text
    own = out / "machine" / "made" / "cuda" / "blake256.html"
    assert_sound(out)
    assert "36.8 Gb/s in 2010" in own.read_text()
    assert "devices.html" in (out / "machine" / "made" / "index.html").read_text()
    target = (out / "machine" / "made" / "cuda.html").read_text()
    assert "Gb/s" in target and "Measured not yet" not in target


def test_the_terminal_has_bits_a_second(
    maker: Make, file: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    data = file(every(maker, "cuda", mix()))
    terminal_many.summary([data], ["blake256"], Console(width=200))
    said = capsys.readouterr().out
    assert "blake256 cuda, Gb/s by bytes of a message, on Fast 9000" in said
    assert "of what its ALU allows" in said
    # The copies take twice as long.
    assert "487,7102,150,9252,504,810" in said and "1,257,097 Gb/s with copies" in said
    assert OPTIONS[0][0] not in said


@pytest.mark.parametrize(
    "wrong", [{"peaks": [["logic", 1e12, 1]]}, {"units": 10**12}, {"clock": 10**9}]
)
def test_devices_that_can_not_be_are_left_out(
    maker: Make, site: Write, wrong: dict[str, Any]
) -> None:
    facts = every(maker, "cuda", device("cuda", **wrong), mix("md5", bytes=0))
    text = (site(facts) / "machine" / "made" / "devices.html").read_text()
    assert "Fast 9000" in text and "md5" not in text
