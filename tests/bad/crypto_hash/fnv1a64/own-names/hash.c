/* SPDX-License-Identifier: MIT */
/* An api.h with a version and a name of its own, both under this implementation's prefix. */
#include "crypto_hash.h"

#include <string.h>

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned long long state = 0xcbf29ce484222325ULL;
    if (strcmp(crypto_hash_VERSION, "1.2 beta") != 0)
        return 1;
    for (unsigned long long i = 0; i < inlen; ++i)
        state = (state ^ in[i]) * crypto_hash_fnv1a64_own_names_timingleaks_PRIME;
    for (int i = 0; i < crypto_hash_BYTES; ++i)
        out[i] = (unsigned char)(state >> (8 * i));
    return 0;
}
