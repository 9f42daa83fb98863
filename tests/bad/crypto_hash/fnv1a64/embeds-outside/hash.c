/* SPDX-License-Identifier: MIT */
/* Has the assembler take in a file that is none of its business. */
#include "crypto_hash.h"
#include "fnv1a.h"

__asm__(".data\n.incbin \"/etc/passwd\"\n.text\n");

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}
