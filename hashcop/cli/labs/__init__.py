"""What the verbs of `./do lab` do."""

import logging

from hashcop.cli.labs import machines, working
from hashcop.cli.labs.asked import Asked

__all__ = ["Asked", "do"]


def do(asked: Asked, verb: str, words: tuple[str, ...]) -> int:
    """The exit status of a verb; none is the lab at work."""
    # Of the end of each TLS connection asyncio warns, of which nobody can make anything.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    verbs = {
        "add": machines.add,
        "pause": machines.pause,
        "resume": machines.resume,
        "remove": machines.remove,
        "log": machines.log,
        "status": machines.tell,
        "inventory": machines.list_for_ansible,
        "work": machines.be_worker,
        "serve": working.serve,
        "submit": working.submit,
    }
    return verbs.get(verb, working.operate)(asked, words)
