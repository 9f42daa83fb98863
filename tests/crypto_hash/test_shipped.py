"""Everything that is shipped is right under every compiler and ABI, is described, and compiles without a warning."""

import hashlib
import re
import shutil
import subprocess
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from hashcop.data import lengths
from hashcop.platforms.c import check, fresh, headers, options
from hashcop.platforms.c.job import Job
from hashcop.platforms.c.lane import CLane
from hashcop.platforms.c.source import Source
from hashcop.platforms.c.tools import compilers
from hashcop.platforms.c.tools.toolchain import Target
from hashcop.platforms.door import Group
from hashcop.platforms.implementation import HashFunction, Implementation
from tests.support import trees

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = {function.name: function for function in trees.functions(ROOT)}
IMPLEMENTATIONS = {f"{i.hash}/{i.name}": i for f in FUNCTIONS.values() for i in f.implementations}
# Those that Python computes, too, under its name.
IN_HASHLIB = {
    "blake2b": "blake2b",
    "blake2s": "blake2s",
    "md5": "md5",
    "sha1": "sha1",
    "sha224": "sha224",
    "sha256": "sha256",
    "sha384": "sha384",
    "sha512": "sha512",
    "sha3224": "sha3_224",
    "sha3256": "sha3_256",
    "sha3384": "sha3_384",
    "sha3512": "sha3_512",
}
# Functions of which SUPERCOP has no checksums.
NOT_IN_ANY_RELEASE = ("hamsi512", "k12", "shavite3512")
STRICT = ("-Wall", "-Wextra")
SECONDS = 60  # that a call may take beside a busy neighbour
Rows = dict[str, dict[str, Any]]
Groups = Callable[..., list[Group]]
T = TypeVar("T")
each_hash = pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS.keys())
each_implementation = pytest.mark.parametrize("name", IMPLEMENTATIONS)


def is_library(implementation: Implementation) -> bool:
    """Whether it hands over to a library other than OpenSSL's: there are many of these wrappers."""
    included = Source(implementation).includes
    others = [library for library in compilers.libraries() if library.name != "libcrypto"]
    return any(name.startswith(library.headers) for library in others for name in included)


OURS = [name for name, implementation in IMPLEMENTATIONS.items() if not is_library(implementation)]


# Right


def assert_skipped(skip: str) -> None:
    """It needs what this machine lacks, and that is said."""
    reasons = r"needs \w+, which is not there|needs instructions|for .* only|C\+\+, and no"
    assert re.match(reasons, skip)


def chosen(name: str, of: Sequence[T]) -> T:
    """One of several, another one for each name."""
    return of[zlib.crc32(name.encode()) % len(of)]


@pytest.mark.parametrize("name", OURS)
def test_it_is_right(
    name: str, groups: Groups, lane: CLane, native: Target, tmp_path: Path
) -> None:
    """With one option set, by known answers and checksums, and without a warning.

    With all of them, thoroughly and beside others below.
    """
    is_reference = IMPLEMENTATIONS[name].name == "ref"
    group = chosen(name, groups(name, targets=() if is_reference else (native.name,)))
    if group.skip:
        assert_skipped(group.skip)
        return
    plain = cast(options.OptionSet, chosen(f"{name} {group.target.name}", group.option_sets))
    option_set = replace(plain, flags=(*plain.flags, *STRICT))
    workshop = lane.workshop(group, tmp_path / "work")
    built = workshop.build(option_set)
    workshop.close()
    assert built.artifact is not None, (option_set.words, built.outcome)
    assert not built.outcome.said, option_set.words
    seed = fresh.fresh_seed()
    job = Job(group)
    said = check.ask(
        job, option_set, built.artifact, lane.sandbox, SECONDS, seed, is_thorough=False
    )
    verdict = check.judge(job, built.artifact, said, seed)
    assert (verdict.outcome, verdict.findings) == ("right", ()), option_set.words


@pytest.fixture(scope="session")
def default(verdicts: Callable[..., Rows]) -> Rows:
    """The verdicts of every option set, on every ABI."""
    return verdicts("shipped-default", seconds=1700)


@pytest.mark.long
@pytest.mark.timeout(1800)
@each_implementation
def test_it_is_right_with_each_option_set(default: Rows, name: str, groups: Groups) -> None:
    found = groups(name, profile="default")
    assert found
    for group in found:
        row = default[f"{name} {group.target.name}"]
        if group.skip:
            assert (row["verdict"], row["reasons"]) == ("skipped", [group.skip])
            assert_skipped(group.skip)
            continue
        assert (row["verdict"], row["reasons"]) == ("right", [])
        assert row["builds"] == len(group.option_sets)
        assert row["right"] == row["distinct"] >= 1


