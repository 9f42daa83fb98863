/* SPDX-License-Identifier: MIT */
/* A row: the word A, B, C or D of eight Feistels, with NEON: four in each of two vectors. */
typedef struct {
    uint32x4_t low, high;
} row;

static inline row row_add(row a, row b) {
    return (row){vaddq_u32(a.low, b.low), vaddq_u32(a.high, b.high)};
}
static inline row row_xor(row a, row b) {
    return (row){veorq_u32(a.low, b.low), veorq_u32(a.high, b.high)};
}
static inline row row_if(row a, row b, row c) {
    return (row){vbslq_u32(a.low, b.low, c.low), vbslq_u32(a.high, b.high, c.high)};
}
/* The bits where b and c agree, and those of a where they do not. */
static inline row row_majority(row a, row b, row c) { return row_if(row_xor(b, c), a, c); }
#define ROTATED(a, n) vsriq_n_u32(vshlq_n_u32(a, n), a, 32 - (n))
#define row_rotate_left(a, n) ((row){ROTATED((a).low, n), ROTATED((a).high, n)})
static inline row load_row(const void *p) {
    return (row){vreinterpretq_u32_u8(vld1q_u8(p)),
                 vreinterpretq_u32_u8(vld1q_u8((const unsigned char *)p + 16))};
}
static inline void store_row(unsigned char *p, row a) {
    vst1q_u8(p, vreinterpretq_u8_u32(a.low));
    vst1q_u8(p + 16, vreinterpretq_u8_u32(a.high));
}
/* Feistel j gets what Feistel j ^ x has. */
static inline uint32x4_t shuffled(uint32x4_t a, int x) {
    if (x & 1)
        a = vrev64q_u32(a);
    return x & 2 ? vextq_u32(a, a, 2) : a;
}
static inline row crossed(row a, int x) {
    return x < 4 ? (row){shuffled(a.low, x), shuffled(a.high, x)}
                 : (row){shuffled(a.high, x), shuffled(a.low, x)};
}
#define hold(a) __asm__("" : "+w"((a).low), "+w"((a).high))
