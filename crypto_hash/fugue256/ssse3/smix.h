/* SPDX-License-Identifier: MIT */
/*
 * SMIX without instructions of AES: the S-box by shuffles, in constant time. Mike Hamburg had the
 * technique first ("Accelerating AES with Vector Permute Instructions", CHES 2009).
 *
 * Technique: a shuffle looks 16 bytes up in a table of 16. Bytes are kept in a tower of fields, as
 * k + i X with k, the low half, and i, the high half, in GF(16), and X^2 = a X + a. A byte's
 * inverse is a sum of two functions of 4 bits each: with j = i + k,
 *     io = 1 / (1/i + a/k) + j = N / (k + a i),        N = k^2 + a i k + a i^2
 *     jo = 1 / (1/j + a/k) + i = N / (k + a i + a k),
 * so that 1/io and 1/jo are sums of k/N and i/N, and the inverse, the conjugate over N, is linear
 * in them. The tables from_io and from_jo hold it after the linear part of the S-box, times 1, 4
 * and 7. Infinity is 0x80, which stays above 0x7f in sums and for which a shuffle gives 0. The
 * state stays in the tower: input is mapped to it beside the chain, and the digest from it.
 *
 * With w_c the columns after S-box and rotation of rows, the result has
 *     slot 0: w_0 + w_1 + w_2 + w_3       slot 2: 7 w_1 + 6 w_2 + 7 w_3
 *     slot 1: w_2 + w_3                   slot 3: 4 w_1 + 4 w_2 + 5 w_3
 * and 4 times row r+1 of w_(c-1), 7 times row r+2 of w_(c-2), and row r+3 of w_(c-3) in row r of
 * slot c. Shuffles bring products to their places: 5 once, 4 four times, 4 seven times.
 *
 * Limit: the chain: halves 4, j 2, two reciprocals with a sum each 8, tables 4, a shuffle 2, and 4
 * sums 8: 28 cycles on Zen 5, where each operation takes 2. That is 14 per byte of fugue256;
 * measured: 18.2, 77 % of that speed. There are 50 operations, 24 of them shuffles, 12 cycles at
 * two a cycle.
 *
 * Rejected: the tables of opt64, which take 0.67 of the time, but are not constant-time code.
 * Not tried: products by doubling, which has 6 operations in the tower, one after the other.
 */
#define TABLE(name) static const _Alignas(16) unsigned char name[16]

/* Numbers of GF(16). There is no reciprocal of 0. */
TABLE(reciprocal) = {0x80, 0x01, 0x0c, 0x08, 0x06, 0x0f, 0x04, 0x0e,
                     0x03, 0x0d, 0x0b, 0x0a, 0x02, 0x09, 0x07, 0x05};
TABLE(a_over) = {0x80, 0x03, 0x0d, 0x01, 0x0a, 0x08, 0x0c, 0x0b,
                 0x05, 0x0e, 0x04, 0x07, 0x06, 0x02, 0x09, 0x0f};

/* The bytes after the S-box but for 0x63, times 1, 4 and 7. */
TABLE(from_io) = {0x00, 0x43, 0x11, 0x31, 0x9f, 0xed, 0x20, 0xae,
                  0xfc, 0x52, 0xcd, 0x8e, 0xbf, 0x72, 0xdc, 0x63};
TABLE(from_jo) = {0x00, 0xd9, 0xb0, 0x98, 0xe4, 0xa5, 0x28, 0x7c,
                  0x15, 0x69, 0x8d, 0x54, 0xcc, 0x41, 0x3d, 0xf1};
TABLE(from_io_4) = {0x00, 0xb6, 0x1d, 0x2e, 0xa1, 0x39, 0x33, 0x8f,
                    0x24, 0xab, 0x0a, 0xbc, 0x92, 0x98, 0x17, 0x85};
TABLE(from_jo_4) = {0x00, 0xf7, 0x22, 0x51, 0xb9, 0x1f, 0x73, 0xe8,
                    0x3d, 0xd5, 0x6c, 0x9b, 0xca, 0xa6, 0x4e, 0x84};
TABLE(from_io_7) = {0x00, 0xdd, 0x3d, 0x02, 0xdc, 0x03, 0x3f, 0xde,
                    0x3e, 0xe0, 0x3c, 0xe1, 0xe3, 0xdf, 0x01, 0xe2};
TABLE(from_jo_7) = {0x00, 0x46, 0x2a, 0xc7, 0x37, 0xb6, 0xed, 0xf0,
                    0x9c, 0x6c, 0x5b, 0x1d, 0xda, 0x81, 0x71, 0xab};

/* Linear maps of the two halves of a byte. */
TABLE(to_tower_low) = {0x00, 0x01, 0x27, 0x26, 0xc0, 0xc1, 0xe7, 0xe6,
                       0xc3, 0xc2, 0xe4, 0xe5, 0x03, 0x02, 0x24, 0x25};
TABLE(to_tower_high) = {0x00, 0xaa, 0x7a, 0xd0, 0xaf, 0x05, 0xd5, 0x7f,
                        0xd8, 0x72, 0xa2, 0x08, 0x77, 0xdd, 0x0d, 0xa7};
