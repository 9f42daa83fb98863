"""What a shell offers behind `./do`: commands, options, their values, hashes and implementations."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.shell_completion import BashComplete, CompletionItem

from hashcop.cli.commands import completion
from hashcop.cli.main import COMMANDS, PROGRAM, commands
from tests.support import runs
from tests.support.typed import refused, typed

MakeTree = Callable[[dict[str, str]], Path]


def items(*words: str) -> list[CompletionItem]:
    """What may stand in the place of the last word."""
    *args, incomplete = words
    asked = BashComplete(commands, {}, PROGRAM, completion.VARIABLE)
    return asked.get_completions(args, incomplete)


def offered(*words: str) -> list[str]:
    return [str(item.value) for item in items(*words)]


@pytest.fixture
def tree(make_tree: MakeTree) -> str:
    """sum has two implementations, one of them a directory deeper; sun has one; .hidden and a file are none."""
    files = ("sum/ref/api.h", "sum/fast/avx2/api.h", "sun/ref/api.h", "sum/.hidden/api.h")
    made = make_tree(dict.fromkeys(files, ""))
    (made / "crypto_hash" / "sum" / "kat.tsv").touch()
    (made / "crypto_hash" / "sum" / "fast" / "circle").symlink_to("..")
    return str(made)


def test_commands_and_hashes_come_first(tree: str) -> None:
    assert set(COMMANDS) < set(offered(""))
    assert offered("che") == ["check"]
    assert offered("--tree", tree, "su") == ["sum", "sun"]
    assert "md5" in offered("m") and "md5" in offered("check", "m")


def test_options_are_those_of_the_command_and_without_one_those_of_run() -> None:
    assert offered("check", "--sa") == ["--sanitize"]
    assert offered("--wat") == offered("run", "--wat") == ["--watch"]
    assert offered("report", "--cu") == []
    assert offered("--vers") == ["--version"]


def test_implementations_follow_their_hash(tree: str) -> None:
    found = offered("check", "--tree", tree, "sum/")
    assert found == ["sum/fast/avx2", "sum/ref"]
    assert offered("--tree", tree, "sum/r") == ["sum/ref"]
    assert offered("--tree", tree, "sum/fast/") == ["sum/fast/avx2"]
    assert offered("--tree", tree, "sun") == ["sun", "sun/ref"]
    assert offered("compare", "--tree", tree, "sum/ref", "sun/") == ["sun/ref"]
    assert offered("--tree", tree, "none/") == []


def test_names_that_a_shell_would_obey_are_not_offered(make_tree: MakeTree) -> None:
    odd = ("$(reboot)", "a b", "*", "`x`", "x;y", "x\ny")
    tree = make_tree({f"sum/{name}/api.h": "" for name in (*odd, "ref", "x86-shani_2.0")})
    assert offered("--tree", str(tree), "sum/") == ["sum/ref", "sum/x86-shani_2.0"]


def test_values_are_offered() -> None:
    assert offered("--profile", "q") == ["quick"]
    assert offered("list", "--profile=q") == ["quick"]
    assert offered("check", "--abi", "amd") == ["amd64"]
    assert offered("check", "--target", "emu") == ["emulated"]
    assert offered("--effect", "c") == ["cold", "counter", "copies"]
    assert offered("--curve", "") == ["full"]
    assert offered("completion", "") == ["bash", "zsh", "fish"]


def test_files_and_directories_are_left_to_the_shell() -> None:
    for words, kind in (
        (["--bench", "x"], "dir"),
        (["check", "~/my"], "dir"),
        (["./some"], "dir"),
        (["report", "d"], "file"),
        (["export", "-o", "d"], "file"),
    ):
        assert [item.type for item in items(*words)] == [kind], words


def test_a_shell_that_asks_gets_no_other_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMP_WORDS", "./do doc")
    monkeypatch.setenv("COMP_CWORD", "1")
    done = typed(_DO_COMPLETE="bash_complete")
    assert (done.status, done.out, done.said) == (0, "plain,doctor\n", "")


# The scripts


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_every_script_asks_the_program_that_was_typed(shell: str) -> None:
    done = typed("completion", shell)
    assert (done.status, done.said) == (0, "")
    assert f"{completion.VARIABLE}={shell}_complete" in done.out
    assert "%" not in done.out.replace("%s", "")
    called = {"bash": '"${1/#\\~/$HOME}"', "zsh": "${~words[1]}", "fish": "(commandline -opc)[1]"}
    assert called[shell] in done.out


def test_another_shell_is_refused() -> None:
    assert "'bash', 'zsh', 'fish'" in refused("completion", "tcsh")


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_every_script_can_be_read_by_its_shell(shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell}")
    script = completion.script(shell)
    done = subprocess.run([shell, "-n"], input=script, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def _in_bash(line: str, cwd: Path = runs.ROOT) -> list[str]:
    """What bash offers at the end of a line."""
    words = shlex.split(line) + ([""] if line.endswith(" ") else [])
    quoted = " ".join(map(shlex.quote, words))
    asks = f"""\
{completion.script("bash")}
complete -p do >/dev/null || exit 9
COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}
_do_completion {shlex.quote(words[0])} {shlex.quote(words[-1])} x 2>/dev/null
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", asks],
        cwd=cwd,
        env=runs.ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
def test_bash_asks_the_do_that_was_typed(tmp_path: Path) -> None:
    assert _in_bash("./do chec") == ["check"]
    assert _in_bash("./do check --prof") == ["--profile"]
    assert "sha256/ref" in _in_bash("./do sha256/")
    (tmp_path / "place").symlink_to(runs.ROOT)
    assert _in_bash("place/do doc", tmp_path) == ["doctor"]


def test_nothing_is_made_for_a_shell_that_asks(tmp_path: Path) -> None:
    place = tmp_path / "checkout"
    place.mkdir()
    for name in ("do", "bootstrap.py", "requirements.lock"):
        shutil.copy(runs.ROOT / name, place / name)
    asks = {"_DO_COMPLETE": "bash_complete", "COMP_WORDS": "./do ", "COMP_CWORD": "1"}
    done = subprocess.run(
        [place / "do"], env=os.environ | asks, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not (place / ".venv").exists()
