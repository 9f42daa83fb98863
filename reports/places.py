"""Where each page and graph lies below the output directory, whatever its machine or hash is called."""

import hashlib
import posixpath

INDEX = "index.html"
STYLE = "style.css"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.")
SAID = "said.html"
_TAKEN = frozenset(["index", INDEX, STYLE, SAID])
_LONGEST = 120


def safe(name: str) -> str:
    """A file name for any name, different for different names, needing no quoting in URLs.

    Letters, digits, '-', '_' and '.' stay, other bytes become ~hex. So does the first character of a name that would
    be a hidden file, a parent directory, or a file that has a meaning here. A name that is too long for a file system
    ends in its SHA-256.
    """
    raw = name.encode("utf-8", "surrogatepass")
    plain = "".join(chr(byte) if chr(byte) in _PLAIN else f"~{byte:02x}" for byte in raw)
    if not plain or plain[0] == "." or plain in _TAKEN:
        plain = f"~{ord(plain[0]):02x}{plain[1:]}" if plain else "~"
    if len(plain) <= _LONGEST:
        return plain
    return f"{plain[: _LONGEST - 66]}~~{hashlib.sha256(raw).hexdigest()}"


def tables(machine: str, target: str) -> str:
    """The page with the tables of a machine and target."""
    return f"{safe(machine)}/{safe(target)}/{INDEX}"


def said(machine: str) -> str:
    """The page of what the compilers of a machine printed."""
    return f"{safe(machine)}/{SAID}"


def builds(machine: str, target: str, hash_name: str, implementation: str) -> str:
    """The page of the builds of an implementation that has many."""
    return f"{safe(machine)}/{safe(target)}/{safe(hash_name)}-builds/{safe(implementation)}.html"


def hash_page(machine: str, target: str, hash_name: str) -> str:
    """The page of a hash on a machine and target."""
    return f"{safe(machine)}/{safe(target)}/{safe(hash_name)}.html"


def graph(machine: str, target: str, hash_name: str, span: int) -> str:
    """The graph of a hash from 0 to `span` bytes."""
    return f"{safe(machine)}/{safe(target)}/{safe(hash_name)}-{span}.svg"


def link(source: str, target: str) -> str:
    """The relative URL from one page to another."""
    return posixpath.relpath(target, posixpath.dirname(source) or ".")
