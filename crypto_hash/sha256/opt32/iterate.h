/* SPDX-License-Identifier: MIT */

/* crypto_hash() from a function over whole blocks, which the includer defines before:
 *
 *     static void compress_blocks(word *H, const unsigned char *in, unsigned long long n);
 *
 * with INITIAL[], the state before the first block, and what message_end.h asks for. The digest
 * is written after the last read of the message, so the two may overlap in any way. */
#include "message_end.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    const unsigned long long whole = inlen / BLOCK;
    word H[sizeof INITIAL / sizeof INITIAL[0]];
    unsigned char end[END_ROOM];

    memcpy(H, INITIAL, sizeof H);
    const size_t n = pad(end, in + whole * BLOCK, inlen);
    if (whole)
        compress_blocks(H, in, whole);
    compress_blocks(H, end, n);
    store_digest(out, H);
    return 0;
}
