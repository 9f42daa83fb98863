/* SPDX-License-Identifier: MIT */
/* Counters of 32 bits as ones of 64. */
#ifndef HASHCOP_WIDE_H
#define HASHCOP_WIDE_H

/* The reading `now` of 32 bits, which come round every few seconds, as one of 64 that goes on.
 * Right where less than one round lies between two calls: nothing that is timed takes that long. */
static inline unsigned long long wide_count(unsigned long long *last, unsigned now) {
    *last += (unsigned)(now - (unsigned)*last);
    return *last;
}

#endif
