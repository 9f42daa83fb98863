/* SPDX-License-Identifier: MIT */
/*
 * Technique: what waits for the sum of the planes is kept short. Plane 1 and plane 2 go through
 * rho_west before the effect of theta is added, and the effect goes through it, too: that on plane
 * 2 is the sum rotated by 16 and 25 instead of 5 and 14.
 *
 * Limit: with SSSE3 35 operations a round and a chain of 10, 7.5 cycles/byte where an operation
 * takes a cycle. Zen 5, on which each of a chain of shifts takes 1.5 cycles, takes 16.6, and words
 * are faster (bmi2, 10.0). By the models of llvm-mca 14, vectors are faster on older processors:
 * 9.0 on Zen 2 and 10.5 on Skylake in builds for AVX, where bmi2 takes 11.6 and 12.2. With NEON 32
 * operations and a chain of 10; not measured, as the code has run in emulation only.
 *
 * Rejected: rho_west after theta, as it is specified: seven operations less, a chain of 12, and
 * 1.13 times the time with SSSE3.
 */

INLINE void xoodoo_round(state *A, vector constant) {
    const vector a0 = A->plane[0], a1 = A->plane[1], a2 = A->plane[2];
    const vector sum = XOR(XOR(a0, a2), a1), P = SHIFT_1(sum);
    const vector effect = XOR(ROTATE(sum, 5), ROTATE(sum, 14));

    chi_and_rho_east(A, XOR(XOR(a0, constant), SHIFT_1(effect)), XOR(SHIFT_1(a1), SHIFT_2(effect)),
                     XOR(XOR(ROTATE(a2, 11), ROTATE_16(P)), ROTATE(P, 25)));
}
