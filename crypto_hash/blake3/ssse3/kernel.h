/* SPDX-License-Identifier: MIT */

/*
 * One input as rows of vectors of 4 words, up to 4 as columns of 4 lanes, with SSSE3.
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
    if (n == 1) {
        rows_4(to, x, n);
    } else {
        columns_4(to, x, n);
    }
}
