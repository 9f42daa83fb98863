"""What a call costs and what a block, from curves whose costs are known."""

import random
from collections.abc import Iterable

import pytest

from hashcop.data.lengths import coarse_curve, full_curve
from hashcop.results.blocks import Blocks, blocks_of, defined, fit, fit_of, shown
from hashcop.results.quartiles import Quartiles
from tests.results.made import about, implementation
from tests.support.made_data import HASHES, Cost

UNKNOWN = "myhash7"


def curve(cost: Cost, lengths: Iterable[int], noise: float = 0.003) -> dict[int, Quartiles]:
    rng = random.Random("curve")
    return {n: about(cost.of(n, 1) * (1 + rng.uniform(-noise, noise))) for n in lengths}


def comb(cost: Cost, share: float, seed: int) -> dict[int, Quartiles]:
    """A full curve beside a neighbour: so many lengths, in bursts, take up to twice as long."""
    rng, made, left, factor = random.Random(seed), curve(cost, full_curve()), 0, 1.0
    for n in made:
        if left == 0 and rng.random() < share / 8:
            left, factor = rng.randrange(1, 15), rng.uniform(1.02, 2)
        if left:
            left -= 1
            made[n] = about(made[n].median * factor)
    return made


# By definition


# The padding takes 9 of 64 bytes, 17 of 128, 1 of 136, 2 of 168, none, or a block of its own.
@pytest.mark.parametrize(
    ("hash", "size", "second"),
    [
        *(("sha256", 64, 56), ("sha512", 128, 112), ("sha3256", 136, 136), ("blake2b", 128, 129)),
        *(("skein512512", 64, 65), ("whirlpool", 64, 32), ("echo256", 192, 174), ("k12", 168, 167)),
        *(("shavite3256", 64, 54), ("shavite3512", 128, 110), ("round3jh256", 64, 1)),
        *(("hamsi", 4, 4), ("fugue256", 4, 1), ("cubehash512", 32, 32), ("xoodyakv1", 16, 17)),
    ],
)
def test_blocks_are_those_of_the_definition(hash: str, size: int, second: int) -> None:
    assert defined(hash) == Blocks(size, second)


def test_blocks_of_a_tree_follow_each_other_in_a_leaf_only() -> None:
    assert defined("blake3") == Blocks(64, 65, last=1024)
    assert defined("md6d256") is None  # how its leaf is padded is not written down
    assert defined(UNKNOWN) is None


def test_blocks_count_their_padding() -> None:
    sha256 = Blocks(64, 56)
    assert [sha256.count(n) for n in (0, 55, 56, 119, 120, 4096)] == [1, 1, 2, 2, 3, 65]
    assert list(sha256.begins(184)) == [56, 120, 184]
    blake2b = Blocks(128, 129)
    assert [blake2b.count(n) for n in (0, 1, 128, 129, 256, 257, 4096)] == [1, 1, 1, 2, 2, 3, 32]


# What a call and a block cost


@pytest.mark.parametrize("hash", ["sha256", "sha512", "keccakc512", "blake2b"])
def test_a_line_has_the_cost_of_a_call_and_of_a_block(hash: str) -> None:
    cost, _ = HASHES[hash]
    found = fit(curve(cost, full_curve()), defined(hash))
    assert found and found.bytes == cost.block
    assert found.call == pytest.approx(cost.call, abs=0.03 * cost.block_cycles)
    assert found.block == pytest.approx(cost.block_cycles, rel=0.002)
    assert found.residual < 0.003


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("hash", ["sha256", "keccakc512", "blake2b"])
def test_a_comb_bends_no_line(hash: str, seed: int) -> None:
    cost, _ = HASHES[hash]
    made = comb(cost, 0.4, seed)
    off = sum(made[n].median > 1.02 * cost.of(n, 1) for n in made) / len(made)
    found = fit(made, defined(hash))
    assert 0.2 < off < 0.5
    assert found and found.block == pytest.approx(cost.block_cycles, rel=0.01)
    assert found.call == pytest.approx(cost.call, abs=0.3 * cost.block_cycles)


