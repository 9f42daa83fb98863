/* SPDX-License-Identifier: MIT */
/* What keeps a call from running into its neighbours: the instruction that each processor's
 * counters stand between, which waits until everything before it is done. Where the architecture
 * has none that does (RISC-V orders memory only), it is the closest there is. */
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
