/* SPDX-License-Identifier: MIT */
/* Tells what choosing among this program's candidates has found, a line for each:
 *
 *     chosen <name, or - where none works>
 *     trial <name> <works: 0 or 1> <resolution> <cost> <noise> <core cycles> <reason>
 *
 *     calibrates <1 where the chains of calibration run, and say of a tick how many cycles it is>
 *
 * With a word, that counter is asked for instead:
 *
 *     used <- or why not>
 *     goes <1 where cpucycles() moves and never goes back>
 */
#include "cpucycles.h"

#include <stdio.h>

static void tell_trials(void) {
    size_t count;
    const struct cpucycles_trial *trials = cpucycles_trials(&count);
    for (size_t i = 0; i < count; ++i)
        printf("trial %s %d %llu %llu %llu %d %s\n", trials[i].counter->name, trials[i].works,
               trials[i].resolution, trials[i].cost, trials[i].noise,
               trials[i].counter->core_cycles, trials[i].reason);
}

static int goes(void) {
    long long first = cpucycles(), last = first;
    for (int i = 0; i < 100000; ++i) {
        long long now = cpucycles();
        if (now < last)
            return 0;
        last = now;
    }
    return last > first;
}

static int calibrates(const struct cpucycles_counter *counter) {
    double cost = cpucycles_reading_cost(counter);
    double scale = cpucycles_calibrate(counter, cost, 100000);
    return cost >= 0 && scale > 0 && scale < 1e9;
}

int main(int count, char **words) {
    if (count > 1) {
        const char *why = cpucycles_use(words[1]);
        printf("used %s\n", why ? why : "-");
        if (!why)
            printf("goes %d\n", goes());
        return 0;
    }
    const struct cpucycles_counter *chosen = cpucycles_choose();
    printf("chosen %s\n", chosen ? chosen->name : "-");
    tell_trials();
    if (chosen) {
        printf("goes %d\n", goes());
        printf("calibrates %d\n", calibrates(chosen));
    }
    return 0;
}
