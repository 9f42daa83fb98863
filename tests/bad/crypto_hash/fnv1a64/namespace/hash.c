/* SPDX-License-Identifier: MIT */
/* Names of its own in two files, which no other implementation's can meet. */
#include "crypto_hash.h"
#include "fnv1a.h"
#include <stddef.h>
#include <string.h>

#define step CRYPTO_NAMESPACE(step)
#define shared_step CRYPTO_SHARED_NAMESPACE(shared_step)

int step(unsigned char *out, const unsigned char *in, unsigned long long inlen);
int shared_step(void);

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    static CRYPTO_ALIGN(32) unsigned char digest[crypto_hash_BYTES];
    if ((size_t)digest % 32 != 0)
        return 1;
    step(digest, in, inlen);
    memcpy(out, digest, crypto_hash_BYTES);
    return shared_step() != 42;
}
