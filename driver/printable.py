"""Strangers' text on a terminal: none of it is obeyed."""


def printable(text: str, encoding: str = "utf-8") -> str:
    """Text without what a terminal obeys (control characters) or `encoding` lacks; both as escapes."""
    seen = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return seen.encode(encoding, "backslashreplace").decode(encoding)
