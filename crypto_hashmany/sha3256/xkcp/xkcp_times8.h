/* SPDX-License-Identifier: MIT */
/* Functions of Keccak from the XKCP, the collection of Keccak's authors: eight messages at once.
 *
 * Technique: eight states side by side, which the library's fast loop absorbs whole blocks into,
 * provided that messages are as long as a number of words; others are added message by message. The
 * library has no sponge for many messages, so the padding is put here. Instances without a message
 * repeat the last one.
 *
 * Bound: as for xkcp among the implementations of one message, which instructions are used is
 * chosen when the library is built.
 *
 * Rejected: two or four states, which the library has as well, for what is left over: its functions
 * of those names are in it only where it was built for their instructions.
 */
#include "crypto_hashmany.h"

#include <stddef.h>
#include <libXKCP.a.headers/KeccakP-1600-times8-SnP.h>

enum { INSTANCES = 8, WORD_BYTES = 8, STATE_BYTES = 200 };

/* Hashes `live` messages of inlen bytes, at most INSTANCES; `rate` is the bytes of a block. */
static void xkcp_times8(unsigned rate, unsigned char suffix, unsigned char *out,
                        const unsigned char *in, size_t inlen, unsigned live) {
    KeccakP1600times8_states states;
    size_t whole = inlen / rate * rate, done = 0;

    KeccakP1600times8_InitializeAll(&states);
    if (live == INSTANCES && inlen % WORD_BYTES == 0)
        done = KeccakF1600times8_FastLoop_Absorb(&states, rate / WORD_BYTES,
                                                 (unsigned)(inlen / WORD_BYTES), rate / WORD_BYTES,
                                                 in, (INSTANCES - 1) * inlen + whole);
    for (; done < whole; done += rate) {
        for (unsigned i = 0; i < INSTANCES; i++)
            KeccakP1600times8_AddBytes(&states, i, in + (i < live ? i : live - 1) * inlen + done, 0,
                                       rate);
        KeccakP1600times8_PermuteAll_24rounds(&states);
    }
    for (unsigned i = 0; i < INSTANCES; i++) {
        KeccakP1600times8_AddBytes(&states, i, in + (i < live ? i : live - 1) * inlen + whole, 0,
                                   (unsigned)(inlen - whole));
        KeccakP1600times8_AddByte(&states, i, suffix, inlen - whole);
        KeccakP1600times8_AddByte(&states, i, 0x80, rate - 1);
    }
    KeccakP1600times8_PermuteAll_24rounds(&states);
    for (unsigned i = 0; i < live; i++)
        KeccakP1600times8_ExtractBytes(&states, i, out + i * (size_t)crypto_hashmany_BYTES, 0,
                                       crypto_hashmany_BYTES);
}

/* crypto_hashmany() of a function of Keccak with that many bytes of capacity, and that byte behind
 * the message. */
#define XKCP_TIMES8(capacity, suffix)                                                              \
    int crypto_hashmany(unsigned char *out, const unsigned char *in, unsigned long long inlen,     \
                        unsigned long long count) {                                                \
        while (count) {                                                                            \
            unsigned live = count < INSTANCES ? (unsigned)count : INSTANCES;                       \
                                                                                                   \
            xkcp_times8(STATE_BYTES - (capacity), suffix, out, in, (size_t)inlen, live);           \
            out += live * (size_t)crypto_hashmany_BYTES;                                           \
            in += live * inlen;                                                                    \
            count -= live;                                                                         \
        }                                                                                          \
        return 0;                                                                                  \
    }
