"""`./do sign`: what this machine measured is signed, or what any machine measured is verified."""

from pathlib import Path

import click

from hashcop.cli import messages as of_cli
from hashcop.cli import options, screen
from hashcop.engine.settings import Settings

USUAL = Path("~/.ssh/id_ed25519")


@options.command(
    "sign",
    ("./do sign", "sign what this machine measured, with ~/.ssh/id_ed25519"),
    (
        "./do sign --key ~/.ssh/lab rack7-epyc",
        "sign what another machine measured, with another key",
    ),
    ("./do sign --verify", "whose is everything under bench/, and was it changed"),
    ("./do sign --verify rack7-epyc", "whose are the results of one machine"),
)
@click.argument(
    "machines", nargs=-1, metavar="[MACHINE]...", help="The names of directories under bench/."
)
@options.settings("bench")
@click.option(
    "--key",
    type=options.FILE,
    metavar="FILE",
    help="The key of ssh: a file with the secret key, or the public one of a key that ssh-agent holds.  "
    f"[default: {USUAL}]",
)
@click.option(
    "--again",
    "anew",
    is_flag=True,
    help="Sign lines that were changed since they were signed, too.",
)
@click.option("--verify", "verifies", is_flag=True, help="Sign nothing: say whose the data are.")
@options.signers
def sign(
    settings: Settings,
    *,
    machines: tuple[str, ...],
    key: Path | None,
    anew: bool,
    verifies: bool,
    signers: Path | None,
) -> int:
    """Sign results, so that others can tell whose they are.

    The signature stands beside data.jsonl, and is made by ssh-keygen. It covers all lines that are there now; what is
    measured later is signed by the next call. Exit status 1 of --verify: a file is not signed by somebody in the file
    of allowed signers, or was changed since.
    """
    if verifies:
        for option, is_typed in (("--key", key is not None), ("--again", anew)):
            if is_typed:
                raise click.UsageError(of_cli.not_to_verify(option))
        return _verify(settings, machines, signers)
    if signers:
        raise click.UsageError(of_cli.only_with("--allowed-signers", "--verify"))
    return _sign(settings, machines, key, anew=anew)


def _sign(settings: Settings, machines: tuple[str, ...], key: Path | None, *, anew: bool) -> int:
    # Loads what help does without.
    from hashcop.data import beside, signatures
    from hashcop.engine import messages
    from hashcop.engine.session import machine_directory

    secret = (key or USUAL).expanduser()
    if not secret.is_file():
        raise messages.no_key(secret, is_usual=key is None)
    names = [settings.bench / name for name in machines] or [machine_directory(settings)]
    files = [directory / "data.jsonl" for directory in names]
    missing = [file for file in files if not file.is_file()]
    if missing:
        raise messages.no_data(missing)
    for file in files:
        before = signatures.changed_since(file)
        if before and before.differing and not anew:
            raise messages.changed_before(file, signatures.told_of_lines(before))
        try:
            done = signatures.sign(file, secret)
        except (signatures.CanNotSign, OSError) as error:
            raise messages.not_signed(file, str(error)) from None
        signed = of_cli.signed(file, len(done.digests), secret, settings.bench / beside.SIGNERS)
        for line in signed:
            screen.line(line, screen.console())
    return 0


def _verify(settings: Settings, machines: tuple[str, ...], signers: Path | None) -> int:
    # Loads what help does without.
    from hashcop.cli import pages
    from hashcop.data import beside, signatures
    from hashcop.engine import messages

    every = pages.data_files(settings.bench)
    known = {file.parent.name for file in every}
    missing = [settings.bench / name / "data.jsonl" for name in machines if name not in known]
    if missing or not every:
        raise messages.no_data(missing or [settings.bench / "*" / "data.jsonl"])
    given = signers or settings.bench / beside.SIGNERS
    console, is_fine = screen.console(), True
    for file in every:
        if machines and file.parent.name not in machines:
            continue
        found = signatures.verify(file, given, given.with_name(beside.REVOKED))
        is_fine &= found.is_good
        first, *others = found.sentences()
        screen.line(f"{file.parent.name}: {first}", console)
        for text in others:
            screen.line(f"  {text}", console)
    return 0 if is_fine else 1
