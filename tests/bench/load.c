/* SPDX-License-Identifier: MIT */
/* Keeps memory busy until it is killed: load <processor>. Walks through 256 MiB, more than any
 * cache holds, so that whoever shares the way to memory, a cache, or the power of the chip feels
 * it. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>

int main(int count, char **words) {
    static volatile unsigned long long memory[1 << 25];
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(count > 1 ? atoi(words[1]) : 0, &set);
    sched_setaffinity(0, sizeof set, &set);
    for (;;)
        for (unsigned i = 0; i < 1 << 25; i += 8)
            ++memory[i];
}
