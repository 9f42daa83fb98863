"""Where submissions are kept apart: bench/<machine>/submissions/<id>/ has the files, and the data of their runs.

Nothing of it is a result of the tree. A directory `<id>` appears at once and whole: it is made under another name.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from hashcop.data.printable import printable
from hashcop.submissions import archives, messages
from hashcop.submissions.archives import Inspected, Member

ID_LENGTH, LONGEST = 12, 300
ID = re.compile(rf"[0-9a-f]{{{ID_LENGTH}}}")
_ABOUT, _TREE, _DRAFT = "submission.json", "tree", "unpacking-"


class About(msgspec.Struct, frozen=True):
    """What is known of a submission before it is examined. `by` is what the operator was told."""

    file: str
    by: str
    note: str
    inspected: Inspected


@dataclass(frozen=True)
class Quarantine:
    """A submission that was unpacked."""

    directory: Path
    about: About

    @property
    def id(self) -> str:
        """What people call it."""
        return self.directory.name

    @property
    def tree(self) -> Path:
        """The tree of its files."""
        return self.directory / _TREE

    @property
    def data(self) -> Path:
        """What its runs recorded."""
        return self.directory / "data.jsonl"


def bounded(text: str, most: int = LONGEST) -> str:
    """A stranger's text: printable, and no longer than so many characters."""
    clean = printable(text)
    return clean if len(clean) <= most else f"{clean[: most - 3]}..."


def id_of(sha256: str) -> str:
    """What people call a submission."""
    return sha256[:ID_LENGTH]


def place_of(machine_directory: Path) -> Path:
    """Where the submissions of a machine are."""
    return machine_directory / "submissions"


def known(place: Path) -> list[str]:
    """The ids of what is in quarantine."""
    found = place.iterdir() if place.is_dir() else ()
    return sorted(one.name for one in found if ID.fullmatch(one.name))


def find(place: Path, id: str) -> Quarantine | None:
    """What is in quarantine under an id; None if nothing is, or its files are not as they were inspected."""
    directory = place / id
    try:
        about = msgspec.json.decode((directory / _ABOUT).read_bytes(), type=About)
    except (OSError, msgspec.DecodeError):
        return None
    found = Quarantine(directory, about)
    return found if is_intact(found.tree, about.inspected.members) else None


def is_intact(tree: Path, members: tuple[Member, ...]) -> bool:
    """Whether a tree has exactly these files, and nothing else."""
    wanted = {member.path: member for member in members}
    there: set[str] = set()
    for directory, below, files in os.walk(tree):
        for name in (*files, *(one for one in below if Path(directory, one).is_symlink())):
            there.add(str(Path(directory, name).relative_to(tree)))
    if there != set(wanted):
        return False
    return all(_is(tree / path, member) for path, member in wanted.items())


def _is(path: Path, member: Member) -> bool:
    try:
        return not path.is_symlink() and sha256_of(path) == member.sha256
    except OSError:
        return False


def sha256_of(file: Path) -> str:
    """The hash of a file's contents."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def put(
    file: Path, about: About, place: Path, compare: Callable[[Path], None]
) -> tuple[Quarantine, bool]:
    """Unpack a file that was inspected, unless that was done before; and whether it was.

    `compare` raises archives.Refused for a tree that is not to be built. Then nothing is left.
    """
    id = id_of(about.inspected.file_sha256)
    with _place(place):
        _remove_drafts(place)
        before = find(place, id)
        if before is not None:
            compare(before.tree)
            return _described(before, about), True
        with _draft(place, id) as draft:
            archives.unpack(file, about.inspected, draft / _TREE)
            compare(draft / _TREE)
            (draft / _ABOUT).write_bytes(msgspec.json.encode(about))
            _publish(draft, place / id)
        return Quarantine(place / id, about), False


@contextlib.contextmanager
def _place(place: Path) -> Iterator[None]:
    """Complains if files can't be written there."""
    try:
        place.mkdir(parents=True, exist_ok=True, mode=0o700)
        yield
    except OSError as error:
        raise messages.no_place(place, error.strerror or str(error)) from None


def _described(before: Quarantine, about: About) -> Quarantine:
    """With what is said of it now, where that is more."""
    known = before.about
    said = {"file": about.file, "by": about.by or known.by, "note": about.note or known.note}
    now = msgspec.structs.replace(known, **said)
    if now != known:
        new = before.directory / f".{_ABOUT}"
        new.write_bytes(msgspec.json.encode(now))
        new.replace(before.directory / _ABOUT)
    return Quarantine(before.directory, now)


@contextlib.contextmanager
def _draft(place: Path, id: str) -> Iterator[Path]:
    """A directory for what is being unpacked; it is locked, so that others know it from what a dead process left."""
    draft = place / f"{_DRAFT}{id}-{os.getpid()}"
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(mode=0o700)
    lock = os.open(draft, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield draft
    finally:
        os.close(lock)
        shutil.rmtree(draft, ignore_errors=True)


def _publish(draft: Path, directory: Path) -> None:
    """Let the draft take the place of what is not whole there. Data of earlier runs stay."""
    try:
        draft.rename(directory)
    except OSError:
        if not directory.is_dir():
            raise
        shutil.rmtree(directory / _TREE, ignore_errors=True)
        (draft / _TREE).rename(directory / _TREE)
        (draft / _ABOUT).replace(directory / _ABOUT)


def _remove_drafts(place: Path) -> None:
    for path in place.glob(f"{_DRAFT}*"):
        with contextlib.suppress(OSError):
            lock = os.open(path, os.O_RDONLY)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)
            finally:
                os.close(lock)


def remove(place: Path, id: str) -> bool:
    """Remove what is in quarantine under an id; whether there was anything."""
    directory = place / id
    if not directory.is_dir():
        return False
    shutil.rmtree(directory)
    return True
