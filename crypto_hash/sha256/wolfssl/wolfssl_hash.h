/* SPDX-License-Identifier: MIT */
/* Hash functions of wolfSSL's wolfCrypt: one message through init, update and final.
 *
 * Technique: a state on the stack, initialized for each message, which the manual shows.
 *
 * Bound: the library's lengths have 32 bits, so that a message is handed over in pieces of at most
 * 2^30 bytes, of which both block sizes are divisors.
 *
 * Rejected: wc_Sha256Hash() and its like, which take as long and are there for fewer algorithms. A
 * state that is kept, since the final functions of most algorithms reset it, saves 3 % on 8 bytes.
 */
#include "crypto_hash.h"
#include <wolfssl/options.h>
#include <wolfssl/wolfcrypt/types.h>

enum { PIECE_BYTES = 1 << 30 };

/* crypto_hash() by a type of state `s`; init and final are calls, update is a function's name. */
#define WOLFSSL_HASH(state, init, update, final)                                                   \
    int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {       \
        state s[1];                                                                                \
                                                                                                   \
        if (init != 0)                                                                             \
            return -1;                                                                             \
        for (; inlen > PIECE_BYTES; in += PIECE_BYTES, inlen -= PIECE_BYTES)                       \
            if (update(s, in, PIECE_BYTES) != 0)                                                   \
                return -1;                                                                         \
        return update(s, in, (word32)inlen) == 0 && final == 0 ? 0 : -1;                           \
    }
