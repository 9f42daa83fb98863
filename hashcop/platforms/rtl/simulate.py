"""Whether a circuit is right, and how many clocks it takes: by simulation."""

import re
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from hashcop.data.lengths import LONGEST
from hashcop.data.records import Clocks
from hashcop.platforms.door import Disputed, Verdict
from hashcop.platforms.rtl import messages
from hashcop.platforms.rtl.design import Design
from hashcop.platforms.rtl.padding import Padding
from hashcop.platforms.rtl.room import NoSimulator, Room
from hashcop.platforms.rtl.witness import Fresh

RECIPE = 1  # part of the key of every verdict: to be raised when this module judges otherwise
STALLED = 2500  # bytes: known answers above are asked for without stalls only
LATENCY_BLOCKS, SAMPLED = 4, 48  # all lengths to so many blocks; so many beyond
LONG_BLOCKS = (4, 20)  # of the messages that clocks for a block are counted with
# What measure/rtl/bench.cpp says; a circuit is a stranger's, in the same process. Clocks are of 60 bits.
SAID = re.compile(
    r"digest [0-9]{1,4} [0-9a-f]+ [0-9]{1,18} [0-9]{1,18}|fault [ -~]{1,400}|reset|done"
)
AFTER = 300  # clocks, in which nothing more may be written


@dataclass(frozen=True)
class Run:
    """A way to feed a circuit: stalls of a thousand clocks, and whether messages are split, and filled up at random."""

    name: str
    source: int = 0
    destination: int = 0
    is_split: bool = False
    is_filled: bool = False
    longest: int = STALLED


RUNS = (
    Run("", longest=1 << 17),
    Run("while the source stalls", source=700),
    Run("while the destination stalls", destination=900),
    Run("while both stall", source=300, destination=300),
    Run("with random bits after the end of the message", source=100, is_filled=True),
    Run("in several segments", source=100, destination=100, is_split=True),
)
FINDINGS = ("with random bits after the end of the message", "in several segments")


@dataclass
class Asked:
    """What a simulator is asked: the request, and what it should answer for each stream, in order."""

    text: list[str] = field(default_factory=list)
    expected: dict[int, list[tuple[str, str]]] = field(default_factory=dict)

    def message(self, stream: int, words: Iterator[int], name: str, digest: str) -> None:
        """Another message: `name` is for people."""
        self.text.append(messages.command(stream, words))
        self.expected.setdefault(stream, []).append((name, digest))


@dataclass(frozen=True)
class Circuit:
    """A circuit with or without its padding unit, as a program that simulates it."""

    room: Room
    design: Design
    padding: Padding | None
    pads: bool
    program: Path
    output: int  # bytes

    def words(self, message: bytes, run: Run, chance: Random) -> Iterator[int]:
        """A message as words, as a run wants them."""
        text, total = message, None
        if not self.pads:
            assert self.padding
            text, total = self.padding.padded(message), len(message)
        block = self.padding.block if self.padding else len(text) + 1
        segments = [text]
        if run.is_split:
            segments = messages.split(text, block, chance, len(message))
        fill = chance if run.is_filled else None
        return messages.words(segments, self.design.w, total=total, fill=fill)

    def run(self, request: str, seed: int) -> list[list[str]]:
        """What the simulator says. Raises NoSimulator."""
        w = self.design.w
        shape = w, self.design.streams, self.output * 8 // w
        said = self.room.run(self.program, shape, request, seed)
        if not all(map(SAID.fullmatch, said)):
            raise NoSimulator("the simulation said something that none says")
        return [line.split(" ", 1) if line.startswith("fault") else line.split() for line in said]


def verdict(
    room: Room,
    design: Design,
    files: Mapping[str, bytes],
    known: Mapping[int, str],
    padding: Padding | None,
    fresh: Fresh,
    work: Path,
) -> Verdict:
    """What a check of the circuit of these files says. `known`: digests in hex by length. `work` is its own directory.

    Raises NoSimulator where the circuit can't be simulated.
    """
    if not known:
        raise NoSimulator("no digest of this hash is known: the tree has no kat.tsv")
    output = len(next(iter(known.values()))) // 2
    findings: list[str] = []
    clocks: Clocks | None = None
    # Messages are padded here for a circuit that does not, if that is known of the hash.
    ways = [pads for pads in design.pads_or_not if pads or padding]
    if not ways:
        raise NoSimulator("it gets padded messages, and how this hash pads is not known here")

    def judged(pads: bool) -> tuple[str, list[str], Clocks | None]:
        own = work / f"pad{int(pads)}"
        own.mkdir(parents=True, exist_ok=True)
        own.chmod(0o755)
        parameters = design.all_parameters(pads=pads)
        program = room.simulator(files, design.w, design.streams, parameters, own)
        circuit = Circuit(room, design, padding, pads, program, output)
        without = "" if pads == design.pads else " without its padding unit"
        wrong, found = _judged(circuit, known, fresh, without)
        return wrong, found, counted(circuit) if not wrong and pads == ways[0] else None

    with ThreadPoolExecutor(len(ways)) as pool:
        every = list(pool.map(judged, ways))
    for wrong, found, counts in every:
        if wrong:
            is_disputed = isinstance(wrong, Disputed)
            return Verdict(
                outcome="disputed" if is_disputed else "wrong",
                reason=wrong,
                disagrees_with=fresh.witness if is_disputed else "",
                known_answers=len(known),
                output_bytes=output,
            )
        findings += found
        clocks = clocks or counts
    return Verdict(
        outcome="right",
        findings=tuple(findings),
        expected="match",
        known_answers=len(known),
        fresh=len(fresh.messages) * len(ways),
        witness=fresh.witness,
        output_bytes=output,
        clocks=clocks,
    )


