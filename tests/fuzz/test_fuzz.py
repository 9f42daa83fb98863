"""What reads a stranger's bytes reads or refuses them: what earlier searches found, and a short search."""

import random

import pytest

from tests.fuzz.targets import ALL, Target

INTERESTING = (0, 1, 9, 10, 32, 45, 47, 48, 57, 0x7F, 0x80, 0xFF)


@pytest.mark.parametrize("target", ALL, ids=lambda target: target.name)
def test_the_corpus_is_read_or_refused(target: Target) -> None:
    corpus = target.corpus()
    assert corpus
    for data in corpus:
        target.run(data)


@pytest.mark.parametrize("target", ALL, ids=lambda target: target.name)
def test_mutations_of_it_are_read_or_refused(target: Target) -> None:
    corpus, chance = [data for data in target.corpus() if len(data) < 20000], random.Random(19)
    for _ in range(target.mutations):
        target.run(mutated(chance.choice(corpus), chance))


def mutated(data: bytes, chance: random.Random) -> bytes:
    """With a few bytes changed, taken away or doubled."""
    found = bytearray(data or b"\n")
    for _ in range(chance.choice((1, 1, 2, 5))):
        at, size = chance.randrange(len(found)), chance.randrange(1, 40)
        how = chance.random()
        if how < 0.6:
            found[at] = chance.choice((*INTERESTING, chance.randrange(256)))
        elif how < 0.8 and len(found) > size:
            del found[at : at + size]
        else:
            found[at:at] = found[at : at + chance.randrange(1, 600)]
        found = found or bytearray(b"\n")
    return bytes(found)
