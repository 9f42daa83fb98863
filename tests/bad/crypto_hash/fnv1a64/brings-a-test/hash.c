/* SPDX-License-Identifier: MIT */
/* Beside it stands a program of its own, as many submissions have one. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
