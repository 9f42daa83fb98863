"""The Salsa20 core and the streams made of it are the specification's: published example, and a model in Python."""

import ctypes
import random
import subprocess
from pathlib import Path

import pytest

from tests.support import checksum_model as model

ROOT = Path(__file__).resolve().parents[3]

# Salsa20 specification, section 9: the example of a 32-byte key.
KEY = bytes([*range(1, 17), *range(201, 217)])
INPUT = bytes(range(101, 117))
EXPANDED = bytes.fromhex(
    "45254427290f6bc1ff8b7a06aae9d962"
    "5990b66a1533c841ef31de22d772287e"
    "68c507e1c5991f02664e4cb054f5f6b8"
    "b1a0858206489577c0c384ecea67f64a"
)


class StreamState(ctypes.Structure):
    """struct stream of measure/c/harness.h."""

    _fields_ = (("key", ctypes.c_ubyte * 32), ("requests", ctypes.c_ulonglong))


@pytest.fixture(scope="module")
def stream(tmp_path_factory: pytest.TempPathFactory, compiler: str) -> ctypes.CDLL:
    """measure/c/stream.c as a library."""
    place = tmp_path_factory.mktemp("stream") / "stream.so"
    flags: list[str | Path] = ["-std=c11", "-O2", "-shared", "-fPIC", "-o", place]
    subprocess.run([compiler, *flags, ROOT / "measure" / "c" / "stream.c"], check=True)
    library = ctypes.CDLL(str(place))
    library.stream_bytes.argtypes = (
        ctypes.POINTER(StreamState),
        ctypes.c_char_p,
        ctypes.c_ulonglong,
    )
    return library


def core(stream: ctypes.CDLL, block: bytes, key: bytes) -> bytes:
    out = ctypes.create_string_buffer(64)
    stream.salsa20_core(out, block, key)
    return out.raw


def take(stream: ctypes.CDLL, state: StreamState, count: int) -> bytes:
    """`count` bytes, with room before and behind them that must stay as it was."""
    room = ctypes.create_string_buffer(b"\xa5" * (count + 32), count + 32)
    out = ctypes.cast(ctypes.addressof(room) + 16, ctypes.c_char_p)
    stream.stream_bytes(ctypes.byref(state), out, count)
    assert room.raw[:16] == room.raw[count + 16 :] == b"\xa5" * 16
    return room.raw[16 : count + 16]


def opened(stream: ctypes.CDLL, key: bytes) -> StreamState:
    state = StreamState(requests=99)
    stream.stream_open(ctypes.byref(state), key)
    return state


def test_the_model_expands_the_published_example() -> None:
    assert model.core(INPUT, KEY) == EXPANDED


def test_the_models_rounds_are_the_published_ones() -> None:
    """Section 3: quarterround; section 8: a matrix of zeros."""
    assert model.quarter_round(1, 0, 0, 0) == (0x08008145, 0x80, 0x10200, 0x20500000)
    assert model.quarter_round(0xE7E8C006, 0xC4F9417D, 0x6479B4B2, 0x68C67137) == (
        0xE876D72B,
        0x9361DFD5,
        0xF1460244,
        0x948541A3,
    )
    assert model.salsa20(bytes(64)) == bytes(64)


def test_the_core_expands_the_published_example(stream: ctypes.CDLL) -> None:
    assert core(stream, INPUT, KEY) == EXPANDED


def test_the_core_is_the_models_for_any_input(stream: ctypes.CDLL) -> None:
    made = random.Random("salsa20")
    for _ in range(100):
        block, key = made.randbytes(16), made.randbytes(32)
        assert core(stream, block, key) == model.core(block, key)


def test_each_request_begins_a_stream_of_its_own(stream: ctypes.CDLL) -> None:
    key = b"generate inputs for test vectors"
    state, expected = opened(stream, key), model.Stream(key)
    for count in (0, 1, 63, 64, 65, 0, 128, 1000, 8):
        assert take(stream, state, count) == expected.take(count)


def test_a_request_for_nothing_counts(stream: ctypes.CDLL) -> None:
    one, other = opened(stream, KEY), opened(stream, KEY)
    take(stream, one, 0)
    assert take(stream, one, 16) != take(stream, other, 16)
    assert one.requests == 2


def test_a_stream_that_is_opened_again_begins_again(stream: ctypes.CDLL) -> None:
    first = take(stream, opened(stream, KEY), 100)
    assert take(stream, opened(stream, KEY), 100) == first


def test_the_nonce_has_eight_bytes(stream: ctypes.CDLL) -> None:
    state, expected = opened(stream, KEY), model.Stream(KEY)
    state.requests = expected.requests = (1 << 40) + 513
    assert take(stream, state, 70) == expected.take(70)
