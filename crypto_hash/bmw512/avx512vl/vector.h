/* SPDX-License-Identifier: MIT */
/* Vectors of eight words of 64 bits, and the distances of BMW-512. */
#include <immintrin.h>

#define TARGET __attribute__((target("avx2,avx512f,avx512vl")))
#define INLINE static inline __attribute__((always_inline)) TARGET

typedef __m512i vec;

enum { VECTOR_BYTES = 64 };

/* The two rotations of s_0 to s_3, and r_1 to r_7. */
enum { S0_1 = 4, S1_1 = 13, S2_1 = 19, S3_1 = 28, S0_2 = 37, S1_2 = 43, S2_2 = 53, S3_2 = 59 };
enum { R1 = 5, R2 = 11, R3 = 27, R4 = 32, R5 = 37, R6 = 43, R7 = 53 };

#define LOAD(p) _mm512_loadu_si512(p)
#define STORE(p, x) _mm512_storeu_si512(p, x)
#define CONSTANTS(p) _mm512_load_si512(p)
#define ZERO _mm512_setzero_si512()

#define ADD(a, b) _mm512_add_epi64(a, b)
#define SUBTRACT(a, b) _mm512_sub_epi64(a, b)
#define XOR(a, b) _mm512_xor_si512(a, b)
#define XOR3(a, b, c) _mm512_ternarylogic_epi64(a, b, c, 0x96)
#define ROTATE(x, n) _mm512_rol_epi64(x, n)
#define SHIFT_LEFT_BY(x, n) _mm512_sllv_epi64(x, n)
#define SHIFT_RIGHT_BY(x, n) _mm512_srlv_epi64(x, n)
#define ROTATE_BY(x, n) _mm512_rolv_epi64(x, n)

/* Eight words from a[n] on, where b follows a. */
#define WINDOW(a, b, n) _mm512_alignr_epi64(b, a, n)
#define EXCHANGE_HALVES(x) _mm512_shuffle_i64x2(x, x, 0x4e)
#define ONLY_LANE(x, lane) _mm512_maskz_mov_epi64(1 << (lane), x)

/* The words of f1 one by one, each in all lanes. */
typedef __m256i short_vec;

enum { LANES = 4 };

#define SHORT_LOAD(p) _mm256_loadu_si256((const short_vec *)(const void *)(p))
#define SHORT_ADD(a, b) _mm256_add_epi64(a, b)
#define SHORT_XOR(a, b) _mm256_xor_si256(a, b)
#define SHORT_XOR3(a, b, c) _mm256_ternarylogic_epi64(a, b, c, 0x96)
#define SHORT_SHIFT_LEFT(x, n) _mm256_slli_epi64(x, n)
#define SHORT_SHIFT_RIGHT(x, n) _mm256_srli_epi64(x, n)
#define SHORT_ROTATE(x, n) _mm256_rol_epi64(x, n)
#define SHORT_ROTATE_BY(x, n) _mm256_rolv_epi64(x, n)
#define BROADCAST(x, lane) _mm256_permute4x64_epi64(x, 0x55 * (lane))
#define EVEN_LANES(x) _mm256_unpacklo_epi64(x, x)
#define ODD_LANES(x) _mm256_unpackhi_epi64(x, x)
#define WITH_LANE(x, y, lane) _mm256_blend_epi32(x, y, 3 << 2 * (lane))

#define LENGTHENED(x) _mm512_broadcast_i64x4(x)
#define SPLIT_ONE(parts, x)                                                                        \
    ((parts)[0] = _mm512_castsi512_si256(x), (parts)[1] = _mm512_extracti64x4_epi64(x, 1))
#define SPLIT(parts, x) (SPLIT_ONE(parts, (x)[0]), SPLIT_ONE((parts) + 2, (x)[1]))
#define JOIN_ONE(parts) _mm512_inserti64x4(_mm512_castsi256_si512((parts)[0]), (parts)[1], 1)
#define JOIN(x, parts) ((x)[0] = JOIN_ONE(parts), (x)[1] = JOIN_ONE((parts) + 2))

/* The sum of a's lanes in the even ones, that of b's in the odd ones. */
INLINE short_vec sum_in_turns(vec a, vec b) {
    const vec four = ADD(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
    const short_vec two =
        SHORT_ADD(_mm512_castsi512_si256(four), _mm512_extracti64x4_epi64(four, 1));

    return SHORT_ADD(two, _mm256_permute2x128_si256(two, two, 1));
}
