/* SPDX-License-Identifier: MIT */
/* Claims what it does: no branch and no address depends on the input's bytes. */
#include "crypto_hash.h"
#include "fnv1a.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
