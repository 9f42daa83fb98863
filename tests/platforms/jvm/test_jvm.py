"""Java from a directory to figures: one run of a right implementation, and what plans say without a process."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hashcop.data import files
from hashcop.data.records import Build, Sample, Timings, Winner
from hashcop.machine.sandbox import Sandbox
from hashcop.platforms.door import Place, Unavailable
from hashcop.platforms.implementation import Implementation
from hashcop.platforms.jvm import JvmPlatform, jars, machines, options
from hashcop.platforms.jvm.machines import Jvm
from hashcop.platforms.jvm.source import Source
from hashcop.platforms.registry import platforms
from hashcop.results.model import load
from tests.conftest import Once
from tests.support.runs import AT_ONCE

BAD = Path(__file__).resolve().parents[2] / "bad"
TARGET = "jvm-amd64"


# A run takes over 200 seconds on two slow cores, beside other tests.
pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="session")
def bench(do: Callable[..., subprocess.CompletedProcess[str]], once: Once) -> Path:
    """Where one implementation was measured, with the pages."""

    def make(place: Path) -> None:
        words = ("--tree", BAD, "--abi", TARGET, "--profile", "quick", "--bench", place, *AT_ONCE)
        done = do("jvm", "fnv1a64/java-ref", *words, seconds=550)
        assert done.returncode == 0, done.stderr
        (place / "said").write_text(done.stdout)

    return once("jvm-run", make)


def samples_of(bench: Path) -> list[Sample]:
    found = [one for file in bench.glob("*/data.jsonl") for one in files.read(file)]
    return [s for one in found if isinstance(one, Timings) for s in one.samples]


def test_a_run_ends_with_a_table(bench: Path) -> None:
    said = (bench / "said").read_text()
    assert "fnv1a64/java-ref on jvm-amd64" in said
    assert "best options: java-" in said


def test_processes_say_what_their_jvm_did(bench: Path) -> None:
    hosts = [sample.jvm for sample in samples_of(bench)]
    assert len(hosts) >= 15
    for host in hosts:
        assert host is not None
        assert host.warm_calls >= 20_000
        assert host.looks >= 2
        # Its loop may be compiled apart, too, where a call was in it when it became hot.
        assert {code.method for code in host.code if code.level == 4} == {"Hash.hash([BI[BII)V"}
        assert {allocated for _, allocated in host.allocated} == {0}


def test_figures_are_of_the_function_and_not_of_the_loop(bench: Path) -> None:
    (machine,) = load(bench.glob("*/data.jsonl"))
    target = next(one for one in machine.targets if one.name == TARGET)
    (one,) = (each for hash in target.hashes for each in hash.implementations)
    # A multiplication and an exclusive or for each byte, one after the other: 4 or 5 cycles on any core.
    assert one.long is not None
    assert 3.5 < one.long.median < 6.5
    assert one.hosted is not None
    assert one.hosted.processes >= 15


def test_pages_tell_of_the_jvm(bench: Path) -> None:
    (page,) = bench.glob("html/machine/*/jvm-amd64/fnv1a64/java-ref.html")
    assert "In the JVM" in page.read_text()
    assert list(bench.glob("html/machine/*/java.html"))
    assert list(bench.glob("html/machine/*/java/jvm-amd64-java-*.html"))


def test_again_there_is_nothing_to_do(
    do: Callable[..., subprocess.CompletedProcess[str]], bench: Path
) -> None:
    words = ("--tree", BAD, "--abi", TARGET, "--profile", "quick", "--bench", bench)
    done = do("jvm", "fnv1a64/java-ref", *words, seconds=120)
    assert "nothing to do" in done.stderr + done.stdout


@pytest.mark.long
def test_what_a_new_object_costs_is_measured_by_processes_of_its_own(
    do: Callable[..., subprocess.CompletedProcess[str]], bench: Path
) -> None:
    words = ("--tree", BAD, "--abi", TARGET, "--profile", "quick", "--bench", bench, *AT_ONCE)
    done = do("jvm", "fnv1a64/java-ref", *words, "--effect", "fresh", seconds=550)
    assert "fresh: cycles/byte" in done.stdout, done.stderr
    (machine,) = load(bench.glob("*/data.jsonl"))
    target = next(one for one in machine.targets if one.name == TARGET)
    (one,) = (each for hash in target.hashes for each in hash.implementations)
    variants = {each.variant: each for each in one.effects}
    assert variants["a new object for each call"].ratio(64)


def test_the_winner_is_of_a_jvm(bench: Path) -> None:
    found = [one for file in bench.glob("*/data.jsonl") for one in files.read(file)]
    assert {one.platform for one in found if isinstance(one, Build | Winner)} == {"jvm"}
    (winner,) = (one for one in found if isinstance(one, Winner))
    assert winner.options[0].startswith("java-")


# Without a process


def jvm(**rest: object) -> Jvm:
    fields = {
        "command": "java-17",
        "home": Path("/jvm"),
        "release": 17,
        "version": "17.0.1",
        "vendor": "Made up",
        "bits": 64,
        "identity": "x",
        "has_compiler": True,
    }
    return Jvm(**fields | rest)  # type: ignore[arg-type]


@dataclass
class Made:
    """A directory of an implementation."""

    place: Path
    files: dict[str, str] = field(default_factory=dict)

    @property
    def source(self) -> Source:
        for name, text in self.files.items():
            (self.place / name).write_text(text)
        return Source(Implementation("sum", "java-made", self.place, "jvm"))


def test_the_size_of_a_digest_is_read_from_the_text(tmp_path: Path) -> None:
    made = Made(tmp_path, {"Hash.java": "public static final int CRYPTO_BYTES =  48 ;"})
    assert made.source.size == 48
    made.files["Hash.java"] = "static final int CRYPTO_BYTES = 6 * 8;"
    source = made.source
    assert source.size == 0
    why = options.skip_reason(source, (jvm(),), ())
    assert why.startswith("Hash.java has no line ")


def test_what_no_jvm_has_is_a_reason_to_skip(tmp_path: Path) -> None:
    text = {"Hash.java": "int CRYPTO_BYTES = 1;"}
    newer = Made(tmp_path, text | {"java": "99\n"}).source
    assert options.skip_reason(newer, (jvm(),), ()) == "needs Java 99, which no JVM here has"
    (tmp_path / "java").unlink()
    modules = Made(tmp_path, {"modules": "jdk.incubator.vector"}).source
    assert "needs Java 17 and jdk.incubator.vector" in options.skip_reason(modules, (jvm(),), ())
    assert options.fits(modules, jvm(modules=("jdk.incubator.vector",)))


def test_jars_that_are_missing_are_named_with_what_gets_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jars, "GOT", tmp_path / "none")
    said = jars.missing(["bouncycastle"], tmp_path)
    assert said == f"needs bouncycastle {jars.rows()['bouncycastle'].version} ({jars.HOW})"
    assert "does not have" in jars.missing(["nobody"], tmp_path)


def test_a_jar_of_another_sha256_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jars, "GOT", tmp_path)
    jar = jars.rows()["sphlib"]
    (tmp_path / jar.file).write_bytes(b"something else")
    assert jars.place_of(jar, tmp_path) is None


def test_without_a_jvm_it_is_unavailable(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "homes", lambda _: [])
    with pytest.raises(Unavailable, match=r"no JVM is here, .*apt-get install openjdk"):
        JvmPlatform().open(Place(sandbox, tmp_path, (0,), tmp_path))


def test_directories_are_claimed_by_one_platform_of_an_operation() -> None:
    for names in (frozenset(["Hash.java"]), frozenset(["api.h", "hash.c"])):
        claiming = [
            one.name for one in platforms() if one.operation == "crypto_hash" and one.claims(names)
        ]
        assert len(claiming) == 1


def test_every_shipped_implementation_states_its_size() -> None:
    tree = Path(__file__).resolve().parents[3] / "crypto_hash"
    found = sorted(tree.glob("*/java-*/Hash.java"))
    assert found
    for file in found:
        source = Source(Implementation(file.parts[-3], file.parts[-2], file.parent, "jvm"))
        first = (file.parents[1] / "kat.tsv").read_text().split("\n")[0].split("\t")[1]
        assert 2 * source.size == len(first), file
        assert (file.parent / "implementors").is_file()
        assert set(source.jars) <= set(jars.rows())
