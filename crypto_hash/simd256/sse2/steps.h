/* SPDX-License-Identifier: MIT */
/* The steps of all Feistels, with the shifts of x86. */

typedef struct {
    row A, B, C, D;
} state;

/* sum <<< s, and the crossed A <<< r, which is added between the two shifts. */
#define FINISH_STEP(sum, r, s, x)                                                                  \
    do {                                                                                           \
        row rotated = row_xor(row_shift_left(A, r), row_shift_right(A, 32 - (r)));                 \
        row crossing = crossed(rotated, x);                                                        \
        D = C;                                                                                     \
        C = B;                                                                                     \
        B = rotated;                                                                               \
        A = row_add(row_shift_left(sum, s), crossing);                                             \
        hold(A);                                                                                   \
        A = row_add(A, row_shift_right(sum, 32 - (s)));                                            \
    } while (0)

#define STEP_IF(w, r, s, x)                                                                        \
    do {                                                                                           \
        row sum = row_add(D, w);                                                                   \
        hold(sum);                                                                                 \
        sum = row_add(sum, row_xor(row_and(row_xor(B, C), A), C));                                 \
        FINISH_STEP(sum, r, s, x);                                                                 \
    } while (0)

/* The bits where B and C agree, and those of A where they do not. */
#define STEP_MAJ(w, r, s, x)                                                                       \
    do {                                                                                           \
        row sum = row_add(row_add(D, w), row_and(B, C));                                           \
        hold(sum);                                                                                 \
        sum = row_add(sum, row_and(row_xor(B, C), A));                                             \
        FINISH_STEP(sum, r, s, x);                                                                 \
    } while (0)
