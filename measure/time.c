/* SPDX-License-Identifier: MIT */
/* Timings. Everything is allocated and filled before the first reading, and printed after the last.
 *
 * Lengths are timed in batches, and a chain of known duration before and after each batch says how
 * many cycles a tick was. A batch during which that changed, or which was interrupted, is taken
 * again; of the takes the quietest is kept. What is said are ticks: scaling them, and judging what
 * remained unquiet, is the reader's. */
#define _GNU_SOURCE
#include "../cpucycles/barrier.h"
#include "../cpucycles/cpucycles.h"
#include "harness.h"

#include <stddef.h>
#include <string.h>
#include <sys/resource.h>

enum { most_calls = 1 << 16 };

/* Something to be timed: a length of the hash, or a call of known duration. */
struct item {
    hash_function *call;
    unsigned long long length; /* of a known call its cycles */
    unsigned calls;            /* timed together, of the take that is kept */
};

/* How one take of a batch went. */
struct quiet {
    double before, after; /* cycles per tick */
    unsigned long long switches;
    int interrupted;
};

static const struct cpucycles_counter *counter;
static const struct time_request *asked;
static double cost; /* of a reading, in ticks */
static unsigned char *in, *out;

/* On a cache line's edge, or as far from it as is asked for. */
static unsigned char *placed(unsigned long long bytes, unsigned offset) {
    unsigned long long place = (unsigned long long)(size_t)harness_allocate(bytes + 128);
    return (unsigned char *)(size_t)((place + 63) / 64 * 64 + offset);
}

/* Each call between two barriers: the next does not begin before it has ended, as it would in a
 * loop on a processor that works ahead, by more the shorter it is. */
static unsigned long long one_timing(const struct item *item, unsigned calls) {
    hash_function *call = item->call;
    unsigned long long begun, ended, length = item->length;
    int status = 0;
    if (asked->cold)
        cold_evict();
    begun = counter->read();
    for (unsigned i = 0; i < calls; ++i) {
        cpucycles_barrier();
        status |= call(out, in, length);
    }
    ended = counter->read();
    if (status != 0)
        watch_problem("returned", (unsigned long long)status, 0);
    return ended - begun;
}

static unsigned calls_within(double ticks, unsigned tried) {
    double calls = ticks > 0 ? (double)asked->timing * tried / ticks : most_calls;
    return calls < 1 ? 1 : calls < most_calls ? (unsigned)calls + 1 : most_calls;
}

/* How many calls take as long as a timing should. A single call may be too short to be seen at
 * all, so that more of them are tried until they are; and as first calls are slow, what comes of it
 * is tried once more. */
static unsigned calls_together(const struct item *item) {
    unsigned tried = 1;
    double ticks;
    while ((ticks = (double)one_timing(item, tried) - cost) * 8 < (double)asked->timing &&
           tried < most_calls / 8)
        tried *= 8;
    unsigned calls = calls_within(ticks, tried);
    ticks = (double)one_timing(item, calls) - cost;
    return ticks < (double)asked->timing ? calls_within(ticks, calls) : calls;
}

/* Whether one of the timings is so much longer that something else ran meanwhile. */
static int was_interrupted(const unsigned long long *timings) {
    unsigned long long least = timings[0], most = timings[0];
    for (unsigned i = 1; i < asked->timings; ++i) {
        least = timings[i] < least ? timings[i] : least;
        most = timings[i] > most ? timings[i] : most;
    }
    return most - least > asked->gap + least / 4;
}

static int time_item(struct item *item, unsigned long long *timings) {
    watch_enter("time", item->length);
    for (unsigned i = 0; i < asked->warmup; ++i)
        if (item->call(out, in, item->length) != 0)
            watch_problem("returned", 1, 0);
    item->calls = asked->cold || asked->timing == 0 ? 1 : calls_together(item);
    for (unsigned i = 0; i < asked->timings; ++i)
        timings[i] = one_timing(item, item->calls);
    watch_leave();
    return was_interrupted(timings);
}

static double cycles_per_tick(void) {
    return asked->calibration ? cpucycles_calibrate(counter, cost, asked->calibration) : 1;
}

static unsigned long long switches(void) {
    struct rusage use;
    getrusage(RUSAGE_THREAD, &use);
    return (unsigned long long)use.ru_nvcsw + (unsigned long long)use.ru_nivcsw;
}

/* Items from items[0] on until they have taken as long as a batch should, or `limit` of them;
 * returns how many. */
static unsigned long long take(struct item *items, unsigned long long limit, int is_again,
                               unsigned long long *timings, struct quiet *quiet) {
    unsigned long long done = 0, begun, before = switches();
    quiet->before = cycles_per_tick();
    quiet->interrupted = 0;
    begun = counter->read();
    do {
        quiet->interrupted |= time_item(&items[done], timings + done * asked->timings);
        ++done;
    } while (done < limit && (is_again || counter->read() - begun < asked->batch));
    quiet->after = cycles_per_tick();
    quiet->switches = switches() - before;
    return done;
}

static double moved(const struct quiet *quiet) {
    double ratio = quiet->before > 0 ? quiet->after / quiet->before - 1 : 1;
    return ratio < 0 ? -ratio : ratio;
}

static int is_quiet(const struct quiet *quiet) {
    return moved(quiet) * 1e6 <= asked->moved && !quiet->interrupted && !quiet->switches;
}

