"""Every command has options of its own, and an option that it does not use is an error; --help has all of them."""

import shlex
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from hashcop.cli.main import COMMANDS, DEFAULT, EXAMPLES, commands
from hashcop.cli.options import Command, Example, spellings
from tests.support.typed import refused, typed

MakeTree = Callable[[dict[str, str]], Path]
NOBODY = click.Context(commands)
VALUES = {
    "--budget": "10m",
    "--cache-limit": "1G",
    "--curve": "full",
    "--effect": "cold",
    "--abi": "amd64",
    "--target": "amd64",
    "--patience": "1",
    "--profile": "quick",
    "--time-limit": "1",
}


def command(name: str) -> Command:
    found = commands.get_command(NOBODY, name)
    assert found is not None
    return found


def every_option() -> dict[str, click.Option]:
    return {word: one for name in COMMANDS for word, one in spellings(command(name)).items()}


FOREIGN = [
    (name, option)
    for name in COMMANDS
    for option in every_option()
    if option not in spellings(command(name))
]


def written(option: str) -> list[str]:
    """The option with a value that it can have."""
    return [option] if every_option()[option].is_flag else [option, VALUES.get(option, "x")]


@pytest.mark.parametrize(("name", "option"), FOREIGN)
def test_an_option_that_a_command_does_not_use_is_refused_and_those_that_have_it_are_named(
    name: str, option: str
) -> None:
    owners = [one for one in COMMANDS if option in spellings(command(one))]
    for words in ([name, *written(option)], [*written(option), name]):
        usage, said, more = refused(*words).splitlines()
        assert usage.startswith(f"Usage: ./do {name} ")
        assert said.startswith(f"do: {option} is for {owners[0]}")
        assert said.endswith(f", not for {name}") and all(one in said for one in owners)
        assert more == f"./do {name} --help shows what it takes"


def test_there_is_something_to_refuse() -> None:
    assert {("report", "--curve"), ("report", "--abi"), ("clean", "--profile")} < set(FOREIGN)
    assert ("race", "--curve") in FOREIGN and len(FOREIGN) > 100


def test_an_option_has_one_meaning_in_all_commands() -> None:
    """The first word that is a command is found by this: ./do --tree DIR list."""
    for name in COMMANDS:
        for option, found in spellings(command(name)).items():
            assert found.is_flag == every_option()[option].is_flag, (name, option)
            assert found.metavar == every_option()[option].metavar, (name, option)


@pytest.mark.parametrize("words", [["doctor", "sha256"], ["clean", "sha256"]])
def test_a_command_that_is_not_for_some_hashes_takes_none(words: list[str]) -> None:
    assert "unexpected extra argument (sha256)" in refused(*words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["list", "--profile", "full"], "--profile is for ./do list --options"),
        (["list", "--bench", "x", "sha256"], "--bench is for ./do list --options"),
        (["list", "--options", "--tree", "."], "--tree is for lists of implementations"),
        (["list", "--options", "sha256"], "--options is not for some hashes"),
        (["list", "--options", "--skipped"], "--options and --skipped are two lists"),
    ],
)
def test_a_list_takes_the_options_of_what_it_lists(words: list[str], said: str) -> None:
    assert said in refused(*words)


@pytest.mark.parametrize("name", ["run", "race"])
def test_everything_and_a_budget_are_not_typed_together(name: str) -> None:
    *_, said, _ = refused(name, "--exhaustive", "--budget", "5m").splitlines()
    assert "type one of them" in said


def test_a_machine_has_the_name_that_the_operator_gives_it(tmp_path: Path) -> None:
    place = ("--bench", tmp_path / "bench", "--cache", tmp_path / "cache")
    assert f"in {tmp_path}/cache/lab-7-" in typed("clean", "--machine", "lab-7", *place).out
    said = refused("clean", "--machine", "../lab", *place)
    assert "../lab" in said and "--machine NAME" in said
    assert [path.name for path in tmp_path.iterdir()] == ["cache"]


# Help


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_its_options_and_examples(name: str) -> None:
    for word in ("--help", "-h"):
        done = typed(name, word, COLUMNS="80")
        assert (done.status, done.said) == (0, "")
        assert done.out.startswith(f"Usage: ./do {name} ")
        for option in spellings(command(name)):
            assert option in done.out
        for example in command(name).examples:
            assert example.line in done.out
        assert all(len(line) <= 80 for line in done.out.splitlines() if "./do" not in line)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_is_for(name: str) -> None:
    for param in command(name).params:
        assert isinstance(param, click.Option | click.Argument) and param.help, param.name
    assert command(name).examples


