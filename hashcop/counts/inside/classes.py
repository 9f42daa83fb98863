"""The class of each operation on data, by its block: `add32`, `rotate64`, `lookup32`, `aesenc`.

A `not` that only feeds and, or, xor is part of them: andc, orc, eqv. One that only follows one is, too: nand, nor, eqv.
A comparison, a subtraction and a selection of the same two values are one csub.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from .flow import Flow, names_in
from .ir import CAST, Block, Function, Instruction, size_of

SHIFTS = ("shl", "lshr", "ashr")
DIVISIONS = ("udiv", "sdiv", "urem", "srem")
WITH_NOT = {"and": "andc", "or": "orc", "xor": "eqv"}
NOT_OF = {"and": "nand", "or": "nor", "xor": "eqv"}
PARTS = {
    "umin": ("compare", "select"),
    "umax": ("compare", "select"),
    "smin": ("compare", "select"),
    "smax": ("compare", "select"),
    "abs": ("compare", "sub", "select"),
    "usub.sat": ("compare", "sub", "select"),
    "uadd.sat": ("compare", "add", "select"),
    "uadd.with.overflow": ("compare", "add"),
    "usub.with.overflow": ("compare", "sub"),
    "umul.with.overflow": ("compare", "mul"),
    "bswap": ("swap",),
}
SILENT = re.compile(
    r"@llvm\.(memcpy|memmove|memset|lifetime|assume|prefetch|stack|dbg|experimental|expect|donothing|va_|objectsize)"
)
FAMILY = re.compile(
    r"(?:aesni|sse\d*|ssse3|sse41|sse42|avx2?|avx512|bmi|pclmulqdq|xop|vsx|neon|crypto)\."
)
SIZE = re.compile(r"\.(?:\d+|v\d+i\d+|i\d+|[bwdq](?=\.|$))")
VECTOR = re.compile(r"<(\d+) x i(\d+)>")
MINUS_ONE = ("-1", "splat (i8 -1)", "splat (i16 -1)", "splat (i32 -1)", "splat (i64 -1)")


def shape(kind: str) -> tuple[int, int]:
    """(lanes, bits) of an integer type, bits rounded up to 8, 16, 32 or 64; (0, 0) for any other. i1 has no bits."""
    if found := VECTOR.fullmatch(kind):
        lanes, bits = int(found[1]), int(found[2])
    elif found := re.fullmatch(r"i(\d+)", kind):
        lanes, bits = 1, int(found[1])
    else:
        return 0, 0
    if bits == 1:
        return lanes, 0
    if bits > 64:
        return lanes * ((bits + 63) // 64), 64
    return lanes, next(one for one in (8, 16, 32, 64) if bits <= one)


@dataclass
class Counted:
    """What one execution of a block does."""

    operations: Counter[str] = field(default_factory=Counter)
    vectors: Counter[str] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)
    control: int = 0

    def add(self, name: str, kind: str) -> None:
        """An operation on values of a type."""
        lanes, bits = shape(kind)
        if bits:
            self.operations[f"{name}{bits}"] += lanes
        if bits and name != "pair" and kind.startswith("<"):
            self.vectors[f"{name}{bits}x{lanes}"] += 1


class Classes:
    """The operations of one function."""

    def __init__(self, flow: Flow, function: Function) -> None:
        self.flow = flow
        self.function = function
        self.defined = {one.name: one for one in function.instructions() if one.name}
        self.uses: dict[str, list[Instruction]] = defaultdict(list)
        for one in function.instructions():
            for operand in one.operands:
                for name in names_in(operand):
                    self.uses[name].append(one)
        self.named: dict[str, str] = {}  # by result: another class than the opcode has
        self.part: set[str] = set()  # results of instructions that are part of another one
        for one in function.instructions():
            self._find_csub(one)
        for one in function.instructions():
            self._find_not(one)
        self.pairs: set[str] = set()
        self.paired: set[str] = (
            set()
        )  # logic operations that one instruction of three inputs does with another
        for one in function.instructions():
            self._find_pair(one)

    def of(self, block: Block) -> Counted:
        """What a block does."""
        counted = Counted()
        for one in block.instructions:
            if one.name not in self.part or not one.name:
                self._take(one, counted)
        return counted

    def _is_data(self, one: Instruction) -> bool:
        return any(self.flow.is_data(self.function, operand) for operand in one.operands)

    def _single(self, operand: str) -> Instruction | None:
        """What defines an operand that is used once."""
        one = self.defined.get(operand)
        return one if one and len(self.uses[operand]) == 1 else None

    def _find_not(self, one: Instruction) -> None:
        if one.opcode != "xor" or one.operands[1] not in MINUS_ONE or not self._is_data(one):
            return
        users = self.uses[one.name]
        plain = all(user.opcode in WITH_NOT and user.name not in self.named for user in users)
        if users and plain and not any(user.operands[1] in MINUS_ONE for user in users):
            self.part.add(one.name)
            self.named.update({user.name: WITH_NOT[user.opcode] for user in users})
            return
        before = self._single(one.operands[0])
        if before and before.opcode in NOT_OF and before.name not in self.named:
            self.part.add(before.name)
            self.named[one.name] = NOT_OF[before.opcode]
        else:
            self.named[one.name] = "not"

    def _find_pair(self, one: Instruction) -> None:
        """Whether one of its operands is a logic operation for it alone, which is in no pair yet."""
        if one.opcode not in WITH_NOT or one.name in self.part or not self._is_data(one):
            return
        for operand in one.operands:
            before = self._single(operand)
            if not before or before.opcode not in WITH_NOT or before.name in self.part:
                continue
            if before.name not in self.paired and self._is_data(before):
                self.paired |= {before.name, one.name}
                self.pairs.add(one.name)
                return

    def _find_csub(self, one: Instruction) -> None:
        if one.opcode == "select":
            compared = self._single(one.operands[0])
            if not compared or compared.opcode != "icmp":
                return
            both = one.operands[1:], one.operands[2:0:-1]
            parts = [compared.name]
        elif one.opcode == "sub":
            self._find_masked_csub(one)
            return
        elif one.opcode == "call" and one.callee.startswith("@llvm.umin."):
            both, parts, compared = (one.operands, one.operands[::-1]), [], None
        else:
            return
        for subtracted, kept in both:
            made = self._single(subtracted)
            if made and _takes(made) == kept and _matches(compared, kept, made):
                self.part |= {made.name, *parts}
                self.named[one.name] = "csub"

    def _find_masked_csub(self, one: Instruction) -> None:
        """What is taken off is the other value, or nothing: `a - (a >= b ? b : 0)`."""
        chosen = self._single(one.operands[1])
        compared = (
            self._single(chosen.operands[0]) if chosen and chosen.opcode == "select" else None
        )
        if not chosen or not compared or compared.opcode != "icmp" or "0" not in chosen.operands:
            return
        other = next((o for o in chosen.operands[1:] if o != "0"), "")
        if {one.operands[0], other} == set(compared.operands):
            self.part |= {chosen.name, compared.name}
            self.named[one.name] = "csub"

    def _take(self, one: Instruction, counted: Counted) -> None:
        if one.opcode in ("load", "store"):
            self._memory(one, counted)
        elif one.opcode in ("call", "invoke"):
            self._call(one, counted)
        elif not self._is_data(one):
            counted.control += _is_work(one)
        elif one.opcode in ("insertelement", "extractelement"):
            counted.add("shuffle", typed_element(one.type))
        elif name := self.named.get(one.name) or _plain(one):
            kind = one.type if one.opcode not in CAST else _wider(one)
            counted.add(name, kind)
            if one.name in self.pairs:
                counted.add("pair", kind)

    def _memory(self, one: Instruction, counted: Counted) -> None:
        place = one.operands[-1]
        if one.opcode == "store":
            if self.flow.is_data(self.function, one.operands[0]):
                counted.add("store", one.type)
            return
        if one.type == "ptr":
            return
        bases = self.flow.bases_of(self.function, place)
        if self.flow.is_data(self.function, place):
            counted.add("lookup", one.type)
            counted.tables |= bases
        elif not self.flow.is_constant(bases):
            counted.add("load", one.type)

    def _call(self, one: Instruction, counted: Counted) -> None:
        if one.callee == "asm":
            counted.operations["asm"] += not one.flags
            return
        if not one.callee.startswith("@llvm.") or SILENT.match(one.callee):
            return
        if not self._is_data(one):
            counted.control += 1
            return
        name, kind = one.callee.removeprefix("@llvm."), one.type
        if one.name in self.named:
            counted.add(self.named[one.name], kind)
        elif name.startswith(("fshl.", "fshr.")):
            is_rotation = one.operands[0] == one.operands[1]
            for part in ("rotate",) if is_rotation else ("shift", "shift", "or"):
                counted.add(part, kind)
        elif parts := next((p for n, p in PARTS.items() if name.startswith(f"{n}.")), None):
            whole = VECTOR.search(kind) or re.search(r"i\d\d*", kind)
            for part in parts:
                counted.add(part, whole[0] if whole else kind)
        else:
            counted.operations[intrinsic(name)] += 1


def typed_element(kind: str) -> str:
    """The type of a vector's elements."""
    found = VECTOR.fullmatch(kind)
    return f"i{found[2]}" if found else kind


