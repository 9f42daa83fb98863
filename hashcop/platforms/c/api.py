"""An api.h as data: its macros and the sizes among them, read without a compiler.

SUPERCOP includes api.h as C, so that it may hold anything. A plain one holds nothing but `#define CRYPTO_NAME value`,
and can't change what the code around it means. Submissions must have a plain one.
"""

import re
import unicodedata
from collections.abc import Iterator

from hashcop.data.printable import printable

MOST_CHARACTERS = 65_536
LONGEST_VALUE = 200  # characters of a macro's value
LARGEST = 1 << 16  # bytes of a size: measure/c/harness.h, longest_output
GUARD = re.compile(r"_*(?:[A-Z][A-Z0-9_]*_H|api_h)_*")
DEFINITION = re.compile(r"#[ \t]*define[ \t]+(\w+)(\(?)[ \t]*(.*)", re.ASCII)
NAME = re.compile(r"CRYPTO_[A-Z0-9_]+")
STRING = re.compile(r'"[ !#-\[\]-~]*"')  # of ASCII, without escapes
TOKEN = re.compile(
    r"[ \t]*(?:(0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]{0,3}\b|(\w+)|(<<|>>|[-+*/%()]))", re.ASCII
)
# Taken out of a text before its lines are looked at. A string hides what looks like a comment.
COMMENT = re.compile(r'("[^"\n]*")|//[^\n]*|/\*.*?(?:\*/|(?P<unended>\Z))', re.DOTALL)
SHOWN = 80  # characters of a line
MOST_DEPTH = 20  # of parentheses
MOST_SHIFT = 32


class _Wrong(ValueError):
    """A value that is not a simple constant expression. Says why."""


def plain_macros(text: str) -> dict[str, str]:
    """The macros of a plain api.h: their values, as they are written, by name.

    Plain are comments, blank lines, include guards, and `#define CRYPTO_NAME value`, where the value is a number, a
    string, or a constant expression of numbers and macros that are defined above it.
    Raises ValueError with the first line that is anything else.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"longer than {MOST_CHARACTERS} characters")
    lines = _lines(text)
    found: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for number, line in _without_guard(lines):
        definition = DEFINITION.fullmatch(line)
        if not definition or definition[2] or not NAME.fullmatch(definition[1]):
            raise _refused(number, line, "only #define CRYPTO_NAME VALUE may be there")
        name, value = definition[1], definition[3]
        if name in found:
            raise _refused(number, line, f"{name} is defined already")
        try:
            _evaluate(name, value, numbers)
        except _Wrong as error:
            raise _refused(number, line, str(error)) from None
        found[name] = value
    return found


def numbers_of(macros: dict[str, str]) -> dict[str, int]:
    """The macros of a plain api.h that are numbers, by name."""
    numbers: dict[str, int] = {}
    for name, value in macros.items():
        _evaluate(name, value, numbers)
    return numbers


def _refused(number: int, line: str, why: str) -> ValueError:
    return ValueError(f"line {number}: {printable(line.strip()[:SHOWN])}: {why}")


def _lines(text: str) -> list[tuple[int, str]]:
    """The numbers and texts of the lines that say something, without comments."""
    text = text.replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        why = _trick(line)
        if why:
            raise _refused(number, line, why)
    for comment in COMMENT.finditer(text):
        if comment["unended"] is not None:
            number = text.count("\n", 0, comment.start()) + 1
            line = comment[0].partition("\n")[0]
            raise _refused(number, line, "this comment does not end")
    bare = COMMENT.sub(_blank, text)
    lines = [(number, line.strip(" \t")) for number, line in enumerate(bare.split("\n"), 1)]
    return [(number, line) for number, line in lines if line]


def _trick(line: str) -> str:
    """What makes a compiler read a line otherwise than people do; empty for most lines."""
    if line.rstrip().endswith("\\"):
        return "a line must not go on in the next one"
    if "??" in line:
        return "it has a trigraph"
    if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c != "\t" for c in line):
        return "it has a control character"
    return ""


def _blank(comment: re.Match[str]) -> str:
    """A space for a comment, with its line ends; a string stays."""
    return comment[1] or " " + "\n" * comment[0].count("\n")


def _without_guard(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines within an include guard, if there is one."""
    if len(lines) < 3:
        return lines
    words = [line.replace("#", "# ", 1).split() for _, line in (*lines[:2], lines[-1])]
    name = words[0][-1]
    is_guard = (
        words[0] == ["#", "ifndef", name]
        and words[1] == ["#", "define", name]
        and words[2][:2] == ["#", "endif"]
        and len(words[2]) == 2
    )
    return lines[2:-1] if is_guard and GUARD.fullmatch(name) else lines


