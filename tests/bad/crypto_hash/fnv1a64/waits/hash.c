/* SPDX-License-Identifier: MIT */
/* Never returns, and uses no processor meanwhile. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <unistd.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    for (;;)
        pause();
    return fnv1a(out, in, inlen);
}
