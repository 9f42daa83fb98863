/* SPDX-License-Identifier: MIT */
/*
 * ECHO, second-round version (double-pipe), with 256 or 512 bits of output (parameters.h holds the
 * widths and the rounds). echo512 has this same file.
 *
 * Follows: "SHA-3 Proposal: ECHO" by Benadjila, Billet, Gilbert, Macario-Rat, Peyrin, Robshaw and
 * Seurin, its description of the compression functions Compress512 and Compress1024 and of the
 * hash; and FIPS 197, sections 5.1.1 to 5.1.4, for the round of AES. The names are theirs.
 *
 * Technique: everything is bytes, so that no order of bytes in a machine word matters. The state S
 * is 16 words of 16 bytes, one after the other. Word r + 4c is row r, column c of the big square;
 * byte r + 4c of a word is row r, column c of the small one. The big operations are those of AES
 * with words for bytes. SubBytes reads a table at secret indices: this is not constant-time code.
 *
 * Bound: kappa has 64 bits, so the message has fewer than 2^61 bytes.
 */
#include "aes_s_box.h"
#include "crypto_hash.h"
#include <stdint.h>

#include "parameters.h"

enum { CHAIN_BYTES = 16 * CHAIN_WORDS, BLOCK_BYTES = 256 - CHAIN_BYTES };

/* The S-box of AES. */
#define ENTRY(s) s,
static const unsigned char s_box[256] = {AES_S_BOX(ENTRY)};

/* The product with 2 in GF(256) modulo X^8 + X^4 + X^3 + X + 1: xtime() of FIPS 197. */
static unsigned char times_2(unsigned char x) { return (unsigned char)(x << 1 ^ (x >> 7) * 0x1b); }

static void SubBytes(unsigned char state[16]) {
    for (int i = 0; i < 16; ++i)
        state[i] = s_box[state[i]];
}

/* Row r moves left by r columns. */
static void ShiftRows(unsigned char state[16]) {
    unsigned char shifted[16];

    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            shifted[r + 4 * c] = state[r + 4 * ((c + r) % 4)];
    for (int i = 0; i < 16; ++i)
        state[i] = shifted[i];
}

/*
 * A column times the matrix of MixColumns: a0 becomes 2 a0 + 3 a1 + a2 + a3, and so on in a circle.
 * The bytes are `stride` apart.
 */
static void mix_column(unsigned char *column, int stride) {
    unsigned char a[4], sum = 0;

    for (int r = 0; r < 4; ++r) {
        a[r] = column[r * stride];
        sum ^= a[r];
    }
    for (int r = 0; r < 4; ++r)
        column[r * stride] = a[r] ^ sum ^ times_2(a[r] ^ a[(r + 1) % 4]);
}

static void MixColumns(unsigned char state[16]) {
    for (int c = 0; c < 4; ++c)
        mix_column(state + 4 * c, 1);
}

static void AddRoundKey(unsigned char state[16], const unsigned char key[16]) {
    for (int i = 0; i < 16; ++i)
        state[i] ^= key[i];
}

/* One round of AES. */
static void AES(unsigned char state[16], const unsigned char key[16]) {
    SubBytes(state);
    ShiftRows(state);
    MixColumns(state);
    AddRoundKey(state, key);
}

static void store_little_endian(unsigned char *bytes, int count, uint64_t value) {
    for (int i = 0; i < count; ++i, value >>= 8)
        bytes[i] = (unsigned char)value;
}

/* Two rounds of AES for each word, the first with the counter as its key, the second with the
 * salt, which is zero in the hash. */
static void BIG_SubWords(unsigned char S[256], uint64_t *kappa) {
    static const unsigned char SALT[16] = {0};

    for (int i = 0; i < 16; ++i) {
        unsigned char key[16] = {0};

        store_little_endian(key, 8, *kappa);
        AES(S + 16 * i, key);
        AES(S + 16 * i, SALT);
        ++*kappa;
    }
}

/* Row r of words moves left by r columns. */
static void BIG_ShiftRows(unsigned char S[256]) {
    unsigned char shifted[256];

    for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 4; ++c)
            for (int i = 0; i < 16; ++i)
                shifted[16 * (r + 4 * c) + i] = S[16 * (r + 4 * ((c + r) % 4)) + i];
    for (int i = 0; i < 256; ++i)
        S[i] = shifted[i];
}

/* MixColumns of the bytes in the same place of the four words of a column. */
static void BIG_MixColumns(unsigned char S[256]) {
    for (int c = 0; c < 4; ++c)
        for (int i = 0; i < 16; ++i)
            mix_column(S + 64 * c + i, 16);
}

/* V = sum of the words that went in and of those that came out, folded to the width of V. */
static void BIG_Final(unsigned char V[CHAIN_BYTES], const unsigned char M[BLOCK_BYTES],
                      unsigned char S[256]) {
    for (int i = 0; i < BLOCK_BYTES; ++i)
        V[i % CHAIN_BYTES] ^= M[i];
    for (int i = 0; i < 256; ++i)
        V[i % CHAIN_BYTES] ^= S[i];
}

/* C: the number of bits of the message up to here, or 0 for a block without any. */
static void Compress(unsigned char V[CHAIN_BYTES], const unsigned char M[BLOCK_BYTES], uint64_t C) {
    unsigned char S[256];
    uint64_t kappa = C;

    for (int i = 0; i < 256; ++i)
        S[i] = i < CHAIN_BYTES ? V[i] : M[i - CHAIN_BYTES];
    for (int round = 0; round < ROUNDS; ++round) {
        BIG_SubWords(S, &kappa);
        BIG_ShiftRows(S);
        BIG_MixColumns(S);
    }
    BIG_Final(V, M, S);
}

/*
 * The rest of the message, a bit 1, zeros, the length of the digest in 2 bytes and that of the
 * message in 16. A second block, and the only one after full blocks, holds no bit of the message.
 */
static void compress_rest(unsigned char V[CHAIN_BYTES], const unsigned char *rest,
                          unsigned long long inlen) {
    unsigned char M[2 * BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;
    unsigned bytes = left + 1 + 2 + 16 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES;

    for (unsigned i = 0; i < left; ++i)
        M[i] = rest[i];
    M[left] = 0x80;
    store_little_endian(M + bytes - 18, 2, 8 * crypto_hash_BYTES);
    store_little_endian(M + bytes - 16, 8, (uint64_t)inlen << 3);
    store_little_endian(M + bytes - 8, 8, (uint64_t)inlen >> 61);
    Compress(V, M, left > 0 ? 8 * (uint64_t)inlen : 0);
    if (bytes > BLOCK_BYTES)
        Compress(V, M + BLOCK_BYTES, 0);
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    unsigned char V[CHAIN_BYTES] = {0};
    uint64_t C = 0;

    /* The initial value: the length of the digest in bits, in each word. */
    for (int i = 0; i < CHAIN_WORDS; ++i)
        store_little_endian(V + 16 * i, 16, 8 * crypto_hash_BYTES);
    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        Compress(V, in, C += 8 * BLOCK_BYTES);
    compress_rest(V, in, inlen);
    for (int i = 0; i < crypto_hash_BYTES; ++i)
        out[i] = V[i];
    return 0;
}
