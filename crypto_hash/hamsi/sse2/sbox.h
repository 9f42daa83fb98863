/* SPDX-License-Identifier: MIT */
/*
 * The S-box 8 6 7 9 3 12 10 15 13 1 14 4 0 11 5 2 on all nibbles, row a with their least
 * significant bits, 16 operations, and a chain of 5 to c, on which L
 * waits longest. t is hidden, because compilers know that t ^ e is x.a ^ y0, which saves an
 * operation and lengthens the chain.
 */
INLINE rows substitute(rows x) {
    vector e = (x.a & x.c) ^ x.d;
    vector g = (x.a | x.d) ^ x.b;
    vector p = x.b ^ x.c;
    vector t = x.a ^ p;
    vector f;

    hold(t);
    f = t ^ e;
    return (rows){p ^ e, (g | f) ^ e, (g & ~f) ^ (g | e), ~(f ^ (e & g))};
}
