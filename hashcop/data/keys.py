"""Keys: hashes over everything that a line depends on."""

import hashlib


def digest(*parts: object) -> str:
    """A key of 24 hex digits, from the text of each part."""
    # A file name need not be text: bytes that can't be decoded stand in it as lone surrogates.
    whole = "\0".join(map(str, parts)).encode(errors="surrogatepass")
    return hashlib.sha256(whole).hexdigest()[:24]
