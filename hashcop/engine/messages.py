"""What people are told when something is wrong: what, where, and the next command to run."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from hashcop.data.printable import printable
from hashcop.machine import packages
from hashcop.machine.packages import Tool

WITHOUT_SANDBOX = (
    "Implementations are strangers' code, and run only inside the sandbox. "
    "Where you trust all of them, --no-sandbox runs them without."
)
_NAMED = 8  # kinds of lines that are left out, at most


def duration(seconds: float) -> str:
    """A rough time for people: 0:42, 12:05, 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Complaint(Exception):
    """A reason to stop that is not a bug: people see its text, without a traceback."""


def no_tree(directory: Path) -> Complaint:
    return Complaint(
        f"there is no {directory}: --tree DIR names the directory that holds {directory.name}/"
    )


def no_selection(why: str, platforms: Sequence[str]) -> Complaint:
    """`platforms`: those that were asked for by name."""
    asked = " ".join(("./do", *platforms, "list") if len(platforms) == 1 else ("./do", "list"))
    return Complaint(f"{why}\n{asked} shows everything that is there")


def not_in_tree(path: str) -> Complaint:
    return Complaint(
        f"{printable(path)} is no implementation: it must lie below a directory named crypto_hash, "
        "as crypto_hash/HASH/IMPLEMENTATION"
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


def not_recorded(why: str) -> Complaint:
    return Complaint(
        f"results can't be written any more: {why}\n"
        "everything recorded before is kept; once that is mended, the same command goes on from here"
    )


def no_cache(why: str) -> Complaint:
    return Complaint(
        f"the cache can't be written to: {why}\n--cache DIR names another place; ./do clean empties it"
    )


def no_pages(directory: Path, why: str) -> Complaint:
    return Complaint(
        f"the pages in {directory} can't be made: {why}\n"
        "everything recorded is kept; once that is mended, ./do report makes them"
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
    """Builds that another bench or checkout made."""
    return f"{builds} builds are taken from the cache: they were made before on this machine"


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


def other_machine(directory: Path, why: str) -> Complaint:
    """`directory` holds results of another machine of the same name."""
    return Complaint(
        f"{directory} holds results of another machine: {why}\n"
        "--machine NAME gives this machine a name of its own"
    )


def no_machine_name(why: str) -> Complaint:
    return Complaint(f"{why}\n--machine NAME is what results of this machine are kept under")


def nothing_works(why: str) -> Complaint:
    """No platform works on this machine."""
    return Complaint(f"{why}\n./do doctor shows what is missing")


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
    """What is left out of an export in SUPERCOP's format."""
    parts = ", ".join(f"{what} ({count:,})" for what, count in counts.items())
    return f"do: not exported: {parts}"


def left_out(counts: Mapping[str, int]) -> str:
    """Lines of SUPERCOP's data that no record is made of, by what they are."""
    most = sorted(counts.items(), key=lambda one: -one[1])
    parts = [f"{what} ({count:,})" for what, count in most[:_NAMED]]
    others = sum(count for _, count in most[_NAMED:])
    more = [f"others ({others:,})"] if others else []
    return f"lines left out, since reports make nothing of them: {', '.join([*parts, *more])}"


def repaired(path: Path, count: int) -> str:
    return (
        f"the last line of {path} was torn ({count} bytes): the machine or the run died while writing. "
        f"It was put aside in {path.parent / 'torn'}; the work that it recorded is done again."
    )


def implausible(lines: Sequence[str]) -> str:
    """Lines of the data file whose numbers can't be: the first, and how many there are."""
    more = f", and {len(lines) - 1} more" if len(lines) > 1 else ""
    return f"left out, as if it were not recorded, since it can't be: {lines[0]}{more}"


def nothing_to_do(recorded: Path) -> str:
    return f"nothing to do: everything selected is measured already, in {recorded}"


def checksums_known() -> str:
    return "no checksums written: they are known for all selected hashes, or no implementation is right"


def no_agreement(name: str, why: str) -> str:
    return f"no checksums written for {name}: {why}"


def checksums_written(directory: Path, why: str) -> str:
    return f"wrote checksumsmall and checksumbig in {directory}: {why}"


def plan(builds: int, checks: int, known: int, seconds: str, cores: int) -> str:
    """How much building and checking is about to begin. `checks`: of builds that are known."""
    already = f" ({known} more are known already)" if known else ""
    and_checks = "their checks" + (f", and {checks} checks of known builds" if checks else "")
    what = (
        f"{builds} builds{already} and {and_checks}"
        if builds
        else f"{checks} checks of known builds"
    )
    return f"to do: {what}: about {seconds} on {cores} cores"


def not_built(name: str, why: str) -> str:
    """A build that failed by no fault of its own."""
    return f"{name}: not built, and nothing is recorded of that: {why}. The next run builds it"


def answer(name: str, options: str, outcome: str, *, more: bool) -> str:
    """The first answer about an implementation whose sources are new. `more`: it has other option sets."""
    return f"{name}: {outcome}, with {options}" + ("; the other option sets follow" if more else "")


def first_outcome(
    *, is_right: bool, per_byte: float | None, unit: str, length: int, is_disputed: bool = False
) -> str:
    """What came of the first build, in words. `length` is in bytes."""
    if not is_right:
        return "disputed" if is_disputed else "wrong"
    return (
        "right, but not timed"
        if per_byte is None
        else f"right, {per_byte:.2f} {unit}/byte at {length} bytes"
    )


def disputed(title: str, how: str, name: str) -> str:
    """`how`: which implementation did what another one did not. `name`: the hash."""
    return (
        f"{title}: {how}, and nobody here knows which of them is right: nothing of {name} is timed. "
        f"--reference {name}/IMPLEMENTATION names the one that is right"
    )


def reference_is_ours(name: str, path: str) -> Complaint:
    return Complaint(
        f"{name} is a hash of this repository, by its checksums: its reference is {path} here, and can't be another one"
    )


def no_reference(word: str, names: Sequence[str]) -> Complaint:
    """`names`: of the implementations of the hash."""
    there = f"; it has {', '.join(sorted(set(names))[:8])}" if names else ""
    return Complaint(
        f"--reference {printable(word)} names no implementation that can be read{there}: "
        "HASH/IMPLEMENTATION is wanted"
    )


def watching() -> str:
    return "waiting until a file is saved; Ctrl-C ends this"


def changed(path: str) -> str:
    return f"{path} was saved"


def searched(subroutine: str, built: int, all_: int, seconds: float, *, is_over: bool) -> str:
    """How far a search went. `subroutine`: the operations searched, where these are no hashes; else empty.

    `is_over`: it ended because its time was over.
    """
    begin = f"{subroutine}: " if subroutine else ""
    if built == all_:
        return f"{begin}all {all_:,} builds were made"
    made = f"{begin}{built:,} of {all_:,} builds were made in {seconds:.0f} seconds"
    if is_over:
        return f"{made}, the most promising first; a larger --budget makes more of them"
    return f"{made}; the others are not promising (--exhaustive makes them)"


def forecast(seconds: float) -> str:
    """How long a run will take."""
    return f"this will take about {_minutes(seconds)}"


def time_line(seconds: float, spent: Mapping[str, float]) -> str:
    """What a run spent its time on."""
    ordered = sorted(spent.items(), key=lambda row: -row[1])
    rows = [f"{name} {duration(each)}" for name, each in ordered if each >= 0.5]
    return f"{duration(seconds)} in all: {', '.join(rows)}"


LEFT = {
    "table": "tables",
    "curve": "curves",
    "secrets": "verdicts on constant time",
    "hash": "hashes on other platforms than the first",
}


def left(counts: Mapping[str, int], seconds: float) -> str:
    """What a run left for another one. `counts`: by stage. `seconds`: after which it began nothing more of it."""
    what = ", ".join(f"{counts[stage]} {name}" for stage, name in LEFT.items() if counts[stage])
    return f"left after {_minutes(seconds)}: {what}; what is the fastest of its hash comes first. ./do again goes on"


def _minutes(seconds: float) -> str:
    minutes = round(seconds / 60)
    return "a minute" if minutes <= 1 else f"{minutes} minutes"


def published(page: Path) -> str:
    """Pages that were made before the run is over."""
    return f"pages so far: {page}"


def doubtful(measured: Sequence[str]) -> str:
    """Tables and curves, by name, whose calibration is in doubt."""
    why = (
        "the calibration check beside {} was off by more than 1 %; ./do doctor judges this machine"
    )
    if len(measured) == 1:
        return f"{measured[0]} is in doubt: {why.format('it')}"
    among = f"(among them {measured[0]} and {measured[-1]})"
    return f"{len(measured):,} tables and curves {among} are in doubt: {why.format('them')}"


def not_confirmed(leaders: Sequence[str]) -> str:
    """What leads its hash, by name, and whose audit could not be done well enough."""
    which = leaders[0] if len(leaders) == 1 else f"{len(leaders):,} of what lead their hash"
    among = "" if len(leaders) == 1 else f" (among them {leaders[0]} and {leaders[-1]})"
    return (
        f"the timings of {which}{among} are not confirmed by a clock outside the process, as other work disturbed the "
        "audit or the timings; the next run repeats it"
    )


def not_two_of_a_kind() -> Complaint:
    return Complaint(
        "compare takes two implementations (HASH/IMPLEMENTATION, or HASH/IMPLEMENTATION@'gcc -O2 ...' with an "
        "option set) or two data files"
    )


def no_compiler(words: str, abi: str) -> Complaint:
    return Complaint(
        f"{words!r} does not begin with a compiler that builds for {abi} here: ./do doctor shows those that do"
    )


def nothing_to_compare(why: str) -> Complaint:
    return Complaint(why)


def unquiet(names: Sequence[str]) -> str:
    """Conditions, by name, that are bad."""
    return f"timings on this machine are disturbed by: {', '.join(names)}. ./do doctor says how to mend that"


def no_abi(abi: str, why: str) -> Complaint:
    return Complaint(f"the ABI {abi} is not available here: {why}")


def never_timed(abis: Iterable[str]) -> Complaint:
    return Complaint(
        f"{', '.join(abis)}: builds that run under an emulator are not timed, so they can't be compared\n"
        "./do check --abi ABI says whether they are right"
    )


def no_kind(why: str) -> Complaint:
    return Complaint(f"{why}\n./do doctor shows the cores of this machine")


def no_key(key: Path, *, is_usual: bool) -> Complaint:
    """There is nothing to sign with."""
    what = f"there is no key {printable(str(key))} to sign with"
    if not is_usual:
        return Complaint(what)
    return Complaint(
        f"{what}\n--key FILE names another one, and this makes it: ssh-keygen -t ed25519"
    )


def changed_before(file: Path, changes: Iterable[str]) -> Complaint:
    """Data were changed since they were signed: who signs them again vouches for that."""
    every = "\n".join(f"  {printable(one)}" for one in changes)
    return Complaint(
        f"{file} is not as it was signed:\n{every}\n./do sign --again signs it as it is now"
    )


def not_signed(file: Path, why: str) -> Complaint:
    return Complaint(f"{file} is not signed: {printable(why)}")
