"""What a build has in common with earlier ones of its implementation: said once, and referred to afterwards."""

from typing import Any

Fact = dict[str, Any]
Slot = tuple[str, ...]  # ABI, operation and hash, implementation, and the words of the option set
PLACE = 3  # words of a slot before those of the option set


class Repeats:
    """The `build` facts of a data file in the order in which they were recorded, by what they may repeat.

    Of one implementation there may be over a thousand, and a compiler says the same to most of them.
    """

    def __init__(self) -> None:
        self._first: dict[tuple[str, ...], Slot] = {}
        self._codes: dict[Slot, str] = {}
        self._said: dict[tuple[str, ...], str] = {}

    def add(self, slot: Slot, build: Fact) -> None:
        """Take in a fact that is recorded."""
        place = (*slot[:PLACE], build["sources"])
        code = build.get("object") or ""
        self._codes[slot] = code
        if code and self._with(place, code) is None:
            self._first[*place, code] = slot
        if said := build.get("said"):
            self._said.setdefault((*place, *said), build["key"])

    def _with(self, place: tuple[str, ...], code: str) -> Slot | None:
        """The slot that had a machine code first, if it has it still: a newer build may have replaced it."""
        first = self._first.get((*place, code))
        return first if first is not None and self._codes[first] == code else None

    def without(self, slot: Slot, build: Fact) -> Fact:
        """A new fact as it is to be recorded: with `same_as` and `said_as` where an earlier one has the same.

        `slot` is its own. docs/data-format.md says what they mean.
        """
        place, told = (*slot[:PLACE], build["sources"]), dict(build)
        first = self._with(place, build.get("object") or "")
        if first is not None and first != slot:
            told["same_as"] = list(first[PLACE:])
        earlier = self._said.get((*place, *(build.get("said") or ())))
        if earlier is not None:
            del told["said"]
            told["said_as"] = earlier
        return told
