/* SPDX-License-Identifier: MIT */
/* SHA-384 and SHA-512 with the SHA-512 instructions of arm64.
 *
 * Technique: SHA512H makes the T1 of two rounds from {f,g}, {d,e}, and the sums of h and g with
 * their words. SHA512H2 makes from it the two new values of a, and an addition to {c,d} makes those
 * of e. SHA512SU0 and SHA512SU1 make two words of the schedule.
 *
 * Invariant: the four registers of the state are {a,b}, {c,d}, {e,f}, {g,h}, with the earlier
 * letter in the lower half. Two rounds make a new first and third register, and the old ones become
 * the second and fourth. When rounds t and t+1 begin, m[t/2 % 8] holds their words and the others
 * those around them.
 *
 * Limit: the chain from {e,f} to {e,f}: EXT, SHA512H and an addition. llvm-mca says 6 cycles for
 * Neoverse N2. A block has 40 of them: 240 cycles, or 1.9 cycles/byte.
 *
 * Rejected: the schedule in NEON with rounds in general registers (neon), which is for processors
 * without these instructions: 18 operations a round.
 */
#include "crypto_hash.h"
#include "parameters.h"
#ifdef __clang__
#define __ARM_FEATURE_SHA512 1
#define TARGET __attribute__((target("sha3")))
#else
#define TARGET __attribute__((target("arch=armv8.2-a+sha3")))
#endif
#include <arm_neon.h>

enum { BIG_ENDIAN_WORDS = 1 };

/* Two rounds on {a,b} = S[0], {c,d} = S[1], {e,f} = S[2], {g,h} = S[3]. */
TARGET static inline void two_rounds(uint64x2_t S[4], uint64x2_t W, int t) {
    const uint64x2_t WK = vaddq_u64(W, vld1q_u64(K + t)), ab = S[0];
    const uint64x2_t ghWK = vaddq_u64(S[3], vextq_u64(WK, WK, 1));
    const uint64x2_t T1 = vsha512hq_u64(ghWK, vextq_u64(S[2], S[3], 1), vextq_u64(S[1], S[2], 1));

    S[0] = vsha512h2q_u64(T1, S[1], ab);
    S[3] = S[2];
    S[2] = vaddq_u64(S[1], T1);
    S[1] = ab;
}

/* The pair of words i, eight pairs after the one in its place. */
TARGET static inline void schedule(uint64x2_t m[8], int i) {
    const uint64x2_t W7 = vextq_u64(m[(i + 4) % 8], m[(i + 5) % 8], 1);

    m[i] = vsha512su1q_u64(vsha512su0q_u64(m[i], m[(i + 1) % 8]), m[(i + 7) % 8], W7);
}

TARGET static inline void compress(uint64x2_t S[4], const unsigned char *M) {
    uint64x2_t m[8], old[4];

    for (int i = 0; i < 4; i++)
        old[i] = S[i];
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        m[i] = vreinterpretq_u64_u8(vrev64q_u8(vld1q_u8(M + 16 * i)));
        two_rounds(S, m[i], 2 * i);
    }
    for (int t = 16; t < ROUNDS; t += 16) {
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            schedule(m, i);
            two_rounds(S, m[i], t + 2 * i);
        }
    }
    for (int i = 0; i < 4; i++)
        S[i] = vaddq_u64(S[i], old[i]);
}

TARGET static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    uint64x2_t S[4];

    for (int i = 0; i < 4; i++)
        S[i] = vld1q_u64(H + 2 * i);
    for (; n; n--, in += BLOCK)
        compress(S, in);
    for (int i = 0; i < 4; i++)
        vst1q_u64(H + 2 * i, S[i]);
}

#include "iterate.h"
