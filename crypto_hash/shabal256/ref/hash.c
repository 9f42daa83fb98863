/* SPDX-License-Identifier: MIT */
/*
 * Shabal with 256 or 512 bits of output, crypto_hash_BYTES (Bresson, Canteaut, Chevallier-Mames,
 * Clavier, Fuhr, Gouget, Icart, Misarsky, Naya-Plasencia, Paillier, Pornin, Reinhard, Thuillet,
 * Videau: "Shabal, a Submission to NIST's Cryptographic Hash Algorithm Competition", 2008).
 * parameters.h holds the initial value. shabal512 has this same file.
 *
 * Technique: the specification as it stands: message rounds, each of which inserts the message,
 * adds the counter, applies the keyed permutation P, subtracts the message, exchanges B and C and
 * counts; then the final rounds. p = 3, r = 12; o1, o2, o3 = 13, 9, 6.
 *
 * Rejected: four message rounds on the last block instead of final rounds, with the output from C.
 * It is the same function in fewer lines, since subtraction and addition of the message cancel
 * each other, but it is not how the specification says it.
 */
#include "crypto_hash.h"

#include "parameters.h"

enum {
    BLOCK_BYTES = 64,
    p = 3,
    r = 12,
    o1 = 13,
    o2 = 9,
    o3 = 6,
    FINAL_ROUNDS = 3,
};

struct state {
    uint32_t A[r], B[16], C[16];
    uint64_t W;
};

static uint32_t load_little_endian(const unsigned char *bytes) {
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void store_little_endian(unsigned char *bytes, uint32_t x) {
    for (int i = 0; i < 4; ++i, x >>= 8)
        bytes[i] = (unsigned char)x;
}

/* 0 < n < 32 */
static uint32_t rotate_left(uint32_t x, int n) { return x << n | x >> (32 - n); }

static uint32_t U(uint32_t x) { return 3 * x; }

static uint32_t V(uint32_t x) { return 5 * x; }

/* P of M, A, B and C: it changes A and B. */
static void permute(struct state *s, const uint32_t M[16]) {
    uint32_t *A = s->A, *B = s->B, *C = s->C;

    for (int i = 0; i < 16; ++i)
        B[i] = rotate_left(B[i], 17);
    for (int j = 0; j < p; ++j)
        for (int i = 0; i < 16; ++i) {
            int here = (i + 16 * j) % r, before = (i + 16 * j + r - 1) % r;
            A[here] = U(A[here] ^ V(rotate_left(A[before], 15)) ^ C[(8 - i + 16) % 16]) ^
                      B[(i + o1) % 16] ^ (B[(i + o2) % 16] & ~B[(i + o3) % 16]) ^ M[i];
            B[i] = ~(rotate_left(B[i], 1) ^ A[here]);
        }
    for (int j = 0; j < 36; ++j)
        A[j % r] += C[(j + 3) % 16];
}

static void add_message(struct state *s, const uint32_t M[16]) {
    for (int i = 0; i < 16; ++i)
        s->B[i] += M[i];
}

static void subtract_message(struct state *s, const uint32_t M[16]) {
    for (int i = 0; i < 16; ++i)
        s->C[i] -= M[i];
}

static void add_counter(struct state *s) {
    s->A[0] ^= (uint32_t)s->W;
    s->A[1] ^= (uint32_t)(s->W >> 32);
}

static void exchange(struct state *s) {
    for (int i = 0; i < 16; ++i) {
        uint32_t b = s->B[i];
        s->B[i] = s->C[i];
        s->C[i] = b;
    }
}

static void load_message(uint32_t M[16], const unsigned char *block) {
    for (int i = 0; i < 16; ++i)
        M[i] = load_little_endian(block + 4 * i);
}

static void message_round(struct state *s, const unsigned char *block) {
    uint32_t M[16];

    load_message(M, block);
    add_message(s, M);
    add_counter(s);
    permute(s, M);
    subtract_message(s, M);
    exchange(s);
    ++s->W;
}

/* The last block of the message, and the final rounds with it; the counter stands still. */
static void last_block(struct state *s, const unsigned char *block) {
    uint32_t M[16];

    load_message(M, block);
    add_message(s, M);
    add_counter(s);
    permute(s, M);
    for (int i = 0; i < FINAL_ROUNDS; ++i) {
        exchange(s);
        add_counter(s);
        permute(s, M);
    }
}

static void set_initial_value(struct state *s) {
    for (int i = 0; i < r; ++i)
        s->A[i] = initial_A[i];
    for (int i = 0; i < 16; ++i) {
        s->B[i] = initial_B[i];
        s->C[i] = initial_C[i];
    }
    s->W = 1;
}

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen) {
    struct state s;
    unsigned char padded[BLOCK_BYTES] = {0};
    unsigned left = inlen % BLOCK_BYTES;

    set_initial_value(&s);
    for (unsigned long long i = 0; i < inlen / BLOCK_BYTES; ++i, in += BLOCK_BYTES)
        message_round(&s, in);
    for (unsigned i = 0; i < left; ++i)
        padded[i] = in[i];
    padded[left] = 0x80;
    last_block(&s, padded);
    for (int i = 0; i < crypto_hash_BYTES / 4; ++i)
        store_little_endian(out + 4 * i, s.B[16 - crypto_hash_BYTES / 4 + i]);
    return 0;
}
