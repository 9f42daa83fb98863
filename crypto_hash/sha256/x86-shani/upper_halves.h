/* SPDX-License-Identifier: MIT */

/* The SHA instructions of x86 have the legacy encoding only, which keeps what is above bit 127 of
 * the register that it writes. Processors with 512-bit registers (Sapphire and Emerald Rapids)
 * then run each of them about 150 times slower while any upper half is in use, as a compiler that
 * was told of AVX leaves it by copying a block of the message. Compilers put a VZEROUPPER before
 * some calls, and with some options before none. Code that was compiled without AVX copies
 * nothing in that way, and the caller's upper halves are clear by the ABI. */
#ifndef UPPER_HALVES_H
#define UPPER_HALVES_H
#include <immintrin.h>

/* For functions with SHA instructions: called, and not made a part of one that copies. */
#define APART __attribute__((noinline))

static inline __attribute__((always_inline)) void clear_upper_halves(void) {
#ifdef __AVX__
    _mm256_zeroupper();
#endif
}

#endif
