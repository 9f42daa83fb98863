/* SPDX-License-Identifier: MIT */
/* Chains of dependent instructions, whose duration is known: each instruction waits for the one
 * before it and takes CPUCYCLES_STEP cycles, on every core from the smallest to the widest.
 *
 * A step adds two registers, or combines them by exclusive or. Every processor executes these; some
 * eliminate moves, zeroing, and additions of small constants. The empty assembly hides the contents
 * of the registers from the compiler, which could otherwise combine steps. */
#ifndef HASHCOP_CHAIN_H
#define HASHCOP_CHAIN_H

/* IBM's POWER cores forward the result of fixed-point arithmetic after two cycles (POWER9 Processor
 * User's Manual, table of latencies). */
#if defined(__powerpc__)
#define CPUCYCLES_STEP 2
#else
#define CPUCYCLES_STEP 1
#endif

#define CPUCYCLES_HIDE(x) __asm__ volatile("" : "+r"(x))
#define CPUCYCLES_ADD(x, y)                                                                        \
    (x) += (y);                                                                                    \
    CPUCYCLES_HIDE(x);
#define CPUCYCLES_XOR(x, y)                                                                        \
    (x) ^= (y);                                                                                    \
    CPUCYCLES_HIDE(x);

/* A step many times. */
#define CPUCYCLES_4(step, x, y) step(x, y) step(x, y) step(x, y) step(x, y)
#define CPUCYCLES_8(step, x, y) CPUCYCLES_4(step, x, y) CPUCYCLES_4(step, x, y)
#define CPUCYCLES_32(step, x, y)                                                                   \
    CPUCYCLES_8(step, x, y)                                                                        \
    CPUCYCLES_8(step, x, y) CPUCYCLES_8(step, x, y) CPUCYCLES_8(step, x, y)
#define CPUCYCLES_64(step, x, y) CPUCYCLES_32(step, x, y) CPUCYCLES_32(step, x, y)
#define CPUCYCLES_256(step, x, y)                                                                  \
    CPUCYCLES_64(step, x, y)                                                                       \
    CPUCYCLES_64(step, x, y) CPUCYCLES_64(step, x, y) CPUCYCLES_64(step, x, y)
#define CPUCYCLES_512(step, x, y) CPUCYCLES_256(step, x, y) CPUCYCLES_256(step, x, y)
#define CPUCYCLES_1024(step, x, y) CPUCYCLES_512(step, x, y) CPUCYCLES_512(step, x, y)

#endif
