/* SPDX-License-Identifier: MIT */
/* E256: a Feistel network of two halves (L, R). */
static void cipher(uint32_t state[CHAIN_WORDS], const uint32_t rk[SUBKEY_WORDS]) {
    uint32_t *L = state, *R = state + 4;

    for (int round = 0; round < ROUNDS; ++round) {
        uint32_t *old_R = R;

        add_F(L, R, rk + 4 * F_KEYS * round);
        R = L;
        L = old_R;
    }
}
