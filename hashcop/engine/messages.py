"""What people are told when something is wrong: what, where, and the next command to run."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from hashcop.machine import packages
from hashcop.machine.packages import Tool

WITHOUT_SANDBOX = (
    "Implementations are strangers' code, and run only inside the sandbox. "
    "Where you trust all of them, --no-sandbox runs them without."
)
_NAMED = 8  # kinds of lines that are left out


class Complaint(Exception):
    """A reason to stop that is nobody's bug: its text is shown, without a traceback."""


def no_tree(tree: Path) -> Complaint:
    return Complaint(
        f"there is no {tree / 'crypto_hash'}: --tree DIR names the directory that holds crypto_hash/"
    )


def no_selection(why: str) -> Complaint:
    return Complaint(f"{why}\n./do list shows everything that is there")


def not_in_tree(path: str) -> Complaint:
    return Complaint(
        f"{path} is no implementation: it must lie below a directory named crypto_hash, "
        "as crypto_hash/HASH/IMPLEMENTATION with an api.h in it"
    )


def mixed_trees(first: Path, second: Path) -> Complaint:
    return Complaint(f"one run measures one tree, and these are two: {first} and {second}")


def packages_missing(tools: Sequence[Tool]) -> Complaint:
    names = "\n".join(f"  {tool.name}: {tool.gives}" for tool in tools)
    has_sandbox = all(tool.package != "bubblewrap" for tool in tools)
    return Complaint(
        f"this is missing:\n{names}\non Debian this installs it:\n  {packages.apt_line(tools)}"
        + ("" if has_sandbox else f"\n{WITHOUT_SANDBOX}")
    )


def no_sandbox(why: str) -> Complaint:
    return Complaint(f"{why}.\n{WITHOUT_SANDBOX}")


def busy(path: str) -> Complaint:
    return Complaint(
        f"another ./do is writing {path}. Wait for it, or give this one a place of its own with --bench DIR"
    )


def no_bench(directory: Path, why: str) -> Complaint:
    return Complaint(
        f"results can't be kept in {directory}: {why}\n--bench DIR names another place"
    )


def no_cache(why: str) -> Complaint:
    return Complaint(
        f"the cache can't be written to: {why}\n--cache DIR names another place; ./do clean empties it"
    )


def cache_busy(directory: str) -> Complaint:
    return Complaint(f"another ./do is using {directory}: nothing is removed before it has ended")


def cleaned(freed: str, directory: Path) -> str:
    return f"freed {freed} in {directory}"


def not_cleaned(paths: Sequence[Path]) -> str:
    return f"left, since it is none of ours: {', '.join(map(str, paths))}"


def still_working(directory: Path) -> str:
    return f"left, since another ./do is using it: {directory}"


def taken(builds: int) -> str:
    """Of what another bench or checkout has built."""
    return f"{builds} builds are taken from the cache: they were done before on this machine"


def bad_data(why: str) -> Complaint:
    return Complaint(f"{why}\nnothing was changed; take that line out, or name other files")


def counter_lost(why: str) -> Complaint:
    return Complaint(
        f"{why}\neverything recorded is kept; ./do tries all counters again, and goes on with the best of them"
    )


def no_data(paths: Sequence[Path]) -> Complaint:
    names = ", ".join(map(str, paths))
    return Complaint(
        f"no data: {names} {'does' if len(paths) == 1 else 'do'} not exist. ./do makes some"
    )


def is_supercops(paths: Sequence[Path]) -> Complaint:
    names = ", ".join(map(str, paths))
    return Complaint(
        f"nothing to convert: SUPERCOP's format is what is in {names}. "
        "./do report FILE makes pages of it"
    )


def onto_itself(path: Path) -> Complaint:
    return Complaint(f"{path} is what is to be exported: -o FILE names another file to write")


def no_export(why: str) -> Complaint:
    return Complaint(f"the export has stopped: {why}\n-o FILE names another file to write")


def no_format() -> Complaint:
    return Complaint(
        "export writes SUPERCOP's format, so far: ./do export --supercop [-o FILE] [DATA ...]"
    )


def not_written(counts: Mapping[str, int]) -> str:
    """What SUPERCOP's format can't hold, or shall not."""
    parts = ", ".join(f"{what} ({count:,})" for what, count in counts.items())
    return f"do: not exported: {parts}"


