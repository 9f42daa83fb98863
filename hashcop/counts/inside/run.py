"""`command`, with words ENTRY OBJECT FACTS FILE...: counters in the bitcode of an implementation, and what blocks do.

Writes an object with `hashcop_counted`, which is the entry, its counters and their weights; and as JSON what each block
does. What it can't do it prints in a line, and exits with 3.
"""

import json
import sys
from pathlib import Path

from . import passes
from .classes import Classes, Counted, table_sizes
from .flow import Flow
from .ir import read

FREE = ("load", "store", "convert", "pair")  # beside the sum


def weight(name: str) -> int:
    """What an operation adds to the sum: 1, or 0 for what only moves data."""
    return 0 if name.rstrip("0123456789") in FREE else 1


def with_counters(text: str, places: list[int], weights: list[int], entry: str) -> str:
    """The text with a counter in each block, before the line that is its place."""
    lines = text.split("\n")
    size = len(places)
    array = f"[{size} x i64]"
    for number, line in sorted(enumerate(places), key=lambda one: -one[1]):
        at = f"getelementptr ({array}, ptr @hashcop_counters, i64 0, i64 {number})"
        value = f"%hashcop.{number}"
        lines[line:line] = [
            f"  {value} = load i64, ptr {at}",
            f"  {value}.more = add i64 {value}, 1",
            f"  store i64 {value}.more, ptr {at}",
        ]
    values = ", ".join(f"i64 {weight}" for weight in weights)
    lines += [
        f"@hashcop_counters = global {array} zeroinitializer",
        f"@hashcop_weights = constant {array} [{values}]",
        f"@hashcop_blocks = constant i64 {size}",
        f"@hashcop_counted = alias i32 (ptr, ptr, i64), ptr {entry}",
    ]
    return "\n".join(lines)


def _as_facts(counted: list[Counted], flow: Flow) -> dict[str, object]:
    names = sorted({name for one in counted for name in one.tables})
    sizes = table_sizes(flow, set(names))
    return {
        "blocks": [
            {
                "operations": dict(one.operations),
                "vectors": dict(one.vectors),
                "tables": sorted(name for name in one.tables if name in sizes),
                "control": one.control,
            }
            for one in counted
        ],
        "tables": sizes,
    }


def _quoted(entry: str) -> str:
    return f"@{entry}" if all(c.isalnum() or c in "_.$" for c in entry) else f'@"{entry}"'


def main(entry: str, output: str, facts: str, files: list[str]) -> None:
    """Do all of it. Raises passes.Unreadable."""
    passes.start()
    module = passes.linked([Path(file) for file in files])
    text = passes.optimise(module, entry)
    try:
        found = read(text)
        flow = Flow(found, _quoted(entry)).solve()
    except (ValueError, KeyError) as error:
        raise passes.Unreadable(f"its intermediate code is not understood: {error}") from None
    counted, places = [], []
    for function in found.functions.values():
        classes = Classes(flow, function)
        for block in function.blocks:
            if block.counter_line >= 0:
                counted.append(classes.of(block))
                places.append(block.counter_line)
    weights = [sum(weight(name) * n for name, n in one.operations.items()) for one in counted]
    marked = with_counters(text, places, weights, _quoted(entry))
    Path(output).write_bytes(passes.compiled(marked))
    Path(facts).write_text(json.dumps(_as_facts(counted, flow)))


def command() -> None:
    """As the words of the command line say. Exits with 3 for what can't be counted."""
    try:
        main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
    except passes.Unreadable as error:
        print(f"count: {error}")
        sys.exit(3)
