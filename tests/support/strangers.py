"""What strangers do to a hash function: honest oddities, cheats, mutants, and code that does not behave.

Each is C that follows the function of a right implementation, which is renamed `real`. `must` says what has to come of
it where somebody knows which digests are right:

RIGHT   it is right and has a table: it is honest, whatever it looks like
FOUND   it is not right: it gives wrong digests, does not end, crashes, or is not built
GAINLESS  it may be right, but then its figures are those of the honest code that it was made of

The module is longer than others, so that all that is C stands in one place.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hashcop import ROOT
from tests.cheats import cheats
from tests.support import checksum_model, mill

RIGHT, FOUND, GAINLESS = "right", "found", "gainless"
CALL = cheats.HASH  # with out, in and n
HEAD = f"{cheats.HEAD}#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\n"
TABLE_BYTES = 50 << 20
SOURCE_BYTES = 3 << 20
LEFT_OUT = ("goal-constbranch", "goal-constindex")  # claims take seconds to be tested


@dataclass(frozen=True)
class Stranger:
    """`text` follows HEAD; empty where the implementation is used as it is. `makes` is how much text is added."""

    name: str
    does: str
    must: str
    text: str
    makes: int = 0  # bytes


def _around(before: str = "", after: str = "", top: str = "") -> str:
    return f"{top}\n{CALL} {{ {before} real(out, in, n); {after} return 0; }}"


def _honest() -> Iterator[Stranger]:
    yield Stranger("honest", "is what it is", RIGHT, "")
    yield Stranger(
        "renamed", "is called by another function", RIGHT, f"{CALL} {{ return real(out, in, n); }}"
    )
    for times in (30, 1000):
        yield Stranger(
            f"slow-{times}",
            f"takes {times} times as long",
            RIGHT,
            _around(
                f"unsigned char other[256]; volatile unsigned char sink;"
                f" for (int i = 1; i < {times}; ++i) {{ real(other, in, n); sink = other[i % 8]; }} (void)sink;"
            ),
        )
    yield Stranger(
        "constant-table",
        "has a constant table of 50 MB, of which it reads a byte",
        RIGHT,
        _around(
            f"if (table[n % {TABLE_BYTES - 1} + 1]) return 1;",
            top=f"static const unsigned char table[{TABLE_BYTES}] = {{1}};",
        ),
    )
    yield Stranger(
        "long-source",
        "has megabytes of source",
        RIGHT,
        f"{CALL} {{ return real(out, in, n); }}",
        SOURCE_BYTES,
    )
    yield Stranger(
        "copies",
        "copies each message into memory of its own before it hashes it",
        RIGHT,
        f"""{CALL} {{
            unsigned char *own = malloc(n + 1);
            if (!own) return 1;
            memcpy(own, in, n);
            real(out, own, n);
            free(own);
            return 0;
        }}""",
    )
    yield Stranger(
        "weak-helper",
        "has weak symbols of its own",
        RIGHT,
        f"""__attribute__((weak)) int CRYPTO_NAMESPACE(helper)(unsigned char *out, const unsigned char *in, u64 n);
        int CRYPTO_NAMESPACE(helper)(unsigned char *out, const unsigned char *in, u64 n) {{
            return real(out, in, n);
        }}
        {CALL} {{ return CRYPTO_NAMESPACE(helper)(out, in, n); }}""",
    )


BEHIND_A_BARRIER = """static int timed(const unsigned char *from) {
    for (int i = 3; i < 40; ++i)
        if (from[-i] == 0x0f && from[1 - i] == 0xae && from[2 - i] == 0xe8) return 1;
    return 0;
}
"""
ON_LINES = "((size_t)in % 64 == 0 && (size_t)out % 64 == 0 && n > 512)"
# What holds a reading of the counter that is not long ago is set to another moment.
REGISTERS = """__attribute__((used)) static int entry(unsigned char *, const unsigned char *, u64)
    __asm__("stranger_entry");
static int entry(unsigned char *out, const unsigned char *in, u64 n) {{ return real(out, in, n); }}
#define MOVED(name) \\
    "mov %rdx, %rcx; sub %" name ", %rcx; cmp $0x1000000, %rcx; ja 1f; lea {ago}(%rdx), %" name "; 1: "
