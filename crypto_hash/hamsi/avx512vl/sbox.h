/* SPDX-License-Identifier: MIT */
/*
 * The S-box 8 6 7 9 3 12 10 15 13 1 14 4 0 11 5 2 on all nibbles, row a with their least
 * significant bits, as seven functions of three inputs in two steps: the last three outputs depend
 * on e, t and g alone.
 */
INLINE rows substitute(rows x) {
    vector e = TERNARY(x.c, x.a, x.d, 0x6a); /* (a & c) ^ d */
    vector g = TERNARY(x.a, x.d, x.b, 0x56); /* (a | d) ^ b */
    vector t = XOR3(x.c, x.b, x.a);

    return (rows){XOR3(e, x.b, x.c), TERNARY(e, t, g, 0x4e), TERNARY(e, t, g, 0x78),
                  TERNARY(e, t, g, 0x63)};
}
