"""The kinds of lines in a data file, one class for each: the format itself.

docs/data-format.md and docs/data-format.schema.json are generated from these classes (`make docs`): the docstring of a
class and the descriptions of its fields are what people read there. A line of an older version of the format becomes a
record of this version when it is read (older.py), and so do SUPERCOP's lines (supercop/).

The module is longer than others, so that the whole format is in one place.
"""

from typing import Annotated

from msgspec import Meta, Struct, field

FORMAT = 3
OPERATION = "crypto_hash"
# The prefix of the `object` of a build whose machine code is not known: no two such builds are the same.
UNKNOWN_OBJECT = "unknown-"
# The `hypervisor` of a machine whose processor says that it has one, and nothing says which.
UNNAMED_HYPERVISOR = "yes, unnamed"

Words = tuple[str, ...]
# Integers are bounded, so that a stranger's file has none that is too large to compute with.
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Bytes = Count


def _says(text: str) -> Meta:
    return Meta(description=text)


def _zero() -> int:
    """A default that is written all the same, where others are left out."""
    return 0


class Batch(Struct, frozen=True, array_like=True):
    """Rows of a sample that share one calibration: a list with a place for each field, in this order."""

    rows: Annotated[
        int,
        Meta(
            ge=1,
            le=2**63 - 1,
            description="how many rows there are in it: the next ones of the sample",
        ),
    ]
    before: Annotated[
        float, _says("cycles per tick before its first row; 1 where ticks are cycles")
    ]
    after: Annotated[float, _says("cycles per tick after its last row")]
    width: Annotated[
        float,
        _says("independent additions that the core did in a cycle: the lower of two readings"),
    ]
    takes: Annotated[Count, _says("how often the batch was taken; the quietest take counts")]
    switches: Annotated[Count, _says("how often another thread ran on the core meanwhile")]
    interrupted: Annotated[Count, _says("1 if a timing shows an interruption, else 0")]


class Code(Struct, frozen=True, array_like=True):
    """What a JVM made of a method."""

    method: Annotated[str, _says("class, name, and types of the arguments and of the result")]
    level: Annotated[int, _says("1 to 3: by C1; 4: by C2, or by another compiler in its place")]
    bytes: Annotated[int, _says("of instructions")]


class Hosted(Struct, frozen=True, omit_defaults=True):
    """What a JVM said of itself in a process that took timings."""

    steady: Annotated[
        bool,
        _says(
            "whether nothing was compiled any more when timings began, and nothing was while they were taken"
        ),
    ]
    warm_calls: Annotated[int, _says("calls before the first timing")]
    warm_seconds: Annotated[float, _says("of the processor, that they took")]
    looks: Annotated[int, _says("how often the JVM was asked whether it still compiled")]
    code: Annotated[
        tuple[Code, ...], _says("the code of the implementation and of its libraries")
    ] = ()
    allocated: Annotated[
        tuple[Annotated[tuple[Whole, ...], Meta(min_length=2)], ...],
        _says("`[bytes, allocated]`: a length, and how many bytes a call of it allocates"),
    ] = ()
    collections: Annotated[int, _says("collections of garbage while timings were taken")] = 0
    collecting: Annotated[int, _says("milliseconds that they took")] = 0
    began: Annotated[
        float, _says("of first calls: seconds until the JVM was ready for the first of them")
    ] = 0
    digest: Annotated[float, _says("seconds until the first digest was there")] = 0


class Placed(Struct, frozen=True, omit_defaults=True):
    """What came of placing and routing a circuit once."""

    seed: Annotated[Count, _says("of the placer's random choices; 0 where it makes none")]
    clock: Annotated[float, _says("MHz: the highest clock, as the timing analysis has it")]
    area: Annotated[
        dict[str, float],
        _says(
            "by unit (`LUT4`, `FF`, `BRAM` ...): of the circuit without the registers around its ports"
        ),
    ]
    critical: Annotated[
        Words,
        _says("the slowest path: where it begins and ends, and nanoseconds of logic and of wires"),
    ] = ()
    unrouted: Annotated[
        tuple[Count, ...], _says("seeds that were tried first, with which it was not routed")
    ] = ()


class Clocks(Struct, frozen=True, omit_defaults=True):
    """How many clocks a circuit takes, by simulation, with a source and a destination that never stall."""

    block: Annotated[
        float, _says("for each block of long messages, all streams of a pipeline being busy")
    ]
    streams: Annotated[Count, _says("messages in flight")] = 1
    size: Annotated[Count, _says("bytes of a block; 0 where that is not known")] = 0
    blocks: Annotated[
        tuple[Count, ...], _says("for messages of 1, 2, 3 ... blocks, one at a time")
    ] = ()
    latency: Annotated[
        tuple[Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)], ...],
        _says(
            "`[bytes, clocks]` for one message at a time, from the clock in which its first word is read to the one in "
            "which the last of its digest is written: from this length on, until the next one"
        ),
    ] = ()


