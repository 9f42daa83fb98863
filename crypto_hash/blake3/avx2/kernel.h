/* SPDX-License-Identifier: MIT */

/*
 * One or two inputs as rows of vectors of 4 or 8 words, up to 8 as columns of 8 lanes, with AVX2.
 */

#include "vectors.h"

#include "rounds.h"
#include "shuffles.h"

#define WORDS 4
#include "rows.h"
#define WORDS 8
#include "rows.h"

#define LANES 8
#include "columns.h"

enum { WIDTH = 8 };

static unsigned inputs_at_once(unsigned n) { return n > 8 ? 8 : n; }

static void hash_at_once(value *to, const inputs *x, unsigned n) {
    if (n == 1) {
        rows_4(to, x, n);
    } else if (n == 2) {
        rows_8(to, x, n);
    } else {
        columns_8(to, x, n);
    }
}
