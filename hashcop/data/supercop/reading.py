"""SUPERCOP's data lines in, records out: as a stream, with a bounded number of hashes in memory at a time."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from hashcop.data.records import FORMAT, Compiler, Machine, Record
from hashcop.data.records import Counter as Clock
from hashcop.data.said import LONGEST
from hashcop.data.supercop import words
from hashcop.data.supercop.block import Block, Subject, Verdict

# The lines of so many hashes (each with class, machine and target) may be mixed. A file that is sorted, or whose days
# are, mixes fewer.
_OPEN = 16
_UNKNOWN = Clock(name="", core_cycles=None)


@dataclass(slots=True)
class _Machine:
    """What lines tell of a machine; the last line counts."""

    time: str = ""
    version: str = ""
    processor: str = ""
    counters: dict[str, Clock] = field(default_factory=dict)
    compilers: dict[tuple[str, str], None] = field(default_factory=dict)

    def record(self, name: str) -> Machine:
        is_ours = self.version.startswith(words.OURS)
        version = self.version.removeprefix(words.OURS)
        return Machine(
            time=self.time,
            machine=name,
            format=FORMAT,
            hashcop=version if is_ours else "",
            supercop="" if is_ours else version,
            processor=self.processor,
            counter=self.counters,
            compilers=tuple(Compiler(command=c, version=v) for c, v in self.compilers),
        )


@dataclass(slots=True)
class _Context:
    """Where a line belongs."""

    block: Block
    machine: _Machine
    target: str


class Reader:
    """Makes records of the lines of one file; counts in `left_out` the lines that no record is made of, by kind."""

    def __init__(self, left_out: Counter[str]) -> None:
        self._left_out = left_out
        self._machines: dict[str, _Machine] = {}
        self._contexts: OrderedDict[tuple[str, ...], _Context] = OrderedDict()
        self._classes: dict[tuple[str, ...], str] = {}
        self._newest: tuple[tuple[str, ...], _Context] | None = None

    def take(self, line: bytes) -> Iterable[Record]:
        """The records that this line completes. Raises ValueError for a line that is not SUPERCOP's."""
        if not line.endswith(b"\n"):
            self._left_out["torn last lines"] += 1
            return ()
        if line.startswith(b"+"):
            self._left_out["lines of the log"] += 1
            return ()
        said = line.decode(errors="surrogateescape").rstrip("\r\n")
        if not said:
            self._left_out["empty lines"] += 1
            return ()
        try:
            return self._take(said.split(" "))
        except (ValueError, OverflowError) as error:
            what = f"neither a record nor a line of SUPERCOP's data: {error}"
            raise ValueError(what) from None

    def _take(self, found: list[str]) -> Iterable[Record]:
        if len(found) < 7:
            raise ValueError("it has fewer than 7 words")
        version, host, target, date, operation, subject, what = found[:7]
        time = words.time(date)
        if operation != words.OPERATION:
            if not operation.startswith("crypto_"):
                raise ValueError(f"{operation[:40]!r} is not an operation such as crypto_hash")
            self._left_out[f"lines of {operation}"] += 1
            return ()
        if what not in _TAKERS:
            if not what.replace("_", "").isalnum():
                raise ValueError(f"{what[:40]!r} is not a kind of line")
            self._left_out[f"lines of the kind {what}"] += 1
            return ()
        take, needed = _TAKERS[what]
        rest = found[7:]
        if len(rest) < needed:
            raise ValueError(f"{what} is followed by {len(rest)} words, and needs {needed}")
        key = (version, host, target, subject)
        complete: list[Record] = []
        if self._newest is None or self._newest[0] != key:
            self._newest = key, self._context(key, complete)
        context = self._newest[1]
        context.machine.time = max(context.machine.time, time)
        context.machine.version = version
        take(self, context, time, rest)
        return complete

    def _context(self, key: tuple[str, ...], complete: list[Record]) -> _Context:
        """Where lines of this version, host, target and hash belong.

        Where this closes the block that has waited longest, its records are added to `complete`.
        """
        found = self._contexts.get(key)
        if found:
            self._contexts.move_to_end(key)
            return found
        if len(self._contexts) >= _OPEN:
            complete += self._records(self._contexts.popitem(last=False)[1].block)
        version, host, target, word = key
        hash_name, _, security = word.partition("/")
        name = words.machine(host, version)
        sources = version if version.startswith(words.OURS) else f"supercop-{version}"
        block = Block(Subject(name, target, hash_name, security, sources), self._classes)
        machine = self._machines.setdefault(name, _Machine())
        self._contexts[key] = _Context(block, machine, target)
        return self._contexts[key]

    def _records(self, block: Block) -> Iterator[Record]:
        yield from block.records()
        if block.unknown:
            self._left_out["cycles lines of no known implementation"] += block.unknown

    def end(self) -> Iterator[Record]:
        """The records that are complete at the end of the file."""
        for context in self._contexts.values():
            yield from self._records(context.block)
        for name, machine in self._machines.items():
            yield machine.record(name)

    def _fromcompiler(self, context: _Context, time: str, rest: list[str]) -> None:
        implementation, options, file, *said = rest
        attempt = context.block.attempt(time, implementation, options)
        if file == words.REASON:
            attempt.reason = words.message_of(said)
        else:
            attempt.said.append(words.message_of(said)[:LONGEST])

    def _tryfails(self, context: _Context, time: str, rest: list[str]) -> None:
        attempt = context.block.attempt(time, rest[0], rest[1])
        attempt.refuse(words.message_of(rest[2:]) or "the check gave no reason")

    def _try(self, context: _Context, time: str, rest: list[str]) -> None:
        sums, verdict, cycles, _, rate, implementation, options, *others = rest
        if verdict not in words.VERDICTS:
            raise ValueError(f"{verdict[:40]!r} is none of {', '.join(words.VERDICTS)}")
        value = words.number(cycles)
        timings = words.timings(value, others[0]) if others and others[0] != "-" else [value]
        outcome, expected = words.VERDICTS[verdict]
        reasons = (f"the checksums {sums} are not the hash's own",) if outcome == "wrong" else ()
        small, _, big = (part if part.strip("-") else "" for part in sums.partition("/"))
        found = Verdict(outcome, expected, reasons, small, big)
        context.block.attempt(time, implementation, options).tried(found, value, timings)
        if not self._counter(context).ticks_per_second:
            self._count(context, ticks_per_second=words.number(rate))

    def _objsize(self, context: _Context, time: str, rest: list[str]) -> None:
        implementation, options, text, data, bss, file = rest[:6]
        attempt = context.block.attempt(time, implementation, options)
        attempt.built = True
        size = [str(words.number(section)) for section in (text, data, bss)]
        if file in words.PROGRAMS:
            self._left_out["sizes of whole programs"] += 1
        else:
            attempt.sizes[file, *size] = None

    def _implementation(self, context: _Context, time: str, rest: list[str]) -> None:
        context.block.measure(rest[0], words.text(rest[1]))

    def _compiler(self, context: _Context, time: str, rest: list[str]) -> None:
        context.block.open.options = rest[0]
        command = next(iter(words.options(rest[0])), "")
        context.machine.compilers[command, words.text(rest[1])] = None

    def _cycles(self, context: _Context, time: str, rest: list[str]) -> None:
        length = words.number(rest[0])
        if length < 0:
            raise ValueError(f"a message can't have {length} bytes")
        context.block.open.add(time, length, words.timings(words.number(rest[1]), rest[2]))

    def _outputbytes(self, context: _Context, time: str, rest: list[str]) -> None:
        context.block.output_bytes = words.number(rest[0])

    def _cpuid(self, context: _Context, time: str, rest: list[str]) -> None:
        context.machine.processor = words.text(rest[0])

    def _rate(self, context: _Context, time: str, rest: list[str]) -> None:
        self._count(context, ticks_per_second=words.number(rest[0]))

    def _counter_name(self, context: _Context, time: str, rest: list[str]) -> None:
        name = "" if rest[0] == "-" else rest[0]
        self._count(context, name=name, core_cycles=words.core_cycles(name))

    def _counter(self, context: _Context) -> Clock:
        return context.machine.counters.get(context.target, _UNKNOWN)

    def _count(self, context: _Context, **changed: object) -> None:
        """Take in what a line tells of the counter of a target."""
        context.machine.counters[context.target] = replace(self._counter(context), **changed)

    def _timecop(self, outcome: str, context: _Context, time: str, rest: list[str]) -> None:
        attempt = context.block.attempt(time, rest[0], rest[1])
        attempt.built = True
        attempt.timecop.append((outcome, words.message_of(rest[2:])))


_Taker = Callable[[Reader, _Context, str, list[str]], None]


def _timecop(outcome: str) -> _Taker:
    return lambda reader, context, time, rest: reader._timecop(outcome, context, time, rest)


# The kind of a line -> the method that takes it, and how many words follow the kind at least.
_TAKERS: dict[str, tuple[_Taker, int]] = {
    "cycles": (Reader._cycles, 3),
    "fromcompiler": (Reader._fromcompiler, 3),
    "tryfails": (Reader._tryfails, 2),
    "try": (Reader._try, 7),
    "objsize": (Reader._objsize, 6),
    "implementation": (Reader._implementation, 2),
    "outputbytes": (Reader._outputbytes, 1),
    "cpuid": (Reader._cpuid, 1),
    "cpucycles_persecond": (Reader._rate, 1),
    "cpucycles_implementation": (Reader._counter_name, 1),
    "compiler": (Reader._compiler, 2),
    "timecop_pass": (_timecop("pass"), 2),
    "timecop_fail": (_timecop("fail"), 2),
    "timecop_error": (_timecop("error"), 2),
}
