/* SPDX-License-Identifier: MIT */
/* SHA-512, after FIPS 180-4 sections 4, 5 and 6.4; readable first.
 *
 * Technique: each round makes one new value for a and one for e; b, c, d and f, g, h are only
 * older values of these two. So the rounds are written as two recurrences over arrays that keep
 * their history: with A[0..3] = d, c, b, a and E[0..3] = h, g, f, e at the start, round t reads
 * A[t..t+3] and E[t..t+3] and writes A[t+4] and E[t+4].
 *
 * Invariant: before round t the standard's a, b, c, d are A[t+3], A[t+2], A[t+1], A[t], and its
 * e, f, g, h are E[t+3], E[t+2], E[t+1], E[t]; hence the arrays end at index 83. Output is
 * written after the last read of the input, so the two may overlap in any way.
 *
 * Rejected: eight variables renamed in every round, as the standard prints it. It is no shorter,
 * and hides that six of its eight assignments compute nothing. Unrolling would remove them as
 * well, at the price of a page of code.
 */
#include "crypto_hash.h"
#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 128, LENGTH_FIELD = 16, ROUNDS = 80 };

/* The fractional parts of the cube roots of the first 80 primes. */
static const uint64_t K[ROUNDS] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817};

static uint64_t load_word(const unsigned char *p) {
    uint64_t x = 0;

    for (int i = 0; i < 8; i++)
        x = x << 8 | p[i];
    return x;
}

static void store_word(unsigned char *p, uint64_t x) {
    for (int i = 0; i < 8; i++)
        p[i] = (unsigned char)(x >> (56 - 8 * i));
}

static uint64_t ROTR(int n, uint64_t x) { return x >> n | x << (64 - n); }

static uint64_t Ch(uint64_t x, uint64_t y, uint64_t z) { return (x & y) ^ (~x & z); }

static uint64_t Maj(uint64_t x, uint64_t y, uint64_t z) { return (x & y) ^ (x & z) ^ (y & z); }

static uint64_t Sigma0(uint64_t x) { return ROTR(28, x) ^ ROTR(34, x) ^ ROTR(39, x); }

static uint64_t Sigma1(uint64_t x) { return ROTR(14, x) ^ ROTR(18, x) ^ ROTR(41, x); }

static uint64_t sigma0(uint64_t x) { return ROTR(1, x) ^ ROTR(8, x) ^ x >> 7; }

static uint64_t sigma1(uint64_t x) { return ROTR(19, x) ^ ROTR(61, x) ^ x >> 6; }

static void expand(uint64_t W[ROUNDS], const unsigned char *M) {
    for (int t = 0; t < 16; t++)
        W[t] = load_word(M + 8 * t);
    for (int t = 16; t < ROUNDS; t++)
        W[t] = sigma1(W[t - 2]) + W[t - 7] + sigma0(W[t - 15]) + W[t - 16];
}

static void compress(uint64_t H[8], const unsigned char *M) {
    uint64_t W[ROUNDS], A[ROUNDS + 4], E[ROUNDS + 4];

    expand(W, M);
    for (int i = 0; i < 4; i++) {
        A[i] = H[3 - i];
        E[i] = H[7 - i];
    }
    for (int t = 0; t < ROUNDS; t++) {
        const uint64_t *a = A + t + 3, *e = E + t + 3;
        const uint64_t T1 = e[-3] + Sigma1(e[0]) + Ch(e[0], e[-1], e[-2]) + K[t] + W[t];
        const uint64_t T2 = Sigma0(a[0]) + Maj(a[0], a[-1], a[-2]);
        E[t + 4] = a[-3] + T1;
        A[t + 4] = T1 + T2;
    }
    for (int i = 0; i < 4; i++) {
        H[i] += A[ROUNDS + 3 - i];
        H[4 + i] += E[ROUNDS + 3 - i];
    }
}

/* Makes the last one or two blocks from what is left of the message; returns their size. The
 * length field counts bits, so a 64-bit count of bytes reaches 3 bits into its upper half. */
static size_t pad(unsigned char end[2 * BLOCK], const unsigned char *rest,
                  unsigned long long inlen) {
    const size_t used = (size_t)(inlen % BLOCK);
    const size_t size = used < BLOCK - LENGTH_FIELD ? BLOCK : 2 * BLOCK;

    for (size_t i = 0; i < size; i++)
        end[i] = i < used ? rest[i] : 0;
    end[used] = 0x80;
    store_word(end + size - 16, (uint64_t)inlen >> 61);
    store_word(end + size - 8, (uint64_t)inlen << 3);
    return size;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    /* The fractional parts of the square roots of the first 8 primes. */
    uint64_t H[8] = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                     0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                     0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};
    unsigned char end[2 * BLOCK];

    for (unsigned long long left = inlen; left >= BLOCK; left -= BLOCK, in += BLOCK)
        compress(H, in);
    const size_t size = pad(end, in, inlen);
    for (size_t i = 0; i < size; i += BLOCK)
        compress(H, end + i);
    for (int i = 0; i < 8; i++)
        store_word(out + 8 * i, H[i]);
    return 0;
}
