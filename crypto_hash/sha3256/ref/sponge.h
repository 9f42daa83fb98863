/* SPDX-License-Identifier: MIT */

/*
 * The sponge construction SPONGE[KECCAK-p[1600, ROUNDS], pad10*1, r] of FIPS 202, section 4, for
 * strings of whole bytes. The rate r is RATE_BYTES bytes.
 *
 * Technique: bytes are added to the state as they come, so no block and no padded message is ever
 * built. Byte i of a string has its first bit in the least significant place (FIPS 202, section
 * B.1), so shifts bring it to its lane on any processor.
 *
 * Invariant: position is below the rate before and after absorb(), so that there is room for the
 * padding.
 */

typedef struct {
    state S;
    unsigned position; /* in the block that is absorbed or squeezed */
} sponge;

static void permute(sponge *s) {
    s->S = keccak_p(s->S, ROUNDS);
    s->position = 0;
}

/* Section 3.1.2: Lane(x, y) is the word 5 y + x of the string. */
static void add_byte(sponge *s, unsigned i, unsigned char byte) {
    s->S.lane[i / 8 % 5][i / 40] ^= (uint64_t)byte << 8 * (i % 8);
}

static unsigned char byte_at(const sponge *s, unsigned i) {
    return (unsigned char)(s->S.lane[i / 8 % 5][i / 40] >> 8 * (i % 8));
}

static void absorb(sponge *s, const unsigned char *in, unsigned long long inlen) {
    for (unsigned long long i = 0; i < inlen; i++) {
        add_byte(s, s->position++, in[i]);
        if (s->position == RATE_BYTES) {
            permute(s);
        }
    }
}

/*
 * Adds the end of the message and pad10*1 (section 5.1): `start` has the bits that the function
 * appends to its message and the first 1. It can share its byte with the last 1.
 */
static void pad(sponge *s, unsigned char start) {
    add_byte(s, s->position, start);
    add_byte(s, RATE_BYTES - 1, 0x80);
    permute(s);
}

static void squeeze(sponge *s, unsigned char *out, unsigned outlen) {
    for (unsigned i = 0; i < outlen; i++) {
        if (s->position == RATE_BYTES) {
            permute(s);
        }
        out[i] = byte_at(s, s->position++);
    }
}
