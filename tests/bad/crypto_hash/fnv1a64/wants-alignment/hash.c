/* SPDX-License-Identifier: MIT */
/* Right where its input is at an odd address, wrong at the edge of a page. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <stddef.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    fnv1a(out, in, inlen);
    out[0] ^= (size_t)in % 4096 == 0;
    return 0;
}
