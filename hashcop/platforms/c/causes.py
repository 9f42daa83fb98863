"""Why a build failed, in the words of the author's code: from what compilers, assemblers and linkers say.

Each cause is recognised by the words of the tools, which a build record keeps below it. Where nothing is recognised,
the first error is the reason, as the compiler has it.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hashcop.data.said import first_error

NATIVE = ("-march=native", "-mcpu=native")
SHOWN = 3  # names in a reason
HARNESS = "harness.o"

# gcc names the header of an intrinsic, and not its instruction set.
SETS = {
    "xmmintrin": "sse",
    "emmintrin": "sse2",
    "pmmintrin": "sse3",
    "tmmintrin": "ssse3",
    "smmintrin": "sse4",
    "nmmintrin": "sse4",
    "wmmintrin": "aes or pclmul",
    "ammintrin": "sse4a",
}
_INTRINSIC_OF_GCC = re.compile(
    r"/(\w+)\.h:\d+:\d+: error: inlining failed in call to ‘always_inline’ ‘(\w+)[^’]*’.*"
    r"target specific option mismatch"
)
_CALLED_FROM = re.compile(r"^(\S+?:\d+:\d+): note: called from here", re.MULTILINE)
_INTRINSIC_OF_CLANG = re.compile(
    r"^(\S+?:\d+:\d+): error: (?:always_inline function )?'(\w+)' (?:requires|needs) target feature '?([\w.,|]+)"
)
_32_BIT = re.compile(
    r"^(\S+?:\d+)(?::\d+)?: [Ee]rror: (?:instruction requires: Not 64-bit mode"
    r"|invalid instruction suffix for [`'](?:push|pop)\w*'|[`']\w+' is not supported in 64-bit mode)",
    re.MULTILINE,
)
_IN_A_HEADER = re.compile(r"^/\S*?/([^/\s]+\.h):\d+:\d+: (?:fatal )?error: (.*)")
_INCLUDED = re.compile(r"^(?:In file included|\s+) from ([^/\s]\S*?:\d+)", re.MULTILINE)
_OUT_OF_MEMORY = re.compile(
    r"virtual memory exhausted|out of memory|[Cc]annot allocate memory|LLVM ERROR: .*allocation failed"
)
_UNDEFINED = re.compile(
    r"undefined reference to [`'‘](.+?)['’]$|undefined symbol: (.+)$"
    r"|relocation R_\w+ against undefined (?:hidden )?symbol [`'‘](.+?)['’]"
)
_MEMBER = re.compile(r"(?<![\w/])implementation\.a\((\d+)\.o\)")  # not of a subroutine's
_SOURCE = re.compile(r"(?:^|\s)([^\s:/(]+\.\w+):(?:\(|\d)")
_ABSOLUTE = re.compile(
    r"relocation R_\w+ (?:cannot be used )?against (?:local |hidden |protected )?(?:symbol |)[`'‘]?"
    r"(?P<name>[^\s'’;]+)['’]?.*(?:recompile with -f(?:PIE|PIC)|making a (?:PIE|shared) object)"
)
_TWICE = re.compile(r"multiple definition of [`'‘](.+?)['’]|duplicate symbol: (\S+)")
_CONDITION = re.compile(r"^[ \t]*#[ \t]*(?:el)?if(?:def)?\b(.*)", re.MULTILINE)
_PREDEFINED = re.compile(r"\b_[A-Z_]\w*\b")


@dataclass(frozen=True)
class Linked:
    """What was linked: the files that are compiled, in the order of their objects, and the names that these define.

    `function`: the name that the harness calls, and `plain` the name that an author writes. `lost`: files of the
    directory that are links to nothing. `texts`: of the sources. `predefined`: the macros of the compiler.
    """

    target: str
    function: str
    plain: str
    texts: Mapping[str, str]
    defined: Collection[str] = ()
    lost: Sequence[str] = ()
    predefined: Collection[str] = ()

    @property
    def sources(self) -> Sequence[str]:
        """The files, in order."""
        return list(self.texts)


def _named(names: Collection[str]) -> str:
    """Quoted names: a few of many."""
    shown = [f"‘{name}’" for name in sorted(names)[:SHOWN]]
    left = len(names) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left else "")


def _allowed(flags: Sequence[str]) -> str:
    native = next((flag for flag in flags if flag in NATIVE), "")
    return f"{native} does not allow on this processor" if native else "these options do not allow"


def _instructions(lines: Sequence[str], said: str, flags: Sequence[str]) -> str:
    """Intrinsics of an instruction set that the options leave out."""
    for line in lines:
        found = _INTRINSIC_OF_GCC.search(line)
        if found:
            header, name = found.groups()
            called = _CALLED_FROM.search(said, said.find(line))
            place = called[1] if called else f"{header}.h"
            kind = SETS.get(header, header.removesuffix("intrin"))
            break
        found = _INTRINSIC_OF_CLANG.search(line)
        if found:
            place, name, kind = found.groups()
            break
    else:
        return ""
    return f"{place}: error: needs {kind} instructions (‘{name}’), which {_allowed(flags)}"


def _of_32_bits(said: str, target: str) -> str:
    found = _32_BIT.search(said)
    if found is None or target == "x86":
        return ""
    return (
        f"{found[1]}: error: the assembly is for 32-bit x86, and not for {target}; "
        "a file ‘architectures’ with the line x86 says so"
    )


def _in_a_header(first: str, said: str) -> str:
    """An error in a header of the system: with the place that includes it."""
    found, included = _IN_A_HEADER.search(first), _INCLUDED.search(said)
    if found is None or included is None:
        return ""
    return f"{included[1]}: error: in the header {found[1]}: {found[2]}"


def of_compiling(said: str, flags: Sequence[str], target: str, memory: str) -> str:
    """Why sources do not compile. `memory`: what a compiler may use, in words."""
    lines, first = said.splitlines(), first_error(said)
    if _OUT_OF_MEMORY.search(said):
        return f"the compiler ran out of memory: it may use {memory}, which is fixed"
    causes: Sequence[Callable[[], str]] = (
        lambda: _instructions([first], said, flags),
        lambda: _of_32_bits(said, target),
        lambda: _in_a_header(first, said),
    )
    return next(filter(None, (cause() for cause in causes)), first) if lines else first


def _users(said: str, linked: Linked) -> Iterator[tuple[str, str]]:
    """(name that nothing defines, file that uses it or empty), in the order in which the linker says so."""
    member = ""
    for line in said.splitlines():
        inside = _MEMBER.search(line)
        if inside:
            member = _file_of(line, linked)
        elif "facts.o" in line:
            member = ""
        found = _UNDEFINED.search(line)
        if found:
            source = _SOURCE.search(line)
            user = source[1] if source and source[1] in linked.texts else member
            yield found[1] or found[2] or found[3], user


def _without_function(linked: Linked) -> str:
    """Why nothing defines the function itself."""
    plain, target = linked.plain, linked.target
    mangled = [name for name in linked.defined if name.startswith("_Z") and plain in name]
    if mangled:
        return f'{plain} is a function of C++: declare it extern "C", as the header {plain}.h does'
    if plain in linked.defined:
        return (
            f"{plain} is defined under this name, and not under that of the implementation: "
            f"include {plain}.h where it is defined"
        )
    unmet = _unmet(linked.texts, linked.predefined)
    why = f": {', '.join(unmet)}, which the compiler does not define with them" if unmet else ""
    what = f"no file defines {plain}" if linked.defined else "all sources are empty"
    return f"{what} for {target} with these options{why}"


def _not_preprocessed(names: Collection[str], linked: Linked) -> str:
    """A macro of an assembly file that no preprocessor reads."""
    for file, text in linked.texts.items():
        defines = set(re.findall(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", text, re.MULTILINE))
        both = sorted(defines.intersection(names))
        if both and file.endswith(".s"):
            return (
                f"{file} defines {_named(both)} by #define, but a file named .s is not preprocessed: "
                "name it .S"
            )
    return ""


def _undefined(said: str, linked: Linked) -> str:
    users: dict[str, str] = {}
    for name, user in _users(said, linked):
        users[name] = users.get(name) or user
    if not users:
        return ""
    verb = "lead" if len(linked.lost) > 1 else "leads"
    lost = f"; {_named(linked.lost)} {verb} to no file" if linked.lost else ""
    if linked.function in users:
        return _without_function(linked) + lost
    unread = _not_preprocessed(users, linked)
    if unread:
        return unread
    file = next(iter(users.values()))
    used = f", which {file} uses" if file else ""
    return f"neither a file nor a library defines {_named(users)}{used}{lost}"


def _files_of(line: str, linked: Linked) -> list[str]:
    """The files of the objects that a line of the linker names."""
    numbers = map(int, _MEMBER.findall(line))
    return [linked.sources[number] for number in numbers if number < len(linked.sources)]


def _file_of(line: str, linked: Linked) -> str:
    return next(iter(_files_of(line, linked)), "")


def _absolute(said: str, linked: Linked) -> str:
    """Absolute addresses in a program that is loaded anywhere."""
    for line in said.splitlines():
        found = _ABSOLUTE.search(line)
        if found:
            file, name = _file_of(line, linked) or "a file", found["name"]
            of = "in the section" if name.startswith(".") else "of"
            advice = ": write them relative to %rip" if linked.target == "amd64" else ""
            return (
                f"{file} is not position independent, as all programs here are: it uses absolute "
                f"addresses {of} ‘{name}’{advice}"
            )
    return ""


def _twice(said: str, linked: Linked) -> str:
    """Names that two files define, or a file and the harness."""
    member = ""
    for line in said.splitlines():
        members = _files_of(line, linked)
        member = members[0] if members else member
        found = _TWICE.search(line)
        if found is None:
            continue
        name, source = found[1] or found[2], _SOURCE.search(line)
        file = source[1] if source and source[1] in linked.texts else member or "a file"
        if len(members) > 1:
            return f"‘{name}’ is defined more than once: in {members[0]} and in {members[1]}"
        if HARNESS in line:
            return f"{file} defines ‘{name}’, as the harness does: make it static, or name it otherwise"
    return ""


def of_linking(said: str, linked: Linked) -> str:
    """Why objects can't be linked."""
    causes = (_undefined, _twice, _absolute)
    return next(filter(None, (cause(said, linked) for cause in causes)), first_error(said))


def _unmet(texts: Mapping[str, str], predefined: Collection[str]) -> list[str]:
    """The first conditions of sources on macros of the compiler that it does not define: `hash.c:3: #if __AVX2__`.

    `texts`: file -> its text. Macros of the compiler begin with an underscore and a capital letter, or two underscores.
    """
    found: dict[str, str] = {}
    own = {
        name for text in texts.values() for name in re.findall(r"#[ \t]*define[ \t]+(\w+)", text)
    }
    for file, text in texts.items():
        for condition in _CONDITION.finditer(text):
            for name in _PREDEFINED.findall(condition[1]):
                if name not in predefined and name not in own:
                    line = text.count("\n", 0, condition.start()) + 1
                    found.setdefault(name, f"{file}:{line} asks for ‘{name}’")
    return list(found.values())[:SHOWN]
