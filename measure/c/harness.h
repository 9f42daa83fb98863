/* SPDX-License-Identifier: MIT */
/* The harness: what an implementation is linked with to be checked and timed.
 *
 * The program reads a request from its standard input:
 *
 *     <token> <descriptor> <seconds for a call> <seconds> <verb> <numbers ...>
 *
 * whose limits are of processor time (watch.c), and writes its results to the descriptor. Every
 * line begins with the token, so that output of an implementation can't be taken for a result. The
 * last line is "<token> done"; without it the program has failed. The harness decides nothing: its
 * reader judges whether a digest is right.
 *
 *     check <seed> <thorough: 0 or 1> <longest that is repeated> <length ...>
 *         both checksums, digests of the known-answer message at these lengths, then messages of
 *         that seed: every length to 4096 at all alignments, and many short ones one after another;
 *         if thorough, more of these, longer ones, special ones, and all at the edge of memory
 *     secret <length ...>
 *         hashes a message of each length that is marked as secret, for a tool that watches
 *     answer <seed> <number of random, special, long messages> <calls> [<many: 0 or 1>]
 *         the digests of the first so many of these messages, by plain calls; if many, each is a
 *         number of messages of one length, as they are for an operation that hashes many
 *     long <file> <length>
 *         the digest of the known-answer message of that length, whose bytes are the file's, again
 *         and again
 *     time@<counter> <name=number ...> <length ...>
 *         timings of each length, in the order given, by this counter and no other; the names are
 *         those of struct time_request, and
 *         `messages`, how many of that length a call hashes. With `first` of a length and a number
 *         of calls: the first ones of the process, where these differ from others
 *     replay <name=number ...> <length calls first ...>
 *         the answers to the calls of timings, without a clock
 *     prove <name=number ...> <length> <count>
 *         a chain of that many calls, each of a message that depends on all digests before it
 *     burn processor=<number> <blocks>
 *         a chain of instructions, of 1024 for each block
 *     pace@<counter> processor=<number> ticks=<number>
 *         how fast the core is
 *     quiet@<counter> processor=<number> ticks=<number>
 *         how much other work runs on a processor, watched for that many ticks
 *     stack <length ...>
 *         how much stack a call takes, of each length
 *     counter [<processor>]
 *         the best counter on that processor, its properties, and why the others are not used
 *     counter@<counter> processor=<number>
 *         the properties of that counter, whether or not it is the best
 *
 * Results:
 *
 *     output <bytes>
 *     digest <length> <hex>
 *     lane <length> <count> <number> <hex>
 *         another digest of the same message, when it was the one with that number among so many
 *     checksum small|big <hex>
 *     fresh random|special|long <hex>
 *         the digests of the first messages of the seed, each folded into 16 hex digits
 *     order random|special|long <length ...>
 *         which messages these are; before a length that of special contents has their name
 *     repeat <calls> <hex>
 *         the state, folded, after so many calls that depend on each other
 *     strict
 *         nothing wrong was found at the edge of memory
 *     marked valgrind|msan|none
 *         the tool that hears which messages are secret
 *     secret <length>
 *         a secret message of that length was hashed
 *     reading <thousandths of a tick>
 *         the cost of reading the counter, which is in every timing
 *     batch <items> <cycles per tick before> <after> <width> <takes> <switches> <interrupted>
 *         the calibration before and after the items that follow, in thousandths of a millionth;
 *         then how quiet the take was that is kept: how many independent instructions the core did
 *         in a cycle, in thousandths of a millionth; how often another thread ran; whether (0 or 1)
 *         a timing shows an interruption
 *     ticks <length> <calls> <timing ...>
 *         ticks of that many calls together, with one reading
 *     answer <length> <calls> <first> <hex>
 *         of the ticks that follow, or of a replay: the number of the first timing, which decides
 *         what its calls hash, and all their digests, folded into 16 hex digits
 *     proof <length> <count> <hex>
 *         the last digest of a chain
 *     burnt <cycles>
 *     pace <cycles per tick> <width>
 *         in thousandths of a millionth
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
 *     stack <length> <bytes>
 *         absent where the C library can't change to another stack
 *     problem <what> <phase> <length> <detail> <detail>
 *         why the program ends here; the phase is start, known-answer, small, big, fresh, repeat,
 *         strict, secret, stack, time, replay or prove
 *     mark <what> <phase> <length> <detail> <detail>
 *         the same for what a call left changed, the first time; the program goes on
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
void report_folds(const unsigned long long *folds, unsigned long long count);
void report_end(void);
void report_flush(void);

/* watch.c: which call is running, so that a crash, an exit or a time limit can be reported with it.
 * Between watch_enter and watch_leave these are the implementation's fault. */
