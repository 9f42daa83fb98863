"""What a byte of a long message costs.

A plain iteration does the same for each further block: its long messages cost the slope between two lengths of the
tables. A tree hash does not before its message has many leaves: what counts is a message so long that it was measured.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from hashcop.results import slopes
from hashcop.results.certainty import Interval
from hashcop.results.hashes import facts
from hashcop.results.quartiles import Quartiles
from hashcop.results.recorded import Point
from hashcop.results.summary import STEADY_LENGTHS, Certainty


@dataclass(frozen=True, slots=True)
class Long:
    """Cycles/byte of long messages, and of the slope; None where it is not measured.

    `bytes`: of the message that `figure` was measured with; 0 if it is the slope.
    """

    figure: Quartiles | None
    certainty: Certainty | None
    bytes: int
    slope: Quartiles | None
    slope_certainty: Certainty | None


def of_points(hash: str, curve: Mapping[int, Quartiles], points: Mapping[int, Point]) -> Long:
    """What a hash costs, from its curve (cycles of a call) and what is known of lengths (bytes) of the tables."""
    slope, certainty = slopes.slope(curve, points), slopes.certainty(curve, points)
    if not facts(hash).is_tree:
        return Long(slope, certainty, 0, slope, certainty)
    longest = max((n for n in STEADY_LENGTHS if n in curve and n in points), default=0)
    if not longest:
        return Long(None, None, 0, slope, certainty)
    sure = points[longest].certainty
    per_byte = _divided(sure, longest) if sure else None
    return Long(curve[longest] / longest, per_byte, longest, slope, certainty)


def without_long(hash: str, curve: Mapping[int, Quartiles]) -> dict[int, Quartiles]:
    """A curve without the messages that are timed for `long` alone: a line to them would be an invention."""
    left_out = STEADY_LENGTHS if facts(hash).is_tree else ()
    return {length: figure for length, figure in curve.items() if length not in left_out}


def why_missing(hash: str) -> str:
    """Why a hash has no figure for long messages, in words."""
    if facts(hash).is_tree:
        return (
            f"it is a tree hash, and no message of {STEADY_LENGTHS[0]} bytes or more was measured"
        )
    return "no timings of 2048 and 4096 bytes are recorded"


def _divided(sure: Certainty, by: int) -> Certainty:
    low, high, confidence = sure.interval.low, sure.interval.high, sure.interval.confidence
    medians = tuple(one / by for one in sure.medians)
    return replace(sure, interval=Interval(low / by, high / by, confidence), medians=medians)
