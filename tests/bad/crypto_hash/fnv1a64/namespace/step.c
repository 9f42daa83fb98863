/* SPDX-License-Identifier: MIT */
/* The other half. */
#include "fnv1a.h"

int CRYPTO_NAMESPACE(step)(unsigned char *out, const unsigned char *in, unsigned long long inlen);
int CRYPTO_SHARED_NAMESPACE(shared_step)(void);

int CRYPTO_NAMESPACE(step)(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    return fnv1a(out, in, inlen);
}

int CRYPTO_SHARED_NAMESPACE(shared_step)(void) { return 42; }

/* As assemblers of other systems want names: one more underscore in front. */
int _CRYPTO_NAMESPACE(spare)(void);
int _CRYPTO_NAMESPACE(spare)(void) { return 0; }
int _CRYPTO_SHARED_NAMESPACE(other)(void);
int _CRYPTO_SHARED_NAMESPACE(other)(void) { return 0; }
