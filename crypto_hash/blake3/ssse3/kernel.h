/* SPDX-License-Identifier: MIT */

/*
 * One input as rows of vectors of 4 words, up to 4 as columns of 4 lanes, with SSSE3.
 *
 * Limit: of rows, the chain in rows.h. Of columns, the 144 operations of a round (see AVX2), 36
 * cycles with four units or 48 with three, are for half as many inputs: 1.1 or 1.5 cycles/byte. Zen
 * 4 needs 1.7, since 16 registers do not hold the state, and 1.4 with compilers that may use
 * AVX-512.
 *
 * Rejected: one input in general registers, 1.1 to 1.4 times the time for 1024 bytes.
 */

#include "vectors.h"

#include "rounds.h"
#include "shuffles.h"

#define WORDS 4
#include "rows.h"

#define LANES 4
#include "columns.h"

enum { WIDTH = 4 };

static unsigned inputs_at_once(unsigned n) { return n > 4 ? 4 : n; }

static void hash_at_once(value *to, const inputs *x, unsigned n) {
    if (x->blocks == 1 && n == 1) {
        parents_4(to, x, n);
    } else if (n == 1) {
        rows_4(to, x, n);
    } else {
        columns_4(to, x, n);
    }
}
