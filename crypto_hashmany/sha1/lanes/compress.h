/* SPDX-License-Identifier: MIT */
/* SHA-1 of LANES messages: FIPS 180-4.
 *
 * Technique: sixteen words of schedule that are replaced as the rounds use them; the five variables
 * change their names, so that nothing is moved. Each of Ch, Parity and Maj is one operation of
 * three inputs where there is one.
 *
 * Bound: a round has 4 additions, 2 rotations and one operation of three inputs; an expanded word
 * one operation of three inputs, an XOR and a rotation. 80 x 7 + 64 x 3 + 5 = 757 at two a cycle in
 * 16 lanes are 0.37 cycles/byte. The rotations, 224 of them, leave port 5 enough to do.
 */
enum { BLOCK = 64 };

/* The next word of the schedule takes the place of the oldest. */
#define EXPANDED(t)                                                                                \
    (w[(t) % 16] = XOR3(w[(t) % 16], w[((t) + 2) % 16], w[((t) + 8) % 16]) ^ w[((t) + 13) % 16],   \
     w[(t) % 16] = ROTL(w[(t) % 16], 1))

#define ROUND(f, k, a, b, c, d, e, t)                                                              \
    do {                                                                                           \
        e += (t < 16 ? w[(t) % 16] : EXPANDED(t)) + ALL(k);                                        \
        e += f(b, c, d);                                                                           \
        e += ROTL(a, 5);                                                                           \
        b = ROTR(b, 2);                                                                            \
    } while (0)

#define FIVE_ROUNDS(f, k, t)                                                                       \
    do {                                                                                           \
        ROUND(f, k, a, b, c, d, e, (t));                                                           \
        ROUND(f, k, e, a, b, c, d, (t) + 1);                                                       \
        ROUND(f, k, d, e, a, b, c, (t) + 2);                                                       \
        ROUND(f, k, c, d, e, a, b, (t) + 3);                                                       \
        ROUND(f, k, b, c, d, e, a, (t) + 4);                                                       \
    } while (0)

#define TWENTY_ROUNDS(f, k, t)                                                                     \
    do {                                                                                           \
        FIVE_ROUNDS(f, k, t);                                                                      \
        FIVE_ROUNDS(f, k, t + 5);                                                                  \
        FIVE_ROUNDS(f, k, t + 10);                                                                 \
        FIVE_ROUNDS(f, k, t + 15);                                                                 \
    } while (0)

/* One block of every message. */
APART void compress(word state[5], const unsigned char *const in[LANES], size_t at) {
    word w[16], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];

    load_words(w, in, at, 16, 1);
    TWENTY_ROUNDS(SELECT, 0x5a827999, 0);
    TWENTY_ROUNDS(XOR3, 0x6ed9eba1, 20);
    TWENTY_ROUNDS(MAJORITY, 0x8f1bbcdc, 40);
    TWENTY_ROUNDS(XOR3, 0xca62c1d6, 60);
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    static const element start[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned rest = (unsigned)(inlen % BLOCK), padded = rest + 9 > BLOCK ? 2 * BLOCK : BLOCK;
    unsigned char end[2 * BLOCK] = {0};
    TAILS(2 * BLOCK) tails;
    word state[5];

    for (int i = 0; i < 5; i++)
        state[i] = ALL(start[i]);
    end[rest] = 0x80;
    for (unsigned i = 0; i < 8; i++)
        end[padded - 1 - i] = (unsigned char)(inlen << 3 >> (8 * i));
    END_TAILS(tails, in, inlen, rest, end);

    for (unsigned long long at = 0; at + BLOCK <= inlen; at += BLOCK)
        compress(state, in, at);
    for (unsigned at = 0; at < padded; at += BLOCK)
        compress(state, tails.of, at);
    store_words(out, state, 5, 1);
}
