/* SPDX-License-Identifier: MIT */
/* Timings. Everything is allocated and filled before the first reading, and printed after the last.
 */
#include "../cpucycles/cpucycles.h"
#include "harness.h"

#include <stddef.h>

static unsigned long long longest_of(const unsigned long long *lengths, unsigned long long count) {
    unsigned long long longest = 0;
    for (unsigned long long i = 0; i < count; ++i)
        longest = lengths[i] > longest ? lengths[i] : longest;
    return longest;
}

/* On a cache line's edge: alignment is an effect of its own, to be measured as such. */
static unsigned char *aligned(unsigned long long bytes) {
    unsigned long long place = (unsigned long long)(size_t)harness_allocate(bytes + 64);
    return (unsigned char *)(size_t)((place + 63) / 64 * 64);
}

/* readings[0..timings]: neighbours differ by the cost of one call and one reading. */
static int one_length(const struct cpucycles_counter *counter, unsigned char *out,
                      const unsigned char *in, unsigned long long length, unsigned warmup,
                      unsigned timings, unsigned long long *readings) {
    int status = 0;
    for (unsigned i = 0; i < warmup; ++i)
        status |= hashcop_hash(out, in, length);
    readings[0] = counter->read();
    for (unsigned i = 1; i <= timings; ++i) {
        status |= hashcop_hash(out, in, length);
        readings[i] = counter->read();
    }
    return status;
}

static void print_timings(unsigned long long length, const unsigned long long *readings,
                          unsigned timings) {
    report_word("cycles");
    report_number(length);
    for (unsigned i = 0; i < timings; ++i)
        report_number(readings[i + 1] - readings[i]);
    report_end();
}

static const struct cpucycles_counter *any_counter(void) {
    const struct cpucycles_counter *counter = cpucycles_choose();
    if (!counter)
        harness_stop("no counter works here");
    return counter;
}

void time_with(const char *name) {
    const char *why = cpucycles_use(name);
    if (!why)
        return;
    report_word("unusable");
    report_word(name);
    report_word(why);
    report_end();
    report_flush();
    harness_stop("the counter asked for does not work");
}

/* A perf event may lose its hardware counter at any time: then no timing is worth anything. */
static void trust(const struct cpucycles_counter *counter) {
    const char *why = counter->doubt ? counter->doubt() : NULL;
    if (!why)
        return;
    report_word("unusable");
    report_word(counter->name);
    report_word(why);
    report_end();
}

void time_run(unsigned warmup, unsigned timings, const unsigned long long *lengths,
              unsigned long long count) {
    const struct cpucycles_counter *counter = any_counter();
    unsigned long long longest = longest_of(lengths, count);
    unsigned long long row = timings + 1ULL;
    unsigned long long *readings = harness_allocate(count * row * sizeof *readings);
    unsigned char *in = aligned(longest + longest_output); /* a subroutine may take more */
    unsigned char *out = aligned(hashcop_bytes);
    struct stream message;
    stream_open(&message, "generate messages for timings...");
    stream_bytes(&message, in, longest);
    for (unsigned long long i = 0; i < count; ++i) {
        watch_enter("time", lengths[i]);
        int status = one_length(counter, out, in, lengths[i], warmup, timings, readings + i * row);
        if (status != 0)
            watch_problem("returned", (unsigned long long)status, 0);
        watch_leave();
    }
    trust(counter);
    for (unsigned long long i = 0; i < count; ++i)
        print_timings(lengths[i], readings + i * row, timings);
}

static void print_others(const struct cpucycles_counter *counter) {
    size_t count;
    const struct cpucycles_trial *trials = cpucycles_trials(&count);
    for (size_t i = 0; i < count; ++i) {
        report_word(trials[i].counter == counter ? "chosen" : "other");
        report_word(trials[i].counter->name);
        report_word(trials[i].reason);
        report_end();
    }
}

void counter_run(void) {
    const struct cpucycles_counter *counter = any_counter();
    struct cpucycles_trial now;
    cpucycles_measure(counter, &now);
    report_word("counter");
    report_word(counter->name);
    report_number(now.resolution);
    report_number((unsigned long long)(cpucycles_persecond(counter, 50) + 0.5));
    report_number((unsigned long long)counter->core_cycles);
    report_number(now.cost);
    report_number(now.noise);
    report_word(counter->counts);
    report_end();
    print_others(counter);
}
