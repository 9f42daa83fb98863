"""Whose data these are: signatures of data files, made and verified by ssh-keygen.

What is signed is a list of digests (manifest.py) beside the data file, and the signature is beside that:

    data.jsonl  data.jsonl.signed  data.jsonl.signed.sig

Keys, names of signers, their times and revocation are ssh's own: see ALLOWED SIGNERS in the manual of ssh-keygen.
"""

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashcop.data import manifest
from hashcop.data.beside import beside
from hashcop.data.manifest import Compared

NAMESPACE = "hashcop-data"
MOST_SIGNATURE = 1 << 16  # bytes
SECONDS = 60
_GOOD = re.compile(r'Good "[^"]*" signature (?:for (.*) )?with \S+ key (SHA256:\S+)')

# How a file stands.
NOT_SIGNED, KNOWN, UNKNOWN, INVALID, UNVERIFIED = (
    *("not signed", "signed", "unknown key", "invalid"),
    "not verified",
)


class CanNotSign(Exception):
    """A file can't be signed. Says why."""


@dataclass(frozen=True)
class Standing:
    """How a data file stands to its signature.

    `how`: NOT_SIGNED, KNOWN (by `name`, with `key`), UNKNOWN (a good signature by a `key` that nobody vouches for),
    INVALID (`why`), or UNVERIFIED (there is no ssh-keygen). `compared` is None where nothing can be said of lines.
    """

    how: str = NOT_SIGNED
    name: str = ""
    key: str = ""
    why: str = ""
    compared: Compared | None = None

    @property
    def is_changed(self) -> bool:
        """Whether lines are not as they were signed."""
        return self.compared is not None and self.compared.differing > 0

    @property
    def is_bad(self) -> bool:
        """Whether something is wrong with the file or its signature."""
        return self.how == INVALID or self.is_changed

    @property
    def is_good(self) -> bool:
        """Whether somebody known signed it, and no line has changed."""
        return self.how == KNOWN and not self.is_changed

    def sentences(self) -> Iterator[str]:
        """All that is to be said, without full stops; strangers' text in it is as it came."""
        yield self._whose()
        if self.compared is None:
            return
        yield from told_of_lines(self.compared)
        if self.compared.after:
            yield f"{_lines(self.compared.after)} after the signature, not signed yet"

    def _whose(self) -> str:
        if self.how == INVALID:
            return f"the signature is not valid: {self.why}"
        if self.how == NOT_SIGNED or self.compared is None:
            return NOT_SIGNED
        every = "" if self.compared.after or self.is_changed else "all "
        lines = f"{every}{_lines(self.compared.lines)}"
        if self.is_changed:
            changes = "change" if self.compared.differing == 1 else "changes"
            lines += f", with {self.compared.differing:,} {changes} since"
        if self.how == KNOWN:
            end = "" if self.is_changed else ", verified"
            return f"signed by {self.name} (key {self.key}), {lines}{end}"
        if self.how == UNKNOWN:
            return f"signed by an unknown key {self.key}, {lines}"
        return f"signed, {lines}, and not verified: {self.why}"


def told_of_lines(found: Compared) -> Iterator[str]:
    """What happened to lines, a sentence for each, without full stops."""
    for one in found.changes:
        about = f" ({one.about})" if one.about else ""
        yield f"line {one.line:,}{about} {_HOW[one.how]}"
    if found.differing > len(found.changes):
        yield f"and {found.differing - len(found.changes):,} more"


_HOW = {
    "changed": "was changed after signing",
    "inserted": "was inserted after signing",
    "moved": "was moved after signing",
    "removed": "of what was signed is missing",
}


def _lines(number: int) -> str:
    return f"{number:,} {'line' if number == 1 else 'lines'}"


def verify(data: Path, signers: Path | None = None, revoked: Path | None = None) -> Standing:
    """How a data file stands to its signature. `signers` names those who are known, `revoked` keys that are no more.

    Raises OSError for a data file that can't be read.
    """
    listed, signature = beside(data)
    if not listed.is_file() and not signature.is_file():
        return Standing()
    try:
        raw, sealed = _read(listed, manifest.MOST), _read(signature, MOST_SIGNATURE)
        signed = manifest.decode(raw)
    except (OSError, ValueError) as error:
        return Standing(INVALID, why=_reason(error))
    compared = manifest.compare(data, signed)
    if shutil.which("ssh-keygen") is None:
        return Standing(UNVERIFIED, why="ssh-keygen is not there", compared=compared)
    try:
        how, name, key = _whose(raw, sealed, signers, revoked)
    except (_Refused, OSError, subprocess.SubprocessError) as error:
        return Standing(INVALID, why=_reason(error))
    return Standing(how, name, key, compared=compared)


