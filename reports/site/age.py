"""Whether a figure is old: much older than the newest of all, or of sources that are newer elsewhere."""

from collections.abc import Mapping
from datetime import datetime

from reports.kept.figures import Figure

DAYS = 365
_FORM = "%Y-%m-%dT%H:%M:%SZ"


class Age:
    """Judges figures by the `newest` time of all data, and by the newest sources of each (hash, implementation).

    Pages do not depend on the day on which they are made; a script tells readers how long ago a day is.
    """

    def __init__(self, newest: str, sources: Mapping[tuple[str, str], tuple[str, str]]) -> None:
        """`sources`: (time, sources) of the newest figure of each hash and implementation."""
        self._newest, self._sources = _time(newest), sources

    def why(self, row: Figure) -> str:
        """Why a figure is old, in words; empty if it is not."""
        taken = _time(row.measured)
        if taken and self._newest and (self._newest - taken).days > DAYS:
            return f"old: {(self._newest - taken).days:,} days before the newest figure"
        newest = self._sources.get((row.hash, row.implementation))
        if newest and row.sources and newest[1] != row.sources and newest[0] > row.measured:
            return f"old: newer sources were measured elsewhere on {newest[0][:10]}"
        return ""


def _time(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, _FORM)
    except ValueError:
        return None
