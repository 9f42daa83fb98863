"""Mutants: right implementations of several hashes, each with one defect, and what the check must say of it.

Each is a shipped implementation whose function is renamed `real`, with a crypto_hash after it that has the defect; or
one with an edit of its own source. `says` is a pattern of the verdict's words. Mutants of OUTSIDE break nothing that
docs/reference/contract.md asks of an implementation: the check must find them right.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from hashcop import ROOT

KNOWN = ("checksumsmall", "checksumbig", "kat.tsv", "description", "designers")
# What defects are put into, in turn.
BASES = ("sha256/ref", "sha3256/ref", "blake2b/ref", "sha1/ref", "sha512/ref", "blake512/ref")
X86 = "amd64"  # the ABI of mutants with instructions

HEAD = """
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifndef CRYPTO_BYTES
#define CRYPTO_BYTES crypto_hash_BYTES
#endif
typedef unsigned long long u64;
"""
CALL = "int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long n)"

DIGEST = r"gave another digest than (?:Hashcop's )?crypto_hash/\w+/\w+ for a message of"
EDGE = r"outside its buffers, 1 bytes"
OTHER = r"gave another output when the same bytes were hashed again"
PLACE = r"gave another output when hashing in place"
WRONG = r"^wrong digest|^checksum(?:small|big) is|" + DIGEST


@dataclass(frozen=True)
class Mutant:
    """The defect, as `text` after HEAD or as an edit (old, new) of hash.c, and what the check says of it."""

    name: str
    base: str
    says: str
    text: str = ""
    edit: tuple[str, str] = ("", "")
    abi: str = ""  # the only one, or any
    long_messages: bool = False  # it shows only with messages longer than 4 GiB

    @property
    def hash(self) -> str:
        """The hash that it is of."""
        return self.base.partition("/")[0]


def _wrapped(before: str = "", after: str = "", top: str = "") -> str:
    return f"{top}\n{CALL} {{ {before} int was = real(out, in, n); {after} return was; }}\n"


def _lengths() -> Iterator[tuple[str, str, str]]:
    """(name, text, words): wrong for a single length, between those of known answers and elsewhere."""
    for length in (0, 1, 55, 64, 111, 128, 289, 300, 513, 999, 1000, 1536, 2222, 3000, 3999):
        yield f"wrong-at-{length}", _wrapped(after=f"out[0] ^= n == {length};"), WRONG
    for length in (4094, 4095, 4096):
        yield (
            f"wrong-at-{length}",
            _wrapped(after=f"out[CRYPTO_BYTES - 1] ^= n == {length};"),
            WRONG,
        )
    yield "wrong-above-8191", _wrapped(after="out[0] ^= n > 8191;"), WRONG
    yield "wrong-above-16384", _wrapped(after="out[0] ^= n > 16384;"), WRONG
    yield "wrong-above-65535", _wrapped(after="out[0] ^= n > 65535;"), DIGEST
    yield "wrong-above-131072", _wrapped(after="out[0] ^= n > 131072;"), DIGEST
    yield "wrong-length-of-16-bits", _wrapped(before="n = n > 65535 ? n - 65536 : n;"), DIGEST
    yield "ignores-the-end", _wrapped(before="n = n > 4000 ? 4000 : n;"), WRONG


def _contents() -> Iterator[tuple[str, str, str]]:
    """Wrong for certain contents."""
    loop = "for (u64 i = 0; i < n; ++i)"
    runs = f"unsigned run = 0, most = 0; {loop} {{ run = in[i] == %s ? run + 1 : 0; most = run > most ? run : most; }}"
    words = "for (u64 i = 0; i + 8 <= n; i += 8) { memcpy(&w, in + i, 8); is |= w + 1 == 0; }"
    for name, look, wrong in (
        ("all-ones", f"int all = n > 16; {loop} all &= in[i] == 0xff;", "all"),
        ("all-zeros", f"int any = 0; {loop} any |= in[i];", "n > 16 && !any"),
        ("a-block-of-zeros", runs % 0, "most >= 64 && most < n"),
        ("a-block-of-ones", runs % 255, "most >= 32 && most < n"),
        ("high-bits", f"int all = n > 32; {loop} all &= in[i] >> 7;", "all"),
        ("nearly-empty", f"unsigned set = 0; {loop} set += in[i] != 0;", "set == 1 && n > 100"),
        ("a-word-of-ones", f"uint64_t w, is = 0; {words}", "is"),
        ("bytes-of-7f", f"unsigned is = 0; {loop} is += in[i] == 0x7f;", "n > 64 && is * 32 > n"),
    ):
        # Looked for before the message may be overwritten by its digest.
        yield name, _wrapped(before=look, after=f"out[0] ^= {wrong};"), WRONG


def _alignments() -> Iterator[tuple[str, str, str]]:
    """Wrong where its buffers lie at certain addresses."""
    for at in (1, 7, 13, 33, 63):
        text = _wrapped(
            before="uintptr_t at = (uintptr_t)in % 64;", after=f"out[0] ^= at == {at} && n > 64;"
        )
        yield f"input-at-{at}", text, f"{WRONG}|{OTHER}|{PLACE}"
    for at in (2, 16, 31, 48):
        text = _wrapped(after=f"out[0] ^= (uintptr_t)out % 64 == {at} && n > 64;")
        yield f"output-at-{at}", text, f"{WRONG}|{OTHER}|{PLACE}"
    both = "out[0] ^= (uintptr_t)out % 64 == 9 && at == 40;"
    yield (
        "both-at",
        _wrapped(before="uintptr_t at = (uintptr_t)in % 64;", after=both),
        f"{WRONG}|{OTHER}",
    )


def _edges() -> Iterator[tuple[str, str, str]]:
    """One byte outside, at a single length."""
    touch = "*(const volatile unsigned char *)"
    for length in (0, 17, 289, 1000, 2222, 4094, 4096):
        yield (
            f"reads-after-{length}",
            _wrapped(after=f"if (n == {length}) {touch}(in + n);"),
            f"^read {EDGE} after",
        )
    for length in (0, 63, 3001, 4095):
        yield (
            f"reads-before-{length}",
            _wrapped(after=f"if (n == {length}) {touch}(in - 1);"),
            f"^read {EDGE} before",
        )
    for length in (3, 1111, 4093):
        text = _wrapped(after=f"if (n == {length}) out[CRYPTO_BYTES] ^= 1;")
        yield f"writes-after-{length}", text, f"^(?:wrote|read) {EDGE} after"
    for length in (5, 2047):
        text = _wrapped(after=f"if (n == {length}) out[-1] ^= 1;")
        yield f"writes-before-{length}", text, f"^(?:wrote|read) {EDGE} before"
    yield (
        "reads-ahead",
        _wrapped(after=f"if (n > 3900 && n % 64 == 5) {touch}(in + n + 3);"),
        "^read outside",
    )
    same = "unsigned char *own = (unsigned char *)(uintptr_t)in; *(volatile unsigned char *)(own + n / 2) = own[n / 2];"
    yield "rewrites-its-input", _wrapped(before=f"if (n == 1234) {{ {same} }}"), "^changed its in"
    yield (
        "changes-its-input",
        _wrapped(after="if (n == 2345 && out != in) ((unsigned char *)(uintptr_t)in)[n - 1] ^= 1;"),
        "^changed its in",
    )
    yield (
        "borrows-its-input",
        _wrapped(
            before="volatile unsigned char *own = (unsigned char *)(uintptr_t)in;"
            " if (n > 64) { own[3] ^= 1; own[3] ^= 1; }"
        ),
        "^changed its in",
    )


def _states() -> Iterator[tuple[str, str, str]]:
    """What it gives depends on earlier calls."""
    count = "static unsigned calls;"
    repeated = rf"{WRONG}|{OTHER}|{PLACE}|^gave another digest than .+ within \d+ short messages"
    yield "after-10000-calls", _wrapped(after="out[0] ^= ++calls > 10000;", top=count), repeated
    yield "after-100000-calls", _wrapped(after="out[0] ^= ++calls > 100000;", top=count), repeated
    yield (
        "each-30000th-call",
        _wrapped(after="out[0] ^= ++calls % 30000 == 0;", top=count),
        repeated,
    )
    yield "the-call-5001", _wrapped(after="out[0] ^= ++calls == 5001;", top=count), repeated
    yield "the-second-call", _wrapped(after="out[0] ^= ++calls == 2;", top=count), repeated
    yield (
        "the-same-length-again",
        _wrapped(
            after="if (n == before && n > 70) { if (++same == 2) out[0] ^= 1; } else same = 0; before = n;",
            top="static u64 before, same;",
        ),
        repeated,
    )
    yield (
        "after-a-longer-message",
        _wrapped(after="out[0] ^= before == n + 1; before = n;", top="static u64 before;"),
        repeated,
    )
    yield (
        "keeps-the-last-block",
        _wrapped(
            before="if (n && last == in[n - 1] && length == n) { memcpy(out, kept, CRYPTO_BYTES); return 0; }",
            after="if (n) { memcpy(kept, out, CRYPTO_BYTES); last = before; length = n; }",
            top="static unsigned char kept[CRYPTO_BYTES]; static int last; static u64 length;",
        ).replace("int was", "int before = n ? in[n - 1] : 0; int was"),
        repeated,
    )
    yield (
        "remembers-pointers",
        _wrapped(
            before="if (in == last && n == length && n > 8) { memcpy(out, kept, CRYPTO_BYTES); return 0; }",
            after="memcpy(kept, out, CRYPTO_BYTES); last = in; length = n;",
            top="static unsigned char kept[CRYPTO_BYTES]; static const unsigned char *last; static u64 length;",
        ),
        repeated,
    )


def _places() -> Iterator[tuple[str, str, str]]:
    """Wrong if the output is in the input's buffer."""
    for length in (33, 777, 4001):
        text = _wrapped(before="int same = out == in;", after=f"out[0] ^= same && n == {length};")
        yield f"in-place-{length}", text, PLACE
    early = "unsigned char first[1] = {n > 300 ? 1 : 0}; if (first[0]) out[0] = 0;"
    yield "output-too-early", _wrapped(before=early), f"{PLACE}|^checksum"


