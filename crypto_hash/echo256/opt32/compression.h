/* SPDX-License-Identifier: MIT */
/*
 * The compression function from sub_word, the BIG.SubWords of a word, and mix, the BIG.MixColumns
 * of column i of the words.
 *
 * A big round takes the four words of a column, as they stand after BIG.ShiftRows, through their
 * two rounds of AES and mixes them, so that a word is read once and written once. Words are read
 * from one array and written to another.
 */

/* Column c of words after a big round. */
static inline void big_column(aes_state out[16], const aes_state in[16], int c, uint64_t kappa) {
    substituted word[4];

    for (int r = 0; r < 4; ++r) {
        int n = (4 * c + 5 * r) % 16;

        word[r] = sub_word(&in[n], kappa + (unsigned)n);
    }
    for (int i = 0; i < 4; ++i)
        mix(out + 4 * c, word, i);
}

static void big_round(aes_state out[16], const aes_state in[16], uint64_t kappa) {
    for (int c = 0; c < 4; ++c)
        big_column(out, in, c, kappa);
}

static inline chaining_value initial_value(void) {
    chaining_value V;

    for (int i = 0; i < CHAIN_WORDS; ++i)
        V.word[i] = (aes_state){.column = {8 * crypto_hash_BYTES}};
    return V;
}

static void compress(chaining_value *V, const unsigned char *M, uint64_t kappa) {
    aes_state S[16], other[16];

    for (int i = 0; i < CHAIN_WORDS; ++i)
        S[i] = V->word[i];
    for (int i = CHAIN_WORDS; i < 16; ++i) {
        S[i] = load_word(M + 16 * (i - CHAIN_WORDS));
        add_word(&V->word[i % CHAIN_WORDS], &S[i]);
    }
    for (int round = 0; round < ROUNDS; round += 2, kappa += 32) {
        big_round(other, S, kappa);
        big_round(S, other, kappa + 16);
    }
    for (int i = 0; i < 16; ++i)
        add_word(&V->word[i % CHAIN_WORDS], &S[i]);
}

static inline void store_digest(unsigned char *out, const chaining_value *V) {
    for (int i = 0; i < crypto_hash_BYTES / 16; ++i)
        for (int c = 0; c < 4; ++c) {
            uint32_t column = little_endian(V->word[i].column[c]);
            memcpy(out + 16 * i + 4 * c, &column, sizeof column);
        }
}
