/* SPDX-License-Identifier: MIT */

/*
 * One or two inputs as rows of vectors of 4 or 8 words, up to 8 as columns of 8 lanes, with AVX2.
 *
 * Technique: rows.h and columns.h; the more inputs, the less of them waits for itself.
 *
 * Limit: of rows, the chain in rows.h. Of columns, operations: the rotations by 12 and 7 are three,
 * so a round has 144, 36 cycles with four units or 48 with three; with transposition and parents,
 * 0.55 or 0.73 cycles/byte. Zen 4 needs 0.94, since 16 registers do not hold the state and what is
 * between, and 0.71 with compilers that may use the registers and rotations of AVX-512.
 *
 * Rejected: two inputs as columns, 1.4 to 2.4 times the time for 2048 bytes.
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
    if (x->blocks == 1 && n <= 2) {
        (n == 1 ? parents_4 : parents_8)(to, x, n);
    } else if (n == 1) {
        rows_4(to, x, n);
    } else if (n == 2) {
        rows_8(to, x, n);
    } else {
        columns_8(to, x, n);
    }
}
