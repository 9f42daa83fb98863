/* SPDX-License-Identifier: MIT */

/* The message in memory, in the byte order of the processor, for vectors that are made of it word
 * by word: pick(m, i, j, k, l) of vector.h is the vector of the words i, j, k and l. */

typedef struct {
    const unsigned char *at;
    unsigned char swapped[BLOCK_BYTES];
} message;

/* x and y are given four words of m each. */
#define PICK(x, y, m, i0, i1, i2, i3, i4, i5, i6, i7)                                              \
    do {                                                                                           \
        (x) = pick(&(m), i0, i1, i2, i3);                                                          \
        (y) = pick(&(m), i4, i5, i6, i7);                                                          \
    } while (0)

INLINE void load_little_endian(message *m, const unsigned char *from) { m->at = from; }

INLINE void load_big_endian(message *m, const unsigned char *from) {
    for (unsigned i = 0; i < BLOCK_BYTES; i += sizeof(vec)) {
        store(m->swapped + i, swapped(load(from + i)));
    }
    m->at = m->swapped;
}