class Sample(Struct, frozen=True, omit_defaults=True):
    """What one process timed.

    The cycles of a call are `(ticks - reading) / calls * cycles_per_tick - zero`, with the mean of `before` and `after`
    of its batch for `cycles_per_tick` ([why](explanations/cycles.md#from-ticks-to-cycles)).
    """

    reading: Annotated[float, _says("ticks that reading the counter adds to every timing")]
    zero: Annotated[float, _says("cycles that timing adds to every call")]
    probe: Annotated[
        float,
        _says(
            "how long a call of known duration took, as a multiple of that duration. If the median of all processes is "
            "off by more than 0.01, the calibration is wrong"
        ),
    ]
    width: Annotated[
        float,
        _says(
            "independent additions that the core does in a cycle while its other hyperthread is idle; 0 where that "
            "is not known"
        ),
    ]
    batches: Annotated[tuple[Batch, ...], _says("the calibrations, in the order of `rows`")]
    rows: Annotated[
        tuple[Annotated[tuple[Whole, ...], Meta(min_length=3)], ...],
        _says(
            "`[bytes, calls, ticks, ticks, ...]`, in the order in which they were taken: a length, how many calls "
            "each timing is of, and the timings"
        ),
    ]
    jvm: Annotated[Hosted | None, _says("of a process with a JVM: what that said of itself")] = None
    placed: Annotated[
        Placed | None,
        _says(
            "of a circuit, which is placed and not timed: what came of that. Ticks are then nanoseconds times area, of "
            "which less is better"
        ),
    ] = None

    def __post_init__(self) -> None:
        """Raise ValueError unless the batches cover all rows. Whether the numbers can be is for plausible.py to say."""
        sizes = [batch.rows for batch in self.batches]
        if min(sizes, default=1) < 1 or sum(sizes) != len(self.rows):
            raise ValueError("the batches do not cover the rows")
        if not all(len(row) > 2 for row in self.rows):
            raise ValueError("a row without timings")


class Rejected(Struct, frozen=True):
    """A counter that is not used."""

    name: Annotated[str, _says("its name")]
    reason: Annotated[str, _says("why it is not used")]


class Counter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The counter that a target's timings are taken with, and how well it counts."""

    name: Annotated[str, _says("its name: `x86-tsc`")]
    counts: Annotated[str, _says("what a tick is, in words")] = ""
    core_cycles: Annotated[
        bool | None, _says("whether a tick is a cycle of the core; null if that is not known")
    ]
    ticks_per_second: Annotated[float, _says("its rate")] = 0
    resolution: Annotated[float, _says("the step in which it moves, in ticks")] = 0
    cost: Annotated[
        float | None, _says("the median difference of two readings with nothing between, in ticks")
    ] = None
    noise: Annotated[
        float | None, _says("the interquartile range of these differences, in ticks")
    ] = None
    reason: Annotated[str, _says("why it was chosen")] = ""
    others: Annotated[
        tuple[Rejected, ...],
        _says("the other counters of this processor"),
    ] = ()
    width: Annotated[
        float,
        _says(
            "the most independent additions that the core did in a cycle; 0 if that is not known"
        ),
    ] = 0


class Compiler(Struct, frozen=True, omit_defaults=True):
    """A compiler of the machine, or the tool that builds on another platform."""

    command: Annotated[str, _says("how option sets call it: `gcc`")] = ""
    path: Annotated[str, _says("its file: `/usr/bin/gcc`")] = ""
    version: Annotated[
        str, _says("the version as it prints it: `gcc (Debian 12.2.0-14) 12.2.0`")
    ] = ""
    native: Annotated[
        str,
        _says(
            "the processor that it makes code for with `-march=native`, by its own name: `sapphirerapids`. An older "
            "compiler knows fewer processors. Empty if it does not say"
        ),
    ] = ""


class Signature(Struct, frozen=True, omit_defaults=True):
    """How a processor identifies itself, in the words of /proc/cpuinfo: on x86 the first four, on Arm the others.

    On RISC-V `vendor`, `part` and `revision` are mvendorid, marchid and mimpid, and `model` is the device tree's word.
    On s390 `model` is the type of the machine, and elsewhere the system's name of the processor.
    """

    vendor: Annotated[str, _says("`GenuineIntel`")] = ""
    family: Annotated[str, _says("a number")] = ""
    model: Annotated[str, _says("a number; on RISC-V, s390 and elsewhere a name")] = ""
    stepping: Annotated[str, _says("a number")] = ""
    implementer: Annotated[str, _says("a number: `0x41`")] = ""
    part: Annotated[str, _says("a number: `0xd0c`")] = ""
    variant: Annotated[str, _says("a number")] = ""
    revision: Annotated[str, _says("a number")] = ""


class Judgement(Struct, frozen=True, omit_defaults=True):
    """One condition of the machine."""

    name: Annotated[str, _says("the condition: `turbo`")]
    state: Annotated[str, _says("`good`, `bad`, or `unknown` if the system does not say")]
    found: Annotated[str, _says("what was found, in words: `on`")]
    why: Annotated[str, _says("why it matters; only if it is bad")] = ""


class Quiet(Struct, frozen=True, omit_defaults=True):
    """How quiet a logical processor was."""

    processor: Annotated[Count, _says("the logical processor")]
    lost: Annotated[float, _says("the part of the time (0 to 1) that other processes took")]
    scatter: Annotated[
        float,
        _says(
            "the interquartile range of the durations of one chain of instructions, as a part of their median"
        ),
    ]
    chain: Annotated[float, _says("that median, in nanoseconds")] = 0


