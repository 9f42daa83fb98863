/* SPDX-License-Identifier: MIT */
/* E512: a generalized Feistel network of four parts. */
static void cipher(uint32_t state[CHAIN_WORDS], const uint32_t rk[SUBKEY_WORDS]) {
    uint32_t *P0 = state, *P1 = state + 4, *P2 = state + 8, *P3 = state + 12;

    /* After 16 rounds, a multiple of 4, each part is where it began. */
    for (int round = 0; round < ROUNDS; ++round, rk += 2 * 4 * F_KEYS) {
        uint32_t *old_P3 = P3;

        add_F(P0, P1, rk);
        add_F(P2, P3, rk + 4 * F_KEYS);
        P3 = P2;
        P2 = P1;
        P1 = P0;
        P0 = old_P3;
    }
}
