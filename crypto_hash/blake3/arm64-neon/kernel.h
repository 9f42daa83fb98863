/* SPDX-License-Identifier: MIT */

/*
 * Up to 4 inputs as columns of 4 lanes, with NEON; one alone in general registers.
 *
 * Limit: 112 operations a round, of which the rotations by 12 and 7 are two: 128. With two vector
 * units 64 cycles a round of four blocks, 1.75 cycles/byte, by count; not measured on a processor.
 *
 * Rejected: one input as rows of vectors. Its chain is 24 operations as in general registers, where
 * they have half the latency.
 */

#include "scalar.h"
#undef ROUND
#undef INLINE
#undef TARGET

#include "vectors.h"

#include "shuffles.h"

#define LANES 4
#include "columns.h"

enum { WIDTH = 4 };

static unsigned inputs_at_once(unsigned n) { return n > 4 ? 4 : n; }

static void hash_at_once(value *to, const inputs *x, unsigned n) {
    if (n == 1) {
        scalar(to, x);
    } else {
        columns_4(to, x, n);
    }
}
