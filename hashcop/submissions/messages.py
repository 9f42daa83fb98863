"""What people are told about submissions: what is wrong, where, and the next command to run."""

from collections.abc import Sequence
from pathlib import Path

from hashcop.data.printable import printable
from hashcop.engine.messages import Complaint


def not_there(word: str, known: Sequence[str]) -> Complaint:
    """Neither a file nor the id of a submission."""
    shown = f"; submissions that are here: {', '.join(known)}" if known else ""
    return Complaint(
        f"there is no file {printable(word)}, and no submission of that id{shown}\n"
        "./do submit FILE takes a .tar, .tar.gz, .tar.xz, .tar.zst or .zip, or a directory"
    )


def no_submission(word: str) -> Complaint:
    return Complaint(f"no submission {printable(word)} is recorded here\n./do submissions has all")


def unreadable(path: Path, why: str) -> Complaint:
    return Complaint(f"{printable(str(path))} can't be read: {why}")


def changed(id: str) -> Complaint:
    return Complaint(
        f"the files of {id} in quarantine are no longer those that were inspected: submit the file again"
    )


def no_place(place: Path, why: str) -> Complaint:
    return Complaint(
        f"submissions can't be kept in {place}: {why}\n--bench DIR names another place"
    )


def waits_behind(names: Sequence[str]) -> str:
    """Others were there before."""
    return f"waiting for {len(names)} before this one: {', '.join(names)}"


def waits_for_run(path: Path) -> str:
    return f"waiting until the other ./do ends that is writing {path}"


def recorded_later(path: Path) -> str:
    return f"another ./do is writing {path}: the refusal is recorded there by the next ./do submit"


def not_accepted(id: str, outcome: str) -> str:
    """It is not good enough for the tree."""
    if outcome == "skipped":
        return f"{id} is not accepted: nothing of it was built here; --abi emulated checks it for other processors"
    return f"{id} is not accepted: it is {outcome}, and only what is right (or marked) comes into the tree"


def in_the_way(path: Path, here: str, sent: str, id: str) -> Complaint:
    """The tree has another implementation of that name."""
    return Complaint(
        f"{path} is there already, and is another one:\n"
        f"  in the tree   {here}\n"
        f"  submitted     {sent}\n"
        f"./do submit {id} --accept --as NAME gives the new one another name;\n"
        f"./do submit {id} --accept --replace keeps the old one aside and puts the new one in its place"
    )


def below_implementation(path: Path, above: Path, id: str) -> Complaint:
    return Complaint(
        f"{path} would become a part of the implementation in {above}\n"
        f"./do submit {id} --accept --as NAME gives it another name"
    )


def not_a_name(name: str) -> Complaint:
    return Complaint(
        f"{name!r} is no name for an implementation: letters, digits and _ + - . , beginning with a letter or digit"
    )


def one_name_for_several(id: str, count: int) -> Complaint:
    return Complaint(f"--as names one implementation, and {id} has {count}")


def other_place(path: Path, why: str) -> Complaint:
    return Complaint(f"{path} can't be written: {why}; the tree is as it was")


def not_in_quarantine(id: str) -> Complaint:
    return Complaint(
        f"{printable(id)} is not in quarantine\n./do submissions has all that was sent"
    )


def removed(id: str) -> str:
    return f"removed the files of {id}; what is recorded of it stays"


def none_yet() -> str:
    return "nobody has sent anything yet: ./do submit FILE"