def _evaluate(name: str, value: str, numbers: dict[str, int]) -> None:
    """Add the value of a macro to `numbers` unless it is a string. Raises _Wrong if it is no constant expression."""
    if len(value) > LONGEST_VALUE:
        raise _Wrong(f"the value is longer than {LONGEST_VALUE} characters")
    if not STRING.fullmatch(value):
        numbers[name] = _Expression(value, numbers).number()


class _Expression:
    """A constant expression: numbers, macros, the operators of arithmetic and parentheses."""

    def __init__(self, text: str, numbers: dict[str, int]) -> None:
        self.numbers = numbers
        self.tokens = list(_tokens(text))
        self.depth = 0

    def number(self) -> int:
        """Its value. Raises _Wrong."""
        value = self._shifted()
        if self.tokens:
            raise _Wrong("the value is no constant expression")
        return value

    def _next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def _shifted(self) -> int:
        value = self._sum()
        while self._next() in ("<<", ">>"):
            operator, by = self.tokens.pop(0), self._sum()
            if not 0 <= by <= MOST_SHIFT:
                raise _Wrong("the value shifts too far")
            value = _bounded(value << by if operator == "<<" else value >> by)
        return value

    def _sum(self) -> int:
        value = self._product()
        while self._next() in ("+", "-"):
            operator, right = self.tokens.pop(0), self._product()
            value = _bounded(value + right if operator == "+" else value - right)
        return value

    def _product(self) -> int:
        value = self._signed()
        while self._next() in ("*", "/", "%"):
            operator, right = self.tokens.pop(0), self._signed()
            value = _bounded(value * right if operator == "*" else _divided(value, right, operator))
        return value

    def _signed(self) -> int:
        sign = 1
        while self._next() in ("+", "-"):
            sign = -sign if self.tokens.pop(0) == "-" else sign
        return sign * self._one()

    def _one(self) -> int:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise _Wrong("the value is nested too deeply")
        try:
            return self._operand()
        finally:
            self.depth -= 1

    def _operand(self) -> int:
        token = self.tokens.pop(0) if self.tokens else ""
        if token == "(":
            value = self._shifted()
            if not self.tokens or self.tokens.pop(0) != ")":
                raise _Wrong("the value has an open parenthesis")
            return value
        if token[:1].isdigit():
            return _bounded(_literal(token))
        if token in self.numbers:
            return self.numbers[token]
        raise _Wrong("the value is neither a number nor a string nor a constant expression")


def _tokens(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        found = TOKEN.match(text, place)
        if not found:
            raise _Wrong("the value is neither a number nor a string nor a constant expression")
        yield found[1] or found[2] or found[3]
        place = found.end()


def _literal(token: str) -> int:
    """A number as C reads it: octal after a zero."""
    try:
        if token[:2] in ("0x", "0X"):
            return int(token, 16)
        return int(token, 8 if len(token) > 1 and token[0] == "0" else 10)
    except ValueError:
        raise _Wrong(f"{token} is no number") from None


def _divided(value: int, right: int, operator: str) -> int:
    """A quotient or remainder as C has it, truncated."""
    if right == 0:
        raise _Wrong("the value divides by zero")
    quotient = abs(value) // abs(right) * (1 if (value < 0) == (right < 0) else -1)
    return quotient if operator == "/" else value - quotient * right


def _bounded(value: int) -> int:
    if abs(value) > 2**31 - 1:
        raise _Wrong("the value does not fit 32 bits")
    return value
