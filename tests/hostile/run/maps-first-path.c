/* SPDX-License-Identifier: MIT */
/* Puts a path where the launcher had one, to execute it: measure/confine.c. */
#include "hostile.h"

static int attempt(void) {
    static const unsigned long long first_path = 0x1fffff0000, before = 0xf00000000;
    const int both = PROT_READ | PROT_WRITE, own = MAP_PRIVATE | MAP_ANONYMOUS;
    char *const words[] = {"sh", NULL};
    void *place = mmap(NULL, 4096, both, own, -1, 0);
    if (sizeof place < 8)
        return 0;
    if (mmap((void *)first_path, 4096, both, own | MAP_FIXED, -1, 0) != MAP_FAILED ||
        mmap((void *)first_path, 4096, both, own, -1, 0) == (void *)first_path ||
        mmap((void *)before, 1ULL << 37, PROT_NONE, own | MAP_NORESERVE, -1, 0) != MAP_FAILED ||
        mremap(place, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, first_path) != MAP_FAILED ||
        mremap(place, 4096, 1ULL << 37, MREMAP_MAYMOVE) != MAP_FAILED)
        return 1;
    syscall(SYS_execve, first_path, words, NULL);
    return 0;
}

HOSTILE(attempt)
