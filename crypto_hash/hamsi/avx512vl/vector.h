/* SPDX-License-Identifier: MIT */
/*
 * Vectors of four words with the ternary logic and the rotations of AVX-512VL. The expansion is by
 * tables, so neither size is constant-time.
 *
 * Limit of Hamsi-256: the chain. On Zen 4 a rotation takes 2 cycles, a ternary operation 1 or 2: 4
 * cycles of S-box, 9 of L and 2 of rotated rows make 15 a round; with the concatenation 46 a block,
 * 11.5 per byte, of which 12.6 are measured. A block has 101 operations, 25 cycles.
 * Limit of Hamsi-512: a round has 107 operations, 27 cycles, and a chain of 30: 23 per byte for six
 * and the feed-forward. Measured are 33.5; without the expansion it would be 31.7.
 *
 * Rejected for Hamsi-256: L with its last rotations applied to b and d before they are added to a
 * and c, which shortens the chain of L by 2 cycles, but has 7 operations more: 1.01 to 1.04 times
 * as long. Shifts and ternary sums instead of rotations: 1.02 to 1.08.
 * Rejected for Hamsi-512: S-box and diagonals in vectors of 256 bits as in avx2: 1.05 on Zen 4, and
 * by llvm-mca 0.99 for Skylake and 0.93 for Ice Lake. Byte tables: 128 KiB, to save half of 5 %.
 */
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512vl")))
#define INLINE TARGET static inline __attribute__((always_inline))

typedef uint32_t vector __attribute__((vector_size(16)));

#define TERNARY(a, b, c, table)                                                                    \
    ((vector)_mm_ternarylogic_epi32((__m128i)(a), (__m128i)(b), (__m128i)(c), table))
#define XOR3(a, b, c) TERNARY(a, b, c, 0x96)
#define ROTATE(a, n) ((vector)_mm_rol_epi32((__m128i)(a), n))
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#define WORDS_FROM(a, n)                                                                           \
    __builtin_shufflevector(a, a, (n) % 4, ((n) + 1) % 4, ((n) + 2) % 4, ((n) + 3) % 4)

/* t, which comes late, passes one operation: t masked, ^ (m or h, as the mask says). */
#define UPPER_HALF(m, h, t) ADD_WHERE(((vector){0, 0, ~0U, ~0U}), m, h, t)
#define LOWER_HALF(m, h, t) ADD_WHERE(((vector){~0U, ~0U, 0, 0}), m, h, t)
#define ADD_WHERE(mask, m, h, t) TERNARY(t, mask, TERNARY(mask, h, m, 0xca), 0x6a)
