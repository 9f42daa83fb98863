/* SPDX-License-Identifier: MIT */
/* Stands behind every kernel that is compiled for CUDA: how many cycles of its clock a device does
 * in so many nanoseconds, by the work of one thread. */
KERNEL void hashcop_clock(u64 *told) {
    const u64 least = 1000000;
    u64 time, begun;
    const long long cycles = clock64();

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begun));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    } while (time - begun < least);
    told[0] = (u64)(clock64() - cycles);
    told[1] = time - begun;
}
