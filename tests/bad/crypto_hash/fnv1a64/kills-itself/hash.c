/* SPDX-License-Identifier: MIT */
/* Ends by a signal that can't be caught. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <signal.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    raise(SIGKILL);
    return fnv1a(out, in, inlen);
}
