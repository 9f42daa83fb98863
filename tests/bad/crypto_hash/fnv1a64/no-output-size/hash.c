/* SPDX-License-Identifier: MIT */
/* Its api.h does not say how long the output is. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
