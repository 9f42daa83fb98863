/* SPDX-License-Identifier: MIT */

/* SubBytes, ShiftBytes and MixBytes on eight rows of 16 bytes, with AES instructions. */
#include "layout.h"
#include "ones.h"

/* The state is in the specification's basis. */
#define load_elements(p) load(p)
#define store_elements(p, a) store(p, a)

#define EACH_BYTE(x) (UINT64_C(0x0101010101010101) * (x))
#define ROUND_BYTES(round) EACH_BYTE(round)
#define COLUMNS_0_TO_7 UINT64_C(0x7060504030201000)
#define COLUMNS_8_TO_15 UINT64_C(0xf0e0d0c0b0a09080)

/*
 * The order of bytes that, after the shift of rows in a round of AES, is the one wanted: byte k
 * goes where that shift takes the byte at INVERSE(k) from.
 */
#define INVERSE(k) ((k) % 4 + 4 * (((k) / 4 + 4 - (k) % 4) % 4))

/*
 * b_i = 2 (2 x_(i+3) + y_(i+7)) + y_(i+4) with t_i = a_i + a_(i+1), x_i = t_i + t_(i+3) and
 * y_i = t_i + t_(i+2) + a_(i+6), indices modulo 8.
 */
TARGET static inline void MixBytes(vector a[8]) {
    vector t[8], y[8];

    EACH_ROW(i) t[i] = xor2(a[i], a[(i + 1) % 8]);
    EACH_ROW(i) y[i] = xor3(t[i], t[(i + 2) % 8], a[(i + 6) % 8]);
    EACH_ROW(i) {
        vector x = xor2(t[(i + 3) % 8], t[(i + 6) % 8]);
        a[i] = sum_4_2_1(x, y[(i + 7) % 8], y[(i + 4) % 8]);
    }
}

TARGET static inline void shift_sub_mix(vector a[8], const unsigned char order[8][sizeof(vector)],
                                        vector added) {
    EACH_ROW(i) a[i] = aes_shift_sub_add(shuffled(a[i], load(order[i])), added);
    MixBytes(a);
}
