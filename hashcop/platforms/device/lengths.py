"""What is timed on devices: lengths, numbers of messages, and how often."""

from hashcop.data.lengths import Lengths, Schedule

SHORT, LONG = (64, 576, 1536, 4096), 25_600  # bytes; the study of 2010 has messages of 25 KB
STUDY = 43_520  # messages of the study: 680 groups of 64 work-items
MOST_INPUT = 2 << 30  # bytes of all messages
OF_DEVICES = (64, 256, 1024, 4096, 16384, 1 << 18)  # messages, beside 65,536 and the study's
MANY = 65_536
OF_PROCESSORS = 256  # messages, where the processor is the device


def _table(messages: int, steps: int) -> Schedule:
    return Schedule(processes=3, warmup=1, timings=15, steps=steps, most=9, messages=messages)


def _few(messages: int, steps: int) -> Schedule:
    """Of a graph over the number of messages: what is compared has three processes."""
    return Schedule(processes=1, warmup=1, timings=15, steps=steps, most=3, messages=messages)


def _fitting(messages: int) -> tuple[int, ...]:
    return tuple(n for n in (*SHORT, LONG) if n * messages <= MOST_INPUT)


# A timing takes 10 ms or more.
LENGTHS = Lengths(
    table=(*SHORT, LONG),
    coarse=(),
    full=(),
    trial=Schedule(processes=1, warmup=1, timings=15, steps=10_000, messages=MANY),
    for_table=_table(MANY, 10_000),
    others=(
        (_table(STUDY, 10_000), _fitting(STUDY)),
        *((_few(n, 10_000), _fitting(n)) for n in OF_DEVICES),
    ),
)
# A processor says whether a kernel is right; how fast it is matters to nobody.
LENGTHS_OF_PROCESSORS = Lengths(
    table=SHORT,
    coarse=(),
    full=(),
    trial=Schedule(processes=1, warmup=1, timings=5, steps=100, messages=OF_PROCESSORS),
    for_table=Schedule(
        processes=1, warmup=1, timings=15, steps=100, most=3, messages=OF_PROCESSORS
    ),
)
