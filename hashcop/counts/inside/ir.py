"""LLVM's textual intermediate representation, as far as counting needs it.

Text is read instead of llvmlite's values: these have no predicates, no constant expressions and no types of elements,
and the counters must be written into the text anyway. One instruction is one line, indented by two blanks; what is
indented further continues it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

NAME = r'(?:[-\w$.]+|"[^"]*")'
LOCAL = re.compile(rf"%{NAME}")
GLOBAL = re.compile(rf"@{NAME}")
_LABEL = re.compile(rf"({NAME}):")
_INSTRUCTION = re.compile(rf"  (?:(%{NAME}) = )?(?:(?:tail|musttail|notail) )?(\w+)(?: (.*))?$")
_GLOBAL = re.compile(rf"(@{NAME}) = (?:[^@\"]*? )?(constant|global|alias) (.*)")
_STRUCT = re.compile(rf"(%{NAME}) = type (.*)")
_DEFINE = re.compile(rf"define .*?(@{NAME})\(")
_CALLEE = re.compile(rf"([@%]{NAME})\(")
_FLAGS = frozenset(
    [
        "nuw",
        "nsw",
        "exact",
        "disjoint",
        "samesign",
        "nneg",
        "inbounds",
        "nusw",
        "volatile",
        "atomic",
        "fast",
        "nnan",
        "ninf",
        "nsz",
        "arcp",
        "contract",
        "afn",
        "reassoc",
        "eq",
        "ne",
        "ugt",
        "uge",
        "ult",
        "ule",
        "sgt",
        "sge",
        "slt",
        "sle",
        "oeq",
        "ogt",
        "oge",
        "olt",
        "ole",
        "one",
        "ord",
        "ueq",
        "une",
        "uno",
        "true",
        "false",
    ]
)
_OPEN, _CLOSE = "<[{(", ">]})"
BINARY = frozenset(
    ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"]
)
CAST = frozenset(
    ["zext", "sext", "trunc", "bitcast", "ptrtoint", "inttoptr", "ptrtoaddr", "freeze"]
)
POINTER = 8  # bytes, where a struct has one


@dataclass(slots=True)
class Instruction:
    """One instruction. `type` is that of its result, of a store that of the value; `operands` are without types.

    `flags` are the words before the first type, a comparison's predicate among them. `callee` is what is called: a
    name, or `asm`. Of a phi the operands are the incoming values.
    """

    name: str
    opcode: str
    type: str = ""
    operands: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    callee: str = ""


@dataclass(slots=True)
class Block:
    """A basic block: its instructions, and the line of the text before which a counter fits."""

    instructions: list[Instruction] = field(default_factory=list)
    counter_line: int = -1


@dataclass(slots=True)
class Function:
    """A function with a body."""

    name: str
    arguments: tuple[str, ...]
    blocks: list[Block] = field(default_factory=list)

    def instructions(self) -> Iterator[Instruction]:
        """All of them, in the order of the text."""
        for block in self.blocks:
            yield from block.instructions


@dataclass(slots=True)
class Variable:
    """A global: whether nothing writes it, its type, and the globals that its value names."""

    is_constant: bool
    type: str
    names: tuple[str, ...]


@dataclass(slots=True)
class Module:
    """What a text has."""

    functions: dict[str, Function]
    variables: dict[str, Variable]
    structs: dict[str, str]


def split(text: str) -> list[str]:
    """The parts between commas that stand in no bracket."""
    parts, depth, begin, quoted = [], 0, 0, False
    for place, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth -= 1
        elif character == "," and depth == 0:
            parts.append(text[begin:place].strip())
            begin = place + 1
    last = text[begin:].strip()
    return [*parts, last] if last else parts


def bracketed(text: str) -> int:
    """Where the bracket that a text begins with is closed: the index behind it."""
    depth = 0
    for place, character in enumerate(text):
        if character in _OPEN:
            depth += 1
        elif character in _CLOSE:
            depth -= 1
            if depth == 0:
                return place + 1
    raise ValueError(f"a bracket is not closed: {text[:60]}")


def typed(text: str) -> tuple[str, str]:
    """(type, rest) of a text that begins with a type."""
    text = text.strip()
    if text[:1] in ("<", "[", "{"):
        end = bracketed(text)
    else:
        found = re.match(rf"(?:%{NAME}|ptr addrspace\(\d+\)|\w+)", text)
        if not found:
            raise ValueError(f"no type: {text[:60]}")
        end = found.end()
    return text[:end], text[end:].strip()


def _without_flags(text: str) -> tuple[tuple[str, ...], str]:
    words = []
    while (word := text.partition(" ")[0]) in _FLAGS:
        words.append(word)
        text = text[len(word) + 1 :]
    return tuple(words), text


def _value(text: str) -> str:
    """The value of `type attributes value`."""
    text = typed(text)[1]
    if text[:1] in ("%", "@", "<", "["):
        return text
    found = re.search(rf"(?:^| )([@%]{NAME})$", text)  # behind attributes
    return found[1] if found else text


def _call(name: str, opcode: str, rest: str) -> Instruction:
    if " asm " in f" {rest} ":
        is_empty = re.search(r' asm (?:\w+ )*""', f" {rest}")  # only keeps the optimiser out
        flags = ("empty",) if is_empty else ()
        return Instruction(name, opcode, "asm", tuple(LOCAL.findall(rest)), flags, "asm")
    found = _CALLEE.search(rest)
    if not found:
        raise ValueError(f"a call of nothing: {rest[:60]}")
    end = found.end() - 1
    given = rest[end : end + bracketed(rest[end:])][1:-1]
    words = rest[: found.start()].split()
    kind = _result(rest[: found.start()]) if words else ""
    operands = tuple(_value(one) for one in split(given) if one != "...")
    return Instruction(name, opcode, kind, operands, (), found[1])


def _result(before: str) -> str:
    """The type of a result, behind a calling convention and attributes."""
    found = re.findall(
        r"<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]|\bi\d+\b(?![^(]*\))|\bptr\b|\bvoid\b", before
    )
    return str(found[-1]) if found else ""


def _memory(name: str, opcode: str, rest: str) -> Instruction:
    flags, rest = _without_flags(rest)
    parts = split(rest)
    if opcode == "load":
        return Instruction(name, opcode, parts[0], (_value(parts[1]),), flags)
    if opcode == "store":
        kind, value = typed(parts[0])
        return Instruction(name, opcode, kind, (value, _value(parts[1])), flags)
    return Instruction(name, opcode, "ptr", tuple(_value(one) for one in parts[1:]), flags)


def _phi(name: str, rest: str) -> Instruction:
    kind, rest = typed(rest)
    incoming = (split(part[1:-1])[0] for part in split(rest) if part.startswith("["))
    return Instruction(name, "phi", kind, tuple(incoming))


def _instruction(name: str, opcode: str, rest: str) -> Instruction:
    rest = rest.partition(", !")[0]
    if opcode in ("call", "invoke"):
        return _call(name, opcode, rest)
    if opcode in ("load", "store", "getelementptr"):
        if opcode == "getelementptr":
            rest = re.sub(r"inrange\([^)]*\) ", "", rest)
        return _memory(name, opcode, rest)
    if opcode == "phi":
        return _phi(name, _without_flags(rest)[1])
    flags, rest = _without_flags(rest)
    if opcode in BINARY or opcode in ("icmp", "fcmp"):
        kind, rest = typed(rest)
        return Instruction(name, opcode, kind, tuple(split(rest)), flags)
    if opcode in CAST:
        kind, rest = typed(rest)
        value, _, to = rest.rpartition(" to ")
        return Instruction(name, opcode, to or kind, (value or rest,), (*flags, kind))
    if opcode in ("select", "insertelement", "shufflevector", "extractelement"):
        parts = split(rest)
        kind = typed(parts[1] if opcode == "select" else parts[0])[0]
        return Instruction(name, opcode, kind, tuple(map(_value, parts)), flags)
    if opcode == "alloca":
        return Instruction(name, opcode, split(rest)[0])
    return Instruction(name, opcode, "", tuple(LOCAL.findall(rest)))


def _arguments(line: str, name: str) -> tuple[str, ...]:
    begin = line.index(f"{name}(") + len(name)
    given = line[begin : begin + bracketed(line[begin:])][1:-1]
    names = []
    for number, part in enumerate(split(given)):
        found = re.search(rf"(%{NAME})$", part)
        names.append(found[1] if found and not part.startswith(found[1]) else f"%{number}")
    return tuple(names)


def _take(function: Function, line: str, number: int) -> None:
    """Take in one line of a body."""
    if _LABEL.match(line):
        function.blocks.append(Block())
        return
    found = _INSTRUCTION.match(line)
    if not found:
        return
    if not function.blocks:
        function.blocks.append(Block())
    block = function.blocks[-1]
    one = _instruction(found[1] or "", found[2], found[3] or "")
    if block.counter_line < 0 and one.opcode not in ("phi", "landingpad"):
        block.counter_line = number
    block.instructions.append(one)


def _joined(lines: list[str]) -> Iterator[tuple[int, str]]:
    """(number, line) with what continues a line joined to it."""
    at, whole = 0, ""
    for number, line in enumerate(lines):
        if (line.startswith("   ") and whole) or line == "  ]":
            whole += " " + line.strip()
            continue
        if whole:
            yield at, whole
        at, whole = number, line
    yield at, whole


def read(text: str) -> Module:
    """What a module's text has. Raises ValueError for what it does not expect."""
    module = Module({}, {}, {})
    inside: Function | None = None
    for number, line in _joined(text.split("\n")):
        if inside is not None:
            if line == "}":
                inside = None
            else:
                _take(inside, line, number)
        elif found := _DEFINE.match(line):
            inside = Function(found[1], _arguments(line, found[1]))
            module.functions[found[1]] = inside
        elif found := _GLOBAL.match(line):
            kind, rest = typed(found[3]) if found[2] != "alias" else ("", found[3])
            names = tuple(GLOBAL.findall(rest))
            module.variables[found[1]] = Variable(found[2] != "global", kind, names)
        elif found := _STRUCT.match(line):
            module.structs[found[1]] = found[2]
    return module


def size_of(kind: str, structs: dict[str, str], depth: int = 0) -> int:
    """Bytes of a type; 0 where that is not known. Padding between fields is left out."""
    if depth > 20:
        return 0
    if found := re.fullmatch(r"i(\d+)", kind):
        return (int(found[1]) + 7) // 8
    if found := re.fullmatch(r"[\[<](\d+) x (.*)[\]>]", kind):
        return int(found[1]) * size_of(found[2], structs, depth + 1)
    if kind.startswith("{") or kind.startswith("<{"):
        fields = split(kind.strip("<>{} "))
        return sum(size_of(one, structs, depth + 1) for one in fields)
    if kind in structs:
        return size_of(structs[kind], structs, depth + 1)
    return {"ptr": POINTER, "float": 4, "double": 8}.get(kind, 0)
