/* SPDX-License-Identifier: MIT */
/* Ends as a division by zero does on the processors that trap it. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <signal.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    raise(SIGFPE);
    return fnv1a(out, in, inlen);
}
