/* SPDX-License-Identifier: MIT */
/* Digests of a check's messages by plain calls: what a witness is asked for.
 *
 * Without a witness, the program that was checked is asked itself, in another process: its messages
 * come in another order, so that code that keeps something between calls contradicts itself. */
#include "harness.h"

#include <string.h>

enum { together = 64, counter = 8, longest_repeated = 56, room = 64, most_messages = 5 };

static const unsigned budget[fresh_series] = {3200, 1600, 1600}; /* milliseconds */
enum { repeat_budget = 1200 };

/* How many messages a call has. */
static unsigned long long messages_of(unsigned long long number) {
    return is_many() || fresh_as_many ? 1 + number % most_messages : 1;
}

/* The message of the next call, or the first of its messages: its number, then what was hashed
 * before, added up. */
static unsigned long long next_message(unsigned char *message, const unsigned char *digest,
                                       unsigned long long bytes, unsigned long long number) {
    for (unsigned i = 0; i < counter; ++i)
        message[i] = (unsigned char)(number >> (8 * i));
    for (unsigned long long i = 0; i < bytes; ++i)
        message[counter + i % (longest_repeated - counter)] ^= digest[i];
    return counter + message[counter] % (longest_repeated - counter);
}

static void call_together(unsigned char *digest, unsigned char *message,
                          unsigned long long *calls) {
    watch_enter("repeat", *calls);
    for (unsigned i = 0; i < together; ++i) {
        long long returned, expected;
        unsigned long long bytes = hashcop_bytes * messages_of(*calls + most_messages - 1);
        unsigned long long length = next_message(message, digest, bytes, *calls);
        unsigned long long count = messages_of((*calls)++);
        returned = many_call(hashcop_call, digest, message, length, count, &expected);
        if (returned != expected)
            watch_problem("returned", (unsigned long long)returned, (unsigned long long)expected);
    }
    watch_leave();
}

unsigned long long repeat_run(unsigned long long seed, unsigned long long most) {
    unsigned char *message = harness_allocate((unsigned long long)room * most_messages);
    unsigned char *digest = harness_allocate(hashcop_bytes * most_messages + 1);
    unsigned long long calls = 0, state;
    fresh_message(seed, ~0ULL, message, (unsigned long long)room * most_messages);
    while (calls < most && !spent_all()) {
        call_together(digest, message, &calls);
        if (calls & (calls - 1))
            continue;
        report_word("repeat");
        report_number(calls);
        state = fresh_fold(digest, hashcop_bytes) ^ fresh_fold(message, longest_repeated);
        report_folds(&state, 1);
        report_end();
    }
    report_flush();
    return calls;
}

static unsigned char *room_for(unsigned series, unsigned long long count) {
    unsigned long long most = 0;
    for (unsigned long long i = 0; i < count; ++i) {
        unsigned long long length = fresh_length(series, i), all = length * fresh_messages(length);
        most = all > most ? all : most;
    }
    return harness_allocate(most + 1);
}

static long long watched_call(unsigned char *const *arguments, const unsigned long long *lengths,
                              long long *expected) {
    call_watched("fresh", arguments, lengths);
    return *expected = 0;
}

/* The messages of a series, in pairs whose second one comes first: none has the neighbour before it
 * that it has in the check. */
static void answer_series(unsigned series, unsigned long long count) {
    static unsigned long long folds[fresh_most];
    unsigned char *digest = harness_allocate(hashcop_bytes * fresh_messages(0));
    unsigned char *message = room_for(series, count);
    unsigned long long done = 0;
    spent_begin(budget[series]);
    for (; done < count && (done % 2 || !spent_all()); ++done) {
        unsigned long long item = (done ^ 1) < count ? done ^ 1 : done;
        unsigned long long length = fresh_length(series, item), messages = fresh_messages(length);
        long long expected;
        fresh_content(series, length, message);
        many_call(watched_call, digest, message, length, messages, &expected);
        folds[item] = fresh_fold(digest, hashcop_bytes * messages);
    }
    fresh_report_order(series, done);
    fresh_report(series, folds, done);
}

void answer_run(const unsigned long long *numbers, unsigned long long count) {
    enum { needed = 2 + fresh_series };
    if (count < needed || count > needed + 1 || !is_hash())
        harness_stop("an answer needs a seed and four counts, of a hash");
    fresh_as_many = count > needed && numbers[needed] != 0;
    fresh_open(numbers[0]);
    for (unsigned series = fresh_series; series-- > 0;)
        if (numbers[1 + series] <= fresh_count(series))
            answer_series(series, numbers[1 + series]);
    spent_begin(repeat_budget);
    repeat_run(numbers[0], numbers[1 + fresh_series]);
}
