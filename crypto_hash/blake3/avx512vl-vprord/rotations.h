/* SPDX-License-Identifier: MIT */

/* Xor and rotation of rows where vprord has a latency of one (Skylake to Cascade Lake). */

#define XOR_ROTATE(words, V, I, MM, n)                                                             \
    INLINE V xor_rotate_##n##_##words(V early, V late) {                                           \
        return rotate_##n##_##words(early ^ late);                                                 \
    }
