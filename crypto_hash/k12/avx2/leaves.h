/* SPDX-License-Identifier: MIT */

/* Chunks side by side. They have a file of their own because their lanes differ from hash.c. */

#include "most_ways.h"

#define leaves CRYPTO_NAMESPACE(leaves)

/* chunks() of chunks.h, for MOST_WAYS ways. */
void leaves(unsigned char *chaining_values, unsigned char *state,
            const unsigned char *const *chunk);
