/* SPDX-License-Identifier: MIT */
/* Which counter is the best, its properties, and why the others are not used; and how quiet a
 * processor is. */
#define _GNU_SOURCE

#include "../../cpucycles/cpucycles.h"
#include "harness.h"

#include <stddef.h>
#include <stdlib.h>
#include <time.h>

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

enum { tries = 1000, group = 50 };
static const struct timespec rest = {0, 10000000}; /* 10 ms */

static int descending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x > y ? -1 : x < y;
}

/* The middle of the highest hundredth in which a fiftieth of all widths lie. The largest width is no
 * measure: it is too large by some percent if the core's rate rose between two chains. A busy
 * hyperthread makes widths smaller, so the highest such peak is that of the core alone. */
static double highest_peak(double *widths, unsigned count) {
    unsigned best = 0, most = 0;
    qsort(widths, count, sizeof *widths, descending);
    for (unsigned i = 0, end = 0; i < count; ++i) {
        while (end < count && widths[end] >= widths[i] * 0.99)
            ++end;
        if (most > 0 && i >= best + most)
            break; /* another peak */
        if (end - i > most && (end - i) * 50 >= count) {
            best = i;
            most = end - i;
        }
    }
    return count ? widths[best + (most ? most : count) / 2] : 0;
}

/* With chains of 20 us, in groups with rests between them: another hyperthread of the core may be
 * busy for a while. */
static void print_width(const struct cpucycles_counter *counter, double ticks_per_second) {
    unsigned long long ticks = (unsigned long long)(ticks_per_second * 20e-6) + 1;
    static double widths[tries];
    unsigned count = 0;
    double cost = cpucycles_reading_cost(counter);
    for (int i = 0; i < tries; ++i) {
        if (i % group == 0)
            nanosleep(&rest, NULL);
        double scale = cpucycles_calibrate(counter, cost, ticks);
        double width = cpucycles_width(counter, cost, ticks) / scale;
        double after = cpucycles_calibrate(counter, cost, ticks);
        if (after < scale * 1.002 && after > scale * 0.998)
            widths[count++] = width;
    }
    report_word("width");
    report_number((unsigned long long)(highest_peak(widths, count) * 1000 + 0.5));
    report_end();
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
    print_width(counter, cpucycles_persecond(counter, 5));
    print_others(counter);
}

static int ascending(const void *a, const void *b) {
    unsigned long long x = *(const unsigned long long *)a, y = *(const unsigned long long *)b;
    return x < y ? -1 : x > y;
}

/* Times chains in a row for `ticks`. A chain always takes the same cycles, so whatever makes one
 * longer is a disturbance. */
void quiet_run(unsigned long long ticks) {
    enum { room = 1 << 14, blocks = 16 };
    const struct cpucycles_counter *counter = any_counter();
    unsigned long long *times = harness_allocate(room * sizeof *times), sum = 0, begun, before, now;
    unsigned count = 0;
    for (begun = counter->read(); counter->read() - begun < ticks / 4;) /* wakes the core */
        cpucycles_chain(blocks);
    begun = before = counter->read();
    do {
        cpucycles_chain(blocks);
        now = counter->read();
        times[count++] = now - before;
        sum += now - before;
        before = now;
    } while (count < room && now - begun < ticks);
    qsort(times, count, sizeof *times, ascending);
    report_word("quiet");
    report_number(count);
    report_number(sum);
    report_number(times[count / 4]);
    report_number(times[count / 2]);
    report_number(times[count / 4 * 3]);
    report_end();
}
