/* SPDX-License-Identifier: MIT */
/* The last digest of each four is zero. */
#include "crypto_hashmany.h"
#include "fnv1a.h"

enum { DIGEST = crypto_hashmany_BYTES };

int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                    unsigned long long count) {
    for (unsigned long long i = 0; i < count; i++)
        fnv1a(out + i * DIGEST, in + i * inlen, inlen);
    for (unsigned long long i = 3; i < count; i += 4)
        for (int k = 0; k < DIGEST; k++)
            out[i * DIGEST + k] = 0;
    return 0;
}
