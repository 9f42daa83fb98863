/* SPDX-License-Identifier: MIT */

/* chunks.h over the lanes of leaf_lane.h. */

#include "crypto_hash.h"
#include "leaf_lane.h"

#include "keccak_p.h"

#include "leaf_ways.h"

#include "chunks.h"
#include "leaves.h"

TARGET void leaves(unsigned char *chaining_values, unsigned char *state,
                   const unsigned char *const *chunk) {
    chunks(chaining_values, state, chunk);
}
