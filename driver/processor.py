"""Which processor timings run on."""

import os


def pinned_processor() -> int:
    """The processor that timings run on: the last one we may use, since the first takes most interrupts."""
    return max(os.sched_getaffinity(0))
