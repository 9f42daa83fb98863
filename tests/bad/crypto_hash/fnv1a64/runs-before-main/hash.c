/* SPDX-License-Identifier: MIT */
/* Does something before main begins, and exports a name that is nobody's. */
#include "crypto_hash.h"
#include "fnv1a.h"

int anybodys;

__attribute__((constructor)) static void early(void) { anybodys = 1; }

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
