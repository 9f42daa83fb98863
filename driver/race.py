"""Who is fastest: few trials for everyone, more for those that may still win. Starts no program."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

# After each round those within the given ratio of the best go on, to that many more trials.
ROUNDS = ((1, 1.0), (2, 1.15), (4, 1.04))


@dataclass(frozen=True)
class Entrant:
    """A distinct build in a race: its place among the option sets, machine code and program."""

    place: int
    code: str
    binary: Path


class Race:
    """Who is fastest at lengths.RACE bytes: few trials for everyone, more for those that may still win."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        self.entrants = list(entrants)
        self.timings: dict[str, list[float]] = {entrant.code: [] for entrant in entrants}

    def trials(self) -> Iterator[tuple[int, int, Entrant]]:
        """(round from 1, number of the trial from 0, entrant), interleaved; `enter` or `drop` follows each."""
        number = 0
        for round_number, (count, ratio) in enumerate(ROUNDS, 1):
            running = self._within(ratio) if round_number > 1 else list(self.entrants)
            if round_number > 1 and len(running) < 2:
                return
            for _ in range(count):
                for entrant in running:
                    if entrant in self.entrants:
                        yield round_number, number, entrant
                number += 1

    def enter(self, entrant: Entrant, timings: Sequence[float]) -> None:
        """Take in the timings (cycles) of a trial."""
        self.timings[entrant.code] += timings

    def drop(self, entrant: Entrant) -> None:
        """Take an entrant that misbehaves out of the race."""
        self.entrants.remove(entrant)

    def cost(self, entrant: Entrant) -> float:
        """Median cycles of all its trials."""
        return median(self.timings[entrant.code])

    def _within(self, ratio: float) -> list[Entrant]:
        best = min((self.cost(entrant) for entrant in self.entrants), default=0)
        return [entrant for entrant in self.entrants if self.cost(entrant) <= ratio * best]

    def winner(self) -> Entrant | None:
        """The entrant of the lowest median; of equals the first. None where nobody is left."""
        return min(self.entrants, key=lambda e: (self.cost(e), e.place), default=None)
