/* SPDX-License-Identifier: MIT */
/* Builds, with a section that claims to be compressed and is not. */
#include "crypto_hash.h"
#include "fnv1a.h"

__asm__(".section .odd,\"0x800\",@progbits\n.ascii \"not compressed at all: no header\"\n.text\n");

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
