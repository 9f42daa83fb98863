"""Compressed files: unpacked in memory, up to limits, and only if every byte of the file belongs to one stream."""

import lzma
import zlib

from hashcop.submissions.limits import MOST_RATIO, MOST_UNPACKED, MOST_WINDOW, RATIO_FROM
from hashcop.submissions.refused import Refused

MAGIC = {b"\x1f\x8b": "tar.gz", b"\xfd7zXZ\0": "tar.xz", b"\x28\xb5\x2f\xfd": "tar.zst"}
_AT_ONCE = 1 << 20
# A block of three bytes may stand for 128 KiB: so few bytes at a time keep what comes of them small.
_OF_ZSTD = 128
_XZ_MEMORY = MOST_WINDOW + (16 << 20)  # a decoder has more than its window


def unpacked(data: bytes, name: str) -> bytes:
    """The contents of a file of the format `name`. Raises Refused."""
    if name == "tar.gz":
        return _gz(data)
    return _xz(data) if name == "tar.xz" else _zst(data)


class _Output:
    """What was unpacked so far."""

    def __init__(self, packed: int) -> None:
        self.limit = min(MOST_UNPACKED, max(RATIO_FROM, MOST_RATIO * packed))
        self.pieces: list[bytes] = []
        self.size = 0

    def add(self, piece: bytes) -> None:
        self.pieces.append(piece)
        self.size += len(piece)
        if self.size > MOST_UNPACKED:
            raise Refused(f"is more than {MOST_UNPACKED >> 20} MiB when unpacked")
        if self.size > self.limit:
            raise Refused(f"becomes more than {MOST_RATIO} times as large when unpacked")

    def end(self, *, is_whole: bool, rest: bytes) -> bytes:
        if not is_whole:
            raise Refused("is cut short: the compressed data do not end")
        if rest:
            raise Refused(f"has {len(rest):,} bytes or more behind the end of the compressed data")
        return b"".join(self.pieces)


def _gz(data: bytes) -> bytes:
    output, state = _Output(len(data)), zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        while data and not state.eof:
            output.add(state.decompress(data, _AT_ONCE))
            data = state.unconsumed_tail
    except zlib.error as error:
        raise Refused(f"is damaged: {error}") from None
    return output.end(is_whole=state.eof, rest=state.unused_data)


def _xz(data: bytes) -> bytes:
    output, state = _Output(len(data)), lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
    try:
        while not state.eof and (data or not state.needs_input):
            output.add(state.decompress(data, _AT_ONCE))
            data = b""
    except lzma.LZMAError as error:
        if "limit" in str(error):
            raise Refused(f"needs a window of more than {MOST_WINDOW >> 20} MiB") from None
        raise Refused(f"is damaged: {error}") from None
    return output.end(is_whole=state.eof, rest=state.unused_data)


def _zst(data: bytes) -> bytes:
    import zstandard  # few submissions come so

    output = _Output(len(data))
    state = zstandard.ZstdDecompressor(max_window_size=MOST_WINDOW).decompressobj()
    place = 0
    try:
        while place < len(data) and not state.eof:
            output.add(state.decompress(data[place : place + _OF_ZSTD]))
            place += _OF_ZSTD
    except (zstandard.ZstdError, MemoryError) as error:
        if "memory" in str(error):
            raise Refused(f"needs a window of more than {MOST_WINDOW >> 20} MiB") from None
        raise Refused(f"is damaged: {error}") from None
    return output.end(is_whole=state.eof, rest=state.unused_data + data[place:])
