"""The kinds of lines in a data file, one class for each: the format itself.

docs/data-format.md and docs/data-format.schema.json are generated from these classes (`make docs`), so what a field
means is said here and nowhere else. A line of an older version of the format becomes a record of this one when it is
read (older.py), and so does what SUPERCOP wrote (supercop/).
"""

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

FORMAT = 3
OPERATION = "crypto_hash"
# Begins the `object` of a build whose machine code nobody knows: no two such builds are the same.
UNKNOWN_OBJECT = "unknown-"

Words = tuple[str, ...]
# Bounded, so that no number of a stranger's file is too large to compute with.
Whole = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Count = Annotated[int, Meta(ge=0, le=2**63 - 1)]
Bytes = Count


def _says(text: str) -> Meta:
    return Meta(description=text)


class Batch(Struct, frozen=True, array_like=True):
    """Lengths that share one calibration."""

    rows: Annotated[
        int,
        Meta(ge=1, le=2**63 - 1, description="how many of the sample's rows it is for, in order"),
    ]
    before: Annotated[float, _says("cycles per tick before them; 1 where ticks are cycles")]
    after: Annotated[float, _says("cycles per tick after them")]
    width: Annotated[float, _says("independent additions in a cycle, the lower of two readings")]
    takes: Annotated[Count, _says("how often the batch was taken; the quietest take counts")]
    switches: Annotated[Count, _says("how often another thread ran meanwhile")]
    interrupted: Annotated[Count, _says("1 where a timing shows an interruption, else 0")]


class Sample(Struct, frozen=True):
    """What one process timed."""

    reading: Annotated[float, _says("ticks of the counter's own that are in every timing")]
    zero: Annotated[float, _says("cycles that are in every call of a timing")]
    probe: Annotated[
        float,
        _says(
            "how long a call of known duration took, as a multiple of that duration: further from 1 than 0.01, "
            "the calibration is wrong"
        ),
    ]
    width: Annotated[
        float,
        _says("independent additions in a cycle when the core is alone; 0 where that is not known"),
    ]
    batches: Annotated[tuple[Batch, ...], _says("the calibrations, in the order of `rows`")]
    rows: Annotated[
        tuple[Annotated[tuple[Whole, ...], Meta(min_length=3)], ...],
        _says(
            "`[bytes, calls, ticks, ticks, ...]` in the order in which they were taken: a length, how many calls were "
            "timed together, and each timing"
        ),
    ]

    def __post_init__(self) -> None:
        """Raise ValueError unless the batches cover all rows, and each row has calls and timings."""
        sizes = [batch.rows for batch in self.batches]
        if min(sizes, default=1) < 1 or sum(sizes) != len(self.rows):
            raise ValueError("the batches do not cover the rows")
        if not all(len(row) > 2 and row[0] >= 0 and row[1] >= 1 for row in self.rows):
            raise ValueError("a row without calls or timings")


class Rejected(Struct, frozen=True):
    """A counter that is not used."""

    name: str
    reason: str


class Counter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a target's timings are in, and how well it counts."""

    name: str
    counts: Annotated[str, _says("in words: what a tick is")] = ""
    core_cycles: Annotated[
        bool | None, _says("whether a tick is a cycle of the core; null where that is not known")
    ]
    ticks_per_second: float = 0
    resolution: Annotated[float, _says("ticks: the step in which it moves")] = 0
    cost: Annotated[
        float | None, _says("ticks: the median of two readings with nothing between")
    ] = None
    noise: Annotated[float | None, _says("ticks: the interquartile range of these")] = None
    reason: Annotated[str, _says("why it was chosen")] = ""
    others: Annotated[
        tuple[Rejected, ...],
        _says("the other counters of this processor, and why they are not used"),
    ] = ()
    width: Annotated[
        float, _says("independent additions in a cycle at the core's best; 0 where not known")
    ] = 0


