/* SPDX-License-Identifier: MIT */
/* The program that an implementation is linked into: reads a request, serves it, reports "done". */
#define _GNU_SOURCE
#include "harness.h"
#include "own.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long number_or_end(int *end) {
    unsigned long long number = 0;
    *end = scanf("%llu", &number) != 1;
    return number;
}

/* The rest of the request: numbers up to its end. */
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

static const unsigned long long anywhere = ~0ULL; /* no processor is asked for */
static struct time_request asked = {.processor = anywhere, .timings = 1, .data = "random"};

static unsigned long long *field(const char *name) {
    static const struct {
        const char *name;
        unsigned long long *place;
    } fields[] = {
        {"processor", &asked.processor},
        {"warmup", &asked.warmup},
        {"timings", &asked.timings},
        {"timing", &asked.timing},
        {"batch", &asked.batch},
        {"calibration", &asked.calibration},
        {"moved", &asked.moved},
        {"gap", &asked.gap},
        {"retakes", &asked.retakes},
        {"polls", &asked.polls},
        {"seed", &asked.seed},
        {"in", &asked.in},
        {"out", &asked.out},
        {"core", &asked.core},
        {"width", &asked.width},
        {"shared", &asked.shared},
        {"cold", &asked.cold},
        {"first", &asked.first},
        {"together", &asked.together},
        {"fresh", &asked.fresh},
        {"ticks", &asked.batch},
        {"messages", &hashcop_messages},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; ++i)
        if (strcmp(fields[i].name, name) == 0)
            return fields[i].place;
    harness_stop("unknown name in a request");
}

/* Words "name=value", which come before the lengths. */
static void fields(void) {
    char name[17], value[21];
    while (scanf(" %16[a-z]=%20[a-z0-9]", name, value) == 2)
        if (strcmp(name, "data") == 0)
            strcpy(asked.data, value);
        else if (strcmp(name, "options") == 0)
            strcpy(asked.options, value);
        else
            *field(name) = strtoull(value, NULL, 10);
    if (asked.timings == 0 || hashcop_messages == 0 || asked.in >= 64 || asked.out >= 64)
        harness_stop("a number out of range");
}

static void pin(unsigned long long processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (processor < CPU_SETSIZE)
        CPU_SET((int)processor, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        harness_stop("can't run on the processor asked for");
}

static void run_check(void) {
    unsigned long long count;
    unsigned long long *list = lengths(&count);
    calls_open();
    check_run(list, count);
}

static void run_long(void) {
    char path[65];
    unsigned long long bytes;
    if (scanf("%64s %llu", path, &bytes) != 2)
        harness_stop("no message");
    calls_open();
    long_run(path, bytes);
}

static void run_stack(void) {
    unsigned long long count, *list = lengths(&count);
    stack_run(list, count);
}

static void run_secret(void) {
    unsigned long long count, *list = lengths(&count);
    secret_run(list, count);
}

static void run_answer(void) {
    unsigned long long count;
    unsigned long long *list = lengths(&count);
    calls_open();
    answer_run(list, count);
}

/* Reads the fields, moves to the processor and chooses the counter of that name. */
static void open_counter(const char *name) {
    fields();
    pin(asked.processor);
    time_with(name);
}

static void run_time(const char *name) {
    unsigned long long count, *list;
    open_counter(name);
    list = lengths(&count);
    if (asked.first && count == 2)
        first_run(&asked, list[0], list[1]);
    else
        time_run(&asked, list, count);
}

static void run_quiet(const char *name) {
    open_counter(name);
    quiet_run(asked.batch);
}

static void run_pace(const char *name) {
    open_counter(name);
    pace_run(asked.batch);
}

static void run_replay(void) {
    unsigned long long count, *list;
    fields();
    list = lengths(&count);
    calls_open();
    replay_run(&asked, list, count);
}

/* The numbers after the fields, on the processor asked for, if there is one. */
static unsigned long long *numbers(unsigned long long wanted, const char *why) {
    unsigned long long count, *list;
    fields();
    if (asked.processor != anywhere)
        pin(asked.processor);
    list = lengths(&count);
    if (count != wanted)
        harness_stop(why);
    return list;
}

static void run_prove(void) {
    const unsigned long long *list = numbers(2, "a chain has a length and a count");
    calls_open();
    prove_run(asked.seed, list[0], list[1]);
}

static void run_burn(void) { burn_run(*numbers(1, "a chain has so many blocks")); }

/* Processors may have different counters: if one is named, its counters are examined. */
static void run_counter(void) {
    int end;
    unsigned long long processor = number_or_end(&end);
    if (!end)
        pin(processor);
    counter_run();
}

static void run_other_counter(const char *name) {
    open_counter(name);
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
    else if (strcmp(verb, "long") == 0)
        run_long();
    else if (strcmp(verb, "stack") == 0)
        run_stack();
    else if (strcmp(verb, "secret") == 0)
        run_secret();
    else if (strcmp(verb, "answer") == 0)
        run_answer();
    else if (strncmp(verb, "time@", 5) == 0)
        run_time(verb + 5);
    else if (strcmp(verb, "replay") == 0)
        run_replay();
    else if (strcmp(verb, "prove") == 0)
        run_prove();
    else if (strcmp(verb, "burn") == 0)
        run_burn();
    else if (strncmp(verb, "pace@", 5) == 0)
        run_pace(verb + 5);
    else if (strncmp(verb, "quiet@", 6) == 0)
        run_quiet(verb + 6);
    else if (strcmp(verb, "counter") == 0)
        run_counter();
    else if (strncmp(verb, "counter@", 8) == 0)
        run_other_counter(verb + 8);
    else
        harness_stop("unknown verb");
    report_word("done");
    report_end();
    report_flush();
    own_exit(0); /* runs no exit handlers of the implementation */
}