def test_every_hash_has_a_reference_implementation_in_c() -> None:
    for function in (f for f in FUNCTIONS.values() if f.implementations):
        references = [i for i in function.implementations if i.name == "ref"]
        assert references, function.name
        source = Source(references[0])
        assert source.architectures is None and not source.is_cxx


# Known


@each_hash
def test_a_hash_is_described(function: HashFunction) -> None:
    assert (function.directory / "description").read_text().strip()
    assert (function.directory / "designers").read_text().strip()


@each_hash
def test_a_hash_has_both_checksums(function: HashFunction) -> None:
    if function.name in NOT_IN_ANY_RELEASE:
        assert not function.checksum("small") and not function.checksum("big")
        assert function.known_answers()
        return
    for which in ("small", "big"):
        assert re.fullmatch(r"[0-9a-f]{64}", function.checksum(which) or "")


@each_hash
def test_known_answers_are_digests_of_the_output_size_at_every_short_length(
    function: HashFunction,
) -> None:
    answers = function.known_answers()
    sizes = {
        int(re.findall(r"CRYPTO_BYTES\s+(\d+)", Source(i).api)[0]) for i in function.implementations
    }
    described = re.findall(
        r"(\d+) bytes of output", (function.directory / "description").read_text()
    )
    sizes |= set(map(int, described))
    assert len(sizes) == 1
    assert {len(digest) for digest in answers.values()} == {2 * sizes.pop()}
    assert set(range(289)) <= set(answers)
    assert max(answers) > 4096
    assert len(set(answers.values())) == len(answers)


@pytest.mark.parametrize("name", sorted(IN_HASHLIB.keys() & FUNCTIONS.keys()))
def test_known_answers_are_those_of_hashlib(name: str) -> None:
    answers = FUNCTIONS[name].known_answers()
    shorter = {length: digest for length, digest in answers.items() if length <= lengths.MAPPED}
    message = bytes(range(251)) * (max(shorter) // 251 + 1)
    for length, digest in shorter.items():
        made = hashlib.new(IN_HASHLIB[name], message[:length], usedforsecurity=False)
        assert made.hexdigest() == digest, length


@each_implementation
def test_an_implementation_names_its_implementors(name: str) -> None:
    assert (IMPLEMENTATIONS[name].directory / "implementors").read_text().strip()


# Readable


def own_c(implementation: Implementation) -> list[Path]:
    """Its C, with what it includes of its own."""
    return [f for name, f in implementation.files() if name.endswith((".c", ".h"))]


Compile = Callable[..., None]


@pytest.fixture
def compile_strictly(groups: Groups, native: Target, tmp_path: Path) -> Compile:
    """compile_strictly(name, compiler, ...): no source of it draws a warning."""

    def compiles(name: str, compiler: str, *how: str) -> None:
        implementation = IMPLEMENTATIONS[name]
        group = groups(name, targets=(native.name,))[0]
        if group.skip:
            pytest.skip(group.skip)
        for header, text in headers.generated(implementation, implementation.security).items():
            (tmp_path / header).write_text(text)
        family = next(f for f in compilers.families() if f.command == compiler)
        macros = headers.macros(implementation, implementation.security)
        strict = ["-std=c11", *STRICT, "-Werror", *family.flags("quick")[0], *macros]
        own = implementation.directory
        places = [f"-I{own}", f"-I{tmp_path}", f"-I{ROOT / 'measure/c/include'}"]
        command = [compiler, *strict, *places, *Job(group).library_includes, *how]
        for source in Source(implementation).sources:
            if source.endswith(".c"):
                done = subprocess.run([*command, own / source], capture_output=True, text=True)
                assert (done.returncode, done.stderr) == (0, "")

    return compiles


@pytest.mark.long
@each_implementation
def test_it_compiles_without_a_warning(name: str, compiler: str, compile_strictly: Compile) -> None:
    """Some warnings only come once code is optimised."""
    compile_strictly(name, compiler, "-c", "-o", "/dev/null")


@each_implementation
def test_its_sources_begin_with_the_licence_and_a_comment(name: str) -> None:
    for file in own_c(IMPLEMENTATIONS[name]):
        if file.suffix == ".c":
            first, rest = file.read_text().split("\n", 1)
            assert first == "/* SPDX-License-Identifier: MIT */", file
            assert rest.lstrip().startswith("/*"), file


def test_c_is_formatted() -> None:
    if shutil.which("clang-format") is None:
        pytest.skip("clang-format is not installed")
    # Most files are linked to by several implementations.
    files = {file.resolve() for i in IMPLEMENTATIONS.values() for file in own_c(i)}
    done = subprocess.run(
        ["clang-format", "--dry-run", "-Werror", *sorted(files)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
