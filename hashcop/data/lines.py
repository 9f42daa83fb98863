"""How a record is written as a line, and how a line becomes a record again.

A string may hold lone surrogates, which stand for the bytes of a file name that is not text. JSON can express them
(`\\udce9`), but msgspec neither writes nor reads them, so such lines go through the json module.
"""

import contextlib
import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec
from msgspec import Raw, Struct

from hashcop.data import older, plausible
from hashcop.data.records import BY_KIND, FORMAT, Bytes, Record, kind_of

_LARGE = 1 << 14  # bytes of a line; a measurement of a table is shorter, one of a curve is longer
_SAMPLES = b',"samples":['  # no string of a line contains this: in a string, `"` is written `\"`
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class LineError(ValueError):
    """A line is not a record. Says why."""


class Implausible(LineError):
    """A line is a record, and its numbers can't be. Says why."""


class Head(Struct):
    """The fields that decide how a line is read."""

    kind: Any = None
    platform: Any = None
    format: Any = 0


class Timed(Struct):
    """A `timings` line whose samples are not read."""

    series: str
    bytes: tuple[Bytes, ...]
    samples: Raw


_HEAD = msgspec.json.Decoder(Head)


class Lines:
    """Reads lines. `kinds` are the kinds that are wanted, each with the type that its lines are read as."""

    def __init__(self, kinds: Mapping[str, type[Struct]] = BY_KIND) -> None:
        self._kinds = {kind: (each, msgspec.json.Decoder(each)) for kind, each in kinds.items()}

    def decode(self, line: bytes) -> Any:
        """What a line holds, as the type of its kind; None for a kind that is not wanted.

        Raises LineError, and of these Implausible for a line whose reader should go on without it.
        """
        try:
            found = self._decode(line)
        except LineError:
            raise
        except RecursionError:
            raise LineError("nested too deeply") from None
        except msgspec.ValidationError as error:
            raise LineError(str(error)) from None
        except ValueError as error:
            raise LineError(f"not JSON: {error}") from None
        why = plausible.why_not(found) if isinstance(found, Record) else ""
        if why:
            raise Implausible(why)
        return found

    def _decode(self, line: bytes) -> Any:
        head, fields = _look(line)
        if not isinstance(head.kind, str):
            raise LineError("a record is a JSON object with a kind")
        if head.kind == "machine":
            _check_version(head.format)
        if head.kind not in self._kinds:
            return None
        wanted, decoder = self._kinds[head.kind]
        if issubclass(wanted, Record) and older.is_older(wanted, head.platform, head.format):
            fields = older.upgrade(head.kind, _loads(line) if fields is None else fields)
        if fields is not None:
            return msgspec.convert(fields, wanted)
        return _decode_timed(decoder, line) if wanted is Timed else decoder.decode(line)


def _look(line: bytes) -> tuple[Head, dict[str, Any] | None]:
    """The head of a line; and all its fields, if msgspec can't read them."""
    try:
        return _head(line), None
    except msgspec.ValidationError:
        raise LineError("a record is a JSON object with a kind") from None
    except msgspec.DecodeError:
        if not _SURROGATE.search(line):
            raise
    fields = _loads_surrogates(line)
    return msgspec.convert(fields, Head), fields


def _head(line: bytes) -> Head:
    short = _without_samples(line)
    if short is not line:
        # Lines of other programs may have their fields in another order.
        with contextlib.suppress(msgspec.DecodeError):
            head = _HEAD.decode(short)
            if head.kind is not None and head.platform is not None:
                return head
    return _HEAD.decode(line)


def _without_samples(line: bytes) -> bytes:
    """A long line up to its samples, which are most of it and come last; another line as it is.

    To pass over the samples of a curve takes ten times as long as to read what stands before them.
    """
    if len(line) <= _LARGE or not line.endswith(b"]}\n"):
        return line
    end = line.find(_SAMPLES)
    return line if end < 0 else line[:end] + _SAMPLES + b"]}"


def _decode_timed(decoder: "msgspec.json.Decoder[Any]", line: bytes) -> Any:
    try:
        return decoder.decode(_without_samples(line))
    except msgspec.DecodeError:
        return decoder.decode(line)


def _loads(line: bytes) -> dict[str, Any]:
    """The fields of a line that _look took for a JSON object."""
    fields: dict[str, Any] = msgspec.json.decode(line)
    return fields


def _loads_surrogates(line: bytes) -> dict[str, Any]:
    fields = json.loads(line.decode(), parse_float=_finite, parse_constant=_refuse)
    if not isinstance(fields, dict):
        raise LineError("a record is a JSON object with a kind")
    return fields


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refuse(text)


def _refuse(text: str) -> NoReturn:
    raise LineError(f"{text[:40]} is not a finite number")


def _check_version(version: object) -> None:
    if type(version) is not int or version > FORMAT:
        raise LineError(f"format version {version}, and this program reads up to {FORMAT}")


_ALL = Lines()


def encode(record: Record) -> bytes:
    """The line of a record, with its line end. Raises ValueError for a record that could not be read again.

    The line is ASCII: whatever strangers' text it holds, no terminal that shows the file obeys it.
    """
    try:
        line = msgspec.json.encode(record) + b"\n"
    except UnicodeEncodeError:
        line = b""
    if not line or not line.isascii():
        fields = msgspec.to_builtins(record)
        line = json.dumps(fields, separators=(",", ":")).encode() + b"\n"
    try:
        again = _ALL.decode(line)
    except LineError as error:
        raise ValueError(f"not a {kind_of(record)} record: {error}") from None
    if again != record:
        wrong = (n for n in record.__struct_fields__ if getattr(again, n) != getattr(record, n))
        raise ValueError(f"not a {kind_of(record)} record: {', '.join(wrong)} can't be read again")
    return line
