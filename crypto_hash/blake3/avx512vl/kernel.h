/* SPDX-License-Identifier: MIT */

/*
 * Up to four inputs as rows of vectors of 4, 8 or 16 words, up to 16 as columns of 8 or 16 lanes,
 * with AVX-512VL.
 *
 * Technique and bound stand in rows.h and columns.h; processor.h says what is done one way or
 * another, since which is faster depends on the processor.
 *
 * Rejected: two inputs as columns, 1.4 to 1.5 times the time for 2048 bytes; three or four as
 * columns of 4 lanes, 1.2 to 1.5 times the time for 4096.
 */

#include "vectors.h"

#include "rounds.h"
#include "shuffles.h"

#define WORDS 4
#include "rows.h"
#define WORDS 8
#include "rows.h"
#define WORDS 16
#include "rows.h"

#define LANES 8
#include "columns.h"
#define LANES 16
#include "columns.h"

enum { WIDTH = 16 };

static unsigned inputs_at_once(unsigned n) { return n > 12 ? (n < 16 ? n : 16) : n > 8 ? 8 : n; }

static void hash_at_once(value *to, const inputs *x, unsigned n) {
    if (x->blocks == 1 && n <= 4) {
        (n == 1 ? parents_4 : n == 2 ? parents_8 : parents_16)(to, x, n);
    } else if (n == 1) {
        rows_4(to, x, n);
    } else if (n == 2) {
        rows_8(to, x, n);
    } else if (n <= 4) {
        rows_16(to, x, n);
    } else if (n <= 8) {
        columns_8(to, x, n);
    } else {
        columns_16(to, x, n);
    }
}
