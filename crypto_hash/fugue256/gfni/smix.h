/* SPDX-License-Identifier: MIT */
/*
 * SMIX with the field arithmetic of GFNI, whose polynomial is the one of Fugue. avx512-gfni adds
 * the ternary logic of AVX-512.
 *
 * Technique: one instruction takes the inverse of each byte in GF(256) and multiplies it by a
 * matrix of bits. This is the S-box times 1, 4, 6 or 7, and each half of the vector has a matrix of
 * its own. In a slot c, row r of SMIX's result is a sum of seven or fewer such products. Let w_j be
 * the columns after S-box and row rotation. The first of a slot's products are those of row r
 *     slot 0: w_0 + w_1 + w_2 + w_3       slot 2: 7 w_1 + 6 w_2 + 7 w_3
 *     slot 1: w_2 + w_3                   slot 3: 4 w_1 + 4 w_2 + 5 w_3
 * and the others are 4 times row r+1 of w_(c-1), 7 times row r+2 of w_(c-2), and row r+3 of
 * w_(c-3). Seven shuffles bring the products to their places. That seven suffice is due to the
 * order of bytes: w_0 and w_2 are in the first half, w_1 and w_3 in the second. A search found five
 * vectors of products from which seven shuffles can take them all.
 *
 * Limit: the chain: the product 3, a shuffle 2, and, since shuffles are two a cycle, 3 more for the
 * last, then 2 sums 4: 12 cycles on Zen 5, where sums take 2, or 6 per byte of fugue256. Measured:
 * 8.1, 8.0 with AVX-512 (74 and 75 % of that speed). SMIX by itself takes 14.0 cycles.
 *
 * Rejected, with the time on Zen 5: sums as a tree, which wait for the last shuffle as well (Clang
 * 1.10, GCC 1.03); encodings of SSE, for processors without AVX (1.22 and 1.33).
 */
/* Row r+i of w_j, which is in slot j + r+i + 1. */
#define W(i, j, row) PLACE(((j) + (i) + (row) + 1) % 4, ((row) + (i)) % 4)
#define FROM_17(slot, row) PICK(slot, W(0, 0, row), W(0, 2, row), W(0, 1, row), W(2, 1, row))
#define FROM_17_TOO(slot, row) PICK(slot, W(0, 2, row), W(2, 3, row), W(0, 3, row), W(3, 0, row))
#define FROM_41(slot, row) PICK(slot, W(0, 1, row), W(0, 3, row), W(3, 3, row), W(0, 2, row))
#define FROM_41_TOO(slot, row) PICK(slot, W(0, 3, row), W(1, 0, row), NOWHERE, W(1, 2, row))
#define FROM_14(slot, row) PICK(slot, W(1, 3, row), W(3, 2, row), W(1, 1, row), W(0, 1, row))
#define FROM_74(slot, row) PICK(slot, W(2, 2, row), NOWHERE, W(2, 0, row), W(0, 3, row))
#define FROM_61(slot, row) PICK(slot, W(3, 1, row), NOWHERE, W(0, 2, row), W(0, 3, row))
static const bytes order[7] = {
    EACH_PLACE(FROM_17), EACH_PLACE(FROM_17_TOO), EACH_PLACE(FROM_41), EACH_PLACE(FROM_41_TOO),
    EACH_PLACE(FROM_14), EACH_PLACE(FROM_74),     EACH_PLACE(FROM_61)};

/* What the constant 63 of the S-box makes of it: times 2, 2, 4 and 7 in slots 0 to 3. */
#define SUM_OF_63(slot, row) PICK(slot, 0xc6, 0xc6, 0x97, 0x32)
static const bytes sum_of_63 = EACH_PLACE(SUM_OF_63);

#define M1 UINT64_C(0xf1e3c78f1f3e7cf8)
#define M4 UINT64_C(0x7c84099f43771f3e)
#define M6 UINT64_C(0x848deaa034682142)
#define M7 UINT64_C(0x756e2d2f2b565dba)
#define products(first, second, x)                                                                 \
    _mm_gf2p8affineinv_epi64_epi8(x, _mm_set_epi64x((long long)(second), (long long)(first)), 0)

TARGET static inline vector SMIX(vector x, vector added) {
    vector p17 = products(M1, M7, x), p41 = products(M4, M1, x);
    vector p14 = products(M1, M4, x), p74 = products(M7, M4, x), p61 = products(M6, M1, x);
    vector t0 =
        xor3(shuffled(p17, order[0]), shuffled(p17, order[1]), xor2(added, constant(sum_of_63)));
    vector t1 = xor3(shuffled(p41, order[2]), shuffled(p41, order[3]), t0);
    vector t2 = xor3(shuffled(p14, order[4]), shuffled(p74, order[5]), t1);
    return xor2(t2, shuffled(p61, order[6]));
}
