/* SPDX-License-Identifier: MIT */
/* SHA-224 and SHA-256 with the SHA-256 instructions of arm64.
 *
 * Technique: SHA256H and SHA256H2 each do four rounds, the first for {a,b,c,d}, the second for
 * {e,f,g,h}; both read the state from before. SHA256SU0 and SHA256SU1 make four words of the
 * schedule.
 *
 * Limit: the chain of 16 SHA256H, each with SHA256H2 in the cycle behind it. llvm-mca says 5 cycles
 * for Neoverse N2, so 80 and an addition in a block, or 1.3 cycles/byte.
 *
 * Rejected: the schedule in NEON with rounds in general registers (neon), which is for processors
 * without these instructions: 18 operations a round.
 */
#include "crypto_hash.h"
#include "parameters.h"
#ifdef __clang__
#define __ARM_FEATURE_SHA2 1
#define TARGET __attribute__((target("sha2")))
#else
#define TARGET __attribute__((target("+crypto")))
#endif
#include <arm_neon.h>

enum { BIG_ENDIAN_WORDS = 1 };
typedef uint32x4_t W4;

TARGET static inline W4 load(const unsigned char *in) {
    return vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(in)));
}

TARGET static inline void four_rounds(W4 S[2], W4 W, int t) {
    const W4 WK = vaddq_u32(W, vld1q_u32(K + t)), abcd = S[0];

    S[0] = vsha256hq_u32(abcd, S[1], WK);
    S[1] = vsha256h2q_u32(S[1], abcd, WK);
}

/* W[t..t+3] from the sixteen words before, in order w0 to w3. */
TARGET static inline W4 schedule(W4 w0, W4 w1, W4 w2, W4 w3) {
    return vsha256su1q_u32(vsha256su0q_u32(w0, w1), w2, w3);
}

#include "fours.h"

TARGET static inline void compress(W4 S[2], const unsigned char *M) {
    const W4 abcd = S[0], efgh = S[1];

    all_rounds(S, M);
    S[0] = vaddq_u32(S[0], abcd);
    S[1] = vaddq_u32(S[1], efgh);
}

TARGET static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    W4 S[2] = {vld1q_u32(H), vld1q_u32(H + 4)};

    for (; n; n--, in += BLOCK)
        compress(S, in);
    vst1q_u32(H, S[0]);
    vst1q_u32(H + 4, S[1]);
}

#include "iterate.h"
