"""The command line: what was typed, checked and made into a request."""

import argparse
import re
from dataclasses import dataclass
from pathlib import Path

from hashcop import ROOT
from hashcop import __version__ as VERSION
from hashcop.data.lengths import EFFECTS, PATIENCE
from hashcop.engine import messages
from hashcop.engine.settings import Settings
from hashcop.platforms.c.tools import compilers, emulated

COMMANDS = ("run", "race", "list", "check", "compare", "report", "export", "doctor", "clean")

EXAMPLES = """\
examples:
  ./do                          everything: build, check, race, measure, make the pages
  ./do sha256 sha3256           two hashes
  ./do sha256/ref               one implementation, every length; ends with a table
  ./do ~/my/crypto_hash/sha256/fast      an implementation in a tree of your own
  ./do sha256/ref --watch       the same again each time one of its files is saved
  ./do race sha256              who is fastest with which options, and no more
  ./do --profile full --budget 10m sha256      over 1000 option sets, as far as ten minutes go
  ./do check sha256             only build and check
  ./do check --abi s390x sha256     on another processor, as an emulator has it
  ./do compare sha256/ref sha256/openssl   which is faster, at which length, and is that sure
  ./do sha256/ref --effect cold also with everything out of the caches
  ./do list                     what is in the tree
  ./do --profile quick          one option set for each compiler
  ./do list --options --profile full     how many option sets a profile has here, and which flags do not work
  ./do report other/data.jsonl  pages from other machines' data, beside ours
  ./do report data.gz           pages from data that SUPERCOP wrote
  ./do export --supercop -o data.gz      what is recorded, in SUPERCOP's format
  ./do doctor                   what this machine has, what it lacks, and what installs it
  ./do clean                    empty the cache of programs; results stay

results: bench/<machine>/data.jsonl and bench/html/index.html
a run that was stopped is continued by the same command.
"""


@dataclass(frozen=True)
class Request(Settings):
    """What is to be done. `words` are selections, or data files for report and export.

    `budget`: seconds for building and races; None is as many as all of it takes. `output` is the file that export
    writes; None is standard output. `cores` is the kind of cores to measure on; empty
    is the fastest. `cache` is where programs and what was found out are kept; None is in the user's home. `cache_limit`
    is in bytes.
    """

    command: str = "run"
    as_json: bool = False
    full_curves: bool = False
    writes_checksums: bool = False
    output: Path | None = None
    effects: tuple[str, ...] = ()
    in_ticks: bool = False
    lists_options: bool = False
    watches: bool = False


