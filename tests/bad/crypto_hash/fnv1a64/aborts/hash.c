/* SPDX-License-Identifier: MIT */
/* Aborts. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <stdlib.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    if (inlen == 3)
        abort();
    return fnv1a(out, in, inlen);
}
