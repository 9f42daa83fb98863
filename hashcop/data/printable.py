"""Strangers' text on a terminal: none of it is obeyed."""


def printable(text: str, encoding: str = "utf-8") -> str:
    """Text without what a terminal obeys (control characters) or `encoding` lacks; both as escapes."""
    seen = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return seen.encode(encoding, "backslashreplace").decode(encoding)


def in_bytes(number: int) -> str:
    """A number of bytes for people: 812 bytes, 1.5 MiB."""
    size, unit = float(number), "bytes"
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            break
        size /= 1024
    return f"{number} bytes" if unit == "bytes" else f"{size:.1f} {unit}"
