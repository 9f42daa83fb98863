/* SPDX-License-Identifier: MIT */
/* The steps of all Feistels, where the processor has rotations, and both functions. */

typedef struct {
    row A, B, C, D;
} state;

#define STEP(phi, w, r, s, x)                                                                      \
    do {                                                                                           \
        row sum = row_add(D, w), rotated = row_rotate_left(A, r), crossing = crossed(rotated, x);  \
        hold(sum);                                                                                 \
        sum = row_add(sum, phi(A, B, C));                                                          \
        D = C;                                                                                     \
        C = B;                                                                                     \
        B = rotated;                                                                               \
        A = row_add(row_rotate_left(sum, s), crossing);                                            \
    } while (0)

#define STEP_IF(w, r, s, x) STEP(row_if, w, r, s, x)
#define STEP_MAJ(w, r, s, x) STEP(row_majority, w, r, s, x)