def _unset() -> Iterator[tuple[str, str, str]]:
    """From memory that was never set, on rare paths."""
    found = f"{WRONG}|{OTHER}|{PLACE}"
    yield (
        "unset-stack",
        _wrapped(after="volatile unsigned char unset[600]; if (n == 1777) out[0] ^= unset[300];"),
        found,
    )
    yield (
        "unset-heap",
        _wrapped(
            after="if (n > 3000) { volatile unsigned char *p = malloc(2000);"
            " out[0] ^= p[1000]; free((void *)p); }"
        ),
        found,
    )


def _returns() -> Iterator[tuple[str, str, str]]:
    for length, value in ((0, 1), (1789, -1), (4096, 256)):
        text = f"{CALL} {{ int was = real(out, in, n); return n == {length} ? {value} : was; }}\n"
        yield f"returns-{value}-at-{length}", text, r"^returned -?\d+ instead of 0"
    yield (
        "returns-late",
        _wrapped(after="if (++calls > 7000) return 5;", top="static unsigned calls;"),
        "^returned 5",
    )


# A compiler saves what the code of a function changes, so the function is in assembly. It is told n in rdx.
SPOILS = f"""
__attribute__((used)) static int entry(unsigned char *out, const unsigned char *in, u64 n) __asm__("mutant_entry");
static int entry(unsigned char *out, const unsigned char *in, u64 n) {{{{ return real(out, in, n); }}}}
__attribute__((naked)) {CALL} {{{{
    __asm__("push %rdx; call mutant_entry; pop %rdx; cmp $2500, %rdx; jne 1f; xor $1, %{{0}}; 1: ret");
}}}}
"""


