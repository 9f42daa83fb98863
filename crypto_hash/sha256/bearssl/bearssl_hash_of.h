/* SPDX-License-Identifier: MIT */
/* Hash functions of BearSSL: one message through init, update and out.
 *
 * Technique: a state on the stack, initialized for each message, and the algorithm's functions by
 * their names. The library has one portable implementation of each.
 *
 * Rejected: br_hash_class, the same functions through a table of pointers.
 */
#include "crypto_hash.h"
#include <bearssl.h>
#include <stddef.h>

/* crypto_hash() by the functions that begin with br_ and the algorithm's name. */
#define BEARSSL_HASH(name)                                                                         \
    int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {       \
        br_##name##_context s;                                                                     \
                                                                                                   \
        br_##name##_init(&s);                                                                      \
        br_##name##_update(&s, in, (size_t)inlen);                                                 \
        br_##name##_out(&s, out);                                                                  \
        return 0;                                                                                  \
    }
