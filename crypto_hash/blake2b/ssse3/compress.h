/* SPDX-License-Identifier: MIT */

/*
 * F of BLAKE2 on rows of the state: four G at once (rows.h), with the vectors of vector.h.
 *
 * Technique: the words of a round are picked from the message for each G. That does not wait for
 * the state, so it fills the slots that the chain of G leaves free.
 *
 * Limit and what was rejected: rows.h has it for the order of operations, vector.h for vectors.
 */

#include "vector.h"

#include "rounds.h"
#include "rows.h"

#define COLUMNS(s0, s1, s2, s3, s4, s5, s6, s7)                                                    \
    do {                                                                                           \
        vec x, y;                                                                                  \
        PICK(x, y, m, s0, s2, s4, s6, s1, s3, s5, s7);                                             \
        G(&v, x, y);                                                                               \
    } while (0)

INLINE void F(chaining_value *h, const unsigned char *block, struct counter t) {
    rows v = {
        h->a,
        h->b,
        VEC(IV[0], IV[1], IV[2], IV[3]),
        xor2(VEC(IV[4], IV[5], IV[6], IV[7]), VEC(t.low, t.high, t.f, 0)),
    };
    message m;

    load_little_endian(&m, block);
    ALL_ROUNDS(ROUND);
    h->a = xor2(xor2(h->a, v.a), v.c);
    h->b = xor2(xor2(h->b, v.b), v.d);
}

INLINE chaining_value initial_value(void) {
    return (chaining_value){
        VEC(IV[0] ^ PARAMETERS, IV[1], IV[2], IV[3]),
        VEC(IV[4], IV[5], IV[6], IV[7]),
    };
}

INLINE void store_digest(unsigned char *out, const chaining_value *h) {
    store(out, h->a);
    store(out + 4 * WORD_BYTES, h->b);
}
