/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 with the SHA-256 instructions of arm64.
 *
 * Technique: SHA256H and SHA256H2 each do four rounds, the first for {a,b,c,d}, the second for
 * {e,f,g,h}; both read the state from before. SHA256SU0 and SHA256SU1 make four words of the
 * schedule.
 *
 * Invariant: when rounds t to t+3 begin, m[t/4 % 4] holds W[t..t+3], and the other three the
 * twelve words before it or, for those not needed any more, after it.
 *
 * Bound: the chain of 16 times SHA256H, with SHA256H2 in the cycle behind it: 5 cycles by llvm-mca
 * for Neoverse N2, hence 80 and an addition, 1.3 cycles/byte.
 *
 * Rejected: the schedule of NEON with rounds in general registers: 22 operations a round.
 */
#include "crypto_hash.h"
#include "parameters.h"
#ifdef __clang__
#define __ARM_FEATURE_SHA2 1
#define SHA2 __attribute__((target("sha2")))
#else
#define SHA2 __attribute__((target("+crypto")))
#endif
#include <arm_neon.h>

enum { BIG_ENDIAN_WORDS = 1 };

SHA2 static inline void four_rounds(uint32x4_t S[2], uint32x4_t W, int t) {
    const uint32x4_t WK = vaddq_u32(W, vld1q_u32(K + t)), abcd = S[0];

    S[0] = vsha256hq_u32(abcd, S[1], WK);
    S[1] = vsha256h2q_u32(S[1], abcd, WK);
}

/* W[t..t+3] from the sixteen words before, in order w0 to w3. */
SHA2 static inline uint32x4_t schedule(uint32x4_t w0, uint32x4_t w1, uint32x4_t w2, uint32x4_t w3) {
    return vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3);
}

SHA2 static inline void compress(uint32x4_t S[2], const unsigned char *M) {
    const uint32x4_t abcd = S[0], efgh = S[1];
    uint32x4_t m[4];

    for (int i = 0; i < 4; i++) {
        m[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(M + 16 * i)));
        four_rounds(S, m[i], 4 * i);
    }
    for (int t = 16; t < ROUNDS; t += 16) {
        m[0] = schedule(m[0], m[1], m[2], m[3]);
        four_rounds(S, m[0], t);
        m[1] = schedule(m[1], m[2], m[3], m[0]);
        four_rounds(S, m[1], t + 4);
        m[2] = schedule(m[2], m[3], m[0], m[1]);
        four_rounds(S, m[2], t + 8);
        m[3] = schedule(m[3], m[0], m[1], m[2]);
        four_rounds(S, m[3], t + 12);
    }
    S[0] = vaddq_u32(S[0], abcd);
    S[1] = vaddq_u32(S[1], efgh);
}

SHA2 static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    uint32x4_t S[2] = {vld1q_u32(H), vld1q_u32(H + 4)};

    for (; n; n--, in += BLOCK)
        compress(S, in);
    vst1q_u32(H, S[0]);
    vst1q_u32(H + 4, S[1]);
}

#include "iterate.h"
