/* SPDX-License-Identifier: MIT */
/* Hash functions of Nettle: one message through init, update and digest.
 *
 * Technique: the state is a static one, initialized on the first call only, since each digest
 * function leaves it initialized for the next message, as documented. The functions of one
 * algorithm are called by their names: the library has dispatched them to the processor's fastest
 * when it was loaded.
 *
 * Bound: one static state makes crypto_hash() usable by one thread at a time.
 *
 * Rejected: a state on the stack, initialized for each message: 1.05 times as long on 8 bytes of
 * SHA-256. The table of pointers nettle_hashes takes as long.
 */
#include "crypto_hash.h"
#include <stddef.h>

/* crypto_hash() by `state`, the name of a structure, and Nettle's functions for it. */
#define NETTLE_HASH(state, init, update, digest)                                                   \
    int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {       \
        static struct state s;                                                                     \
        static int is_initialized;                                                                 \
                                                                                                   \
        if (!is_initialized) {                                                                     \
            init(&s);                                                                              \
            is_initialized = 1;                                                                    \
        }                                                                                          \
        update(&s, (size_t)inlen, in);                                                             \
        digest(&s, crypto_hash_BYTES, out);                                                        \
        return 0;                                                                                  \
    }
