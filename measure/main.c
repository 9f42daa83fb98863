/* SPDX-License-Identifier: MIT */
/* The program that an implementation is linked into: reads a request, does it, ends with "done". */
#define _GNU_SOURCE
#include "harness.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long long number_or_end(int *end) {
    unsigned long long number = 0;
    *end = scanf("%llu", &number) != 1;
    return number;
}

static unsigned number(void) {
    int end;
    unsigned long long value = number_or_end(&end);
    if (end)
        harness_stop("a number is missing");
    return (unsigned)value;
}

/* The rest of the request. Lengths end with it. */
static unsigned long long *lengths(unsigned long long *count) {
    unsigned long long room = 64;
    unsigned long long *list = harness_allocate(room * sizeof *list);
    int end;
    for (*count = 0;; ++*count) {
        if (*count == room) {
            room *= 2;
            list = realloc(list, (size_t)room * sizeof *list);
            if (!list)
                harness_stop("out of memory");
        }
        list[*count] = number_or_end(&end);
        if (end)
            return list;
    }
}

static void pin(unsigned processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        harness_stop("can't run on the processor asked for");
}

static void run_check(void) {
    unsigned long long count;
    unsigned long long *list = lengths(&count);
    check_run(list, count);
}

/* By the counter of that name and no other, or with none given by the best one. */
static void run_time(const char *name) {
    unsigned long long count, *list;
    unsigned processor = number(), warmup = number(), timings = number();
    list = lengths(&count);
    pin(processor);
    if (name)
        time_with(name);
    time_run(warmup, timings, list, count);
}

/* Readings of another processor may be of another counter: where it is told, we go there first. */
static void run_counter(void) {
    int end;
    unsigned processor = (unsigned)number_or_end(&end);
    if (!end)
        pin(processor);
    counter_run();
}

int main(void) {
    char token[33], verb[65];
    unsigned descriptor, seconds_for_a_call, seconds;
    if (scanf("%32s %u %u %u %64s", token, &descriptor, &seconds_for_a_call, &seconds, verb) != 5)
        harness_stop("no request");
    report_open(token, (int)descriptor);
    watch_start(seconds_for_a_call, seconds);
    if (strcmp(verb, "check") == 0)
        run_check();
    else if (strcmp(verb, "time") == 0)
        run_time(NULL);
    else if (strncmp(verb, "time@", 5) == 0)
        run_time(verb + 5);
    else if (strcmp(verb, "counter") == 0)
        run_counter();
    else
        harness_stop("unknown verb");
    report_word("done");
    report_end();
    report_flush();
    _exit(0); /* no exit handler of the implementation runs behind our back */
}
