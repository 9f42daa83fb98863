/* SPDX-License-Identifier: MIT */

/* Vectors of four words with what AVX2 has for them; vectors.h has defined the rest. */

TARGET static inline vector load(const void *p) { return _mm256_loadu_si256((const __m256i *)p); }

TARGET static inline void store(void *p, vector a) { _mm256_storeu_si256((__m256i *)p, a); }

#define ADD(a, b) _mm256_add_epi64(a, b)
#define XOR(a, b) _mm256_xor_si256(a, b)

#define WORDS_EXCHANGED(a) _mm256_shuffle_epi32(a, 0x4e)
#define LANES_EXCHANGED(a) _mm256_permute2x128_si256(a, a, 1)

/*
 * A sum that is taken as one number from here on. Compilers know that the order of additions does
 * not matter, and would choose one in which what comes last is not added last.
 */
TARGET static inline vector held(vector a) {
    __asm__("" : "+v"(a));
    return a;
}

/* Words i, j, k, l of a. */
#define IN_ORDER(a, i, j, k, l) _mm256_permute4x64_epi64(a, (i) | (j) << 2 | (k) << 4 | (l) << 6)

/* The XOR of all words of a, and that of the parity constant, in each word. */
TARGET static inline vector parity(vector a) {
    a = XOR(a, LANES_EXCHANGED(a));
    return XOR3(a, WORDS_EXCHANGED(a), _mm256_set1_epi64x((long long)KEY_PARITY));
}
