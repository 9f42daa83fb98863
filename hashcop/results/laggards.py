"""Builds that are many times slower than others of the same source.

A compiler's options explain a factor of two or four; more says that the build runs into something: an instruction that
the processor emulates, a change between encodings, an operation that the compiler took apart. Whoever uses these
options gets that speed, so it is told even where another build wins.
"""

from hashcop.results.summary import Code, Implementation

MANY = 8.0  # times; the most that was seen without such a reason is 3.6, of 64-bit code for 32-bit words
UNOPTIMIZED = "-O0"


def _is_optimized(code: Code) -> bool:
    return not any(UNOPTIMIZED in options for options in code.option_sets)


def laggards(one: Implementation) -> list[tuple[float, Code]]:
    """Right machine codes MANY times slower than the fastest: how many times, and which; the slowest first."""
    raced = [(code.race, code) for code in one.codes if code.race and code.is_right]
    if not raced:
        return []
    fastest = min(race for race, _ in raced)
    found = [(race / fastest, code) for race, code in raced if _is_optimized(code)]
    return sorted((f for f in found if f[0] >= MANY), key=lambda f: f[0], reverse=True)
