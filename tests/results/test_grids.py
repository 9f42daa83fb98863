"""Arrays give the figures that one timing after the other gives: the formulas are written out here once more."""

import json
import random
from pathlib import Path
from statistics import median, quantiles

import pytest

from hashcop.data.records import Batch, Hosted, Sample
from hashcop.results import samples
from hashcop.results.grids import Batches, Grid, calibration_error, grid
from hashcop.results.model import load
from hashcop.results.summary import Implementation
from tests.support import made_data
from tests.support.made_data import OPTIONS, Clock, Maker, plain

WIDTH = 4.7
LENGTHS = (*range(0, 17), 64, 576, 1536, 2048, 4096)  # too few for a curve


def batch(rng: random.Random, rows: int, disturbed: float) -> Batch:
    """Of the batches this part had a busy neighbour, and others changed their rate or were interrupted."""
    before, width, what = rng.uniform(1.41, 1.43), rng.uniform(4.69, 4.71), rng.random()
    after = before * rng.uniform(0.999, 1.001)
    if what < disturbed / 2:
        width = rng.uniform(2.5, 4.6)
    elif what < disturbed:
        after = before * rng.uniform(1.006, 1.03)
    return Batch(rows, before, after, width, 1, rng.choice((0, 0, 2)), rng.choice((0, 0, 1)))


def process(
    rng: random.Random, disturbed: float, timings: int, lengths: tuple[int, ...] = LENGTHS
) -> Sample:
    shuffled = rng.sample(lengths, len(lengths))
    sizes: list[int] = []
    while sum(sizes) < len(lengths):
        sizes.append(min(rng.randint(1, 6), len(lengths) - sum(sizes)))
    rows = []
    for length in shuffled:
        calls = rng.choice((1, 1, 3, 7))
        cost = calls * (300 + 5 * length) * rng.uniform(1, 1.02)
        rows.append((length, calls, *(int(cost + rng.expovariate(0.05)) for _ in range(timings))))
    return Sample(
        reading=rng.uniform(40, 50),
        zero=rng.uniform(10, 20),
        probe=rng.gauss(1.0, 0.004),
        width=rng.choice((0, WIDTH)),
        batches=tuple(batch(rng, size, disturbed) for size in sizes),
        rows=tuple(rows),
        jvm=rng.choice((None, None, Hosted(True, 9, 1, 2), Hosted(False, 9, 1, 2))),
    )


def made(processes: int, disturbed: float, timings: int = 5) -> tuple[Sample, ...]:
    rng = random.Random(f"{processes} {disturbed} {timings}")
    found = [process(rng, disturbed, timings) for _ in range(processes - 1)]
    quiet = process(rng, 0, timings)
    known = Sample(quiet.reading, quiet.zero, 1.001, WIDTH, quiet.batches, quiet.rows)
    return (*found, known)


CASES = [(1, 0.0), (2, 0.5), (3, 0.0), (3, 0.3), (3, 1.0), (4, 0.9), (15, 0.2), (15, 0.95)]


def gridded(found: tuple[Sample, ...], *, in_ticks: bool = False) -> Grid:
    whole = grid(found, Batches(found), in_ticks=in_ticks)
    assert whole is not None
    return whole


# Once more, as docs/explanations/cycles.md has it


def size_of(batch: Batch, width: float) -> float:
    """How much a batch was disturbed; 0 for a quiet one."""
    if batch.width < 0.99 * width:
        return 1 - batch.width / width
    shift = abs(batch.after / batch.before - 1)
    return shift if shift > 0.005 else 0.0


def expected(found: tuple[Sample, ...]) -> dict[int, tuple[float, float, float]]:
    """The quartiles of the processes that count, for each length."""
    (width,) = {one.width for one in samples.of_one_core(found)}
    by_length: dict[int, list[tuple[float, list[float]]]] = {}
    for one in found:
        rows = iter(one.rows)
        for batch in one.batches:
            for _ in range(batch.rows):
                length, calls, *counted = next(rows)
                scale = (batch.before + batch.after) / 2
                cycles = [(tick - one.reading) / calls * scale - one.zero for tick in counted]
                size = 1.0 if one.jvm and not one.jvm.steady else size_of(batch, width)
                by_length.setdefault(length, []).append((size, cycles))
    return {length: figure(processes) for length, processes in by_length.items()}


