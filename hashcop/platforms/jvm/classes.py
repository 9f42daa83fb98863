"""What class files tell: methods that the JVM will not compile, and classes that a hash has no need for.

Source: The Java Virtual Machine Specification, chapter 4.
"""

import re
import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

LONGEST = 8000  # bytes of a method's code: HotSpot never compiles a longer one
# Classes, or members of them, by which code reaches out of its JVM.
REACHING = re.compile(
    r"java/lang/(Thread|ThreadGroup|Runtime|ProcessBuilder|ClassLoader)\b.*"
    r"|java/util/concurrent/(Executors|ForkJoinPool|ThreadPoolExecutor|CompletableFuture)\b.*"
    r"|java/io/(File|FileInputStream|FileOutputStream|RandomAccessFile)\b.*"
    r"|java/(net|nio/file|nio/channels)/.*|sun/misc/Unsafe\b.*|jdk/internal/.*"
    r"|java/lang/System\.exit|java/lang/reflect/.*|java/lang/foreign/.*"
)
METHODS = {10, 11}
# Bytes of an entry of the constant pool behind its tag; strings say themselves how long they are.
SIZES = {
    3: 4,
    4: 4,
    5: 8,
    6: 8,
    7: 2,
    8: 2,
    9: 4,
    10: 4,
    11: 4,
    12: 4,
    15: 3,
    16: 2,
    17: 4,
    18: 4,
    19: 2,
    20: 2,
}
TEXT, LONG, DOUBLE, CLASS, NAMED = 1, 5, 6, 7, 12
NATIVE = 0x100


@dataclass
class ClassFile:
    """What is read of a class file."""

    name: str = ""
    classes: set[str] = field(default_factory=set)  # that it names
    members: set[str] = field(default_factory=set)  # methods that it calls: CLASS.NAME
    methods: dict[str, int] = field(default_factory=dict)  # its own: bytes of code
    natives: set[str] = field(default_factory=set)


class NoClassFile(ValueError):
    """Bytes that are no class file."""


class _Reader:
    def __init__(self, content: bytes) -> None:
        self.content = content
        self.at = 0

    def number(self, size: int) -> int:
        part = self.content[self.at : self.at + size]
        if len(part) < size:
            raise NoClassFile("too short")
        self.at += size
        return int.from_bytes(part)

    def text(self, size: int) -> str:
        self.at += size
        return self.content[self.at - size : self.at].decode("utf-8", errors="replace")


def read(content: bytes) -> ClassFile:
    """A class file. Raises NoClassFile."""
    reader, found = _Reader(content), ClassFile()
    if reader.number(4) != 0xCAFEBABE:
        raise NoClassFile("another magic number")
    reader.number(4)
    pool = _pool(reader)
    name = {index: pool[index] for index in pool}

    def text(index: int) -> str:
        value = name.get(index)
        return value if isinstance(value, str) else ""

    def class_at(index: int) -> str:
        value = name.get(index)
        return text(value[1]) if isinstance(value, tuple) and value[0] == CLASS else ""

    for value in pool.values():
        if isinstance(value, tuple) and value[0] == CLASS:
            found.classes.add(text(value[1]))
        elif isinstance(value, tuple) and value[0] in METHODS:
            both = name.get(value[2])
            member = text(both[1]) if isinstance(both, tuple) else ""
            found.members.add(f"{class_at(value[1])}.{member}")
    reader.number(2)
    found.name = class_at(reader.number(2))
    reader.number(2)
    interfaces = reader.number(2)
    reader.at += 2 * interfaces
    list(_members(reader, text))  # fields say nothing
    for flags, member, size in _members(reader, text):
        found.methods[member] = size
        if flags & NATIVE:
            found.natives.add(member)
    return found


def _pool(reader: _Reader) -> dict[int, "str | tuple[int, ...]"]:
    """The constants by number: texts, and (tag, numbers)."""
    count, index = reader.number(2), 1
    found: dict[int, str | tuple[int, ...]] = {}
    while index < count:
        tag = reader.number(1)
        if tag == TEXT:
            found[index] = reader.text(reader.number(2))
        elif tag == CLASS:
            found[index] = (tag, reader.number(2))
        elif tag in METHODS or tag == NAMED:
            found[index] = (tag, reader.number(2), reader.number(2))
        elif tag in SIZES:
            reader.number(SIZES[tag])
        else:
            raise NoClassFile(f"a constant of kind {tag}")
        index += 2 if tag in (LONG, DOUBLE) else 1
    return found


def _members(reader: _Reader, text: Callable[[int], str]) -> Iterator[tuple[int, str, int]]:
    """Of fields or methods: flags, name, and bytes of code."""
    for _ in range(reader.number(2)):
        flags, name = reader.number(2), text(reader.number(2))
        reader.number(2)
        size = 0
        for _ in range(reader.number(2)):
            attribute, length = text(reader.number(2)), reader.number(4)
            if attribute == "Code":
                (size,) = struct.unpack_from(">I", reader.content, reader.at + 4)
            reader.at += length
        yield flags, name, size


def notes(files: Mapping[str, bytes]) -> tuple[str, ...]:
    """What people should know of classes, in words."""
    found: list[str] = []
    for file, content in sorted(files.items()):
        try:
            one = read(content)
        except (NoClassFile, struct.error) as error:
            found.append(f"{file} can't be read: {error}")
            continue
        for method, size in sorted(one.methods.items()):
            if size > LONGEST:
                found.append(
                    f"{one.name}.{method} has {size} bytes of code: a JVM compiles no method of more than {LONGEST}"
                )
        found += [f"{one.name}.{method} is native" for method in sorted(one.natives)]
        reaching = sorted(name for name in one.classes | one.members if REACHING.fullmatch(name))
        if reaching:
            found.append(
                f"{one.name} reaches for {', '.join(name.replace('/', '.') for name in reaching)}"
            )
    return tuple(found)
