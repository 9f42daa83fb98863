/* SPDX-License-Identifier: MIT */

/* SHA-1's schedule in vectors, 16 words and more ahead of the rounds. ssse3/hash.c says how it is
 * made. KEEP(i, words) makes four words w[i], and KW(t) is W[t] + K[t / 20]. */

TARGET static inline vector expand_in_steps(const vector *w) {
    vector x = XOR(XOR(w[-4], w[-2]), XOR(FROM_THIRD(w[-4], w[-3]), LAST_THREE(w[-1])));

    return XOR(ROTATED(x, 1), ROTATED(FIRST_AS_LAST(x), 2));
}

TARGET static inline vector expand(const vector *w) {
    vector x = XOR(XOR(w[-4], w[-7]), XOR(FROM_THIRD(w[-2], w[-1]), w[-8]));

    return ROTATED(x, 2);
}

#define FOUR_WORDS(i)                                                                              \
    KEEP(i, (i) < 4 ? LOADED_WORDS(i) : (i) < 8 ? expand_in_steps(w + (i)) : expand(w + (i)))

/* Twenty rounds, and the four words i to i + 4. */
#define TWENTY_ROUNDS(t, f, i)                                                                     \
    FOUR_WORDS(i);                                                                                 \
    FIVE_ROUNDS(KW, t, f);                                                                         \
    FOUR_WORDS((i) + 1);                                                                           \
    FIVE_ROUNDS(KW, (t) + 5, f);                                                                   \
    FOUR_WORDS((i) + 2);                                                                           \
    FIVE_ROUNDS(KW, (t) + 10, f);                                                                  \
    FOUR_WORDS((i) + 3);                                                                           \
    FIVE_ROUNDS(KW, (t) + 15, f);                                                                  \
    FOUR_WORDS((i) + 4)

#define EIGHTY_ROUNDS                                                                              \
    FOUR_WORDS(0);                                                                                 \
    FOUR_WORDS(1);                                                                                 \
    FOUR_WORDS(2);                                                                                 \
    FOUR_WORDS(3);                                                                                 \
    TWENTY_ROUNDS(0, CH, 4);                                                                       \
    TWENTY_ROUNDS(20, PARITY, 9);                                                                  \
    TWENTY_ROUNDS(40, MAJ, 14);                                                                    \
    FOUR_WORDS(19);                                                                                \
    FIVE_ROUNDS(KW, 60, PARITY);                                                                   \
    FIVE_ROUNDS(KW, 65, PARITY);                                                                   \
    FIVE_ROUNDS(KW, 70, PARITY);                                                                   \
    FIVE_ROUNDS(KW, 75, PARITY)
