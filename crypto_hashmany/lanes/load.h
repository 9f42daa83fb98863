/* SPDX-License-Identifier: MIT */
/* Words of the same place of LANES messages, from memory and back.
 *
 * Technique: 16 bytes of every message at a time are transposed, or 32 with vectors of 512 bits. A
 * long vector is put together from pieces as they are loaded, which any of the vector ports can do,
 * so that fewer steps are left to the single port for shuffles.
 *
 * Cost with AVX-512, of 16 words of 16 messages: 16 insertions, 48 shuffles and, for big-endian
 * words, 16 shuffles of bytes: about 0.04 cycles/byte.
 *
 * Rejected: vectors of 512 bits out of four pieces of 16 bytes: 80 operations instead of 64.
 */
#ifndef LOAD_H
#define LOAD_H

#include "word.h"

#include <stddef.h>

enum { PIECE_WORDS = 128 / WORD_BITS };

#if LANES > 1

#if LANES * WORD_BITS == 512
#define OF_WIDTH(operation) _mm512_##operation
typedef __m512i intrinsic;
INLINE __m512i pieces(const unsigned char *const *from, size_t at) {
    enum { STEP = LANES / 4 };
    __m512i all = _mm512_castsi128_si512(_mm_loadu_si128((const void *)(from[0] + at)));

    all = _mm512_inserti32x4(all, _mm_loadu_si128((const void *)(from[STEP] + at)), 1);
    all = _mm512_inserti32x4(all, _mm_loadu_si128((const void *)(from[2 * STEP] + at)), 2);
    return _mm512_inserti32x4(all, _mm_loadu_si128((const void *)(from[3 * STEP] + at)), 3);
}
#elif LANES * WORD_BITS == 256
#define OF_WIDTH(operation) _mm256_##operation
typedef __m256i intrinsic;
INLINE __m256i pieces(const unsigned char *const *from, size_t at) {
    __m256i all = _mm256_castsi128_si256(_mm_loadu_si128((const void *)(from[0] + at)));

    return _mm256_inserti128_si256(all, _mm_loadu_si128((const void *)(from[LANES / 2] + at)), 1);
}
#elif LANES * WORD_BITS == 128
INLINE word pieces(const unsigned char *const *from, size_t at) {
    word piece;

    __builtin_memcpy(&piece, from[0] + at, sizeof piece);
    return piece;
}
#else
#error "a vector has 128, 256 or 512 bits"
#endif

#ifdef OF_WIDTH
#define LOWER32(a, b) ((word)OF_WIDTH(unpacklo_epi32)((intrinsic)(a), (intrinsic)(b)))
#define UPPER32(a, b) ((word)OF_WIDTH(unpackhi_epi32)((intrinsic)(a), (intrinsic)(b)))
#define LOWER64(a, b) ((word)OF_WIDTH(unpacklo_epi64)((intrinsic)(a), (intrinsic)(b)))
#define UPPER64(a, b) ((word)OF_WIDTH(unpackhi_epi64)((intrinsic)(a), (intrinsic)(b)))
#else
typedef uint32_t four __attribute__((vector_size(16)));
typedef uint64_t two __attribute__((vector_size(16)));
#define LOWER32(a, b) ((word)(four){((four)(a))[0], ((four)(b))[0], ((four)(a))[1], ((four)(b))[1]})
#define UPPER32(a, b) ((word)(four){((four)(a))[2], ((four)(b))[2], ((four)(a))[3], ((four)(b))[3]})
#define LOWER64(a, b) ((word)(two){((two)(a))[0], ((two)(b))[0]})
#define UPPER64(a, b) ((word)(two){((two)(a))[1], ((two)(b))[1]})
#endif

#if (defined(__x86_64__) || defined(__i386__)) && defined(TARGET)
#if LANES * WORD_BITS == 128
#define SHUFFLE_BYTES(x, order) ((word)_mm_shuffle_epi8((__m128i)(x), order))
#elif LANES * WORD_BITS == 256
#define SHUFFLE_BYTES(x, order)                                                                    \
    ((word)_mm256_shuffle_epi8((__m256i)(x), _mm256_broadcastsi128_si256(order)))
#else
#define SHUFFLE_BYTES(x, order)                                                                    \
    ((word)_mm512_shuffle_epi8((__m512i)(x), _mm512_broadcast_i32x4(order)))
