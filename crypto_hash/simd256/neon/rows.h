/* SPDX-License-Identifier: MIT */
/* A row: the word A, B, C or D of four Feistels, with NEON. */
typedef uint32x4_t row;

#define row_add(a, b) vaddq_u32(a, b)
#define row_xor(a, b) veorq_u32(a, b)
#define row_rotate_left(a, n) vsriq_n_u32(vshlq_n_u32(a, n), a, 32 - (n))
#define row_if(a, b, c) vbslq_u32(a, b, c)
/* The bits where b and c agree, and those of a where they do not. */
#define row_majority(a, b, c) vbslq_u32(veorq_u32(b, c), a, c)
#define load_row(p) vreinterpretq_u32_u8(vld1q_u8((const unsigned char *)(p)))
#define store_row(p, a) vst1q_u8(p, vreinterpretq_u8_u32(a))
/* Feistel j gets what Feistel j ^ x has. */
#define WITH_PAIRS_SWAPPED(a) vextq_u32(a, a, 2)
#define crossed(a, x)                                                                              \
    ((x) == 1   ? vrev64q_u32(a)                                                                   \
     : (x) == 2 ? WITH_PAIRS_SWAPPED(a)                                                            \
                : WITH_PAIRS_SWAPPED(vrev64q_u32(a)))
#define hold(a) __asm__("" : "+w"(a))