class _Refused(Exception):
    """What ssh-keygen says against a signature."""


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return f"{Path(error.filename).name}: {error.strerror}"
    return str(error)


def _read(path: Path, most: int) -> bytes:
    """A file of no more than so many bytes. Raises OSError and ValueError."""
    with path.open("rb") as file:
        raw = file.read(most + 1)
    if len(raw) > most:
        raise ValueError(f"{path.name} is too long")
    return raw


def _whose(
    raw: bytes, sealed: bytes, signers: Path | None, revoked: Path | None
) -> tuple[str, str, str]:
    """KNOWN or UNKNOWN, the signer's name, and the key. Raises _Refused for a signature that is not good."""
    # As a file that nobody replaces between two questions.
    with _held(sealed) as signature:
        name = _principal(signature, signers, raw)
        if name and signers:
            out = _keygen(
                ["verify", "-f", str(signers), "-I", name, "-n", NAMESPACE, "-s", signature]
                + (["-r", str(revoked)] if revoked and revoked.is_file() else []),
                raw,
                signature,
            )
            return KNOWN, name, _key(out)
        out = _keygen(["check-novalidate", "-n", NAMESPACE, "-s", signature], raw, signature)
        return UNKNOWN, "", _key(out)


@contextlib.contextmanager
def _held(content: bytes) -> Iterator[str]:
    """A path that a child process reads this content from."""
    descriptor = os.memfd_create("signature")
    try:
        os.write(descriptor, content)
        yield f"/proc/self/fd/{descriptor}"
    finally:
        os.close(descriptor)


def _principal(signature: str, signers: Path | None, raw: bytes) -> str:
    """The name that the file of signers has for the key; empty if it has none."""
    if signers is None or not signers.is_file():
        return ""
    try:
        out = _keygen(["find-principals", "-f", str(signers), "-s", signature], raw, signature)
    except _Refused:
        return ""
    return out.split("\n")[0].split(",")[0].strip()


def _key(said: str) -> str:
    found = _GOOD.search(said)
    if found is None:
        raise _Refused("ssh-keygen does not say which key made it")
    return found[2]


def _keygen(words: Sequence[str], given: bytes, signature: str) -> str:
    """What `ssh-keygen -Y` says. Raises _Refused where it finds something wrong."""
    done = subprocess.run(
        ["ssh-keygen", "-Y", *words],
        input=given,
        capture_output=True,
        timeout=SECONDS,
        pass_fds=[int(signature.rpartition("/")[2])],
        env={**os.environ, "LC_ALL": "C"},
        check=False,
    )
    said = (done.stdout + done.stderr).decode(errors="backslashreplace").strip()
    if done.returncode:
        lines = said.replace(signature, "it").splitlines()
        raise _Refused(lines[0][:200] if lines else f"status {done.returncode}")
    return said


def sign(data: Path, key: Path) -> manifest.Manifest:
    """Sign all whole lines of a data file with a key of ssh, or one that its agent holds the secret part of.

    ssh-keygen asks for a passphrase, if the key has one. Raises CanNotSign, and OSError.
    """
    try:
        signed = manifest.of_file(data)
    except ValueError as error:
        raise CanNotSign(str(error)) from None
    listed, signature = beside(data)
    draft = listed.with_name(f"{listed.name}.{os.getpid()}.new")
    made = draft.with_name(draft.name + ".sig")
    try:
        draft.write_bytes(signed.encode())
        words = ["ssh-keygen", "-Y", "sign", "-f", str(key), "-n", NAMESPACE, str(draft)]
        # Its standard input and output are the terminal's, where it asks.
        done = subprocess.run(words, stderr=subprocess.PIPE, check=False)
        if done.returncode or not made.is_file():
            said = done.stderr.decode(errors="backslashreplace").strip().splitlines()
            raise CanNotSign(said[-1] if said else f"ssh-keygen ended with {done.returncode}")
        made.replace(signature)
        draft.replace(listed)
    except FileNotFoundError as error:
        if error.filename != "ssh-keygen":
            raise
        raise CanNotSign("ssh-keygen is not there: it comes with OpenSSH") from None
    finally:
        draft.unlink(missing_ok=True)
        made.unlink(missing_ok=True)
    return signed


def changed_since(data: Path) -> Compared | None:
    """What has changed in a data file since it was signed, whoever signed it; None if there is no list of it."""
    try:
        signed = manifest.decode(_read(beside(data)[0], manifest.MOST))
    except (OSError, ValueError):
        return None
    return manifest.compare(data, signed)
