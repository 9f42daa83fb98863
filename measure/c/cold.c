/* SPDX-License-Identifier: MIT */
/* Cold caches. Where the processor lets user code flush cache lines, every line of the program, its
 * libraries and its memory is flushed. Elsewhere, and for instruction caches that a flush does not
 * reach, memory several times as large as usual last-level caches is walked through.
 */
#define _GNU_SOURCE
#include "harness.h"

#include <stdio.h>
#include <string.h>

enum { most = 256, line = 64 };
static const unsigned long long walked_bytes = 64ULL << 20;

static struct span { unsigned char *begin, *end; } spans[most];
static unsigned count;
static unsigned char *walked;

#if defined(__x86_64__) || defined(__i386__)
static void flush(unsigned char *place) {
    __asm__ volatile("clflush (%0)" ::"r"(place) : "memory");
}
static void flushed(void) { __asm__ volatile("mfence" ::: "memory"); }
static const unsigned long long walk_step = 0; /* flushing is enough */
#elif defined(__aarch64__)
static void flush(unsigned char *place) {
    __asm__ volatile("dc civac, %0" ::"r"(place) : "memory");
}
static void flushed(void) { __asm__ volatile("dsb sy\n\tisb" ::: "memory"); }
static const unsigned long long walk_step = line; /* code stays in the instruction cache */
#else
static void flush(unsigned char *place) { (void)place; }
static void flushed(void) {}
static const unsigned long long walk_step = line;
#endif

/* Finds all readable mappings, except the kernel's own pages and the memory that is walked. */
void cold_open(void) {
    FILE *maps = fopen("/proc/self/maps", "r");
    char text[512], rights[5];
    unsigned long begin, end;
    if (walk_step)
        walked = harness_allocate(walked_bytes);
    if (!maps)
        harness_stop("/proc/self/maps can't be read");
    while (count < most && fgets(text, sizeof text, maps))
        if (sscanf(text, "%lx-%lx %4s", &begin, &end, rights) == 3 && rights[0] == 'r' &&
            !strstr(text, "[v") && end - begin < walked_bytes)
            spans[count++] = (struct span){(unsigned char *)begin, (unsigned char *)end};
    fclose(maps);
}

void cold_evict(void) {
    for (unsigned i = 0; i < count; ++i)
        for (unsigned char *place = spans[i].begin; place < spans[i].end; place += line)
            flush(place);
    for (unsigned long long i = 0; walk_step && i < walked_bytes; i += walk_step)
        ++walked[i];
    flushed();
}
