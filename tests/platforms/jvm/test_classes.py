"""What is read of class files, made by the Java compiler."""

import shutil
import subprocess
from pathlib import Path

import pytest

from hashcop.platforms.jvm.classes import LONGEST, NoClassFile, notes, read

SOURCE = """
public class Sample {
    static final long BIG = 123456789012345L;
    static final double HALF = 0.5;
    interface One { int of(int x); }
    native void outside();
    int small(int x) { One one = y -> y + 1; return one.of(x) + "%s".length(); }
    Thread thread() { return new Thread(); }
    int huge(int x) { %s return x; }
}
"""


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a class with all that notes are about."""
    javac = shutil.which("javac") or next(map(str, Path("/usr/lib/jvm").glob("*/bin/javac")))
    place = tmp_path_factory.mktemp("classes")
    steps = "x = x * 31 + 7;" * (LONGEST // 4)
    (place / "Sample.java").write_text(SOURCE % ("ö", steps))
    words = [javac, "-encoding", "UTF-8", "-nowarn", "--release", "17", "Sample.java"]
    subprocess.run(words, cwd=place, check=True)
    return {file.name: file.read_bytes() for file in place.glob("*.class")}


def test_methods_have_the_size_of_their_code(classes: dict[str, bytes]) -> None:
    found = read(classes["Sample.class"])
    assert found.name == "Sample"
    assert 0 < found.methods["small"] < 60
    assert found.methods["huge"] > LONGEST
    assert found.natives == {"outside"}


def test_notes_name_what_people_should_know(classes: dict[str, bytes]) -> None:
    said = notes(classes)
    assert any(
        text.startswith("Sample.huge has ") and "compiles no method" in text for text in said
    )
    assert "Sample.outside is native" in said
    assert any(text.startswith("Sample reaches for java.lang.Thread") for text in said)


def test_a_file_that_is_none_is_a_note(classes: dict[str, bytes]) -> None:
    for content in (b"", b"\xca\xfe\xba\xbe", classes["Sample.class"][:200], b"text" * 20):
        with pytest.raises(NoClassFile):
            read(content)
        assert notes({"X.class": content})[0].startswith("X.class can't be read: ")
