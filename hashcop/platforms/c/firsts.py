"""Which builds of an implementation are checked thoroughly: the first, and more until one of them is right.

What a thorough check finds is in the sources more often than in one machine code, and a short check may not see it.
"""

import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future

from hashcop.platforms.door import Verdict


class Firsts:
    """May be asked by several threads at once."""

    def __init__(self) -> None:
        self._found: dict[
            Hashable, Future[bool]
        ] = {}  # whether the last thorough check found a build right
        self._lock = threading.Lock()

    def check(self, implementation: Hashable, check: Callable[[bool], Verdict]) -> Verdict:
        """The verdict on one more build. `check` makes it, thoroughly or not.

        A build that was checked beside the first one counts as right only once that one is.
        """
        while not self._begin(implementation):
            verdict = check(False)
            if verdict.outcome != "right" or self._found[implementation].result():
                return verdict
        is_right = False
        try:
            verdict = check(True)
            is_right = verdict.outcome == "right"
        finally:
            self._found[implementation].set_result(is_right)
        return verdict

    def _begin(self, implementation: Hashable) -> bool:
        """Whether a thorough check is due; then it has begun."""
        with self._lock:
            last = self._found.get(implementation)
            is_due = last is None or (last.done() and not last.result())
            if is_due:
                self._found[implementation] = Future()
            return is_due
