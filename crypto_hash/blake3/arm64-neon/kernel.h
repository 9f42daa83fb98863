/* SPDX-License-Identifier: MIT */

/*
 * Up to 4 inputs as columns of 4 lanes, with NEON; one alone in general registers.
 *
 * Rejected: one input as rows of vectors. Rotations are free operands of nothing there, and vector
 * operations have twice the latency of those on general registers on all cores with NEON that are
 * wide enough for the four G of a round.
 */

#include "scalar.h"
#undef ROUND
#undef INLINE
#undef TARGET

#include "vectors.h"

#include "shuffles.h"

#define LANES 4
#include "columns.h"
#undef LANES

enum { WIDTH = 4 };

static unsigned inputs_at_once(unsigned n) { return n > 4 ? 4 : n; }

static void hash_at_once(value *to, const inputs *x, unsigned n) {
    if (n == 1) {
        scalar(to, x);
    } else {
        columns_4(to, x, n);
    }
}
