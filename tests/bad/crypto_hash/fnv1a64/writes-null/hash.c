/* SPDX-License-Identifier: MIT */
/* Crashes on a null pointer. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <stddef.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    volatile char *nowhere = NULL;
    if (inlen == 5)
        *nowhere = 1;
    return fnv1a(out, in, inlen);
}
