"""Names and contents that no submission may have."""

import gzip
import lzma

from tests.submissions.hostile import add, holding, named
from tests.submissions.made_archives import BASE, Zipped, member, tar, zipped

# Paths and names
named("absolute path", "has an absolute path", "/etc/cron.d/x")
named("up by dots", "leads out of the submission by ..", "../x.h")
named("up by dots within", "leads out of the submission by ..", f"{BASE}/../../../x.h")
named("empty name", "has an empty name", f"{BASE}//x.h")
named("dot within", "has an empty name or a dot", f"{BASE}/./x.h")
named("Windows' path", "as Windows writes it", f"{BASE}\\x.h")
named("Windows' drive", "as Windows writes it", "C:/x.h")
named("begins with a dash", "begins with a dash", f"{BASE}/-fplugin=x.c")
named("begins with a dot", "begins with a dot", f"{BASE}/.x.h")
named("macOS's attributes", "COPYFILE_DISABLE=1", f"{BASE}/._hash.c")
named(
    "control character",
    "has control characters",
    f"{BASE}/x\x1b]0;y\x07.h",
    f"{BASE}/x\\x1b]0;y\\x07.h",
)
named("line break", "has control characters", f"{BASE}/x\ny.h", f"{BASE}/x\\ny.h")
named("right to left", "other than ASCII", f"{BASE}/x\u202eh.c", f"{BASE}/x\\u202eh.c")
named("composed character", "other than ASCII", f"{BASE}/é.h")
named("space", "characters other than letters", f"{BASE}/x y.h")
named("shell", "characters other than letters", f"{BASE}/$(id).h")
add(
    "zip: long name",
    "name of more than 100",
    f"{BASE}/{'x' * 101}",
    zipped([Zipped(f"{BASE}/{'x' * 101}")]),
)
named("outside the tree", "is not in crypto_hash/", "Makefile")
named("another operation", "is not in crypto_hash/", "crypto_core/aes/mine/x.c")
named("file beside hashes", "is not in crypto_hash/", "crypto_hash/x.h")
named("file beside implementations", "beside the implementations", "crypto_hash/sha256/Makefile")
named("capital in a hash", "lowercase letters and digits", "crypto_hash/SHA256/mine/x.h")
named("plus in an implementation", "a directory whose name", "crypto_hash/sha256/a+b/x.h")
named("no implementation", "belongs to no implementation", "crypto_hash/sha256/other/x.h")
named("another hash's checksum", "belongs to no implementation", "crypto_hash/sha512/checksumbig")
named("too deep", "lies deeper", f"{BASE}/a/b/c/d/e/f/x.h")
named("comes twice", "comes twice", f"{BASE}/hash.c")
named("comes twice by ./", "comes twice", f"./{BASE}/hash.c")
named("case", "only in upper and lower case", f"{BASE}/Hash.c")
named("case of a directory", "only in upper and lower case", "crypto_hash/sha256/Mine/x.h")
named("below a file", "is below a file", f"{BASE}/hash.c/x.h")
named("two leading directories", "not below the same directory", f"a/{BASE}/x.h")
for own in ("crypto_hash.h", "crypto_hash_sha256.h", "crypto_hash_sha512.h", "facts.c"):
    named(f"shadows {own}", "a file of Hashcop's own", f"{BASE}/{own}")
for own in ("implementation.h", "harness.h", "cpucycles.h", "crypto_uint32.h", "Crypto_Hash.h"):
    named(f"shadows {own}", "a file of Hashcop's own", f"{BASE}/sub/{own}")
for suffix in (".o", ".a", ".so", ".so.1", ".h.gch"):
    named(f"suffix {suffix}", "is compiled code, by its name", f"{BASE}/x{suffix}")
for suffix in (".tar", ".zip", ".tgz"):
    named(f"suffix {suffix}", "is an archive in the archive, by its name", f"{BASE}/x{suffix}")
add(
    "tar: name that is not UTF-8",
    "is not UTF-8",
    f"{BASE}/\\xff.h",
    tar(member(BASE.encode() + b"/\xff.h")),
)
add(
    "zip: name that is not UTF-8",
    "other than ASCII",
    f"{BASE}/\\xa0.h",
    zipped([Zipped(BASE.encode() + b"/\xff.h")]),
)

# Contents
holding("ELF", "is compiled code", b"\x7fELF\2\1\1" + bytes(100))
holding(
    "ar",
    "is compiled code",
    b"!<arch>\nx.o/            0           0     0     644     4         `\n\x7fELF",
)
holding("PE", "is compiled code", b"MZ\x90\0\3")
holding("bitcode", "is compiled code", b"BC\xc0\xde\x35\x14\0\0")
holding("precompiled header", "is compiled code", b"gpch.014\0")
holding("gzip", "is an archive in the archive", gzip.compress(b"x"))
holding("zip", "is an archive in the archive", zipped([]))
holding("tar", "is an archive in the archive", tar())
holding("xz", "is an archive in the archive", lzma.compress(b"x"))
holding("bzip2", "is an archive in the archive", b"BZh91AY&SY")
holding("NUL", "is not text: it has the byte 0x00 at 2", b"ab\0")
holding("escape", "is not text: it has the byte 0x1b", b"/* \x1b[2J */\n")
holding("turned text", "look other than it is read", "/* \u202e */\n".encode())
