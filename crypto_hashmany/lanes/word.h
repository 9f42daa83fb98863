/* SPDX-License-Identifier: MIT */
/* A word of each of LANES messages, in one vector.
 *
 * Before this file is included, LANES is a power of two, WORD_BITS is 32 or 64, and TARGET, where
 * it is defined, names the instructions that may be used, as the compilers' attribute has them.
 *
 * Technique: vectors of the compiler, which have C's operators. What three inputs decide is a macro
 * of its own: AVX-512 has an instruction for each such function. With one lane a word is a number.
 *
 * Rejected: intrinsics for additions and rotations, too: gcc and clang find the instructions of all
 * of them, also those for rotations.
 */
#ifndef WORD_H
#define WORD_H

#include <stdint.h>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif
#ifdef __ARM_NEON
#include <arm_neon.h>
#endif

/* For all functions that follow, to the end of group.h. */
#define PRAGMA(text) _Pragma(#text)
#define FOR_TARGET(pragma) PRAGMA(pragma)
#ifdef TARGET
#ifdef __clang__
FOR_TARGET(clang attribute push(__attribute__((target(TARGET))), apply_to = function))
#else
FOR_TARGET(GCC target(TARGET))
#endif
#endif

/* All functions that take or return vectors are inlined, so no calling convention is at stake. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

/* Texts that devices share (../kernels/word.h) say of constants that they are, and of loops that
 * they are to be unrolled: everywhere, or on a device only. */
#define CONSTANT static const
#define UNROLLED(count) PRAGMA(GCC unroll count)
#define DEVICE_UNROLLED

#define INLINE static inline __attribute__((always_inline))
/* For functions that are called. The width keeps clang from halving vectors where it is told of a
 * processor that prefers shorter ones. */
#ifdef __clang__
#define APART static __attribute__((noinline, min_vector_width(LANES * WORD_BITS)))
#else
#define APART static __attribute__((noinline))
#endif

#if WORD_BITS == 32
typedef uint32_t element;
#define SWAPPED __builtin_bswap32
#else
typedef uint64_t element;
#define SWAPPED __builtin_bswap64
#endif

#if LANES == 1
typedef element word;
#else
typedef element word __attribute__((vector_size(LANES * WORD_BITS / 8)));
typedef unsigned char bytes __attribute__((vector_size(LANES * WORD_BITS / 8)));
#endif

/* The same number in every lane. */
#define ALL(x) ((word){0} + (element)(x))

#define ROTL(x, n) ((x) << (n) | (x) >> (WORD_BITS - (n)))
#define ROTR(x, n) ((x) >> (n) | (x) << (WORD_BITS - (n)))

/* Functions of three bits: the table of `ternary` has the result for the bits of x, y, z, x first.
 */
#if defined(TERNARY) && LANES * WORD_BITS == 512
#define ternary(x, y, z, table)                                                                    \
    ((word)_mm512_ternarylogic_epi64((__m512i)(x), (__m512i)(y), (__m512i)(z), table))
#elif defined(TERNARY) && LANES * WORD_BITS == 256
#define ternary(x, y, z, table)                                                                    \
    ((word)_mm256_ternarylogic_epi64((__m256i)(x), (__m256i)(y), (__m256i)(z), table))
#elif defined(TERNARY) && LANES * WORD_BITS == 128
#define ternary(x, y, z, table)                                                                    \
    ((word)_mm_ternarylogic_epi64((__m128i)(x), (__m128i)(y), (__m128i)(z), table))
#endif
#ifdef ternary
#define XOR3(x, y, z) ternary(x, y, z, 0x96)
#define SELECT(x, y, z) ternary(x, y, z, 0xca) /* y where x, else z */
#define MAJORITY(x, y, z) ternary(x, y, z, 0xe8)
#define XOR_AND(x, y, z) ternary(x, y, z, 0x78)
#define XOR_ANDN(x, y, z) ternary(x, y, z, 0xd2) /* x ^ (~y & z) */
#define XOR_OR(x, y, z) ternary(x, y, z, 0x1e)
#define XOR_ORN(x, y, z) ternary(x, y, z, 0x2d) /* x ^ (y | ~z) */
#else
#define XOR3(x, y, z) ((x) ^ (y) ^ (z))
#define SELECT(x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define MAJORITY(x, y, z) ((((x) ^ (y)) & ((y) ^ (z))) ^ (y))
#define XOR_AND(x, y, z) ((x) ^ ((y) & (z)))
#define XOR_ANDN(x, y, z) ((x) ^ (~(y) & (z)))
#define XOR_OR(x, y, z) ((x) ^ ((y) | (z)))
#define XOR_ORN(x, y, z) ((x) ^ ((y) | ~(z)))
#endif

INLINE element load_element(const unsigned char *from, int is_big_endian) {
    element x;

    __builtin_memcpy(&x, from, sizeof x);
    return is_big_endian == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) ? x : SWAPPED(x);
}

INLINE void store_element(unsigned char *to, element x, int is_big_endian) {
    if (is_big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__))
        x = SWAPPED(x);
    __builtin_memcpy(to, &x, sizeof x);
}

#endif
