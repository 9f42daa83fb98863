"""What the simulation finds: a circuit that is right, with its clocks, and others that are wrong, with reasons."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hashcop.platforms.door import Verdict
from hashcop.platforms.rtl import simulate
from hashcop.platforms.rtl.room import NoSimulator, Room
from hashcop.platforms.rtl.witness import Fresh
from tests.platforms.rtl import toy
from tests.platforms.rtl.broken import BROKEN

Judge = Callable[..., Verdict]


def test_a_right_circuit_and_its_clocks(judge: Judge) -> None:
    texts = bytes(range(37)), b"another", b""
    found = judge(fresh=Fresh(texts, tuple(map(toy.toy, texts)), "crypto_hash/toy/ref"))
    assert (found.outcome, found.reason, found.findings) == ("right", "", ())
    assert (found.known_answers, found.fresh, found.witness) == (
        len(toy.LENGTHS),
        6,
        "crypto_hash/toy/ref",
    )
    clocks = found.clocks
    assert clocks is not None
    assert (clocks.block, clocks.streams, clocks.size) == (4, 1, 16)
    # A header, two words, a clock to begin, four rounds, and two words of the digest.
    assert clocks.blocks[:3] == (10, 14, 18)
    assert clocks.latency[:3] == ((0, 10), (8, 14), (24, 18))


@pytest.mark.parametrize("name", BROKEN)
def test_a_wrong_circuit_is_refused_with_its_reason(judge: Judge, name: str) -> None:
    broken = BROKEN[name]
    try:
        found = judge(*broken.replaced)
        said = "; ".join(found.findings) if broken.is_finding else found.reason
        assert found.outcome == ("right" if broken.is_finding else "wrong"), found
    except NoSimulator as error:
        said = str(error)
    assert re.search(broken.reason, said), said


def test_known_answers_by_heart_are_not_enough(judge: Judge) -> None:
    # The digests of what was known are right; those of new messages are not.
    texts = (b"nobody knew this",)
    found = judge(fresh=Fresh(texts, ("00" * 16,), "crypto_hash/toy/ref"))
    assert found.outcome == "wrong"
    assert "a random message of 16 bytes (by crypto_hash/toy/ref)" in found.reason
    stranger = Fresh(texts, ("00" * 16,), "crypto_hash/toy/ref", is_believed=False)
    found = judge(fresh=stranger)
    assert (found.outcome, found.disagrees_with) == ("disputed", "crypto_hash/toy/ref")


def test_what_gets_padded_messages_needs_a_hash_whose_padding_is_known(
    room: Room, tmp_path: Path
) -> None:
    never = replace(toy.DESIGN, padding="never")
    with pytest.raises(NoSimulator, match="how this hash pads is not known here"):
        simulate.verdict(room, never, toy.files(), toy.KNOWN, None, Fresh(), tmp_path)
