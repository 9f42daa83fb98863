/* SPDX-License-Identifier: MIT */
/*
 * The rounds of one block, four by four. Whoever includes it has the type of four words, W4;
 * load(), which takes four of the message; four_rounds() and schedule(); and TARGET, what all of
 * them are declared with.
 *
 * Invariant: when rounds t to t+3 begin, m[t/4 % 4] holds W[t..t+3], and the other three the
 * twelve words before it or, for those not needed any more, after it.
 */
TARGET static inline void all_rounds(W4 S[2], const unsigned char *M) {
    W4 m[4];

    for (int i = 0; i < 4; i++) {
        m[i] = load(M + 16 * i);
        four_rounds(S, m[i], 4 * i);
    }
    for (int t = 16; t < ROUNDS; t += 16) {
        m[0] = schedule(m[0], m[1], m[2], m[3]);
        four_rounds(S, m[0], t);
        m[1] = schedule(m[1], m[2], m[3], m[0]);
        four_rounds(S, m[1], t + 4);
        m[2] = schedule(m[2], m[3], m[0], m[1]);
        four_rounds(S, m[2], t + 8);
        m[3] = schedule(m[3], m[0], m[1], m[2]);
        four_rounds(S, m[3], t + 12);
    }
}
