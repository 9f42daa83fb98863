"""`./do check`: build and check, and time nothing."""

from dataclasses import replace

import click

from hashcop.cli import messages, options, screen
from hashcop.engine.settings import Settings


@options.command(
    "check",
    ("./do check", "every implementation, with the default option sets"),
    ("./do check sha256", "those of one hash"),
    ("./do check --abi s390x sha256", "on another processor, as an emulator has it"),
    ("./do check --abi emulated --profile quick", "on all that are emulated here"),
    ("./do check --sanitize sha256/ref", "with the compilers' sanitizers"),
    (
        "./do check --long-messages --abi amd64 --profile quick sha256",
        "counters above 2^32 as well",
    ),
    ("./do check --constant-time sha256", "whether branches or addresses depend on the message"),
)
@options.settings(
    *("words", "platforms", "profile", "targets", "exhaustive"),
    *("tree", "bench", "machine", "cores", "cache", "cache_limit"),
    *("seconds", "trusted", "devices", "references"),
)
@click.option(
    "--sanitize",
    "sanitizes",
    is_flag=True,
    help="Build with the compilers' sanitizers instead (addresses, undefined behaviour, unset memory).",
)
@click.option(
    "--long-messages",
    is_flag=True,
    help="Also compare a digest of a message longer than 4 GiB, of one build of each implementation.",
)
@click.option(
    "--constant-time",
    "on_secrets",
    is_flag=True,
    help="Run one build of each on secret messages instead, and name the branches and addresses that depend on them.",
)
@click.option(
    "--write-checksums",
    "writes_checksums",
    is_flag=True,
    help="Write what all implementations of a hash without checksums agree on as its checksums.",
)
@options.as_json
def check(
    settings: Settings,
    *,
    sanitizes: bool,
    long_messages: bool,
    on_secrets: bool,
    writes_checksums: bool,
    as_json: bool,
) -> int:
    """Build and check, and time nothing.

    Each distinct build is run on the checksums and known answers of its hash, and watched for what an implementation
    must not do. Exit status 1: something is wrong, marked or not built. With --constant-time: something that claims
    constant time fails.
    """
    kinds = {
        "--constant-time": on_secrets,
        "--sanitize": sanitizes,
        "--long-messages": long_messages,
    }
    chosen = [name for name, is_chosen in kinds.items() if is_chosen]
    chosen += ["--write-checksums"] if on_secrets and writes_checksums else []
    if len(chosen) > 1:
        raise click.UsageError(messages.one_of(*chosen[:2]))
    if on_secrets:
        return _constant_time(settings, as_json=as_json)
    # Loads the engine, which help does without.
    from hashcop.cli import verdicts
    from hashcop.cli.working import at_work

    settings = replace(settings, sanitizes=sanitizes, long_messages=long_messages)
    with at_work(settings, screen.console(on_stderr=as_json), announced=False) as begun:
        prepared = begun.work.checked()
        begun.leave()
    rows = verdicts.rows(prepared)
    if as_json:
        screen.as_json(rows)
    else:
        verdicts.show(rows, screen.console())
    say = begun.display.print
    for (function, abi), agreement in verdicts.agreements(prepared).items():
        say(f"{function.name} {abi} has no checksums to compare with: {agreement.words}")
    if long_messages and (left := verdicts.not_asked_for_long(prepared)):
        say(messages.no_long_messages(left))
    for done in verdicts.write_checksums(prepared) if writes_checksums else ():
        say(done)
    return 1 if any(row["verdict"] in verdicts.TO_MEND for row in rows) else 0


def _constant_time(settings: Settings, *, as_json: bool) -> int:
    """One build of each implementation, on secret messages."""
    from hashcop.cli import claims  # loads the engine
    from hashcop.cli.working import at_work

    with at_work(settings, screen.console(on_stderr=as_json), announced=False) as begun:
        rows = claims.rows(begun.work)
        begun.leave()
    if as_json:
        screen.as_json(rows)
    else:
        claims.show(rows, screen.console())
    return 1 if any(row["claimed"] and row["verdict"] == "fail" for row in rows) else 0
