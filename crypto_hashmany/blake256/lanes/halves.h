/* SPDX-License-Identifier: MIT */
/* G of BLAKE, which BLAKE2 and BLAKE3 kept but for constants and rotations, on the state v. */
#ifndef HALVES_H
#define HALVES_H

/* One half of G for the four columns or diagonals, whose second, third and fourth words begin at
 * b, c and d. */
#define HALVES(b, c, d, m0, m1, m2, m3, r, s)                                                      \
    do {                                                                                           \
        v[0] += m0;                                                                                \
        v[1] += m1;                                                                                \
        v[2] += m2;                                                                                \
        v[3] += m3;                                                                                \
        v[0] += v[4 + (b)];                                                                        \
        v[1] += v[4 + ((b) + 1) % 4];                                                              \
        v[2] += v[4 + ((b) + 2) % 4];                                                              \
        v[3] += v[4 + ((b) + 3) % 4];                                                              \
        v[12 + (d)] = ROTR(v[12 + (d)] ^ v[0], r);                                                 \
        v[12 + ((d) + 1) % 4] = ROTR(v[12 + ((d) + 1) % 4] ^ v[1], r);                             \
        v[12 + ((d) + 2) % 4] = ROTR(v[12 + ((d) + 2) % 4] ^ v[2], r);                             \
        v[12 + ((d) + 3) % 4] = ROTR(v[12 + ((d) + 3) % 4] ^ v[3], r);                             \
        v[8 + (c)] += v[12 + (d)];                                                                 \
        v[8 + ((c) + 1) % 4] += v[12 + ((d) + 1) % 4];                                             \
        v[8 + ((c) + 2) % 4] += v[12 + ((d) + 2) % 4];                                             \
        v[8 + ((c) + 3) % 4] += v[12 + ((d) + 3) % 4];                                             \
        v[4 + (b)] = ROTR(v[4 + (b)] ^ v[8 + (c)], s);                                             \
        v[4 + ((b) + 1) % 4] = ROTR(v[4 + ((b) + 1) % 4] ^ v[8 + ((c) + 1) % 4], s);               \
        v[4 + ((b) + 2) % 4] = ROTR(v[4 + ((b) + 2) % 4] ^ v[8 + ((c) + 2) % 4], s);               \
        v[4 + ((b) + 3) % 4] = ROTR(v[4 + ((b) + 3) % 4] ^ v[8 + ((c) + 3) % 4], s);               \
    } while (0)

#endif
