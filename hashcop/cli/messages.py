"""What people are told about what they typed: what can't be, and what was meant perhaps."""

import errno
from collections.abc import Sequence
from pathlib import Path

from hashcop.data.printable import printable


def in_words(found: Sequence[str]) -> str:
    """ "a, b and c"."""
    *others, last = found
    return f"{', '.join(others)} and {last}" if others else last


def is_for(option: str, owners: Sequence[str], command: str) -> str:
    """An option that other commands have."""
    return f"{option} is for {in_words(owners)}, not for {command}"


def not_expected(value: str, expected: str) -> str:
    return f"{value!r} is not {expected}."


def not_one_of(value: str, known: Sequence[str], near: Sequence[str]) -> str:
    """A name that is not known."""
    meant = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"{value!r} is not one of {', '.join(map(repr, known))}.{meant}"


def no_such_hash(word: str, near: Sequence[str], command: str) -> str:
    """The first word names no hash, and is near to a command."""
    hashes = f"; near to it: {', '.join(near)}" if near else ""
    return f"there is no hash {printable(word)}{hashes}; did you mean the command {command}?"


def no_long_messages(names: Sequence[str]) -> str:
    """`names`: the implementations, with their ABI, for which --long-messages did nothing."""
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return (
        f"--long-messages compared nothing of {', '.join(names[:5])}{more}: no digest of a message above 4 GiB "
        "is known of the hash, and no other implementation gave one; or the ABI has 32-bit pointers or is emulated"
    )


def command_comes_first(command: str) -> str:
    """A command was typed behind what it is for."""
    return f"there is no hash {command}; the command {command} comes first: ./do {command} ..."


def one_of(option: str, other: str) -> str:
    """Two options that can't be typed together."""
    return f"{option} and {other} are two checks: type one of them"


def exhaustive_or_budget() -> str:
    return "--exhaustive builds every option set, and --budget ends the search before: type one of them"


_NONE_LEFT = {
    errno.ENOSPC: "make room on that file system",
    errno.EDQUOT: "make room: the quota of this user is used up",
    errno.EROFS: "that file system is read-only",
    errno.EIO: "the disk, or what it is connected by, has failed: the kernel's log says more",
    errno.EMFILE: "`ulimit -n` says how many files a process may have open",
    errno.ENFILE: "all files that the system may have open are open",
    errno.ENOMEM: "the machine, or the limit of this process, has too little memory",
    errno.EAGAIN: "`ulimit -u`, or the limit of a container, says how many processes and threads there may be",
}
_NO_THREAD = "can't start new thread"  # Python's words


def system_refuses(error: BaseException) -> str:
    """What to say where the system has none left of what every program needs; empty if an error is another one."""
    if isinstance(error, MemoryError):
        error = OSError(errno.ENOMEM, "out of memory")
    elif isinstance(error, RuntimeError) and str(error) == _NO_THREAD:
        error = BlockingIOError(errno.EAGAIN, "no thread can be started")
    if not isinstance(error, OSError) or error.errno not in _NONE_LEFT:
        return ""
    where = f" ({printable(str(error.filename))})" if error.filename else ""
    return (
        f"the system refuses to go on: {error.strerror}{where}; {_NONE_LEFT[error.errno]}\n"
        "everything recorded is kept; the same command goes on from here"
    )


def has_help(command: str) -> str:
    return f"{command} --help shows what it takes"


def only_of_options(option: str) -> str:
    """An option that other lists have, and lists of implementations have not."""
    return f"{option} is for ./do list --options and --skipped"


def one_list() -> str:
    return "--options and --skipped are two lists: type one of them"


def not_of_options(option: str) -> str:
    return f"{option} is for lists of implementations, not for ./do list --options"


def options_of_some() -> str:
    return "--options is not for some hashes: ./do list --options"


def not_of_files(option: str) -> str:
    """An option of ./do compare, where data files are compared."""
    return f"{option} is for comparing implementations: two data files are compared as they are"


def not_two() -> str:
    return "compare takes two things to compare: ./do compare sha256/ref sha256/openssl"


def no_options(word: str) -> str:
    """Nothing stands behind the @ of an implementation to compare."""
    return f"there are no options behind {word}@, such as {word}@'gcc -O2'"


def two_platforms() -> str:
    return "both are to be of one platform: PLATFORM:HASH/IMPLEMENTATION twice"


def twice_the_same(word: str) -> str:
    """Both things to compare are one."""
    return f"both are {word} with the same options: there is nothing to compare"


def not_shown(page: Path) -> str:
    """A page was to be opened in a browser."""
    return f"there is no display to open a browser on; the pages begin with {page}"


def no_port(port: int, why: str) -> str:
    return f"can't listen on port {port}: {why}\n--port PORT names another one"


def port_is_busy(port: int, taken: int) -> str:
    return f"port {port} is busy: {taken} is taken instead"


def serving(pages: Path, address: str) -> str:
    return f"{pages} is at {address} until you press Ctrl-C"


def not_one_to_pack() -> str:
    return "pack takes one implementation: ./do pack sha256/mine"


def not_packed(path: str, why: str) -> str:
    """An implementation that no submission can be made of."""
    return f"{printable(path)} is not packed: {why}"


def is_there_already(file: Path) -> str:
    return (
        f"{file} is there already, and stays as it is: remove it, or name another file with -o FILE"
    )


def left_out_of_pack(files: Sequence[str], needs: Sequence[str]) -> list[str]:
    """What an archive lacks of an implementation, and what its reader must have."""
    said = []
    if files:
        said.append(f"left out, since no source refers to them: {', '.join(files)}")
    if needs:
        said.append(f"not in the file, and needed from the tree it is built in: {', '.join(needs)}")
    return said


def only_with(option: str, other: str) -> str:
    """An option that says nothing without another one."""
    return f"{option} is for {other}: type both"


def as_or_replace() -> str:
    return "--as gives a submission another name, and --replace its own: type one of them"


def as_is_for_one() -> str:
    return "--as names one submission: type one FILE"


def not_to_verify(option: str) -> str:
    return f"{option} is for signing, and --verify signs nothing"


def signed(file: Path, lines: int, key: Path, signers: Path) -> list[str]:
    """Data were signed; how readers come to know the key."""
    public = key if key.suffix == ".pub" else key.with_name(f"{key.name}.pub")
    return [
        f"{file}: {lines:,} {'line' if lines == 1 else 'lines'} signed with {key}",
        f"hand it on with {file.name}.signed and {file.name}.signed.sig",
        f"who reads it knows you by a line in {signers}: your name, and what {public} has",
    ]


def lab_wants_a_name(verb: str) -> str:
    """A verb of `./do lab` that is about one machine."""
    return f"./do lab {verb} wants the name of a machine, and nothing else"


def lab_option(option: str, verbs: Sequence[str]) -> str:
    """An option that other verbs of `./do lab` have."""
    return f"{option} is for ./do lab {in_words([one for one in verbs if one])}".rstrip()
