/* SPDX-License-Identifier: MIT */
/* Hash functions of libmd, those of the BSD systems: one message through init, update and final.
 *
 * Technique: a state on the stack, initialized for each message, as the manual shows. The library
 * has one portable implementation of each.
 *
 * Rejected: MD5Data() and its like, which allocate a string and write the digest in hex.
 */
#include "crypto_hash.h"
#include <stddef.h>

/* crypto_hash() by a type of state and what the names of its functions begin with. */
#define LIBMD_HASH(state, name)                                                                    \
    int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {       \
        state s;                                                                                   \
                                                                                                   \
        name##Init(&s);                                                                            \
        name##Update(&s, in, (size_t)inlen);                                                       \
        name##Final(out, &s);                                                                      \
        return 0;                                                                                  \
    }
