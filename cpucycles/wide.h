/* SPDX-License-Identifier: MIT */
/* Counters of 32 bits, extended to 64. */
#ifndef HASHCOP_WIDE_H
#define HASHCOP_WIDE_H

/* The reading `now` of 32 bits, which overflow every few seconds, extended to 64 bits. It is right
 * if the counter overflows at most once between two calls: nothing that is timed takes longer. */
static inline unsigned long long wide_count(unsigned long long *last, unsigned now) {
    *last += (unsigned)(now - (unsigned)*last);
    return *last;
}

#endif
