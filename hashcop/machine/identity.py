"""What a machine is called, and what tells it from another one of the same name."""

import hmac
import platform
import re
from pathlib import Path

from hashcop.data.records import Machine, Signature
from hashcop.machine import linux
from hashcop.machine.linux import HERE
from hashcop.machine.processor import Kind
from hashcop.machine.processor import kind as fastest
from hashcop.machine.signature import signature, signatures

# The key belongs to this program: its identities can't be compared with what other programs make of the identifier.
KEY = b"Hashcop: which machine is it?"
DIGITS = 16
# Files that tell a system from others, best first, with what makes their text an identifier.
IDENTIFIERS = {
    "etc/machine-id": r"[0-9a-f]{32}",
    "var/lib/dbus/machine-id": r"[0-9a-f]{32}",
    "sys/class/dmi/id/product_uuid": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",  # root reads it
    "proc/device-tree/serial-number": r"[0-9a-z-]{6,}",
}
NO_IDENTIFIER = "03000200-0400-0500-0006-000700080009"  # of boards whose maker gave them none
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}")
PAGES = "html"  # in bench/, beside the machines' directories


def identity(root: Path = HERE) -> str:
    """16 hex digits that tell this machine from all others, also from one of the same name.

    They are an HMAC of the system's identifier and of the signature of its first processor: a copy of a system's disk
    that runs on another processor is another machine. The identity survives reboots, updates of the kernel and of
    microcode, and another name. A system that is installed anew is another machine.

    The identifier is /etc/machine-id or that of D-Bus; without one the firmware's UUID or the device tree's serial
    number; and without any of these the host's name, which may change. Only root can read the firmware's UUID, so that
    a system without a machine-id may have one identity for root and another for its users.
    """
    return _identity(root, signature(root))


def _identity(root: Path, told: Signature) -> str:
    """The identity of this system on a processor of a signature."""
    parts = [_identifier(root), *_words(told)]
    return hmac.digest(KEY, "\0".join(parts).encode(), "sha256").hex()[:DIGITS]


def _identifier(root: Path) -> str:
    for path, pattern in IDENTIFIERS.items():
        text = linux.read(root, path).strip("\0 \n").lower()
        is_made_up = text == NO_IDENTIFIER or len(set(text) - {"-"}) < 2  # 00000000-0000-...
        if re.fullmatch(pattern, text) and not is_made_up:
            return text
    return platform.node()


def _words(told: Signature) -> list[str]:
    return [
        f"{field}={value}" for field in told.__struct_fields__ if (value := getattr(told, field))
    ]


def machine_name(kind: Kind | None = None, named: str = "") -> str:
    """What this machine is called: as the operator has `named` it, else the host's name.

    The name can be a directory's. A machine with several kinds of cores is as many machines: their names end with the
    `kind` measured on, or with the fastest. Raises ValueError with a reason for people.
    """
    if named and (not NAME.fullmatch(named) or named == PAGES):
        reserved = f", and other than {PAGES}" if named == PAGES else ""
        raise ValueError(
            f"{named!r} can't name a machine: a name is up to 64 letters, digits, '.', '-' and '_', "
            f"begins with neither '.' nor '-'{reserved}"
        )
    host = re.sub(r"[^A-Za-z0-9_-]+", "-", platform.node().split(".")[0]).strip("-")
    name, of = named or host or "machine", (kind or fastest()).name
    return f"{name}-{of}" if of else name


def other_machine(newest: Machine | None, root: Path = HERE, *, named: bool = False) -> str:
    """Why results belong to another machine than this one, for people; empty where they are of this machine.

    `newest` is the newest record of the machine that took them, None where there is none. Records without an identity,
    which earlier formats had, count as this machine's. `named`: the operator says that the results are of this machine;
    then only another processor speaks against it, and not a system that was installed anew. A processor that could not
    be told, now or then, as where /proc is missing, is not another one.
    """
    own = identity(root)
    if newest is None or newest.identity in ("", own):
        return ""
    here, there = signature(root), newest.signature or Signature()
    unknown = Signature() in (here, there)
    if unknown and newest.identity == _identity(root, there):
        return ""
    if newest.signature is not None and newest.signature not in signatures(root):
        processor = newest.design or newest.processor or "unknown"
        return f"its processor is another one ({processor})"
    if named:
        return ""
    return f"its system is another installation, or a copy (identity {newest.identity}, here {own})"
