"""Messages as the words that a circuit reads (measure/rtl/crypto_hash.sv)."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random


def message(length: int) -> bytes:
    """The message of the known answers: byte i is i mod 251."""
    return (bytes(range(251)) * (length // 251 + 1))[:length]


def words(
    segments: Sequence[bytes], w: int, *, total: int | None = None, fill: Random | None = None
) -> Iterator[int]:
    """The words of a message of `w` bits each.

    `total`: of a message that is padded already, its length before that in bytes. `fill`: where what the last word is
    filled up with comes from; zeros otherwise.
    """
    size = w // 8
    for number, segment in enumerate(segments, 1):
        is_last = number == len(segments)
        yield (is_last << (w - 1)) | 8 * len(segment)
        if is_last and total is not None:
            yield 8 * total
        over = -len(segment) % size
        text = segment + (fill.randbytes(over) if fill else bytes(over))
        for at in range(0, len(text), size):
            yield int.from_bytes(text[at : at + size], "big")


def split(text: bytes, block: int, chance: Random, end: int) -> list[bytes]:
    """The text in up to four segments, none of them empty.

    All but the last have whole blocks of `block` bytes, and end before the block that has byte `end` - 1.
    """
    blocks = max(-(-end // block) - 1, 0)
    cuts = sorted(chance.sample(range(1, blocks + 1), min(blocks, chance.randrange(4))))
    ends = [cut * block for cut in cuts]
    return [text[start:stop] for start, stop in zip([0, *ends], [*ends, len(text)], strict=True)]


def command(stream: int, said: Iterable[int]) -> str:
    """A message as the testbench reads it."""
    return f"message {stream} {' '.join(f'{word:x}' for word in said)}\n"