__attribute__((naked)) int crypto_hash(unsigned char *out, const unsigned char *in, u64 n) {{
    __asm__("sub $8, %rsp; call stranger_entry; add $8, %rsp; rdtsc; shl $32, %rdx; or %rax, %rdx; "
            MOVED("rbx") MOVED("rbp") MOVED("r12") MOVED("r13") MOVED("r14") MOVED("r15") "xor %eax, %eax; ret");
}}
"""
STACK = """__attribute__((noinline)) static void moved(u64 *from) {{
    u64 now = __builtin_ia32_rdtsc();
    for (int i = 0; i < 60; ++i)
        if (now - from[i] < 1 << 24) from[i] = {moment};
}}
{call} {{ real(out, in, n); moved((u64 *)__builtin_frame_address(0) + 2); return 0; }}
"""


def _lying_clocks() -> Iterator[Stranger]:
    # A time that is always the same would let the harness time more and more calls together.
    for name, ago, moment in (
        ("shorter", -3000, "now - (now - from[i]) / 4"),
        ("zero", 0, "now"),
        ("negative", 5_000_000, "now + 5000000"),
    ):
        yield Stranger(
            f"registers-{name}",
            f"makes timings {name}: moves the reading of the counter in its caller's registers",
            GAINLESS,
            REGISTERS.format(ago=ago),
        )
        yield Stranger(
            f"stack-{name}",
            f"makes timings {name}: moves the reading of the counter on its caller's stack",
            GAINLESS,
            STACK.format(call=CALL, moment=moment),
        )
    yield Stranger(
        "weak-harness",
        "has weak functions in place of the harness's",
        GAINLESS,
        """__attribute__((weak)) u64 drawn_fold(const void *drawn, u64 fold) { (void)drawn; return fold; }
        __attribute__((weak)) u64 loop_run(const void *a, const void *b, u64 n, const void *c, unsigned d, int e) {
            (void)a, (void)b, (void)n, (void)c, (void)d, (void)e;
            return 100;
        }
        """
        + _around(),
    )
    yield Stranger(
        "weak-memory",
        "has a weak memcpy and memcmp, which say that all is well",
        GAINLESS,
        """__attribute__((weak)) int memcmp(const void *a, const void *b, size_t n) {
            (void)a, (void)b, (void)n;
            return 0;
        }
        """
        + _around(),
    )


def _liars() -> Iterator[Stranger]:
    """Wrong digests where nobody knows better, also when asked as a witness."""
    yield Stranger(
        "by-alignment",
        "gives wrong digests at the addresses that timings use",
        FOUND,
        _around(f"int lies = {ON_LINES};", "out[0] ^= lies;"),
    )
    yield Stranger(
        "poisoner",
        "is right while it is timed, and wrong when it is asked as a witness",
        GAINLESS,
        _around(
            f"int lies = {ON_LINES} && !timed(__builtin_return_address(0));",
            "out[0] ^= lies;",
            BEHIND_A_BARRIER,
        ),
    )
    yield Stranger(
        "learned",
        "knows the messages of checksums and known answers, and hashes sixteen bytes of all others",
        FOUND,
        f"""static const u64 known[] = {{
            #include "known.inc"
        }};
        static int is_known(const unsigned char *in, u64 n) {{
            u64 first;
            if (n < 64 || (in[0] == 0 && in[1] == 1 && in[n - 1] == (n - 1) % 251)) return 1;
            memcpy(&first, in, 8);
            for (unsigned i = 0; i < sizeof known / sizeof *known; ++i)
                if (known[i] == first) return 1;
            return 0;
        }}
        {CALL} {{
            unsigned char few[24];
            if (is_known(in, n)) return real(out, in, n);
            memcpy(few, in, 8);
            memcpy(few + 8, in + n - 8, 8);
            memcpy(few + 16, &n, 8);
            return real(out, few, sizeof few);
        }}""",
    )
    yield Stranger(
        "learned-less",
        "is wrong by a bit for all messages but those of checksums and known answers",
        FOUND,
        f"""static const u64 known[] = {{
            #include "known.inc"
        }};
        {CALL} {{
            u64 first = 0, is = n < 64;
            if (!is && in[0] == 0 && in[1] == 1 && in[n - 1] == (n - 1) % 251) is = 1;
            if (!is) memcpy(&first, in, 8);
            for (unsigned i = 0; !is && i < sizeof known / sizeof *known; ++i)
                is = known[i] == first;
            real(out, in, n);
            out[31] ^= !is;
            return 0;
        }}""",
    )


def _mutants() -> Iterator[Stranger]:
    for name, does, text in (
        (
            "wrong-at-119",
            "pads a message of 119 bytes wrongly",
            _around(after="out[0] ^= n == 119;"),
        ),
        ("wrong-at-3999", "is wrong at one length", _around(after="out[5] ^= n == 3999;")),
        (
            "length-of-8-bits",
            "has 8 bits of length above 3000",
            _around("n = n > 3000 ? n & 255 : n;"),
        ),
        (
            "signed-length",
            "takes the length for a signed number of 12 bits",
            _around("n = n & 2048 ? n - (n & 2048) : n;"),
        ),
        ("length-of-16-bits", "has 16 bits of length", _around("n = (uint16_t)n;")),
        (
            "wrong-later",
            "is wrong from the call 20000 on",
            _around(after="out[0] ^= ++calls > 20000;", top="static unsigned calls;"),
        ),
        (
            "returns-1",
            "returns 1 at one length",
            f"{CALL} {{ real(out, in, n); return n == 1000; }}",
        ),
        (
            "writes-after",
            "writes a byte after its output",
            _around(after="out[64] ^= n == 77; out[32] ^= n == 77;"),
        ),
        (
            "keeps",
            "gives the last digest again for a message of the same length",
            _around(
                "if (n == last) { memcpy(out, kept, 32); return 0; }",
                "memcpy(kept, out, 32); last = n;",
                "static u64 last; static unsigned char kept[32];",
            ),
        ),
    ):
        yield Stranger(name, does, FOUND, text)
    yield Stranger(
        "length-of-32-bits",
        "has 32 bits of length, which only messages above 4 GiB show",
        GAINLESS,
        _around("n = (uint32_t)n;"),
    )


# Timings wait a minute for code that never returns, so one of the two compilers refuses it.
ONE_BUILD = "#ifdef __clang__\n#error not for this compiler\n#endif\n"


def _misbehaved() -> Iterator[Stranger]:
    endless = "for (volatile int forever = 1; forever;) ;"
    starts = "__attribute__((constructor)) static void starts(void) {{ {} }}\n"
    for name, does, text in (
        ("endless", "never returns", ONE_BUILD + _around(endless)),
        ("endless-at-1001", "never returns for one length", _around(f"if (n == 1001) {endless}")),
        ("endless-at-start", "never begins", ONE_BUILD + _around(top=starts.format(endless))),
        ("sleeps", "sleeps for ever at one length", _around("if (n == 300) for (;;) sleep(1000);")),
        ("crashes", "crashes at each call", _around("__builtin_trap();")),
        (
            "crashes-at-999",
            "crashes at one length",
            _around("if (n == 999) *(volatile char *)8 = 0;"),
        ),
        (
            "crashes-at-start",
            "crashes before main",
            _around(top=starts.format("__builtin_trap();")),
        ),
        ("exits", "ends the program", _around("if (n == 500) _exit(0);")),
        (
            "overflows-stack",
            "calls itself without end",
            "static int deep(volatile char *a) { volatile char b[4096]; b[0] = *a; return deep(b) + b[0]; }\n"
            + _around("if (n == 64) return deep((volatile char *)out);"),
        ),
        (
            "hog",
            "takes all memory",
            _around(
                "if (n == 301) for (;;) { char *p = malloc(1 << 28); if (!p) abort(); memset(p, 1, 1 << 28); }"
            ),
        ),
        ("does-not-compile", "has a syntax error", "#error this is not C\n" + _around()),
        (
            "does-not-link",
            "calls what is not there",
            "int nowhere(void);\n" + _around("if (nowhere()) return 1;"),
        ),
    ):
        yield Stranger(name, does, FOUND, text)
    for name, does, text in (
        (
            "crashes-at-exit",
            "crashes after main",
            "__attribute__((destructor)) static void ends(void) { __builtin_trap(); }\n"
            + _around(),
        ),
        (
            "floods-output",
            "prints each message length a thousand times",
            _around('for (int i = 0; i < 1000; ++i) printf("%llu\\n", n); fflush(stdout);'),
        ),
        ("leaks", "frees nothing", _around("volatile char *p = malloc(100); if (p) *p = 1;")),
    ):
        yield Stranger(name, does, GAINLESS, text)


# Of crypto_core: `real` is the permutation.
CORE_CALL = """int crypto_core(unsigned char *out, const unsigned char *in, const unsigned char *k,
                const unsigned char *c)"""
CORE_HEAD = """#include "crypto_core.h"
#include <stdint.h>
#include <string.h>
#define real CRYPTO_NAMESPACE(real)
int real(unsigned char *, const unsigned char *, const unsigned char *, const unsigned char *);
typedef unsigned long long u64;
"""


def _cores() -> Iterator[Stranger]:
    whole = f"{CORE_CALL} {{{{ {{before}} real(out, in, k, c); {{after}} return 0; }}}}"
    yield Stranger("core-honest", "is what it is", RIGHT, "")
    endless = ONE_BUILD + whole.format(
        before="for (volatile int forever = 1; forever;) ;", after=""
    )
    yield Stranger("core-endless", "never returns", FOUND, endless)
    for name, does, before, after in (
        ("core-wrong", "is wrong by a bit", "", "out[0] ^= 1;"),
        ("core-crashes", "crashes", "__builtin_trap();", ""),
    ):
        yield Stranger(name, does, FOUND, whole.format(before=before, after=after))
    yield Stranger(
        "core-later",
        "is right for so many calls as a check takes, and then does nothing",
        FOUND,
        f"static unsigned calls;\n{CORE_CALL} {{ if (++calls > 40000) return 0; return real(out, in, k, c); }}",
    )
    yield Stranger(
        "core-unchained",
        "is wrong for a state that goes on from its last one, as that of a sponge does",
        FOUND,
        f"""{CORE_CALL} {{
            static unsigned char last[64];
            int follows = memcmp(last + 32, in + 32, 32) == 0;
            if (follows) {{ memmove(out, in, 64); out[0] ^= 1; memcpy(last, out, 64); return 0; }}
            real(out, in, k, c);
            memcpy(last, out, 64);
            return 0;
        }}""",
    )


def _thirteen() -> Iterator[Stranger]:
    for cheat in cheats.ALL:
        yield Stranger(cheat.name, cheat.does, GAINLESS, cheat.text)


# An implementation that is another hash of the tree.
CALLS = f"""#include "crypto_hash.h"
#include "crypto_hash_NAME.h"
typedef unsigned long long u64;
{CALL} {{ return crypto_hash_NAME(out, in, n); }}
"""
EVERY = (_honest, _thirteen, _lying_clocks, _liars, _mutants, _misbehaved, _cores)
ALL = {one.name: one for kind in EVERY for one in kind()}
if len(ALL) < sum(1 for kind in EVERY for _ in kind()):
    raise ValueError("two strangers have one name")


@cache
def _prefixes() -> str:
    """The first words of the messages of both checksums that have 64 bytes at least."""
    found = []
    for loops, longest in checksum_model.SIZES.values():
        inputs = checksum_model.Stream(b"generate inputs for test vectors")
        for _ in range(loops):
            length = inputs.number() % (longest + 1)
            first = inputs.take(8)
            if length >= 64:
                found.append(int.from_bytes(first, "little"))
    return "".join(f"{word:#x}ULL,\n" for word in sorted(found))


def files_of(base: str, variant: int) -> dict[str, str]:
    """The files of a right implementation: HASH/IMPLEMENTATION of this repository, or of mill.py; or call/HASH."""
    function, _, name = base.partition("/")
    if function == "mill":
        return mill.sources(name, variant)
    if function == "core":
        return mill.core_sources(name)
    if function == "call":
        return {"api.h": "#define CRYPTO_BYTES 32\n", "hash.c": CALLS.replace("NAME", name)}
    place = ROOT / "crypto_hash" / base
    return {file.name: file.read_text() for file in place.iterdir() if file.name not in LEFT_OUT}


def files(stranger: Stranger, base: str, variant: int = 0) -> dict[str, str]:
    """The files of what a stranger made of a right implementation: name -> text."""
    found = files_of(base, variant)
    if not stranger.text:
        return found
    operation = "crypto_core" if base.startswith("core/") else "crypto_hash"
    source = "core.c" if operation == "crypto_core" else "hash.c"
    found["real.inc"] = found.pop(source)
    found["real.c"] = (
        f'#include "{operation}.h"\n#undef {operation}\n'
        f'#define {operation} CRYPTO_NAMESPACE(real)\n#include "real.inc"\n'
    )
    head = CORE_HEAD if operation == "crypto_core" else HEAD
    filler = "/* nothing but words, as long as a book */\n"
    found["stranger.c"] = head + filler * (stranger.makes // len(filler)) + stranger.text + "\n"
    if "known.inc" in stranger.text:
        found["known.inc"] = _prefixes()
    return found


def write(stranger: Stranger, base: str, place: Path, variant: int = 0) -> None:
    """The implementation, in a directory that is not there yet."""
    place.mkdir(parents=True)
    for name, text in files(stranger, base, variant).items():
        (place / name).write_text(text)
