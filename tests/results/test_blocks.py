"""What a call costs and what a block, from curves whose costs are known."""

import random
from collections.abc import Iterable

import pytest

from hashcop.data.lengths import coarse_curve, full_curve
from hashcop.results.blocks import Blocks, blocks, blocks_of, fit
from hashcop.results.quartiles import Quartiles
from tests.results.made import about, implementation
from tests.support.made_data import HASHES, Cost


def curve(cost: Cost, lengths: Iterable[int], noise: float = 0.003) -> dict[int, Quartiles]:
    rng = random.Random("curve")
    return {n: about(cost.of(n, 1) * (1 + rng.uniform(-noise, noise))) for n in lengths}


# The padding takes 9 of 64 bytes, 17 of 128, 1 of 136, or none.
@pytest.mark.parametrize(
    ("hash", "size", "second"),
    [("sha256", 64, 56), ("sha512", 128, 112), ("keccakc512", 136, 136), ("blake2b", 128, 129)],
)
def test_a_curve_shows_its_blocks_and_what_they_cost(hash: str, size: int, second: int) -> None:
    cost, _ = HASHES[hash]
    made = curve(cost, full_curve())
    assert blocks(made) == Blocks(size, second)
    found = fit(made)
    assert found and found.bytes == size
    assert found.call == pytest.approx(cost.call, abs=0.1 * cost.block_cycles)
    assert found.block == pytest.approx(cost.block_cycles, rel=0.005)
    assert found.residual < 0.003


def test_blocks_count_their_padding() -> None:
    sha256 = Blocks(64, 56)
    assert [sha256.count(n) for n in (0, 55, 56, 119, 120, 4096)] == [1, 1, 2, 2, 3, 65]
    blake2b = Blocks(128, 129)
    assert [blake2b.count(n) for n in (0, 1, 128, 129, 256, 257, 4096)] == [1, 1, 1, 2, 2, 3, 32]


def test_a_few_wild_lengths_change_little() -> None:
    cost, _ = HASHES["sha256"]
    made = curve(cost, full_curve())
    made |= {n: about(3 * made[n].median) for n in range(7, 4096, 500)}
    found = fit(made)
    assert blocks(made) == Blocks(64, 56)
    assert found and found.block == pytest.approx(cost.block_cycles, rel=0.05)
    assert found.residual < 0.05


def test_a_coarse_curve_has_the_blocks_of_its_hash() -> None:
    cost, _ = HASHES["sha256"]
    full, coarse = (
        implementation(name, {}, {n: cost.of(n, 1) for n in lengths})
        for name, lengths in (("full", full_curve()), ("coarse", (8, 64, 576, 1536, 2048, 4096)))
    )
    assert blocks(coarse.curve) is None
    known = blocks_of([coarse, full])
    assert known == Blocks(64, 56)
    found = fit(coarse.curve, known)
    assert found and (found.call, found.block, found.bytes) == pytest.approx((70, 405, 64))


def test_a_cost_that_rises_evenly_has_no_blocks() -> None:
    made = {n: about(100 + 2.5 * n) for n in full_curve()}
    assert blocks(made) is None
    found = fit(made)
    assert found and (found.bytes, found.call, found.block) == pytest.approx((0, 100, 2.5))


def test_lengths_beyond_the_tables_do_not_bend_the_line() -> None:
    cost, _ = HASHES["md5"]
    made = curve(cost, coarse_curve(), noise=0) | {1 << 20: about(1e9)}
    found = fit(made, Blocks(64, 56))
    assert found and (found.call, found.block) == pytest.approx((45, 330))


def test_of_very_few_lengths_there_is_no_line() -> None:
    assert fit({}) is None
    assert fit({n: about(100.0) for n in (8, 64, 576)}) is None
    level = fit({n: about(100.0) for n in (1, 2, 3, 4)}, Blocks(64, 56))
    assert level and (level.call, level.block) == (100, 0)
