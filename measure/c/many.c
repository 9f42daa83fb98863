/* SPDX-License-Identifier: MIT */
/* Many messages of one length, which lie one behind the other, as do their digests.
 *
 * An operation that hashes many is asked for all at once. One that hashes a single message does the
 * same work call by call, so that it can say what the right answers are. */
#include "harness.h"

const unsigned char many_counts[many_numbers] = {1,  2,  3,  4,  5,  7,  8,  9,
                                                 15, 16, 17, 31, 32, 33, 64, many_most};

unsigned long long many_count(unsigned long long seed, unsigned long long length) {
    unsigned long long count, room;
    unsigned char drawn[8];
    if (length == 0)
        return many_empty;
    fresh_message(seed, 1ULL << 61 | length, drawn, sizeof drawn);
    count = many_counts[drawn[4] % many_numbers];
    room = many_room / length;
    return count < room ? count : room ? room : 1;
}

int many_hash(unsigned char *out, const unsigned char *in, unsigned long long length) {
    int status = 0;
    if (is_many())
        return hashcop_hash(out, in, length);
    for (unsigned long long i = 0; i < hashcop_messages && status == 0; ++i)
        status = hashcop_hash(out + i * hashcop_bytes, in + i * length, length);
    return status;
}

long long many_call(many_caller *caller, unsigned char *out, unsigned char *in,
                    unsigned long long length, unsigned long long count, long long *expected) {
    unsigned long long calls = is_many() ? 1 : count;
    unsigned long long lengths[hashcop_most_lengths] = {length, count};
    long long returned = *expected = 0;
    for (unsigned long long i = 0; i < calls && returned == *expected; ++i) {
        unsigned char *arguments[hashcop_most_arguments] = {out + i * hashcop_bytes,
                                                            in + i * length};
        returned = caller(arguments, lengths, expected);
    }
    return returned;
}
