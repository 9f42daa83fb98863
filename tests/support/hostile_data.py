"""Data in which everything that a stranger may write is hostile, wherever words may stand on a page."""

from collections.abc import Callable

from tests.support.made_data import Fact, Maker, machine, whole

EVIL = '<script>alert("1")</script>&amp;{{ 17*171 }}'
# What would set window.pwned: in text, out of an attribute, a script, or a line of one; and text that runs to the left.
PWNING = "<script>pwned=1</script>\"'><img src=x onerror=pwned=1></script><svg onload=pwned=1>\u2028pwned=1//\u202e"


def hostile(maker: Callable[..., Maker], text: str) -> list[Fact]:
    """The facts of a machine whose every name and message is the text."""
    m = maker(text, hash=text, machine=text, target=text)
    about = {"processor": text, "kernel": text, "system": text, "hashcop": text, "sandbox": text}
    made = [
        machine(text, **about, targets={text: text}),
        *whole(m, [8, 1536, 2048, 4096]),
        *(m.failed([text], text, [text]), m.build(["x"], object=text, version=text)),
        m.check(["x"], object=text, outcome="wrong", reason=text),
    ]
    others = [{"name": text, "reason": text}]
    counter = {"name": text, "core_cycles": False, "counts": text, "reason": text}
    made[0]["counter"] = {text: counter | {"others": others, "cost": 1}}
    made[0]["compilers"] = [{"command": text, "path": text, "version": text}]
    judged = [{"name": text, "state": "bad", "found": text, "why": text}]
    told = {"machine": text, "time": "2026-01-02T00:00:00Z", "key": "k"}
    made += [{"kind": "conditions", **told, "when": "begin", "judgements": judged, "pinned": 0}]
    made[-1] |= {"quiet": [], "counters": {}}
    made += [{"kind": "hash", **told, "hash": text, "description": text, "designers": [text]}]
    result = dict.fromkeys(("hash", "implementation", "target", "verdict", "why", "best"), text)
    sent = dict.fromkeys(("id", "file", "by", "note", "outcome", "reason", "member"), text)
    made += [{"kind": "submission", **told, **sent}]
    made += [{**made[-1], "id": f"{text}2", "implementations": [{**result, "ratio": 1}]}]
    return made
