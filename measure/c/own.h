/* SPDX-License-Identifier: MIT */
/* What the path of results, from the reading of the counter to the descriptor, has instead of names
 * of the C library: an implementation is linked into the same program, and may define any name.
 *
 * Builds rename such definitions (hashcop/platforms/c/build.py), and what is inline here can't even
 * be redirected through the table by which a program calls its shared libraries. */
#ifndef HASHCOP_OWN_H
#define HASHCOP_OWN_H

#include <stddef.h>
#include <sys/syscall.h>

#if defined(__x86_64__) && defined(__ILP32__)
typedef long long own_word; /* of the kernel: x32 has longs of 32 bits, and its kernel of 64 */
#else
typedef long own_word;
#endif

/* A system call of three arguments; what the kernel returns, which is negative for an error.
 * Registers, and what the kernel may change besides: "Architecture calling conventions" in
 * syscall(2). */
static inline own_word own_call(own_word number, own_word a, own_word b, own_word c) {
#if defined(__x86_64__)
    __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return number;
#elif defined(__i386__)
    __asm__ volatile("int $0x80" : "+a"(number) : "b"(a), "c"(b), "d"(c) : "memory");
    return number;
#elif defined(__aarch64__)
    register own_word which __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b,
                            x2 __asm__("x2") = c;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(which), "r"(x1), "r"(x2) : "memory");
    return x0;
#elif defined(__arm__) && defined(__ARM_EABI__)
    /* r7 may be the frame pointer, which no operand can be. */
    register own_word x0 __asm__("r0") = a, x1 __asm__("r1") = b, x2 __asm__("r2") = c;
    own_word kept;
    __asm__ volatile("mov %1, r7\n\tmov r7, %2\n\tsvc 0\n\tmov r7, %1"
                     : "+r"(x0), "=&r"(kept)
                     : "r"(number), "r"(x1), "r"(x2)
                     : "memory");
    return x0;
#elif defined(__riscv)
    register own_word which __asm__("a7") = number, x0 __asm__("a0") = a, x1 __asm__("a1") = b,
                            x2 __asm__("a2") = c;
    __asm__ volatile("ecall" : "+r"(x0) : "r"(which), "r"(x1), "r"(x2) : "memory");
    return x0;
#elif defined(__powerpc64__)
    register own_word which __asm__("r0") = number, x0 __asm__("r3") = a, x1 __asm__("r4") = b,
                            x2 __asm__("r5") = c;
    /* The kernel says by a bit of cr0 that it returns an error. */
    __asm__ volatile("sc\n\tbns+ 1f\n\tneg %1, %1\n1:"
                     : "+r"(which), "+r"(x0), "+r"(x1), "+r"(x2)
                     :
                     : "cr0", "ctr", "xer", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "memory");
    return x0;
#elif defined(__s390x__)
    register own_word which __asm__("r1") = number, x0 __asm__("r2") = a, x1 __asm__("r3") = b,
                            x2 __asm__("r4") = c;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(which), "r"(x1), "r"(x2) : "memory");
    return x0;
#elif defined(__loongarch_lp64)
    register own_word which __asm__("$a7") = number, x0 __asm__("$a0") = a, x1 __asm__("$a1") = b,
                            x2 __asm__("$a2") = c;
    __asm__ volatile("syscall 0"
                     : "+r"(x0)
                     : "r"(which), "r"(x1), "r"(x2)
                     : "$t0", "$t1", "$t2", "$t3", "$t4", "$t5", "$t6", "$t7", "$t8", "memory");
    return x0;
#elif defined(__mips64) && defined(_ABI64) && _MIPS_SIM == _ABI64
    register own_word which __asm__("$2") = number, x0 __asm__("$4") = a, x1 __asm__("$5") = b,
                            x2 __asm__("$6") = c, failed __asm__("$7");
    __asm__ volatile("syscall"
                     : "+r"(which), "=r"(failed)
                     : "r"(x0), "r"(x1), "r"(x2)
                     : "$1", "$3", "$8", "$9", "$10", "$11", "$12", "$13", "$14", "$15", "$24",
                       "$25", "hi", "lo", "memory");
    return failed ? -which : which;
#else
    long syscall(long, ...);
    return syscall(number, a, b, c);
#endif
}

static inline own_word own_write(int descriptor, const void *bytes, size_t count) {
    return own_call(SYS_write, descriptor, (own_word)(size_t)bytes, (own_word)count);
}

/* Ends all threads. */
_Noreturn static inline void own_exit(int status) {
    for (;;)
        own_call(SYS_exit_group, status, 0, 0);
}

/* What a compiler takes for a copy, it may make a call of memcpy; not with this in its loop. */
#define OWN_STEP __asm__ volatile("" ::: "memory")

static inline void own_copy(void *to, const void *from, size_t count) {
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t i = 0; i < count; ++i) {
        out[i] = in[i];
        OWN_STEP;
    }
}

static inline size_t own_length(const char *text) {
    size_t count = 0;
    for (; text[count]; ++count)
        OWN_STEP;
    return count;
}

#endif
