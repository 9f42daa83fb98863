/* SPDX-License-Identifier: MIT */
/* Comes back from every call, after a while. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <time.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static const struct timespec while_ = {0, 1000000};
    nanosleep(&while_, 0);
    return fnv1a(out, in, inlen);
}