def figure(processes: list[tuple[float, list[float]]]) -> tuple[float, float, float]:
    quiet = [cycles for size, cycles in processes if size == 0]
    if len(quiet) < min(3, len(processes) / 2):
        least = max(3, -(-len(processes) // 3))
        quiet = [cycles for _, cycles in sorted(processes, key=lambda one: one[0])[:least]]
    low, middle, high = quantiles([t for cycles in quiet for t in cycles], n=4, method="inclusive")
    return low, middle, high


@pytest.mark.parametrize(("processes", "disturbed"), CASES)
@pytest.mark.parametrize("timings", [5, 15, 16])
def test_figures_are_those_of_the_formulas(processes: int, disturbed: float, timings: int) -> None:
    found = made(processes, disturbed, timings)
    whole = gridded(found)
    assert whole.lengths.tolist() == list(LENGTHS)
    told = {
        length: (one.low, one.median, one.high)
        for length, one in zip(whole.lengths.tolist(), whole.figures(), strict=True)
    }
    wanted = expected(found)
    for length in LENGTHS:
        assert told[length] == pytest.approx(wanted[length], rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("processes", "disturbed"), CASES)
@pytest.mark.parametrize("in_ticks", [False, True])
def test_processes_are_those_of_one_timing_after_the_other(
    processes: int, disturbed: float, in_ticks: bool
) -> None:
    found = made(processes, disturbed)
    whole, together = gridded(found, in_ticks=in_ticks), samples.together(found, in_ticks=in_ticks)
    figures = whole.figures()
    for place, length in enumerate(LENGTHS):
        for mine, other in zip(whole.processes(place), together[length], strict=True):
            assert mine[0] == pytest.approx(other[0], rel=1e-9)
            assert (mine[1].what, mine[1].size) == (other[1].what, pytest.approx(other[1].size))
        assert figures[place].median == pytest.approx(
            median(samples.undisturbed(together[length])), rel=1e-9
        )


@pytest.mark.parametrize(("processes", "disturbed"), CASES)
def test_the_error_of_the_calibration_is_the_same(processes: int, disturbed: float) -> None:
    found = made(processes, disturbed)
    error = calibration_error(found, Batches(found))
    assert error == pytest.approx(samples.calibration_error(found), abs=1e-12)


def test_of_no_processes_there_is_no_grid() -> None:
    assert grid((), Batches(())) is None
    assert calibration_error((), Batches(())) == 0


def test_a_single_timing_is_its_own_quartiles() -> None:
    (found,) = gridded(
        (Sample(0, 0, 1, 0, (Batch(1, 2.0, 2.0, 4.0, 1, 0, 0),), ((64, 1, 50),)),)
    ).figures()
    assert (found.low, found.median, found.high) == (100, 100, 100)


def test_processes_that_timed_different_lengths_have_no_grid() -> None:
    rng = random.Random("different")
    one = process(rng, 0, 5)
    for other in (
        process(rng, 0, 5, LENGTHS[1:]),
        process(rng, 0, 5, (*LENGTHS[1:], 5000)),
        process(rng, 0, 4),
        process(rng, 0, 5, (*LENGTHS[1:], LENGTHS[1])),
    ):
        assert grid((one, other), Batches((one, other))) is None


def of_file(tmp_path: Path, found: tuple[Sample, ...]) -> Implementation:
    cost, _ = made_data.HASHES["sha256"]
    made = Maker(Clock(), "amd64", "sha256", "ref", cost, 1.0)
    fact = made.timings(OPTIONS[0], {8: [100] * 3}) | {"samples": [plain(one) for one in found]}
    fact["bytes"] = sorted({row[0] for one in found for row in one.rows})
    facts = [made_data.machine(), made.build(OPTIONS[0]), made.winner(OPTIONS[0], 1, 1), fact]
    file = tmp_path / "data.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in facts))
    (one,) = load([file])[0].targets[0].hashes[0].implementations
    return one


@pytest.mark.parametrize(("processes", "disturbed"), CASES)
def test_summaries_have_these_figures(tmp_path: Path, processes: int, disturbed: float) -> None:
    found = made(processes, disturbed)
    one, wanted = of_file(tmp_path, found), expected(found)
    assert list(one.curve) == list(LENGTHS)
    for length, quartiles in one.curve.items():
        told = (quartiles.low, quartiles.median, quartiles.high)
        assert told == pytest.approx(wanted[length], rel=1e-9, abs=1e-9)


def test_different_lengths_of_processes_are_summed_up_all_the_same(tmp_path: Path) -> None:
    rng = random.Random("ragged")
    found = (process(rng, 0.3, 5), process(rng, 0.3, 4), process(rng, 0.3, 5, LENGTHS[3:]))
    one, wanted = of_file(tmp_path, found), expected(found)
    assert list(one.curve) == list(LENGTHS)
    for length, quartiles in one.curve.items():
        assert quartiles.median == pytest.approx(wanted[length][1], rel=1e-9)
    assert set(one.certainty) == {8, 64, 576, 1536, 2048, 4096}


def test_timings_that_are_too_large_are_refused() -> None:
    found = (Sample(0, 0, 1, 0, (Batch(1, 1e300, 1e300, 4.0, 1, 0, 0),), ((64, 1, 2**62, 2**62),)),)
    with pytest.raises(ValueError, match="too large"):
        gridded(found).figures()
