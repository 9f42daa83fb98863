/* SPDX-License-Identifier: MIT */
/* Words of 16 bytes as four columns of 32 bits, with row 0 in the least significant byte. */

typedef union {
    uint32_t column[4];
    unsigned char byte[16];
} aes_state;

typedef struct {
    aes_state word[CHAIN_WORDS];
} chaining_value;

#define TARGET

static inline uint32_t little_endian(uint32_t column) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return column;
#else
    return column >> 24 | (column >> 8 & 0xff00) | (column & 0xff00) << 8 | column << 24;
#endif
}

static inline aes_state load_word(const unsigned char *bytes) {
    aes_state word;

    memcpy(&word, bytes, sizeof word);
    for (int c = 0; c < 4; ++c)
        word.column[c] = little_endian(word.column[c]);
    return word;
}

static inline void add_word(aes_state *sum, const aes_state *word) {
    for (int c = 0; c < 4; ++c)
        sum->column[c] ^= word->column[c];
}

/* Hides a value from the compiler: Clang would join the columns in vectors and gather from the
 * tables, which takes up to twice as long. */
#define hold(x) __asm__("" : "+r"(x))
