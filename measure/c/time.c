/* SPDX-License-Identifier: MIT */
/* Timings. Everything is allocated and filled before the first reading, and reported after the
 * last.
 *
 * Lengths are timed in batches. A chain of known duration before and after each batch shows how
 * many cycles a tick is. A batch is taken again if that changed during the batch or if the batch
 * was interrupted; the quietest take is kept. Ticks are reported: the reader scales them, and
 * judges disturbances that remain. */
#define _GNU_SOURCE
#include "../../cpucycles/cpucycles.h"
#include "harness.h"
#include "own.h"

#include <alloca.h>

/* Something to be timed: a length of the hash, or a call of known duration. */
struct item {
    hash_function *call;
    unsigned long long length; /* of a known call its cycles */
    /* Of the take that is kept: */
    unsigned calls;            /* timed together */
    unsigned long long first;  /* number of the first timing */
    unsigned long long answer; /* all digests */
};

/* How one take of a batch went. */
struct quiet {
    double before, after; /* cycles per tick */
    double width;         /* instructions per cycle of independent chains, the lower of two */
    unsigned long long switches;
    int interrupted;
};

static const struct cpucycles_counter *counter;
static const struct time_request *asked;
static double cost;               /* of a reading, in ticks */
static double empty;              /* ticks of a timing without any call */
static unsigned long long number; /* of the next timing */
static struct drawn drawn;        /* for it */

/* The address of the stack changes timings by some percent. Each timing has another one, so that
 * the median is that of many layouts and not of the one that a process happens to have. */
static unsigned long long one_timing(const struct item *item, unsigned calls) {
    static unsigned long long state = 1;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    volatile char *room = alloca((size_t)(state >> 52) / 16 * 16 + 16); /* within a page */
    room[0] = 0;
    drawn = drawn_fill(item->call == hashcop_hash ? item->length : 0, calls, number++);
    return loop_run(counter, item->call, item->length, &drawn, calls, asked->cold != 0);
}

static unsigned calls_within(double ticks, unsigned tried) {
    double calls = ticks > 0 ? (double)asked->timing * tried / ticks : most_calls;
    return calls < 1 ? 1 : calls < most_calls ? (unsigned)calls + 1 : most_calls;
}

/* How many calls take as long as a timing should. A single call may be too short to be seen at
 * all, so more and more calls are tried until they can be seen. First calls are slow, so the result
 * is tried once more. */
static unsigned calls_together(const struct item *item) {
    unsigned tried = 1;
    double ticks;
    while ((ticks = (double)one_timing(item, tried) - empty) * 8 < (double)asked->timing &&
           tried < most_calls / 8)
        tried *= 8;
    unsigned calls = calls_within(ticks, tried);
    ticks = (double)one_timing(item, calls) - empty;
    return ticks < (double)asked->timing ? calls_within(ticks, calls) : calls;
}

/* Whether the longest timing is so long that something else must have run meanwhile. */
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
    if (asked->warmup)
        one_timing(item, (unsigned)asked->warmup);
    item->calls = asked->cold || asked->timing == 0 ? 1 : calls_together(item);
    item->first = number;
    item->answer = 0;
    for (unsigned i = 0; i < asked->timings; ++i) {
        timings[i] = one_timing(item, item->calls);
        item->answer = drawn_fold(&drawn, item->answer);
    }
    watch_leave();
    return was_interrupted(timings);
}

/* How fast the core is right now. */
struct pace {
    double scale; /* cycles per tick */
    double width; /* independent instructions per cycle */
};

static struct pace pace_now(void) {
    struct pace pace = {1, 0};
    if (!asked->core)
        pace.scale = cpucycles_calibrate(counter, cost, asked->calibration);
    if (pace.scale > 0)
        pace.width = cpucycles_width(counter, cost, asked->calibration / 2) / pace.scale;
    return pace;
}

/* How often another thread ran. The kernel's struct rusage is of words: two times of two words
 * each, then fourteen counts, the last two of which are these. */
