"""Many messages at once: implementations in C that hash messages of one length side by side, on one core.

Every command loads this package, and most need nothing of it: so the functions below import what they use.
"""

from hashcop.platforms.c import CPlatform
from hashcop.platforms.door import Lane, Place

SUFFIXES = (".c", ".cc", ".cpp", ".s", ".S")


class ManyPlatform(CPlatform):
    """See door.Platform: C's tools and targets, for implementations of another operation."""

    name = "many"
    operation = "crypto_hashmany"
    is_usual = False

    def claims(self, names: frozenset[str]) -> bool:
        """See door.Platform. A directory of headers is what implementations have in common."""
        return super().claims(names) and any(name.endswith(SUFFIXES) for name in names)

    def open(self, place: Place) -> Lane:
        """See door.Platform."""
        # Only here: saves start-up time.
        from hashcop.platforms.c.lane import open_lane
        from hashcop.platforms.many.lane import ManyLane

        return open_lane(place, ManyLane)


PLATFORM = ManyPlatform()
