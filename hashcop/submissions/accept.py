"""A submission that is right comes into the operator's tree: whole, at once, and over nothing.

What is written is what was inspected, byte for byte. It is made under a name that no walk of the tree takes for a
hash, and renamed.
"""

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hashcop.data.records import OPERATION
from hashcop.platforms.implementation import NAME, Implementation, TreeError
from hashcop.submissions import messages
from hashcop.submissions.archives import Member
from hashcop.submissions.quarantine import Quarantine, sha256_of

LONGEST = 100  # characters of a name
_DRAFT = ".accepting-"
Say = Callable[[str], None]


@dataclass(frozen=True)
class Wish:
    """How a name that is taken is dealt with: another name, or the old one is put aside."""

    name: str = ""
    replaces: bool = False


@dataclass(frozen=True)
class _Move:
    """A directory of a submission, `source`, and where it goes in the tree."""

    source: Path
    to: Path
    hash_directory: Path

    @property
    def hash(self) -> str:
        return self.hash_directory.name


def accept(quarantine: Quarantine, where: Path, place: Path, wish: Wish, say: Say) -> list[str]:
    """Put a submission into the tree `where`; the paths in it. Complains of what is in the way, having changed nothing.

    What is replaced is kept below `place`.
    """
    moves = _moves(quarantine, where, wish)
    to_do = [move for move in moves if _is_free(move, quarantine, wish, say)]
    root = where / OPERATION
    try:
        root.mkdir(parents=True, exist_ok=True)
        for move in to_do:
            with _draft(root, quarantine.id) as draft:
                _copy(quarantine, move.source, draft / "new")
                if os.path.lexists(move.to):
                    kept = _put_aside(move, place, quarantine.id)
                    say(f"{move.to} was replaced; the old one is in {kept}")
                    move.to.rename(draft / "old")
                _publish(draft, move, quarantine)
                say(f"accepted: {move.to}")
    except OSError as error:
        raise messages.other_place(root, error.strerror or str(error)) from None
    return [str(move.to.relative_to(where)) for move in moves]


def _moves(quarantine: Quarantine, where: Path, wish: Wish) -> list[_Move]:
    paths = quarantine.about.inspected.implementations
    if wish.name:
        if len(wish.name) > LONGEST or not NAME.fullmatch(wish.name):
            raise messages.not_a_name(wish.name)
        if len(paths) > 1:
            raise messages.one_name_for_several(quarantine.id, len(paths))
    found = []
    for path in paths:
        _, hash, name = path.split("/", 2)
        hash_directory = where / OPERATION / hash
        to = hash_directory / (wish.name or name)
        found.append(_Move(quarantine.tree / path, to, hash_directory))
    return found


def _is_free(move: _Move, quarantine: Quarantine, wish: Wish, say: Say) -> bool:
    """Whether there is something to do; complains if something else is in the way."""
    for above in move.to.parents:
        if above == move.hash_directory:
            break
        if above.is_dir() and any(one.is_file() for one in above.iterdir()):
            raise messages.below_implementation(move.to, above, quarantine.id)
    if not os.path.lexists(move.to):
        return True
    here, sent = _digest(move.to, move.hash), _digest(move.source, move.hash)
    if here == sent:
        say(f"{move.to} is there already, and is the same")
        return False
    if not wish.replaces:
        raise messages.in_the_way(move.to, here, sent, quarantine.id)
    return True


def _digest(directory: Path, hash: str) -> str:
    try:
        return Implementation(hash, directory.name, directory, "").digest()
    except (TreeError, OSError) as error:
        return f"can't be read: {error}"


@contextlib.contextmanager
def _draft(root: Path, id: str) -> Iterator[Path]:
    """A directory beside the hashes, in the same file system. Those that a dead process left are removed."""
    for left in root.glob(f"{_DRAFT}*"):
        shutil.rmtree(left, ignore_errors=True)
    draft = root / f"{_DRAFT}{id}"
    draft.mkdir()
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _copy(quarantine: Quarantine, source: Path, to: Path) -> None:
    """Copy what was inspected, and nothing else."""
    prefix = f"{source.relative_to(quarantine.tree)}/"
    for member in quarantine.about.inspected.members:
        if member.path.startswith(prefix):
            _copy_file(quarantine, member, to / member.path.removeprefix(prefix))


def _copy_file(quarantine: Quarantine, member: Member, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(quarantine.tree / member.path, to, follow_symlinks=False)
    if to.is_symlink() or sha256_of(to) != member.sha256:
        raise messages.changed(quarantine.id)
    to.chmod(0o644)
    with to.open("rb") as file:
        os.fsync(file.fileno())
    _open(to.parent)


def _open(directory: Path) -> None:
    """As directories of a tree are, whatever the mask of this process."""
    directory.chmod(0o755)


def _put_aside(move: _Move, place: Path, id: str) -> Path:
    """A copy of what is replaced, whole before anything is changed."""
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    kept = place / "replaced" / f"{stamp}-{id}" / OPERATION / move.hash / move.to.name
    kept.parent.mkdir(parents=True, exist_ok=True)
    draft = kept.with_name(f".{kept.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(move.to, draft)
    draft.rename(kept)
    return kept


def _publish(draft: Path, move: _Move, quarantine: Quarantine) -> None:
    """Rename the draft. A hash that is new comes with what the submission knows of it."""
    if not move.hash_directory.exists():
        new = draft / "hash"
        to = new / move.to.relative_to(move.hash_directory)
        to.parent.mkdir(parents=True)
        (draft / "new").rename(to)
        prefix = f"{OPERATION}/{move.hash}/"
        for member in quarantine.about.inspected.members:
            name = member.path.removeprefix(prefix)
            if member.path.startswith(prefix) and "/" not in name:
                _copy_file(quarantine, member, new / name)
        for one in to.parents:
            if one.is_relative_to(new):
                _open(one)
        new.rename(move.hash_directory)
        return
    move.to.parent.mkdir(parents=True, exist_ok=True)
    (draft / "new").rename(move.to)
