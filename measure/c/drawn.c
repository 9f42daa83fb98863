/* SPDX-License-Identifier: MIT */
/* What the calls of a timing hash: each a message of its own, which was drawn a moment ago.
 *
 * Nothing tells these calls from those of a check: the messages are new, and pointers differ from
 * call to call. All digests of a timing are folded into a number that can be had in no other way
 * than by hashing, and that another implementation is asked for (replay_run). What is drawn for one
 * timing fits into the fastest cache, like a message that is hashed again and again. */
#include "harness.h"

#include <stdint.h>
#include <string.h>

/* The messages of a timing take so many bytes, unless a single one is longer, and so do digests. */
enum { room = 8 << 10, line = 64, page = 4096 };

static const char *kind;
static unsigned long long seed;
static unsigned char *in, *out;
static unsigned in_offset;

static unsigned long long lines(unsigned long long bytes) {
    return bytes ? (bytes + line - 1) / line * line : line;
}

/* Memory that begins `offset` bytes after the beginning of a cache line. Allocated memory has the
 * same place in a page each time, which decides what its addresses collide with, so the line is
 * another one of the page in each process: one of those that `layout` chooses. */
static unsigned char *placed(unsigned long long bytes, unsigned offset, unsigned long long layout) {
    uintptr_t place = (uintptr_t)harness_allocate(bytes + (unsigned long long)(2 * line + page));
    place += layout % (page / line) * line;
    return (unsigned char *)((place + line - 1) / line * line + offset);
}

/* Of a call, in bytes. */
static unsigned long long digests(void) { return hashcop_bytes * hashcop_messages; }

void drawn_open(const struct time_request *asked, unsigned long long longest) {
    unsigned long long most = lines(longest * hashcop_messages + asked->in);
    unsigned long long digest = lines(digests());
    kind = asked->data;
    seed = asked->seed;
    in_offset = (unsigned)asked->in;
    in = placed((most > room ? most : room) + (is_hash() ? 0 : longest_output), in_offset,
                seed);
    out = placed(digest > room ? digest : room, (unsigned)asked->out, seed / (page / line));
    if (strcmp(kind, "random") != 0)
        message_fill(kind, seed, in, 0); /* ends the program if there is no such kind */
}

struct drawn drawn_fill(unsigned long long length, unsigned calls, unsigned long long number) {
    unsigned long long bytes = length * hashcop_messages;
    struct drawn drawn = {in, out, lines(bytes + in_offset), lines(digests()), calls};
    /* Not of all memory, which other lengths of the request may need: a replay has fewer of them.
     */
    unsigned long long ins = room / drawn.in_step, outs = room / drawn.out_step;
    unsigned long long most = !is_hash() ? 1 : ins < outs ? ins : outs;
    if (drawn.count > most)
        drawn.count = most ? (unsigned)most : 1;
    for (unsigned long long i = 0; i < drawn.count; ++i) {
        unsigned char *message = in + i * drawn.in_step;
        unsigned long long which = number * most_calls + i;
        if (strcmp(kind, "random") == 0)
            fresh_message(seed, which, message, bytes);
        else
            message_fill(kind, seed + which, message, bytes);
        message_clear(out + i * drawn.out_step, digests());
    }
    return drawn;
}

unsigned long long drawn_fold(const struct drawn *drawn, unsigned long long fold) {
    unsigned long long count = digests();
    for (unsigned i = 0; i < drawn->count; ++i) {
        const unsigned char *digest = drawn->out + i * drawn->out_step;
        for (unsigned long long k = 0; k < count; k += 8) {
            uint64_t word = 0;
            memcpy(&word, digest + k, count - k < 8 ? (size_t)(count - k) : 8);
            fold = (fold << 1 | fold >> 63) ^ word;
        }
        fold *= 0x9e3779b97f4a7c15ULL;
    }
    return fold;
}

void drawn_report(unsigned long long length, unsigned calls, unsigned long long first,
                  unsigned long long fold) {
    unsigned char bytes[8];
    for (int i = 0; i < 8; ++i)
        bytes[i] = (unsigned char)(fold >> (56 - 8 * i));
    report_word("answer");
    report_number(length);
    report_number(calls);
    report_number(first);
    report_hex(bytes, sizeof bytes);
    report_end();
}

/* The calls of `timings` timings again, without a clock. */
static unsigned long long replayed(unsigned long long length, unsigned calls,
                                   unsigned long long first, unsigned long long timings) {
    unsigned long long fold = 0;
    for (unsigned long long number = first; number < first + timings; ++number) {
        struct drawn drawn = drawn_fill(length, calls, number);
        watch_enter("replay", length);
        for (unsigned i = 0; i < drawn.count; ++i)
            if (many_hash(drawn.out + i * drawn.out_step, drawn.in + i * drawn.in_step, length) !=
                0)
                watch_problem("returned", 1, 0);
        watch_leave();
        fold = drawn_fold(&drawn, fold);
    }
    return fold;
}

void replay_run(const struct time_request *asked, const unsigned long long *numbers,
                unsigned long long count) {
    unsigned long long longest = 0;
    for (unsigned long long i = 0; i + 3 <= count; i += 3)
        longest = numbers[i] > longest ? numbers[i] : longest;
    drawn_open(asked, longest);
    for (unsigned long long i = 0; i + 3 <= count; i += 3) {
        unsigned calls = (unsigned)numbers[i + 1];
        unsigned long long fold = replayed(numbers[i], calls, numbers[i + 2], asked->timings);
        drawn_report(numbers[i], calls, numbers[i + 2], fold);
    }
}