class Compiler(Struct, frozen=True, omit_defaults=True):
    """A compiler of the machine, or whatever stands in its place on another platform."""

    command: str = ""
    path: str = ""
    version: Annotated[str, _says("what it says of itself")] = ""


class Signature(Struct, frozen=True, omit_defaults=True):
    """How a processor identifies itself, in the words of /proc/cpuinfo: on x86 the first four, on Arm the others.

    On RISC-V `vendor`, `part` and `revision` are mvendorid, marchid and mimpid, and `model` is the device tree's word.
    On s390 `model` is the type of the machine, and elsewhere the system's name of the processor.
    """

    vendor: str = ""
    family: str = ""
    model: str = ""
    stepping: str = ""
    implementer: str = ""
    part: str = ""
    variant: str = ""
    revision: str = ""


class Judgement(Struct, frozen=True, omit_defaults=True):
    """What was found of one condition."""

    name: str
    state: Annotated[str, _says("`good`, `bad` or `unknown`: the system does not say")]
    found: str
    why: Annotated[str, _says("why it matters; only where it is bad")] = ""


class Quiet(Struct, frozen=True, omit_defaults=True):
    """How quiet a logical processor was."""

    processor: Count
    lost: Annotated[float, _says("the part of the time (0 to 1) that others took")]
    scatter: Annotated[
        float,
        _says(
            "the interquartile range of chains of the same instructions, as a part of their median"
        ),
    ]
    chain: Annotated[float, _says("that median, in nanoseconds")] = 0


class Size(Struct, frozen=True):
    """Bytes of the sections of a build's objects."""

    text: Count = 0
    data: Count = 0
    bss: Count = 0


