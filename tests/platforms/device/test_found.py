"""Which devices a run finds, and what it says of drivers that can't be used."""

import contextlib
import dataclasses
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hashcop.platforms.c import check
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.device import CPU, CUDA, devices, options, tools
from hashcop.platforms.device import lane as device_lane
from hashcop.platforms.device.lane import CHECKS_AT_ONCE, DeviceLane, open_lane
from hashcop.platforms.device.room import TOOL, Room
from hashcop.platforms.door import Unavailable, Verdict

NODE = Path("/dev/nvidia0")
PROCESSOR = "opencl\tcpu\tA Processor\tPoCL\tOpenCL 3.0\t3\tOpenCL 3.0\t2\t2000\t4096"
FAST = "cuda\tgpu\tFast 9000\tNVIDIA\tCUDA 13.0\tCUDA 13.0\tsm_90\t132\t1980\t4096"
FAILED = "failed\tcuda\tcuInit failed with 304"
ABSENT = "absent\tcuda\tlibcuda.so.1: no such file"
WHY = "NVIDIA's driver is here, but can't be used: cuInit failed with 304"
Open = Callable[..., DeviceLane]


@pytest.fixture
def found(lane: CLane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """found(line, ..., status=0, allowed=True): the lane where the tool that asks drivers prints these lines."""
    tool = tmp_path / TOOL
    tmp_path.chmod(0o755)
    fields = lane.sandbox, tmp_path, str(tmp_path), lane.toolchain.compilers_for(lane.targets[0])[0]
    room = Room(*fields, flags=(), sources=tmp_path)
    lane.place.found("device").mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(device_lane, "open_room", lambda *_: room)
    monkeypatch.setattr(devices, "nodes", lambda: [NODE])
    monkeypatch.setattr(tools, "has_cuda", lambda: True)

    def opened(*lines: str, status: int = 0, allowed: bool = True) -> DeviceLane:
        tool.write_text("\n".join(["#!/bin/sh", "cat <<END", *lines, "END", f"exit {status}\n"]))
        tool.chmod(0o755)
        return open_lane(dataclasses.replace(lane.place, devices=allowed))

    return opened


def names(lane: DeviceLane) -> list[str]:
    return [target.name for target in lane.targets]


def test_a_driver_that_fails_is_said_beside_a_device_that_works(found: Open) -> None:
    lane = found(PROCESSOR, FAILED)
    assert names(lane) == [CPU]
    assert list(lane.notices()) == [WHY] and lane.missing == {CUDA: WHY}


def test_a_driver_that_fails_is_said_where_there_is_no_other(found: Open) -> None:
    with pytest.raises(Unavailable, match=WHY):
        found(FAILED)


@pytest.mark.parametrize("before", [(FAILED,), (PROCESSOR, FAILED), (ABSENT,)])
def test_what_failed_is_tried_again(found: Open, before: tuple[str, ...]) -> None:
    with contextlib.suppress(Unavailable):
        found(*before)
    lane = found(PROCESSOR, FAST)
    assert names(lane) == [CUDA] and not lane.notices() and not lane.missing


def test_devices_that_work_are_asked_for_once(found: Open) -> None:
    found(FAST)
    assert names(found(FAILED)) == [CUDA]


def test_a_library_that_is_missing_is_said_where_its_devices_may_be_used(found: Open) -> None:
    with pytest.raises(Unavailable, match=r"but not its driver's library: libcuda\.so\.1: no such"):
        found(ABSENT)


def test_without_permission_only_that_is_said(found: Open) -> None:
    lane = found(PROCESSOR, FAILED, allowed=False)
    (notice,) = lane.notices()
    assert notice == f"kernels may use {NODE} only with --device" and lane.missing == {CUDA: notice}


def test_a_platform_of_opencl_that_fails_is_said(found: Open) -> None:
    lane = found(FAST, "failed\topencl\tA Maker: clGetDeviceIDs failed with -6")
    (notice,) = lane.notices()
    assert notice.endswith("but can't be used: A Maker: clGetDeviceIDs failed with -6")


def test_a_driver_that_crashes_is_said(found: Open) -> None:
    with pytest.raises(
        Unavailable, match="asks devices' drivers ended with status 3: its last words"
    ):
        found("its last words", status=3)


@pytest.mark.parametrize(("line", "most"), [(FAST, CHECKS_AT_ONCE), (PROCESSOR, 6)])
def test_few_checks_use_a_device_at_once(
    found: Open, monkeypatch: pytest.MonkeyPatch, line: str, most: int
) -> None:
    """The processor has cores for all of them."""
    lane, running, seen = found(line), list[None](), list[int]()

    def ask(*_: object, **__: object) -> None:
        running.append(None)
        seen.append(len(running))
        time.sleep(0.2)
        running.pop()

    monkeypatch.setattr(check, "ask", ask)
    monkeypatch.setattr(check, "judge", lambda *_: Verdict(outcome="right"))
    (target,) = lane.targets
    group: Any = SimpleNamespace(implementation=SimpleNamespace(directory=NODE), target=target)
    option_set = next(options.of(target.devices[0], "quick"))
    with ThreadPoolExecutor(6) as executor:
        for _ in range(6):
            executor.submit(lane.check, group, option_set, NODE, 1)
    assert (len(seen), max(seen)) == (6, most)
