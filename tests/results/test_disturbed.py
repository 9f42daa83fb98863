"""What disturbed timings, and the condition of the machine that follows: on processes whose truth is known."""

from typing import Any

from hashcop.data.records import Judgement, Sample
from hashcop.results.disturbed import (
    Disturbed,
    count,
    judgements,
    names,
    of_newest_run,
    together,
)
from hashcop.results.grids import Batches
from tests.support.made_data import WIDTH, sample

BUSY = 0.7 * WIDTH  # beside a busy hyperthread
ALONE = Judgement("hyperthread", "good", "processor 1 has its core for itself")


def process(**batch: Any) -> Sample:
    return sample({8: [300] * 5}, **batch)


def counted(*processes: Sample) -> Disturbed:
    return count(processes, Batches(processes))


def run(busy: int, quiet: int) -> Disturbed:
    """Of so many processes beside a busy hyperthread, and so many that are alone."""
    return counted(*[process(width=BUSY)] * busy, *[process()] * quiet)


def test_a_process_counts_by_what_disturbed_more_than_a_quarter_of_its_rows() -> None:
    found = counted(process(), process(width=BUSY), process(after=1.3), process(interrupted=1))
    assert (found.processes, found.batches) == (4, 4)
    assert found.by_process == found.by_batch == {"shared": 1, "moved": 1, "interrupted": 1}


def test_timings_overrule_a_look_at_the_machine() -> None:
    (one, *_) = judgements([ALONE], run(busy=50, quiet=10))
    assert (one.name, one.state) == ("hyperthread", "bad")
    assert "another hyperthread of the core was busy in 83 % of the 60 processes" in one.found
    assert one.found.endswith("although a look at the system says: " + ALONE.found)
    busy = Judgement("hyperthread", "bad", "which was 40 % busy", "why")
    (one, *_) = judgements([busy], run(busy=0, quiet=60))
    assert one.state == "good" and one.why == "" and "although" in one.found


def test_a_few_disturbed_processes_are_no_bad_condition() -> None:
    assert [one.state for one in judgements([], run(busy=3, quiet=60))] == ["good"] * 3
    assert names(run(busy=3, quiet=60)) == []
    assert names(run(busy=30, quiet=30)) == ["hyperthread (50 % of processes)"]


def test_what_timings_do_not_tell_a_look_tells() -> None:
    """No width is known where a core is shared on purpose."""
    from msgspec.structs import replace

    unknown = [replace(process(width=0.0), width=0.0)] * 3
    found = counted(*unknown)
    assert [one for one in judgements([ALONE], found) if one.name == "hyperthread"] == [ALONE]
    assert judgements([ALONE], None) == (ALONE,)


def test_only_the_newest_run_that_timed_anything_counts() -> None:
    old, new = run(busy=10, quiet=0), run(busy=0, quiet=10)
    timed = [("2026-01-01T00:00:05Z", old), ("2026-01-02T00:00:05Z", new)]
    begun = ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"]
    assert of_newest_run(timed, begun) == new
    assert of_newest_run(timed, []) == together([old, new])
    assert of_newest_run([], begun) is None
