/* SPDX-License-Identifier: MIT */
/* Hash functions of LibTomCrypt: one message through init, process and done.
 *
 * Technique: a state on the stack, initialized for each message, and the algorithm's functions by
 * their names, as the manual shows.
 *
 * Bound: each done function writes the whole digest, whose size is that of the algorithm.
 *
 * Rejected: hash_memory(), which looks the algorithm up in a table of what was registered, and
 * allocates a state in each call.
 */
#include "crypto_hash.h"
#include <tomcrypt.h>

/* crypto_hash() by calls for the state `s`; process is a function's name. */
#define TOMCRYPT_HASH(init, process, done)                                                         \
    int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {       \
        hash_state s;                                                                              \
                                                                                                   \
        if (init != CRYPT_OK || process(&s, in, (unsigned long)inlen) != CRYPT_OK)                 \
            return -1;                                                                             \
        return done == CRYPT_OK ? 0 : -1;                                                          \
    }
