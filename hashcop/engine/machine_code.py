"""What winners use and take (instruction sets, stack ...): asked of their lanes while winners are checked, and never
beside a timing.
"""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial

from hashcop.engine.outcomes import Outcomes
from hashcop.platforms.door import CodeFacts, Group, facts_of

Submit = Callable[[Callable[[], CodeFacts]], Future[CodeFacts]]


class MachineCode:
    """What is known of the machine code that was looked into."""

    def __init__(self, outcomes: Outcomes) -> None:
        self.outcomes = outcomes
        self._known: dict[str, CodeFacts] = {}
        self._asked: dict[tuple[Group, str], Future[CodeFacts]] = {}

    def ask(self, group: Group, code: str, submit: Submit) -> None:
        """Begin to look into machine code; `submit` runs what it is given in a thread."""
        if code in self._known:
            return
        known = self.outcomes.find_facts(group, code)
        if known is not None:
            self._known[code] = known
        else:
            look = partial(facts_of, group, group.lane.artifact(code))
            self._asked[group, code] = submit(look)

    def finish(self) -> None:
        """Wait for everything that was asked for."""
        for (group, code), looked in self._asked.items():
            self._known[code] = looked.result()
            self.outcomes.keep_facts(group, code, self._known[code])
        self._asked.clear()

    def of(self, code: str) -> CodeFacts:
        """What is known of machine code; nothing where it was not looked into."""
        return self._known.get(code, CodeFacts())