TABLE(from_tower_low) = {0x00, 0x01, 0x0d, 0x0c, 0x51, 0x50, 0x5c, 0x5d,
                         0xb0, 0xb1, 0xbd, 0xbc, 0xe1, 0xe0, 0xec, 0xed};
TABLE(from_tower_high) = {0x00, 0x34, 0x5f, 0x6b, 0xf6, 0xc2, 0xa9, 0x9d,
                          0xf2, 0xc6, 0xad, 0x99, 0x04, 0x30, 0x5b, 0x6f};

/* What the constant 63 of the S-box makes of it: times 2, 2, 4 and 7 in slots 0 to 3. */
TABLE(sum_of_63) = {0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90,
                    0x94, 0x94, 0x94, 0x94, 0xf7, 0xf7, 0xf7, 0xf7};

TARGET static inline vector mapped(vector x, const unsigned char low_table[16],
                                   const unsigned char high_table[16]) {
    return xor2(shuffled(load_columns(low_table), low_halves(x)),
                shuffled(load_columns(high_table), high_halves(x)));
}

#define to_tower(x) mapped(x, to_tower_low, to_tower_high)
#define from_tower(x) mapped(x, from_tower_low, from_tower_high)

/* Row r+i of w_j, which is in slot j + r+i + 1. */
#define W(i, j, row) (((j) + (i) + (row) + 1) % 4 * 4 + ((row) + (i)) % 4)
#define NOWHERE(row) 0x80
#define SLOT_ORDER(FROM) FROM(0), FROM(1), FROM(2), FROM(3)
#define ORDER(name, slot_0, slot_1, slot_2, slot_3)                                                \
    TABLE(name) = {SLOT_ORDER(slot_0), SLOT_ORDER(slot_1), SLOT_ORDER(slot_2), SLOT_ORDER(slot_3)}

#define W0(row) W(0, 0, row)
#define W1(row) W(0, 1, row)
#define W2(row) W(0, 2, row)
#define W3(row) W(0, 3, row)
#define W0_1(row) W(1, 0, row)
#define W1_1(row) W(1, 1, row)
#define W2_1(row) W(1, 2, row)
#define W3_1(row) W(1, 3, row)
#define W0_2(row) W(2, 0, row)
#define W1_2(row) W(2, 1, row)
#define W2_2(row) W(2, 2, row)
#define W3_2(row) W(2, 3, row)
#define W0_3(row) W(3, 0, row)
#define W1_3(row) W(3, 1, row)
#define W2_3(row) W(3, 2, row)
#define W3_3(row) W(3, 3, row)
ORDER(once_0, W0, W2, W2, W3);
ORDER(once_1, W1, W3, W3_3, W0_3);
ORDER(once_2, W2, W2_3, NOWHERE, NOWHERE);
ORDER(once_3, W3, NOWHERE, NOWHERE, NOWHERE);
ORDER(once_4, W1_3, NOWHERE, NOWHERE, NOWHERE);
ORDER(four_0, W3_1, W0_1, W1_1, W2_1);
ORDER(four_1, NOWHERE, NOWHERE, NOWHERE, W1);
ORDER(four_2, NOWHERE, NOWHERE, NOWHERE, W2);
ORDER(four_3, NOWHERE, NOWHERE, NOWHERE, W3);
ORDER(seven_0, W2_2, W3_2, W0_2, W1_2);
ORDER(seven_1, NOWHERE, NOWHERE, W1, NOWHERE);
ORDER(seven_2, NOWHERE, NOWHERE, W2, NOWHERE);
ORDER(seven_3, NOWHERE, NOWHERE, W3, NOWHERE);

#define look_up(table, index) shuffled(load_columns(table), index)
#define moved(a, order) shuffled(a, load_columns(order))

TARGET static inline vector SMIX(vector x, vector added) {
    vector k = low_halves(x), i = high_halves(x), j = xor2(i, k), a = look_up(a_over, k);
    vector io = xor2(look_up(reciprocal, i), a), jo = xor2(look_up(reciprocal, j), a);
    vector io2 = xor2(look_up(reciprocal, io), j), jo2 = xor2(look_up(reciprocal, jo), i);
    vector once = xor2(look_up(from_io, io2), look_up(from_jo, jo2));
    vector four = xor2(look_up(from_io_4, io2), look_up(from_jo_4, jo2));
    vector seven = xor2(look_up(from_io_7, io2), look_up(from_jo_7, jo2));
    vector t0 = xor2(moved(once, once_0), moved(once, once_1));
    vector t1 = xor2(moved(once, once_2), moved(once, once_3));
    vector t2 = xor2(moved(once, once_4), xor2(added, load_columns(sum_of_63)));
    vector t3 = xor2(moved(four, four_0), moved(four, four_1));
    vector t4 = xor2(moved(four, four_2), moved(four, four_3));
    vector t5 = xor2(moved(seven, seven_0), moved(seven, seven_1));
    vector t6 = xor2(moved(seven, seven_2), moved(seven, seven_3));
    return xor2(xor2(xor2(t0, t1), xor2(t2, t3)), xor2(t4, xor2(t5, t6)));
}
