/* SPDX-License-Identifier: MIT */
/* No hash: the exclusive or of all parts of 32 bytes. It reads the message and writes a digest as a
 * hash does, and takes so little time that what comes before and after shows. */
#include "crypto_hash.h"
#include <string.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char sum[crypto_hash_BYTES] = {0};
    for (; inlen >= sizeof sum; inlen -= sizeof sum, in += sizeof sum)
        for (unsigned i = 0; i < sizeof sum; ++i)
            sum[i] ^= in[i];
    memcpy(out, sum, sizeof sum);
    return 0;
}