def _judged(
    circuit: Circuit, known: Mapping[int, str], fresh: Fresh, without: str
) -> tuple[str, list[str]]:
    """What is wrong with a circuit, or empty; and findings."""
    findings: list[str] = []
    for number, run in enumerate(RUNS):
        why = problem(circuit, run, known, number)
        if why and run.name in FINDINGS:
            findings.append(f"{why}{without}")
        elif why:
            return f"{why}{without}", findings
    why = _of_reset(circuit, known)
    if why:
        return f"{why}{without}", findings
    why = _of_fresh(circuit, fresh)
    if why:
        text = f"{why}{without}"
        return text if fresh.is_believed else Disputed(text, fresh.witness), findings
    # What depends on a fill or on segments in every run is no circuit for this interface.
    return ("; ".join(findings), []) if len(findings) == len(FINDINGS) else ("", findings)


def problem(circuit: Circuit, run: Run, known: Mapping[int, str], number: int) -> str:
    """What goes wrong in a run of the known answers, or empty."""
    chance = Random(number)
    lengths = [length for length in sorted(known) if length <= run.longest]
    streams = circuit.design.streams
    asked = Asked(["reset\n", f"stalls {run.source} {run.destination} {number + 1}\n"])
    for place in range(len(lengths)):
        for stream in range(streams):
            length = lengths[(place + 37 * stream) % len(lengths)]
            words = circuit.words(messages.message(length), run, chance)
            asked.message(stream, words, f"a message of {length} bytes", known[length])
    asked.text.append(f"go\nrun {AFTER}\n")
    return _compared(circuit, asked, run.name, number)


def _compared(circuit: Circuit, asked: Asked, how: str, seed: int) -> str:
    """What is wrong with a circuit's answers, in words, or empty; of wrong digests the first."""
    how = f" {how}" if how else ""
    left = {stream: list(expected) for stream, expected in asked.expected.items()}
    wrong: list[str] = []
    for what, *rest in circuit.run("".join(asked.text), seed + 1):
        if what == "fault":
            where = next(
                (expected[0][0] for expected in left.values() if expected), "the last message"
            )
            return wrong[0] if wrong else f"{rest[0]}{how}, at {where}"
        if what == "reset":  # what was answered before counts for nothing
            left = {stream: list(expected) for stream, expected in asked.expected.items()}
            wrong.clear()
        if what != "digest" or not left.get(int(rest[0])):
            continue
        stream, got = int(rest[0]), rest[1]
        name, digest = left[stream].pop(0)
        if got != digest:
            wrong.append(
                f"gave a wrong digest for {name}{how}: expected {digest[:16]}, got {got[:16]}"
            )
    if wrong:
        more = f", and {len(wrong) - 1} others" if len(wrong) > 1 else ""
        return f"{wrong[0]}{more}"
    missing = next((expected[0][0] for expected in left.values() if expected), "")
    return f"gave no digest for {missing}{how}" if missing else ""


def _of_reset(circuit: Circuit, known: Mapping[int, str]) -> str:
    """What goes wrong where a reset comes in the middle of messages."""
    chance, length = Random(99), max(n for n in known if n <= STALLED)
    text = messages.message(length)
    for clocks in (3, 40, 111):
        asked = Asked(["reset\nstalls 0 0 1\n"])
        for stream in range(circuit.design.streams):
            asked.text.append(messages.command(stream, circuit.words(text, RUNS[0], chance)))
        asked.text.append(f"run {clocks}\nreset\n")
        short = min(known)
        for stream in range(circuit.design.streams):
            words = circuit.words(messages.message(short), RUNS[0], chance)
            asked.message(stream, words, f"a message of {short} bytes", known[short])
        asked.text.append("go\n")
        why = _compared(circuit, asked, "after a reset in the middle of another one", clocks)
        if why:
            return why
    return ""


