/* SPDX-License-Identifier: MIT */
/* Hash functions of libsodium: one message in one call.
 *
 * Technique: the library's function for a whole message. Where it has more than one implementation
 * of an algorithm (of SHA-256 and SHA-512 it has not), sodium_init() chooses by the processor, and
 * is to be called first.
 *
 * Bound: the library's header and crypto_hash.h have names in common, since both come of the same
 * interface; so the function is named by its macro instead, and crypto_hash.h is not included.
 *
 * Rejected: init, update and final, which the functions for a whole message consist of.
 */
#include "api.h"
#include <sodium.h>

static inline int sodium_is_ready(void) {
    static int is_initialized;

    if (!is_initialized)
        is_initialized = sodium_init() >= 0;
    return is_initialized;
}
