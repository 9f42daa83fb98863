/* SPDX-License-Identifier: MIT */
/* How much stack a call takes: from what it left on a stack of its own.
 *
 * The stack is painted, the function is called on it, and then the lowest byte that changed is
 * looked for from below; at first only within what is usual, since looking takes longer than calls
 * do. Whether anything was written below that is found out at the end. Each length is tried with
 * two paints that differ in every byte, so that a byte that happens to be written as it was painted
 * is seen with the other. The paint depends on the place, so that unwritten bytes that are copied
 * show as well. What an empty function takes is subtracted. A page below the stack can't be
 * accessed. The handler of signals has its own stack.
 *
 * A first call is not counted: it binds the functions of libraries, which takes more stack than
 * most hash functions do. Memory that is set aside and never written is not seen. */
#define _GNU_SOURCE
#include "harness.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <ucontext.h>

enum { room = 8 << 20, usual = 256 << 10, apart = 1024, paints = 2 };

static const char phase[] = "stack";
static uint64_t *bottom, *top;
static uint64_t *lowest; /* where looking begins */
static unsigned char *out, *in;

/* For the other stack, which has nothing of the harness but one frame. */
static ucontext_t harness, other;
static hash_function *called;
static unsigned long long bytes;
static int returned;

static uint64_t painted(const uint64_t *at, unsigned paint) {
    uint64_t value = (uint64_t)(at - bottom) * 0x9e3779b97f4a7c15ULL;
    value ^= value >> 29;
    return paint ? ~value : value;
}

static void paint_from(uint64_t *at, unsigned paint) {
    for (; at < top; ++at)
        *at = painted(at, paint);
}

/* What ends a context writes less far down than this frame reaches. */
static void enter(void) {
    volatile unsigned char frame[apart];
    frame[0] = 1;
    returned = called(out, in, bytes);
    frame[0] -= 1;
}

static void call_there(void) {
    if (getcontext(&other) != 0)
        harness_stop("no context");
    other.uc_stack.ss_sp = bottom;
    other.uc_stack.ss_size = room;
    other.uc_link = &harness;
    makecontext(&other, enter, 0);
    watch_enter(phase, bytes);
    if (swapcontext(&harness, &other) != 0)
        harness_stop("no other context");
    watch_leave();
    if (returned != 0)
        watch_problem("returned", (unsigned long long)(long long)returned, 0);
}

/* How far down a call of the function writes, in bytes from the top, on a stack that is painted;
 * the stack is painted again. */
static unsigned long long depth(unsigned paint) {
    uint64_t *at = lowest, expected;
    const unsigned char *found;
    unsigned skipped = 0;
    call_there();
    while (*at == painted(at, paint)) /* ends: the frame of `enter` is written */
        ++at;
    expected = painted(at, paint);
    found = (const unsigned char *)at;
    while (found[skipped] == ((const unsigned char *)&expected)[skipped])
        ++skipped;
    paint_from(at, paint);
    return (unsigned long long)((const unsigned char *)top - (found + skipped));
}

static int empty(unsigned char *to, const unsigned char *from, unsigned long long length) {
    (void)to;
    (void)from;
    (void)length;
    return 0;
}

static void stack_open(void) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *all = mmap(NULL, page + room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + page, room, PROT_READ | PROT_WRITE) != 0)
        harness_stop("out of memory");
    bottom = (uint64_t *)(void *)(all + page);
    top = bottom + room / sizeof *bottom;
}

static int is_painted_below(unsigned paint) {
    const uint64_t *at = bottom;
    while (at < lowest && *at == painted(at, paint))
        ++at;
    return at == lowest;
}

/* The most for each length; 0 if something was written below where looking begins. */
static int measure(const unsigned long long *lengths, unsigned long long count,
                   unsigned long long *most) {
    for (unsigned paint = 0; paint < paints; ++paint) {
        unsigned long long none, now;
        paint_from(bottom, paint);
        called = empty;
        bytes = 0;
        none = depth(paint);
        called = hashcop_hash;
        for (unsigned long long i = 0; i < count; ++i) {
            bytes = lengths[i];
            depth(paint); /* the first call of this length */
            now = depth(paint) - none;
            most[i] = now > most[i] ? now : most[i];
        }
        if (!is_painted_below(paint))
            return 0;
    }
    return 1;
}

void stack_run(const unsigned long long *lengths, unsigned long long count) {
    unsigned long long longest = 0;
    unsigned long long *most = harness_allocate((count + 1) * sizeof *most);
    for (unsigned long long i = 0; i < count; ++i)
        longest = lengths[i] > longest ? lengths[i] : longest;
    if (is_many())
        hashcop_messages = many_most;
    in = harness_allocate(longest * hashcop_messages + 1);
    out = harness_allocate(hashcop_bytes * hashcop_messages + 1);
    message_fill("random", 0, in, longest * hashcop_messages);
    stack_open();
    memset(most, 0, (size_t)(count + 1) * sizeof *most);
    lowest = top - usual / sizeof *top;
    if (!measure(lengths, count, most)) {
        lowest = bottom;
        measure(lengths, count, most);
    }
    for (unsigned long long i = 0; i < count; ++i) {
        report_word("stack");
        report_number(lengths[i]);
        report_number(most[i]);
        report_end();
    }
}

#else

/* Other C libraries have no contexts: nothing is reported. */
void stack_run(const unsigned long long *lengths, unsigned long long count) {
    (void)lengths;
    (void)count;
}

#endif
