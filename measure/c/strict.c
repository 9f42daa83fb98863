/* SPDX-License-Identifier: MIT */
/* What the test of the checksums does not see: the implementation at the edge of its memory.
 *
 * Every argument is put right before a page that can't be accessed, then right after one, so that a
 * single byte read or written outside ends the program, with the address. The stack below and fresh
 * heap memory have other contents each time, so that an output that depends on uninitialised memory
 * differs. An implementation that passes the checksums and fails here has the right digests; the
 * reader decides what that means. */
#define _GNU_SOURCE
#include "harness.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { most = hashcop_most_arguments, filler = 0xa5, calls_without_length = 16 };

static const char phase[] = "strict";

/* Pages that can be used, between two that can't. */
struct region {
    unsigned char *start;
    unsigned long long bytes;
    unsigned char *argument; /* where in it the argument lies at present, and how long it is */
    unsigned long long count;
};

static struct region regions[most];
static unsigned long long page;

static void region_open(struct region *region, unsigned long long room) {
    unsigned long long pages = room / page + 1;
    unsigned char *all =
        mmap(NULL, (size_t)((pages + 2) * page), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    region->start = all + page;
    region->bytes = pages * page;
    if (all == MAP_FAILED ||
        mprotect(region->start, (size_t)region->bytes, PROT_READ | PROT_WRITE) != 0)
        harness_stop("out of memory");
}

/* harness.h. The argument is that on whose side of the pages the address lies. */
int strict_where(const void *address, unsigned *argument, long long *distance) {
    const unsigned char *at = address;
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        const struct region *region = &regions[i];
        if (region->start && at >= region->start - page &&
            at < region->start + region->bytes + page) {
            *argument = i;
            *distance = at < region->start ? at - region->argument
                                           : at - (region->argument + region->count) + 1;
            return 1;
        }
    }
    return 0;
}

static void verify_filler(const struct region *region, unsigned argument) {
    const unsigned char *before = region->argument, *after = region->argument + region->count;
    while (before > region->start)
        if (*--before != filler)
            watch_problem("wrote-before", (unsigned long long)(region->argument - before),
                          argument);
    for (; after < region->start + region->bytes; ++after)
        if (*after != filler)
            watch_problem("wrote-after",
                          (unsigned long long)(after - region->argument) - region->count + 1,
                          argument);
}

/* Fills the stack with `value` where the implementation's variables will be, and fresh heap. */
__attribute__((noinline)) static void paint(unsigned char value) {
    volatile unsigned char below[1 << 15];
    for (unsigned i = 0; i < sizeof below; ++i)
        below[i] = value;
#ifdef __GLIBC__
    mallopt(M_PERTURB, value);
#endif
}

enum place { at_end, at_start, in_between };

static unsigned char *put(struct region *region, enum place place, unsigned long long count) {
    unsigned char *last = region->start + region->bytes - count;
    region->count = count;
    if (place == at_end)
        return last;
    return place == at_start ? region->start : region->start + count % 64;
}

struct sample {
    unsigned long long lengths[hashcop_most_lengths];
    unsigned char *content[most]; /* of the arguments before the call */
    unsigned char *result[most];  /* of the first call */
};

static void call_at(struct sample *sample, enum place place) {
    unsigned char *arguments[most] = {NULL};
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        struct region *region = &regions[i];
        unsigned long long count = argument_bytes(i, sample->lengths);
        memset(region->start, filler, (size_t)region->bytes);
        arguments[i] = region->argument = put(region, place, count);
        memcpy(arguments[i], sample->content[i], (size_t)count);
    }
    paint(place == at_end ? 0x00 : place == at_start ? 0xff : 0x5a);
    call_watched(phase, arguments, sample->lengths);
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        struct region *region = &regions[i];
        verify_filler(region, i);
        if (place == in_between)
            memcpy(sample->result[i], arguments[i], (size_t)region->count);
        else if (memcmp(sample->result[i], arguments[i], (size_t)region->count) != 0)
            watch_problem("differs", 0, i);
    }
}

static void try_length(struct sample *sample, struct stream *stream, unsigned long long length) {
    for (unsigned i = 0; i < hashcop_operation.lengths; ++i)
        sample->lengths[i] = length;
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i)
        stream_bytes(stream, sample->content[i], argument_bytes(i, sample->lengths));
    call_at(sample, in_between);
    call_at(sample, at_end);
    call_at(sample, at_start);
}

/* Every length to 256, and both sides of larger multiples of the usual block sizes. */
static void every_length(struct sample *sample, struct stream *stream) {
    static const unsigned long long longer[] = {512, 576, 1024, 1088, 1536, 2048, 3072, 4095};
    for (unsigned long long length = 0; length <= 256; ++length)
        try_length(sample, stream, length);
    for (unsigned i = 0; i < sizeof longer / sizeof longer[0]; ++i)
        for (unsigned long long length = longer[i] - 1; length <= longer[i] + 1; ++length)
            try_length(sample, stream, length);
}

void strict_run(void) {
    const unsigned long long longest[hashcop_most_lengths] = {4096, 4096};
    struct sample sample = {{0}, {0}, {0}};
    struct stream stream;
    page = (unsigned long long)sysconf(_SC_PAGESIZE);
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        unsigned long long room = argument_bytes(i, longest) + 64;
        region_open(&regions[i], room);
        sample.content[i] = harness_allocate(room);
        sample.result[i] = harness_allocate(room);
    }
    stream_open(&stream, "generate inputs at memory's edge");
    if (hashcop_operation.lengths)
        every_length(&sample, &stream);
    else
        for (unsigned i = 0; i < calls_without_length; ++i)
            try_length(&sample, &stream, 0);
    report_word("strict");
    report_end();
}
