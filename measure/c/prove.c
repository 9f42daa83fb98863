/* SPDX-License-Identifier: MIT */
/* Work whose duration can be measured from outside: a chain of calls, each of which hashes what the
 * one before it has changed.
 *
 * No call can begin before the one before it has ended, none can be left out or put off, and many
 * can't be done at once, or the last digest is wrong. So whatever a program says of its own
 * timings, a clock in another process shows how long such a chain takes at least. */
#include "../../cpucycles/chain.h"
#include "../../cpucycles/cpucycles.h"
#include "harness.h"

#include <stdint.h>
#include <string.h>

enum { line = 64 };

/* Of a call, in bytes. */
static unsigned long long digests(void) { return hashcop_bytes * hashcop_messages; }

/* Every line of the message gets what all bytes of the digest make, so that no part of the work is
 * the same as before, and none is left out. */
static void change(unsigned char *message, unsigned long long length, const unsigned char *digest,
                   unsigned long long number) {
    unsigned long long at = number % (line / 8) * 8, begin = 0, count = digests();
    uint64_t part = 0, word;
    for (unsigned long long from = 0; from < count; from += 8) {
        word = 0;
        memcpy(&word, digest + from, count - from < 8 ? (size_t)(count - from) : 8);
        part = (part << 1 | part >> 63) ^ word;
    }
    for (; begin + at + 8 <= length; begin += line) {
        memcpy(&word, message + begin + at, 8);
        word ^= part;
        memcpy(message + begin + at, &word, 8);
    }
    if (begin < length)
        message[length - 1] ^= (unsigned char)part;
}

void prove_run(unsigned long long seed, unsigned long long length, unsigned long long count) {
    unsigned long long bytes = length * hashcop_messages;
    unsigned char *message = harness_allocate(bytes + longest_output);
    unsigned char *digest = harness_allocate(digests());
    fresh_message(seed, 0, message, bytes);
    watch_enter("prove", length);
    for (unsigned long long i = 0; i < count; ++i) {
        if (many_hash(digest, message, length) != 0)
            watch_problem("returned", 1, 0);
        change(message, bytes, digest, i);
    }
    watch_leave();
    report_word("proof");
    report_number(length);
    report_number(count);
    report_hex(digest, digests() < longest_output ? digests() : longest_output);
    report_end();
}

/* Work that takes as many cycles as it says: what the clock outside says of it is what it says of a
 * cycle, whatever shares the core meanwhile. */
void burn_run(unsigned long long blocks) {
    if (blocks)
        cpucycles_chain(blocks);
    report_word("burnt");
    report_number(blocks * 1024 * CPUCYCLES_STEP);
    report_end();
}

/* How fast the core is: a program of ours, without a stranger's code, is asked. */
void pace_run(unsigned long long ticks) {
    const struct cpucycles_counter *counter = any_counter();
    double cost = cpucycles_reading_cost(counter), scale = 0, width = 0;
    for (int i = 0; i < 3; ++i) { /* the first wake the core */
        scale = cpucycles_calibrate(counter, cost, ticks);
        width = scale > 0 ? cpucycles_width(counter, cost, ticks) / scale : 0;
    }
    report_word("pace");
    report_number((unsigned long long)(scale * 1e9 + 0.5));
    report_number((unsigned long long)(width * 1e9 + 0.5));
    report_end();
}
