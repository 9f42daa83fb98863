/* SPDX-License-Identifier: MIT */
/* Two lanes of 128 bits: what AVX2 and AVX-512 have in common. */
enum { LANES = 2 };

typedef __m256i vector;

#define EACH_LANE(a, b, c, d, e, f, g, h)                                                          \
    { a, b, c, d, e, f, g, h, a, b, c, d, e, f, g, h }

#define load(p) _mm256_load_si256((const __m256i *)(const void *)(p))
#define store(p, a) _mm256_store_si256((__m256i *)(void *)(p), a)
#define all(x) _mm256_set1_epi16(x)
#define add(a, b) _mm256_add_epi16(a, b)
#define subtract(a, b) _mm256_sub_epi16(a, b)
#define shift_left(a, n) _mm256_slli_epi16(a, n)
#define shift_right(a, n) _mm256_srai_epi16(a, n)
#define and2(a, b) _mm256_and_si256(a, b)
#define multiply_low(a, b) _mm256_mullo_epi16(a, b)
#define multiply_high(a, b) _mm256_mulhi_epi16(a, b)
#define low_16(a, b) _mm256_unpacklo_epi16(a, b)
#define high_16(a, b) _mm256_unpackhi_epi16(a, b)
#define low_32(a, b) _mm256_unpacklo_epi32(a, b)
#define high_32(a, b) _mm256_unpackhi_epi32(a, b)
#define low_64(a, b) _mm256_unpacklo_epi64(a, b)
#define high_64(a, b) _mm256_unpackhi_epi64(a, b)
#define low_bytes(a) _mm256_unpacklo_epi8(a, _mm256_setzero_si256())
#define high_bytes(a) _mm256_unpackhi_epi8(a, _mm256_setzero_si256())

/* 16 bytes for each lane. */
#define load_128(p) _mm_loadu_si128((const __m128i *)(const void *)(p))
#define load_lanes(p, offset)                                                                      \
    _mm256_inserti128_si256(_mm256_castsi128_si256(load_128((p)[0] + (offset))),                   \
                            load_128((p)[1] + (offset)), 1)
#define store_128(p, a) _mm_store_si128((__m128i *)(void *)(p), a)
#define store_lanes(p, distance, a)                                                                \
    do {                                                                                           \
        store_128(p, _mm256_castsi256_si128(a));                                                   \
        store_128((p) + (distance), _mm256_extracti128_si256(a, 1));                               \
    } while (0)
#define numbers(bytes, half) ((half) ? high_bytes(bytes) : low_bytes(bytes))