static unsigned long long switches(void) {
    enum { words = 18, of_thread = 1 };
    own_word use[words];
    use[words - 2] = use[words - 1] = 0;
    own_call(SYS_getrusage, of_thread, (own_word)(size_t)use, 0);
    return (unsigned long long)use[words - 2] + (unsigned long long)use[words - 1];
}

/* The part of the core that something else took while it did so many instructions per cycle; 0 if
 * that is no more than readings scatter, or if it is not known how many the core does alone. */
static double shared(double width) {
    double share = asked->width ? 1 - width * 1000 / (double)asked->width : 0;
    return share * 1e6 > (double)asked->shared ? share : 0;
}

/* The pace at the end of a take, which is also that at the beginning of the next. */
static struct pace pace;

static unsigned long long polls; /* readings of the pace that this process may still wait for */

/* Waits for a moment in which nothing shares the core: a neighbour rests now and then. One quiet
 * reading may have met a gap that is shorter than a take, so two in a row are asked for. */
static void await_quiet(void) {
    unsigned quiet = shared(pace.width) > 0 ? 0 : 2;
    for (; quiet < 2 && polls > 0; --polls) {
        pace = pace_now();
        quiet = shared(pace.width) > 0 ? 0 : quiet + 1;
    }
}

/* Times items from items[0] on, until they have taken as long as a batch should, but at most
 * `limit` of them; returns how many. */
static unsigned long long take(struct item *items, unsigned long long limit, int is_again,
                               unsigned long long *timings, struct quiet *quiet) {
    await_quiet();
    unsigned long long done = 0, begun, before = switches();
    double width = pace.width;
    quiet->before = pace.scale;
    quiet->interrupted = 0;
    begun = counter->read();
    do {
        quiet->interrupted |= time_item(&items[done], timings + done * asked->timings);
        ++done;
    } while (done < limit && (is_again || counter->read() - begun < asked->batch));
    pace = pace_now();
    quiet->after = pace.scale;
    quiet->width = pace.width < width ? pace.width : width;
    quiet->switches = switches() - before;
    return done;
}

/* How much a take was disturbed; 0 if nothing is known to have disturbed it. */
static double unquiet(const struct quiet *quiet) {
    double moved = quiet->before > 0 ? quiet->after / quiet->before - 1 : 1;
    double sum = quiet->interrupted || quiet->switches ? 1e-6 : 0; /* in few timings */
    moved = moved < 0 ? -moved : moved;
    sum += moved * 1e6 > (double)asked->moved ? moved : 0;
    return sum + shared(quiet->width);
}

/* What is kept of a batch, and room for another take of it. */
struct room {
    struct item *items;
    unsigned long long *timings;
};

static void keep(const struct room *again, struct room kept, unsigned long long count) {
    own_copy(kept.timings, again->timings, (size_t)(count * asked->timings) * sizeof *kept.timings);
    own_copy(kept.items, again->items, (size_t)count * sizeof *kept.items);
}

struct batch {
    unsigned long long count;
    unsigned takes;
    struct quiet quiet;
};

/* `spare` is how many takes this process may still repeat. Without it each batch on a machine that
 * is never quiet would be repeated as often as possible. */
static struct batch one_batch(struct room kept, struct room again, unsigned long long limit,
                              unsigned long long *spare) {
    struct batch batch = {0, 1, {0, 0, 0, 0, 0}};
    batch.count = take(kept.items, limit, 0, kept.timings, &batch.quiet);
    while (unquiet(&batch.quiet) > 0 && batch.takes <= asked->retakes && *spare > 0) {
        struct quiet quiet;
        own_copy(again.items, kept.items, (size_t)batch.count * sizeof *again.items);
        take(again.items, batch.count, 1, again.timings, &quiet);
        --*spare;
        ++batch.takes;
        if (unquiet(&quiet) < unquiet(&batch.quiet)) {
            keep(&again, kept, batch.count);
            batch.quiet = quiet;
        }
    }
    return batch;
}

