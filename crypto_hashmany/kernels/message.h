/* SPDX-License-Identifier: MIT */
/* Words of a message in a device's memory, wherever it begins, and what is written behind it.
 *
 * Technique: a work-item reads its own message, 16 bytes at a time where these are aligned. The
 * work-items of a warp read from as many places, but each of them goes on where it was, so that all
 * that comes from memory is used. Every index of a word is a constant, or the words would not be
 * in registers.
 */
#ifndef MESSAGE_H
#define MESSAGE_H

enum { WORD_SIZE = WORD_BITS / 8 };

#ifdef WHOLE_BLOCKS
#define IS_ALIGNED(pointer, bytes) ((bytes) <= ALIGNED_TO)
#else
#define IS_ALIGNED(pointer, bytes) (((u64)(pointer) & ((bytes)-1)) == 0)
#endif

/* The word at an address of any alignment. */
DEVICE word load_bytes(GLOBAL const u8 *from, int is_big_endian) {
    word x = 0;

    UNROLLED(8)
    for (int i = 0; i < WORD_SIZE; i++)
        x |= (word)from[i] << (8 * (is_big_endian ? WORD_SIZE - 1 - i : i));
    return x;
}

/* `count` words. */
DEVICE void load_words(word *to, GLOBAL const u8 *from, const int count, const int is_big_endian) {
    if (count * WORD_SIZE % 16 == 0 && IS_ALIGNED(from, 16)) {
        UNROLLED(64)
        for (int i = 0; i < count * WORD_SIZE / 16; i++) {
            const u32x4 four = ((GLOBAL const u32x4 *)from)[i];
#if WORD_BITS == 32
            to[4 * i] = four.x;
            to[4 * i + 1] = four.y;
            to[4 * i + 2] = four.z;
            to[4 * i + 3] = four.w;
#else
            to[2 * i] = (word)four.y << 32 | four.x;
            to[2 * i + 1] = (word)four.w << 32 | four.z;
#endif
        }
    } else if (IS_ALIGNED(from, WORD_SIZE)) {
        UNROLLED(64)
        for (int i = 0; i < count; i++)
            to[i] = ((GLOBAL const word *)from)[i];
    } else {
        UNROLLED(64)
        for (int i = 0; i < count; i++)
            to[i] = load_bytes(from + i * WORD_SIZE, 0);
    }
    if (is_big_endian) {
        UNROLLED(64)
        for (int i = 0; i < count; i++)
            to[i] = SWAPPED(to[i]);
    }
}

/* `count` words from byte `at` on of a message of `inlen` bytes, which the byte `next` and then
 * zeros follow. */
DEVICE void load_last_block(word *to, GLOBAL const u8 *message, u64 at, u64 inlen, const int count,
                            const int is_big_endian, u32 next) {
    UNROLLED(64)
    for (int i = 0; i < count; i++) {
        word x = 0;

        NOT_UNROLLED
        for (int k = 0; k < WORD_SIZE; k++) {
            const u64 place = at + i * WORD_SIZE + k;
            const u32 byte = place < inlen ? message[place] : place == inlen ? next : 0;

            x |= (word)byte << (8 * (is_big_endian ? WORD_SIZE - 1 - k : k));
        }
        to[i] = x;
    }
}

/* The same of a block that may be a whole one, as most are. With WHOLE_BLOCKS all are, and aligned:
 * that is no hash function, but what long messages take. */
DEVICE void load_block(word *to, GLOBAL const u8 *message, u64 at, u64 inlen, const int count,
                       const int is_big_endian, u32 next) {
#ifndef WHOLE_BLOCKS
    if (at + count * WORD_SIZE > inlen) {
        load_last_block(to, message, at, inlen, count, is_big_endian, next);
        return;
    }
#endif
    load_words(to, message + at, count, is_big_endian);
}

/* `count` words to any place. */
DEVICE void store_words(GLOBAL u8 *to, const word *from, const int count,
                        const int is_big_endian) {
    UNROLLED(64)
    for (int i = 0; i < count; i++) {
        const word x = is_big_endian ? SWAPPED(from[i]) : from[i];

        if (IS_ALIGNED(to, WORD_SIZE)) {
            ((GLOBAL word *)to)[i] = x;
        } else {
            UNROLLED(8)
            for (int k = 0; k < WORD_SIZE; k++)
                to[i * WORD_SIZE + k] = (u8)(x >> (8 * k));
        }
    }
}

/* Copies words, all of whose indices are constants. */
#define COPY(to, from, count)                                                                      \
    do {                                                                                           \
        UNROLLED(64)                                                                               \
        for (int i_ = 0; i_ < (count); i_++)                                                       \
            (to)[i_] = (from)[i_];                                                                 \
    } while (0)

#endif
