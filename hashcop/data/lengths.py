"""Which message lengths are measured and how often: the one place that both the measuring and the pages read."""

from dataclasses import dataclass

RACE = 1536
SLOPE = (2048, 4096)  # "slope" is what a byte between them costs
# Bytes of the long messages of a tree hash, which do not show how it begins: eight leaves of 8 KiB, and many more.
STEADY = (1 << 16, 1 << 20)
TABLE = (8, 64, 576, 1536, 2048, 4096)
LONGEST = 4096
# Digests of these lengths tell apart two functions without known checksums: most block sizes end among them.
COMPARED = (*range(257), 511, 512, 513, 1023, 1024, 1025, 4095, 4096)
# Known answers of longer messages: above REPEATED they are asked of one build of each implementation, and above MAPPED
# only where that is asked for. Counters of 32 bits overflow there.
REPEATED = 1 << 20
MAPPED = 1 << 32
BEYOND = 4_299_161_665  # asked where no known answer is longer than MAPPED, and the witness knows


@dataclass(frozen=True)
class Schedule:
    """How often a length is timed: in each of `processes`, after `warmup` calls, `timings` times.

    If their medians differ too much (results/certainty.py), as many processes again are timed until the median is
    sure, but not more than `most` in all. Of a curve only those lengths are timed again that are not settled
    (results/curves.py), as long as that takes no more timings than `most` processes.

    A timing takes `steps` of the counter or more, with as many calls together as that needs; 0 is a single call.
    Half a step is what a median of many timings may be off by. A call hashes `messages` of a length.
    """

    processes: int
    warmup: int
    timings: int
    steps: int
    most: int = 0
    messages: int = 1


def full_curve() -> list[int]:
    """Every length."""
    return list(range(LONGEST + 1))


def coarse_curve() -> list[int]:
    """Every length to 256; then four lengths in each 64 bytes, among them both sides of a block's step.

    Paddings of the common block sizes put the step of a block at 9, 17 or 1 byte before its end:
    55 and 56 modulo 64 are both sides of the first; a multiple of 64 is after all of them.
    """
    steps = [n + offset for n in range(256, LONGEST, 64) for offset in (0, 32, 55, 56)]
    return sorted({*range(257), *steps, *TABLE, LONGEST})


@dataclass(frozen=True)
class Lengths:
    """What a platform times: the length of the race, those of the tables and of curves, and how often each.

    `full` is the curve of the fastest, and of what is selected by name; that of the others has the lengths where the
    fastest has its steps (hashcop/results/steps.py), or, if it has no curve, those of `coarse`. `others` are tables of
    other numbers of messages: each a schedule, and lengths. `most_trials`: of a build in
    a race; 0 for the usual number. `steady` is a table of long messages, which is for tree hashes alone: those of other
    hashes cost as much for each byte as the difference of two messages of the table.
    """

    race: int = RACE
    table: tuple[int, ...] = TABLE
    coarse: tuple[int, ...] = tuple(coarse_curve())
    full: tuple[int, ...] = tuple(full_curve())
    trial: Schedule = Schedule(processes=1, warmup=3, timings=15, steps=500)
    for_table: Schedule = Schedule(processes=15, warmup=3, timings=15, steps=1000, most=240)
    for_curve: Schedule = Schedule(processes=2, warmup=1, timings=5, steps=250, most=4)
    others: tuple[tuple[Schedule, tuple[int, ...]], ...] = ()
    most_trials: int = 0
    steady: tuple[int, ...] = ()
    for_steady: Schedule = Schedule(processes=6, warmup=1, timings=3, steps=250, most=18)

    @property
    def tables(self) -> tuple[tuple[Schedule, tuple[int, ...]], ...]:
        """All tables: their schedules, and lengths."""
        return (self.for_table, self.table), *self.others

    def tables_of(self, *, is_tree: bool) -> tuple[tuple[Schedule, tuple[int, ...]], ...]:
        """The tables of a hash: those of a tree hash have long messages as well."""
        return (
            (*self.tables, (self.for_steady, self.steady))
            if is_tree and self.steady
            else self.tables
        )


USUAL = Lengths(steady=STEADY)
