"""What reads a stranger's bytes, as functions of these bytes. Each returns, or fails: what it refuses it must refuse in
the way that its caller expects.

`seeds` are honest inputs that mutations begin with; tests/fuzz/corpus/<name>/ has those that were found.
"""

import gzip
import lzma
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import zstandard

from hashcop import ROOT
from hashcop.data import manifest
from hashcop.data.files import DataError
from hashcop.platforms.c import api, fresh, program, stack, timings
from hashcop.platforms.c.program import Answer
from hashcop.platforms.c.source import Source
from hashcop.platforms.c.timings import NoSample
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.door import OptionFileError
from hashcop.platforms.implementation import HashFunction, Implementation, TreeError
from hashcop.results import model
from hashcop.submissions import archives
from hashcop.submissions.refused import Refused
from tests.fuzz import hostile_answers, hostile_engine
from tests.submissions import made_archives as made
from tests.support import supercop_lines

CORPUS = Path(__file__).parent / "corpus"
TOKEN = "0123456789abcdef"
# Files that a target writes go to memory: it is run a thousand times a second.
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@dataclass(frozen=True)
class Target:
    """`run` is given any bytes. `mutations`: how many of its corpus `make test` tries."""

    name: str
    run: Callable[[bytes], None]
    seeds: Callable[[], Iterator[bytes]]
    mutations: int = 1000

    def corpus(self) -> list[bytes]:
        """The honest inputs, and what earlier searches found."""
        found = sorted((CORPUS / self.name).glob("*"))
        return [*self.seeds(), *(file.read_bytes() for file in found)]


def _archive(data: bytes) -> None:
    try:
        found = archives.inspect_bytes(data)
    except Refused:
        return
    for one in found.members:
        parts = Path(one.path).parts
        assert not Path(one.path).is_absolute() and ".." not in parts, one.path
        assert parts[0].startswith("crypto_"), one.path


def _archive_seeds() -> Iterator[bytes]:
    named = made.BASE + "/x.h"
    plain = made.tar(made.member(named, b"\n"))
    yield plain
    yield made.tar(made.extended([("mtime", "1")]), made.member(named, b"\n"))
    yield made.zipped([made.Zipped(named, b"abc" * 50)])
    yield made.zipped([made.Zipped(named, b"abc", method=0, flags=0)])
    yield gzip.compress(plain)
    yield lzma.compress(plain)
    yield zstandard.compress(plain)


def _api(data: bytes) -> None:
    try:
        macros = api.plain_macros(data.decode(errors="replace"))
        numbers = api.numbers_of(macros)
    except ValueError:
        return
    assert all(name.startswith("CRYPTO_") for name in macros)
    assert all(abs(number) < 1 << 64 for number in numbers.values())


def _api_seeds() -> Iterator[bytes]:
    yield from {file.read_bytes() for file in (ROOT / "crypto_hash").glob("*/ref/api.h")}
    yield b'/* a */\n#ifndef A\n#define A\n#define CRYPTO_BYTES (1 << 5) // b\n#define CRYPTO_VERSION "1"\n#endif\n'
    yield b"#define CRYPTO_A 0x10\n#define CRYPTO_BYTES ((CRYPTO_A * 2 + 6) / 3 % 7 - ~1)\n"


def _data(data: bytes) -> None:
    with tempfile.NamedTemporaryFile(dir=SCRATCH) as file:
        file.write(data)
        file.flush()
        try:
            model.load([Path(file.name)])
        except DataError:
            return


def _data_seeds() -> Iterator[bytes]:
    lines = (ROOT / "tests/reports/small.jsonl").read_bytes().splitlines(keepends=True)
    kinds = {line[: line.find(b",")]: line for line in lines}
    yield from kinds.values()
    yield b"".join(line for line in kinds.values() if len(line) < 5000)
    for lines in (supercop_lines.MEASURED, supercop_lines.TRIES, supercop_lines.CYCLES):
        yield (supercop_lines.MEASURED + lines).encode()
    yield supercop_lines.OLD_LINES.encode()


def _metadata(data: bytes) -> None:
    """The files of a hash and of an implementation, one after another, parted by zero bytes."""
    names = (
        "kat.tsv",
        "checksumsmall",
        "i/api.h",
        "i/architectures",
        "i/implementors",
        "i/a.c",
        "description",
    )
    with tempfile.TemporaryDirectory(dir=SCRATCH) as place:
        room = Path(place) / "crypto_hash" / "h"
        (room / "i").mkdir(parents=True)
        for name, content in zip(names, data.split(b"\0"), strict=False):
            (room / name).write_bytes(content)
        one = Implementation("h", "i", room / "i", "c")
        function = HashFunction("h", room, (one,))
        assert isinstance(function.problems, list)
        for length, answer in function.known_answers().items():
            assert length >= 0 and bytes.fromhex(answer if len(answer) % 2 == 0 else f"0{answer}")
        assert all(len(text) <= 300 for text in (*one.implementors, *function.designers))
        if not (room / "i/api.h").exists():
            return
        source = Source(one)
        try:
            found = (
                source.architectures,
                source.needs,
                source.includes,
                source.missing_sizes,
                source.version,
            )
        except TreeError:
            return
        assert found


def _metadata_seeds() -> Iterator[bytes]:
    api_h = b'#define CRYPTO_BYTES 4\n#define CRYPTO_VERSION "1.2"\n'
    code = b'#include "crypto_hash.h"\n#include "crypto_core_salsa20.h"\n#include <immintrin.h>\n'
    yield b"\0".join(
        [
            b"0\t00112233\n1\t44556677\n",
            b"ab" * 32,
            api_h,
            b"amd64 x86\n",
            b"A. Person\n",
            code,
            b"Of a hash\n",
        ]
    )


