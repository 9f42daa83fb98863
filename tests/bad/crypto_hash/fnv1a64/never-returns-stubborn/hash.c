/* SPDX-License-Identifier: MIT */
/* Never returns, and does not hear the alarm. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <signal.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    signal(SIGALRM, SIG_IGN);
    for (volatile int forever = 1; forever;)
        ;
    return fnv1a(out, in, inlen);
}
