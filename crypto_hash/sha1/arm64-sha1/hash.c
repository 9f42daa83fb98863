/* SPDX-License-Identifier: MIT */
/* SHA-1 with the SHA-1 instructions of arm64.
 *
 * Technique: SHA1C, SHA1P and SHA1M do four rounds on {a,b,c,d} with the three functions. e comes
 * beside it. For the next four rounds, e is the present a, rotated by SHA1H. SHA1SU0 and SHA1SU1
 * make four words of the schedule.
 *
 * Invariant: when rounds 4i to 4i+3 begin, m[i % 4] holds the words of these rounds, and the other
 * three those around them.
 *
 * Limit: the chain of 20 times SHA1C, SHA1P or SHA1M. llvm-mca says 5 cycles for Neoverse N2: 100
 * cycles and the addition of the block's first state, or 1.6 cycles/byte.
 *
 * Rejected: the schedule in NEON with rounds in general registers (neon), which is for processors
 * without these instructions. Its chain is a rotation and an addition for each of 80 rounds: 160
 * cycles.
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

struct state {
    uint32x4_t abcd;
    uint32_t e;
};

/* Rounds 4i to 4i+3. */
TARGET static inline void four_rounds(struct state *S, uint32x4_t W, int i) {
    const uint32x4_t WK = vaddq_u32(W, vdupq_n_u32(K[i / 5]));
    const uint32_t e = vsha1h_u32(vgetq_lane_u32(S->abcd, 0));

    if (i / 5 == 0)
        S->abcd = vsha1cq_u32(S->abcd, S->e, WK);
    else if (i / 5 == 2)
        S->abcd = vsha1mq_u32(S->abcd, S->e, WK);
    else
        S->abcd = vsha1pq_u32(S->abcd, S->e, WK);
    S->e = e;
}

/* W[t..t+3] from the sixteen words before, in order w0 to w3. */
TARGET static inline uint32x4_t schedule(uint32x4_t w0, uint32x4_t w1, uint32x4_t w2,
                                         uint32x4_t w3) {
    return vsha1su1q_u32(vsha1su0q_u32(w0, w1, w2), w3);
}

TARGET static inline void compress(struct state *S, const unsigned char *M) {
    const struct state old = *S;
    uint32x4_t m[4];

#pragma GCC unroll 20
    for (int i = 0; i < ROUNDS / 4; i++) {
        if (i < 4)
            m[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(M + 16 * i)));
        else
            m[i % 4] = schedule(m[i % 4], m[(i + 1) % 4], m[(i + 2) % 4], m[(i + 3) % 4]);
        four_rounds(S, m[i % 4], i);
    }
    S->abcd = vaddq_u32(S->abcd, old.abcd);
    S->e += old.e;
}

TARGET static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    struct state S = {vld1q_u32(H), H[4]};

    for (; n; n--, in += BLOCK)
        compress(&S, in);
    vst1q_u32(H, S.abcd);
    H[4] = S.e;
}

#include "iterate.h"
