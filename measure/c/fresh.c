/* SPDX-License-Identifier: MIT */
/* Messages of every length that nobody knows beforehand, and what is reported of their digests.
 *
 * The messages follow from a seed that is drawn for each check. The program that is checked and its
 * witness make the same messages and report the same lines, but call the implementation
 * differently. The witness is asked for the first so many messages of the seed's order: a slow
 * implementation hashes as many as fit into its time. */
#include "harness.h"

#include <string.h>

enum { powers = 4, around = 5, beyond = 4, most_special = 8 };

/* Other contents than random ones, for a carry or a branch that random bytes never reach. */
static const char *const kinds[most_special] = {"ones",  "zeros", "sparse", "bytewise",
                                                "words", "block", "high",   "counting"};

static const char *const names[fresh_series] = {"random", "special", "long"};

static unsigned long long seed;
static unsigned long long order[fresh_series][fresh_most];

/* A number below `bound` that follows from the seed. */
static unsigned long long drawn(unsigned long long number, unsigned long long bound) {
    unsigned long long word;
    unsigned char bytes[8];
    fresh_message(seed, 1ULL << 62 | number, bytes, sizeof bytes);
    memcpy(&word, bytes, sizeof word);
    return (word >> 16) % bound;
}

static void shuffle(unsigned long long *list, unsigned long long count, unsigned long long number) {
    while (count > 1) {
        unsigned long long other = drawn(number << 32 | count, count), kept = list[--count];
        list[count] = list[other];
        list[other] = kept;
    }
}

/* Short messages come first, so that also a slow implementation hashes all of them. */
static void open_short(unsigned series) {
    enum { first = 321 };
    for (unsigned i = 0; i <= fresh_longest; ++i)
        order[series][i] = i;
    shuffle(order[series], first, 2 * series);
    shuffle(order[series] + first, fresh_longest + 1 - first, 2 * series + 1);
}

/* Powers of two above the short ones, a byte before and after each, and two lengths between; and
 * some above 64 KiB. */
static void open_long(void) {
    enum { above = 1 << 17, longest = 1 << 20 };
    unsigned long long *length = order[fresh_long];
    for (unsigned i = 0; i < powers; ++i, length += around) {
        unsigned long long power = 1ULL << (13 + i);
        length[0] = power - 1;
        length[1] = power;
        length[2] = power + 1;
        length[3] = power / 2 + drawn(2 * i, power / 2);
        length[4] = power / 2 + drawn(2 * i + 1, power / 2);
    }
    for (unsigned i = 0; i < beyond - 1; ++i)
        *length++ = above - 1 + i;
    *length = above + drawn(2 * powers, longest - above);
}

int fresh_as_many;

unsigned long long fresh_messages(unsigned long long length) {
    return is_many() || fresh_as_many ? many_count(seed, length) : 1;
}

void fresh_open(unsigned long long new_seed) {
    seed = new_seed;
    open_short(fresh_random);
    open_short(fresh_special);
    open_long();
}

unsigned long long fresh_count(unsigned series) {
    return series == fresh_long ? around * powers + beyond : fresh_longest + 1;
}

unsigned long long fresh_length(unsigned series, unsigned long long item) {
    return order[series][item];
}

static unsigned kind_of(unsigned long long length) {
    return (unsigned)((length + seed) % most_special);
}

/* A byte of special contents in place of a random one, which is `own`. */
static unsigned char special(unsigned kind, unsigned char own, unsigned char first_of_word,
                             unsigned char choice, unsigned long long i) {
    static const unsigned char edges[4] = {0x00, 0xff, 0x7f, 0x80};
    unsigned long long block = 16ULL << (choice % 4), start = choice / 4 * block;
    switch (kind) {
    case 0:
        return 0xff;
    case 1:
        return 0x00;
    case 2:
        return own == choice ? (unsigned char)(1 << i % 8) : 0x00;
    case 3:
        return own % 4 == 0 ? edges[own >> 6] : own;
    case 4:
        return first_of_word % 4 == 0 ? own : edges[first_of_word >> 6];
    case 5:
        return i >= start && i - start < block ? (choice & 4 ? 0xff : 0x00) : own;
    case 6:
        return own | 0x80;
    default:
        return (unsigned char)(choice + i);
    }
}

static void specialise(unsigned kind, unsigned char *out, unsigned long long count) {
    unsigned char first_of_word = 0, choice = count ? out[count / 2] : 0;
    for (unsigned long long i = 0; i < count; ++i) {
        if (i % 8 == 0)
            first_of_word = out[i];
        out[i] = special(kind, out[i], first_of_word, choice, i);
    }
}

void fresh_content(unsigned series, unsigned long long length, unsigned char *out) {
    unsigned long long count = length * fresh_messages(length);
    fresh_message(seed, (unsigned long long)series << 40 | length, out, count);
    if (series == fresh_special)
        specialise(kind_of(length), out, count);
}

/* 64 bits that show a change of any bit; the digest of a long output would make long lines. */
unsigned long long fresh_fold(const unsigned char *bytes, unsigned long long count) {
    unsigned long long state = 0xcbf29ce484222325ULL ^ count;
    for (unsigned long long i = 0; i < count; ++i) {
        state = (state ^ bytes[i]) * 0x100000001b3ULL;
        state ^= state >> 29;
    }
    return state;
}

/* One line for all: there are thousands, for each build. */
void fresh_report(unsigned series, const unsigned long long *folds, unsigned long long count) {
    report_word("fresh");
    report_word(names[series]);
    report_folds(folds, count);
    report_end();
    report_flush();
}

void fresh_report_order(unsigned series, unsigned long long count) {
    report_word("order");
    report_word(names[series]);
    for (unsigned long long i = 0; i < count; ++i) {
        unsigned long long length = order[series][i];
        if (series == fresh_special)
            report_word(kinds[kind_of(length)]);
        report_number(length);
    }
    report_end();
}