def test_the_overview_has_each_command_in_a_line_and_where_results_are() -> None:
    done = typed("--help")
    assert done.status == 0
    for name in COMMANDS:
        (line,) = [one for one in done.out.splitlines() if one.startswith(f"  {name} ")]
        assert not line.endswith("...")
    for word in ("./do sha256/ref", "./do doctor", "--profile", "--no-sandbox", "data.jsonl"):
        assert word in done.out
    assert typed("-h").out == done.out


def test_help_behind_words_without_a_command_is_that_of_run() -> None:
    whole = typed("run", "--help").out
    assert typed("sha256", "--help").out == typed("--profile", "quick", "--help").out == whole


ALL_EXAMPLES = [*EXAMPLES, *(one for name in COMMANDS for one in command(name).examples)]


@pytest.mark.parametrize("example", ALL_EXAMPLES, ids=lambda one: one.line)
def test_every_example_is_understood(example: Example) -> None:
    line = example.line.removeprefix('eval "$(').removesuffix(')"')
    words = shlex.split(line.split(" | ")[0].split(" > ")[0].replace("DIR", "/tmp"))
    assert words.pop(0) == "./do"
    with commands.make_context("./do", words) as ctx:
        name, found, rest = commands.resolve_command(ctx, [*ctx._protected_args, *ctx.args])
        assert name is not None and found is not None
        with found.make_context(name, rest, parent=ctx):
            assert name == words[0] if words and words[0] in COMMANDS else name == DEFAULT


# The command, wherever it is typed


def test_options_and_words_come_in_any_order() -> None:
    whole = typed("list", "sha256", "--json").out
    for words in (
        ["list", "--json", "sha256"],
        ["--json", "list", "sha256"],
        ["--tree", ".", "list", "--json", "sha256"],
        ["--tree=.", "--json", "list", "sha256"],
    ):
        assert typed(*words).out == whole


def test_a_word_behind_two_dashes_is_no_command() -> None:
    assert "there is no hash list" in refused("--", "list")
    assert "there is no hash --json" in refused("run", "--", "--json")


# What was meant


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["doctr"], "do: there is no hash doctr; did you mean the command doctor?\n"),
        (["rce", "sha256"], "do: there is no hash rce; did you mean the command race?\n"),
        (["--profile", "quick", "chek"], "did you mean the command check?"),
        (["sha256", "check"], "there is no hash check; the command check comes first: ./do check"),
        (["--abi", "amd46"], "Did you mean 'amd64'"),
        (["--profile", "quik"], "Did you mean 'quick'?"),
        (["--efect", "cold"], "'--effect'"),
        (["list", "--jsn"], "Did you mean '--json'?"),
        (["sha265"], "there is no hash sha265; near to it: sha256"),
        (["sha265"], "\n./do list shows everything"),
        (["many", "sha265"], "\n./do many list shows everything"),
    ],
)
def test_what_is_mistyped_is_answered_with_the_nearest(words: list[str], said: str) -> None:
    assert said in refused(*words)


def test_a_word_near_to_a_hash_and_a_command_is_answered_with_both(make_tree: MakeTree) -> None:
    tree = make_tree({"lisp/ref/api.h": "", "lisp/ref/hash.c": ""})
    said = refused("lisq", "--tree", tree)
    assert said == ("do: there is no hash lisq; near to it: lisp; did you mean the command list?\n")


def test_a_hash_that_is_called_nearly_like_a_command_is_one(make_tree: MakeTree) -> None:
    tree = make_tree({"lisp/ref/api.h": "", "lisp/ref/hash.c": ""})
    assert "has no implementation x" in refused("lisp/x", "--tree", tree)


@pytest.mark.parametrize(
    "words",
    [
        ["sha256\n/ref"],
        ["list", "md\x1b[31m5"],
        ["list", "sha256/re\nf"],
        ["list", "/nowhere/\x07bell"],
        ["--cache-limit", "1\n2"],
        ["--\x1b[31mred"],
        ["check", "--profile", "qu\nick"],
        ["doctor", "what\nis this"],
        ["report", "no\nfile"],
        ["list", "--tree", "no\ntree"],
        ["race\n"],
    ],
)
def test_what_people_typed_comes_back_printable(words: list[str]) -> None:
    said = refused(*words).splitlines()
    assert all(line.isprintable() for line in said)
    assert "\\n" in "".join(said) or "\\x" in "".join(said)
    plain = ["".join(c if c.isprintable() else "_" for c in word) for word in words]
    assert len(said) == len(refused(*plain).splitlines())