void watch_start(unsigned seconds_for_a_call, unsigned seconds);
void watch_enter(const char *phase, unsigned long long length);
void watch_leave(void);
int watch_is_inside(void);
/* Report that the implementation misbehaved at the place last entered, and end the program. */
_Noreturn void watch_problem(const char *what, unsigned long long first, unsigned long long second);
/* The same for what the harness survives: the program goes on. */
void watch_mark(const char *what, unsigned long long detail);

/* check.c: the operation's arguments, and a call between watch_enter and watch_leave. */
unsigned long long argument_bytes(unsigned argument, const unsigned long long *lengths);
int is_written(unsigned argument);
int is_read(unsigned argument);
int is_hash(void);
int is_many(void);
void call_watched(const char *phase, unsigned char *const *arguments,
                  const unsigned long long *lengths);

/* many.c: many messages of one length. How many a check hashes at once follows from its seed and
 * the length: a number around those that vectors hold, many_empty without a byte, and no more than
 * many_room bytes of more than one. */
enum { many_numbers = 16, many_most = 65, many_empty = 1000, many_room = 1 << 20 };
extern const unsigned char many_counts[many_numbers];
unsigned long long many_count(unsigned long long seed, unsigned long long length);
/* hashcop_messages messages, by one call or, if the operation takes one message, by one for each;
 * returns what the first call returned that did not return 0. */
int many_hash(unsigned char *out, const unsigned char *in, unsigned long long length);
/* The same for `count` messages, by a function like hashcop_call. */
typedef long long many_caller(unsigned char *const *arguments, const unsigned long long *lengths,
                              long long *expected);
long long many_call(many_caller *caller, unsigned char *out, unsigned char *in,
                    unsigned long long length, unsigned long long count, long long *expected);

/* registers.c: hashcop_call, and marks for what of the processor's state it left changed. */
long long registers_call(unsigned char *const *arguments, const unsigned long long *lengths,
                         long long *expected);

/* Makes ready for calls of the implementation; and whether the code that a call runs may be another
 * one after many calls. */
void calls_open(void);
int code_changes(void);

/* strict.c: the edge of memory. strict_where returns whether an address is beside an argument, and
 * sets which, and the distance in bytes: negative before the argument, positive after it. */
void strict_run(unsigned long long seed, int is_thorough);
int strict_where(const void *address, unsigned *argument, long long *distance);

/* stream.c: deterministic bytes, and the Salsa20 core that they and the checksum are made of. */
struct stream {
    unsigned char key[32];
    unsigned long long requests; /* made so far: the nonce of the next */
};
void salsa20_core(unsigned char out[64], const unsigned char in[16], const unsigned char key[32]);
void stream_open(struct stream *stream, const char key[32]);
void stream_bytes(struct stream *stream, unsigned char *out, unsigned long long count);

/* message.c: the message of a number that nobody knows who does not know the seed; and messages of
 * a kind, which is random, zero or sparse. */
void fresh_message(unsigned long long seed, unsigned long long number, unsigned char *out,
                   unsigned long long count);
void message_fill(const char *kind, unsigned long long seed, unsigned char *out,
                  unsigned long long count);
/* Zeros, for what is written between two timings. */
void message_clear(unsigned char *out, unsigned long long count);

/* drawn.c: what the calls of a timing hash. */
enum { most_calls = 1 << 16 }; /* of a timing */
struct drawn {
    unsigned char *in, *out;              /* of the first call */
    unsigned long long in_step, out_step; /* bytes from one to the next */
    unsigned count;                       /* then they come again */
};
struct time_request;
/* Allocates; the longest message has `longest` bytes. */
void drawn_open(const struct time_request *asked, unsigned long long longest);
/* The messages of a timing of `calls` calls. `number`: of the timing, in this process. */
struct drawn drawn_fill(unsigned long long length, unsigned calls, unsigned long long number);
/* The digests that the calls left, folded into those of the timings before. */
unsigned long long drawn_fold(const struct drawn *drawn, unsigned long long fold);
void drawn_report(unsigned long long length, unsigned calls, unsigned long long first,
                  unsigned long long fold);

