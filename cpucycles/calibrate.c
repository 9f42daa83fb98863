/* SPDX-License-Identifier: MIT */
/* Calibration: how many cycles of the core a tick is, right now; and what is in a timing that is
 * not what was timed. */
#include "chain.h"
#include "cpucycles.h"

enum { segments = 8, block = 1024 * CPUCYCLES_STEP };

/* Long enough a body that the loop around it does not show: on a core that does not run ahead, its
 * two instructions are a five-hundredth part. */
__attribute__((noinline)) void cpucycles_chain(unsigned long long blocks) {
    size_t x = 1, y = 3;
    CPUCYCLES_HIDE(y);
    do {
        CPUCYCLES_1024(CPUCYCLES_ADD, x, y)
    } while (--blocks);
}

/* Chains side by side, as many as the registers hold: as fast as the core can, which is less when a
 * hyperthread of it has other work. A chain alone does not show that: it leaves room enough. */
#if defined(__i386__) || defined(__arm__)
enum { side_by_side = 4 };
#define WIDE_STEP(a, y)                                                                            \
    CPUCYCLES_ADD(a, y)                                                                            \
    CPUCYCLES_ADD(b, y)                                                                            \
    CPUCYCLES_ADD(c, y)                                                                            \
    CPUCYCLES_ADD(d, y)
#else
enum { side_by_side = 8 };
#define WIDE_STEP(a, y)                                                                            \
    CPUCYCLES_ADD(a, y)                                                                            \
    CPUCYCLES_ADD(b, y)                                                                            \
    CPUCYCLES_ADD(c, y)                                                                            \
    CPUCYCLES_ADD(d, y)                                                                            \
    CPUCYCLES_ADD(e, y)                                                                            \
    CPUCYCLES_ADD(f, y)                                                                            \
    CPUCYCLES_ADD(g, y)                                                                            \
    CPUCYCLES_ADD(h, y)
#endif

/* A loop of 64 rows, which is in the cache of any core. */
__attribute__((noinline)) static void wide(unsigned long long blocks) {
    size_t a = 1, b = 1, c = 1, d = 1, y = 3;
#if !defined(__i386__) && !defined(__arm__)
    size_t e = 1, f = 1, g = 1, h = 1;
#endif
    CPUCYCLES_HIDE(y);
    blocks *= 1024 / 64;
    do {
        CPUCYCLES_64(WIDE_STEP, a, y)
    } while (--blocks);
}

/* Of the same work done several times in a row; readings[i + 1] - readings[i] is the i-th. */
static void time_segments(const struct cpucycles_counter *counter, void (*work)(unsigned long long),
                          unsigned long long blocks, unsigned long long readings[segments + 1]) {
    readings[0] = counter->read();
    for (int i = 0; i < segments; ++i) {
        work(blocks);
        readings[i + 1] = counter->read();
    }
}

/* An interrupt lengthens the segment that it falls into: those more than a 32nd above the third
 * shortest are left out. All are used of a counter whose steps are that coarse. */
static double ticks_of_clean(const unsigned long long readings[segments + 1], double cost,
                             int *clean) {
    unsigned long long sorted[segments], limit;
    double sum = 0;
    for (int i = 0; i < segments; ++i) {
        unsigned long long one = readings[i + 1] - readings[i];
        int place = i;
        for (; place > 0 && sorted[place - 1] > one; --place)
            sorted[place] = sorted[place - 1];
        sorted[place] = one;
    }
    limit = sorted[2] + sorted[2] / 32;
    *clean = 0;
    for (int i = 0; i < segments && (sorted[i] <= limit || sorted[i] < 64); ++i, ++*clean)
        sum += (double)sorted[i] - cost;
    return sum;
}

/* Blocks of that work in a tick, by segments that take at least `ticks` together. `blocks` is how
 * many a segment has, remembered from one time to the next. */
static double blocks_per_tick(const struct cpucycles_counter *counter, double cost,
                              void (*work)(unsigned long long), unsigned long long ticks,
                              unsigned long long *blocks) {
    unsigned long long readings[segments + 1];
    int clean;
    for (;;) {
        time_segments(counter, work, *blocks, readings);
        if (readings[segments] - readings[0] >= ticks || *blocks >> 30)
            break;
        *blocks *= 2;
    }
    double sum = ticks_of_clean(readings, cost, &clean);
    return sum > 0 ? (double)clean * (double)*blocks / sum : 0;
}

double cpucycles_calibrate(const struct cpucycles_counter *counter, double cost,
                           unsigned long long ticks) {
    static unsigned long long blocks = 1;
    return blocks_per_tick(counter, cost, cpucycles_chain, ticks, &blocks) * block;
}

double cpucycles_width(const struct cpucycles_counter *counter, double cost,
                       unsigned long long ticks) {
    static unsigned long long blocks = 1;
    return blocks_per_tick(counter, cost, wide, ticks, &blocks) * 1024 * side_by_side;
}

/* Of groups of readings in a row the one that took least: nothing interrupted it. */
double cpucycles_reading_cost(const struct cpucycles_counter *counter) {
    enum { groups = 20, readings = 200 };
    unsigned long long least = 0;
    for (int i = 0; i < groups; ++i) {
        unsigned long long before = counter->read(), after = before;
        for (int k = 0; k < readings; ++k)
            after = counter->read();
        if (i == 0 || after - before < least)
            least = after - before;
    }
    return (double)least / readings;
}