def _registers() -> Iterator[tuple[str, str, str]]:
    """What the platform's ABI asks to be kept."""
    for name in ("rbx", "rbp", "r12", "r13", "r14", "r15"):
        yield f"changes-{name}", SPOILS.format(name), f"changed the register {name}"
    for name, code, says in (
        ("direction-flag", "std", "left the direction flag set"),
        ("mmx-state", "movd %eax, %mm0", "left the x87 tag word not empty"),
        ("x87-stack", "fldz", "left the x87 tag word not empty"),
    ):
        yield name, _wrapped(after=f'if (n == 1900) __asm__ volatile("{code}");'), says
    yield (
        "x87-control",
        _wrapped(
            after='unsigned short word; if (n == 3100) { __asm__ volatile("fnstcw %0" : "=m"(word)); word ^= 0xc00;'
            ' __asm__ volatile("fldcw %0" :: "m"(word)); }'
        ),
        "changed the control word of the x87 unit",
    )
    yield (
        "sse-control",
        _wrapped(
            after='unsigned word; if (n == 700) { __asm__ volatile("stmxcsr %0" : "=m"(word)); word ^= 0x6000;'
            ' __asm__ volatile("ldmxcsr %0" :: "m"(word)); }'
        ),
        "changed the control bits of MXCSR",
    )