/* fresh.c: messages of a check's seed, and how their digests are reported. Those of a series are in
 * an order of that seed. */
enum { fresh_random, fresh_special, fresh_long, fresh_series };
enum { fresh_longest = 4096, fresh_most = fresh_longest + 1 };
void fresh_open(unsigned long long seed);
unsigned long long fresh_count(unsigned series);
unsigned long long fresh_length(unsigned series, unsigned long long item);
/* How many messages of that length an item has: 1, unless the operation takes many, or `as_many`.
 */
unsigned long long fresh_messages(unsigned long long length);
extern int fresh_as_many;
void fresh_content(unsigned series, unsigned long long length, unsigned char *out);
unsigned long long fresh_fold(const unsigned char *bytes, unsigned long long count);
void fresh_report(unsigned series, const unsigned long long *folds, unsigned long long count);
void fresh_report_order(unsigned series, unsigned long long count);

/* answer.c: at most that many calls, each of a message that has the digest before it. Reports the
 * state after each power of two, and returns how many calls were made when the time was over. */
unsigned long long repeat_run(unsigned long long seed, unsigned long long most);

/* spent.c: whether a part of the check has had its time. */
void spent_begin(unsigned milliseconds);
int spent_all(void);

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
    unsigned long long polls;       /* readings of the pace that may wait; one more for two lengths */
    unsigned long long seed;        /* of the messages */
    unsigned long long in, out;     /* bytes from the beginning of a cache line, below 64 */
    unsigned long long cold;        /* 1: the caches are emptied before each timing */
    unsigned long long first;       /* 1: the first calls of a process, which is ready for none */
    unsigned long long together;    /* 1: what helps the calls runs on the same processor */
    unsigned long long fresh;       /* 1: each call has a new object */
    char data[21];
    char options[21]; /* what else is asked of a host */
};

/* loop.c: the calls of a timing, in the language of the implementation. measure/jvm has others in
 * the place of these. */
struct cpucycles_counter;
/* Before the first timing of these lengths. */
void loop_open(const struct time_request *request, const unsigned long long *lengths,
               unsigned long long count);
/* Ticks of a timing without any call, where reading the counter takes `reading`. */
double loop_cost(double reading);
/* Ticks of `calls` calls of what was drawn. */
unsigned long long loop_run(const struct cpucycles_counter *counter, hash_function *call,
                            unsigned long long length, const struct drawn *drawn, unsigned calls,
                            int is_cold);
/* After the last timing: reports what there is to say. */
void loop_close(const unsigned long long *lengths, unsigned long long count);
/* Ticks of the first calls of a process: `calls` of `length` bytes, in groups. */
void loop_first(const struct time_request *request, const struct cpucycles_counter *counter,
                double cost, unsigned long long length, unsigned long long calls);

/* long.c */
void long_run(const char *path, unsigned long long bytes);

/* The verbs. `lengths` has `count` entries. */
void check_run(const unsigned long long *numbers, unsigned long long count);
void answer_run(const unsigned long long *numbers, unsigned long long count);
void stack_run(const unsigned long long *lengths, unsigned long long count);
void secret_run(const unsigned long long *lengths, unsigned long long count);
void time_run(const struct time_request *request, const unsigned long long *lengths,
              unsigned long long count);
void first_run(const struct time_request *request, unsigned long long length,
               unsigned long long calls);
void replay_run(const struct time_request *request, const unsigned long long *numbers,
                unsigned long long count);
void prove_run(unsigned long long seed, unsigned long long length, unsigned long long count);
void burn_run(unsigned long long blocks);
void pace_run(unsigned long long ticks);
void time_with(const char *name); /* chooses that counter; ends the program if it fails */
void counter_run(void);
void quiet_run(unsigned long long ticks);
const struct cpucycles_counter *any_counter(void); /* the chosen one; ends the program without */

/* stop.c: ends the program for a reason of the harness; memory, zeroed, or the end. */
_Noreturn void harness_stop(const char *why);
void *harness_allocate(unsigned long long bytes);
void harness_release(void *memory);

#endif