def _of_fresh(circuit: Circuit, fresh: Fresh) -> str:
    """What goes wrong with messages that nobody knew before."""
    asked, chance = Asked(["reset\nstalls 0 0 1\n"]), Random(5)
    for place, (text, digest) in enumerate(zip(fresh.messages, fresh.digests, strict=True)):
        name = f"a random message of {len(text)} bytes (by {fresh.witness})"
        asked.message(
            place % circuit.design.streams, circuit.words(text, RUNS[0], chance), name, digest
        )
    asked.text.append("go\n")
    return _compared(circuit, asked, "", 7) if fresh.messages else ""


def counted(circuit: Circuit) -> Clocks:
    """How many clocks a circuit takes. Raises NoSimulator."""
    padding = circuit.padding
    first = {length: alone(circuit, [length])[0] for length in (0, LONGEST)}
    if padding is None:
        every = alone(circuit, range(LONGEST + 1))
        return Clocks(block=0, streams=circuit.design.streams, latency=_steps(every))
    blocks = [padding.blocks_of(length) for length in range(LONGEST + 1)]
    of_blocks: dict[int, int] = {}
    for length, number in enumerate(blocks):
        of_blocks.setdefault(number, length)
    number = max(of_blocks) if len(of_blocks) < LONG_BLOCKS[1] else LONG_BLOCKS[1]
    by_blocks = alone(circuit, [of_blocks[n] for n in range(1, number + 1) if n in of_blocks])
    every = _latency(circuit, blocks, padding)
    if first[0] != every[0]:
        raise NoSimulator("the same message took another number of clocks each time")
    return Clocks(
        block=_per_block(circuit, padding),
        streams=circuit.design.streams,
        size=padding.block,
        blocks=tuple(by_blocks),
        latency=_steps(every),
    )


def alone(circuit: Circuit, lengths: Sequence[int]) -> list[int]:
    """The clocks of messages of these lengths, each alone in the circuit."""
    request, chance = ["reset\nstalls 0 0 1\n"], Random(1)
    for length in lengths:
        words = circuit.words(messages.message(length), RUNS[0], chance)
        request += [messages.command(0, words), "go\n"]
    said = circuit.run("".join(request), 1)
    found = [int(line[4]) - int(line[3]) + 1 for line in said if line[0] == "digest"]
    if len(found) != len(lengths):
        raise NoSimulator("the simulation gave other digests when clocks were counted")
    return found


def _latency(circuit: Circuit, blocks: Sequence[int], padding: Padding) -> list[int]:
    """The clocks of each length: simulated where messages are short, and elsewhere if their number of blocks does not
    tell it for those that are tried."""
    short = range(min(LATENCY_BLOCKS * padding.block, LONGEST) + 1)
    tried = sorted({*Random(2).sample(range(short.stop, LONGEST + 1), SAMPLED), LONGEST})
    found = dict(zip([*short, *tried], alone(circuit, [*short, *tried]), strict=True))
    first, last = blocks[0], blocks[LONGEST]
    each = (found[LONGEST] - found[0]) / (last - first)
    guessed = [found[0] + each * (number - first) for number in blocks]
    if all(guessed[length] == clocks for length, clocks in found.items()):
        return [round(clocks) for clocks in guessed]
    return alone(circuit, range(LONGEST + 1))


def _steps(clocks: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Each length whose clocks are others than those of the length before it."""
    return tuple(
        (length, number)
        for length, number in enumerate(clocks)
        if not length or clocks[length - 1] != number
    )


def _per_block(circuit: Circuit, padding: Padding) -> float:
    """Clocks for a block of long messages, as many at once as there are streams."""
    ends = []
    few, many = LONG_BLOCKS
    for number in LONG_BLOCKS:
        # The least message with so many blocks.
        length = next(
            n for n in range(number * padding.block + 1) if padding.blocks_of(n) == number
        )
        request, chance = ["reset\nstalls 0 0 1\n"], Random(1)
        for stream in range(circuit.design.streams):
            words = circuit.words(messages.message(length), RUNS[0], chance)
            request.append(messages.command(stream, words))
        said = circuit.run("".join([*request, "go\n"]), 1)
        digests = [line for line in said if line[0] == "digest"]
        if not digests:
            raise NoSimulator("the simulation gave no digests when blocks were counted")
        begun, ended = min(int(line[3]) for line in digests), max(int(line[4]) for line in digests)
        ends.append(ended - begun)
    if ends[1] <= ends[0]:
        raise NoSimulator("the simulation took no more clocks for more blocks")
    return (ends[1] - ends[0]) / ((many - few) * circuit.design.streams)


def key_of(
    room: Room, design: Design, files: Mapping[str, bytes], known: Mapping[int, str]
) -> tuple[str, ...]:
    """Words that a verdict depends on."""
    return (
        str(RECIPE),
        room.digest,
        msgspec.json.encode(design).decode(),
        *(f"{name}{content!r}" for name, content in files.items()),
        *(f"{length} {digest}" for length, digest in sorted(known.items())),
    )