#endif
INLINE word swapped(word x) {
#if WORD_BITS == 32
    return SHUFFLE_BYTES(x, _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
#else
    return SHUFFLE_BYTES(x, _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
#endif
}
#else
INLINE word swapped(word x) {
#if WORD_BITS == 64
    x = ROTL(x, 32);
    x = (x & ALL(0x0000ffff0000ffff)) << 16 | (x >> 16 & ALL(0x0000ffff0000ffff));
    return (x & ALL(0x00ff00ff00ff00ff)) << 8 | (x >> 8 & ALL(0x00ff00ff00ff00ff));
#else
    x = ROTL(x, 16);
    return (x & ALL(0x00ff00ff)) << 8 | (x >> 8 & ALL(0x00ff00ff));
#endif
}
#endif

/* 16 bytes of each message: PIECE_WORDS words. */
INLINE void load_piece(word *to, const unsigned char *const from[LANES], size_t at) {
#if WORD_BITS == 32
    word a = (word)pieces(from, at), b = (word)pieces(from + 1, at);
    word c = (word)pieces(from + 2, at), d = (word)pieces(from + 3, at);
    word ab = LOWER32(a, b), cd = LOWER32(c, d);

    to[0] = LOWER64(ab, cd);
    to[1] = UPPER64(ab, cd);
    ab = UPPER32(a, b);
    cd = UPPER32(c, d);
    to[2] = LOWER64(ab, cd);
    to[3] = UPPER64(ab, cd);
#else
    word a = (word)pieces(from, at), b = (word)pieces(from + 1, at);

    to[0] = LOWER64(a, b);
    to[1] = UPPER64(a, b);
#endif
}
#endif

#if LANES > 1 && LANES * WORD_BITS == 512
enum { HALF_WORDS = 256 / WORD_BITS };

/* Else gcc takes all addresses at once, and keeps them or adds to them in vector registers. */
#define ANEW(pointer) __asm__("" : "+r"(pointer))

/* 32 bytes of two messages that are a quarter of the lanes apart. */
INLINE word two_halves(const unsigned char *const *from, size_t at) {
    ANEW(from);
    __m512i all = _mm512_castsi256_si512(_mm256_loadu_si256((const void *)(from[0] + at)));

    return (word)_mm512_inserti64x4(all, _mm256_loadu_si256((const void *)(from[LANES / 4] + at)),
                                    1);
}

/* The words of one half of the lanes of a vector, each quarter of which has words i and, after
 * them, words i + PIECE_WORDS of as many messages. */
INLINE void load_quarters(word to[PIECE_WORDS], const unsigned char *const *from, size_t at) {
    word a = two_halves(from, at), b = two_halves(from + 1, at);
#if WORD_BITS == 32
    word c = two_halves(from + 2, at), d = two_halves(from + 3, at);
    word ab = LOWER32(a, b), cd = LOWER32(c, d);

    to[0] = LOWER64(ab, cd);
    to[1] = UPPER64(ab, cd);
    ab = UPPER32(a, b);
    cd = UPPER32(c, d);
    to[2] = LOWER64(ab, cd);
    to[3] = UPPER64(ab, cd);
#else
    to[0] = LOWER64(a, b);
    to[1] = UPPER64(a, b);
#endif
}

/* 32 bytes of each message: HALF_WORDS words. */
INLINE void load_half(word *to, const unsigned char *const from[LANES], size_t at) {
    word first[PIECE_WORDS], second[PIECE_WORDS];

    load_quarters(first, from, at);
    load_quarters(second, from + LANES / 2, at);
    for (int i = 0; i < PIECE_WORDS; i++) {
        to[i] = (word)_mm512_shuffle_i32x4((__m512i)first[i], (__m512i)second[i], 0x88);
        to[i + PIECE_WORDS] =
            (word)_mm512_shuffle_i32x4((__m512i)first[i], (__m512i)second[i], 0xdd);
    }
}
#endif

INLINE word gather(const unsigned char *const from[LANES], size_t at, int is_big_endian) {
#if LANES == 1
    return load_element(from[0] + at, is_big_endian);
#else
    word w;

    for (int lane = 0; lane < LANES; lane++)
        w[lane] = load_element(from[lane] + at, is_big_endian);
    return w;
#endif
}

/* `count` words of every message, from byte `at` on. */
INLINE void load_words(word *to, const unsigned char *const from[LANES], size_t at, int count,
                       int is_big_endian) {
    int done = 0;

#if LANES > 1
    const int swap = is_big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
#if LANES * WORD_BITS == 512
#pragma GCC unroll 16
    for (; done + HALF_WORDS <= count; done += HALF_WORDS) {
        ANEW(from);
        load_half(to + done, from, at + (size_t)done * (WORD_BITS / 8));
    }
#endif
#pragma GCC unroll 16
    for (; done + PIECE_WORDS <= count; done += PIECE_WORDS)
        load_piece(to + done, from, at + (size_t)done * (WORD_BITS / 8));
    if (swap) {
#pragma GCC unroll 16
        for (int i = 0; i < done; i++)
            to[i] = swapped(to[i]);
    }
#endif
    for (int left = count - done; left > 0; left--, done++)
        to[done] = gather(from, at + (size_t)done * (WORD_BITS / 8), is_big_endian);
}

/* `count` words to every place. */
INLINE void store_words(unsigned char *const to[LANES], const word *from, int count,
                        int is_big_endian) {
    for (int lane = 0; lane < LANES; lane++)
        for (int i = 0; i < count; i++)
            store_element(to[lane] + i * (WORD_BITS / 8), ((const element *)&from[i])[lane],
                          is_big_endian);
}

#endif
