/* SPDX-License-Identifier: MIT */
/*
 * Eight vectors, one for each word of all sub-states: their doubling, and the multiples of a block.
 *
 * Technique: in lane j stands 2^j M, the multiple of the block M that V_j gets. It comes from a
 * sequence E: word 7 of 2^j M is E(j), and the recursion of the field carries on to both sides, so
 * that word 0 is E(j-1), word 1 is E(j-2) + E(j-1), and so on. A word of all multiples is a sum of
 * windows into E; a window is two vectors of E, aligned. E(-4) .. E(7) are the words of the block,
 * last to first, and sums of two, three or four of them.
 */

/* Loops over the words would leave them in memory where compilers don't unroll them. */
#define EACH_WORD(DO)                                                                              \
    do {                                                                                           \
        DO(0);                                                                                     \
        DO(1);                                                                                     \
        DO(2);                                                                                     \
        DO(3);                                                                                     \
        DO(4);                                                                                     \
        DO(5);                                                                                     \
        DO(6);                                                                                     \
        DO(7);                                                                                     \
    } while (0)

/* c = c + 2 b */
INLINE void add_double(vector c[8], const vector b[8]) {
    c[0] = XOR(c[0], b[7]);
    c[1] = XOR3(c[1], b[0], b[7]);
    c[2] = XOR(c[2], b[1]);
    c[3] = XOR3(c[3], b[2], b[7]);
    c[4] = XOR3(c[4], b[3], b[7]);
    c[5] = XOR(c[5], b[4]);
    c[6] = XOR(c[6], b[5]);
    c[7] = XOR(c[7], b[6]);
}

/* The multiples of the block. */
INLINE void multiply_block(vector m[8], const unsigned char *in) {
    vector C, A, B;

    load_sequence(&C, &A, &B, in);
    vector e3 = WINDOW(C, A, 1), e2 = WINDOW(C, A, 2), e1 = WINDOW(C, A, 3);
    m[0] = e1;
    m[1] = XOR(e2, e1);
    m[2] = XOR(e3, e2);
    m[3] = XOR3(C, e3, e1);
    m[4] = WINDOW(A, B, 3);
    m[5] = WINDOW(A, B, 2);
    m[6] = WINDOW(A, B, 1);
    m[7] = A;
}