def _answer(data: bytes) -> None:
    """What a program writes on the descriptor of its results, and all who take its words for what they are."""
    hostile_answers.run(data, TOKEN)
    lines = program._parse(data, TOKEN)
    if lines is None:
        return
    answer = Answer(lines, "")
    assert all(isinstance(text, str) for text in answer.marks)
    for kind in ("digest", "checksum", "stack"):
        answer.values(kind)
    found = fresh.digests(answer)
    assert found.count >= 0 and len(found.counts()) == 4
    fresh._named(found, found, "another digest", 7)
    try:
        timings.parse(lines)
        timings.answers(lines)
    except (NoSample, ValueError, IndexError, ArithmeticError):
        return


def _answer_seeds() -> Iterator[bytes]:
    texts = (
        "output 32\nchecksum small " + "0f" * 32 + "\ndigest 3 aabb\nstrict\ndone",
        "fresh random "
        + "0123456789abcdef" * 3
        + "\norder special ones 3 zeros 4\nrepeat 64 0123456789abcdef\ndone",
        "reading 20000\nbatch 2 1000000000 1000000000 3000000000 1 0 0\nknown 64 1 90 91 92\nknown 768 1 800 801 802\n"
        "ticks 8 4 400 401 402\nanswer 8 4 0 0123456789abcdef\ndone",
        "mark changed-rbx fresh 7 0 0\nproblem timeout small 53 0 0",
        "stack 0 128\nquiet 1 2 3 4 5\npace 1000000000 3000000000\nproof 8 3 aabb\nburnt 12",
        "pace 3000000000 4000000000\nproof 1536 9 aabb\nburnt 12\nquiet 9 1000 90 100 110\n"
        + "".join(f"stack {n} 128\n" for n in stack.LENGTHS)
        + "done",
        "reading 20000\nbatch 3 1500000000 1500000000 4000000000 1 0 0\nknown 64 10 500 500 500\n"
        "answer 8 1 0 0123456789abcdef\nticks 8 1 420 424 428\nanswer 64 1 3 0123456789abcdef\n"
        "ticks 64 1 1020 1030 1040\nknown 768 1 520 520 530\nbegun 1000 2000\n"
        "jvm 1 0 9 5000000 2 1 0\ncode 4 300 a/B.c(I)V\nallocated 8 64\ndone",
        "digest 3 aabb\nsums 0 1 2 3\ndone",
    )
    yield b"digest 0 aabb 3 9\ndone\n"  # of a simulator, whose lines have no token
    for text in texts:
        yield "".join(f"{TOKEN} {line}\n" for line in text.split("\n")).encode()


def _manifest(data: bytes) -> None:
    try:
        found = manifest.decode(data)
    except ValueError:
        return
    assert manifest.decode(found.encode()) == found


def _manifest_seeds() -> Iterator[bytes]:
    yield manifest.of_file(ROOT / "tests/fuzz/targets.py").encode()[:800]
    with tempfile.NamedTemporaryFile(dir=SCRATCH) as file:
        file.write(b"one\ntwo\n")
        file.flush()
        yield manifest.of_file(Path(file.name)).encode()


def _options(data: bytes) -> None:
    """A file of compilers/c/, taken for each kind of them."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as place:
        room = Path(place)
        for name in ("abis", "libraries", "sanitizers", "instructions"):
            (room / f"{name}.toml").write_bytes(data)
        for read in (
            compilers.families,
            compilers.abis,
            compilers.libraries,
            compilers.sanitizers,
            compilers.instructions,
        ):
            try:
                found = read.__wrapped__(room)
            except OptionFileError as error:
                assert "\n" not in str(error), error
                continue
            for family in found if read is compilers.families else ():
                _use(family)


def _use(family: compilers.Family) -> None:
    """Ask a family for all that a run asks for."""
    for sets in family.sets:
        for profile in sets.profiles:
            if sum(1 for _ in zip(sets.choices, range(200), strict=False)) < 200:
                for flags in family.flags(profile, is_cxx="c" not in sets.languages):
                    assert all(flag and not any(c in flag for c in " \0\n") for flag in flags)
            family.entries(profile, "amd64", is_first=True)
    if family.cross:
        assert family.crossed("gcc", "triple")[0]


def _options_seeds() -> Iterator[bytes]:
    yield from (file.read_bytes() for file in sorted(compilers.ROOM.glob("*.toml")))
    yield (
        b'command = "a"\ncxx = ""\npackage = ""\ncxx_package = ""\ncross = "{triple}-{command} -x"\n'
        b'[values]\nv = ["", "-b"]\n[[sets]]\nprofiles = ["p"]\naxes = ["v", ["-c -d"]]\nlanguages = ["c++"]\n'
    )


def _engine_seeds() -> Iterator[bytes]:
    """Honest answers, and after some of them one that is not."""
    yield b""
    yield b"\x01" + bytes(30) + b"\x01"


ALL = (
    Target("archives", _archive, _archive_seeds),
    Target("api", _api, _api_seeds),
    Target("data", _data, _data_seeds),
    Target("metadata", _metadata, _metadata_seeds),
    Target("answers", _answer, _answer_seeds),
    Target("options", _options, _options_seeds),
    Target("manifest", _manifest, _manifest_seeds),
    Target("engine", hostile_engine.run, _engine_seeds, mutations=6),
)
