/* SPDX-License-Identifier: MIT */
/* The calls of a timing, from C. */
#include "../../cpucycles/barrier.h"
#include "../../cpucycles/cpucycles.h"
#include "harness.h"

void loop_open(const struct time_request *asked, const unsigned long long *lengths,
               unsigned long long count) {
    (void)lengths;
    (void)count;
    if (asked->cold)
        cold_open();
}

double loop_cost(double reading) { return reading; }

/* Each call is between two barriers, so that the next call does not begin before it has ended. In a
 * plain loop an out-of-order processor would overlap calls, and shorter calls more. */
unsigned long long loop_run(const struct cpucycles_counter *counter, hash_function *call,
                            unsigned long long length, const struct drawn *drawn, unsigned calls,
                            int is_cold) {
    unsigned long long begun, ended;
    unsigned char *out = drawn->out, *in = drawn->in;
    unsigned left = drawn->count;
    int status = 0;
    if (is_cold)
        cold_evict();
    begun = counter->read();
    for (unsigned i = 0; i < calls; ++i) {
        cpucycles_barrier();
        status |= call(out, in, length); /* a branch would be timed, too */
        out += drawn->out_step;
        in += drawn->in_step;
        if (--left == 0) {
            left = drawn->count;
            out = drawn->out;
            in = drawn->in;
        }
    }
    ended = counter->read();
    if (status != 0)
        watch_problem("returned", (unsigned long long)status, 0);
    return ended - begun;
}

void loop_first(const struct time_request *request, const struct cpucycles_counter *counter,
                double cost, unsigned long long length, unsigned long long calls) {
    (void)request;
    (void)counter;
    (void)cost;
    (void)length;
    (void)calls;
    harness_stop("first calls are of programs that are compiled while they run");
}

void loop_close(const unsigned long long *lengths, unsigned long long count) {
    (void)lengths;
    (void)count;
}
