/* SPDX-License-Identifier: MIT */
/* A byte of each of LANES messages, in one vector of LANES bytes, and arithmetic in GF(256) modulo
 * X^8 + X^4 + X^3 + X + 1, with GFNI or AES-NI. LANES is 16, 32 or 64.
 *
 * Technique: 16 bytes of 16 messages are transposed in each part of 128 bits, in four steps that
 * interleave two vectors each. A step exchanges the upper bit of a byte's place in its vector for
 * the upper bit of its vector's number. After two steps of all, two more give four bytes of every
 * message: both halves can be done by quarters, between other work that leaves port 5 free.
 *
 * Cost with AVX-512, of 16 bytes of 64 messages: 48 insertions and 64 shuffles, 0.05 cycles/byte.
 */
#ifndef BYTES_H
#define BYTES_H

#include "word.h"

#include <stddef.h>

#if LANES == 64
typedef __m512i slice;
#define OF_SLICE(operation) _mm512_##operation
#define aes_last(x) _mm512_aesenclast_epi128(x, _mm512_setzero_si512())
#elif LANES == 32
typedef __m256i slice;
#define OF_SLICE(operation) _mm256_##operation
#define aes_last(x) _mm256_aesenclast_epi128(x, _mm256_setzero_si256())
#elif LANES == 16
typedef __m128i slice;
#define OF_SLICE(operation) _mm_##operation
#define aes_last(x) _mm_aesenclast_si128(x, _mm_setzero_si128())
#else
#error "16, 32 or 64 bytes make a vector"
#endif

/* The same byte in every lane. */
#define BYTE(b) OF_SLICE(set1_epi8)((char)(b))

#if defined(TERNARY) && LANES == 64
#define sum3(x, y, z) ((slice)_mm512_ternarylogic_epi64(x, y, z, 0x96))
#elif defined(TERNARY) && LANES == 32
#define sum3(x, y, z) ((slice)_mm256_ternarylogic_epi64(x, y, z, 0x96))
#elif defined(TERNARY)
#define sum3(x, y, z) ((slice)_mm_ternarylogic_epi64(x, y, z, 0x96))
#else
#define sum3(x, y, z) ((slice)((x) ^ (y) ^ (z)))
#endif

/* The S-box of AES, and products by a constant. */
#ifdef GFNI
#define AES_MATRIX 0xf1e3c78f1f3e7cf8
#if LANES == 64
#define MATRIX _mm512_set1_epi64((long long)AES_MATRIX)
#elif LANES == 32
#define MATRIX _mm256_set1_epi64x((long long)AES_MATRIX)
#else
#define MATRIX _mm_set1_epi64x((long long)AES_MATRIX)
#endif
#define aes_s_box(x) OF_SLICE(gf2p8affineinv_epi64_epi8)(x, MATRIX, 0x63)
#define times_4(x) OF_SLICE(gf2p8mul_epi8)(x, BYTE(4))
#define times_7(x) OF_SLICE(gf2p8mul_epi8)(x, BYTE(7))
#else
/* The last round of AES moves byte i to place 13 i (modulo 16), which the shuffle undoes. */
#define BEFORE_AES _mm_setr_epi8(0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3)
#if LANES == 16
#define aes_s_box(x) aes_last(_mm_shuffle_epi8(x, BEFORE_AES))
#else
#define aes_s_box(x) aes_last(_mm256_shuffle_epi8(x, _mm256_broadcastsi128_si256(BEFORE_AES)))
#endif
INLINE slice times_2(slice x) {
    return OF_SLICE(add_epi8)(x, x) ^ (BYTE(0x1b) & OF_SLICE(cmpgt_epi8)(BYTE(0), x));
}
INLINE slice times_4(slice x) { return times_2(times_2(x)); }
INLINE slice times_7(slice x) { return times_2(times_2(x) ^ x) ^ x; }
#endif

/* 16 bytes of the messages 0, 16, 32, 48 as far as there are, from `from` on. */
INLINE slice sixteen_bytes(const unsigned char *const *from, size_t at) {
    __m128i first = _mm_loadu_si128((const void *)(from[0] + at));
#if LANES == 64
    __m512i all = _mm512_castsi128_si512(first);

    all = _mm512_inserti32x4(all, _mm_loadu_si128((const void *)(from[16] + at)), 1);
    all = _mm512_inserti32x4(all, _mm_loadu_si128((const void *)(from[32] + at)), 2);
    return _mm512_inserti32x4(all, _mm_loadu_si128((const void *)(from[48] + at)), 3);
#elif LANES == 32
    return _mm256_inserti128_si256(_mm256_castsi128_si256(first),
                                   _mm_loadu_si128((const void *)(from[16] + at)), 1);
#else
    return first;
#endif
}

/* Two of the four steps, for vectors whose numbers differ by 4. */
INLINE void transpose_4(slice to[4], slice a, slice b, slice c, slice d) {
    slice ac = OF_SLICE(unpacklo_epi8)(a, c), ac_upper = OF_SLICE(unpackhi_epi8)(a, c);
    slice bd = OF_SLICE(unpacklo_epi8)(b, d), bd_upper = OF_SLICE(unpackhi_epi8)(b, d);

    to[0] = OF_SLICE(unpacklo_epi8)(ac, bd);
    to[1] = OF_SLICE(unpackhi_epi8)(ac, bd);
    to[2] = OF_SLICE(unpacklo_epi8)(ac_upper, bd_upper);
    to[3] = OF_SLICE(unpackhi_epi8)(ac_upper, bd_upper);
}

/* A quarter of the first two steps of transposing the 16 bytes of every message from `at` on. After
 * all quarters take_slices() has four times 4 bytes of every message. */
INLINE void load_quarter(slice steps[16], const unsigned char *const from[LANES], size_t at,
                         int quarter) {
    from += quarter;
    transpose_4(steps + 4 * quarter, sixteen_bytes(from, at), sixteen_bytes(from + 4, at),
                sixteen_bytes(from + 8, at), sixteen_bytes(from + 12, at));
}

INLINE void take_slices(slice to[4], const slice steps[16], int quarter) {
    steps += quarter;
    transpose_4(to, steps[0], steps[4], steps[8], steps[12]);
}

/* Byte `at` of every message. */
INLINE void store_slice(unsigned char *const to[LANES], size_t at, slice x) {
    for (int lane = 0; lane < LANES; lane++)
        to[lane][at] = ((const unsigned char *)&x)[lane];
}

#endif
