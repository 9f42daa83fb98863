"""`./do completion`: the script that lets a shell complete what is typed behind ./do."""

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from hashcop.cli import options

NAME = "do"  # shells look a path such as ./do up by its last part
VARIABLE = "_DO_COMPLETE"  # set by shells that ask what may follow
SHELLS: dict[str, type[ShellComplete]] = {
    "bash": BashComplete,
    "zsh": ZshComplete,
    "fish": FishComplete,
}
# Click's scripts ask the program of that name on the PATH. Ours asks the one that was typed: ./do is of this directory.
CHANGES = {
    "bash": {"bash_complete $1)": 'bash_complete "${1/#\\~/$HOME}")'},
    "zsh": {
        "    (( ! $+commands[%(prog_name)s] )) && return 1\n": "",
        "zsh_complete %(prog_name)s)": "zsh_complete ${~words[1]})",
    },
    "fish": {
        " %(prog_name)s);\n\n": " (string replace -r '^~' $HOME (commandline -opc)[1]));\n\n",
    },
}


@options.command(
    "completion",
    (
        'eval "$(./do completion bash)"',
        "for this shell; in ~/.bashrc, with ./do's whole path, for all",
    ),
    ('eval "$(./do completion zsh)"', "the same for zsh, behind compinit; in ~/.zshrc for all"),
    ("./do completion fish > ~/.config/fish/completions/do.fish", "for fish, from now on"),
)
@click.argument(
    "shell",
    type=click.Choice(list(SHELLS)),
    help="The shell that completes",
)
def completion(shell: str) -> int:
    """Print what makes a shell complete ./do.

    Commands, options, hashes and implementations are completed, for every checkout: the ./do that is typed is asked.
    """
    print(script(shell), end="")
    return 0


def script(shell: str) -> str:
    """What a shell has to read. Raises ValueError where click's script is not as expected."""
    template = SHELLS[shell].source_template
    for old, new in CHANGES[shell].items():
        if template.count(old) != 1:
            raise ValueError(f"click's script for {shell} has changed")
        template = template.replace(old, new)
    return template % {
        "complete_func": "_do_completion",
        "complete_var": VARIABLE,
        "prog_name": NAME,
    }
