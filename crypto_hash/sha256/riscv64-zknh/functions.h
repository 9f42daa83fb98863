/* SPDX-License-Identifier: MIT */

/* Sigma0, Sigma1, sigma0 and sigma1 of SHA-256 by instructions of RISC-V's extension Zknh, one
 * each: "RISC-V Cryptography Extensions", volume I, version 1.0.1. All else is that of opt32.
 *
 * Technique: the instructions are given by their encodings (OP-IMM with a function code), since
 * assemblers know their names only if they are told of Zknh.
 *
 * Invariant: on RV64 the instructions read the lower 32 bits and extend the sign of the result, as
 * the ABI wants words of 32 bits.
 *
 * Limit: operations. A round has 15, and an expanded word 5; even with Zbb's rotations they have 23
 * and 13 without Zknh. So a block has 1216 instead of 2112, loads of constants aside. It has run
 * under an emulator only, and nothing is measured.
 */

#define FUNCTION(name, code)                                                                       \
    static inline word name(word x) {                                                              \
        word y;                                                                                    \
        __asm__(".insn i 0x13, 1, %0, %1, " #code : "=r"(y) : "r"(x));                             \
        return y;                                                                                  \
    }

FUNCTION(Sigma0, 0x100)
FUNCTION(Sigma1, 0x101)
FUNCTION(sigma0, 0x102)
FUNCTION(sigma1, 0x103)
