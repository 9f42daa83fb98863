"""Devices from a tree to results: what is selected, which text a driver gets, and what others see of it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hashcop.engine import tree
from hashcop.machine import seccomp
from hashcop.platforms.c.host import Host
from hashcop.platforms.device import CPU, CUDA, GPU, PLATFORM, options, text
from hashcop.platforms.device.devices import Device, parse
from hashcop.platforms.device.source import LOCALS, Source
from hashcop.platforms.many import PLATFORM as MANY
from hashcop.platforms.registry import named, platforms, usual

ROOT = Path(__file__).resolve().parents[3]
MakeTree = Callable[[dict[str, str]], Path]
API = "#define CRYPTO_BYTES 32\n"
FILES = {
    "sum/ref/api.h": API,
    "sum/ref/hash.c": "",
    "../crypto_hashmany/sum/wide/api.h": API,
    "../crypto_hashmany/sum/wide/hash.c": "",
    "../crypto_hashmany/sum/device/api.h": API,
    "../crypto_hashmany/sum/device/kernel.cl": '#include "more.h"\nlast\n',
    "../crypto_hashmany/sum/device/more.h": "first\n",
}
TOLD = (
    "opencl\tgpu\tFast 9000\tA Maker Inc.\tOpenCL 3.0\t1.2\tOpenCL 3.0 X\t132\t1980\t85899345920\n"
)


def test_devices_are_measured_on_request_only() -> None:
    assert PLATFORM in platforms()
    assert PLATFORM not in usual()
    assert named(["device"]) == (PLATFORM,)


def test_kernels_and_vectors_are_told_apart(make_tree: MakeTree) -> None:
    (found,) = tree.walk(make_tree(FILES), [PLATFORM, MANY])
    assert {(one.name, one.platform) for one in found.implementations} == {
        ("device", "device"),
        ("wide", "many"),
    }


def _source(place: Path, **files: str) -> Source:
    for name, content in files.items():
        (place / "crypto_hashmany/sum/device" / name).write_text(content)
    (found,) = tree.walk(place, [PLATFORM])
    (one,) = (one for one in found.implementations if one.name == "device")
    return Source(one)


def test_a_text_has_what_it_includes_and_the_size_of_a_digest(make_tree: MakeTree) -> None:
    lines = _source(make_tree(FILES)).text("opencl").splitlines()
    assert lines[0] == "#define CRYPTO_BYTES 32"
    place = lines.index("first")
    assert lines[place - 1 : place + 3] == [
        '#line 1 "more.h"',
        "first",
        '#line 2 "kernel.cl"',
        "last",
    ]
    assert not any("hashcop_clock" in line for line in lines)


def test_the_clock_is_in_texts_for_cuda(make_tree: MakeTree) -> None:
    assert "hashcop_clock" in _source(make_tree(FILES)).text("cuda")


@pytest.mark.parametrize(
    ("included", "why"),
    [
        ("nowhere.h", "there is no nowhere.h"),
        ("../../../../beyond.h", "is not in the tree"),
        ("kernel.cl", "includes itself"),
    ],
)
def test_what_can_not_be_included_is_said(make_tree: MakeTree, included: str, why: str) -> None:
    place = make_tree(FILES)
    (place.parent / "beyond.h").write_text("")
    source = _source(place, **{"more.h": f'#include "{included}"\n'})
    with pytest.raises(text.TextError, match=why):
        source.text("opencl")


def test_shapes_and_interfaces_are_those_of_files(make_tree: MakeTree) -> None:
    place = make_tree(FILES)
    assert _source(place).locals == LOCALS
    assert _source(place).is_for(CPU) and _source(place).is_for(CUDA)
    own = _source(place, launch="local 64 0 4096 x\n", architectures="opencl\n")
    assert own.locals == (64,)
    assert own.is_for(GPU) and not own.is_for(CUDA)


def test_a_kernel_for_cuda_alone_is_for_nothing_else(make_tree: MakeTree) -> None:
    files = dict(FILES)
    files["../crypto_hashmany/sum/device/kernel.cu"] = files.pop(
        "../crypto_hashmany/sum/device/kernel.cl"
    )
    source = _source(make_tree(files))
    assert source.language == "CUDA"
    assert source.is_for(CUDA) and not source.is_for(CPU)


def test_devices_are_what_a_driver_tells_of_them() -> None:
    (one,) = parse(f"a driver's own words\n{TOLD}opencl\ttoo\tfew\n")
    assert (one.target, one.label, one.command) == (GPU, "A Maker Inc.: Fast 9000", "opencl-a")
    assert (one.units, one.clock, one.memory) == (132, 1980, 85899345920)


def test_option_sets_have_one_number_of_work_items() -> None:
    (one,) = parse(TOLD)
    every = tuple(options.of(one, "default"))
    assert {each.local for each in every} == {32, 64, 128, 256}
    assert all(not flag.startswith("local") for each in every for flag in each.compiler_flags)
    assert {each.local for each in options.of(one, "default", (64,))} == {64}
    assert options.typed((one,), "opencl-a -cl-opt-disable local=512") is not None
    for wrong in ("opencl-a", "opencl-a local=0", "opencl-b local=64", "opencl-a 'local=64"):
        assert options.typed((one,), wrong) is None


def test_every_kernel_of_the_tree_has_known_answers_and_includes_what_is_there() -> None:
    found = 0
    for function in tree.walk(ROOT, [PLATFORM]):
        assert function.known_answers(), function.name
        for one in function.implementations:
            found += 1
            assert "KERNEL void crypto_hashmany" in Source(one).text("opencl"), one.path
    assert found >= 16


def test_a_device_without_a_name_has_one() -> None:
    (one,) = parse(TOLD.replace("Fast 9000", "").replace("A Maker Inc.", " "))
    assert isinstance(one, Device) and one.command == "opencl-unnamed"


def test_only_a_program_that_is_shown_devices_may_bind_sockets() -> None:
    def kind(*readable: str, scratch: bool = True) -> str:
        return Host(readable, data=0, processes=1, scratch=scratch).kind

    assert kind("/etc/OpenCL", "/dev/nvidia0") == seccomp.DRIVEN_BY_DEVICE
    assert kind("/etc/OpenCL") == seccomp.DRIVEN
    assert kind("/dev/nvidia0", scratch=False) == seccomp.HOSTED
