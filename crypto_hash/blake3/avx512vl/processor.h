/* SPDX-License-Identifier: MIT */

/*
 * Xor and rotation of rows where vprord has a latency of two (Zen 4): the late word is shifted both
 * ways and joined with the early one's rotation by one vpternlogd, two dependent operations.
 */

#define XOR_ROTATE(words, V, I, MM, n)                                                             \
    INLINE V xor_rotate_##n##_##words(V early, V late) {                                           \
        return (V)MM##_ternarylogic_epi32(MM##_ror_epi32((I)early, n), (I)held_##words(late >> n), \
                                          (I)(late << (32 - n)), 0x96);                            \
    }
