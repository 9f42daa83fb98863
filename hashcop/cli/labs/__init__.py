"""The verbs of `./do lab`."""

import importlib.util
import logging

from hashcop.cli.labs import machines, working
from hashcop.cli.labs.asked import Asked
from hashcop.engine.messages import Complaint

CLIENT = "nats"
NEED_CLIENT = ("", "add", "serve", "submit")  # verbs; the worker repairs its environment by itself

__all__ = ["Asked", "do"]


def do(asked: Asked, verb: str, words: tuple[str, ...]) -> int:
    """Run a verb; an empty one runs the lab. Returns the exit status."""
    # asyncio warns at the end of each TLS connection, which helps nobody.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    if verb in NEED_CLIENT and importlib.util.find_spec(CLIENT) is None:
        raise Complaint(
            "a lab needs NATS, which is not installed; this installs it: python3 -B bootstrap.py --lab"
        )
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
