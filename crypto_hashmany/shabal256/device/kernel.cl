/* SPDX-License-Identifier: MIT */
/* Shabal, one message for each work-item. */
#include "text/parameters.h"
#include "word.h"
#include "text/rounds.h"
#include "message.h"

DEVICE void hash(GLOBAL u8 *out, GLOBAL const u8 *in, u64 inlen) {
    const u64 full = inlen / BLOCK;
    word A[12], B[16], C[16], M[16];

    COPY(A, initial_A, 12);
    COPY(B, initial_B, 16);
    COPY(C, initial_C, 16);
    UNROLLED(16)
    for (int i = 0; i < 16; i++)
        M[i] = 0;
    for (u64 i = 0; i <= full + FINAL_ROUNDS; i++) {
        const u64 number = (i < full ? i : full) + 1;

        UNROLLED(16)
        for (int k = 0; k < 16; k++)
            B[k] -= M[k];
        if (i <= full)
            load_block(M, in, i * BLOCK, inlen, 16, 0, 0x80);
        UNROLLED(16)
        for (int k = 0; k < 16; k++)
            B[k] = ROTL(B[k] + M[k], 17);
        A[0] ^= (word)number;
        A[1] ^= (word)(number >> 32);
        {
            word a = A[11];

            ALL_STEPS;
        }
        after_steps(A, C);
        UNROLLED(16)
        for (int k = 0; k < 16; k++) {
            const word exchanged = B[k];

            B[k] = C[k];
            C[k] = exchanged;
        }
    }
    store_words(out, C + 16 - CRYPTO_BYTES / 4, CRYPTO_BYTES / 4, 0);
}

#include "one_each.h"
