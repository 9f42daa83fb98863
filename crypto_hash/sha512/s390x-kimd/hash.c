/* SPDX-License-Identifier: MIT */
/* SHA-384 and SHA-512 with the instruction KIMD of z/Architecture (compute intermediate message
 * digest; z/Architecture Principles of Operation, chapter 7).
 *
 * Technique: one KIMD hashes any number of whole blocks. Function 3 is SHA-512, which KIMD has from
 * System z10 on; SHA-384 differs in the first state only. GR0 holds the function, GR1 the address
 * of the state, and an even register with the next one the address and length of the blocks. KIMD
 * is given by its encoding, since assemblers know it only if they are told of the processor.
 *
 * Invariant: the state is eight big-endian words, as the processor has them. KIMD may end before
 * the last block, with condition code 3 and the registers advanced; then it is repeated.
 *
 * Limit: it has run under an emulator only, and nothing is measured.
 *
 * Rejected: KLMD for the end of the message, which pads as well: pad() does it for all
 * implementations. SHA-1 and SHA-256 by functions 1 and 2: qemu 7.2 has only function 3, so they
 * could not be checked here.
 */
#include "crypto_hash.h"
#include "parameters.h"

enum { BIG_ENDIAN_WORDS = 1 };

#include "message_end.h"

static void compress_blocks(word *H, const unsigned char *in, unsigned long long n) {
    register unsigned long function __asm__("0") = 3;
    register word *state __asm__("1") = H;
    register const unsigned char *blocks __asm__("2") = in;
    register unsigned long length __asm__("3") = n * BLOCK;

    __asm__ volatile("0: .insn rre,0xb93e0000,0,%[blocks]\n\t"
                     "brc 1,0b"
                     : [blocks] "+a"(blocks), "+d"(length)
                     : "d"(function), "a"(state)
                     : "memory", "cc");
}

#include "iterate.h"
