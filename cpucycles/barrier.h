/* SPDX-License-Identifier: MIT */
/* A barrier between calls: the instruction that waits until all instructions before it have been
 * executed. It is the one that the processor's counters use. If an architecture has none (RISC-V
 * orders memory accesses only), the closest is used. */
#ifndef HASHCOP_BARRIER_H
#define HASHCOP_BARRIER_H

static inline void cpucycles_barrier(void) {
#if defined(__x86_64__) || defined(__i386__)
    __asm__ volatile("lfence" ::: "memory");
#elif defined(__aarch64__) || (defined(__arm__) && __ARM_ARCH >= 7)
    __asm__ volatile("isb" ::: "memory");
#elif defined(__riscv)
    __asm__ volatile("fence iorw, iorw" ::: "memory");
#elif defined(__powerpc__)
    __asm__ volatile("isync" ::: "memory");
#elif defined(__s390x__)
    __asm__ volatile("bcr 15,0" ::: "memory");
#elif defined(__loongarch__)
    __asm__ volatile("ibar 0" ::: "memory");
#elif defined(__mips__)
    __asm__ volatile("sync" ::: "memory");
#else
    __asm__ volatile("" ::: "memory");
#endif
}

#endif
