"""What may be in a file of a submission: text."""

import re

from hashcop.submissions.refused import Refused

COMPILED = (
    *(b"\x7fELF", b"!<arch>\n", b"!<thin>\n", b"MZ", b"BC\xc0\xde", b"gpch", b"CPCH"),
    *(b"\xfe\xed\xfa\xce", b"\xfe\xed\xfa\xcf", b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"),
    *(b"\xca\xfe\xba\xbe", b"\0asm"),
)
PACKED = (
    *(b"\x1f\x8b", b"\x1f\x9d", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd", b"PK\x03\x04"),
    *(b"PK\x05\x06", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"LZIP", b"\x04\x22\x4d\x18", b"070701"),
    *(b"070707", b"\xed\xab\xee\xdb", b"MSCF", b"\x5d\0\0"),
)
# Tab, line feed, vertical tab, form feed and carriage return are text; a DOS end of file is not.
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f]")
# What makes an editor show other text than a compiler reads.
TURNS_TEXT = re.compile(rb"\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]")


def check(content: bytes, member: str) -> None:
    """Raise Refused for contents that are no source, nor a note on sources."""
    if content.startswith(PACKED) or content[257:262] == b"ustar":
        raise Refused("is an archive in the archive", member)
    if content.startswith(COMPILED) and CONTROL.search(content):
        raise Refused("is compiled code: only sources are taken", member)
    found = CONTROL.search(content)
    if found:
        what = f"byte 0x{content[found.start()]:02x} at {found.start()}"
        raise Refused(f"is not text: it has the {what}", member)
    if TURNS_TEXT.search(content):
        raise Refused("has characters that make text look other than it is read", member)
