/* SPDX-License-Identifier: MIT */
/* Defines a function of the C library for itself. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <stddef.h>

void *memcpy(void *to, const void *from, size_t count) {
    volatile unsigned char *out = to;
    const unsigned char *in = from;
    while (count-- > 0)
        *out++ = *in++;
    return to;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char digest[crypto_hash_BYTES];
    fnv1a(digest, in, inlen);
    memcpy(out, digest, sizeof digest);
    return 0;
}