class Size(Struct, frozen=True, omit_defaults=True):
    """Bytes of the sections of a build's objects. The code of libraries that it calls is in none of them."""

    text: Annotated[
        Count,
        _says(
            "all that is loaded and never written: code, constants, and tables for unwinding the stack"
        ),
    ] = field(default_factory=_zero)
    data: Annotated[Count, _says("variables with a value")] = field(default_factory=_zero)
    bss: Annotated[Count, _says("variables that begin as zero")] = field(default_factory=_zero)
    code: Annotated[
        Count | None,
        _says(
            "of `text`, what is executable. In the lines of older versions `code` and `constants` are absent"
        ),
    ] = None
    constants: Annotated[
        Count | None,
        _says(
            "of `text`, constants: all but code and tables for unwinding. Constants between the code, as in some "
            "assembly, count as code; tables of addresses, which the loader writes, as `data`"
        ),
    ] = None
    libraries: Annotated[
        Words, _says("the libraries that the build calls, whose code is not counted")
    ] = ()


class Design(Struct, frozen=True, omit_defaults=True):
    """What a circuit says that it is."""

    architecture: Annotated[
        str, _says("in the notation of the field: `x1`, `/2(h)`, `x4-PPL2`")
    ] = ""
    streams: Annotated[Count, _says("messages in flight")] = 1
    width: Annotated[Count, _says("bits of a word of its bus")] = 64
    memories: Annotated[str, _says("`none`, or `allowed` where it may have embedded memories")] = (
        "none"
    )
    device: Annotated[str, _says("the device of the family that it is placed on")] = ""
    tools: Annotated[str, _says("what synthesizes and places it, with versions")] = ""


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """The fields of every line."""

    time: Annotated[str, _says("when it was recorded, UTC: `2026-01-31T12:00:00Z`")] = ""
    machine: Annotated[str, _says("the machine's name")] = ""


class Keyed(Record, frozen=True, kw_only=True, omit_defaults=True):
    """The field of every line but `machine` lines.

    Two lines of one kind and key say the same, with two exceptions: `same_as` and `said_as` of a `build` line may
    differ, and a `timings` line that is taken again, because something disturbed it, has its key and other samples.
    """

    key: Annotated[str, _says("a hash over everything that the rest of the line depends on")]


