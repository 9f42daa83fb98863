/* SPDX-License-Identifier: MIT */

/* Chunks side by side, in a file of its own: what lanes are, differs from hash.c. */

#include "most_ways.h"

#define leaves CRYPTO_NAMESPACE(leaves)

/* chunks() of chunks.h, for MOST_WAYS ways. */
void leaves(unsigned char *chaining_values, unsigned char *state,
            const unsigned char *const *chunk);
