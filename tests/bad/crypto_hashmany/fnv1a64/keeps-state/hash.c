/* SPDX-License-Identifier: MIT */
/* Each call begins where the one before ended. */
#include "crypto_hashmany.h"
#include "fnv1a.h"

enum { DIGEST = crypto_hashmany_BYTES };

static unsigned char calls;

int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                    unsigned long long count) {
    for (unsigned long long i = 0; i < count; i++)
        fnv1a(out + i * DIGEST, in + i * inlen, inlen);
    for (unsigned long long i = 0; i < count; i++)
        out[i * DIGEST] ^= calls;
    calls++;
    return 0;
}
