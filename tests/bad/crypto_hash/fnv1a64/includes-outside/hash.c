/* SPDX-License-Identifier: MIT */
/* Includes a file of the system that is none of its business. */
#include "crypto_hash.h"
#include "fnv1a.h"

static const char stolen[] =
#include "/etc/hostname"
    ;

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
