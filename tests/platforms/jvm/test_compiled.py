"""What JVMs say they have compiled is read right: the texts of several releases are beside this file, in said/."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
# With C2 alone there is no queue of C1.
SORTS = [f"java-{release}{sort}" for release in (17, 21, 25) for sort in ("", "-c2")]
SAID = HERE / "said"
MEASURE = HERE.parents[2] / "measure" / "jvm"
Ask = Callable[..., str]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """ask(word, file, ...): what measure/jvm/compiled.c makes of texts."""
    program = tmp_path_factory.mktemp("compiled") / "compiled"
    sources = [HERE / "compiled.c", MEASURE / "compiled.c"]
    words = ["gcc", "-std=c11", "-Wall", "-Werror", f"-I{MEASURE}", *map(str, sources)]
    subprocess.run([*words, "-o", str(program)], check=True)

    def asked(*words: str | Path) -> str:
        done = subprocess.run([program, *words], check=True, capture_output=True, text=True)
        return done.stdout

    return asked


@pytest.mark.parametrize("name", SORTS)
def test_an_empty_queue_is_idle(ask: Ask, name: str) -> None:
    assert ask("queue", SAID / f"{name}-idle") == "1\n"


@pytest.mark.parametrize("name", ["java-17", "java-25", "java-25-c2"])
def test_what_is_compiled_or_waits_is_seen(ask: Ask, name: str) -> None:
    assert ask("queue", SAID / f"{name}-busy") == "0\n"


@pytest.mark.parametrize("name", SORTS)
def test_methods_have_their_level_and_size(ask: Ask, name: str) -> None:
    lines = ask("code", SAID / f"{name}-code").splitlines()
    own = [line.split() for line in lines if line.endswith(" 1")]
    assert own
    assert {words[2] for words in own} == {"D.f(I)I"}
    assert all(words[0] == "4" and int(words[1]) > 100 for words in own)


def test_native_code_and_that_of_looking_is_passed_over(ask: Ask) -> None:
    said = ask("code", SAID / "java-25-code")
    assert "javax.management" not in said
    assert "arraycopy" not in said  # level 0
    assert said.count("java.lang.String.hashCode") == 1  # one of two is no longer in use


def test_new_code_is_noticed_and_code_that_goes_is_not(ask: Ask, tmp_path: Path) -> None:
    all_of_it = SAID / "java-25-code"
    fewer = tmp_path / "fewer"
    fewer.write_text("".join(x for x in all_of_it.open() if "D.f(I)I" not in x))
    assert ask("known", all_of_it, fewer) == "0\n"
    assert ask("known", fewer, all_of_it) == "1\n"
    assert ask("known", all_of_it, all_of_it) == "1\n"


@pytest.mark.parametrize(("level", "is_known"), [("3", "1\n"), ("4", "0\n")])
def test_of_the_jdk_only_code_that_is_called_often_is_new(
    ask: Ask, tmp_path: Path, level: str, is_known: str
) -> None:
    """Looking calls some methods often enough for C1."""
    before, more = SAID / "java-17-code", tmp_path / "more"
    method = "java.util.concurrent.ConcurrentHashMap.setTabAt()V"
    places = "[0x00007f2d1c9d5910, 0x00007f2d1c9d5aa0 - 0x00007f2d1c9d5b58]"
    more.write_text(f"{before.read_text()}77 {level} 0 {method} {places}\n")
    assert method in ask("code", more)
    assert ask("known", more, before) == is_known


def test_other_text_says_nothing(ask: Ask, tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text("no such command\n\n1 2\n")
    assert ask("code", file) == ""
    assert ask("queue", file) == "0\n"
