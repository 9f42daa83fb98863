/* SPDX-License-Identifier: MIT */

/*
 * What is best on processors with three vector units, two of which rotate, in one cycle (Skylake to
 * Cascade Lake).
 *
 * Which unit an operation takes is chosen when it is decoded, not when it can begin, so its place
 * among the others decides whether it meets one that waits: the same 42 operations of a round took
 * from 0.96 to 1.03 times as long as in the order of compilers, for four inputs. This one was found
 * by trial, the best of some 300 of random ones that were varied again, on Cascade Lake. In columns
 * the steps of the four G simply alternate, as written.
 */

#ifdef __x86_64__
/* A round of rows.h and the words of the next; t, next_z and next_w are written before all is read.
 * It needs eleven registers; the ABI x86 has eight. */
#define ROUND_IN_ORDER                                                                             \
    "vpaddd %[x], %[a], %[a]\n\t"                                                                  \
    "vpaddd %[b], %[a], %[a]\n\t"                                                                  \
    "vpxord %[a], %[d], %[d]\n\t"                                                                  \
    "vprord $16, %[d], %[d]\n\t"                                                                   \
    "vpaddd %[d], %[c], %[c]\n\t"                                                                  \
    "vpxord %[c], %[b], %[b]\n\t"                                                                  \
    "vpaddd %[y], %[a], %[a]\n\t"                                                                  \
    "vprord $12, %[b], %[b]\n\t"                                                                   \
    "vpaddd %[b], %[a], %[a]\n\t"                                                                  \
    "vpxord %[a], %[d], %[d]\n\t"                                                                  \
    "vprord $8, %[d], %[d]\n\t"                                                                    \
    "vpaddd %[d], %[c], %[c]\n\t"                                                                  \
    "vpxord %[c], %[b], %[b]\n\t"                                                                  \
    "vprord $7, %[b], %[b]\n\t"                                                                    \
    "vpshufd $0x93, %[a], %[a]\n\t"                                                                \
    "vpaddd %[z], %[a], %[a]\n\t"                                                                  \
    "vpaddd %[b], %[a], %[a]\n\t"                                                                  \
    "vpshufd $0x4e, %[d], %[d]\n\t"                                                                \
    "vpxord %[a], %[d], %[d]\n\t"                                                                  \
    "vprord $16, %[d], %[d]\n\t"                                                                   \
    "vpshufd $0x39, %[c], %[c]\n\t"                                                                \
    "vpaddd %[d], %[c], %[c]\n\t"                                                                  \
    "vpblendmd %[z], %[y], %[next_z]%{%[third]%}\n\t"                                              \
    "vshufps $203, %[w], %[next_z], %[next_z]\n\t"                                                 \
    "vpxord %[c], %[b], %[b]\n\t"                                                                  \
    "vpaddd %[w], %[a], %[a]\n\t"                                                                  \
    "vprord $12, %[b], %[b]\n\t"                                                                   \
    "vpaddd %[b], %[a], %[a]\n\t"                                                                  \
    "vpxord %[a], %[d], %[d]\n\t"                                                                  \
    "vprord $8, %[d], %[d]\n\t"                                                                    \
    "vpunpckldq %[y], %[w], %[next_w]\n\t"                                                         \
    "vshufps $62, %[z], %[next_w], %[next_w]\n\t"                                                  \
    "vpaddd %[d], %[c], %[c]\n\t"                                                                  \
    "vpxord %[c], %[b], %[b]\n\t"                                                                  \
    "vpblendmd %[w], %[z], %[t]%{%[third]%}\n\t"                                                   \
    "vshufps $185, %[x], %[t], %[t]\n\t"                                                           \
    "vshufps $24, %[x], %[y], %[x]\n\t"                                                            \
    "vpshufd $216, %[t], %[y]\n\t"                                                                 \
    "vpshufd $0x39, %[a], %[a]\n\t"                                                                \
    "vprord $7, %[b], %[b]\n\t"                                                                    \
    "vpshufd $0x93, %[c], %[c]\n\t"                                                                \
    "vpshufd $0x4e, %[d], %[d]"

#define hold_in_order(x) __asm__ volatile("" : "+v"(x))
#endif

/* With vectors of 512 bits two units are left, and shuffles find one idle while rotations fill the
 * other; with narrower ones, 1.04 times the time. */
#define LOADS_BETWEEN_ROUNDS(lanes) ((lanes) == 16)

#define XOR_ROTATE(words, V, I, MM, n)                                                             \
    INLINE V xor_rotate_##n##_##words(V early, V late) {                                           \
        return rotate_##n##_##words(early ^ late);                                                 \
    }
