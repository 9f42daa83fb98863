"""The operations, from measure/c/operations.toml, and the C source that presents an implementation of one."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from hashcop import ROOT

NONE = (0, 0)
NOTHING = "\n    return 0;"
TABLE = ROOT / "measure" / "c" / "operations.toml"


@dataclass(frozen=True)
class Argument:
    """An argument of an operation. `bytes` names a size of api.h, or one of the operation's lengths.

    Where `times` names a length, it is so many times as long.
    """

    name: str
    role: str
    bytes: str
    times: str
    overlap: bool


@dataclass(frozen=True)
class Operation:
    """A row of measure/c/operations.toml; the words are explained there."""

    name: str
    is_measured: bool
    prototype: str
    sizes: tuple[str, ...]
    no_overlap: str
    lengths: tuple[str, ...]
    arguments: tuple[Argument, ...]
    call: str
    returns: str | None
    loops: tuple[int, int]
    longest: tuple[int, int]
    timed: str | None
    timed_output: str

    @property
    def has_checksums(self) -> bool:
        """Whether SUPERCOP's checksums are defined for it."""
        return self.loops != NONE

    @property
    def is_many(self) -> bool:
        """Whether a call hashes many messages."""
        return self.is_measured and len(self.lengths) > 1

    @property
    def macros(self) -> tuple[str, ...]:
        """What follows `<operation>_` in the names of its macros."""
        return (*self.sizes, *([self.no_overlap] if self.no_overlap else []))

    def declaration(self, function: str) -> str:
        """The prototype, under a name."""
        return f"extern {self.prototype % function};"


def _product(size: str) -> tuple[str, str]:
    """Both factors; the second is empty where there is one only."""
    one, _, times = size.partition("*")
    return one, times


def _operation(name: str, row: dict[str, Any]) -> Operation:
    arguments = tuple(
        Argument(a["name"], a["role"], *_product(a["bytes"]), a.get("overlap", False))
        for a in row["arguments"]
    )
    small, big = row.get("loops", NONE)
    short, long = row.get("longest", NONE)
    return Operation(
        name=name,
        is_measured=row.get("measured", False),
        prototype=row["prototype"],
        sizes=tuple(row["sizes"]),
        no_overlap=row.get("no_overlap", ""),
        lengths=tuple(row["lengths"]),
        arguments=arguments,
        call=row["call"],
        returns=row.get("returns"),
        loops=(small, big),
        longest=(short, long),
        timed=row.get("timed"),
        timed_output=row["timed_output"],
    )


@cache
def operations() -> dict[str, Operation]:
    """Every operation by name."""
    rows = tomllib.loads(TABLE.read_text())
    return {name: _operation(name, row) for name, row in rows.items()}


def _argument(operation: Operation, argument: Argument) -> str:
    role, may = f"hashcop_{argument.role}", "MAY_OVERLAP" if argument.overlap else "0"
    times = operation.lengths.index(argument.times) if argument.times else -1
    if argument.bytes in operation.lengths:
        return f"{{{role}, {operation.lengths.index(argument.bytes)}, {times}, 0, {may}}}"
    return f"{{{role}, -1, {times}, {operation.name}_{argument.bytes}, {may}}}"


def _timed(operation: Operation) -> str:
    """The function whose calls are timed: the operation's own where it has the shape of a hash."""
    if operation.timed is None:
        return f"int (*const hashcop_hash)(TIMED_ARGUMENTS) = {operation.name};"
    body = f"return {operation.timed};" if operation.is_measured else f"{operation.timed};"
    return f"""static int timed(unsigned char *out, const unsigned char *in, unsigned long long inlen) {{
    (void)inlen;
    {body}{"" if operation.is_measured else NOTHING}
}}
int (*const hashcop_hash)(TIMED_ARGUMENTS) = timed;"""


def facts(operation: Operation, function: str, sizes: Mapping[str, int]) -> str:
    """The C source, also C++, that presents an implementation to the harness: measure/c/implementation.h.

    `function` is the implementation's; `sizes` has its sizes by what follows CRYPTO_. Nothing else of the
    implementation is in the source, and it includes no header of it.
    """
    taken = "\n".join(
        f"    {'const ' if a.role == 'input' else ''}unsigned char *{a.name} = arguments[{i}];"
        for i, a in enumerate(operation.arguments)
    )
    drawn = "\n".join(
        f"    unsigned long long {name} = lengths[{i}];" for i, name in enumerate(operation.lengths)
    )
    rows = ", ".join(_argument(operation, a) for a in operation.arguments)
    overlap = int(sizes.get(operation.no_overlap) != 1)
    defined = "\n".join(f"#define {operation.name}_{s} {sizes[s]}" for s in operation.sizes)
    counts = f"{len(operation.arguments)}, {len(operation.lengths)}"
    limits = ", ".join(f"{{{a}, {b}}}" for a, b in (operation.loops, operation.longest))
    return f"""#include "implementation.h"

#ifdef __cplusplus
extern "C" {{
#endif
{operation.declaration(function)}
#ifdef __cplusplus
}}
#endif

#define {operation.name} {function}
{defined}
#define TIMED_ARGUMENTS unsigned char *, const unsigned char *, unsigned long long
#define MAY_OVERLAP {overlap}

/* MemorySanitizer does not see what the harness passes, and would judge what was passed before. */
#define UNWATCHED
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#undef UNWATCHED
#define UNWATCHED __attribute__((no_sanitize("memory")))
#endif
#endif

const struct hashcop_operation hashcop_operation = {{{counts}, {{{rows}}}, {limits}}};

UNWATCHED long long hashcop_call(unsigned char *const *arguments, const unsigned long long *lengths,
                       long long *expected) {{
{taken}
{drawn}
    long long returned;
    (void)lengths;
    returned = {operation.call};
    *expected = {"returned" if operation.returns is None else f"(long long)({operation.returns})"};
    return returned;
}}

unsigned long long hashcop_messages = 1;
const unsigned long long hashcop_bytes = {operation.timed_output};
{_timed(operation)}
"""