class About(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """The fields of a line about one implementation on one target: `build`, and all lines about machine code."""

    platform: Annotated[str, _says("the way to run it: `c`")]
    target: Annotated[str, _says("where the platform runs it; for `c` the ABI: `amd64`, `x86` ...")]
    hash: Annotated[str, _says("the hash function: the name of its directory below `crypto_hash/`")]
    implementation: Annotated[
        str, _says("the implementation: the path of its directory below its hash")
    ]
    operation: Annotated[
        str,
        _says(
            "`crypto_hash` if it is absent. `crypto_hashmany` hashes many messages at once: its lines tell how many in "
            "`messages`, and a reader that knows nothing of it takes it for a subroutine. A subroutine has another "
            "operation, such as `crypto_core`, and its primitive as `hash`. It is built, checked and raced for the "
            "implementations that include it, and is no result"
        ),
    ] = OPERATION
    security: Annotated[
        str,
        _says(
            "`constbranchindex` or `timingleaks`: what the implementation claims about secret input"
        ),
    ] = ""


class Made(About, frozen=True, kw_only=True, omit_defaults=True):
    """The fields of a line about one machine code of an implementation.

    These are `check`, `trial`, `winner`, `timings`, `audit`, `effect`, `cycles` and `timecop` lines.
    """

    object: Annotated[
        str,
        _says(
            "a hash of the machine code. Builds of one implementation with the same `object` are one build: it is "
            "checked and timed once, under the first of their option sets. If it begins with `unknown-`, the machine "
            "code is not known, and no other build has the same `object`"
        ),
    ]
    options: Annotated[
        Words, _says("the option set: the compiler and its flags, word by word")
    ] = ()


class Machine(Record, frozen=True, kw_only=True, omit_defaults=True, tag="machine"):
    """What is needed to judge the numbers.

    A run writes one when it starts and when it has chosen another core to time on, unless the newest one says the same.
    """

    format: Annotated[Count, _says("the version of this format")]
    identity: Annotated[
        str,
        _says(
            "tells this machine from others of the same name. It is a keyed hash of the system's own identifier and of "
            "the processor's signature, reveals neither, and survives a reboot"
        ),
    ] = ""
    hashcop: Annotated[str, _says("the version of Hashcop that took the measurements")] = ""
    supercop: Annotated[str, _says("the version of SUPERCOP, if that took them")] = ""
    processor: Annotated[str, _says("the processor's name, as the system has it")] = ""
    design: Annotated[
        str, _says("the name of its design: `Emerald Rapids`, `Zen 4`, `Neoverse N1`")
    ] = ""
    signature: Annotated[Signature | None, _says("how the processor identifies itself")] = None
    microcode: Annotated[
        str, _says("on x86: the revision of its microcode, as /proc/cpuinfo has it: `0x2b000603`")
    ] = ""
    hypervisor: Annotated[
        str,
        _says(
            "what runs a virtual machine: `KVM`, `Xen`, `VMware` ..., or `yes, unnamed`; empty if there is no sign of "
            "any"
        ),
    ] = ""
    cores: Annotated[Count, _says("how many logical processors may be used")] = 0
    pinned: Annotated[
        Count | None,
        _says("the logical processor that timings run on from here: the quietest, by trial"),
    ] = None
    core_kind: Annotated[
        str,
        _says(
            "the kind of cores that were measured on, if the processor has several. Cores of two kinds are two "
            "machines, `NAME-performance` and `NAME-efficiency`"
        ),
    ] = ""
    core_numbers: Annotated[tuple[Count, ...], _says("the logical processors of that kind")] = ()
    memory: Annotated[Count, _says("bytes")] = 0
    kernel: Annotated[str, _says("operating system kernel and release")] = ""
    system: Annotated[str, _says("distribution")] = ""
    counter: Annotated[
        dict[str, Counter],
        _says("by target: the counter of its timings ([what it means](explanations/cycles.md))"),
    ] = {}
    targets: Annotated[
        dict[str, str],
        _says('by target: whether it is available, `{"amd64": "ok", "x86": "why it is not"}`'),
    ] = {}
    emulators: Annotated[
        dict[str, str],
        _says(
            "by target of another processor: the emulator that programs are checked with, and its version. These "
            "targets are in neither `counter` nor `targets`, and have no timings"
        ),
    ] = {}
    compilers: Annotated[tuple[Compiler, ...], _says("the compilers that were found")] = ()
    sandbox: Annotated[
        str, _says("what confines implementations: `bubblewrap 0.8.0`, or `none`")
    ] = ""


class Conditions(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="conditions"):
    """How quiet the machine was.

    A run that times anything writes one before its first timing and one after its last. The difference between their
    counters is what happened during the run.
    """

    when: Annotated[str, _says("`begin` or `end` of a run")] = ""
    pinned: Annotated[Count | None, _says("the logical processor that timings run on")] = None
    judgements: Annotated[
        tuple[Judgement, ...],
        _says(
            "the [conditions](explanations/quiet-machine.md). At the end of a run those that count something (steal "
            "time, throttling, swapped pages) are about the whole run"
        ),
    ] = ()
    quiet: Annotated[
        tuple[Quiet, ...],
        _says("the logical processors that were tried; at the end of a run only the pinned one"),
    ] = ()
    counters: Annotated[
        dict[str, Whole],
        _says(
            "counters of the kernel, as far as it has them: `frequency` (kHz, of the pinned processor at this moment), "
            "`throttled` (times, all processors), `swapped` (pages), and `busy`, `stolen` and `all` (ticks of the "
            "kernel's clock, of the pinned processor). All but the first count from the start of the system"
        ),
    ] = {}


class Hash(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="hash"):
    """What the tree says of a hash. A run writes one unless the newest one says the same."""

    hash: Annotated[str, _says("the hash function: the name of its directory below `crypto_hash/`")]
    description: Annotated[str, _says("the text of its file `description`")] = ""
    designers: Annotated[Words, _says("the lines of its file `designers`")] = ()


class Build(About, frozen=True, kw_only=True, omit_defaults=True, tag="build"):
    """One implementation compiled with one option set.

    An implementation that is not for a target, or that needs a library which the machine lacks, has one `skipped` line
    without `options`.

    A compiler says the same with most option sets, of which an implementation may have over a thousand, so each text is
    written once: `grep KEY data.jsonl` finds the line that has it, and all lines that refer to it. Lines stand in the
    order in which builds ended, so `same_as` is the option set that was done first, and need not be the one that was
    checked. Programs that read the data compare `object`, which stays true when the other build is taken again.

    What another bench directory or checkout on the machine has built, or found nothing wrong with, is recorded without
    being done again, and its line does not show that ([the cache](explanations/cache.md)).
    """

    outcome: Annotated[str, _says("`ok`, `failed` or `skipped`")]
    options: Annotated[
        Words, _says("the option set: the compiler and its flags, word by word")
    ] = ()
    sources: Annotated[str, _says("a hash of the implementation's files")] = ""
    object: Annotated[str, _says("a hash of the machine code, if it was built")] = ""
    reason: Annotated[str, _says("for `failed` and `skipped`: why, in one line")] = ""
    said: Annotated[
        Words,
        _says(
            "what the compiler printed. Of many lines these are the first and the last, with a line between them that "
            "says how many are left out"
        ),
    ] = ()
    said_as: Annotated[
        str,
        _says(
            "instead of `said`: the `key` of an earlier `build` line of the same implementation, target and `sources`, "
            "which has exactly this `said`"
        ),
    ] = ""
    same_as: Annotated[
        Words,
        _says(
            "the `options` of another build of the same implementation, target and `sources` that had the same "
            "`object` before this one: the two are one build"
        ),
    ] = ()
    version: Annotated[
        str, _says("the version that it states; for `c`, `CRYPTO_VERSION` of its `api.h`")
    ] = ""
    notes: Annotated[
        Words,
        _says(
            "what is no fault, but worth knowing: names that its objects export outside its name space, names of the C "
            "library, code that runs before main"
        ),
    ] = ()
    implementors: Annotated[Words, _says("the lines of its file `implementors`")] = ()
    subroutines: Annotated[
        Words,
        _says(
            "the implementations that it is linked with for the operations that it includes: path in the tree and "
            "option set"
        ),
    ] = ()
    size: Annotated[Size | None, _says("the sizes of its objects, if it was built")] = None
    area: Annotated[
        dict[str, float], _says("of a circuit, by unit: what its netlist has, before it is placed")
    ] = {}
    design: Annotated[
        Design | None, _says("of a circuit: what it says that it is, in its file `design.toml`")
    ] = None


class Check(Made, frozen=True, kw_only=True, omit_defaults=True, tag="check"):
    """Whether a build is right and behaves.

    A build that passes its check and then misbehaves while it is timed gets a second `check` line, whose `outcome` is
    `wrong`; it is timed no further.
    """

    outcome: Annotated[
        str,
        _says(
            "`right`, `wrong` or `disputed`: another implementation has other digests, and nobody knows which are right"
        ),
    ]
    reason: Annotated[
        str,
        _says(
            "for `wrong`: what it did, at which length, expected and got; for `disputed`: which digests differ"
        ),
    ] = ""
    disagrees_with: Annotated[
        str, _says("for `disputed`: the other implementation, as a path in the tree")
    ] = ""
    sides: Annotated[
        Words,
        _says(
            "for `disputed`: hashes of the files of this implementation, of the other one, and of the one that is "
            "believed, if any"
        ),
    ] = ()
    findings: Annotated[
        Words,
        _says("for `right`: what it does wrong nevertheless. The build is timed, and marked"),
    ] = ()
    expected: Annotated[
        str,
        _says("`match`, `mismatch` or `unknown`: how its checksums compare with those of the hash"),
    ] = ""
    checksumsmall: Annotated[
        str, _says("the small checksum of SUPERCOP that it computed, if it got that far")
    ] = ""
    checksumbig: Annotated[str, _says("the big one")] = ""
    known_answers: Annotated[Count, _says("how many known answers it was compared with")] = 0
    longest: Annotated[
        Count,
        _says(
            "with `--long-messages`: the bytes of the longest message whose digest was compared; 0 if none was above "
            "4 GiB"
        ),
    ] = 0
    fresh: Annotated[
        Count,
        _says("of how many messages that nobody knew before its digest was compared with another"),
    ] = 0
    witness: Annotated[
        str,
        _says(
            "the implementation that it was compared with for these, as a path in the tree, or in Hashcop's own; "
            "without it, with itself in another process"
        ),
    ] = ""
    output_bytes: Annotated[Count, _says("the length of the digest")] = 0
    digests: Annotated[
        dict[str, str],
        _says(
            "if `expected` is `unknown`: by length of the known-answer message the first 16 hex digits of its digest. "
            "They show at which lengths two implementations differ"
        ),
    ] = {}
    emulator: Annotated[str, _says("the emulator that ran it, if the processor can't")] = ""
    clocks: Annotated[Clocks | None, _says("of a circuit: how many clocks it takes")] = None


class Trial(Made, frozen=True, kw_only=True, omit_defaults=True, tag="trial"):
    """A timing in the race for the best option set."""

    quantity: Annotated[str, _says("what is compared: `cycles`")]
    messages: Annotated[Count, _says("how many messages of that length a call hashes")] = 1
    round: Annotated[
        Count, _says("1 for all entrants; later rounds are for those that may still win")
    ]
    bytes: Annotated[Bytes, _says("the length of the message: 1536")]
    samples: Annotated[tuple[Sample, ...], _says("what one process timed")] = ()
    cycles: Annotated[
        tuple[float, ...],
        _says("instead of `samples`: timings that are not calibrated, of SUPERCOP or of version 1"),
    ] = ()


class Winner(Made, frozen=True, kw_only=True, omit_defaults=True, tag="winner"):
    """The result of a race. Only the winner is measured."""

    quantity: Annotated[str, _says("what was compared: `cycles`")]
    bytes: Annotated[Bytes, _says("the length of the message: 1536")]
    median: Annotated[float | None, _says("the median of the winner's trials that count")] = None
    messages: Annotated[Count, _says("how many messages of that length a call hashed")] = 1
    lanes: Annotated[
        Count, _says("how many messages the implementation takes at once, as it says")
    ] = 0
    bound: Annotated[
        float | None,
        _says(
            "the cycles/byte of long messages that it can't be below on this processor, as it says"
        ),
    ] = None
    builds: Annotated[Count | None, _says("how many distinct builds ran")] = None
    trials: Annotated[Count | None, _says("how many trials the winner had")] = None
    sure: Annotated[
        bool | None,
        _says(
            "whether it is within 1 % of the best build, with a confidence of 99 %. If not, telling them apart would "
            "have taken too many trials"
        ),
    ] = None
    instructions: Annotated[
        Words,
        _says(
            "the instruction sets beyond the target's baseline that its machine code uses, as far as its disassembly "
            "tells: `AVX2`, `BMI2`. Absent if there are none, if the implementation calls a library, and in the lines "
            "of versions that did not look"
        ),
    ] = ()
    stack: Annotated[
        Count | None,
        _says(
            "the most bytes of stack that a call takes, with all that it calls, for messages to 4096 bytes: from "
            "where it is called down to the lowest byte that it writes. The first call of a length is not counted. "
            "Absent if that could not be found out, and in the lines of versions that did not look"
        ),
    ] = None


class Search(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="search"):
    """How far a search with a budget went. It is about all implementations that were searched together."""

    search: Annotated[str, _says("a hash over the keys of all its builds")]
    builds: Annotated[Count, _says("how many of these builds are made")]
    of: Annotated[Count, _says("how many there are in all")]
    seconds: Annotated[float, _says("how long the search took, in all runs together")]


class Run(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="run"):
    """How far a run came. It writes one whenever pages can be made of what is new; the newest counts."""

    stage: Annotated[
        str,
        _says(
            "what the run has done by then: `ranking` (the likely fastest implementation of each hash has its table), "
            "`tables` (all that is measured has its table), or `all`"
        ),
    ]
    groups: Annotated[Count, _says("how many implementations it is about, counted for each target")]
    seconds: Annotated[float, _says("since the run began")]
    forecast: Annotated[float, _says("how long all of it was expected to take, when it began")] = 0
    spent: Annotated[
        dict[str, float],
        _says(
            "seconds by what they were spent on: `build`, `check`, `race`, `table`, `curve`, `pages`, `waiting` for "
            "disturbances to end, and `other`"
        ),
    ] = {}
    units: Annotated[
        dict[str, Count],
        _says("how many builds, checks, races, tables and curves these were, by the same names"),
    ] = {}


class Timings(Made, frozen=True, kw_only=True, omit_defaults=True, tag="timings"):
    """A measurement of several lengths.

    Most of a file is `timings` lines, so these lack what the `build` and `winner` lines of the same `object` have:
    options and security class. Of several measurements of one length of an `object` the newest counts.
    """

    series: Annotated[
        str,
        _says(
            "a hash over machine code, harness, counter and schedule, which all timings of a series share"
        ),
    ]
    quantity: Annotated[str, _says("what is measured: `cycles`")]
    warmup: Annotated[Count, _says("calls of each length before its first timing")] = 0
    messages: Annotated[Count, _says("how many messages of one length a call hashes")] = 1
    bytes: Annotated[tuple[Bytes, ...], _says("the lengths that were timed")]
    samples: Annotated[
        tuple[Sample, ...],
        _says("what each process timed, in the order in which they ran"),
    ]


class Audit(Made, frozen=True, kw_only=True, omit_defaults=True, tag="audit"):
    """Whether timings are true, by a clock that the code can't reach.

    A process hashes a chain of messages, each of which depends on all digests before it. The kernel says how much
    processor time that took, and the last digest is compared with that of another implementation
    ([why](reference/cheating.md)). A program of a known number of cycles says what a cycle took at that time. Work on
    the core's other hyperthread slows the chain; timings that were themselves disturbed make it look too fast.

    Lines without a `verdict` are of earlier versions. Their tolerance was 0.5.
    """

    bytes: Annotated[Bytes, _says("the length of the messages")]
    calls: Annotated[Count, _says("how many messages the chain had")]
    inside: Annotated[
        float, _says("the median of the timings, in cycles of one call, when it was audited")
    ]
    outside: Annotated[
        float,
        _says(
            "cycles of one call by the clock outside: the median of the quiet turns, or, if too few were quiet, the "
            "least but one of all"
        ),
    ]
    witness: Annotated[
        str,
        _says(
            "the implementation that gave the same last digest; empty if the tree has no other that is right, and the "
            "chain was compared with another process of the same program"
        ),
    ] = ""
    doubt: Annotated[str, _says("why the timings are in doubt; empty if they are not")] = ""
    deviation: Annotated[float, _says("`outside` / `inside` - 1")] = 0.0
    tolerance: Annotated[
        float,
        _says(
            "the part that timings were allowed to deviate by, in either direction: at most 0.35 for what was the "
            "fastest of its hash when it was audited"
        ),
    ] = 0.0
    verdict: Annotated[
        str,
        _says(
            "`confirmed`; `contradicted`, with the `doubt`; or `not confirmed`: the audit could not be done well "
            "enough, and the next run repeats it"
        ),
    ] = ""
    reason: Annotated[str, _says("why it is `not confirmed`")] = ""
    turns: Annotated[Count, _says("how often the chain was run")] = 0
    quiet: Annotated[Count, _says("turns beside an idle hyperthread")] = 0
    runner_up: Annotated[
        str, _says("the implementation that was run in turns with it; empty if there was none")
    ] = ""


class Effect(Made, frozen=True, kw_only=True, omit_defaults=True, tag="effect"):
    """One variant of an experiment."""

    effect: Annotated[
        str,
        _says(
            "`cold`, `align`, `data`, `parallel`, `counter`, `fresh` or `first`. The samples of `first` have the first "
            "calls of a process, in groups, in their order"
        ),
    ]
    variant: Annotated[
        str, _says("its name; the other variants of an effect are compared with the first")
    ]
    messages: Annotated[Count, _says("how many messages of one length a call hashes")] = 1
    bytes: Annotated[tuple[Bytes, ...], _says("the lengths that were timed")]
    samples: Annotated[tuple[Sample, ...], _says("as in `timings` lines")]
    counter: Annotated[
        str, _says("the counter that took the samples, if it is not that of the target")
    ] = ""
    core_cycles: Annotated[
        bool | None, _says("whether a tick of that counter is a cycle of the core")
    ] = None


class Side(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of two builds that were compared."""

    hash: Annotated[str, _says("as in other lines, as are the fields below")]
    implementation: Annotated[str, _says("its implementation")]
    object: Annotated[str, _says("its machine code")]
    platform: Annotated[str, _says("its platform")] = ""
    target: Annotated[str, _says("its target")] = ""
    operation: Annotated[str, _says("its operation; `crypto_hash` if it is absent")] = OPERATION
    security: Annotated[str, _says("its security class")] = ""
    options: Annotated[Words, _says("its option set")] = ()
    samples: Annotated[
        tuple[Sample, ...],
        _says(
            "what its processes timed; each ran beside the other side's process of the same place"
        ),
    ] = ()


class Comparison(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="comparison"):
    """Two builds that were measured in turns."""

    platform: Annotated[str, _says("the platform of both")]
    target: Annotated[str, _says("the target of both")]
    messages: Annotated[Count, _says("how many messages of one length a call hashed")] = 1
    bytes: Annotated[tuple[Bytes, ...], _says("the lengths that were timed")] = ()
    sides: Annotated[tuple[Side, ...], _says("the two builds")] = ()


class Cycles(Made, frozen=True, kw_only=True, omit_defaults=True, tag="cycles"):
    """Timings of one length, which are not calibrated: those of SUPERCOP, and of version 1."""

    bytes: Annotated[Bytes, _says("the length of the message")]
    cycles: Annotated[
        tuple[float, ...],
        _says("all timings of one call, in the order in which they were taken"),
    ]
    processes: Annotated[
        Count, _says("how many processes took them, each equally many; 0 if that is not known")
    ] = 0


class Timecop(Made, frozen=True, kw_only=True, omit_defaults=True, tag="timecop"):
    """Whether branches and addresses depend on the message: a run on messages that are marked as secret.

    The verdict is on one machine code, and on what it does with these messages. Hashcop writes such lines for builds
    that claim `constbranchindex`, and for what `./do check --constant-time` is asked about. Of SUPERCOP's data they are
    the results of TIMECOP.
    """

    outcome: Annotated[
        str,
        _says("`pass`; `fail`: something depends on the message; or `error`: there is no verdict"),
    ]
    said: Annotated[Words, _says("what the check printed, or why there is no verdict")] = ()
    tool: Annotated[
        str,
        _says(
            "what watched: `valgrind 3.19.0 memcheck`. Empty in SUPERCOP's data, and if no tool could"
        ),
    ] = ""
    bytes: Annotated[tuple[Bytes, ...], _says("the lengths of the messages that were hashed")] = ()
    where: Annotated[
        Words,
        _says("places in the sources that fail: `hash.c:123: a branch depends on the message`"),
    ] = ()
    made: Annotated[
        Words,
        _says(
            "the option set of the build that was watched, if its machine code is another one. The tool could not run "
            "the `object` itself, or the sources declassify something"
        ),
    ] = ()


class Counts(About, frozen=True, kw_only=True, omit_defaults=True, tag="count"):
    """What an implementation does with data for one block of a message, counted by execution (`./do count`).

    The counts of an implementation are its own claims: what counts is in the same process
    ([what is counted, and why](explanations/counts.md)). Of several lines of an implementation and a target the newest
    counts. Estimates of time are no part of the format: they are computed when the line is read.
    """

    sources: Annotated[str, _says("a hash of the implementation's files")]
    block: Annotated[
        Bytes,
        _says(
            "the least number of bytes, above 1, that costs the same wherever it is added between 1024 and 4096 bytes; "
            "0 if there is none"
        ),
    ]
    bytes: Annotated[
        Bytes,
        _says(
            "how many bytes `operations`, `vectors` and `control` are for: the block, or 1024 bytes without one"
        ),
    ]
    operations: Annotated[
        dict[str, Count],
        _says(
            "by class and width in bits: `add32`, `rotate64`, `lookup8` (a load at an index that is data); vectors "
            "count their lanes; intrinsics by name: `aesenc`. `load`, `store`, `convert` and `pair` (a logic operation "
            "that only another one uses) are no part of sums"
        ),
    ]
    vectors: Annotated[
        dict[str, Count], _says("the operations on vectors once more: by class, width and lanes")
    ] = {}
    control: Annotated[
        Count,
        _says("operations on counters, addresses and lengths, and conditional branches"),
    ] = 0
    tables: Annotated[
        tuple[Bytes, ...], _says("the sizes of the tables that look-ups go to, the largest first")
    ] = ()
    structure: Annotated[
        dict[str, Count],
        _says(
            "what the tree states of AES-like hashes: how many columns of a block a matrix of 4, 8 or 16 rows takes, "
            '`{"MC8": 160}`; those within AES rounds are not among them'
        ),
    ] = {}
    by_length: Annotated[
        tuple[Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)], ...],
        _says(
            "`[bytes, sum]`: all operations of a call, for each length from 0 to 4096 whose sum differs from that of "
            "the length before"
        ),
    ] = ()
    method: Annotated[str, _says("the version of the method, and of what optimised the code")] = ""
    compiler: Annotated[str, _says("the compiler that read the sources, and its version")] = ""
    subroutines: Annotated[
        Words, _says("the implementations of other functions whose operations are among them")
    ] = ()


class Peak(Struct, frozen=True, array_like=True):
    """How many operations of one kind a device did: a list with a place for each field, in this order."""

    work: Annotated[
        str,
        _says(
            "the operation: `add`, `logic` (of three words), `rotate`, `permute` (bytes of two words), `multiply` (and "
            "add), `wide` (the same with 64 bits), `shared` (words from memory of a group), or `both` (logic and "
            "multiply in turns)"
        ),
    ]
    rate: Annotated[float, _says("of words of 32 bits, for each clock and unit of the device")]
    clock: Annotated[float, _says("cycles in a nanosecond")]


class Device(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="device"):
    """A device, as its driver tells, and what it does at most. A run writes one for each device that it measures on."""

    target: Annotated[str, _says("the target that it is: `opencl-gpu`, `cuda` ...")]
    interface: Annotated[str, _says("`opencl` or `cuda`")]
    name: Annotated[str, _says("its name")]
    maker: Annotated[str, _says("whose driver it is")] = ""
    driver: Annotated[str, _says("the versions of the interface and of the driver")] = ""
    version: Annotated[
        str, _says("its version of OpenCL, or for `cuda` its architecture: `sm_90`")
    ] = ""
    units: Annotated[
        Count, _says("what works side by side: compute units of OpenCL, multiprocessors of CUDA")
    ] = 0
    clock: Annotated[Count, _says("the highest, in megahertz")] = 0
    memory: Annotated[Count, _says("bytes")] = 0
    peaks: Annotated[
        tuple[Peak, ...],
        _says("measured, with eight independent chains of operations in each work-item"),
    ] = ()


class Mix(About, frozen=True, kw_only=True, omit_defaults=True, tag="mix"):
    """Instructions of a kernel's machine code for whole blocks of a message, by the pipe that they go to.

    They are counted in the loop over blocks, without a device: the machine code is that of the architecture, compiled
    for messages of whole blocks at addresses that are multiples of 16. Of several lines of an implementation and an
    architecture the newest counts.
    """

    architecture: Annotated[str, _says("`sm_90`")]
    tool: Annotated[str, _says("what compiled it, and what showed its code")] = ""
    bytes: Annotated[Bytes, _says("of the message, in a turn of the loop")]
    registers: Annotated[Count, _says("of a work-item")] = 0
    spilled: Annotated[Count, _says("bytes of registers that are kept in memory")] = 0
    shared: Annotated[Count, _says("bytes of memory of a group")] = 0
    alu: Annotated[float, _says("instructions of the integer pipe")] = 0
    multiplier: Annotated[float, _says("instructions of the pipe that multiplies")] = 0
    words: Annotated[float, _says("words of 32 bits from and to memory of the group")] = 0
    instructions: Annotated[dict[str, float], _says("all of the loop, by name")] = {}


class Examined(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was found out about one implementation of a submission on one target."""

    hash: Annotated[str, _says("the hash function")]
    implementation: Annotated[str, _says("the implementation, as the submission calls it")]
    platform: Annotated[str, _says("its platform")] = ""
    target: Annotated[str, _says("the target")] = ""
    verdict: Annotated[
        str, _says("`right`, `marked`, `wrong`, `unchecked`, `not built` or `skipped`")
    ]
    why: Annotated[str, _says("why, in a sentence")] = ""
    options: Annotated[Words, _says("the best option set, if it was timed")] = ()
    cycles_per_byte: Annotated[
        float | None, _says("the median for messages of 1536 bytes; null if it was not timed")
    ] = None
    place: Annotated[
        Count,
        _says("its place among the implementations it was compared with; 0 if there were none"),
    ] = 0
    of: Annotated[Count, _says("how many these are, with itself")] = 0
    ratio: Annotated[
        float | None, _says("its median as a multiple of that of the fastest other one")
    ] = None
    best: Annotated[str, _says("the fastest other one")] = ""


REFUSED = "refused"  # the outcome of a submission that nothing was built of


class Submission(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="submission"):
    """An implementation that somebody sent, and what came of it (`./do submit`).

    A submission has a line when it was examined, and another one when it was accepted; the newest of an `id` counts.
    What was built and timed for it is no result of the tree, and stays in quarantine. All texts are of limited length.
    """

    id: Annotated[str, _says("what people call it: the first 12 hex digits of `sha256`")]
    file: Annotated[str, _says("the name of the file, or of the directory, as it came")] = ""
    sha256: Annotated[
        str,
        _says("of the file; for a directory, of the paths and contents of its files"),
    ] = ""
    format: Annotated[str, _says("`tar`, `tar.gz`, `tar.xz`, `tar.zst`, `zip` or `directory`")] = ""
    bytes: Annotated[Count, _says("the size of all its files together")] = 0
    files: Annotated[Count, _says("how many files it has")] = 0
    by: Annotated[str, _says("who sent it, as the operator was told; nothing verifies it")] = ""
    note: Annotated[str, _says("what the operator noted")] = ""
    outcome: Annotated[
        str, _says("`refused`, `right`, `marked`, `wrong`, `not built`, `unchecked` or `skipped`")
    ]
    reason: Annotated[str, _says("why it was refused, or what decided the outcome")] = ""
    member: Annotated[str, _says("if it was refused: the file in it that was to blame")] = ""
    implementations: Annotated[
        tuple[Examined, ...], _says("its implementations, each on each target")
    ] = ()
    accepted: Annotated[
        Words, _says("where its implementations are in the tree, once they were accepted")
    ] = ()

    @property
    def is_refused(self) -> bool:
        """Whether nothing was built of it."""
        return self.outcome == REFUSED


KINDS: tuple[type[Record], ...] = (
    Machine,
    Conditions,
    Hash,
    Build,
    Check,
    Trial,
    Winner,
    Search,
    Run,
    Timings,
    Audit,
    Effect,
    Comparison,
    Cycles,
    Timecop,
    Submission,
    Counts,
    Device,
    Mix,
)
BY_KIND: dict[str, type[Record]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}


def kind_of(record: Record | type[Record]) -> str:
    """The `kind` of a record's line."""
    return str(record.__struct_config__.tag)
