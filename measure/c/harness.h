/* SPDX-License-Identifier: MIT */
/* What one built implementation is linked with, to be checked and timed.
 *
 * The program reads a request from its standard input:
 *
 *     <token> <descriptor> <seconds for a call> <seconds> <verb> <numbers ...>
 *
 * and writes facts to the descriptor, a line each, every line beginning with the token, so that
 * what an implementation prints can't be taken for a result. The last line is "<token> done";
 * without it the program did not end as it should. It decides nothing: whether a digest is right is
 * judged by its reader.
 *
 *     check <length ...>
 *         both checksums, digests of the known-answer message at these lengths, then every length
 *         to 256 and some more at the edge of memory
 *     time@<counter> <name=number ...> <length ...>
 *         timings of each length, in the order given, by the counter of that name or not at all;
 *         struct time_request has the names
 *     quiet@<counter> processor=<number> ticks=<number>
 *         how much else goes on on a processor, looked at for so long
 *     counter [<processor>]
 *         which counter suits best here, on that processor, what it does, and why not the others
 *     counter@<counter> processor=<number>
 *         what that counter does, whether or not it is the best
 *
 * Facts:
 *
 *     output <bytes>
 *     digest <length> <hex>
 *     checksum small|big <hex>
 *     strict
 *         nothing was found at the edge of memory
 *     reading <thousandths of a tick>
 *         what a timing has in it that is not the call: the reading of the counter
 *     batch <items> <cycles per tick before> <after> <width> <takes> <switches> <interrupted>
 *         calibration around the items that follow, in thousandths of a millionth, and how quiet
 *         the take was that was kept: how many independent instructions the core did in a cycle,
 *         likewise; how often another thread ran; whether (0 or 1) a timing shows an interruption
 *     ticks <length> <calls> <timing ...>
 *         ticks of that many calls together, with one reading
 *     known <cycles> <calls> <timing ...>
 *         the same of a call that takes so many cycles by construction
 *     width <thousandths>
 *         how many independent instructions the core does in a cycle, at its best
 *     quiet <chains> <ticks of all> <quartiles of one: low, median, high>
 *     counter <name> <resolution> <ticks per second> <core cycles: 0 or 1> <cost> <noise>
 *             <what it counts>
 *     chosen <name> <why this counter>
 *     other <name> <why not this one>
 *     unusable <name> <why the timings of this run are none, whatever else is said>
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

/* watch.c: what the implementation is doing, for the moment when it does not come back. Between
 * watch_enter and watch_leave a crash, an exit or a time limit is the implementation's. */
void watch_start(unsigned seconds_for_a_call, unsigned seconds);
void watch_enter(const char *phase, unsigned long long length);
void watch_leave(void);
/* Report that the implementation misbehaved at the place last entered, and end the program. */
_Noreturn void watch_problem(const char *what, unsigned long long first, unsigned long long second);

/* check.c: the operation's arguments and a call that is watched. */
unsigned long long argument_bytes(unsigned argument, const unsigned long long *lengths);
int is_written(unsigned argument);
int is_read(unsigned argument);
void call_watched(const char *phase, unsigned char *const *arguments,
                  const unsigned long long *lengths);

/* strict.c: the edge of memory. Whether an address is beside an argument, on which side (a negative
 * distance is before it) and how far away, in bytes. */
void strict_run(void);
int strict_where(const void *address, unsigned *argument, long long *distance);

/* stream.c: deterministic bytes, and the Salsa20 core they and the checksum are made of. */
struct stream {
    unsigned char key[32];
    unsigned long long requests; /* made so far: the nonce of the next */
};
void salsa20_core(unsigned char out[64], const unsigned char in[16], const unsigned char key[32]);
void stream_open(struct stream *stream, const char key[32]);
void stream_bytes(struct stream *stream, unsigned char *out, unsigned long long count);

/* message.c: what is hashed while it is timed. The kind is random, zero or sparse. */
void message_fill(const char *kind, unsigned long long seed, unsigned char *out,
                  unsigned long long count);

/* cold.c: what the program has in the caches goes out of them. */
void cold_open(void);
void cold_evict(void);

/* known.c: calls of known duration. The last is of another instruction than the others. */
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
    unsigned long long timing;      /* ticks that calls timed together take at least; 0: one call */
    unsigned long long core;        /* 1: ticks are cycles of the core, and not to be scaled */
    unsigned long long calibration; /* ticks of a chain */
    unsigned long long batch;       /* ticks after which the next calibration is due */
    unsigned long long moved;       /* millionths by which a batch's calibration may have changed */
    unsigned long long width;       /* thousandths of a cycle's instructions, alone; 0: not known */
    unsigned long long shared;      /* millionths by which it may be less */
    unsigned long long gap;     /* ticks of a timing that nothing but an interruption explains */
    unsigned long long retakes; /* of one batch */
    unsigned long long seed;    /* of the message */
    unsigned long long in, out; /* bytes from a cache line's edge, below 64 */
    unsigned long long cold;    /* 1: everything out of the caches before each timing */
    char data[16];
};

/* The verbs. `lengths` has `count` entries. */
void check_run(const unsigned long long *lengths, unsigned long long count);
void time_run(const struct time_request *request, const unsigned long long *lengths,
              unsigned long long count);
void time_with(const char *name); /* comes back where that counter works */
void counter_run(void);
void quiet_run(unsigned long long ticks);
const struct cpucycles_counter *any_counter(void); /* the one chosen, or the end */

/* stop.c: ends for reasons of ours, and memory that is there. */
_Noreturn void harness_stop(const char *why);
void *harness_allocate(unsigned long long bytes);

#endif
