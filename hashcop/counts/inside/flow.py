"""Which values are data: those that come, through any chain, from memory that is not constant.

Loop counters, addresses and lengths come from constants and arguments, and so are none. A load of a constant table is
data if its index is. A fixed point over all functions: arguments and results flow between callers and callees, and a
call through a pointer may reach each function whose address is taken and that has as many arguments.
"""

from collections import defaultdict
from dataclasses import dataclass, field

from .ir import GLOBAL, LOCAL, Function, Instruction, Module

MEMORY = ""  # the base of a pointer to memory that is not constant, or not known
Value = tuple[str, str]  # function, name
Bases = frozenset[str]
_PASSES = frozenset(["phi", "select", "getelementptr", "bitcast", "freeze", "addrspacecast"])
_NOTHING: Bases = frozenset()


def names_in(operand: str) -> list[str]:
    """The local values that an operand names."""
    return LOCAL.findall(operand) if "%" in operand else []


@dataclass
class Flow:
    """What is found out.

    `data`: the values that are data. `bases`: what a pointer may point into: globals, `function:%alloca`, or MEMORY.
    """

    module: Module
    entry: str
    data: set[Value] = field(default_factory=set)
    bases: dict[Value, Bases] = field(default_factory=lambda: defaultdict(lambda: _NOTHING))
    returns: set[str] = field(default_factory=set)  # functions whose result is data
    changed: bool = True

    def is_data(self, function: Function, operand: str) -> bool:
        """Whether an operand is data."""
        return any((function.name, name) in self.data for name in names_in(operand))

    def bases_of(self, function: Function, operand: str) -> Bases:
        """What a pointer that is an operand may point into."""
        found = frozenset(GLOBAL.findall(operand)) if "@" in operand else _NOTHING
        for name in names_in(operand):
            found |= self.bases[function.name, name]
        return found

    def is_constant(self, bases: Bases) -> bool:
        """Whether all that a pointer may point into is constant."""
        known = self.module.variables
        return bool(bases) and all(one in known and known[one].is_constant for one in bases)

    def _mark(self, value: Value) -> None:
        if value not in self.data:
            self.data.add(value)
            self.changed = True

    def _point(self, value: Value, bases: Bases) -> None:
        if not bases <= self.bases[value]:
            self.bases[value] |= bases
            self.changed = True

    def solve(self) -> "Flow":
        """Work until nothing changes. The entry's pointers point to memory."""
        self.address_taken = _address_taken(self.module)
        entry = self.module.functions[self.entry]
        for name in entry.arguments:
            self._point((entry.name, name), frozenset({MEMORY}))
        while self.changed:
            self.changed = False
            for function in self.module.functions.values():
                for one in function.instructions():
                    self._step(function, one)
        return self

    def _step(self, function: Function, one: Instruction) -> None:
        value = function.name, one.name
        if one.opcode in ("call", "invoke"):
            self._call(function, one)
        elif one.opcode == "ret":
            self._return(function, one)
        elif one.opcode == "load":
            self._load(function, one)
        elif one.opcode == "alloca":
            self._point(value, frozenset({f"{function.name}:{one.name}"}))
        elif one.name:
            if any(self.is_data(function, operand) for operand in one.operands):
                self._mark(value)
            if one.type == "ptr":
                self._pointer(function, one)

    def _pointer(self, function: Function, one: Instruction) -> None:
        operands = one.operands[:1] if one.opcode == "getelementptr" else one.operands
        passes = one.opcode in _PASSES
        for operand in operands if passes else ():
            self._point((function.name, one.name), self.bases_of(function, operand))
        if not passes:
            self._point((function.name, one.name), frozenset({MEMORY}))

    def _load(self, function: Function, one: Instruction) -> None:
        value, bases = (function.name, one.name), self.bases_of(function, one.operands[0])
        constant = self.is_constant(bases)
        if one.type == "ptr":
            known = self.module.variables
            names = {name for base in bases if base in known for name in known[base].names}
            self._point(value, frozenset(names if constant and names else {MEMORY}))
        elif not constant or self.is_data(function, one.operands[0]):
            self._mark(value)

    def _return(self, function: Function, one: Instruction) -> None:
        returned = any((function.name, name) in self.data for name in one.operands)
        if returned and function.name not in self.returns:
            self.returns.add(function.name)
            self.changed = True

    def _call(self, function: Function, one: Instruction) -> None:
        value = function.name, one.name
        called = self.called(one)
        for callee in called:
            for name, operand in zip(callee.arguments, one.operands, strict=False):
                if self.is_data(function, operand):
                    self._mark((callee.name, name))
                self._point((callee.name, name), self.bases_of(function, operand))
            if one.name and callee.name in self.returns:
                self._mark(value)
        given = one.callee == "asm" or any(self.is_data(function, o) for o in one.operands)
        if one.name and not called and given:
            self._mark(value)
        if one.type == "ptr":
            self._point(value, frozenset({MEMORY}))

    def called(self, one: Instruction) -> list[Function]:
        """The functions with a body that a call may reach."""
        if one.callee in self.module.functions:
            return [self.module.functions[one.callee]]
        if not one.callee.startswith("%"):
            return []
        every = (self.module.functions[name] for name in self.address_taken)
        return [other for other in every if len(other.arguments) == len(one.operands)]


def _address_taken(module: Module) -> list[str]:
    """The functions that something else than a call names."""
    named = {name for variable in module.variables.values() for name in variable.names}
    for function in module.functions.values():
        for one in function.instructions():
            for operand in one.operands:
                named |= set(GLOBAL.findall(operand)) if "@" in operand else set()
    return [name for name in module.functions if name in named]
