/* SPDX-License-Identifier: MIT */

/* How words of SHA-1's schedule move, with SSSE3. */

#define ROTATED(a, n) XOR(_mm_slli_epi32(a, n), _mm_srli_epi32(a, 32 - (n)))
/* Four words from the third one of a on. */
#define FROM_THIRD(a, b) _mm_alignr_epi8(b, a, 8)
/* The last three words and 0; three times 0 and the first word. */
#define LAST_THREE(a) _mm_srli_si128(a, 4)
#define FIRST_AS_LAST(a) _mm_slli_si128(a, 12)