/* An interruption is in few timings, a ratio that moved is in all of them. */
static int is_quieter(const struct quiet *one, const struct quiet *other) {
    int one_moved = moved(one) * 1e6 > asked->moved,
        other_moved = moved(other) * 1e6 > asked->moved;
    if (one_moved != other_moved)
        return other_moved;
    return one->interrupted + (one->switches != 0) < other->interrupted + (other->switches != 0);
}

/* What is kept of a batch, and room for another take of it. */
struct room {
    struct item *items;
    unsigned long long *timings;
};

static void keep(const struct room *again, struct room kept, unsigned long long count) {
    memcpy(kept.timings, again->timings, (size_t)(count * asked->timings) * sizeof *kept.timings);
    memcpy(kept.items, again->items, (size_t)count * sizeof *kept.items);
}

struct batch {
    unsigned long long count;
    unsigned takes;
    struct quiet quiet;
};

/* `spare` takes may be taken again in this process: on a machine that is never quiet each batch
 * would otherwise take all that it may. */
static struct batch one_batch(struct room kept, struct room again, unsigned long long limit,
                              unsigned long long *spare) {
    struct batch batch = {0, 1, {0, 0, 0, 0}};
    batch.count = take(kept.items, limit, 0, kept.timings, &batch.quiet);
    while (!is_quiet(&batch.quiet) && batch.takes <= asked->retakes && *spare > 0) {
        struct quiet quiet;
        memcpy(again.items, kept.items, (size_t)batch.count * sizeof *again.items);
        take(again.items, batch.count, 1, again.timings, &quiet);
        --*spare;
        ++batch.takes;
        if (is_quieter(&quiet, &batch.quiet)) {
            keep(&again, kept, batch.count);
            batch.quiet = quiet;
        }
    }
    return batch;
}

/* As a whole number of thousandths of a millionth. */
static unsigned long long fixed(double ratio) { return (unsigned long long)(ratio * 1e9 + 0.5); }

static void print_batch(const struct batch *batch, const struct item *items,
                        const unsigned long long *timings) {
    report_word("batch");
    report_number(batch->count);
    report_number(fixed(batch->quiet.before));
    report_number(fixed(batch->quiet.after));
    report_number(batch->takes);
    report_number(batch->quiet.switches);
    report_number((unsigned)batch->quiet.interrupted);
    report_end();
    for (unsigned long long i = 0; i < batch->count; ++i) {
        report_word(items[i].call == hashcop_hash ? "ticks" : "known");
        report_number(items[i].length);
        report_number(items[i].calls);
        for (unsigned k = 0; k < asked->timings; ++k)
            report_number(timings[i * asked->timings + k]);
        report_end();
    }
}

const struct cpucycles_counter *any_counter(void) {
    const struct cpucycles_counter *found = cpucycles_choose();
    if (!found)
        harness_stop("no counter works here");
    return found;
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
static void trust(void) {
    const char *why = counter->doubt ? counter->doubt() : NULL;
    if (!why)
        return;
    report_word("unusable");
    report_word(counter->name);
    report_word(why);
    report_end();
}

/* Known calls stand first and last: a fault of the calibration at any time is seen. */
static struct item *items_of(const unsigned long long *lengths, unsigned long long count) {
    struct item *items = harness_allocate((count + known_count) * sizeof *items);
    struct item *next = items;
    for (unsigned i = 0; i < known_count; ++i) {
        if (i == known_count - 1)
            for (unsigned long long k = 0; k < count; ++k)
                *next++ = (struct item){hashcop_hash, lengths[k], 1};
        *next++ = (struct item){known_calls[i].call, known_calls[i].cycles, 1};
    }
    return items;
}

static void open_buffers(const unsigned long long *lengths, unsigned long long count) {
    unsigned long long longest = 0;
    for (unsigned long long i = 0; i < count; ++i)
        longest = lengths[i] > longest ? lengths[i] : longest;
    in = placed(longest + longest_output, asked->in); /* a subroutine may take more */
    out = placed(hashcop_bytes, asked->out);
    message_fill(asked->data, asked->seed, in, longest);
}

void time_run(const struct time_request *request, const unsigned long long *lengths,
              unsigned long long count) {
    asked = request;
    counter = any_counter();
    open_buffers(lengths, count);
    unsigned long long total = count + known_count, batches = 0, done = 0, spare = 4 + total / 4;
    struct room kept = {items_of(lengths, count), NULL}, again;
    kept.timings = harness_allocate(total * asked->timings * sizeof *kept.timings);
    again.timings = harness_allocate(total * asked->timings * sizeof *again.timings);
    again.items = harness_allocate(total * sizeof *again.items);
    struct batch *all = harness_allocate(total * sizeof *all);
    cost = cpucycles_reading_cost(counter);
    while (done < total) {
        struct room left = {kept.items + done, kept.timings + done * asked->timings};
        all[batches] = one_batch(left, again, total - done, &spare);
        done += all[batches++].count;
    }
    trust();
    report_word("reading");
    report_number((unsigned long long)(cost * 1000 + 0.5));
    report_end();
    for (unsigned long long i = 0, first = 0; i < batches; first += all[i++].count)
        print_batch(&all[i], kept.items + first, kept.timings + first * asked->timings);
}
