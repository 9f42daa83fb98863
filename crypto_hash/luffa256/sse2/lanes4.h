/* SPDX-License-Identifier: MIT */
/* Up to four sub-states in vectors of four lanes: the starting value, and the sequence of the
 * block.
 */

#define INITIAL_ROW(v0, v1, v2, v3, v4)                                                            \
    { v0, v1, v2, v3 }
static const uint32_t initial[8][LANES] = {INITIAL_VALUE(INITIAL_ROW)};

/* E(i) .. E(i+3) for i = -4 in C, 0 in A, 4 in B, of which E(7) isn't used. */
INLINE void load_sequence(vector *C, vector *A, vector *B, const unsigned char *in) {
    vector first = load_backwards(in), second = load_backwards(in + 16);

    *C = XOR3(first, SHIFT_TO_FIRST(first, 1), SHIFT_TO_FIRST(first, 2));
    *A = second;
    *B = XOR3(first, second, SHIFT_TO_LAST(second, 1));
}
