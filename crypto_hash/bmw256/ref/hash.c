/* SPDX-License-Identifier: MIT */
/*
 * Blue Midnight Wish in its second-round version (Gligoroski, Klima, Knapskog, El-Hadedy, Amundsen,
 * Mjølsnes: "Cryptographic Hash Function Blue Midnight Wish", September 2009), for words of 32 or
 * 64 bits, as parameters.h says. bmw512 has this same file.
 *
 * Technique: the specification as it stands. f0, f1 and f2 are the three steps of the compression
 * function; the functions s_0 to s_5, r_1 to r_7, expand1, expand2 and AddElement have its names.
 * Q is the quadruple pipe: f0 makes its words 0 to 15, f1 the words 16 to 31.
 *
 * Rejected: the round-1 version, which has other f0 and f1 and lacks the final compression.
 */
#include "crypto_hash.h"

#include "parameters.h"

enum {
    WORD_BYTES = WORD_BITS / 8,
    BLOCK_BYTES = 16 * WORD_BYTES,
    EXPAND_1_ROUNDS = 2,
};

static word load_little_endian(const unsigned char *bytes) {
    word x = 0;
    for (int i = WORD_BYTES - 1; i >= 0; --i)
        x = x << 8 | bytes[i];
    return x;
}

static void store_little_endian(unsigned char *bytes, uint64_t x, int length) {
    for (int i = 0; i < length; ++i, x >>= 8)
        bytes[i] = (unsigned char)x;
}

/* 0 < n < WORD_BITS */
static word rotate_left(word x, int n) { return x << n | x >> (WORD_BITS - n); }

static word s(int t, word x) {
    if (t == 4)
        return x >> 1 ^ x;
    if (t == 5)
        return x >> 2 ^ x;
    const int *n = s_distance[t];
    return x >> n[0] ^ x << n[1] ^ rotate_left(x, n[2]) ^ rotate_left(x, n[3]);
}

static word r(int t, word x) { return rotate_left(x, r_distance[t - 1]); }

/* Bijective transform of M ^ H, then the sums: word j is s_(j mod 5)(W_j) + H_(j+1). */
static void f0(word Q[32], const word M[16], const word H[16]) {
    static const int offset[5] = {5, 7, 10, 13, 14};
    static const char sign[16][6] = {
        "+-+++", "+-++-", "++-++", "+-++-", "+--++", "+-+-+", "-+--+", "--+--",
        "+-+--", "++-+-", "+---+", "---++", "++--+", "+++++", "+-+--", "---++",
    };

    for (int j = 0; j < 16; ++j) {
        word W = 0;
        for (int k = 0; k < 5; ++k) {
            int i = (j + offset[k]) % 16;
            W += sign[j][k] == '+' ? M[i] ^ H[i] : -(M[i] ^ H[i]);
        }
        Q[j] = s(j % 5, W) + H[(j + 1) % 16];
    }
}

/* Each message word is rotated by its number, counted from 1. */
static word rotated(const word M[16], int j) { return rotate_left(M[j % 16], j % 16 + 1); }

static word AddElement(int j, const word M[16], const word H[16]) {
    word K = (word)(j + 16) * K_STEP;
    return (rotated(M, j) + rotated(M, j + 3) - rotated(M, j + 10) + K) ^ H[(j + 7) % 16];
}

static word expand1(int j, const word Q[32], const word M[16], const word H[16]) {
    word sum = AddElement(j - 16, M, H);
    for (int k = 0; k < 16; ++k)
        sum += s((k + 1) % 4, Q[j - 16 + k]);
    return sum;
}

static word expand2(int j, const word Q[32], const word M[16], const word H[16]) {
    word sum = AddElement(j - 16, M, H);
    for (int k = 0; k < 7; ++k)
        sum += Q[j - 16 + 2 * k] + r(k + 1, Q[j - 15 + 2 * k]);
    return sum + s(4, Q[j - 2]) + s(5, Q[j - 1]);
}

static void f1(word Q[32], const word M[16], const word H[16]) {
    for (int j = 16; j < 16 + EXPAND_1_ROUNDS; ++j)
        Q[j] = expand1(j, Q, M, H);
    for (int j = 16 + EXPAND_1_ROUNDS; j < 32; ++j)
        Q[j] = expand2(j, Q, M, H);
}

/* To the left where n is positive, to the right where it is negative. */
static word shift(word x, int n) { return n >= 0 ? x << n : x >> -n; }

static void f2(word H[16], const word M[16], const word Q[32]) {
    static const int of_XH[8] = {5, -7, -5, -1, -3, 6, -4, -11};
    static const int of_Q[8] = {-5, 8, 5, 5, 0, -6, 6, 2};
    static const int of_XL[8] = {8, -6, 6, 4, -3, -4, -7, -2};
    word XL = 0, XH;

    for (int j = 16; j < 24; ++j)
        XL ^= Q[j];
    XH = XL;
    for (int j = 24; j < 32; ++j)
        XH ^= Q[j];

    for (int j = 0; j < 8; ++j)
        H[j] = (shift(XH, of_XH[j]) ^ shift(Q[16 + j], of_Q[j]) ^ M[j]) + (XL ^ Q[24 + j] ^ Q[j]);
    for (int j = 0; j < 8; ++j)
        H[8 + j] = rotate_left(H[(j + 4) % 8], 9 + j) + (XH ^ Q[24 + j] ^ M[8 + j]) +
                   (shift(XL, of_XL[j]) ^ Q[16 + (j + 7) % 8] ^ Q[8 + j]);
}

static void compress(word H[16], const word M[16]) {
    word Q[32];

    f0(Q, M, H);
    f1(Q, M, H);
    f2(H, M, Q);
}

static void compress_block(word H[16], const unsigned char *block) {
    word M[16];

    for (int i = 0; i < 16; ++i)
        M[i] = load_little_endian(block + WORD_BYTES * i);
    compress(H, M);
}

/* The message is followed by a bit 1, by zeros, and by its length in bits modulo 2^64. */
static void compress_rest(word H[16], const unsigned char *rest, unsigned long long inlen) {
    unsigned char padded[2 * BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    unsigned blocks = left + 1 + 8 <= BLOCK_BYTES ? 1 : 2;

    for (unsigned i = 0; i < left; ++i)
        padded[i] = rest[i];
    padded[left] = 0x80;
    store_little_endian(padded + blocks * BLOCK_BYTES - 8, inlen << 3, 8);
    for (unsigned i = 0; i < blocks; ++i)
        compress_block(H, padded + i * BLOCK_BYTES);
}

/* The chaining value as message of a constant chaining value. */
static void finalize(word H[16]) {
    word M[16];

    for (int i = 0; i < 16; ++i) {
        M[i] = H[i];
        H[i] = WORD(0xaaaaaaaaaaaaaaa0) + (word)i;
    }
    compress(H, M);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    word H[16];

    for (int i = 0; i < 16; ++i)
        H[i] = INITIAL((word)i);
    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        compress_block(H, in);
    compress_rest(H, in, inlen);
    finalize(H);
    for (int i = 0; i < 8; ++i)
        store_little_endian(out + WORD_BYTES * i, H[8 + i], WORD_BYTES);
    return 0;
}
