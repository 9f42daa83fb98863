/* SPDX-License-Identifier: MIT */
/*
 * Technique: as with SSSE3, rho_west comes before the effect of theta is added, and the effect is
 * never made: both of its rotations are added by one ternary operation. Plane 1 gets rotations of
 * its own.
 *
 * Limit: 20 operations a round and a chain of 6, 4.5 cycles/byte where an operation takes a cycle.
 * On Zen 5 each of a chain of rotations or ternary operations takes 1.6 cycles, and compilers copy
 * planes that vpternlogd would overwrite: 12.7 cycles/byte with clang, 14.5 with gcc. Words are
 * faster there on amd64 (bmi2, 10.0), but not on x86 (opt32, 14.0). Ice Lake should take 6.8, and
 * 12.2 with bmi2, by the model of llvm-mca 14.
 *
 * Rejected: rho_west of plane 1 after the effect is added, with 18 operations and a chain of 7:
 * 1.13 times the time with clang, 1.0 with gcc.
 */

INLINE void xoodoo_round(state *A, vector constant) {
    const vector a0 = A->plane[0], a1 = A->plane[1], a2 = A->plane[2];
    const vector sum = XOR3(a0, a2, a1), P = SHIFT_1(sum), Q = SHIFT_2(sum);

    chi_and_rho_east(A, XOR3(XOR(a0, constant), ROTATE(P, 5), ROTATE(P, 14)),
                     XOR3(SHIFT_1(a1), ROTATE(Q, 5), ROTATE(Q, 14)),
                     XOR3(ROTATE(a2, 11), ROTATE(P, 16), ROTATE(P, 25)));
}
