"""The operations, from measure/c/operations.toml, and the C source that presents an implementation of one."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from hashcop import ROOT

TABLE = ROOT / "measure" / "c" / "operations.toml"


@dataclass(frozen=True)
class Argument:
    """An argument of an operation. `bytes` names a size of api.h, or one of the operation's lengths."""

    name: str
    role: str
    bytes: str
    overlap: bool


@dataclass(frozen=True)
class Operation:
    """A row of measure/c/operations.toml; the words are explained there."""

    name: str
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
    def macros(self) -> tuple[str, ...]:
        """What follows `<operation>_` in the names of its macros."""
        return (*self.sizes, *([self.no_overlap] if self.no_overlap else []))

    def declaration(self, function: str) -> str:
        """The prototype, under a name."""
        return f"extern {self.prototype % function};"


def _operation(name: str, row: dict[str, Any]) -> Operation:
    arguments = tuple(
        Argument(a["name"], a["role"], a["bytes"], a.get("overlap", False))
        for a in row["arguments"]
    )
    small, big = row["loops"]
    short, long = row["longest"]
    return Operation(
        name=name,
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
    if argument.bytes in operation.lengths:
        return f"{{{role}, {operation.lengths.index(argument.bytes)}, 0, {may}}}"
    return f"{{{role}, -1, {operation.name}_{argument.bytes}, {may}}}"


def _timed(operation: Operation) -> str:
    """The function whose calls are timed: the operation's own where it has the shape of a hash."""
    if operation.timed is None:
        return f"int (*const hashcop_hash)(TIMED_ARGUMENTS) = {operation.name};"
    return f"""static int timed(unsigned char *out, const unsigned char *in, unsigned long long inlen) {{
    (void)inlen;
    {operation.timed};
    return 0;
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

const unsigned long long hashcop_bytes = {operation.timed_output};
{_timed(operation)}
"""
