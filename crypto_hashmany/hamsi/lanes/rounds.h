/* SPDX-License-Identifier: MIT */
/* Hamsi-256 on words, behind the expansion of a block, expand(): "Hash Function Hamsi", 2009. */
/* Of P and of P_f. */
CONSTANT uint32_t alpha[16] = {
    0xff00f0f0, 0xccccaaaa, 0xf0f0cccc, 0xff00aaaa, 0xf0f0cccc, 0xaaaaff00, 0xccccff00, 0xaaaaf0f0,
    0xccccaaaa, 0xff00f0f0, 0xff00aaaa, 0xf0f0cccc, 0xaaaaff00, 0xf0f0cccc, 0xaaaaf0f0, 0xccccff00};
CONSTANT uint32_t alpha_f[16] = {
    0xcaf9639c, 0x0ff0f9c0, 0x639c0ff0, 0xcaf9f9c0, 0x639c0ff0, 0xf9c0caf9, 0x0ff0caf9, 0xf9c0639c,
    0x0ff0f9c0, 0xcaf9639c, 0xcaf9f9c0, 0x639c0ff0, 0xf9c0caf9, 0x639c0ff0, 0xf9c0639c, 0x0ff0caf9};

/* Places in the state: the rows are m0 m1 h0 h1, h2 h3 m2 m3, m4 m5 h4 h5, h6 h7 m6 m7. */
CONSTANT unsigned char place_of_m[WORDS] = {0, 1, 6, 7, 8, 9, 14, 15};
CONSTANT unsigned char place_of_h[WORDS] = {2, 3, 4, 5, 10, 11, 12, 13};

INLINE void substitute(word *x0, word *x1, word *x2, word *x3) {
    word e = XOR_AND(*x3, *x0, *x2), g = XOR_OR(*x1, *x0, *x3);
#ifdef ternary
    word t = XOR3(*x0, *x1, *x2);

    *x0 = XOR3(e, *x1, *x2);
    *x1 = ternary(e, t, g, 0x4e);
    *x2 = ternary(e, t, g, 0x78);
    *x3 = ternary(e, t, g, 0x63);
#else
    word y0 = XOR3(e, *x1, *x2), f = *x0 ^ y0, y1 = (g | f) ^ e, k = XOR_AND(f, e, g);

    *x0 = y0;
    *x1 = y1;
    *x2 = XOR3(g, y1, k);
    *x3 = ~k;
#endif
}

INLINE void L(word *a, word *b, word *c, word *d) {
    *a = ROTL(*a, 13);
    *c = ROTL(*c, 3);
    *b = XOR3(*b, *a, *c);
    *b = ROTL(*b, 1);
    *d = XOR3(*d, *c, *a << 3);
    *d = ROTL(*d, 7);
    *a = XOR3(*a, *b, *d);
    *a = ROTL(*a, 5);
    *c = XOR3(*c, *d, *b << 7);
    *c = ROTL(*c, 22);
}

INLINE void round_of_P(word s[16]) {
    for (int c = 0; c < 4; c++)
        substitute(s + c, s + 4 + c, s + 8 + c, s + 12 + c);
    for (int c = 0; c < 4; c++)
        L(s + c, s + 4 + (c + 1) % 4, s + 8 + (c + 2) % 4, s + 12 + (c + 3) % 4);
}

#define ADD_CONSTANTS(s, constants, counter)                                                       \
    do {                                                                                           \
        s[1] ^= ALL(counter);                                                                      \
        UNROLLED(16)                                                                               \
        for (int i_ = 0; i_ < 16; i_++)                                                            \
            s[i_] ^= ALL(constants[i_]);                                                           \
    } while (0)

/* The chaining value h has its constants of P. */
INLINE void concatenate(word s[16], const word h[WORDS], word block) {
    word m[WORDS];

    expand(m, block);
    for (int i = 0; i < WORDS; i++) {
        s[place_of_m[i]] = m[i];
        s[place_of_h[i]] = h[i];
    }
}

INLINE void add_rows(word h[WORDS], const word s[16]) {
    for (int i = 0; i < 4; i++) {
        h[i] ^= s[i];
        h[4 + i] ^= s[8 + i];
    }
}

INLINE void compress(word h[WORDS], word block) {
    word s[16];

    concatenate(s, h, block);
    round_of_P(s);
    DEVICE_UNROLLED
    for (unsigned counter = 1; counter < ROUNDS; counter++) {
        ADD_CONSTANTS(s, alpha, counter);
        round_of_P(s);
    }
    add_rows(h, s);
}

INLINE void compress_last(word h[WORDS], word block) {
    word s[16];

    concatenate(s, h, block);
    ADD_CONSTANTS(s, alpha, 0);
    for (unsigned counter = 0; counter < FINAL_ROUNDS; counter++) {
        ADD_CONSTANTS(s, alpha_f, counter);
        round_of_P(s);
    }
    add_rows(h, s);
}
