/* SPDX-License-Identifier: MIT */
/* A word of one message, on a device: what lanes/word.h is for many messages in a vector, so that
 * both have the same texts of rounds. WORD_BITS is 32 or 64.
 *
 * Technique: simple operations of three inputs are left to the compilers, which join operations of
 * two as they like.
 */
#ifndef WORD_H
#define WORD_H

typedef u32 uint32_t;
typedef u64 uint64_t;
#define UINT32_C(x) x##u
#define UINT64_C(x) x##ul

#if WORD_BITS == 32
typedef u32 element;
#define ROTL(x, n) ROTL32(x, n)
#define ROTR(x, n) ROTR32(x, n)
#define SWAPPED(x) SWAP32(x)
#else
typedef u64 element;
#define ROTL(x, n) ROTL64(x, n)
#define ROTR(x, n) ROTR64(x, n)
#define SWAPPED(x) SWAP64(x)
#endif
typedef element word;

/* Functions of three bits, where a text has better ones than compilers find. */
#if defined(__OPENCL_VERSION__) || WORD_BITS == 32
#define ternary(x, y, z, table) LOP3(x, y, z, table)
#else
template <int table> DEVICE word ternary_of_64(word x, word y, word z) {
    return (word)LOP3((u32)(x >> 32), (u32)(y >> 32), (u32)(z >> 32), table) << 32 |
           LOP3((u32)x, (u32)y, (u32)z, table);
}
#define ternary(x, y, z, table) ternary_of_64<table>(x, y, z)
#endif

#define LANES 1
#define INLINE DEVICE
#define DEVICE_UNROLLED UNROLLED(64)
#define ALL(x) ((word)(x))

#define XOR3(x, y, z) ((x) ^ (y) ^ (z))
#define SELECT(x, y, z) ((((y) ^ (z)) & (x)) ^ (z))
#define MAJORITY(x, y, z) ((((x) ^ (y)) & ((y) ^ (z))) ^ (y))
#define XOR_AND(x, y, z) ((x) ^ ((y) & (z)))
#define XOR_ANDN(x, y, z) ((x) ^ (~(y) & (z)))
#define XOR_OR(x, y, z) ((x) ^ ((y) | (z)))
#define XOR_ORN(x, y, z) ((x) ^ ((y) | ~(z)))

#endif
