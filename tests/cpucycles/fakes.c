/* SPDX-License-Identifier: MIT */
/* Counters that no machine has, as the candidates of a program whose words name them:
 *
 *     fakes choose|use:<name> <fake> ...
 *
 * Prints what tell.c prints, then "open <name> <how often opened and not closed>" for each, and
 * last raises SIGILL: a program whose handlers were put back dies of it.
 *
 * They count nanoseconds of real time, with something wrong. What is wrong is so large that no
 * machine's own noise can hide it. */
#include "cpucycles.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { most = 8, large = 200000 };

static unsigned long long nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (unsigned long long)now.tv_sec * 1000000000ULL + (unsigned long long)now.tv_nsec;
}

static unsigned long long readings;

static unsigned long long still_read(void) { return 7; }
static unsigned long long back_read(void) { return ~nanoseconds(); }
static unsigned long long once_back_read(void) {
    return ++readings % 1000 == 0 ? nanoseconds() - 1000000000 : nanoseconds();
}
static unsigned long long costly_read(void) { return nanoseconds() + large * ++readings; }
static unsigned long long noisy_read(void) { return nanoseconds() + large * (++readings / 2); }
static unsigned long long coarse_read(void) { return nanoseconds() / 1000000 * 1000000; }
static unsigned long long late_read(void) { return nanoseconds() / 20000000; }
static unsigned long long by_26_read(void) { return nanoseconds() / 10 * 26; }
static unsigned long long sigill_read(void) { __builtin_trap(); }
static const unsigned char *volatile nowhere;
static unsigned long long sigsegv_read(void) { return *nowhere; }
static unsigned long long sigbus_read(void) { return (unsigned long long)raise(SIGBUS); }
static unsigned long long sigsys_read(void) { return (unsigned long long)raise(SIGSYS); }
static unsigned long long late_sigill_read(void) {
    if (++readings > 1000)
        __builtin_trap();
    return nanoseconds();
}

static const char *trap_open(void) { __builtin_trap(); }
static const char *refused_open(void) { return "it does not want to"; }
static int fickle_openings;
static const char *fickle_open(void) {
    return ++fickle_openings > 1 ? "somebody else has it now" : NULL;
}
static const char *multiplexed(void) { return "it is shared with others"; }

static const struct cpucycles_counter kinds[] = {
    {.name = "plain", .read = nanoseconds},
    {.name = "plain-too", .read = nanoseconds},
    {.name = "core", .core_cycles = 1, .read = nanoseconds},
    {.name = "core-costly", .core_cycles = 1, .read = costly_read},
    {.name = "costly", .read = costly_read},
    {.name = "noisy", .read = noisy_read},
    {.name = "coarse", .read = coarse_read},
    {.name = "late", .read = late_read},
    {.name = "by-26", .read = by_26_read},
    {.name = "still", .core_cycles = 1, .read = still_read},
    {.name = "back", .core_cycles = 1, .read = back_read},
    {.name = "once-back", .core_cycles = 1, .read = once_back_read},
    {.name = "sigill", .core_cycles = 1, .read = sigill_read},
    {.name = "sigsegv", .core_cycles = 1, .read = sigsegv_read},
    {.name = "sigbus", .core_cycles = 1, .read = sigbus_read},
    {.name = "sigsys", .core_cycles = 1, .read = sigsys_read},
    {.name = "late-sigill", .core_cycles = 1, .read = late_sigill_read},
    {.name = "trap", .core_cycles = 1, .open = trap_open, .read = nanoseconds},
    {.name = "refused", .core_cycles = 1, .open = refused_open, .read = nanoseconds},
    {.name = "fickle", .core_cycles = 1, .open = fickle_open, .read = nanoseconds},
    {.name = "multiplexed", .core_cycles = 1, .read = nanoseconds, .doubt = multiplexed},
    {.name = "still-multiplexed", .core_cycles = 1, .read = still_read, .doubt = multiplexed},
    {.name = "foreign"},
};

static struct cpucycles_counter slots[most];
static int opened[most];
static const char *(*open_of[most])(void);

/* So that each slot knows itself: its openings and closings are counted. */
#define SLOT(n)                                                                                    \
    static const char *open_##n(void) {                                                            \
        ++opened[n];                                                                               \
        return open_of[n] ? open_of[n]() : NULL;                                                   \
    }                                                                                              \
    static void close_##n(void) { --opened[n]; }
SLOT(0)
SLOT(1)
SLOT(2)
SLOT(3)
SLOT(4)
SLOT(5)
SLOT(6)
SLOT(7)

static const char *(*const opens[most])(void) = {open_0, open_1, open_2, open_3,
                                                 open_4, open_5, open_6, open_7};
static void (*const closes[most])(void) = {close_0, close_1, close_2, close_3,
                                           close_4, close_5, close_6, close_7};

const struct cpucycles_counter *const cpucycles_candidates[] = {
    &slots[0], &slots[1], &slots[2], &slots[3], &slots[4], &slots[5], &slots[6], &slots[7], 0,
};

static int fill(int slot, const char *name) {
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i)
        if (strcmp(kinds[i].name, name) == 0) {
            slots[slot] = kinds[i];
            slots[slot].counts = "nanoseconds, or not";
            open_of[slot] = kinds[i].open;
            slots[slot].open = kinds[i].read ? opens[slot] : NULL;
            slots[slot].close = closes[slot];
            return 0;
        }
    fprintf(stderr, "no fake is called %s\n", name);
    return 1;
}

static void tell_choice(void) {
    size_t count;
    const struct cpucycles_counter *chosen = cpucycles_choose();
    const struct cpucycles_trial *trials = cpucycles_trials(&count);
    printf("chosen %s\n", chosen ? chosen->name : "-");
    for (size_t i = 0; i < count; ++i)
        printf("trial %s %d %llu %llu %llu %d %s\n", trials[i].counter->name, trials[i].works,
               trials[i].resolution, trials[i].cost, trials[i].noise,
               trials[i].counter->core_cycles, trials[i].reason);
    printf("same %d\n", cpucycles_choose() == chosen);
    printf("reads %d\n", cpucycles() != 0);
}

int main(int count, char **words) {
    for (int i = 2; i < count && i < 2 + most; ++i)
        if (fill(i - 2, words[i]) != 0)
            return 2;
    if (strcmp(words[1], "choose") == 0) {
        tell_choice();
    } else {
        const char *why = cpucycles_use(words[1] + 4);
        printf("used %s\n", why ? why : "-");
    }
    for (int i = 2; i < count; ++i)
        printf("open %s %d\n", words[i], opened[i - 2]);
    fflush(stdout);
    return raise(SIGILL);
}