def _defects() -> Iterator[tuple[str, str, str]]:
    for kind in (_lengths, _contents, _alignments, _edges, _states, _places, _unset, _returns):
        yield from kind()


# Edits of sources, as a slip of the keyboard would make them: (implementation, what stands there, what is written).
EDITS = (
    ("sha256/ref", r"0x[0-9a-f]{8}\b", 3),
    ("sha256/ref", r"0x[0-9a-f]{8}\b", 40),
    ("sha512/ref", r"0x[0-9a-f]{16}\b", 9),
    ("sha512/ref", r"0x[0-9a-f]{16}\b", 70),
    ("blake512/ref", r"0x[0-9A-Fa-f]{16}\b", 2),
    ("sha1/ref", r"0x[0-9a-f]{8}\b", 1),
    ("sha3256/ref", r"0x[0-9a-f]{16}\b", 5),
    ("sha3256/ref", r"0x[0-9a-f]{16}\b", 20),
    ("keccakc512/ref", r"0x[0-9a-f]{16}\b", 11),
    ("blake2s/ref", r"0x[0-9a-f]{8}\b", 4),
    ("round3jh256/ref", r"0x[0-9a-f]{2,}\b", 7),
    ("groestl256/ref", r"0x[0-9a-f]{2}\b", 100),
)


def _edits() -> Iterator[Mutant]:
    for base, pattern, which in EDITS:
        for file in sorted((ROOT / "crypto_hash" / base).glob("*.[ch]")):
            found = list(re.finditer(pattern, file.read_text()))
            if len(found) > which:
                old = found[which].group()
                new = old[:-1] + ("1" if old[-1] != "1" else "2")
                yield Mutant(f"constant-{which}-{base.split('/')[0]}", base, WRONG, edit=(old, new))
                break