class Record(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    """What every line has."""

    time: Annotated[str, _says("when it was recorded, UTC: `2026-01-31T12:00:00Z`")] = ""
    machine: Annotated[str, _says("the machine's name")] = ""


class Keyed(Record, frozen=True, kw_only=True, omit_defaults=True):
    """A line that says the same as every other line of its kind and key."""

    key: Annotated[str, _says("a hash over everything that the line depends on")]


class About(Keyed, frozen=True, kw_only=True, omit_defaults=True):
    """A line about one implementation on one target."""

    platform: Annotated[str, _says("how it is run: `c`")]
    target: Annotated[str, _says("where the platform runs it; for `c` the ABI: `amd64`, `x86` ...")]
    hash: Annotated[str, _says("the hash function: the name of its directory")]
    implementation: Annotated[str, _says("the path of the implementation below its hash")]
    operation: Annotated[
        str,
        _says(
            "`crypto_hash`; for a subroutine, which is built, checked and raced for what includes it and is no "
            "result, its own operation (`hash` then has the primitive)"
        ),
    ] = OPERATION
    security: Annotated[
        str,
        _says(
            "`constbranchindex` or `timingleaks`: what the implementation claims about secret input"
        ),
    ] = ""


class Made(About, frozen=True, kw_only=True, omit_defaults=True):
    """A line about one machine code of an implementation."""

    object: Annotated[
        str,
        _says(
            "a hash of the machine code. Builds of one implementation with the same `object` are one build: checked "
            "and timed once, under the option set that stands first. Where it begins with `unknown-` nobody knows the "
            "machine code, and no other build has the same `object`"
        ),
    ]
    options: Annotated[
        Words, _says("the option set: the compiler and its flags, word by word")
    ] = ()


class Machine(Record, frozen=True, kw_only=True, omit_defaults=True, tag="machine"):
    """What is needed to judge the numbers.

    Written when a run starts, and when it has chosen another core to time on, where anything in it differs from the
    newest one.
    """

    format: Annotated[Count, _says("the version of this format")]
    identity: Annotated[
        str,
        _says(
            "tells this machine from others of the same name: a keyed hash of the system's own identifier and of the "
            "processor's signature, from which neither can be found. It survives a reboot"
        ),
    ] = ""
    hashcop: Annotated[str, _says("the version of Hashcop that took the measurements")] = ""
    supercop: Annotated[str, _says("or that of SUPERCOP")] = ""
    processor: Annotated[str, _says("the processor as the system calls it")] = ""
    design: Annotated[
        str, _says("the name that people know it by: `Emerald Rapids`, `Zen 4`, `Neoverse N1`")
    ] = ""
    signature: Annotated[Signature | None, _says("how the processor identifies itself")] = None
    cores: Annotated[Count, _says("logical processors that may be used")] = 0
    pinned: Annotated[
        Count | None,
        _says("the logical processor that timings run on from here: the quietest, by trial"),
    ] = None
    core_kind: Annotated[
        str,
        _says(
            "where the processor has cores of several kinds: the one that this is about. Cores of two kinds are two "
            "machines, `NAME-performance` and `NAME-efficiency`"
        ),
    ] = ""
    core_numbers: Annotated[tuple[Count, ...], _says("the logical processors of that kind")] = ()
    memory: Annotated[Count, _says("bytes")] = 0
    kernel: Annotated[str, _says("operating system kernel and release")] = ""
    system: Annotated[str, _says("distribution")] = ""
    counter: Annotated[
        dict[str, Counter],
        _says("by target: what its timings are in ([what that means](cycles.md))"),
    ] = {}
    targets: Annotated[
        dict[str, str], _says('`{"amd64": "ok", "x86": "why it is not available"}`')
    ] = {}
    emulators: Annotated[
        dict[str, str],
        _says(
            "where other processors' programs can be checked: by target the emulator and its version. Those targets "
            "are in neither `counter` nor `targets`, and have no timings"
        ),
    ] = {}
    compilers: tuple[Compiler, ...] = ()
    sandbox: Annotated[str, _says("`bubblewrap 0.8.0`, or `none`")] = ""


class Conditions(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="conditions"):
    """What the machine was like as a place to measure.

    A run that times anything writes one before its first timing and one after its last; between them lies what happened
    meanwhile.
    """

    when: Annotated[str, _says("`begin` or `end` of a run")] = ""
    pinned: Annotated[Count | None, _says("the logical processor that timings run on")] = None
    judgements: Annotated[
        tuple[Judgement, ...],
        _says(
            "[what is judged](explanations/quiet-machine.md). At the end, what is counted (steal time, throttling, "
            "pages) is of the whole run"
        ),
    ] = ()
    quiet: Annotated[
        tuple[Quiet, ...],
        _says("the logical processors that were tried; at the end only the pinned one is"),
    ] = ()
    counters: Annotated[
        dict[str, Whole],
        _says(
            "counters of the kernel, where it has them: `frequency` (kHz, of the pinned processor at this moment), "
            "`throttled` (times, all processors), `swapped` (pages), and `busy`, `stolen` and `all` (ticks of the "
            "kernel's clock, of the pinned processor). All but the first count from the start of the system"
        ),
    ] = {}


class Hash(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="hash"):
    """What the tree says of a hash. Written where it differs from what is recorded."""

    hash: str
    description: Annotated[str, _says("the text of the file of this name")] = ""
    designers: Annotated[Words, _says("the lines of the file of this name")] = ()


class Build(About, frozen=True, kw_only=True, omit_defaults=True, tag="build"):
    """One implementation compiled with one option set.

    An implementation that is not for a target, or that needs a library which the machine lacks, has one `skipped` line
    with an empty list of `options`.
    """

    outcome: Annotated[str, _says("`ok`, `failed` or `skipped`")]
    options: Annotated[
        Words, _says("the option set: the compiler and its flags, word by word")
    ] = ()
    sources: Annotated[str, _says("a hash of the implementation's files")] = ""
    object: Annotated[str, _says("a hash of the machine code, where there is any")] = ""
    reason: Annotated[str, _says("for `failed` and `skipped`: why, in one line")] = ""
    said: Annotated[
        Words,
        _says(
            "what the compiler printed; of many lines the first and the last, with a line in between that says how "
            "many were left out"
        ),
    ] = ()
    said_as: Annotated[
        str,
        _says(
            "in the place of `said`: the `key` of an earlier `build` line of the same implementation, target and "
            "`sources`, whose `said` it is, word by word"
        ),
    ] = ""
    same_as: Annotated[
        Words,
        _says(
            "the `options` of another build of the same implementation, target and `sources` that had the same "
            "`object` before this one: the two are one build"
        ),
    ] = ()
    version: Annotated[str, _says("`CRYPTO_VERSION` of its `api.h`, where there is one")] = ""
    notes: Annotated[
        Words,
        _says(
            "what its objects do that is no fault and good to know: names exported outside its name space, names of "
            "the C library, code that runs before main"
        ),
    ] = ()
    implementors: Annotated[Words, _says("the lines of the file of this name")] = ()
    subroutines: Annotated[
        Words,
        _says(
            "what it is linked with for the operations that it includes: path in the tree and option set"
        ),
    ] = ()
    size: Size | None = None


class Check(Made, frozen=True, kw_only=True, omit_defaults=True, tag="check"):
    """Whether a build is right and behaves.

    A build that passes its check and then misbehaves while it is timed gets a second `check` line, whose `outcome` is
    `wrong`; it is timed no further.
    """

    outcome: Annotated[str, _says("`right` or `wrong`")]
    reason: Annotated[str, _says("for `wrong`: what it did, at which length, expected and got")] = (
        ""
    )
    findings: Annotated[
        Words,
        _says("for `right`: what it does wrong all the same. The build is timed, under a mark"),
    ] = ()
    expected: Annotated[
        str,
        _says("`match`, `mismatch` or `unknown`: how its checksums compare with those of the hash"),
    ] = ""
    checksumsmall: Annotated[
        str, _says("the SUPERCOP checksum that it computed, where it got that far")
    ] = ""
    checksumbig: str = ""
    known_answers: Annotated[Count, _says("how many known answers it was compared with")] = 0
    output_bytes: Annotated[Count, _says("length of the digest")] = 0
    digests: Annotated[
        dict[str, str],
        _says(
            "where `expected` is `unknown`: by length the first 16 hex digits of the digest of the known-answer "
            "message; they tell where two implementations differ"
        ),
    ] = {}
    emulator: Annotated[str, _says("what ran it, where the processor does not run the target")] = ""


class Trial(Made, frozen=True, kw_only=True, omit_defaults=True, tag="trial"):
    """A timing in the race for the best option set."""

    quantity: Annotated[str, _says("what is compared: `cycles`")]
    round: Annotated[Count, _says("1 for every entrant; later rounds for those that may still win")]
    bytes: Annotated[Bytes, _says("length of the message: 1536")]
    samples: Annotated[tuple[Sample, ...], _says("one sample: see [below](#samples)")] = ()
    cycles: Annotated[
        tuple[float, ...],
        _says("in the place of `samples`: timings of another program, which are not calibrated"),
    ] = ()


class Winner(Made, frozen=True, kw_only=True, omit_defaults=True, tag="winner"):
    """What a race found. The winner alone is measured."""

    quantity: Annotated[str, _says("what was compared: `cycles`")]
    bytes: Annotated[Bytes, _says("length of the message: 1536")]
    median: Annotated[float | None, _says("the median of the winner's trials that count")] = None
    builds: Annotated[Count | None, _says("how many distinct builds ran")] = None
    trials: Annotated[Count | None, _says("how many trials the winner had")] = None
    sure: Annotated[
        bool | None,
        _says(
            "whether it is within 1 % of the best, with a confidence of 99 %; otherwise too many trials would have "
            "been needed"
        ),
    ] = None


class Search(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="search"):
    """How far a search with a budget went. It is about all implementations that were searched together."""

    search: Annotated[str, _says("a hash over the keys of all its builds")]
    builds: Annotated[Count, _says("how many of them are made")]
    of: Annotated[Count, _says("how many there are")]
    seconds: Annotated[float, _says("how long was searched, in all runs together")]


class Timings(Made, frozen=True, kw_only=True, omit_defaults=True, tag="timings"):
    """A measurement.

    Options and security class of the build are in the `build` and `winner` lines of the same `object`, and not in each
    of these lines, which most of a file are. Of lines that have the same length of an `object` the newest counts; when
    something disturbed a measurement it may be taken again, so a line may come again with its key and other samples.
    """

    series: Annotated[
        str,
        _says(
            "a hash over machine code, harness, counter and schedule: timings of one series are alike"
        ),
    ]
    quantity: Annotated[str, _says("what is measured: `cycles`")]
    warmup: Annotated[Count, _says("calls of each length before its first timing")] = 0
    bytes: Annotated[tuple[Bytes, ...], _says("the lengths")]
    samples: Annotated[
        tuple[Sample, ...],
        _says("what each process timed, one after the other: see [below](#samples)"),
    ]


class Effect(Made, frozen=True, kw_only=True, omit_defaults=True, tag="effect"):
    """A variant of an experiment."""

    effect: Annotated[str, _says("`cold`, `align`, `data`, `parallel` or `counter`")]
    variant: Annotated[str, _says("the first of an effect is what the others are held against")]
    bytes: Annotated[tuple[Bytes, ...], _says("the lengths")]
    samples: Annotated[tuple[Sample, ...], _says("as in `timings`")]
    counter: Annotated[str, _says("where another counter took the samples: its name")] = ""
    core_cycles: bool | None = None


class Side(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of two that were compared."""

    hash: str
    implementation: str
    object: str
    platform: str = ""
    target: str = ""
    operation: str = OPERATION
    security: str = ""
    options: Words = ()
    samples: tuple[Sample, ...] = ()


class Comparison(Keyed, frozen=True, kw_only=True, omit_defaults=True, tag="comparison"):
    """Two builds that were measured in turns."""

    platform: str
    target: str
    bytes: tuple[Bytes, ...] = ()
    sides: Annotated[
        tuple[Side, ...],
        _says("the two: of their `samples` those of the same place were taken side by side"),
    ] = ()


class Cycles(Made, frozen=True, kw_only=True, omit_defaults=True, tag="cycles"):
    """Timings of one message length, in cycles: what SUPERCOP's data hold, and Hashcop's of version 1."""

    bytes: Annotated[Bytes, _says("length of the message")]
    cycles: Annotated[
        tuple[float, ...],
        _says("all timings, in the order in which they were taken, each the cost of one call"),
    ]
    processes: Annotated[
        Count, _says("over how many processes they are spread, equally many timings in each")
    ] = 0


class Timecop(Made, frozen=True, kw_only=True, omit_defaults=True, tag="timecop"):
    """SUPERCOP's check for constant time. Hashcop reads and keeps it, and makes none itself."""

    outcome: Annotated[str, _says("`pass`, `fail` or `error`")]
    said: Annotated[Words, _says("what the check told")] = ()


KINDS: tuple[type[Record], ...] = (
    Machine,
    Conditions,
    Hash,
    Build,
    Check,
    Trial,
    Winner,
    Search,
    Timings,
    Effect,
    Comparison,
    Cycles,
    Timecop,
)
BY_KIND: dict[str, type[Record]] = {str(kind.__struct_config__.tag): kind for kind in KINDS}


def kind_of(record: Record | type[Record]) -> str:
    """The word that the line of a record has as its `kind`."""
    return str(record.__struct_config__.tag)


def fields_of(record: Record) -> dict[str, Any]:
    """The fields of a record that differ from their defaults, as they stand in its line."""
    found: dict[str, Any] = msgspec.to_builtins(record)
    return found
