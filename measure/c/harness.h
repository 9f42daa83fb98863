/* SPDX-License-Identifier: MIT */
/* The harness: what an implementation is linked with to be checked and timed.
 *
 * The program reads a request from its standard input:
 *
 *     <token> <descriptor> <seconds for a call> <seconds> <verb> <numbers ...>
 *
 * and writes its results to the descriptor. Every line begins with the token, so that output of an
 * implementation can't be taken for a result. The last line is "<token> done"; without it the
 * program has failed. The harness decides nothing: its reader judges whether a digest is right.
 *
 *     check <length ...>
 *         both checksums, digests of the known-answer message at these lengths, then every length
 *         to 256 and some longer ones at the edge of memory
 *     time@<counter> <name=number ...> <length ...>
 *         timings of each length, in the order given, by this counter and no other; the names are
 *         those of struct time_request
 *     quiet@<counter> processor=<number> ticks=<number>
 *         how much other work runs on a processor, watched for that many ticks
 *     counter [<processor>]
 *         the best counter on that processor, its properties, and why the others are not used
 *     counter@<counter> processor=<number>
 *         the properties of that counter, whether or not it is the best
 *
 * Results:
 *
 *     output <bytes>
 *     digest <length> <hex>
 *     checksum small|big <hex>
 *     strict
 *         nothing wrong was found at the edge of memory
 *     reading <thousandths of a tick>
 *         the cost of reading the counter, which is in every timing
 *     batch <items> <cycles per tick before> <after> <width> <takes> <switches> <interrupted>
 *         the calibration before and after the items that follow, in thousandths of a millionth;
 *         then how quiet the take was that is kept: how many independent instructions the core did
 *         in a cycle, in thousandths of a millionth; how often another thread ran; whether (0 or 1)
 *         a timing shows an interruption
 *     ticks <length> <calls> <timing ...>
 *         ticks of that many calls together, with one reading
 *     known <cycles> <calls> <timing ...>
 *         the same for a call that takes that many cycles by construction
 *     width <thousandths>
 *         how many independent instructions the core does in a cycle, at its best
 *     quiet <chains> <ticks of all> <quartiles of one: low, median, high>
 *     counter <name> <resolution> <ticks per second> <core cycles: 0 or 1> <cost> <noise>
 *             <what it counts>
 *     chosen <name> <why this counter>
 *     other <name> <why not this one>
 *     unusable <name> <why this counter failed: all timings of this run are invalid>
 *     problem <what> <phase> <length> <detail> <detail>
 *         the phase is start, known-answer, small, big, strict or time
 */
#ifndef HASHCOP_HARNESS_H
#define HASHCOP_HARNESS_H

#include "implementation.h"

enum { longest_output = 1 << 16 };

/* report.c: the results descriptor. */
void report_open(const char *token, int descriptor);
void report_word(const char *word);
void report_number(unsigned long long number);
void report_hex(const unsigned char *bytes, unsigned long long count);
void report_end(void);
void report_flush(void);

/* watch.c: which call is running, so that a crash, an exit or a time limit can be reported with it.
 * Between watch_enter and watch_leave these are the implementation's fault. */
void watch_start(unsigned seconds_for_a_call, unsigned seconds);
void watch_enter(const char *phase, unsigned long long length);
void watch_leave(void);
/* Report that the implementation misbehaved at the place last entered, and end the program. */
_Noreturn void watch_problem(const char *what, unsigned long long first, unsigned long long second);

/* check.c: the operation's arguments, and a call between watch_enter and watch_leave. */
unsigned long long argument_bytes(unsigned argument, const unsigned long long *lengths);
int is_written(unsigned argument);
int is_read(unsigned argument);
void call_watched(const char *phase, unsigned char *const *arguments,
                  const unsigned long long *lengths);

/* strict.c: the edge of memory. strict_where returns whether an address is beside an argument, and
 * sets which, and the distance in bytes: negative before the argument, positive after it. */
void strict_run(void);
int strict_where(const void *address, unsigned *argument, long long *distance);

/* stream.c: deterministic bytes, and the Salsa20 core that they and the checksum are made of. */
struct stream {
    unsigned char key[32];
    unsigned long long requests; /* made so far: the nonce of the next */
};
void salsa20_core(unsigned char out[64], const unsigned char in[16], const unsigned char key[32]);
void stream_open(struct stream *stream, const char key[32]);
void stream_bytes(struct stream *stream, unsigned char *out, unsigned long long count);

/* message.c: the messages of timings. The kind is random, zero or sparse. */
void message_fill(const char *kind, unsigned long long seed, unsigned char *out,
                  unsigned long long count);

/* cold.c: evicts the program's code and data from the caches. */
void cold_open(void);
void cold_evict(void);

/* known.c: calls of known duration. The last one uses another instruction than the others. */
typedef int hash_function(unsigned char *, const unsigned char *, unsigned long long);
enum { known_count = 3 };
extern const struct known {
    hash_function *call;
    unsigned long long cycles;
} known_calls[known_count];

/* A request for timings. Ticks are the counter's. */
struct time_request {
    unsigned long long processor;
    unsigned long long warmup;      /* calls of each length before its first timing */
    unsigned long long timings;     /* of each length */
    unsigned long long timing;      /* least ticks of calls that are timed together; 0: one call */
    unsigned long long core;        /* 1: ticks are cycles of the core, and not scaled */
    unsigned long long calibration; /* ticks of a chain */
    unsigned long long batch;       /* ticks after which the next calibration is due */
    unsigned long long moved;       /* millionths by which a batch's calibration may have changed */
    unsigned long long width;       /* thousandths of an instruction per cycle; 0: not known */
    unsigned long long shared;      /* millionths by which a batch's width may be less */
    unsigned long long gap;         /* ticks: timings that differ by more show an interruption */
    unsigned long long retakes;     /* of one batch, at most */
    unsigned long long seed;        /* of the message */
    unsigned long long in, out;     /* bytes from the beginning of a cache line, below 64 */
    unsigned long long cold;        /* 1: the caches are emptied before each timing */
    char data[16];
};

/* The verbs. `lengths` has `count` entries. */
void check_run(const unsigned long long *lengths, unsigned long long count);
void time_run(const struct time_request *request, const unsigned long long *lengths,
              unsigned long long count);
void time_with(const char *name); /* chooses that counter; ends the program if it fails */
void counter_run(void);
void quiet_run(unsigned long long ticks);
const struct cpucycles_counter *any_counter(void); /* the chosen one; ends the program without */

/* stop.c: ends the program for a reason of the harness; memory, zeroed, or the end. */
_Noreturn void harness_stop(const char *why);
void *harness_allocate(unsigned long long bytes);

#endif
