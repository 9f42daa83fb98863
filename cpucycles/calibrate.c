/* SPDX-License-Identifier: MIT */
/* Calibration: how many cycles of the core a tick is right now, and how long a reading takes. */
#include "chain.h"
#include "cpucycles.h"

enum { segments = 8, block = 1024 * CPUCYCLES_STEP };

/* The body is so long that the loop around it can be neglected: on an in-order core the loop's two
 * instructions are a five-hundredth of the duration. */
__attribute__((noinline)) void cpucycles_chain(unsigned long long blocks) {
    size_t x = 1, y = 3;
    CPUCYCLES_HIDE(y);
    do {
        CPUCYCLES_1024(CPUCYCLES_ADD, x, y)
    } while (--blocks);
}

/* Parallel chains, as many as fit into the registers: they keep the core busy, and are slower while
 * another hyperthread has work. A single chain is not, since it leaves units of the core idle. */
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

/* A loop of 64 rows, which fits into the instruction cache of any core. */
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

/* Times the same work several times in a row; readings[i + 1] - readings[i] is the i-th segment. */
static void time_segments(const struct cpucycles_counter *counter, void (*work)(unsigned long long),
                          unsigned long long blocks, unsigned long long readings[segments + 1]) {
    readings[0] = counter->read();
    for (int i = 0; i < segments; ++i) {
        work(blocks);
        readings[i + 1] = counter->read();
    }
}

/* The sum of segments that no interrupt has lengthened. Segments that are more than a 32nd longer
 * than the third shortest are left out, unless the counter's steps are that coarse. */
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

/* Blocks of work per tick, by segments that take at least `ticks` together. `blocks` is the size of
 * a segment, which is remembered for the next time. */
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

/* Takes groups of readings in a row; in the shortest group nothing interrupted them. */
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