/* A ratio in thousandths of a millionth. */
static unsigned long long fixed(double ratio) { return (unsigned long long)(ratio * 1e9 + 0.5); }

static void print_batch(const struct batch *batch, const struct item *items,
                        const unsigned long long *timings) {
    report_word("batch");
    report_number(batch->count);
    report_number(fixed(batch->quiet.before));
    report_number(fixed(batch->quiet.after));
    report_number(fixed(batch->quiet.width));
    report_number(batch->takes);
    report_number(batch->quiet.switches);
    report_number((unsigned)batch->quiet.interrupted);
    report_end();
    for (unsigned long long i = 0; i < batch->count; ++i) {
        int is_known = items[i].call != hashcop_hash;
        if (!is_known)
            drawn_report(items[i].length, items[i].calls, items[i].first, items[i].answer);
        report_word(is_known ? "known" : "ticks");
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

/* A perf event may lose its hardware counter at any time: then all timings are invalid. */
static void trust(void) {
    const char *why = counter->doubt ? counter->doubt() : NULL;
    if (!why)
        return;
    report_word("unusable");
    report_word(counter->name);
    report_word(why);
    report_end();
}

/* Known calls come first and last, so that a temporary disturbance does not affect both. */
static struct item *items_of(const unsigned long long *lengths, unsigned long long count) {
    struct item *items = harness_allocate((count + known_count) * sizeof *items);
    struct item *next = items;
    for (unsigned i = 0; i < known_count; ++i) {
        if (i == 1)
            for (unsigned long long k = 0; k < count; ++k)
                *next++ = (struct item){hashcop_hash, lengths[k], 1, 0, 0};
        *next++ = (struct item){known_calls[i].call, known_calls[i].cycles, 1, 0, 0};
    }
    return items;
}

static unsigned long long longest_of(const unsigned long long *lengths, unsigned long long count) {
    unsigned long long longest = 0;
    for (unsigned long long i = 0; i < count; ++i)
        longest = lengths[i] > longest ? lengths[i] : longest;
    return longest;
}

/* First calls can't be taken again: the pace before and after says how quiet they were. */
void first_run(const struct time_request *request, unsigned long long length,
               unsigned long long calls) {
    asked = request;
    counter = any_counter();
    drawn_open(asked, length);
    cost = cpucycles_reading_cost(counter);
    loop_first(asked, counter, cost, length, calls);
    trust();
}

void time_run(const struct time_request *request, const unsigned long long *lengths,
              unsigned long long count) {
    asked = request;
    counter = any_counter();
    drawn_open(asked, longest_of(lengths, count));
    unsigned long long total = count + known_count, batches = 0, done = 0, spare = 4 + total / 4;
    struct room kept = {items_of(lengths, count), NULL}, again;
    kept.timings = harness_allocate(total * asked->timings * sizeof *kept.timings);
    again.timings = harness_allocate(total * asked->timings * sizeof *again.timings);
    again.items = harness_allocate(total * sizeof *again.items);
    struct batch *all = harness_allocate(total * sizeof *all);
    polls = asked->polls ? asked->polls + total / 2 : 0;
    cost = cpucycles_reading_cost(counter);
    loop_open(asked, lengths, count);
    empty = loop_cost(cost);
    for (int i = 0; i < 3; ++i) /* finds how long chains must be, and wakes the core */
        pace = pace_now();
    while (done < total) {
        struct room left = {kept.items + done, kept.timings + done * asked->timings};
        all[batches] = one_batch(left, again, total - done, &spare);
        done += all[batches++].count;
    }
    trust();
    report_word("reading");
    report_number((unsigned long long)(empty * 1000 + 0.5));
    report_end();
    for (unsigned long long i = 0, first = 0; i < batches; first += all[i++].count)
        print_batch(&all[i], kept.items + first, kept.timings + first * asked->timings);
    loop_close(lengths, count);
}
