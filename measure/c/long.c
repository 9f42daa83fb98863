/* SPDX-License-Identifier: MIT */
/* Digests of messages longer than memory: their bytes are a file of a whole number of periods and
 * pages, mapped as often as the message is long. Counters of bits, bytes and blocks that are too
 * narrow overflow only there. */
#define _GNU_SOURCE
#include "harness.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/stat.h>

static const unsigned char *message(const char *path, unsigned long long bytes) {
    struct stat found;
    int file = open(path, O_RDONLY);
    if (file < 0 || fstat(file, &found) != 0 || found.st_size <= 0)
        harness_stop("the bytes of a long message can't be read");
    unsigned long long period = (unsigned long long)found.st_size;
    unsigned long long room = (bytes / period + 1) * period;
    if (room != (size_t)room)
        harness_stop("the message is longer than the address space");
    unsigned char *place =
        mmap(NULL, (size_t)room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        harness_stop("out of addresses");
    for (unsigned long long at = 0; at < room; at += period)
        if (mmap(place + at, (size_t)period, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) ==
            MAP_FAILED)
            harness_stop("out of addresses");
    return place;
}

void long_run(const char *path, unsigned long long bytes) {
    unsigned char *out = harness_allocate(hashcop_bytes);
    unsigned char *arguments[hashcop_most_arguments] = {out};
    unsigned long long lengths[hashcop_most_lengths] = {bytes};
    if (!is_hash())
        harness_stop("only a hash takes one long message");
    arguments[1] = (unsigned char *)(size_t)message(path, bytes);
    call_watched("known-answer", arguments, lengths);
    report_word("digest");
    report_number(bytes);
    report_hex(out, hashcop_bytes);
    report_end();
}