def test_steps_inside_a_block_do_not_change_its_cost() -> None:
    cost, _ = HASHES["keccakc512"]
    made = {n: about(cost.of(n, 1) + 2 * (n % 136 // 8)) for n in full_curve()}
    found = fit_of(
        "keccakc512", [implementation("ref", {}, {n: q.median for n, q in made.items()})]
    )
    assert found and (found.bytes, found.block) == pytest.approx((136, 1010), rel=0.002)


def test_two_blocks_at_once_are_still_blocks_of_the_hash() -> None:
    made = {n: about(100 + 600 * ((n + 8) // 64 // 2 + 1)) for n in full_curve()}
    found = fit(made, defined("sha256"))
    assert found and (found.bytes, found.block) == pytest.approx((64, 300), rel=0.01)


def test_a_coarse_curve_is_enough_for_a_hash_that_is_known() -> None:
    cost, _ = HASHES["sha256"]
    coarse = implementation(
        "coarse", {}, {n: cost.of(n, 1) for n in (8, 64, 576, 1536, 2048, 4096)}
    )
    found = fit_of("sha256", [coarse])
    assert found and (found.call, found.block, found.bytes) == pytest.approx((70, 405, 64))


def test_a_tree_is_described_within_a_leaf() -> None:
    costs = {n: 60.0 + 90 * max(1, -(-n // 64)) for n in range(1025)}
    costs |= {n: 1500.0 + 0.1 * n for n in range(1025, 4097)}
    found = fit_of("blake3", [implementation("avx2", {}, costs)])
    assert found and (found.call, found.block, found.last) == pytest.approx((60, 90, 1024))
    assert fit_of("md6d256", [implementation("ref", {}, costs)]) is None


def test_what_no_line_describes_has_none() -> None:
    rng = random.Random(1)
    assert fit({n: about(rng.uniform(500, 5000)) for n in full_curve()}, defined("sha256")) is None


def test_lengths_beyond_the_tables_do_not_bend_the_line() -> None:
    cost, _ = HASHES["md5"]
    made = curve(cost, coarse_curve(), noise=0) | {1 << 20: about(1e9)}
    found = fit(made, Blocks(64, 56))
    assert found and (found.call, found.block) == pytest.approx((45, 330))


def test_of_very_few_lengths_there_is_no_line() -> None:
    assert fit({}) is None and fit_of("sha256", []) is None
    assert fit({n: about(100.0) for n in (8, 64, 576)}) is None
    level = fit({n: about(100.0) for n in (1, 2, 3, 4)}, Blocks(64, 56))
    assert level and (level.call, level.block) == (100, 0)


# Of a hash that nobody knows, by its curve


@pytest.mark.parametrize(
    ("hash", "size", "second"),
    [("sha256", 64, 56), ("sha512", 128, 112), ("keccakc512", 136, 136), ("blake2b", 128, 129)],
)
def test_a_curve_shows_blocks_of_a_hash_that_nobody_knows(
    hash: str, size: int, second: int
) -> None:
    cost, _ = HASHES[hash]
    made = curve(cost, full_curve())
    made |= {n: about(3 * made[n].median) for n in range(7, 4096, 500)}
    assert shown(made) == Blocks(size, second)
    full = implementation("full", {}, {n: q.median for n, q in made.items()})
    coarse = implementation("coarse", {}, {8: 100.0, 64: 200.0})
    assert blocks_of(UNKNOWN, [coarse, full]) == Blocks(size, second)


@pytest.mark.parametrize("seed", range(20))
def test_a_comb_shows_no_blocks_that_are_not_there(seed: int) -> None:
    cost, _ = HASHES[("sha256", "keccakc512", "blake2b", "sha512")[seed % 4]]
    found = shown(comb(cost, 0.1 * (1 + seed // 4), seed))
    assert found is None or found.bytes == cost.block


def test_a_coarse_curve_shows_no_blocks() -> None:
    cost, _ = HASHES["sha256"]
    assert shown(curve(cost, (8, 64, 576, 1536, 2048, 4096))) is None


def test_a_cost_that_rises_evenly_has_no_blocks() -> None:
    made = {n: about(100 + 2.5 * n) for n in full_curve()}
    assert shown(made) is None
    found = fit(made)
    assert found and (found.bytes, found.call, found.block) == pytest.approx((0, 100, 2.5))


def test_a_curve_does_not_contradict_what_is_known() -> None:
    """The padding of a hash may be unknown although its block is not."""
    cost, _ = HASHES["sha256"]
    full = implementation("full", {}, {n: cost.of(n, 1) for n in full_curve()})
    assert blocks_of("lane256", [full]) == Blocks(64, 56)
    assert blocks_of("lane512", [full]) is None  # its block has 128 bytes
