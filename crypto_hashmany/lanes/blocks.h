/* SPDX-License-Identifier: MIT */
/* A block of 16 bytes of each of PARTS messages, in one vector, for hashes made of rounds of AES.
 *
 * LANES is a multiple of PARTS: a group has LANES / PARTS such vectors side by side. PARTS is 1, 2
 * or 4 with X86_AES (VAES for more than one), else 1.
 *
 * Technique: x ^ y is C's operator on the compiler's vectors for all of them. Word i of a block is
 * its i-th four bytes, little-endian, on every machine.
 *
 * With vectors of 512 bits, rounds of AES, products of GFNI and shifts take port 0 of Intel's
 * processors, shuffles port 5, insertions from memory and everything else either of the two.
 *
 * Without X86_AES or ARM_AES, rounds of AES are looked up in tables, at secret indices: that is not
 * constant-time code.
 */
#ifndef BLOCKS_H
#define BLOCKS_H

#include "word.h"

#include <stddef.h>

enum { VECTORS = LANES / PARTS, BLOCK_BYTES = 16 };

#if defined(X86_AES) && PARTS == 4

typedef __m512i blocks;

#define OF_PARTS(operation) _mm512_##operation
#define aes_round(x, key) _mm512_aesenc_epi128(x, key)
#define each_part(x) _mm512_broadcast_i32x4(x)
#define xor3(x, y, z) _mm512_ternarylogic_epi64(x, y, z, 0x96)

/* 16 bytes at `at` of every message, and the 16 bytes behind them. */
INLINE void load_two(blocks to[2], const unsigned char *const from[PARTS], size_t at) {
    __m512i a = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(from[0] + at)));
    __m512i b = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(from[2] + at)));

    a = _mm512_inserti64x4(a, _mm256_loadu_si256((const void *)(from[1] + at)), 1);
    b = _mm512_inserti64x4(b, _mm256_loadu_si256((const void *)(from[3] + at)), 1);
    to[0] = _mm512_shuffle_i64x2(a, b, 0x88);
    to[1] = _mm512_shuffle_i64x2(a, b, 0xdd);
}

#define store_part(i)                                                                              \
    _mm_storeu_si128((__m128i *)(void *)(to[i] + at), _mm512_extracti32x4_epi32(x, i))
INLINE void store_blocks(unsigned char *const to[PARTS], size_t at, blocks x) {
    store_part(0);
    store_part(1);
    store_part(2);
    store_part(3);
}

#elif defined(X86_AES) && PARTS == 2

typedef __m256i blocks;

#define OF_PARTS(operation) _mm256_##operation
#define aes_round(x, key) _mm256_aesenc_epi128(x, key)
#define each_part(x) _mm256_broadcastsi128_si256(x)
#ifdef TERNARY
#define xor3(x, y, z) _mm256_ternarylogic_epi64(x, y, z, 0x96)
#endif

INLINE blocks load_one(const unsigned char *const from[PARTS], size_t at) {
    __m256i a = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(from[0] + at)));

    return _mm256_inserti128_si256(a, _mm_loadu_si128((const void *)(from[1] + at)), 1);
}

INLINE void store_blocks(unsigned char *const to[PARTS], size_t at, blocks x) {
    _mm_storeu_si128((__m128i *)(void *)(to[0] + at), _mm256_castsi256_si128(x));
    _mm_storeu_si128((__m128i *)(void *)(to[1] + at), _mm256_extracti128_si256(x, 1));
}

#elif defined(X86_AES)

typedef __m128i blocks;

#define OF_PARTS(operation) _mm_##operation
#define aes_round(x, key) _mm_aesenc_si128(x, key)
#define each_part(x) (x)
#ifdef TERNARY
#define xor3(x, y, z) _mm_ternarylogic_epi64(x, y, z, 0x96)
#endif

INLINE blocks load_one(const unsigned char *const from[PARTS], size_t at) {
    return _mm_loadu_si128((const void *)(from[0] + at));
}

INLINE void store_blocks(unsigned char *const to[PARTS], size_t at, blocks x) {
    _mm_storeu_si128((__m128i *)(void *)(to[0] + at), x);
}

#else

#include "aes_s_box.h"

/* How vectors are returned does not matter: all functions are inlined. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

typedef uint32_t blocks __attribute__((vector_size(16)));

INLINE blocks load_one(const unsigned char *const from[PARTS], size_t at) {
    blocks x;

    for (int i = 0; i < 4; i++) {
        uint32_t word;

        __builtin_memcpy(&word, from[0] + at + 4 * i, sizeof word);
        x[i] = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap32(word) : word;
    }
    return x;
}

INLINE void store_blocks(unsigned char *const to[PARTS], size_t at, blocks x) {
    for (int i = 0; i < 4; i++) {
        uint32_t word = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap32(x[i]) : x[i];

        __builtin_memcpy(to[0] + at + 4 * i, &word, sizeof word);
    }
}

#ifdef ARM_AES

/* Assembly: compilers before Clang 16 know the intrinsics only where the whole file is compiled for
 * the cryptographic extension. */
INLINE blocks aes_round(blocks x, blocks key) {
    __asm__(".arch_extension aes\n\t"
            "aese %0.16b, %1.16b\n\taesmc %0.16b, %0.16b"
            : "+&w"(x)
            : "w"((blocks){0}));
    return x ^ key;
}

#else

/* What a byte of row 0 adds to its column by SubBytes and MixColumns; the other rows are that of
 * row 0, rotated. */
#define TWICE(s) ((s) << 1 ^ ((s) >> 7) * 0x11b)
#define PRODUCTS(s) ((uint32_t)TWICE(s) | (s) << 8 | (s) << 16 | (uint32_t)(TWICE(s) ^ (s)) << 24),
static const uint32_t products[256] = {AES_S_BOX(PRODUCTS)};

#define PRODUCT(x, column, row) products[x[(column) % 4] >> 8 * (row)&0xff]
#define ROTATED(x, n) ((x) << (n) | (x) >> (32 - (n)))
#define AES_COLUMN(x, i)                                                                           \
    (PRODUCT(x, i, 0) ^ ROTATED(PRODUCT(x, (i) + 1, 1), 8) ^ ROTATED(PRODUCT(x, (i) + 2, 2), 16) ^ \
     ROTATED(PRODUCT(x, (i) + 3, 3), 24))
INLINE blocks aes_round(blocks x, blocks key) {
    return (blocks){AES_COLUMN(x, 0), AES_COLUMN(x, 1), AES_COLUMN(x, 2), AES_COLUMN(x, 3)} ^ key;
}

#endif
#endif

#if PARTS < 4
INLINE void load_two(blocks to[2], const unsigned char *const from[PARTS], size_t at) {
    to[0] = load_one(from, at);
    to[1] = load_one(from, at + BLOCK_BYTES);
}
#endif

/* The same four words in every part. */
#ifdef X86_AES
#define WORDS(a, b, c, d) each_part(_mm_set_epi32((int)(d), (int)(c), (int)(b), (int)(a)))
#else
#define WORDS(a, b, c, d) ((blocks){(uint32_t)(a), (uint32_t)(b), (uint32_t)(c), (uint32_t)(d)})
#endif

#ifndef xor3
#define xor3(x, y, z) ((x) ^ (y) ^ (z))
#endif

#endif
