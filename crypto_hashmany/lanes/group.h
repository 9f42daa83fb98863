/* SPDX-License-Identifier: MIT */
/* LANES messages of one length, hashed together: what every hash has in common.
 *
 * parameters.h of the hash defines WORD_BITS, and compress.h
 *
 *     static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
 *                            unsigned long long inlen);
 *
 * NEEDS_VECTORS in parameters.h says that compress.h is only for machines with vectors; others hash
 * one message after the other. All messages have the same length, so blocks, counters and padding
 * are the same in every lane.
 */
#include "crypto_hashmany.h"

#include "parameters.h"

#ifdef PARTS
#include "blocks.h"
#elif defined(BYTES)
#include "bytes.h"
#else
#include "load.h"
#endif

enum { DIGEST_BYTES = crypto_hashmany_BYTES };

/* The last bytes of every message, and what follows them, which is written `most` bytes long. */
#define TAILS(most)                                                                                \
    struct tails {                                                                                 \
        unsigned char bytes[LANES][most];                                                          \
        const unsigned char *of[LANES];                                                            \
    }

/* Copies the last `rest` bytes of every message, behind which come zeros up to `bytes`. */
#define OPEN_TAILS(tails, in, inlen, rest, count)                                                  \
    do {                                                                                           \
        for (int lane_ = 0; lane_ < LANES; lane_++) {                                              \
            unsigned char *tail_ = (tails).bytes[lane_];                                           \
            __builtin_memcpy(tail_, (in)[lane_] + ((inlen) - (rest)), rest);                       \
            __builtin_memset(tail_ + (rest), 0, (count) - (rest));                                 \
            (tails).of[lane_] = tail_;                                                             \
        }                                                                                          \
    } while (0)

/* Puts the same bytes into every tail. */
#define PUT_TAILS(tails, at, from, count)                                                          \
    do {                                                                                           \
        for (int lane_ = 0; lane_ < LANES; lane_++)                                                \
            __builtin_memcpy((tails).bytes[lane_] + (at), from, count);                            \
    } while (0)

/* The last `rest` bytes of every message and behind them what `end`, an array, has from there on.
 */
#define END_TAILS(tails, in, inlen, rest, end)                                                     \
    do {                                                                                           \
        for (int lane_ = 0; lane_ < LANES; lane_++) {                                              \
            unsigned char *tail_ = (tails).bytes[lane_];                                           \
            (tails).of[lane_] = (rest) ? tail_ : (end);                                            \
            if (rest) {                                                                            \
                __builtin_memcpy(tail_, end, sizeof(end));                                         \
                __builtin_memcpy(tail_, (in)[lane_] + ((inlen) - (rest)), rest);                   \
            }                                                                                      \
        }                                                                                          \
    } while (0)

#define NAMED(lanes) NAMED_(lanes)
#define NAMED_(lanes) CRYPTO_NAMESPACE(group_##lanes)

#if defined(TARGET) || defined(__SSE2__) || defined(__ARM_NEON) || defined(__ALTIVEC__) ||         \
    defined(__VX__) || defined(__VEC__) || defined(__riscv_vector)
#define HAS_VECTORS
#endif

/* Compilers take minutes, and gigabytes, to make numbers of the vectors of a long text. On s390x,
 * where they have registers enough, texts show that they know the order of bytes. */
#if LANES > 1 && !defined(HAS_VECTORS) && (defined(NEEDS_VECTORS) || !defined(__s390x__))
#include "one.h"

static void hash_group(unsigned char *const out[LANES], const unsigned char *const in[LANES],
                       unsigned long long inlen) {
    for (int lane = 0; lane < LANES; lane++)
        ONE(out[lane], in[lane], inlen);
}
#else
#include "compress.h"
#endif

/* `live` messages from `in` on, at most LANES. Lanes without a message repeat the last one; their
 * digests are dropped. */
void NAMED(LANES)(unsigned char *out, const unsigned char *in, unsigned long long inlen,
                  unsigned live) {
    unsigned char dropped[DIGEST_BYTES], *outs[LANES];
    const unsigned char *ins[LANES];

    for (unsigned lane = 0; lane < LANES; lane++) {
        unsigned which = lane < live ? lane : live - 1;

        ins[lane] = in + which * inlen;
        outs[lane] = lane < live ? out + which * (size_t)DIGEST_BYTES : dropped;
    }
    hash_group(outs, ins, inlen);
}

#if defined(TARGET) && defined(__clang__)
#pragma clang attribute pop
#endif
