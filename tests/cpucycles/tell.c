/* SPDX-License-Identifier: MIT */
/* Tells what choosing among this program's candidates has found, a line for each:
 *
 *     chosen <name, or - where none works>
 *     trial <name> <works: 0 or 1> <resolution> <cost> <noise> <core cycles> <reason>
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
    if (chosen)
        printf("goes %d\n", goes());
    return 0;
}