KNOWN_ANSWER = r"^wrong digest of a message of (?:{}) bytes \(i mod 251\)"
# Right for all short messages: (name, implementation, what stands there, what is written, lengths with a wrong digest).
LONG = (
    ("no-second-group", "blake3/opt32", "t += GROUP;", "t = GROUP;", "1315720"),
    (
        "two-merges",
        "blake3/ref",
        "subtrees % 2 == 0;",
        "subtrees % 2 == 0 && subtrees * 128 > t;",
        "262145",
    ),
    (
        "no-merge-of-groups",
        "blake3/opt32",
        "subtrees % 2 == 0;",
        "subtrees % 2 == 0 && subtrees > 4;",
        "1315720",
    ),
    ("leaves-of-8-bits", "k12/ref", "l < sizeof x && x", "l < 1 && x", "2105349"),
    (
        "blocks-of-16-bits",
        "groestl256/opt64",
        "uint64_t count = full",
        "uint16_t count = (uint16_t)full",
        "4194369",
    ),
)
ABOVE_32_BITS = (
    (
        "length-of-32-bits",
        "sha256/opt32",
        "8, (uint64_t)inlen << 3",
        "8, (uint64_t)(uint32_t)inlen << 3",
    ),
    ("counter-of-32-bits", "blake2s/opt32", "(word)(t >> (WORD_BITS / 2) >> (WORD_BITS / 2))", "0"),
)


def _long() -> Iterator[Mutant]:
    for name, base, old, new, lengths in LONG:
        yield Mutant(name, base, KNOWN_ANSWER.format(lengths), edit=(old, new))
    for name, base, old, new in ABOVE_32_BITS:
        says = KNOWN_ANSWER.format("4299161665")
        yield Mutant(name, base, says, edit=(old, new), long_messages=True)


def _all() -> Iterator[Mutant]:
    for (name, text, says), base in zip(_defects(), cycle(BASES), strict=False):
        yield Mutant(name, base, says, text)
    for (name, text, says), base in zip(_registers(), cycle(BASES), strict=False):
        yield Mutant(name, base, says, text, abi=X86)
    yield from _edits()
    yield from _long()


def _outside() -> Iterator[Mutant]:
    right = "^$"
    for name, text in (
        ("errno", _wrapped(after="errno = 5;")),
        ("heap-is-not-freed", _wrapped(after="volatile char *p = malloc(16); *p = 1;")),
        ("wrong-above-8-mib", _wrapped(after="out[0] ^= n > 1 << 23;")),
        ("wrong-above-512-mib", _wrapped(after="out[0] ^= n > 1 << 29;")),
        ("overlap-in-part", _wrapped(after="out[0] ^= out > in && out < in + n;")),
    ):
        yield Mutant(name, "sha256/ref", right, text)
    for name, code in (
        ("flags", "stc"),
        ("upper-halves", "vpcmpeqd %ymm7, %ymm7, %ymm7"),
        ("caller-saved-registers", "xor %r11, %r11"),
    ):
        yield Mutant(
            name, "sha256/ref", right, _wrapped(after=f'__asm__ volatile("{code}");'), abi=X86
        )


ALL = tuple(_all())
OUTSIDE = tuple(_outside())


def write(mutant: Mutant, tree: Path) -> None:
    """Put a mutant into a tree as crypto_hash/HASH/NAME, beside the implementation that it was made of."""
    own = ROOT / "crypto_hash" / mutant.base
    room = tree / "crypto_hash" / mutant.hash
    if not room.exists():
        room.mkdir(parents=True)
        for name in KNOWN:
            if (own.parent / name).exists():
                shutil.copy(own.parent / name, room)
        shutil.copytree(own, room / own.name)
    place = Path(shutil.copytree(own, room / mutant.name))
    if mutant.text:
        source = place / "hash.c"
        text, count = re.subn(
            r"^int crypto_hash\(", "static int real(", source.read_text(), flags=re.M
        )
        assert count == 1, mutant.base
        source.write_text(text + HEAD + mutant.text)
        return
    old, new = mutant.edit
    sources = [source for source in place.glob("*.[ch]") if old in source.read_text()]
    assert sources, (mutant.base, old)
    for source in sources:
        source.write_text(source.read_text().replace(old, new, 1))
