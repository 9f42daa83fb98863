/* SPDX-License-Identifier: MIT */
/* What the test of the checksums does not see: every length, every alignment, and the edge of
 * memory.
 *
 * Every argument is put right before a page that can't be accessed, then right after one, so that a
 * single byte read or written outside ends the program, with the address; before that page, inputs
 * can't be written at all. The stack below and fresh heap memory have other contents each time, so
 * that an output that depends on uninitialised memory differs. Digests of a hash are reported
 * before the calls that may end the program. An implementation that passes the checksums and fails
 * here has the right digests there; the reader decides what that means. */
#define _GNU_SOURCE
#include "harness.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum { most = hashcop_most_arguments, filler = 0xa5, calls_without_length = 256 };
enum { watched = 8192 }; /* bytes on each side of a long argument: nearer than its pages' ends */
enum { most_repeated = 1 << 17, few_repeated = 1 << 13 };

static const char *phase = "strict";

/* Pages that can be used, between two that can't. */
struct region {
    unsigned char *start;
    unsigned long long bytes;
    unsigned char *argument; /* where in it the argument lies at present, and how long it is */
    unsigned long long count;
    int is_constant; /* during the call */
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
            *distance = 0;
            if (at < region->argument)
                *distance = at - region->argument;
            else if (at >= region->argument + region->count)
                *distance = at - (region->argument + region->count) + 1;
            return 1;
        }
    }
    return 0;
}

/* What is watched of the pages: an argument's surroundings. */
static unsigned char *first_watched(const struct region *region) {
    unsigned long long before = (unsigned long long)(region->argument - region->start);
    return region->argument - (before < watched ? before : watched);
}

static unsigned char *end_watched(const struct region *region) {
    unsigned char *from = region->argument + region->count;
    unsigned long long after = (unsigned long long)(region->start + region->bytes - from);
    return from + (after < watched ? after : watched);
}

/* The first byte of the pages that is not the filler. */
static const unsigned char *first_changed(const unsigned char *from, const unsigned char *end) {
    if (from == end || (*from == filler && memcmp(from, from + 1, (size_t)(end - from) - 1) == 0))
        return NULL;
    while (*from == filler)
        ++from;
    return from;
}

static void verify_filler(const struct region *region, unsigned argument) {
    const unsigned char *end = region->argument + region->count, *changed;
    changed = first_changed(first_watched(region), region->argument);
    if (changed)
        watch_problem("wrote-before", (unsigned long long)(region->argument - changed), argument);
    changed = first_changed(end, end_watched(region));
    if (changed)
        watch_problem("wrote-after", (unsigned long long)(changed - end) + 1, argument);
}

/* Fills the stack with `value` where the implementation's variables will be, and fresh heap. */
__attribute__((noinline)) static void paint(unsigned char value) {
    unsigned char below[1 << 15];
    memset(below, value, sizeof below);
    __asm__ volatile("" : : "r"(below) : "memory"); /* the compiler must not leave it out */
#ifdef __GLIBC__
    mallopt(M_PERTURB, value);
#endif
}

/* `apart`: `far` bytes from the start of the pages, where inputs and outputs have their own.
 * `in_place`: as at_start, and the output is in the buffer of the input. */
enum place { at_end, at_start, apart, in_place };
static unsigned far[2];

static unsigned char *put(const struct region *region, enum place place, unsigned argument) {
    if (place == at_end)
        return region->start + region->bytes - region->count;
    return region->start + (place == apart ? far[argument != 0] : 0);
}

static void make_constant(struct region *region, int is_constant) {
    if (region->is_constant == is_constant)
        return;
    region->is_constant = is_constant;
    if (mprotect(region->start, (size_t)region->bytes,
                 is_constant ? PROT_READ : PROT_READ | PROT_WRITE) != 0)
        harness_stop("can't protect memory");
}

struct sample {
    unsigned long long lengths[hashcop_most_lengths];
    unsigned char *content[most]; /* of the arguments before the call */
    unsigned char *result[most];  /* of the first call */
};

static void set_up(const struct sample *sample, enum place place, unsigned char **arguments) {
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        struct region *region = &regions[i];
        unsigned long long count = argument_bytes(i, sample->lengths);
        region->count =
            place == in_place && i == 1 && hashcop_bytes > count ? hashcop_bytes : count;
        arguments[i] = region->argument = put(region, place, i);
        memset(first_watched(region), filler,
               (size_t)(end_watched(region) - first_watched(region)));
        memcpy(arguments[i], sample->content[i], (size_t)count);
        make_constant(region, !is_written(i) && place == at_end);
    }
    if (place == in_place)
        arguments[0] = arguments[1];
}

static void call_at(const struct sample *sample, enum place place, unsigned char **arguments) {
    static const unsigned char paints[] = {0x5a, 0xff, 0x00, 0xff};
    set_up(sample, place, arguments);
    paint(paints[place]);
    call_watched(phase, arguments, sample->lengths);
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        int was_constant = regions[i].is_constant;
        make_constant(&regions[i], 0);
        if (!was_constant)
            verify_filler(&regions[i], i);
        if (!is_written(i) && place != in_place && !was_constant &&
            memcmp(arguments[i], sample->content[i], (size_t)regions[i].count) != 0)
            watch_problem("changed-input", 0, i);
    }
}

