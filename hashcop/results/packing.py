"""Summaries as bytes (MessagePack), and back.

A string may hold lone surrogates, which stand for the bytes of a file name that is not text. MessagePack has no such
strings, so packed values that contain one have a form of their own.
"""

from functools import cache
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

# Begins a value in which strings with lone surrogates are byte strings. MessagePack uses this byte for nothing.
_ESCAPED = b"\xc1"
_ENCODER = msgspec.msgpack.Encoder()
_ANY = msgspec.msgpack.Decoder()


def pack(value: object) -> bytes:
    """A summary, or a container of summaries, as bytes. Equal values that were made alike have equal bytes."""
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:
        # Builtins have no byte strings of their own: to_builtins makes text of them.
        return _ESCAPED + _ENCODER.encode(_escaped(msgspec.to_builtins(value)))


def unpack(data: bytes, type: type[T]) -> T:
    """The value of a type that was packed. Raises msgspec.DecodeError for other bytes."""
    if data[:1] != _ESCAPED:
        wanted: Any = type
        found: T = _decoder(wanted).decode(data)
        return found
    return msgspec.convert(_unescaped(_ANY.decode(memoryview(data)[1:])), type)


@cache
def _decoder(type: Any) -> "msgspec.msgpack.Decoder[Any]":
    return msgspec.msgpack.Decoder(type)


def _escaped(value: Any) -> Any:
    match value:
        case str():
            return value if value.isascii() else _escaped_text(value)
        case dict():
            return {_escaped(key): _escaped(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_escaped(inner) for inner in value]
    return value


def _escaped_text(text: str) -> str | bytes:
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")
    return text


def _unescaped(value: Any) -> Any:
    match value:
        case bytes():
            return value.decode(errors="surrogatepass")
        case dict():
            return {_unescaped(key): _unescaped(inner) for key, inner in value.items()}
        case list():
            return [_unescaped(inner) for inner in value]
    return value
