/* SPDX-License-Identifier: MIT */

/* The two ends of a hash that takes its message in blocks: padding and the digest.
 *
 * The includer has defined word, WORD_BITS, BLOCK, LENGTH_FIELD and BIG_ENDIAN_WORDS (1 or 0).
 *
 * Technique: the mark 0x80 and the zeros behind it are one copy of fixed length out of a
 * constant, written at whatever place the message ends. It reaches BLOCK bytes from there, and so
 * the length field in either case: the field begins at BLOCK - LENGTH_FIELD where used is less
 * than that, and LENGTH_FIELD before the end of a second block where used is at least that.
 *
 * Rejected: clearing the buffer, then storing the byte 0x80. A vector load of the block right
 * after it finds a byte and a vector in the store queue, can't be forwarded and waits until both
 * are in the cache. And bytes shifted together in a loop: gcc 12 at -O3 turns it into vector code
 * before it can see that it reverses bytes, 130 cycles more for 64 bytes with SHA-NI. */
#ifndef MESSAGE_END_H
#define MESSAGE_END_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* How many bytes pad() may write. */
enum { END_ROOM = 3 * BLOCK };

static const unsigned char mark[BLOCK] = {0x80};

static inline uint64_t reverse_bytes(uint64_t x, int bits) {
    const int host_is_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

    if (host_is_big == BIG_ENDIAN_WORDS)
        return x;
    return bits == 64 ? __builtin_bswap64(x) : __builtin_bswap32((uint32_t)x);
}

static inline word load_word(const unsigned char *p) {
    word x;

    memcpy(&x, p, sizeof x);
    return (word)reverse_bytes(x, WORD_BITS);
}

static inline void store_word(unsigned char *p, word x) {
    x = (word)reverse_bytes(x, WORD_BITS);
    memcpy(p, &x, sizeof x);
}

static inline void store_bits(unsigned char *p, uint64_t x) {
    x = reverse_bytes(x, 64);
    memcpy(p, &x, sizeof x);
}

/* Makes the last one or two blocks from what is left of the message; returns their number. The
 * field counts bits; one of 64 takes the number modulo 2^64. */
static inline size_t pad(unsigned char end[END_ROOM], const unsigned char *rest,
                         unsigned long long inlen) {
    const size_t used = (size_t)(inlen % BLOCK);
    const size_t blocks = used < BLOCK - LENGTH_FIELD ? 1 : 2;
    unsigned char *field = end + blocks * BLOCK - LENGTH_FIELD;

    if (used)
        memcpy(end, rest, used);
    memcpy(end + used, mark, BLOCK);
    if (LENGTH_FIELD == 16)
        store_bits(field, (uint64_t)inlen >> 61);
    store_bits(field + LENGTH_FIELD - 8, (uint64_t)inlen << 3);
    return blocks;
}

static inline void store_digest(unsigned char *out, const word *H) {
    for (int i = 0; i < crypto_hash_BYTES / (WORD_BITS / 8); i++)
        store_word(out + WORD_BITS / 8 * i, H[i]);
}

#endif
