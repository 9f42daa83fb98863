/* SPDX-License-Identifier: MIT */
/*
 * Threefish-256 in 64-bit words as opt64 has it, with the instructions of a round written out. On
 * Intel's processors an instruction is bound to one of four units when it is decoded, not when it
 * starts. Rotations can be done by two of them; an addition or exclusive or that happens to be
 * bound to one of those two stands in a rotation's way, and with a chain as long as the work all
 * of that is lost. So additions are LEA, which the other two units do, and the order is both
 * additions, both rotations, both exclusive ors: of the 20 orders those that begin with both
 * additions and end with both exclusive ors are fastest on a Cascade Lake.
 *
 * The sums of key, tweak and number of the subkey are made before they are added: compilers that
 * see all three terms add them to the word one after the other, two cycles in the chain of one.
 *
 * Limit: the chain of opt64, 162 cycles a block, 5.1 per byte.
 */
#define ADD(sum, term) __asm__("add %1, %0" : "+r"(sum) : "r"(term) : "cc")

#define SUBKEY_WORD(s, i) k[((s) + (i)) % (WORDS + 1)]

#define ADD_SUBKEY(s)                                                                              \
    ADD(v[0], SUBKEY_WORD(s, 0));                                                                  \
    ADD(v[1], SUBKEY_WORD(s, 1) + t[(s) % 3]);                                                     \
    ADD(v[2], SUBKEY_WORD(s, 2) + t[((s) + 1) % 3]);                                               \
    ADD(v[3], SUBKEY_WORD(s, 3) + (s))

#define TWO_MIXES(a, b, first, c, d, second)                                                       \
    __asm__("lea (%[A], %[B]), %[A]\n\t"                                                           \
            "lea (%[C], %[D]), %[C]\n\t"                                                           \
            "rol %[r], %[B]\n\t"                                                                   \
            "rol %[s], %[D]\n\t"                                                                   \
            "xor %[A], %[B]\n\t"                                                                   \
            "xor %[C], %[D]"                                                                       \
            : [A] "+r"(v[a]), [B] "+r"(v[b]), [C] "+r"(v[c]), [D] "+r"(v[d])                       \
            : [r] "i"(first), [s] "i"(second)                                                      \
            : "cc")

#include "rounds.h"
#include "ubi.h"