/* Of an argument, in bytes, of calls with these lengths. */
static unsigned long long room_of(unsigned argument, unsigned long long most_bytes) {
    unsigned long long longest[hashcop_most_lengths] = {most_bytes, most_bytes};
    if (!is_many())
        return argument_bytes(argument, longest);
    if (is_written(argument))
        return hashcop_bytes * many_empty;
    return most_bytes > fresh_longest ? most_bytes : most_bytes * many_most;
}

static void sample_open(struct sample *sample, unsigned long long most_bytes) {
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        unsigned long long room = room_of(i, most_bytes) + 64;
        if (i == 1 && room < hashcop_bytes + 64) /* an output in its place */
            room = hashcop_bytes + 64;
        region_open(&regions[i], room);
        sample->content[i] = harness_allocate(room);
        sample->result[i] = harness_allocate(room);
    }
}

/* Hashes: each pass makes every length once, and stops when it has had its time. */

enum { first_budget = 800, other_budget = 200 }; /* milliseconds */

static unsigned long long folds[fresh_series][fresh_most], done[fresh_series];

/* Another digest in place: is it because of the place, or of the address? */
static void explain(const struct sample *sample, unsigned long long fold) {
    unsigned char *arguments[most] = {NULL};
    call_at(sample, at_start, arguments);
    if (fresh_fold(arguments[0], hashcop_bytes) != fold)
        watch_problem("differs", 0, 0);
    watch_problem("overlap", 0, 1);
}

/* In place, the digests must be those of an earlier pass; otherwise they are reported. */
static void pass(struct sample *sample, unsigned series, enum place place, unsigned milliseconds) {
    int known = place == in_place;
    unsigned long long count = known ? done[series] : fresh_count(series), item = 0;
    spent_begin(milliseconds);
    for (; item < count && !spent_all(); ++item) {
        unsigned char *arguments[most] = {NULL};
        unsigned long long fold;
        sample->lengths[0] = fresh_length(series, item);
        sample->lengths[1] = fresh_messages(sample->lengths[0]);
        fresh_content(series, sample->lengths[0], sample->content[1]);
        far[0] = item / 64 % 64;
        far[1] = item % 64;
        call_at(sample, place, arguments);
        fold = fresh_fold(arguments[0], hashcop_bytes * sample->lengths[1]);
        if (known && fold != folds[series][item])
            explain(sample, folds[series][item]);
        folds[series][item] = fold;
    }
    if (!known) {
        done[series] = item;
        fresh_report(series, folds[series], item);
    }
}

/* The digests that a witness is asked for come first. */
static void strict_hash(unsigned long long seed, int is_thorough) {
    struct sample sample = {{0}, {0}, {0}}, longer = sample;
    fresh_open(seed);
    sample_open(&sample, fresh_longest);
    phase = "fresh";
    pass(&sample, fresh_random, apart, first_budget);
    spent_begin(other_budget);
    repeat_run(seed, is_thorough ? most_repeated : few_repeated);
    if (!is_thorough)
        return;
    phase = "strict";
    pass(&sample, fresh_special, at_end, other_budget);
    if (hashcop_operation.argument[1].may_overlap)
        pass(&sample, fresh_random, in_place, other_budget);
    sample_open(&longer, 1 << 20);
    pass(&longer, fresh_long, at_end, other_budget);
}

/* Subroutines: their calls are only compared with each other. */

static void compare_calls(struct sample *sample, enum place place, int is_first) {
    unsigned char *arguments[most] = {NULL};
    call_at(sample, place, arguments);
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i) {
        size_t count = (size_t)regions[i].count;
        if (is_first)
            memcpy(sample->result[i], arguments[i], count);
        else if (memcmp(sample->result[i], arguments[i], count) != 0)
            watch_problem("differs", 0, i);
    }
}

static void try_length(struct sample *sample, unsigned long long seed, unsigned long long length) {
    for (unsigned i = 0; i < hashcop_operation.lengths; ++i)
        sample->lengths[i] = length;
    for (unsigned i = 0; i < hashcop_operation.arguments; ++i)
        fresh_message(seed, (unsigned long long)i << 40 | length, sample->content[i],
                      argument_bytes(i, sample->lengths));
    far[0] = (unsigned)(length / 64 % 64);
    far[1] = (unsigned)(length % 64);
    compare_calls(sample, apart, 1);
    compare_calls(sample, at_end, 0);
    compare_calls(sample, at_start, 0);
}

static void strict_subroutine(unsigned long long seed) {
    struct sample sample = {{0}, {0}, {0}};
    unsigned long long calls = hashcop_operation.lengths ? fresh_most : calls_without_length;
    sample_open(&sample, fresh_longest);
    fresh_open(seed);
    spent_begin(first_budget);
    for (unsigned long long i = 0; i < calls && !spent_all(); ++i)
        try_length(&sample, seed, hashcop_operation.lengths ? fresh_length(fresh_random, i) : i);
}

void strict_run(unsigned long long seed, int is_thorough) {
    page = (unsigned long long)sysconf(_SC_PAGESIZE);
    if (is_hash())
        strict_hash(seed, is_thorough);
    else
        strict_subroutine(seed);
    report_word("strict");
    report_end();
}