# Options that not every command has, and those that do; of the others argparse sees to it.
OF_COMMANDS = {
    "json": ("list", "check", "race", "doctor"),
    "effect": ("run",),
    "watch": ("run",),
    "budget": ("run", "race"),
    "ticks": ("run", "report"),
    "cores": ("run", "race", "check", "doctor", "clean", "list"),
    "options": ("list",),
    "write_checksums": ("check",),
    "sanitize": ("check",),
    "supercop": ("export",),
    "output": ("export",),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./do",
        description="Measure how fast hash functions are: ./do [COMMAND] [SELECT ...]",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="./do [run | race | list | check | compare | report | export | doctor | clean] [options] [SELECT ...]",
        allow_abbrev=False,
    )
    parser.add_argument(
        "words",
        nargs="*",
        metavar="SELECT",
        help="HASH, HASH/IMPLEMENTATION or a path to such a directory; none is everything. "
        "For report and export: data files, ours or (report) SUPERCOP's. "
        "For compare: two of them, or two data files; HASH/IMPLEMENTATION@'gcc -O2 ...' names options",
    )
    parser.add_argument("--tree", type=Path, metavar="DIR", help="where crypto_hash/ is (here)")
    parser.add_argument(
        "--bench",
        type=Path,
        default=ROOT / "bench",
        metavar="DIR",
        help="where results go (bench/)",
    )
    parser.add_argument(
        "--cache",
        type=Path,
        metavar="DIR",
        help="where programs are kept, for this machine below DIR ($XDG_CACHE_HOME/hashcop, or ~/.cache/hashcop)",
    )
    parser.add_argument(
        "--cache-limit",
        type=_bytes,
        metavar="SIZE",
        help="how large the cache may become from now on, as 500M or 4G (2G)",
    )
    parser.add_argument(
        "--profile",
        default="default",
        choices=compilers.profiles(),
        help="which option sets (default)",
    )
    parser.add_argument(
        "--budget",
        type=_duration,
        metavar="TIME",
        help="build what is most promising, for so long (90s, 10m, 2h), instead of every option set",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="for run: do it again each time a file of what is selected is saved, until you press Ctrl-C",
    )
    parser.add_argument(
        "--abi",
        action="append",
        default=[],
        choices=[*(abi.name for abi in compilers.abis()), emulated.ALL],
        metavar="ABI",
        help="only this ABI (all that this processor runs); may be repeated. Of another processor's, it is checked "
        f"under an emulator and not timed; {emulated.ALL}: all of those that are there",
    )
    parser.add_argument(
        "--cores",
        default="",
        metavar="KIND",
        help="where cores are of several kinds: those to measure on, as ./do doctor names them (the fastest)",
    )
    parser.add_argument(
        "--json", action="store_true", help="for list, check, race and doctor: print JSON"
    )
    parser.add_argument(
        "--options",
        action="store_true",
        help="for list: the option sets of the profile for each compiler and ABI, and the flags that do not work here",
    )
    parser.add_argument(
        "--curve",
        choices=("full",),
        help="full: every length from 0 to 4096 for every implementation",
    )
    parser.add_argument(
        "--effect",
        action="append",
        default=[],
        choices=EFFECTS,
        help="time also with caches cold, at every alignment, other data, a copy on each core, or every counter; "
        "may be repeated",
    )
    parser.add_argument(
        "--ticks",
        action="store_true",
        help="for run and report: figures in the counter's own ticks instead of cycles of the core",
    )
    parser.add_argument(
        "--time-limit",
        type=_positive,
        default=100,
        metavar="SECONDS",
        help="how long one call of an implementation may take before it counts as hanging (100)",
    )
    parser.add_argument(
        "--patience",
        type=_seconds,
        default=PATIENCE,
        metavar="SECONDS",
        help="how long a run waits, altogether, for what disturbs its timings to end, and takes tables again (60)",
    )
    parser.add_argument(
        "--write-checksums",
        action="store_true",
        help="for check: write what all implementations of a hash without checksums agree on as its checksums",
    )
    parser.add_argument(
        "--sanitize",
        action="store_true",
        help="for check: build with the compilers' sanitizers instead (addresses, undefined behaviour, unset memory)",
    )
    parser.add_argument(
        "--no-sandbox",
        action="store_true",
        help="run without bubblewrap: says that you trust all code that is built and run",
    )
    parser.add_argument(
        "--supercop", action="store_true", help="for export: write SUPERCOP's format"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="for export: the file to write, gzipped where its name ends in .gz (standard output)",
    )
    parser.add_argument("--version", action="version", version=f"Hashcop {VERSION}")
    return parser


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError("a number of seconds from 1 up")
    return number


def _seconds(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError("a number of seconds")
    return int(text)


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([1-9]\d{0,12})([KMGT]?)", text)
    if not found:
        raise argparse.ArgumentTypeError("a number of bytes, as 500M or 4G")
    return int(found[1]) << (10 * " KMGT".index(found[2] or " "))


def _duration(text: str) -> float:
    units = {"s": 1, "m": 60, "h": 3600}
    number = text[:-1] if text[-1:] in units else text
    if not number.isdecimal() or int(number) < 1:
        raise argparse.ArgumentTypeError("a time such as 90s, 10m or 2h")
    return float(int(number) * units.get(text[-1:], 1))


def parse(arguments: list[str]) -> Request:
    """The request; exits with a message where it can't be understood. No command means `run`."""
    parser = _parser()
    typed = parser.parse_intermixed_args(arguments)
    words = list(typed.words)
    command = words.pop(0) if words and words[0] in COMMANDS else "run"
    for option, commands in OF_COMMANDS.items():
        if getattr(typed, option) and command not in commands:
            *others, last = commands
            named = f"{', '.join(others)} and {last}" if others else last
            shown = "-o" if option == "output" else f"--{option.replace('_', '-')}"
            parser.error(f"{shown} is for {named}, not for {command}")
    if command == "export" and not typed.supercop:
        parser.error(str(messages.no_format()))
    if typed.options and words:
        parser.error("--options is not for some hashes: ./do list --options")
    if command == "clean" and words:
        parser.error("clean empties the cache, and not of some hashes: ./do clean")
    if command == "compare" and len(words) != 2:
        parser.error("compare takes two things to compare: ./do compare sha256/ref sha256/openssl")
    return Request(
        command=command,
        words=tuple(words),
        tree=typed.tree,
        bench=typed.bench.absolute(),
        profile=typed.profile,
        targets=tuple(typed.abi),
        times=command in ("run", "race"),
        as_json=typed.json,
        trusted=typed.no_sandbox,
        full_curves=typed.curve == "full",
        seconds=typed.time_limit,
        writes_checksums=typed.write_checksums,
        sanitizes=typed.sanitize,
        output=typed.output,
        effects=tuple(typed.effect),
        in_ticks=typed.ticks,
        patience=typed.patience,
        cores=typed.cores,
        lists_options=typed.options,
        budget=typed.budget,
        watches=typed.watch,
        cache=typed.cache,
        cache_limit=typed.cache_limit,
    )
