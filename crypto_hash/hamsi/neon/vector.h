/* SPDX-License-Identifier: MIT */
/*
 * Vectors of four words with NEON. A rotation is two instructions, of which the second inserts. The
 * expansion is by tables, so neither size is constant-time.
 *
 * Limit: as with SSE2 the chain, which is as long, but each rotation counts one operation less.
 * Not measured: the code has run in emulation only.
 */
#include <arm_neon.h>

#define TARGET
#define INLINE TARGET static inline __attribute__((always_inline))

typedef uint32x4_t vector;

#define XOR3(a, b, c) ((a) ^ ((b) ^ (c)))
#define ROTATE(a, n) vsriq_n_u32(vshlq_n_u32(a, n), a, 32 - (n))
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define WORDS_FROM(a, n) vextq_u32(a, a, n)
#define UPPER_HALF(m, h, t) SHUFFLE(m, (h) ^ (t), 0, 1, 6, 7)
#define LOWER_HALF(m, h, t) SHUFFLE((h) ^ (t), m, 0, 1, 6, 7)

/* Hides a value from the compiler. */
#define hold(a) __asm__("" : "+w"(a))
