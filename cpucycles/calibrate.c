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

/* Of chains one after the other; readings[i + 1] - readings[i] is the i-th. */
static void time_segments(const struct cpucycles_counter *counter, unsigned long long blocks,
                          unsigned long long readings[segments + 1]) {
    readings[0] = counter->read();
    for (int i = 0; i < segments; ++i) {
        cpucycles_chain(blocks);
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

double cpucycles_calibrate(const struct cpucycles_counter *counter, double cost,
                           unsigned long long ticks) {
    static unsigned long long blocks = 1;
    unsigned long long readings[segments + 1];
    int clean;
    for (;;) {
        time_segments(counter, blocks, readings);
        if (readings[segments] - readings[0] >= ticks || blocks >> 30)
            break;
        blocks *= 2;
    }
    double sum = ticks_of_clean(readings, cost, &clean);
    return sum > 0 ? (double)clean * (double)blocks * block / sum : 0;
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
