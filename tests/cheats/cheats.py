"""Cheats: implementations that are made to look faster than they are, each with what finds it.

Each is a right SHA-256 (the shipped sha256/opt32, renamed `real`) with a crypto_hash of its own before it. They are
what a stranger would write who has read the harness. `found_by` is what must find it:

check    the check: it is wrong, or marked
answers  what it answers while it is timed
audit    the clock outside its process
build    it is not built
nothing  it is right, and gains nothing
"""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hashcop import ROOT

SOURCE = ROOT / "crypto_hash" / "sha256" / "opt32"
KNOWN = ("checksumsmall", "checksumbig", "kat.tsv", "description", "designers")

HEAD = """#define _GNU_SOURCE
#include <stdint.h>
#include <string.h>
#include "crypto_hash.h"
#define real CRYPTO_NAMESPACE(real)
int real(unsigned char *, const unsigned char *, unsigned long long);
typedef unsigned long long u64;
"""
HASH = "int crypto_hash(unsigned char *out, const unsigned char *in, u64 n)"


@dataclass(frozen=True)
class Cheat:
    """What it does, the text of its cheat.c after HEAD, and what finds it: one of these."""

    name: str
    does: str
    text: str
    found_by: tuple[str, ...]
    needs: str = ""  # a counter


def _all() -> Iterator[Cheat]:
    yield Cheat(
        "pointer",
        "gives its last digest again for the same pointer and length",
        f"""static const unsigned char *last; static u64 length; static unsigned char digest[32];
        {HASH} {{
            if (in != last || n != length) {{ real(digest, in, n); last = in; length = n; }}
            memcpy(out, digest, 32);
            return 0;
        }}""",
        ("check", "answers", "audit"),
    )
    yield Cheat(
        "ends",
        "remembers digests by length and the ends of the message",
        f"""static struct {{ u64 n, a, b; unsigned char digest[32]; }} kept[64];
        {HASH} {{
            u64 a = 0, b = 0;
            if (n < 576) return real(out, in, n);
            memcpy(&a, in, 8);
            memcpy(&b, in + n - 8, 8);
            unsigned at = (unsigned)((a ^ b ^ n) * 0x9e3779b97f4a7c15ULL >> 58);
            if (kept[at].n != n || kept[at].a != a || kept[at].b != b) {{
                real(kept[at].digest, in, n);
                kept[at].n = n; kept[at].a = a; kept[at].b = b;
            }}
            memcpy(out, kept[at].digest, 32);
            return 0;
        }}""",
        ("check", "audit", "nothing"),
    )
    yield Cheat(
        "memory",
        "remembers whole messages",
        f"""static struct {{ u64 n; unsigned char message[4096], digest[32]; }} kept[8];
        static unsigned next;
        {HASH} {{
            if (n > 4096) return real(out, in, n);
            for (unsigned i = 0; i < 8; ++i)
                if (kept[i].n == n + 1 && memcmp(kept[i].message, in, n) == 0) {{
                    memcpy(out, kept[i].digest, 32);
                    return 0;
                }}
            unsigned at = next++ % 8;
            memcpy(kept[at].message, in, n);
            real(kept[at].digest, in, n);
            kept[at].n = n + 1;
            memcpy(out, kept[at].digest, 32);
            return 0;
        }}""",
        ("nothing",),
    )
    yield Cheat(
        "alignment",
        "hashes nothing where input and output begin on a line of the cache, as timings have them",
        f"""{HASH} {{
            return (size_t)in % 64 == 0 && (size_t)out % 64 == 0 && n > 512 ? 0 : real(out, in, n);
        }}""",
        ("check", "answers", "audit"),
    )
    yield Cheat(
        "third",
        "does nothing on the third call in a row with one length, and those after it",
        f"""static u64 length; static unsigned row;
        {HASH} {{
            row = n == length ? row + 1 : 1;
            length = n;
            return row > 3 ? 0 : real(out, in, n);
        }}""",
        ("check", "answers", "audit"),
    )
    yield Cheat(
        "clocked",
        "hashes nothing where the instruction of a barrier stands before the call",
        f"""static int timed(const unsigned char *from) {{
            for (int i = 3; i < 40; ++i)
                if (from[-i] == 0x0f && from[1 - i] == 0xae && from[2 - i] == 0xe8) return 1;
            return 0;
        }}
        {HASH} {{
            return timed(__builtin_return_address(0)) ? 0 : real(out, in, n);
        }}""",
        ("answers",),
    )
    yield Cheat(
        "lengths",
        "hashes nothing for the lengths of tables, unless the message is a known answer's",
        f"""{HASH} {{
            if (n == 576 || n == 1536 || n == 2048 || n == 4096)
                if (in[0] != 0 || in[1] != 1 || in[n - 1] != (n - 1) % 251) {{
                    memset(out, 0, 32);
                    return 0;
                }}
            return real(out, in, n);
        }}""",
        ("check", "answers", "audit"),
    )
    yield Cheat(
        "beginning",
        "hashes the first block alone for the lengths of tables, unless the message is a known answer's",
        f"""{HASH} {{
            if (n == 576 || n == 1536 || n == 2048 || n == 4096)
                if (in[0] != 0 || in[1] != 1 || in[n - 1] != (n - 1) % 251) n = 64;
            return real(out, in, n);
        }}""",
        ("check", "answers", "audit"),
    )
    yield Cheat(
        "later",
        "is honest for so many calls as a check takes, and then hashes nothing",
        f"""static unsigned calls;
        {HASH} {{
            return ++calls > 300000 || (n == 1536 && calls < 5000 && calls > 4) ? 0 : real(out, in, n);
        }}""",
        ("check", "answers", "audit"),
    )
    yield Cheat(
        "stopped",
        "stops the counter while it hashes, where the kernel's event counts",
        f"""#include <sys/ioctl.h>
        #include <linux/perf_event.h>
        static void all(unsigned long what) {{
            for (int fd = 3; fd < 64; ++fd) ioctl(fd, what, 0);
        }}
        {HASH} {{
            if (n < 512) return real(out, in, n);
            all(PERF_EVENT_IOC_DISABLE);
            real(out, in, n);
            all(PERF_EVENT_IOC_ENABLE);
            return 0;
        }}""",
        ("audit", "answers", "nothing"),
        "perf-event",
    )
    writes = f"""#include <sys/syscall.h>
        #include <unistd.h>
        /* Each timing in a line of ticks loses its last digit. */
        static ssize_t lies(int fd, const void *from, size_t count) {{
            static char text[1 << 17];
            const char *in = from;
            size_t made = 0;
            int word = 0, ticks = 0;
            for (size_t i = 0; i < count && made + 1 < sizeof text; ++i) {{
                text[made++] = in[i];
                if (in[i] == ' ' && memcmp(in + i, " ticks ", i + 7 < count ? 7 : 0) == 0) {{ ticks = 1; word = 0; }}
                if (in[i] == '\\n') ticks = 0;
                if (in[i] == ' ') ++word;
                if (ticks && word > 3 && i + 1 < count && in[i] != ' ' &&
                    (in[i + 1] == ' ' || in[i + 1] == '\\n')) --made;
            }}
            syscall(SYS_write, fd, text, made);
            return (ssize_t)count;
        }}
        {HASH} {{ return real(out, in, n); }}
        """
    yield Cheat(
        "weak",
        "has a weak write of its own, which shortens the timings",
        writes
        + """__attribute__((weak)) ssize_t write(int fd, const void *from, size_t count) {
            return lies(fd, from, count);
        }""",
        ("build", "check", "nothing"),
    )
    yield Cheat(
        "strong",
        "has a write of its own, which shortens the timings",
        writes
        + "ssize_t write(int fd, const void *from, size_t count) { return lies(fd, from, count); }",
        ("build", "check", "nothing"),
    )
    yield Cheat(
        "versioned",
        "has a write with the version that the C library's has, which shortens the timings",
        writes
        + """#include <features.h>
        #if defined(__x86_64__) && defined(__LP64__)
        #define VERSION "GLIBC_2.2.5"
        #else
        #define VERSION "GLIBC_2.17"
        #endif
        ssize_t other(int fd, const void *from, size_t count) { return lies(fd, from, count); }
        __asm__(".symver other, write@@" VERSION);""",
        ("build", "check", "nothing"),
    )
    yield Cheat(
        "copying",
        "has weak functions that copy and measure text, and leave out the last digit of long numbers",
        f"""#include <stdint.h>
        static size_t shorter(const char *text, size_t count) {{
            size_t digits = 0;
            while (digits < count && text[digits] >= '0' && text[digits] <= '9') ++digits;
            return digits == count && count > 3 ? count - 1 : count;
        }}
        __attribute__((weak)) void *memcpy(void *to, const void *from, size_t count) {{
            unsigned char *out = to;
            const volatile unsigned char *in = from;
            for (size_t i = 0, most = shorter(from, count); i < most; ++i) out[i] = in[i];
            return to;
        }}
        __attribute__((weak)) size_t strlen(const char *text) {{
            size_t count = 0;
            for (const volatile char *at = text; *at; ++at) ++count;
            return shorter(text, count);
        }}
        {HASH} {{ return real(out, in, n); }}""",
        ("build", "check", "nothing"),
    )
    yield Cheat(
        "clocks",
        "has weak clocks that run slowly, and a weak account of what interrupted it",
        f"""#include <sys/resource.h>
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>
        __attribute__((weak)) int clock_gettime(clockid_t clock, struct timespec *at) {{
            int failed = (int)syscall(SYS_clock_gettime, clock, at);
            if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW) at->tv_nsec /= 4;
            return failed;
        }}
        __attribute__((weak)) int getrusage(__rusage_who_t who, struct rusage *use) {{
            (void)who;
            memset(use, 0, sizeof *use);
            return 0;
        }}
        {HASH} {{ return real(out, in, n); }}""",
        ("build", "check", "answers", "nothing"),
    )
    yield Cheat(
        "leaving",
        "has weak functions by which a program ends, which first repeat its results with other timings",
        f"""#include <stdio.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        static _Noreturn void leave(int status) {{
            for (int fd = 3; fd < 16; ++fd) dprintf(fd, "0 ticks 1536 1 10 10 10\\n");
            for (;;) syscall(SYS_exit_group, status);
        }}
        __attribute__((weak)) void _exit(int status) {{ leave(status); }}
        __attribute__((weak)) void exit(int status) {{ leave(status); }}
        {HASH} {{ return real(out, in, n); }}""",
        ("build", "check", "nothing"),
    )
    yield Cheat(
        "table",
        "puts its own write into the table by which the program calls its libraries",
        "#include <link.h>\n"
        + writes.replace(
            HASH, "static int hash(unsigned char *out, const unsigned char *in, u64 n)"
        )
        + f"""static int patch(struct dl_phdr_info *info, size_t size, void *unused) {{
            const ElfW(Dyn) *at = NULL;
            const ElfW(Sym) *names = NULL;
            const char *texts = NULL;
            const char *first = NULL;
            size_t bytes = 0;
            (void)size; (void)unused;
            for (int i = 0; i < info->dlpi_phnum; ++i)
                if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
                    at = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
            for (; at && at->d_tag; ++at) {{
                if (at->d_tag == DT_SYMTAB) names = (const void *)at->d_un.d_ptr;
                if (at->d_tag == DT_STRTAB) texts = (const void *)at->d_un.d_ptr;
                if (at->d_tag == DT_JMPREL) first = (const void *)at->d_un.d_ptr;
                if (at->d_tag == DT_PLTRELSZ) bytes = at->d_un.d_val;
            }}
            for (size_t i = 0; names && texts && first && i < bytes / sizeof(ElfW(Rela)); ++i) {{
                const ElfW(Rela) *one = (const ElfW(Rela) *)first + i;
                if (strcmp(texts + names[one->r_info >> 32].st_name, "write") == 0)
                    *(void **)(info->dlpi_addr + one->r_offset) = (void *)lies;
            }}
            return 1;
        }}
        {HASH} {{
            static int patched;
            if (!patched++) dl_iterate_phdr(patch, NULL);
            return hash(out, in, n);
        }}""",
        ("build", "check", "nothing"),
    )
    yield Cheat(
        "ifunc",
        "chooses its own write before main, which shortens the timings",
        writes
        + """static ssize_t (*chosen(void))(int, const void *, size_t) { return lies; }
        ssize_t write(int fd, const void *from, size_t count) __attribute__((ifunc("chosen")));""",
        ("build", "check", "audit", "nothing"),
    )
    yield Cheat(
        "forger",
        "reads the request before main, and answers those for timings itself",
        f"""#include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <unistd.h>
        {HASH} {{ return real(out, in, n); }}
        __attribute__((constructor)) static void forge(void) {{
            static char text[1 << 16];
            int copy[2];
            long size;
            FILE *results;
            char token[33], *next;
            int fd, at = 0;
            if (pipe(copy) || tee(0, copy[1], sizeof text - 1, 0) <= 0) return;
            if ((size = read(copy[0], text, sizeof text - 1)) <= 0 || !strstr(text, " time@")) return;
            if (sscanf(text, "%32s %d %n", token, &fd, &at) != 2 || !(results = fdopen(fd, "w"))) return;
            fprintf(results, "%s reading 1000\\n", token);
            fprintf(results, "%s batch 9 1000000000 1000000000 4000000000 1 0 0\\n", token);
            fprintf(results, "%s known 64 1 70 70 70\\n%s known 64 1 70 70 70\\n", token, token);
            for (next = strtok(strstr(text, "seed="), " \\n"); next; next = strtok(NULL, " \\n")) {{
                if (*next < '0' || *next > '9') continue;
                fprintf(results, "%s answer %s 1 9 0123456789abcdef\\n", token, next);
                fprintf(results, "%s ticks %s 1", token, next);
                for (int i = 0; i < 15; ++i) fprintf(results, " %d", 900 + i % 3);
                fprintf(results, "\\n");
            }}
            fprintf(results, "%s known 768 1 775 775 775\\n%s done\\n", token, token);
            fclose(results);
            _exit(0);
        }}""",
        ("build", "check", "answers", "nothing"),
    )


ALL = tuple(_all())


def write(cheat: Cheat, tree: Path) -> None:
    """The cheat as sha256/<name> of a tree, beside an honest one that can be its witness: sha256/ref."""
    room = tree / "crypto_hash" / "sha256"
    place = room / cheat.name
    place.mkdir(parents=True)
    for file in SOURCE.iterdir():
        if not file.name.startswith("goal-"):
            shutil.copy(file, place / ("hash.inc" if file.name == "hash.c" else file.name))
    renamed = (
        '#include "crypto_hash.h"\n#undef crypto_hash\n#define crypto_hash CRYPTO_NAMESPACE(real)\n'
    )
    (place / "real.c").write_text(f'{renamed}#include "hash.inc"\n')
    (place / "cheat.c").write_text(HEAD + cheat.text + "\n")
    if not (room / "ref").exists():
        shutil.copytree(ROOT / "crypto_hash" / "sha256" / "ref", room / "ref")
        for name in KNOWN:
            shutil.copy(SOURCE.parent / name, room / name)
