/* SPDX-License-Identifier: MIT */
/* KangarooTwelve from the XKCP, the collection of Keccak's authors: the function of its interface
 * for a whole message.
 *
 * Which instructions are used is chosen when the library is built, by the name of its target: one
 * for another processor is wrong here, and is stopped by a signal.
 */
#include "crypto_hash.h"
#include <libXKCP.a.headers/KangarooTwelve.h>
#include <stddef.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return KT128(in, (size_t)inlen, out, crypto_hash_BYTES, NULL, 0);
}
