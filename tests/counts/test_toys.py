"""Toy hashes have exactly the operations that stand in their text."""

import dataclasses

import pytest

from hashcop.platforms.c.lane import CLane
from hashcop.results.operations import FREE, split
from tests.conftest import MakeTree
from tests.counts.conftest import Count
from tests.counts.toys import CLASSES, INTRINSIC, TRAPS, Toy

API = "#define CRYPTO_BYTES 16\n"


def _operations(found: dict[str, int]) -> dict[str, int]:
    return {name: number for name, number in found.items() if split(name)[0] not in FREE}


@pytest.mark.parametrize("toy", [*CLASSES, *TRAPS], ids=lambda toy: toy.name)
def test_a_toy_has_the_operations_of_its_text(
    toy: Toy, count: Count, lane: CLane, make_tree: MakeTree
) -> None:
    tree = make_tree({f"{toy.name}/ref/hash.c": toy.source, f"{toy.name}/ref/api.h": API})
    targets = {target.name: target for target in lane.targets}
    if toy.abi and toy.abi not in targets:
        pytest.skip(f"no {toy.abi} here")
    target = targets[toy.abi] if toy.abi else lane.targets[0]
    found = count(f"{toy.name}/ref", tree, target)
    times = 1 if toy.name == "pointer" else found.bytes // toy.size  # two blocks in turns are one
    assert times in (1, 2, 16, 32)
    expected = {name: number * times for name, number in toy.operations.items()}
    assert (_operations(found.operations), found.tables) == (expected, toy.tables)


def test_instructions_for_aes_are_counted_by_name(
    count: Count, lane: CLane, make_tree: MakeTree
) -> None:
    if "aes" not in lane.targets[0].features:
        pytest.skip("this processor has no AES instructions")
    files = {"hash.c": INTRINSIC, "api.h": API, "architectures": "amd64\n", "features": "aes\n"}
    tree = make_tree({f"aes/aesni/{name}": text for name, text in files.items()})
    found = count("aes/aesni", tree)
    assert (found.block, _operations(found.operations)) == (16, {"aesenc": 1})


def test_what_is_no_data_is_control(count: Count, make_tree: MakeTree) -> None:
    toy = next(one for one in TRAPS if one.name == "rolledloop")
    longer = dataclasses.replace(toy, step=toy.step.replace("100", "200"))
    texts = {"short": toy.source, "long": longer.source}
    files = {
        f"{name}/ref/{file}": text
        for name, source in texts.items()
        for file, text in (("hash.c", source), ("api.h", API))
    }
    tree = make_tree(files)
    short, long = count("short/ref", tree), count("long/ref", tree)
    assert long.control - short.control >= 100
