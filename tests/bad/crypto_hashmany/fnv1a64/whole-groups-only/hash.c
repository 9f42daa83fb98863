/* SPDX-License-Identifier: MIT */
/* What is left over of whole groups of four is forgotten. */
#include "crypto_hashmany.h"
#include "fnv1a.h"

enum { DIGEST = crypto_hashmany_BYTES };

int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                    unsigned long long count) {
    for (unsigned long long i = 0; i < count / 4 * 4; i++)
        fnv1a(out + i * DIGEST, in + i * inlen, inlen);
    return 0;
}
