/* SPDX-License-Identifier: MIT */
/* A name that is nowhere declared. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return undeclared_name + fnv1a(out, in, inlen);
}