def intrinsic(name: str) -> str:
    """The name of an instruction that an intrinsic stands for: `x86.aesni.aesenc` is `aesenc`."""
    short = SIZE.sub("", FAMILY.sub("", re.sub(r"^(?:x86|aarch64|arm|ppc|s390)\.", "", name)))
    return {"pshuf": "pshufb"}.get(short, re.sub(r"[^a-z0-9]", "", short))[:40]


def _takes(one: Instruction) -> str:
    """What a subtraction takes something from; empty for anything else."""
    is_constant = one.opcode == "add" and one.operands[1].startswith("-")
    return one.operands[0] if one.opcode == "sub" or is_constant else ""


def _matches(compared: Instruction | None, kept: str, made: Instruction) -> bool:
    """Whether a comparison is of the values of a subtraction. An unsigned minimum compares them by itself."""
    other = made.operands[1]
    if compared is None:
        return made.opcode == "sub" or other.startswith("-")
    left, right = compared.operands
    if made.opcode == "sub":
        return {left, right} == {kept, other}
    near = {str(-int(other) + step) for step in (-1, 0, 1)} if other[1:].isdigit() else set()
    return left == kept and right in near


def _plain(one: Instruction) -> str:
    """The class that an opcode has; empty for one that is no operation."""
    if one.opcode in SHIFTS:
        return "shift"
    if one.opcode in DIVISIONS:
        return "div"
    if one.opcode in ("zext", "sext", "trunc"):
        return "convert"
    if one.opcode in ("shufflevector", "insertelement", "extractelement"):
        return "shuffle"
    if one.opcode == "icmp":
        return "compare"
    return one.opcode if one.opcode in ("add", "sub", "mul", "and", "or", "xor", "select") else ""


def _wider(one: Instruction) -> str:
    """Of a conversion the wider type."""
    return max(one.type, one.flags[-1], key=lambda kind: shape(kind)[1])


def _is_work(one: Instruction) -> bool:
    """Whether an instruction that is not of data is work for a processor all the same."""
    is_branch = one.opcode == "br" and len(one.operands) > 1
    return bool(_plain(one)) or is_branch or one.opcode == "switch"


def table_sizes(flow: Flow, names: set[str]) -> dict[str, int]:
    """Bytes of tables by name; those on the stack are named after their function."""
    sizes = {}
    for name in names:
        if name in flow.module.variables:
            sizes[name] = size_of(flow.module.variables[name].type, flow.module.structs)
        function, _, local = name.partition(":")
        for one in flow.module.functions[function].instructions() if local else ():
            if one.name == local:
                sizes[name] = size_of(one.type, flow.module.structs)
    return {name: size for name, size in sizes.items() if size}
