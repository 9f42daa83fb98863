/* SPDX-License-Identifier: MIT */
/* Vectors of eight words of 32 bits, and the rotations of BMW-256: what AVX2 and AVX-512 have in
 * common. */
typedef __m256i vec;

enum { VECTOR_BYTES = 32 };

/* The two rotations of s_0 to s_3, and r_1 to r_7. */
enum { S0_1 = 4, S1_1 = 8, S2_1 = 12, S3_1 = 15, S0_2 = 19, S1_2 = 23, S2_2 = 25, S3_2 = 29 };
enum { R1 = 3, R2 = 7, R3 = 13, R4 = 16, R5 = 19, R6 = 23, R7 = 27 };

#define LOAD(p) _mm256_loadu_si256((const vec *)(const void *)(p))
#define STORE(p, x) _mm256_storeu_si256((vec *)(void *)(p), x)
#define CONSTANTS(p) _mm256_load_si256((const vec *)(const void *)(p))
#define ZERO _mm256_setzero_si256()

#define ADD(a, b) _mm256_add_epi32(a, b)
#define SUBTRACT(a, b) _mm256_sub_epi32(a, b)
#define XOR(a, b) _mm256_xor_si256(a, b)
#define SHIFT_LEFT_BY(x, n) _mm256_sllv_epi32(x, n)
#define SHIFT_RIGHT_BY(x, n) _mm256_srlv_epi32(x, n)
#define EXCHANGE_HALVES(x) _mm256_permute2x128_si256(x, x, 1)

/* The words of f1 one by one, each in all lanes. */
typedef vec short_vec;

enum { LANES = 8 };

#define SHORT_LOAD LOAD
#define SHORT_ADD ADD
#define SHORT_XOR XOR
#define SHORT_XOR3 XOR3
#define SHORT_SHIFT_LEFT(x, n) _mm256_slli_epi32(x, n)
#define SHORT_SHIFT_RIGHT(x, n) _mm256_srli_epi32(x, n)
#define SHORT_ROTATE ROTATE
#define SHORT_ROTATE_BY ROTATE_BY
#define BROADCAST(x, lane) _mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(lane))
#define EVEN_LANES(x) _mm256_shuffle_epi32(x, 0xa0)
#define ODD_LANES(x) _mm256_shuffle_epi32(x, 0xf5)
#define WITH_LANE(x, y, lane) _mm256_blend_epi32(x, y, 1 << (lane))

#define LENGTHENED(x) (x)
#define SPLIT(parts, x) ((parts)[0] = (x)[0], (parts)[1] = (x)[1])
#define JOIN(x, parts) ((x)[0] = (parts)[0], (x)[1] = (parts)[1])

/* The sum of a's lanes in the even ones, that of b's in the odd ones. */
INLINE short_vec sum_in_turns(vec a, vec b) {
    const vec four = ADD(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    const vec two = ADD(four, EXCHANGE_HALVES(four));

    return ADD(two, _mm256_shuffle_epi32(two, 0x4e));
}
