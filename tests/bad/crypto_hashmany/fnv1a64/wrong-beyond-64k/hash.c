/* SPDX-License-Identifier: MIT */
/* Beyond 64 KiB of messages the first digest has a wrong bit. */
#include "crypto_hashmany.h"
#include "fnv1a.h"

enum { DIGEST = crypto_hashmany_BYTES };

int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                    unsigned long long count) {
    for (unsigned long long i = 0; i < count; i++)
        fnv1a(out + i * DIGEST, in + i * inlen, inlen);
    if (inlen * count > 1 << 16)
        out[0] ^= 1;
    return 0;
}