def left_out(counts: Mapping[str, int]) -> str:
    """Of lines of SUPERCOP's data, by what they are."""
    most = sorted(counts.items(), key=lambda one: -one[1])
    parts = [f"{what} ({count:,})" for what, count in most[:_NAMED]]
    others = sum(count for _, count in most[_NAMED:])
    more = [f"others ({others:,})"] if others else []
    return f"left out, since nothing is made of them: {', '.join([*parts, *more])}"


def repaired(path: Path, count: int) -> str:
    return (
        f"the last line of {path} was torn ({count} bytes): the machine or the run died while writing. "
        f"It was put aside in {path.parent / 'torn'}; what it said is done again."
    )


def interrupted() -> str:
    return "stopped. Everything recorded is kept; the same command goes on from here."


def nothing_to_do(recorded: Path) -> str:
    return f"nothing to do: everything selected is measured already, in {recorded}"


def checksums_known() -> str:
    return (
        "no checksums written: those of all selected hashes are known, or nothing of them is right"
    )


def no_agreement(name: str, why: str) -> str:
    return f"no checksums written for {name}: {why}"


def checksums_written(directory: Path, why: str) -> str:
    return f"wrote checksumsmall and checksumbig in {directory}: {why}"


def plan(builds: int, known: int, seconds: str, cores: int) -> str:
    """What is about to begin."""
    already = f" ({known} more are known already)" if known else ""
    return (
        f"to do: {builds} builds{already} and their checks: about {seconds} on {cores} cores, "
        "before what is right is timed"
    )


def answer(name: str, options: str, cycles_per_byte: float | None) -> str:
    """Of the first build of an implementation that was edited."""
    figure = (
        f"right, {cycles_per_byte:.2f} cycles/byte at 1536 bytes" if cycles_per_byte else "wrong"
    )
    return f"{name}: {figure}, with {options}; the other option sets follow"


def watching() -> str:
    return "waiting for a file to be saved; Ctrl-C ends this"


def changed(path: str) -> str:
    return f"{path} was saved"


def searched(subroutine: str, built: int, all_: int, seconds: float) -> str:
    """How far a search went; `subroutine` names what it was for, where that was no hash."""
    begin = f"{subroutine}: " if subroutine else ""
    if built == all_:
        return f"{begin}all {all_:,} builds were made: the race is as without --budget"
    return (
        f"{begin}{built:,} of {all_:,} builds were made in {seconds:.0f} seconds, the most promising first; "
        "a larger --budget goes on with the others"
    )


def doubtful(measured: Sequence[str]) -> str:
    """Of timings whose calibration could not be had right; `measured` names a table or curve each."""
    doubt = (
        "a call of known duration reads wrong beside its timings, so that its cycles are in doubt"
    )
    judge = "./do doctor judges this machine"
    if len(measured) == 1:
        return f"{measured[0]}: {doubt}; {judge}"
    return f"of {len(measured):,} tables and curves {doubt}, as with {measured[0]} and {measured[-1]}; {judge}"


def not_two_of_a_kind() -> Complaint:
    return Complaint(
        "compare takes two implementations (HASH/IMPLEMENTATION, with @'gcc -O2 ...' behind it for options of one's "
        "own) or two data files"
    )


def no_compiler(words: str, abi: str) -> Complaint:
    return Complaint(
        f"{words!r} begins with no compiler that makes programs for {abi} here: ./do doctor shows those that do"
    )


def nothing_to_compare(why: str) -> Complaint:
    return Complaint(why)


def unquiet(names: Sequence[str]) -> str:
    """Of conditions that are bad."""
    return f"this machine is not a quiet place: {', '.join(names)}. ./do doctor says how to mend it"


def no_abi(abi: str, why: str) -> Complaint:
    return Complaint(f"the ABI {abi} is not available here: {why}")


def abi_not_run(abi: str) -> str:
    return f"the ABI {abi} is skipped: its programs are built, but this kernel does not run them"


def never_timed(abis: Iterable[str]) -> Complaint:
    return Complaint(
        f"{', '.join(abis)}: of what an emulator runs nothing is timed, so that nothing can be compared\n"
        "./do check --abi ABI says whether it is right"
    )


def no_kind(why: str) -> Complaint:
    return Complaint(f"{why}\n./do doctor shows the cores of this machine")
